from __future__ import annotations

from render_boards import pixels

from levelgen.library import find_tileset
from levelgen.render.board import Board
from levelgen.render.colours import channels
from levelgen.render.connections import Connections, has_connections
from levelgen.render.layout import picture
from levelgen.schema.level import Level

CELL = 40
ROADS = find_tileset("roads")
GROUND, ROAD, RIVER, DECK = "#a9c77c", "#8d8d8d", "#4f9bd9", "#b08d57"


def drawn(rows, cols, *names):
    cells = tuple(ROADS.index[name] for name in names)
    made = Level(tileset=ROADS, rows=rows, cols=cols, cells=cells)
    return pixels(picture(Board(made, float(CELL)), 0))


def is_color(pixel, color):
    return bool((pixel == channels(color)).all())


def test_only_tilesets_that_go_by_edges_are_drawn_as_ways():
    assert has_connections(ROADS)
    assert not has_connections(find_tileset("cave"))


def test_background_is_the_label_between_the_ways():
    ways = Connections(ROADS)
    assert (ways.background, ways.ground) == ("none", GROUND)
    assert ways.ways(ROADS.index["bridge@90"]) == {"road": [0, 2], "river": [1, 3]}


def test_a_way_reaches_the_sides_it_connects_and_no_other():
    image = drawn(1, 3, "empty", "straight", "empty")
    middle = CELL + CELL // 2
    for y in (1, CELL // 4, CELL // 2, CELL - 3):
        assert is_color(image[y, middle], ROAD)
        assert is_color(image[y, CELL + 3], GROUND)
        assert is_color(image[y, CELL // 2], GROUND)


def test_a_way_has_no_gap_between_its_cells():
    image = drawn(1, 3, "straight@90", "cross", "straight@90")
    line = image[CELL // 2, 2:-2]
    # The faint line between cells is under the way.
    assert all(is_color(pixel, ROAD) for pixel in line)


def test_a_bend_joins_two_sides_and_leaves_the_opposite_corner():
    image = drawn(1, 1, "corner")
    assert is_color(image[2, CELL // 2], ROAD)
    assert is_color(image[CELL // 2, CELL - 3], ROAD)
    assert is_color(image[CELL - 3, 3], GROUND)


def test_a_bridge_carries_the_road_over_the_river():
    image = drawn(1, 1, "bridge")
    assert is_color(image[CELL // 2, CELL // 2], DECK)
    assert is_color(image[CELL // 2, 3], DECK)
    assert is_color(image[3, CELL // 2], RIVER)
    assert is_color(image[3, 3], GROUND)


def test_a_house_stands_at_the_end_of_its_road():
    image = drawn(1, 1, "house")
    assert is_color(image[CELL // 2, CELL // 2], "#c8553d")
    assert is_color(image[3, CELL // 2], ROAD)
    assert is_color(image[CELL - 3, CELL // 2], GROUND)

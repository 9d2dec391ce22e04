from __future__ import annotations

import numpy as np
import pytest
from render_boards import has_color, key, level, pixels, tileset

from levelgen.render.board import Board
from levelgen.render.colours import BROKEN, NO_CELL, channels
from levelgen.render.layout import picture
from levelgen.render.marks import broken_promises

CELL = 40
MARGIN = 10


def drawn(made, *, marked=False, cell=CELL):
    marks = broken_promises(made) if marked else ()
    return pixels(picture(Board(made, float(cell), marks), MARGIN))


def cell_of(image, row, col, cell=CELL):
    top, left = MARGIN + row * cell, MARGIN + col * cell
    return image[top : top + cell, left : left + cell]


def test_each_cell_has_the_colour_of_its_tile_at_its_place():
    image = drawn(level(2, 3, "010111"))
    assert image.shape == (2 * CELL + 2 * MARGIN, 3 * CELL + 2 * MARGIN, 3)
    colors = ["#123456", "#c0ffee"]
    for index, number in enumerate((0, 1, 0, 1, 1, 1)):
        # Away from the glyph in the middle and the lines at the sides.
        corner = cell_of(image, *divmod(index, 3))[3:8, 3:8]
        assert (corner == channels(colors[number])).all()


@pytest.mark.parametrize("cell", [1, 2, 5, 9, 15, 16, 33])
def test_cells_of_every_size_keep_their_colour(cell):
    image = drawn(level(4, 4, "0110100101101001"), cell=cell)
    colors = ["#123456", "#c0ffee"]
    if cell > 4:
        for index, number in enumerate((0, 1, 1, 0, 1, 0, 0, 1)):
            area = cell_of(image, *divmod(index, 4), cell)
            assert (area[2, 2] == channels(colors[number])).all()
    else:
        assert all(has_color(image, color) for color in colors)


def test_a_missing_cell_looks_like_no_tile():
    image = drawn(level(1, 3, "1-1"))
    assert (cell_of(image, 0, 1)[5:-5, 5:-5] == channels(NO_CELL)).all()


def test_an_object_lies_on_its_tile():
    image = drawn(level(1, 2, "11", objects=(key(0, 1),)))
    assert has_color(cell_of(image, 0, 1), "#f4b400")
    assert has_color(cell_of(image, 0, 1), "#c0ffee")
    assert not has_color(cell_of(image, 0, 0), "#f4b400")


def test_objects_that_no_board_or_tileset_has_do_not_break_the_picture():
    strangers = (key(9, 9), key(0, 0).model_copy(update={"kind": "ghost"}))
    drawn(level(2, 2, "1111", objects=strangers), marked=True)


def test_wrong_neighbours_have_a_bar_on_the_side_they_share():
    made = level(3, 3, "000010000")
    image = drawn(made, marked=True)
    changed = (image != drawn(made)).any(axis=-1)
    middle = MARGIN + CELL + CELL // 2
    for side in (MARGIN + CELL, MARGIN + 2 * CELL):
        assert has_color(image[side - 2 : side + 3, middle : middle + 1], BROKEN)
        assert has_color(image[middle : middle + 1, side - 2 : side + 3], BROKEN)
    rows, cols = np.nonzero(changed)
    reach = MARGIN + CELL - 8, MARGIN + 2 * CELL + 8
    assert min(rows.min(), cols.min()) >= reach[0]
    assert max(rows.max(), cols.max()) <= reach[1]


def test_cells_of_a_broken_promise_are_framed_and_others_stay_as_they_are():
    made = level(3, 3, "000000000", objects=(key(2, 1),))
    image = drawn(made, marked=True)
    changed = (image != drawn(made)).any(axis=-1)
    assert has_color(cell_of(image, 2, 1), BROKEN)
    for row, col in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2)):
        # The frame itself reaches a few pixels over the side of its cell.
        assert not cell_of(changed, row, col)[4:-4, 4:-4].any()


def test_neighbouring_cells_of_a_broken_promise_share_one_frame():
    made = level(1, 3, "000", objects=(key(0, 0), key(0, 1)))
    image = drawn(made, marked=True)
    between = image[MARGIN + 6 : MARGIN + CELL - 6, MARGIN + CELL - 1 : MARGIN + CELL + 1]
    outside = image[MARGIN + 6 : MARGIN + CELL - 6, MARGIN + 2 * CELL - 1 : MARGIN + 2 * CELL + 1]
    assert not has_color(between, BROKEN)
    assert has_color(outside, BROKEN)


def test_a_board_that_keeps_its_promises_has_no_mark():
    made = level(2, 2, "1111", objects=(key(0, 1),))
    assert broken_promises(made) == ()
    assert (drawn(made, marked=True) == drawn(made)).all()


def test_frames_are_numbered_only_where_there_are_several():
    alone = broken_promises(level(1, 2, "00", objects=(key(0, 0),)))
    assert [mark.number for mark in alone] == [None]


def test_a_glyph_that_the_font_lacks_is_left_out_without_a_warning():
    odd = tileset(
        tiles=[
            {"id": "wall", "glyph": "\U00010330", "color": "#123456"},
            {"id": "floor", "glyph": ".", "color": "#c0ffee", "tags": ["floor"]},
        ],
    )
    image = drawn(level(1, 1, "0", odd))
    assert (cell_of(image, 0, 0)[2:-2, 2:-2] == channels("#123456")).all()

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace

import pytest
from render_boards import has_color, key, level, pixels, tileset

from levelgen.errors import LevelError
from levelgen.library import find_preset, find_tileset
from levelgen.render.colours import BROKEN
from levelgen.render.pictures import compare_png, level_png, sheet_png, tileset_png
from levelgen.schema.level import Level, Promise, Reason, RunRecord
from levelgen.schema.manifest import Manifest
from levelgen.schema.placed import PlacedObject
from levelgen.schema.preparing import make_request

TILESETS = ("cave", "dungeon", "island", "platform", "roads")


def noise(name, rows, cols, seed=0, **more):
    tiles = find_tileset(name)
    draw = random.Random(seed)
    cells = tuple(draw.randrange(len(tiles.ids)) for _ in range(rows * cols))
    places = draw.sample(range(rows * cols), min(rows * cols, len(tiles.objects)))
    objects = tuple(
        PlacedObject(kind=kind, row=place // cols, col=place % cols)
        for kind, place in zip(tiles.objects, places, strict=False)
    )
    return Level(tiles, rows, cols, cells, objects, seed=seed, **more)


def asked(made, preset):
    """Put a level under a request, as a generator would."""
    request = make_request(
        made.tileset, find_preset(preset), rows=made.rows, cols=made.cols, seed=0, generator="x"
    )
    manifest = Manifest(versions={}, request=request, hashes={}, strategy="test")
    return replace(made, preset=preset, generator="x", status="unsatisfied", manifest=manifest)


def size(png):
    height, width, _ = pixels(png).shape
    return width, height


@pytest.mark.parametrize("name", TILESETS)
def test_level_of_every_tileset(name):
    png = level_png(noise(name, 12, 12))
    width, height = size(png)
    assert 600 < width < 1200
    assert 600 < height < 1200
    assert has_color(pixels(png), BROKEN)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (5, 40), (40, 5), (64, 64), (128, 128)])
def test_level_of_every_size(rows, cols):
    assert max(size(level_png(noise("roads", rows, cols)))) < 2500


def test_boards_far_beyond_a_screen_still_fit_on_one():
    made = level(1, 9000, "01" * 4500)
    assert max(size(level_png(made))) < 2600


def test_the_picture_shows_the_promises_of_the_request_as_broken():
    made = asked(noise("cave", 12, 12), "hard")
    assert len(level_png(made)) > len(level_png(replace(made, manifest=None)))


def test_the_same_level_gives_the_same_bytes():
    made = asked(noise("dungeon", 9, 9), "easy")
    again = replace(made, run=RunRecord(seconds=3.0, backend="reference"))
    assert level_png(made) == level_png(again)
    assert sheet_png([made]) == sheet_png([again])
    assert tileset_png(made.tileset) == tileset_png(find_tileset("dungeon"))


def test_the_file_tells_nothing_of_the_program_or_the_time():
    png = level_png(level(1, 1, "0"))
    for word in (b"Software", b"atplotlib", b"tEXt", b"tIME"):
        assert word not in png


@pytest.mark.parametrize("reason", [None, Reason(text="nothing fits " * 60)])
def test_a_level_without_a_board_is_a_card_with_its_reason(reason):
    made = Level(tileset(), 12, 12, None, status="infeasible", reason=reason)
    width, height = size(level_png(made))
    assert width < 800
    assert height < 800


def test_the_card_quotes_the_constraints():
    made = asked(Level(find_tileset("cave"), 2, 2, None), "hard")
    named = replace(made, reason=Reason(text="no", constraints=("/constraints/0", "/nowhere")))
    plain = replace(made, reason=Reason(text="no"))
    assert size(level_png(named))[1] > size(level_png(plain))[1]


def test_a_search_that_a_limit_ended_tells_so_above_its_board():
    made = level(2, 2, "1111", status="unknown", reason=Reason(text="the step limit is reached"))
    assert size(level_png(made))[1] > size(level_png(replace(made, reason=None)))[1]


def test_words_are_never_formulas_and_odd_letters_do_not_warn():
    text = "$x_1$ \\frac 漢字 \x07 tab\there\nnext $"
    made = Level(tileset(), 3, 3, None, status="infeasible", reason=Reason(text=text))
    level_png(made)
    compare_png([made, made], ["$\\bad", "漢"])


def test_listed_promises_that_cannot_be_judged_again_are_told():
    listed = Promise(constraint="/constraints/0", kind="path", kept=False, measured=3, wanted="9")
    made = level(2, 2, "1111", promises=(listed,))
    assert size(level_png(made)) != size(level_png(replace(made, promises=())))


def test_a_legend_of_many_tiles_flows_into_columns():
    colors = [f"#{number:02x}8844" for number in range(120)]
    many = tileset(
        tiles=[
            {"id": f"t{number}", "glyph": chr(0x200 + number), "color": color}
            for number, color in enumerate(colors)
        ],
        adjacency={"default": "allow"},
        objects={},
    )
    made = Level(many, 12, 10, tuple(range(120)))
    assert max(size(level_png(made))) < 2500
    assert max(size(tileset_png(many))) < 2500


@pytest.mark.parametrize("count", [1, 2, 24, 100])
def test_sheet_of_any_number(count):
    levels = [level(2, 2, "0110", seed=seed) for seed in range(count)]
    assert max(size(sheet_png(levels))) < 2500


def test_sheet_of_mixed_levels():
    absent = Level(tileset(), 4, 4, None, status="infeasible", seed=2**53 - 1)
    levels = [noise("cave", 1, 1), noise("roads", 5, 40), noise("island", 128, 128), absent]
    assert max(size(sheet_png(levels))) < 2500


def test_an_unsatisfied_level_looks_different_on_a_sheet():
    made = noise("cave", 6, 6, status="satisfied")
    assert sheet_png([made]) != sheet_png([replace(made, status="unsatisfied")])


@pytest.mark.parametrize("name", TILESETS)
def test_tileset(name):
    width, height = size(tileset_png(find_tileset(name)))
    assert 500 < width < 2000
    assert 400 < height < 2000


def test_a_tileset_with_directions_has_two_matrices():
    directed = {"allow": [{"tiles": ["wall"], "direction": "S", "neighbours": ["floor"]}]}
    plain, split = tileset(), tileset(adjacency=directed)
    assert size(tileset_png(split))[0] >= size(tileset_png(plain))[0]
    assert size(tileset_png(tileset(objects={})))[0] < size(tileset_png(plain))[0]


def test_compare_with_every_metric_there_or_missing():
    full = level(
        2,
        2,
        "1111",
        metrics={
            "adjacency_violations": 0,
            "connectivity": 1.0,
            "reachable_from_first": 0.25,
            "variety": 1,
            "tag_shares": {"floor": 1.0},
        },
        run=RunRecord(seconds=0.0123, backend="reference"),
    )
    bare = level(2, 2, "1010")
    empty = level(2, 2, "0000", metrics={"connectivity": None, "tag_shares": {}})
    absent = replace(full, cells=None, status="infeasible", run=RunRecord(120.5, "reference"))
    instant = replace(full, run=RunRecord(0.0, "reference"))
    levels = [full, bare, empty, absent, instant]
    image = pixels(compare_png(levels, ["full", "bare", "empty", "absent", "a long label " * 9]))
    assert image.shape[1] < 2500
    assert has_color(image, BROKEN)
    compare_png([full], [""])
    compare_png([bare] * 9, [str(number) for number in range(9)])


def test_pictures_of_nothing_are_refused():
    with pytest.raises(LevelError, match="no level"):
        sheet_png([])
    with pytest.raises(LevelError, match="no level"):
        compare_png([], [])
    with pytest.raises(LevelError, match="1 labels"):
        compare_png([level(1, 1, "0")] * 2, ["one"])


def test_objects_are_drawn_whatever_their_number():
    level_png(level(1, 2, "11", objects=(key(0, 0), key(0, 0), key(0, 1))))


def test_importing_the_module_does_not_import_matplotlib():
    code = (
        "import sys, levelgen.render.pictures\n"
        "print([name for name in ('matplotlib', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_drawing_leaves_the_users_settings_and_pyplot_alone():
    code = (
        "import sys, matplotlib\n"
        "from levelgen.library import find_tileset\n"
        "from levelgen.render.pictures import tileset_png\n"
        # Only to look at the backend makes matplotlib load pyplot.
        "names = [name for name in matplotlib.rcParams if not name.startswith('backend')]\n"
        "before = [matplotlib.rcParams[name] for name in names]\n"
        "plain = tileset_png(find_tileset('cave'))\n"
        "assert [matplotlib.rcParams[name] for name in names] == before\n"
        "matplotlib.rcParams.update({'font.size': 30, 'savefig.bbox': 'tight', 'text.color': 'red',"
        " 'figure.facecolor': 'black', 'savefig.dpi': 300, 'axes.facecolor': 'blue'})\n"
        "assert tileset_png(find_tileset('cave')) == plain\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

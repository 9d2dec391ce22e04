"""Puzzle files as they are found in the wild, and what is said about those that are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from levelgen.errors import OutputError, PuzzleError, RequestError
from levelgen.nonogram import Puzzle
from levelgen.nonogram.formats import (
    load_puzzle,
    load_puzzles,
    read_puzzles,
    save_puzzles,
    write_puzzles,
)

DANCER = """catalogue "webpbn.com #1"
title "Demo Puzzle from Front Page"
by "Jan Wolter"
copyright "&copy; Copyright 2004 by Jan Wolter"
license CC-BY-3.0
width 5
height 10

rows
2
2,1
1,1
3
1,1
1,1
2
1,1
1,2
2

columns
2,1
2,1,3
7
1,3
2,1

goal "01100011010010101110101001010000110010100101111000"
"""
ROWS = [[2], [2, 1], [1, 1], [3], [1, 1], [1, 1], [2], [1, 1], [1, 2], [2]]
COLS = [[2, 1], [2, 1, 3], [7], [1, 3], [2, 1]]
MK = "10 5\n2\n2 1\n1 1\n3\n1 1\n1 1\n2\n1 1\n1 2\n2\n#\n2 1\n2 1 3\n7\n1 3\n2 1\n"


def read(text: str, form: str | None = None, source: str = "puzzle") -> Puzzle:
    [puzzle] = read_puzzles(text, form, source=source)
    return puzzle


def refused(text: str, form: str | None = None, source: str = "puzzle") -> str:
    with pytest.raises(PuzzleError) as caught:
        read_puzzles(text, form, source=source)
    return str(caught.value)


def lengths(puzzle: Puzzle) -> tuple[list[list[int]], list[list[int]]]:
    return (
        [[length for length, _ in clue] for clue in puzzle.row_clues],
        [[length for length, _ in clue] for clue in puzzle.col_clues],
    )


def xml(body: str, **attributes: str) -> str:
    words = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<puzzleset>\n<puzzle{words}>\n{body}\n</puzzle>\n</puzzleset>"


CROSS = """<clues type="columns"><line><count>1</count></line><line><count>3</count></line>
<line><count>1</count></line></clues>
<clues type="rows"><line><count>1</count></line><line><count>3</count></line>
<line><count>1</count></line></clues>"""


# ---------------------------------------------------------------------- .non


def test_non_as_documented() -> None:
    puzzle = read(DANCER)
    assert lengths(puzzle) == (ROWS, COLS)
    assert puzzle.title == "Demo Puzzle from Front Page"
    assert puzzle.author == "Jan Wolter"
    assert puzzle.copyright == "© Copyright 2004 by Jan Wolter"
    assert puzzle.license == "CC-BY-3.0"
    assert puzzle.source == "webpbn.com #1"
    assert puzzle.goal is not None
    assert puzzle.accepts(puzzle.goal)
    assert write_puzzles([puzzle], "non").splitlines()[4] == 'catalogue "webpbn.com #1"'


def test_non_goals_row_by_row_and_saved_grids() -> None:
    head, _, _ = DANCER.partition("goal")
    whole = "01100011010010101110101001010000110010100101111000"
    rows = [whole[start : start + 5] for start in range(0, 50, 5)]
    by_row = read(head + "goal\n" + "\n".join(f"   {row}" for row in rows) + "\n")
    spaced = read(head + "goal\n" + "\n".join(" ".join(row) for row in rows) + "\n")
    assert by_row.goal == spaced.goal == read(DANCER).goal
    saved = read(head + "saved ?" + "0" * 49 + "\nsaved " + "1" * 50)
    assert saved.start is not None
    assert saved.start[0] == (-1, 0, 0, 0, 0)
    assert saved.goal is None


@pytest.mark.parametrize(
    "rows",
    [
        ["0", "2", "0", "1"],
        ["", "2", "", "1"],
        ["", "2", "0", "1", "", ""],
        ["", "", "0", "2", "0", "1", ""],
        ["0", "", "2", "", "0", "1"],
    ],
    ids=["zeros", "blanks", "both", "padded", "zeros between blanks"],
)
def test_empty_lines_of_non_are_zeros_or_blanks(rows: list[str]) -> None:
    text = "\n".join(["width 2", "height 4", "rows", *rows, "columns", "1", "2"])
    assert lengths(read(text, "non")) == ([[], [2], [], [1]], [[1], [2]])


def test_non_with_colours() -> None:
    puzzle = read(
        "color a #ff0000\ncolor b #00ff00\nwidth 3\nheight 2\nrows\n1a,1b,1\n1a\n"
        'columns\n2a\n1b\n1\ngoal "ab1a00"\n'
    )
    assert [color.hex for color in puzzle.colors] == ["#ffffff", "#ff0000", "#00ff00", "#000000"]
    assert [color.name for color in puzzle.colors] == ["white", "red", "lime", "black"]
    assert puzzle.row_clues == (((1, 1), (1, 2), (1, 3)), ((1, 1),))
    assert puzzle.goal == ((1, 2, 3), (1, 0, 0))


def test_non_colours_need_no_declaration() -> None:
    puzzle = read("width 2\nheight 1\nrows\n1x,1y\ncolumns\n1x\n1y\n")
    assert [color.name for color in puzzle.colors] == ["white", "x", "y"]
    assert puzzle.colors[1].hex != puzzle.colors[2].hex


def test_non_ignores_what_it_does_not_know() -> None:
    strange = DANCER.replace("width 5", "rating 5\n# a comment\nwidth 5").replace(
        "columns", "difficulty hard\ncolumns"
    )
    assert read(strange) == read(DANCER)
    assert read(DANCER.replace("\n", "\r\n")) == read(DANCER)
    assert read("\ufeff" + DANCER) == read(DANCER)


def test_non_bundles() -> None:
    text = f"====\n{DANCER}\n====\n\n{DANCER.replace('Demo', 'Other')}\n====\n"
    first, second = read_puzzles(text)
    assert (first.title, second.title) == (
        "Demo Puzzle from Front Page",
        "Other Puzzle from Front Page",
    )
    assert first.hash == second.hash


def test_problems_of_non_are_told_with_their_lines() -> None:
    text = "width 2\nheight 2\nrows\n2\n1,x\n-1\ncolumns\n1\n1"
    message = refused(text, "non", "p.non")
    assert "p.non: line 3: 'rows' is followed by 3 lines of clues, and the height is 2" in message
    text = "width 2\nheight 2\nrows\n1,x\n-1\ncolumns\n1\n1"
    message = refused(text, "non", "p.non")
    assert "p.non: line 4: 'x' is no clue" in message
    assert "p.non: line 5: '-1' is no clue" in message
    text = "width 2\nheight 2\nrows\n3\n0,1\ncolumns\n1\n1"
    message = refused(text, "non", "p.non")
    assert "line 4: row 1: the clue needs 3 cells and the line has 2" in message
    assert "line 5: row 2: 0 stands beside other runs" in message
    assert "'height' is missing" in refused("width 2\nrows\n1\ncolumns\n1\n", "non")
    assert "'columns' is missing" in refused("width 1\nheight 1\nrows\n1\n", "non")
    assert "line 2: height 'ten' is no size" in refused("width 1\nheight ten\nrows\n", "non")
    bad_goal = "width 2\nheight 1\nrows\n1\ncolumns\n1\n0\ngoal 101"
    assert "line 8: the goal has 3 cells, and 1x2 are 2" in refused(bad_goal, "non")
    assert "line 8: the goal has open cells" in refused(bad_goal[:-3] + "1?", "non")
    assert "line 1: 'r red red' is no colour" in refused("color r red red\n" + DANCER)


def test_all_puzzles_of_a_bundle_are_checked() -> None:
    bad = "width 1\nheight 1\nrows\n2\ncolumns\n1\n"
    assert refused(f"{bad}====\n{bad}", "non").count("needs 2 cells") == 2


# ---------------------------------------------------------------------- webpbn


def test_webpbn_with_a_goal_and_a_saved_grid() -> None:
    text = '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">\n' + xml(
        "<source>webpbn.com</source><id>#7 (v.1)</id><title>Plus &amp; more</title>"
        "<author>Ann</author><copyright>&copy; 2020 Ann</copyright>"
        "<description>\nA plus,\nnothing more.\n</description>"
        '<color name="white" char=".">fff</color><color name="black" char="X">000</color>\n'
        + CROSS
        + '<solution type="goal"><image>\n|.X.|\n|XXX|\n|.X.|\n</image></solution>'
        '<solution type="saved"><image>|?X?| |[X]X[.X]| |..?|</image></solution>',
        type="grid",
        defaultcolor="black",
    )
    puzzle = read(text)
    assert lengths(puzzle) == ([[1], [3], [1]],) * 2
    assert puzzle.goal == ((0, 1, 0), (1, 1, 1), (0, 1, 0))
    assert puzzle.start == ((-1, 1, -1), (1, 1, -1), (0, 0, -1))
    assert (puzzle.title, puzzle.author) == ("Plus & more", "Ann")
    assert (puzzle.copyright, puzzle.notes) == ("© 2020 Ann", "A plus, nothing more.")
    assert puzzle.source == "webpbn.com #7 (v.1)"


def test_webpbn_colours() -> None:
    body = (
        '<color name="red" char="r">F00</color>'
        '<clues type="rows"><line><count color="red">1</count><count>1</count></line></clues>'
        '<clues type="columns"><line><count color="red">1</count></line>'
        "<line><count>1</count></line></clues>"
    )
    puzzle = read(xml(body))
    assert [(color.name, color.hex) for color in puzzle.colors] == [
        ("white", "#ffffff"),
        ("red", "#ff0000"),
        ("black", "#000000"),
    ]
    assert puzzle.row_clues == (((1, 1), (1, 2)),)
    # Another default colour, and another background, both without a declaration.
    other = read(xml(body, defaultcolor="blue", backgroundcolor="yellow"))
    assert [(color.name, color.hex) for color in other.colors] == [
        ("yellow", "#ffff00"),
        ("red", "#ff0000"),
        ("blue", "#0000ff"),
    ]


def test_webpbn_without_clues_takes_them_from_the_goal() -> None:
    puzzle = read(xml('<solution type="goal"><image>|X.X||XX.|</image></solution>'))
    assert lengths(puzzle) == ([[1, 1], [2]], [[2], [1], [1]])


def test_webpbn_sets_hold_several_puzzles() -> None:
    inner = f"<puzzle><title>one</title>{CROSS}</puzzle><puzzle>{CROSS}</puzzle>"
    first, second = read_puzzles(f"<puzzleset><author>Ann</author>{inner}</puzzleset>")
    assert (first.title, second.title) == ("one", None)
    assert (first.author, second.author) == ("Ann", "Ann")


def test_problems_of_webpbn_are_told_with_their_lines() -> None:
    message = refused(xml("", type="triddler"), source="t.xml")
    assert "t.xml: line 2: the puzzle is a triddler" in message
    blotted = xml(CROSS.replace("<count>3</count>", "<count>0</count>", 1))
    assert "line 3: a count is 0: a blotted clue" in refused(blotted)
    assert "line 3: '#' is no count" in refused(blotted.replace(">0<", ">#<"))
    unknown = xml(CROSS.replace("<count>3", '<count color="mauvish">3', 1))
    assert "line 3: the colour 'mauvish' is not declared" in refused(unknown)
    goal = CROSS + "<solution><image>|.X.|\n|XYX|\n|.X.|</image></solution>"
    assert "'Y' is the character of no colour (known: . X ?)" in refused(xml(goal))
    assert "the rows of the grid have different lengths" in refused(
        xml(CROSS + "<solution><image>|.X.||XX||.X.|</image></solution>")
    )
    assert 'line 2: there is no <clues type="rows">' in refused(
        xml(CROSS[: CROSS.index('<clues type="rows')])
    )
    assert "this is not XML" in refused("<puzzleset><puzzle></puzzleset>")
    assert "the root is <set>" in refused("<set></set>")
    bomb = '<!DOCTYPE a [<!ENTITY b "c">]>' + xml(CROSS)
    assert "line 1: an entity is defined" in refused(bomb)


# ---------------------------------------------------------------------- Olsak, Wilk, QNonograms


def test_mk_nin_and_cwd_hold_the_same_puzzle() -> None:
    nin = MK.replace("10 5", "5 10").replace("#\n", "")
    cwd = MK.replace("10 5", "10\n5").replace("#", "")
    for text, form in ((MK, "mk"), (nin, "nin"), (cwd, "cwd")):
        for puzzle in (read(text, form), read(text, source=f"p.{form}"), read(text)):
            assert lengths(puzzle) == (ROWS, COLS)


def test_blank_lines_of_mk_and_nin_are_empty_clues() -> None:
    assert lengths(read("3 1\n1\n\n1\n#\n1 1\n", "mk")) == ([[1], [], [1]], [[1, 1]])
    assert lengths(read("1 3\n1\n\n1\n1 1\n", "nin")) == ([[1], [], [1]], [[1, 1]])


def test_exchanged_sizes_are_noticed() -> None:
    message = refused(MK.replace("10 5", "5 10"), source="p.mk")
    assert "5 10 are width and height here" in message
    assert "an .mk file has the height first" in message
    nin = MK.replace("#\n", "")
    message = refused(nin, source="p.nin")
    assert "10 5 are height and width here" in message
    assert "a .nin file has the width first" in message
    assert "with height before width: --from mk" in refused(MK, "nin")
    assert "without it is .nin" in refused(nin, "mk")
    exchanged = MK.replace("10 5", "5\n10").replace("#", "")
    assert "width and height look exchanged" in refused(exchanged, "cwd")


def test_problems_of_the_lists_are_told() -> None:
    assert "there are clues for 9 rows, and line 1 says 10" in refused(
        MK.replace("3\n", "", 1), "mk"
    )
    assert "line 1: a .mk file begins with its height width" in refused("ten five\n", "mk")
    assert "there are 3 clues, and 2 columns with 2 rows need 4" in refused("2 2\n1\n1\n1\n", "nin")
    assert "line 2: 'a' is no clue" in refused("1 1\na\n1\n", "nin")


def test_crosswords_with_the_same_suffix_are_told_apart() -> None:
    message = refused("ACROSS LITE\n1 Across: a feline\n", source="c.cwd")
    assert "c.cwd: line 1: this is no nonogram" in message
    assert "crosswords have the suffix .cwd too" in message
    assert "no blank line follows the size" in refused("1\n1\n1\n1\n", "cwd")


OLSAK = """This is a picture: of an eye.

#declaration of the colours:
   m:%  blue   modra
   0:   white  background
   1:*  black  default
: rows
1 1m
   1m

:columns
1
1m 1m

:end

See others.
"""


def test_olsak_with_colours_and_empty_lines() -> None:
    puzzle = read(OLSAK.replace("1m 1m", "2m"), source="eye.g")
    assert [(c.name, c.hex, c.char) for c in puzzle.colors] == [
        ("white", "#ffffff", "."),
        ("blue", "#0000ff", "%"),
        ("black", "#000000", "*"),
    ]
    assert puzzle.row_clues == (((1, 2), (1, 1)), ((1, 1),), ())
    assert puzzle.col_clues == (((1, 2),), ((2, 1),), ())
    assert read(": rows\n1\n: columns\n1\n: end\n").shape == (1, 1)


def test_problems_of_olsak_are_told_with_their_lines() -> None:
    assert "line 2: the puzzle is a triddler" in refused("cat\n#Triddlers\n: A\n1\n", "g")
    triangle = OLSAK.replace("blue ", "blue/red")
    assert "line 4: 'm' is a triangle" in refused(triangle, "g")
    assert "line 4: 'bluish' is no colour" in refused(OLSAK.replace("blue", "bluish"), "g")
    assert "line 9: '1mm' is no clue" in refused(OLSAK.replace("   1m", "1mm"), "g")
    assert "no line begins with a colon" in refused("1 2\n", "g")
    assert "line 3: the columns are not closed" in refused(":\n1\n:\n1\n", "g")
    assert "line 13: column 2: the clue needs 4 cells" in refused(
        OLSAK.replace("1m 1m", "2m 1m"), "g"
    )


# ---------------------------------------------------------------------- nonogrid


def test_several_clues_on_one_line_with_comments() -> None:
    puzzle = read(
        '# a comment\n[clues]\ncolumns = """\n  1, \'1 1\', 0  # three\n\n  3 ; one\n"""\n'
        'rows = "2 1, 1, 1 1"\n'
    )
    assert lengths(puzzle) == ([[2, 1], [1], [1, 1]], [[1], [1, 1], [], [3]])


def test_a_number_without_a_letter_is_black_whatever_is_declared() -> None:
    puzzle = read(
        '[colors]\ndefs = ["r = (red) %", "g = (0, 255, 0) *"]\n'
        '[clues]\nrows = "1r 1 1g"\ncolumns = "1r, 1, 1g"\n'
    )
    hexes = [puzzle.colors[color].hex for _, color in puzzle.row_clues[0]]
    assert hexes == ["#ff0000", "#000000", "#00ff00"]
    assert "line 2: row 1: the clue needs 3 cells" in refused('[clues]\nrows="3"\ncolumns="1"')
    assert "this is not TOML" in refused("[clues\n", "toml")


# ---------------------------------------------------------------------- own JSON, files


def test_own_json_and_lists_of_it() -> None:
    puzzle = read(DANCER)
    assert read(puzzle.to_json()) == puzzle
    both = write_puzzles([puzzle, puzzle], "json")
    assert len(json.loads(both)) == 2
    assert read_puzzles(both) == [puzzle, puzzle]
    assert "p.json [2]: /rows: 'rows' is missing" in refused(
        '[{"rows": [[1]], "cols": [[1]]}, {"cols": [[1]]}]', source="p.json"
    )


def test_files_of_several_puzzles(tmp_path: Path) -> None:
    puzzle = read(DANCER)
    bundle = tmp_path / "two.non"
    save_puzzles([puzzle, puzzle], bundle)
    assert load_puzzles(bundle) == [puzzle, puzzle]
    assert load_puzzle(bundle, number=2) == puzzle
    with pytest.raises(PuzzleError, match="the file holds 2 puzzles: 1 Demo"):
        load_puzzle(bundle)
    with pytest.raises(PuzzleError, match="choose one by its number, 1 to 2"):
        load_puzzle(bundle, number=3)
    with pytest.raises(OutputError, match="it exists already"):
        save_puzzles([puzzle], bundle)
    with pytest.raises(OutputError, match=r"'\.mk' names no format; known: \.json, \.non"):
        save_puzzles([puzzle], tmp_path / "p.mk")


def test_unknown_formats_are_named() -> None:
    with pytest.raises(RequestError, match="'nonn' is no format that can be read"):
        read_puzzles("", "nonn")
    with pytest.raises(RequestError, match="'mk' is no format that can be written"):
        write_puzzles([], "mk")
    assert "it looks like no nonogram format" in refused("once upon a time")
    assert "--from with one of json, non, xml" in refused("", source="p.txt")

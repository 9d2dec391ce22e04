"""`levelgen nonogram ...` as somebody at a terminal uses it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_calls import at_terminal, call, environment, refused

from levelgen.cli.nonogram import compare, options, output, solve
from levelgen.nonogram import Puzzle
from levelgen.nonogram.formats import READABLE, load_puzzle, load_puzzles, save_puzzles
from levelgen.nonogram.solving import SOLVERS

DIAMOND = [[1], [3], [5], [3], [1]]
LETTER = [[2], [1, 1], [1, 1], [6], [1, 1], [1, 1], [1, 1]], [[5], *[[1, 1]] * 4, [5]]
DANCER = (
    [[2], [2, 1], [1, 1], [3], [1, 1], [1, 1], [2], [1, 1], [1, 2], [2]],
    [[2, 1], [2, 1, 3], [7], [1, 3], [2, 1]],
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles, in which the commands run."""
    puzzles = {
        "diamond": Puzzle.from_clues(DIAMOND, DIAMOND, title="Diamond"),
        "letter": Puzzle.from_clues(*LETTER, title="Letter A"),
        "dancer": Puzzle.from_clues(*DANCER, title="Dancer"),
        "broken": Puzzle.from_clues([[1, 1], *DIAMOND[1:]], DIAMOND),
        "switch": Puzzle.from_clues([[1], [1]], [[1], [1]]),
    }
    for name, puzzle in puzzles.items():
        save_puzzles([puzzle], tmp_path / f"{name}.non")
    save_puzzles([puzzles["diamond"], puzzles["letter"]], tmp_path / "two.non")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def piped(text: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "levelgen", "nonogram", *words],
        input=text,
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )


def test_the_choices_are_those_of_the_library() -> None:
    from levelgen.model.lines import ENCODINGS

    assert options.FORMATS == READABLE
    assert solve.SOLVERS == SOLVERS
    assert set(solve.ENCODINGS) == set(ENCODINGS)
    assert set(compare.SOLVERS) >= set(SOLVERS) - {"cpsat"}
    assert set(output.TARGETS) == {"json", "non", "xml", "text", "png", "svg", "html", "pdf"}


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys\nsys.argv = ['levelgen', 'nonogram', 'solve', '--help']\n"
        "from levelgen.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'ortools', 'matplotlib', 'levelgen.nonogram'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# ---------------------------------------------------------------------- solve


def test_solve_shows_the_solution_and_the_verdict(folder: Path) -> None:
    result = call("nonogram", "solve", "diamond.non")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-3:] == ["5 │ # # # # #", "3 │ . # # # .", "1 │ . . # . ."]
    assert "unique: there is exactly one solution" in result.stderr
    assert "every cell follows from single lines" in result.stderr


def test_solve_as_json(folder: Path) -> None:
    data = json.loads(call("nonogram", "solve", "letter.non", "--json").stdout)
    assert data["verdict"] == "multiple"
    assert data["line_unresolved_cells"] == 24
    assert len(data["difference"]) == sum(
        one != two
        for row, other in zip(data["grid"], data["second_grid"], strict=True)
        for one, two in zip(row, other, strict=True)
    )
    assert data["hash"] == load_puzzle("letter.non").hash
    assert data["times"]["total"] >= 0
    unique = json.loads(call("nonogram", "solve", "diamond.non", "--json").stdout)
    assert (unique["second_grid"], unique["difference"]) == (None, [])
    broken = json.loads(call("nonogram", "solve", "broken.non", "--json").stdout)
    assert (broken["verdict"], broken["grid"]) == ("infeasible", None)


def test_exit_codes_of_solve(folder: Path) -> None:
    assert call("nonogram", "solve", "letter.non").exit_code == 0
    assert call("nonogram", "solve", "letter.non", "--unique").exit_code == 1
    assert call("nonogram", "solve", "diamond.non", "--unique").exit_code == 0
    result = call("nonogram", "solve", "broken.non")
    assert result.exit_code == 1
    assert "the rows ask for 14 cells and the columns for 13" in result.stderr
    assert call("nonogram", "solve", "switch.non", "--solver", "line").exit_code == 3
    message = refused("nonogram", "solve", "diamond.non", "--solver", "cp-sat")
    assert "there is no solver 'cp-sat'" in message


@pytest.mark.parametrize("solver", [*SOLVERS[2:]])
def test_solvers_agree_from_the_command_line(folder: Path, solver: str) -> None:
    result = call("nonogram", "solve", "letter.non", "--solver", solver, "--json")
    assert json.loads(result.stdout)["verdict"] == "multiple"


def test_solve_reads_stdin() -> None:
    done = piped("2 1\n1\n1\n#\n2\n", "solve", "-")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-2:] == ["1 │ #", "1 │ #"]
    assert piped("what is this", "solve", "-").stderr.startswith("Error: stdin: it looks like no")


def test_solve_writes_the_solution(folder: Path) -> None:
    starts = {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", "html": b"<!doctype html>"}
    for suffix, start in starts.items():
        assert call("nonogram", "solve", "diamond.non", "-o", f"s.{suffix}").exit_code == 0
        assert (folder / f"s.{suffix}").read_bytes().startswith(start)
    for suffix in ("non", "xml", "json"):
        assert call("nonogram", "solve", "dancer.non", "-o", f"s.{suffix}").exit_code == 0
        solved = load_puzzle(folder / f"s.{suffix}")
        assert solved.goal is not None
        assert solved.accepts(solved.goal)
    message = refused("nonogram", "solve", "diamond.non", "-o", "s.png")
    assert "it exists already" in message
    assert call("nonogram", "solve", "diamond.non", "-o", "s.png", "--force").exit_code == 0
    result = call("nonogram", "solve", "broken.non", "-o", "none.png")
    assert result.exit_code == 1
    assert "nothing is written to none.png" in result.stderr
    assert not (folder / "none.png").exists()
    assert "names no format" in refused("nonogram", "solve", "diamond.non", "-o", "s.gif")


def test_given_cells_that_contradict_the_clues(folder: Path) -> None:
    given = load_puzzle("diamond.non").model_copy(
        update={"start": tuple((1, *[-1] * 4) for _ in range(5))}
    )
    save_puzzles([given], folder / "given.xml")
    result = call("nonogram", "solve", "given.xml")
    assert result.exit_code == 1
    assert "5 cells were given; without them: --blank" in result.stderr
    assert call("nonogram", "solve", "given.xml", "--blank").exit_code == 0


def test_a_terminal_gets_colours_and_marks(folder: Path) -> None:
    seen = at_terminal("nonogram", "solve", "letter.non")
    assert seen.exit_code == 0
    assert "\x1b[48;2;0;0;0m" in seen.text
    found = call("nonogram", "solve", "letter.non", "--json").stdout
    # Cells that differ are marked in both grids.
    assert seen.plain.count("◆") == 2 * len(json.loads(found)["difference"])
    assert "\x1b" not in call("nonogram", "solve", "letter.non").output


# ---------------------------------------------------------------------- count, rate, hint, check


def test_count_says_exact_or_at_least(folder: Path) -> None:
    assert call("nonogram", "count", "letter.non").stdout == "14\n"
    assert call("nonogram", "count", "letter.non", "--limit", "5").stdout == "at least 5\n"
    data = json.loads(call("nonogram", "count", "letter.non", "--json").stdout)
    assert (data["solutions"], data["exact"]) == (14, True)
    broken = call("nonogram", "count", "broken.non")
    assert (broken.stdout, broken.exit_code) == ("0\n", 1)
    assert "'0' is no number" in refused("nonogram", "count", "letter.non", "--limit", "0")


def test_rate_names_the_technique(folder: Path) -> None:
    result = call("nonogram", "rate", "dancer.non")
    assert result.exit_code == 0
    assert "overlap (1 of 5)" in result.stdout or "line (2 of 5)" in result.stdout
    data = json.loads(call("nonogram", "rate", "dancer.non", "--json").stdout)
    assert data["line_solvable"] is True
    several = call("nonogram", "rate", "letter.non")
    assert several.exit_code == 0
    assert "not rated: there are several solutions" in several.stdout
    assert call("nonogram", "rate", "broken.non").exit_code == 1


def test_hints_lead_to_the_solution(folder: Path) -> None:
    puzzle = load_puzzle("dancer.non")
    rows, cols = puzzle.shape
    grid = [["?"] * cols for _ in range(rows)]
    for _ in range(rows * cols):
        (folder / "mine.txt").write_text("\n".join("".join(row) for row in grid))
        result = call("nonogram", "hint", "dancer.non", "mine.txt", "--json")
        data = json.loads(result.stdout)
        assert result.exit_code == 0
        if not data["cells"]:
            break
        for row, col, color in data["cells"]:
            assert grid[row][col] == "?"
            grid[row][col] = ".#"[color]
    assert data["why"] == "solved"
    assert puzzle.accepts([[".#".index(sign) for sign in row] for row in grid])


def test_hint_shows_and_draws_the_step(folder: Path) -> None:
    result = call("nonogram", "hint", "diamond.non", "-o", "next.png")
    assert result.exit_code == 0
    assert result.stdout.startswith("row 2 (3): ")
    assert "3 │     #\n" in result.stdout
    assert (folder / "next.png").read_bytes().startswith(b"\x89PNG")
    (folder / "wrong.txt").write_text("#....\n.....\n.....\n.....\n.....\n")
    wrong = call("nonogram", "hint", "diamond.non", "wrong.txt")
    assert wrong.exit_code == 1
    assert "cannot be filled" in wrong.stdout
    assert call("nonogram", "hint", "switch.non").exit_code == 3


def test_check_tells_right_from_wrong(folder: Path) -> None:
    (folder / "right.txt").write_text("?????\n?###?\n#####\n?????\n")
    message = refused("nonogram", "check", "diamond.non", "right.txt")
    assert "right.txt: the grid has 4 lines and the puzzle 5 rows" in message
    (folder / "right.txt").write_text("?????\n?111?\nXXXXX\n\n  1\n")
    result = call("nonogram", "check", "diamond.non", "right.txt")
    assert result.exit_code == 0
    assert "right: nothing is wrong so far, 16 cells are open" in result.stderr
    (folder / "wrong.txt").write_text("#????\n?????\n?????\n?????\n?????\n")
    result = call("nonogram", "check", "diamond.non", "wrong.txt")
    assert result.exit_code == 1
    assert "1 cells are wrong: row 1 column 1" in result.stderr
    (folder / "strange.txt").write_text("z????\n?????\n?????\n?????\n??????\n")
    message = refused("nonogram", "check", "diamond.non", "strange.txt")
    assert "line 1: 'z' is the character of no colour" in message
    assert "line 5 has 6 cells and the puzzle 5 columns" in message


def test_check_accepts_any_solution_and_calls_no_cell_wrong_where_there_are_several(
    folder: Path,
) -> None:
    for text in ("10\n01", "01\n10"):
        (folder / "mine.txt").write_text(text)
        result = call("nonogram", "check", "switch.non", "mine.txt")
        assert result.exit_code == 0
        assert "right: solved" in result.stderr
    (folder / "mine.txt").write_text("11\n??")
    result = call("nonogram", "check", "switch.non", "mine.txt", "--json")
    data = json.loads(result.stdout)
    assert (result.exit_code, data["wrong"], data["completable"]) == (1, None, False)
    assert data["contradictions"]


def test_check_takes_the_grid_that_is_saved(folder: Path) -> None:
    assert "no grid is saved in diamond.non" in refused("nonogram", "check", "diamond.non")
    call("nonogram", "solve", "diamond.non", "-o", "solved.xml")
    assert "right: solved" in call("nonogram", "check", "solved.xml").stderr


# ---------------------------------------------------------------------- compare, show, replay


def test_compare_puts_solvers_side_by_side(folder: Path) -> None:
    result = call("nonogram", "compare", "diamond.non")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [row[0] for row in rows[1:]] == [*compare.SOLVERS]
    assert {row[1] for row in rows[1:]} == {"unique"}
    assert "combinations of row patterns: 225" in result.stderr
    chosen = call("nonogram", "compare", "letter.non", "-s", "auto", "-s", "cpsat-table", "--json")
    data = json.loads(chosen.stdout)
    assert set(data["solvers"]) == {"auto", "cpsat-table"}
    assert data["combinations"] == 500_000
    assert "not one of the choices" in refused("nonogram", "compare", "diamond.non", "-s", "x")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(3.0, "3.0 seconds"), (7200.0, "2.0 hours"), (1e7, "115.7 days"), (1e15, "3.2e+07 years")],
)
def test_durations_are_written_so_that_they_are_felt(seconds: float, words: str) -> None:
    assert compare.duration(seconds) == words


def test_show_tells_what_a_file_holds(folder: Path) -> None:
    result = call("nonogram", "show", "broken.non")
    assert result.exit_code == 0
    assert "5 rows, 5 columns, 14 cells filled (56%)" in result.stderr
    assert "warning: the rows ask for 14 cells and the columns for 13" in result.stderr
    data = json.loads(call("nonogram", "show", "letter.non", "--json").stdout)
    assert (data["title"], data["rows"], data["cols"]) == ("Letter A", 7, 6)
    assert "the file has no goal" in call("nonogram", "show", "letter.non", "--goal").stderr
    assert call("nonogram", "show", "letter.non", "-o", "a.svg").exit_code == 0
    assert (folder / "a.svg").read_text().startswith("<svg")


def test_replay_is_written_whatever_lines_find(folder: Path) -> None:
    for name, code in (("diamond", 0), ("broken", 1), ("switch", 3)):
        result = call("nonogram", "replay", f"{name}.non", "-o", f"{name}.html")
        assert result.exit_code == code, result.stderr
        assert 'class="nonogram"' in (folder / f"{name}.html").read_text()
    assert "a replay is a page" in refused("nonogram", "replay", "diamond.non", "-o", "x.gif")


# ---------------------------------------------------------------------- convert


def test_convert_between_all_formats(folder: Path) -> None:
    for suffix in ("xml", "json", "non"):
        target = folder / f"c.{suffix}"
        assert call("nonogram", "convert", "dancer.non", str(target)).exit_code == 0
        assert load_puzzle(target).hash == load_puzzle("dancer.non").hash
        assert load_puzzle(target).goal is None
    for suffix in ("txt", "png", "svg", "html", "pdf"):
        assert call("nonogram", "convert", "dancer.non", f"c.{suffix}").exit_code == 0
        assert (folder / f"c.{suffix}").stat().st_size > 100
    assert (folder / "c.html").read_text().count("<svg") == 2
    assert "exactly one solution" in (folder / "c.html").read_text()
    call("nonogram", "convert", "dancer.non", "d.html", "--no-solution")
    assert (folder / "d.html").read_text().count("<svg") == 1
    call("nonogram", "convert", "dancer.non", "g.json", "--solution")
    assert load_puzzle("g.json").goal is not None


def test_convert_keeps_bundles_whole_where_it_can(folder: Path) -> None:
    assert call("nonogram", "convert", "two.non", "two.xml", "--solution").exit_code == 0
    assert [puzzle.title for puzzle in load_puzzles("two.xml")] == ["Diamond", "Letter A"]
    assert all(puzzle.goal for puzzle in load_puzzles("two.xml"))
    message = refused("nonogram", "convert", "two.non", "two.png")
    assert "the file holds 2 puzzles: 1 Diamond, 2 Letter A" in message
    assert call("nonogram", "convert", "two.non", "a.png", "--number", "2").exit_code == 0
    assert "'x' is no number" in refused("nonogram", "convert", "two.non", "b.png", "-n", "x")


def test_convert_through_pipes() -> None:
    done = piped(
        "1 2\n1\n1\n1 1\n".replace("1 1\n", "2\n"),
        "convert",
        "-",
        "-",
        "--from",
        "nin",
        "--to",
        "non",
    )
    assert done.returncode == 0, done.stderr
    assert "width 1\nheight 2\n" in done.stdout
    assert piped("1 1\n1\n#\n1\n", "convert", "-", "-").returncode == 2
    pdf = piped("1 1\n1\n#\n1\n", "convert", "-", "-", "--to", "pdf")
    assert "a pdf file does not go to stdout" in pdf.stderr


def test_wrong_input_is_one_message_with_lines(folder: Path) -> None:
    (folder / "bad.non").write_text("width 2\nheight 2\nrows\n3\nx\ncolumns\n1\n1,a,b\n")
    message = refused("nonogram", "solve", "bad.non")
    assert "bad.non: line 3: 'rows' is followed by 1 lines of clues, and the height is 2" in message
    assert "'columns'" not in message or "line 8" in message
    assert "there is no such file" in refused("nonogram", "solve", "none.non")
    message = refused("nonogram", "solve", "cat.png")
    assert "cat.png: a picture is no puzzle yet (levelgen nonogram make cat.png)" in message
    assert "no format that can be read" in refused("nonogram", "solve", "two.non", "--from", "x")

"""Three formats that are plain lists of clues, and differ in how they tell the size.

| format | size | between rows and columns |
|---|---|---|
| Olsak's `.mk` | height and width on one line | a line with `#` |
| Wilk's `.nin` | width and height on one line | nothing |
| `.cwd` of QNonograms | height, then width, a line each | a blank line |

An empty clue is `0`; in `.mk` and `.nin` a blank line as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from levelgen.errors import Problem, PuzzleError
from levelgen.nonogram.formats.drafting import Draft, Line, numbered, settled
from levelgen.nonogram.puzzle import Puzzle

_PAIR = re.compile(r"\s*([0-9]{1,9})[\s,]+([0-9]{1,9})\s*$")
_NUMBER = re.compile(r"\s*([0-9]{1,9})\s*$")


def read_mk(text: str, source: str) -> list[Puzzle]:
    """Read an `.mk` file. Raises PuzzleError with every problem and its line."""
    draft = Draft(source)
    (height, width), body = _pair(text, draft, "height width", "mk")
    bars = [index for index, line in enumerate(body) if line.text.strip() == "#"]
    if len(bars) != 1:
        message = f"{len(bars)} lines hold a #, not one" if bars else "no line holds a #"
        hint = "it parts rows and columns; the same without it is .nin, with width before height"
        draft.complain(None, message, hint)
        return [draft.puzzle()]
    parts = {"rows": body[: bars[0]], "cols": body[bars[0] + 1 :]}
    sizes = {"rows": height, "cols": width}
    lines = {key: settled(part, sizes[key]) for key, part in parts.items()}
    if None in lines.values() and height != width:
        turned = [settled(parts["rows"], width), settled(parts["cols"], height)]
        if None not in turned:
            message = f"line 1: {height} {width} are width and height here"
            hint = "an .mk file has the height first: exchange the two numbers"
            raise PuzzleError([Problem(source, "", message, hint)])
    for key, word in (("rows", "rows"), ("cols", "columns")):
        found = lines[key]
        if found is None:
            told = sum(not line.blank for line in parts[key])
            message = f"there are clues for {told} {word}, and line 1 says {sizes[key]}"
            draft.complain(None, message)
        else:
            draft.clues(key, found)
    return [draft.puzzle()]


def read_nin(text: str, source: str) -> list[Puzzle]:
    """Read a `.nin` file. Raises PuzzleError with every problem and its line."""
    draft = Draft(source)
    (width, height), body = _pair(text, draft, "width height", "nin")
    bar = next((line for line in body if line.text.strip() == "#"), None)
    if bar is not None:
        hint = "a file with a # is .mk, with height before width: --from mk"
        draft.complain(bar.number, "a .nin file has no # between rows and columns", hint)
        return [draft.puzzle()]
    lines = settled(body, width + height)
    if lines is None:
        told = sum(not line.blank for line in body)
        message = f"there are {told} clues, and {width} columns with {height} rows need"
        draft.complain(None, f"{message} {width + height}")
        return [draft.puzzle()]
    try:
        puzzle = _split(source, lines, height)
        wrong: tuple[Problem, ...] = ()
    except PuzzleError as error:
        puzzle, wrong = None, error.problems
    if (puzzle is None or puzzle.contradictions) and _holds(source, lines, width):
        message = f"line 1: {width} {height} are height and width here"
        hint = "a .nin file has the width first: exchange the two numbers"
        raise PuzzleError([Problem(source, "", message, hint)])
    if puzzle is None:
        raise PuzzleError(wrong)
    return [puzzle]


def read_cwd(text: str, source: str) -> list[Puzzle]:
    """Read a `.cwd` file. Raises PuzzleError with every problem and its line."""
    draft = Draft(source)
    lines = numbered(text)
    while lines and lines[0].blank:
        del lines[0]
    sizes = [_NUMBER.match(line.text) for line in lines[:2]]
    if len(sizes) < 2 or not all(sizes):
        number = lines[0].number if lines else 1
        message = "this is no nonogram: height and width are expected, a line each"
        draft.complain(number, message, "crosswords have the suffix .cwd too")
        return [draft.puzzle()]
    height, width = (int(match[1]) for match in sizes if match)
    body = lines[2:]
    while body and body[-1].blank:
        body.pop()
    blanks = [index for index, line in enumerate(body) if line.blank]
    if len(blanks) != 1:
        found = f"{len(blanks)} blank lines follow" if blanks else "no blank line follows"
        hint = "exactly one parts rows and columns; an empty clue is 0"
        draft.complain(None, f"{found} the size", hint)
        return [draft.puzzle()]
    parts = (("rows", height, body[: blanks[0]]), ("columns", width, body[blanks[0] + 1 :]))
    for word, wanted, part in parts:
        if len(part) != wanted:
            draft.complain(None, f"there are clues for {len(part)} {word}, and {wanted} are told")
    if [len(part) for *_, part in parts] == [width, height] and width != height:
        draft.complain(None, "width and height look exchanged", "the height comes first")
    if draft.sound:
        draft.clues("rows", parts[0][2])
        draft.clues("cols", parts[1][2])
    return [draft.puzzle()]


def _pair(text: str, draft: Draft, words: str, suffix: str) -> tuple[tuple[int, int], list[Line]]:
    lines = numbered(text)
    while lines and lines[0].blank:
        del lines[0]
    match = _PAIR.match(lines[0].text) if lines else None
    if match is None:
        number = lines[0].number if lines else 1
        draft.complain(number, f"a .{suffix} file begins with its {words}", "such as: 10 15")
        draft.puzzle()
    assert match is not None
    return (int(match[1]), int(match[2])), lines[1:]


def _split(source: str, lines: Sequence[Line], height: int) -> Puzzle:
    draft = Draft(source)
    draft.clues("rows", lines[:height])
    draft.clues("cols", lines[height:])
    return draft.puzzle()


def _holds(source: str, lines: Sequence[Line], height: int) -> bool:
    """Tell whether the lines make sense with that many rows."""
    try:
        return height < len(lines) and not _split(source, lines, height).contradictions
    except PuzzleError:
        return False

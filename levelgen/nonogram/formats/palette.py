"""The colours that a file declares, uses without declaring, or leaves to the reader."""

from __future__ import annotations

from typing import Any

from levelgen.nonogram.clues import OPEN_CHAR
from levelgen.nonogram.puzzle import BLACK, WHITE, Color

UNDECLARED = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c")
"""For colours that a file only uses: told apart with any colour vision."""

_NAMES = {
    "#000000": "black",
    "#ffffff": "white",
    "#ff0000": "red",
    "#00ff00": "lime",
    "#008000": "green",
    "#0000ff": "blue",
    "#ffff00": "yellow",
    "#808080": "gray",
}
_SPARE = "*+%&@oxABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz0123456789"


class Palette:
    """Gives the colours of a file their numbers; a key is what stands for a colour in its clues."""

    def __init__(self) -> None:
        self._background = _plain(WHITE)
        self._default = _plain(BLACK)
        self._declared: dict[str, dict[str, Any]] = {}
        self._undeclared = 0
        # Keys in the order of their numbers; None is the colour of clues that name none.
        self._keys: list[str | None] = []

    def background(self, hex_code: str, name: str = "", char: str = "") -> None:
        """Declare the colour of blank cells."""
        self._background |= _given(hex_code, name, char)

    def default(self, hex_code: str, name: str = "", char: str = "") -> None:
        """Declare the colour of clues that name none."""
        self._default |= _given(hex_code, name, char)

    def declare(self, key: str, hex_code: str, name: str = "", char: str = "") -> None:
        """Declare a colour."""
        self._declared[key] = {"name": key, "char": key} | _given(hex_code, name, char)
        self.number(key)

    def known(self, key: str) -> bool:
        """Tell whether a colour is declared."""
        return key in self._declared

    def number(self, key: str | None = None) -> int:
        """Give the number of a colour; None is the default. Unknown colours are made up."""
        if key is not None and key not in self._declared:
            color = UNDECLARED[self._undeclared % len(UNDECLARED)]
            self._undeclared += 1
            self._declared[key] = {"name": key, "char": key, "hex": color}
        if key not in self._keys:
            self._keys.append(key)
        return self._keys.index(key) + 1

    def colors(self) -> list[dict[str, Any]]:
        """List the colours as a puzzle wants them: names and characters that differ."""
        found = [self._background]
        found += [
            self._default if key is None else self._declared[key] for key in self._keys or [None]
        ]
        names: set[str] = set()
        chars = {OPEN_CHAR}
        wanted = {color["char"] for color in found}
        listed = []
        for color in found:
            name, char = color["name"], color["char"]
            if len(char) != 1 or char in chars or not char.isprintable() or char.isspace():
                spare = [color["name"][:1], *_SPARE, *map(chr, range(0xA1, 0x1000))]
                char = next(sign for sign in spare if sign not in chars | wanted and sign.strip())
            while name in names:
                name += "'"
            names.add(name)
            chars.add(char)
            listed.append({"name": name, "hex": color["hex"], "char": char})
        return listed


def named(hex_code: str, otherwise: str) -> str:
    """Name a colour."""
    return _NAMES.get(hex_code.lower(), otherwise)


def hex_of(text: str) -> str | None:
    """Read `fff`, `ffffff`, either with a `#`, or a name of the web; None for anything else."""
    from PIL import ImageColor

    bare = text.strip().removeprefix("#")
    if len(bare) in (3, 6) and all(sign in "0123456789abcdefABCDEF" for sign in bare):
        whole = bare if len(bare) == 6 else "".join(2 * sign for sign in bare)
        return f"#{whole.lower()}"
    try:
        red, green, blue = ImageColor.getrgb(text.strip())[:3]
    except ValueError:
        return None
    return f"#{red:02x}{green:02x}{blue:02x}"


def _plain(color: Color) -> dict[str, Any]:
    return {"name": color.name, "hex": color.hex, "char": color.char}


def _given(hex_code: str, name: str, char: str) -> dict[str, Any]:
    given = {"hex": hex_code, "name": name, "char": char}
    return {key: value for key, value in given.items() if value}

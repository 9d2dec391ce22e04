"""WFC tilesets of Gumin's "WaveFunctionCollapse" (XML): symmetry letters, weights, subsets.

A file names each tile once, with a letter that looks like the tile under turning and mirroring,
and lists pairs `left`, `right`. Every pair stands for its eight images: the pair as a whole turned
and mirrored. Here each variant becomes a tile of its own: `road` is variant 0, `road.1` the same
picture a quarter turn counterclockwise, and so on. A tile with several variants gives them its
name as a tag, so that presets can speak of `road` as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import PurePath
from typing import Any
from xml.parsers import expat

from levelgen.errors import Problem, TilesetError, did_you_mean
from levelgen.formats.appearance import Glyphs, distinct_color, glyph_pool
from levelgen.formats.pairs import statements
from levelgen.schema.tileset import Tileset

MAX_WEIGHT = 1_000_000


@dataclass(frozen=True)
class Symmetry:
    """What becomes of each variant of a tile when the board is turned or mirrored."""

    turned: tuple[int, ...]
    """The variant that a quarter turn counterclockwise makes of each."""
    mirrored: tuple[int, ...]
    """The variant that a left-right mirror makes of each."""

    def images(self, variant: int) -> tuple[int, ...]:
        """Give the eight images: turned 0 to 3 times, then the same mirrored afterwards."""
        turned = [variant]
        for _ in range(3):
            turned.append(self.turned[turned[-1]])
        return (*turned, *(self.mirrored[image] for image in turned))


_ALL_EIGHT = Symmetry((1, 2, 3, 0, 7, 4, 5, 6), (4, 5, 6, 7, 0, 1, 2, 3))
SYMMETRIES = {
    "X": Symmetry((0,), (0,)),
    "I": Symmetry((1, 0), (0, 1)),
    "\\": Symmetry((1, 0), (1, 0)),
    "T": Symmetry((1, 2, 3, 0), (0, 3, 2, 1)),
    "L": Symmetry((1, 2, 3, 0), (1, 0, 3, 2)),
    "F": _ALL_EIGHT,
    # Other programs' letters for a tile without any symmetry.
    "N": _ALL_EIGHT,
    "P": _ALL_EIGHT,
}

# Signs that turn as the variants do: each family is one tile, in the order of the variants.
_FAMILIES: dict[str, tuple[str, ...]] = {
    "I": ("│─", "║═", "┃━", "┆┄", "┇┅", "┊┈", "┋┉", "╎╌", "╏╍"),
    "\\": ("╲╱", "\\/"),
    "L": ("└┘┐┌", "╚╝╗╔", "┗┛┓┏", "╰╯╮╭", "◣◢◥◤", "▙▟▜▛", "▖▗▝▘", "◺◿◹◸"),
    "T": ("┬├┴┤", "╦╠╩╣", "┳┣┻┫", "╤╟╧╢", "╥╞╨╡", "┯┠┷┨", "┰┝┸┥"),
}

_ATTRIBUTES = {
    # Older files give the size of the pictures; whether each variant has a picture is `unique`.
    "set": ("unique", "size"),
    "tile": ("name", "symmetry", "weight"),
    "neighbor": ("left", "right"),
    "subset": ("name",),
}
_CHILDREN = {
    "set": ("tiles", "neighbors", "subsets"),
    "tiles": ("tile",),
    "neighbors": ("neighbor",),
    "subsets": ("subset",),
    "subset": ("tile",),
}
_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]{1,3})?|\.[0-9]+([eE][+-]?[0-9]{1,3})?")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


@dataclass(frozen=True)
class _Element:
    """An XML element and the line it starts on."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[_Element] = field(default_factory=list)


@dataclass(frozen=True)
class _Tile:
    """A tile as the file names it; its variants are numbered from `first` in the whole set."""

    name: str
    letter: str
    weight: Decimal
    first: int

    @property
    def symmetry(self) -> Symmetry:
        return SYMMETRIES[self.letter]

    @property
    def count(self) -> int:
        return len(self.symmetry.turned)

    def id(self, variant: int) -> str:
        return f"{self.name}.{variant}" if variant else self.name


def read_mxgmn(data: bytes, source: str, subset: str | None = None) -> Tileset:
    """Turn an XML tileset, or one of its subsets, into a levelgen tileset.

    The set takes its name from the file in `source` and from the subset. The adjacency is exact:
    what the pairs say, closed under their eight images, and nothing else. Each variant has the
    full weight. Neighbours outside a subset are left out. Raises TilesetError with every problem
    and its line: a tile that is not defined, an unknown letter or subset, text that is not XML. A
    file with a DOCTYPE is refused, because entities can grow without bound.
    """
    reader = _Reader(source)
    root = _parse(data, source)
    if root.tag != "set":
        reader.complain(root, f"the root is <{root.tag}>", "a tileset is a <set>")
        reader.done()
    reader.check_shape(root)
    sections = {child.tag: child for child in reversed(root.children)}
    tiles = reader.tiles(sections.get("tiles"))
    pairs = reader.pairs(sections.get("neighbors"), tiles)
    subsets = reader.subsets(sections.get("subsets"), tiles)
    if not tiles:
        reader.complain(root, "there is no tile", "<tiles> with at least one <tile>")
    elif "neighbors" not in sections or not sections["neighbors"].children:
        reader.complain(root, "there is no neighbour", "<neighbors> with at least one <neighbor>")
    if subset is not None and subset not in subsets:
        reader.complain(None, f"there is no subset {subset!r}", did_you_mean(subset, subsets))
    reader.done()
    kept = list(tiles.values())
    if subset is not None:
        kept = [tile for tile in kept if tile.name in subsets[subset]]
    numbers = {number for tile in kept for number in range(tile.first, tile.first + tile.count)}
    used = [pair for pair in pairs if numbers.issuperset(pair)]
    stem = PurePath(source).stem
    return Tileset.read(
        {
            "name": _word(stem if subset is None else f"{stem}-{subset}"),
            "description": _description(kept, stem, subset, subsets),
            "tiles": _tile_data(kept, list(tiles.values()), reader),
            "adjacency": {"default": "forbid", "allow": _closed(list(tiles.values()), used)},
        },
        source,
    )


def _parse(data: bytes, source: str) -> _Element:
    """Read the elements with their lines. Raises TilesetError."""
    parser = expat.ParserCreate()
    top = _Element("", {}, 0)
    open_elements = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = _Element(tag, attributes, parser.CurrentLineNumber)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def refuse(*_: Any) -> None:
        message = f"line {parser.CurrentLineNumber}: a DOCTYPE is not accepted"
        raise TilesetError([Problem(source, "", message, "remove it; a tileset needs none")])

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_elements.pop()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as cause:
        # ValueError and LookupError come from an encoding that Python does not know.
        words = expat.errors.messages.get(getattr(cause, "code", 0), str(cause))
        place = f"line {parser.ErrorLineNumber}, column {parser.ErrorColumnNumber + 1}"
        raise TilesetError([Problem(source, "", f"{place}: this is not XML: {words}")]) from None
    return top.children[0]


class _Reader:
    """Reads the sections of a file and collects what is wrong with them."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._wrong: list[Problem] = []

    def complain(self, element: _Element | None, message: str, hint: str = "") -> None:
        """Note one problem at an element."""
        place = f"line {element.line}: " if element is not None else ""
        self._wrong.append(Problem(self.source, "", place + message, hint))

    def done(self) -> None:
        """Raise TilesetError when anything was wrong."""
        if self._wrong:
            raise TilesetError(self._wrong)

    def check_shape(self, element: _Element, *, attributes: bool = True) -> None:
        """Complain about elements and attributes that mean nothing here."""
        known = _ATTRIBUTES.get(element.tag, ())
        for name in element.attributes if attributes else ():
            if name not in known:
                hint = did_you_mean(name, known)
                self.complain(element, f"<{element.tag}> has no attribute {name!r}", hint)
        seen: set[str] = set()
        for child in element.children:
            allowed = _CHILDREN.get(element.tag, ())
            if child.tag not in allowed:
                hint = did_you_mean(child.tag, allowed)
                self.complain(child, f"<{child.tag}> means nothing in <{element.tag}>", hint)
                continue
            if element.tag == "set" and child.tag in seen:
                self.complain(child, f"<{child.tag}> is there twice", "once is enough")
            seen.add(child.tag)
            # The tiles of a subset are named only; what else they carry has no effect.
            self.check_shape(child, attributes=element.tag != "subset")

    def tiles(self, section: _Element | None) -> dict[str, _Tile]:
        """Read the tiles by name."""
        found: dict[str, _Tile] = {}
        lines: dict[str, int] = {}
        first = 0
        for element in section.children if section else ():
            name = self._attribute(element, "name")
            letter = element.attributes.get("symmetry", "X")
            weight = self._weight(element)
            if letter not in SYMMETRIES:
                hint = f"one of {' '.join(SYMMETRIES)}"
                self.complain(element, f"unknown symmetry {letter!r}", hint)
                letter = "X"
            if name is None:
                continue
            if not _NAME.fullmatch(name):
                hint = "letters, digits, '_', '-' and '.', no blanks"
                self.complain(element, f"{name!r} is not a usable name", hint)
            if name in lines:
                message = f"the tile {name!r} is defined on line {lines[name]} already"
                self.complain(element, message, "names are unique")
                continue
            lines[name] = element.line
            found[name] = _Tile(name, letter, weight, first)
            first += found[name].count
        self._namesakes(found, lines)
        return found

    def pairs(self, section: _Element | None, tiles: dict[str, _Tile]) -> list[tuple[int, int]]:
        """Read the pairs (left, right) as numbers of variants in the whole set."""
        found = []
        for element in section.children if section else ():
            ends = [self._variant(element, side, tiles) for side in ("left", "right")]
            if ends[0] is not None and ends[1] is not None:
                found.append((ends[0], ends[1]))
        return found

    def subsets(
        self, section: _Element | None, tiles: dict[str, _Tile]
    ) -> dict[str, frozenset[str]]:
        """Read the subsets: the names of their tiles."""
        found: dict[str, frozenset[str]] = {}
        for element in section.children if section else ():
            name = self._attribute(element, "name")
            names = [self._attribute(child, "name") for child in element.children]
            for child, tile in zip(element.children, names, strict=True):
                if tile is not None and tile not in tiles:
                    self.complain(child, f"there is no tile {tile!r}", did_you_mean(tile, tiles))
            if not names:
                self.complain(element, f"the subset {name!r} is empty", "name a tile in it")
            if name in found:
                self.complain(element, f"the subset {name!r} is defined twice", "once is enough")
            elif name is not None:
                found[name] = frozenset(tile for tile in names if tile is not None)
        return found

    def _namesakes(self, tiles: dict[str, _Tile], lines: dict[str, int]) -> None:
        """Complain about tiles whose names are those of another tile's variants."""
        for tile in tiles.values():
            for name in map(tile.id, range(1, tile.count)):
                if name in tiles:
                    message = f"{name!r} is the name of a variant of {tile.name!r}"
                    self.complain(None, f"line {lines[name]}: {message}", "rename one of them")

    def _attribute(self, element: _Element, name: str) -> str | None:
        value = element.attributes.get(name)
        if not value:
            self.complain(element, f"<{element.tag}> lacks {name!r}")
            return None
        return value

    def _weight(self, element: _Element) -> Decimal:
        text = element.attributes.get("weight", "1").strip()
        if _NUMBER.fullmatch(text) and Decimal(text) <= MAX_WEIGHT:
            return Decimal(text)
        hint = f"a number from 0 to {MAX_WEIGHT}"
        self.complain(element, f"{text!r} is not a weight", hint)
        return Decimal(1)

    def _variant(self, element: _Element, side: str, tiles: dict[str, _Tile]) -> int | None:
        text = self._attribute(element, side)
        if text is None:
            return None
        name, *rest = text.split() or [""]
        if name not in tiles:
            message = f"{side} names no tile: {name!r}"
            self.complain(element, message, did_you_mean(name, tiles))
            return None
        number = rest[0] if rest else "0"
        if len(rest) > 1 or number not in "01234567" or len(number) != 1:
            hint = "a tile, or a tile and a number from 0 to 7"
            self.complain(element, f"{side} is {text!r}", hint)
            return None
        # The number is an image of variant 0, so "wall 3" of a tile with two variants is "wall 1".
        tile = tiles[name]
        return tile.first + tile.symmetry.images(0)[int(number)]


def _closed(tiles: Sequence[_Tile], pairs: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    """Give the statements of all pairs and their eight images."""
    names = [tile.id(variant) for tile in tiles for variant in range(tile.count)]
    images = [
        tuple(tile.first + image for image in tile.symmetry.images(variant))
        for tile in tiles
        for variant in range(tile.count)
    ]
    east: dict[int, set[int]] = {}
    south: dict[int, set[int]] = {}
    for left, right in pairs:
        for image in range(8):
            one, other = images[left][image], images[right][image]
            turns = image % 4
            # Where the right tile ends up seen from the left one: E, N, W, S after 0 to 3 turns;
            # a mirror swaps E and W.
            if turns in (1, 3):
                above, below = (other, one) if turns == 1 else (one, other)
                south.setdefault(above, set()).add(below)
            else:
                swapped = (turns == 2) != (image > 3)
                here, there = (other, one) if swapped else (one, other)
                east.setdefault(here, set()).add(there)
    return statements(names, east, south)


def _tile_data(
    kept: Sequence[_Tile], tiles: Sequence[_Tile], reader: _Reader
) -> list[dict[str, Any]]:
    """Give one tile for each variant; glyphs and colours do not depend on the subset."""
    glyphs = Glyphs()
    scale = _weight_scale(kept)
    chosen = {tile.name for tile in kept}
    found = []
    for number, tile in enumerate(tiles):
        family = glyphs.family(_FAMILIES.get(tile.letter, ()))
        for variant in range(tile.count):
            try:
                glyph = family[variant] if family else glyphs.take(_initials(tile.name))
            except LookupError:
                most = len(glyph_pool())
                reader.complain(None, f"there are more than {most} variants", f"at most {most}")
                reader.done()
            if tile.name in chosen:
                found.append(
                    {
                        "id": tile.id(variant),
                        "glyph": glyph,
                        "color": distinct_color(number),
                        # What is finer than the compiled weights still is not nothing.
                        "weight": max(float(tile.weight * scale), 0.001) if tile.weight else 0,
                        "tags": [tile.name] if tile.count > 1 else [],
                    }
                )
    return found


def _initials(name: str) -> Iterator[str]:
    letters = [sign for sign in name if sign.isalpha()]
    yield from letters
    yield from (sign.swapcase() for sign in letters)


def _weight_scale(tiles: Sequence[_Tile]) -> int:
    """Give the power of ten that keeps the ratios of weights with more than three decimals.

    Compiled weights have three decimals; only the ratios of weights matter.
    """
    positive = [tile.weight.normalize() for tile in tiles if tile.weight]
    exponents = [int(weight.as_tuple().exponent) for weight in positive]
    scale = 1
    for _ in range(max((-exponent for exponent in exponents), default=0) - 3):
        if max(positive) * scale * 10 > MAX_WEIGHT:
            break
        scale *= 10
    return scale


def _description(
    tiles: Sequence[_Tile], stem: str, subset: str | None, subsets: dict[str, frozenset[str]]
) -> str:
    count = sum(tile.count for tile in tiles)
    part = f"subset {subset!r} of {stem!r}" if subset is not None else f"{stem!r}"
    more = f" Subsets: {', '.join(subsets)}." if subset is None and subsets else ""
    return f"The mxgmn tileset {part}: {len(tiles)} tiles, {count} variants.{more}"


def _word(text: str) -> str:
    """Make a usable name of any text."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", text).strip("-._") or "tileset"

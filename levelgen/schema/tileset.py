"""The tileset: which tiles there are, what may stand beside what, which objects stand on them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from levelgen.errors import InputError, TilesetError, did_you_mean
from levelgen.schema.declaring import AfterValidator, Field, complaint
from levelgen.schema.document import Document, Finding, Strict

Direction = Literal["N", "E", "S", "W"]
DIRECTIONS: tuple[Direction, ...] = ("N", "E", "S", "W")

_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


def _color(value: str) -> str:
    if not _COLOR.fullmatch(value):
        raise complaint(f"{value!r} is not a colour", 'write it as "#rrggbb"')
    return value.lower()


def _word(value: str) -> str:
    if not _WORD.fullmatch(value):
        raise complaint(
            f"{value!r} is not a usable name", "letters, digits, '_', '-' and '.', no blanks"
        )
    return value


def _weight(value: float) -> float:
    if not 0 <= value <= 1_000_000:
        raise complaint(f"the weight {value:g} is out of range", "a number from 0 to 1000000")
    return value


# The checks are functions, for their messages; editors learn the same bounds from the JSON Schema.
Color = Annotated[
    str,
    AfterValidator(_color),
    Field(json_schema={"pattern": "^#[0-9a-fA-F]{6}$"}),
]
Word = Annotated[
    str,
    AfterValidator(_word),
    Field(json_schema={"pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]*$"}),
]
Weight = Annotated[
    float,
    AfterValidator(_weight),
    Field(finite=True, json_schema={"minimum": 0, "maximum": 1_000_000}),
]


class Tile(Strict):
    """One tile of a tileset."""

    id: Word
    glyph: str = Field(
        description="One character, or one for each variant in the order of the variants."
    )
    color: Color
    weight: Weight = Field(default=1.0, description="How often it is sampled; 0: only by pins.")
    tags: tuple[Word, ...] = ()
    image: str | None = Field(default=None, description="A picture file, for exporters.")
    rotations: Literal[1, 2, 4] = Field(
        default=1, description="Variants by quarter turns clockwise: id, id@90, id@180, id@270."
    )
    mirror: bool = Field(
        default=False, description="Also the left-right mirrored variants: id@m, id@m90, ..."
    )
    edges: tuple[Word, Word, Word, Word] | Word | None = Field(
        default=None, description="Labels of the sides N, E, S, W; one label stands for all four."
    )


class Statement(Strict):
    """`neighbours` may (or may not) stand next to `tiles` in a direction; implies its opposite."""

    tiles: tuple[str, ...] = Field(min_length=1)
    direction: Direction | None = Field(
        default=None, description="Where the neighbours are, seen from the tiles; none: all four."
    )
    neighbours: tuple[str, ...] = Field(min_length=1)


class Adjacency(Strict):
    """Which tiles may be neighbours: `default`, plus `neighbours` and `allow`, minus `forbid`."""

    default: Literal["allow", "forbid", "edges"] = "forbid"
    neighbours: dict[str, tuple[str, ...]] = Field(
        default_factory=dict, description="Undirected shorthand: each pair is allowed on all sides."
    )
    allow: tuple[Statement, ...] = ()
    forbid: tuple[Statement, ...] = ()


class Windows(Strict):
    """Sample maps: every window of a level must be one of theirs (the overlapping model)."""

    rows: int = Field(ge=1, description="Height of a window.")
    cols: int = Field(ge=1, description="Width of a window.")
    symmetries: int = Field(
        default=1,
        ge=1,
        le=8,
        description="How many of: as it is, mirrored, turned, turned and mirrored, and so on.",
    )
    periodic: bool = Field(
        default=False, description="Whether the samples go on at the opposite border."
    )
    ground: bool = Field(
        default=False, description="Whether their lower border is the lower border of a level."
    )
    samples: tuple[tuple[tuple[str | None, ...], ...], ...] = Field(
        min_length=1, description="Maps: rows of tile ids from the top, null where no cell is."
    )


class ObjectKind(Strict):
    """A kind of object that stands on cells and never changes the tile."""

    glyph: str
    color: Color
    on: tuple[Word, ...] = Field(min_length=1, description="Tags or tile ids it may stand on.")


@dataclass(frozen=True)
class Variant:
    """A tile as it lies on the board: mirrored left-right first, then turned clockwise."""

    id: str
    base: int
    turns: int
    mirrored: bool
    glyph: str


class Tileset(Document):
    """A tileset file, `levelgen-tileset/1`."""

    error: ClassVar[type[InputError]] = TilesetError

    format: Literal["levelgen-tileset/1"] = "levelgen-tileset/1"
    schema_: str | None = Field(default=None, key="$schema", exclude=True)
    name: Word
    description: str = ""
    tiles: tuple[Tile, ...] = Field(min_length=1)
    adjacency: Adjacency = Field(default_factory=Adjacency)
    links: tuple[Word, ...] | None = Field(
        default=None, description="Edge labels through which walkable neighbours connect."
    )
    objects: dict[Word, ObjectKind] = Field(default_factory=dict)
    windows: Windows | None = Field(
        default=None, description="Sample maps, for levels that look like them window by window."
    )

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """All tiles as they may lie on the board; their order gives the integers of a grid."""
        return tuple(
            Variant(name, index, turns, mirrored, glyph)
            for index, tile in enumerate(self.tiles)
            for (name, turns, mirrored), glyph in zip(
                _variant_names(tile.id, tile.rotations, tile.mirror),
                _variant_glyphs(tile.glyph, tile.rotations * (1 + tile.mirror)),
                strict=True,
            )
        )

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Variant ids in grid order."""
        return tuple(variant.id for variant in self.variants)

    @cached_property
    def index(self) -> dict[str, int]:
        """The grid integer of each variant id."""
        return {name: number for number, name in enumerate(self.ids)}

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """All tags, in order of first use."""
        return tuple(dict.fromkeys(tag for tile in self.tiles for tag in tile.tags))

    def matching(self, names: Iterable[str]) -> frozenset[int]:
        """Give the grid integers of the tiles that have any of the names (tag, tile or variant).

        A word that is both a tag and a tile id means the tag. Raises KeyError for an unknown name.
        """
        asked = tuple(names)
        found = self._matched.get(asked)
        if found is None:
            found = self._matched[asked] = self._matching(asked)
        return found

    @cached_property
    def _matched(self) -> dict[tuple[str, ...], frozenset[int]]:
        return {}

    def _matching(self, names: tuple[str, ...]) -> frozenset[int]:
        found: set[int] = set()
        for name in names:
            if name in self.tags:
                found.update(
                    number
                    for number, variant in enumerate(self.variants)
                    if name in self.tiles[variant.base].tags
                )
            else:
                found.update(self.tiles_named(name))
        return frozenset(found)

    def tiles_named(self, name: str) -> tuple[int, ...]:
        """Give the grid integers of a variant id, or of all variants of a base id.

        Raises KeyError for an unknown id.
        """
        bases = [
            number
            for number, variant in enumerate(self.variants)
            if self.tiles[variant.base].id == name
        ]
        if bases:
            return tuple(bases)
        return (self.index[name],)

    def mirror_images(self, axis: Literal["vertical", "horizontal"]) -> tuple[int | None, ...]:
        """Give the grid integer of each variant's mirror image, None where it is not known.

        `vertical` swaps left and right, `horizontal` top and bottom. A tile with `mirror` has its
        mirrored variants; of others the edges tell which variant it is; a tile without edges that
        does not turn is its own image.
        """
        found = []
        for number, variant in enumerate(self.variants):
            tile = self.tiles[variant.base]
            same = [other for other in self.variants if other.base == variant.base]
            first = number - same.index(variant)
            half = 0 if axis == "vertical" else 2
            if tile.mirror:
                # Turning and then mirroring is mirroring and then turning the other way.
                turns = (half - variant.turns) % tile.rotations
                fits = [o for o in same if o.turns == turns and o.mirrored != variant.mirrored]
            elif isinstance(tile.edges, tuple):
                north, east, south, west = self._sides(variant)
                image = (north, west, south, east) if half == 0 else (south, east, north, west)
                fits = [other for other in same if self._sides(other) == image]
            else:
                fits = same if tile.rotations == 1 else []
            found.append(first + same.index(fits[0]) if len(fits) == 1 else None)
        return tuple(found)

    def _sides(self, variant: Variant) -> tuple[str, ...]:
        """Give the edge labels N, E, S, W of a variant that is turned but not mirrored."""
        edges = self.tiles[variant.base].edges or ()
        return (*edges[len(edges) - variant.turns :], *edges[: len(edges) - variant.turns])

    def knows(self, name: str) -> bool:
        """Say whether a name is a tag, tile id or variant id here."""
        return name in self.tags or self.has_tile(name)

    def has_tile(self, name: str) -> bool:
        """Say whether a name is a tile id or variant id here."""
        return name in self.index or any(tile.id == name for tile in self.tiles)

    @classmethod
    def findings(cls, data: dict[str, Any]) -> Iterator[Finding]:
        """Yield what is wrong between the fields of a tileset."""
        tiles = [
            (index, tile)
            for index, tile in enumerate(_list(data, "tiles"))
            if isinstance(tile, dict)
        ]
        yield from _tile_findings(tiles)
        names = _known_names(tiles)
        yield from _rule_findings(_dict(data, "adjacency"), names, tiles)
        yield from _link_findings(data, tiles)
        yield from _object_findings(_dict(data, "objects"), tiles)
        yield from _window_findings(_dict(data, "windows"), names)


def _list(data: dict[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    return value if isinstance(value, list) else []


def _dict(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _variant_names(name: str, rotations: int, mirror: bool) -> Iterator[tuple[str, int, bool]]:
    for mirrored in (False, True) if mirror else (False,):
        for turns in range(rotations):
            suffix = ("m" if mirrored else "") + (str(turns * 90) if turns else "")
            yield (f"{name}@{suffix}" if suffix else name), turns, mirrored


def _variant_glyphs(glyph: str, count: int) -> tuple[str, ...]:
    return tuple(glyph) if len(glyph) == count else (glyph,) * count


def _variant_count(tile: dict[str, Any]) -> int:
    rotations = tile.get("rotations", 1)
    return (rotations if rotations in (1, 2, 4) else 1) * (2 if tile.get("mirror") is True else 1)


def _known_names(tiles: list[tuple[int, dict[str, Any]]]) -> set[str]:
    names: set[str] = set()
    for _, tile in tiles:
        if isinstance(tile.get("id"), str):
            count = _variant_count(tile)
            mirror = tile.get("mirror") is True
            rotations = count // 2 if mirror else count
            names.update(name for name, _, _ in _variant_names(tile["id"], rotations, mirror))
    return names


def glyph_problem(glyph: str, allowed: int = 1) -> tuple[str, str] | None:
    """Say what is wrong with a glyph (message, hint), or None when it prints in one column."""
    if len(glyph) not in (1, allowed):
        many = f" or {allowed} (one for each variant)" if allowed > 1 else ""
        return f"the glyph {glyph!r} has {len(glyph)} characters", f"exactly one{many}"
    for character in glyph:
        wide = unicodedata.east_asian_width(character) in "WF"
        unseen = character.isspace() or not character.isprintable()
        if unseen or unicodedata.combining(character) or wide:
            return f"the glyph {character!r} does not fill one column", "one visible character"
    return None


def _tile_findings(tiles: list[tuple[int, dict[str, Any]]]) -> Iterator[Finding]:
    ids: dict[str, int] = {}
    glyphs: dict[str, int] = {}
    weights = []
    for index, tile in tiles:
        name = tile.get("id")
        if isinstance(name, str):
            if name in ids:
                message = f"the id {name!r} is taken by /tiles/{ids[name]}"
                yield Finding(("tiles", index, "id"), message, "ids are unique")
            ids.setdefault(name, index)
        glyph = tile.get("glyph")
        if isinstance(glyph, str):
            problem = glyph_problem(glyph, _variant_count(tile))
            if problem:
                yield Finding(("tiles", index, "glyph"), *problem)
            else:
                for character in dict.fromkeys(glyph):
                    if character in glyphs:
                        message = f"the glyph {character!r} is taken by /tiles/{glyphs[character]}"
                        yield Finding(("tiles", index, "glyph"), message, "glyphs are unique")
                    glyphs.setdefault(character, index)
        weight = tile.get("weight", 1)
        weights.append(weight if isinstance(weight, int | float) else 1)
    if weights and not any(weight > 0 for weight in weights):
        yield Finding(("tiles",), "every weight is 0", "at least one tile needs a positive weight")


def _rule_findings(
    rules: dict[str, Any], names: set[str], tiles: list[tuple[int, dict[str, Any]]]
) -> Iterator[Finding]:
    for key, others in _dict(rules, "neighbours").items():
        place: tuple[str | int, ...] = ("adjacency", "neighbours", key)
        if key not in names:
            yield Finding(place, f"unknown tile {key!r}", did_you_mean(key, names))
        if isinstance(others, list):
            yield from _unknown_tiles(others, place, names)
    for field in ("allow", "forbid"):
        for index, statement in enumerate(_list(rules, field)):
            if isinstance(statement, dict):
                for side in ("tiles", "neighbours"):
                    place = ("adjacency", field, index, side)
                    yield from _unknown_tiles(_list(statement, side), place, names)
    if rules.get("default") == "edges":
        for index, tile in tiles:
            if tile.get("edges") is None:
                message = "'edges' is missing, and adjacency goes by edges"
                yield Finding(("tiles", index), message, "labels of the sides N, E, S, W")


def _unknown_tiles(
    listed: list[Any], place: tuple[str | int, ...], names: set[str]
) -> Iterator[Finding]:
    for position, name in enumerate(listed):
        if isinstance(name, str) and name not in names:
            yield Finding((*place, position), f"unknown tile {name!r}", did_you_mean(name, names))


def _link_findings(
    data: dict[str, Any], tiles: list[tuple[int, dict[str, Any]]]
) -> Iterator[Finding]:
    labels: set[str] = set()
    for _, tile in tiles:
        edges = tile.get("edges")
        sides = edges if isinstance(edges, list) else [edges]
        labels.update(label for label in sides if isinstance(label, str))
    for index, label in enumerate(_list(data, "links")):
        if isinstance(label, str) and label not in labels:
            message = f"no tile has the edge label {label!r}"
            yield Finding(("links", index), message, did_you_mean(label, labels))


def _object_findings(
    objects: dict[str, Any], tiles: list[tuple[int, dict[str, Any]]]
) -> Iterator[Finding]:
    known = _known_names(tiles)
    glyphs: dict[str, str] = {}
    for index, tile in tiles:
        known.update(tag for tag in _list(tile, "tags") if isinstance(tag, str))
        if isinstance(tile.get("glyph"), str):
            for character in tile["glyph"]:
                glyphs.setdefault(character, f"/tiles/{index}")
    for kind, body in objects.items():
        if not isinstance(body, dict):
            continue
        for position, name in enumerate(_list(body, "on")):
            if isinstance(name, str) and name not in known:
                message = f"no tile has the tag {name!r}"
                yield Finding(("objects", kind, "on", position), message, did_you_mean(name, known))
        glyph = body.get("glyph")
        if isinstance(glyph, str):
            problem = glyph_problem(glyph)
            if problem:
                yield Finding(("objects", kind, "glyph"), *problem)
            elif glyph in glyphs:
                message = f"the glyph {glyph!r} is taken by {glyphs[glyph]}"
                yield Finding(("objects", kind, "glyph"), message, "glyphs are unique")
            glyphs.setdefault(glyph, f"/objects/{kind}")


def _window_findings(windows: dict[str, Any], names: set[str]) -> Iterator[Finding]:
    height, width = windows.get("rows"), windows.get("cols")
    if not isinstance(height, int) or not isinstance(width, int):
        return
    turned = windows.get("symmetries", 1) not in (1, 2)
    for number, sample in enumerate(_list(windows, "samples")):
        place: tuple[str | int, ...] = ("windows", "samples", number)
        lines = [line for line in sample if isinstance(line, list)] if _is_list(sample) else []
        lengths = {len(line) for line in lines}
        if len(lengths) > 1:
            yield Finding(place, "the rows have different lengths", "as many cells in each row")
            continue
        sizes = [(len(lines), max(lengths, default=0))]
        for size in [*sizes, *((cols, rows) for rows, cols in sizes if turned)]:
            if size[0] < height or size[1] < width:
                message = f"a sample of {size[0]}x{size[1]} has no window of {height}x{width}"
                yield Finding(place, message, "a smaller window, or fewer symmetries")
                break
        for row, line in enumerate(lines):
            present = [name for name in line if name is not None]
            yield from _unknown_tiles(present, (*place, row), names)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)

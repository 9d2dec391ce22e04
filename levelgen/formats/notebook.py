"""The tileset format of the classroom notebooks: integer ids, a 0/1 matrix, weights by id."""

from __future__ import annotations

from typing import Any

from levelgen.errors import Problem, TilesetError, did_you_mean
from levelgen.schema.document import pointer
from levelgen.schema.tileset import Tileset

FLOOR_NAMES = frozenset({"floor", "cave", "grass", "open", "path"})
WALKABLE_NAMES = frozenset({"door", "stairs"})
OBJECTS = {
    "enemy": {"glyph": "e", "color": "#d7263d", "on": ["floor"]},
    "key": {"glyph": "k", "color": "#f4b400", "on": ["floor"]},
    "chest": {"glyph": "c", "color": "#a65e2e", "on": ["floor"]},
}
_SPARE_GLYPHS = "eEkKcC!$%&*?123456789"
_TILE_KEYS = {"id", "name", "char", "color"}
_KEYS = {"name", "description", "tiles", "adjacency", "weights"}


def is_notebook(data: Any) -> bool:
    """Say whether plain JSON data looks like a notebook tileset."""
    if not isinstance(data, dict) or "format" in data:
        return False
    rules = data.get("adjacency")
    return isinstance(rules, dict) and "rules" in rules


def read_notebook(data: dict[str, Any], source: str) -> Tileset:
    """Turn a notebook tileset into a levelgen tileset.

    Tags come from the names: floor, cave, grass, open and path are floor and walkable, door and
    stairs are walkable, the rest is solid. Objects are enemy, key and chest, on floor. A blank
    `char` becomes a middle dot, because a blank cannot be seen. Raises TilesetError with every
    problem; a pair allowed one way only is named.
    """
    wrong: list[Problem] = []

    def complain(place: tuple[str | int, ...], message: str, hint: str = "") -> None:
        wrong.append(Problem(source, pointer(place), message, hint))

    for key in data:
        if key not in _KEYS:
            complain((key,), f"unknown key {key!r}", did_you_mean(key, _KEYS))
    names = _names(data.get("tiles"), complain)
    matrix = _matrix(data["adjacency"]["rules"], names, complain)
    for a in names:
        for b in names:
            if a < b and matrix.get(a, {}).get(b, 0) != matrix.get(b, {}).get(a, 0):
                one, other = (a, b) if matrix.get(a, {}).get(b) else (b, a)
                complain(
                    ("adjacency", "rules", str(one)),
                    f"{names[one]!r} allows {names[other]!r}, but {names[other]!r} does not allow "
                    f"{names[one]!r}",
                    "the matrix is symmetric",
                )
    weights = _weights(data.get("weights", {}), names, complain)
    if wrong:
        raise TilesetError(wrong)
    taken = {str(tile["char"]) for tile in data["tiles"]}
    objects = {}
    for kind, body in OBJECTS.items():
        glyph = next(g for g in str(body["glyph"]) + _SPARE_GLYPHS if g not in taken)
        taken.add(glyph)
        objects[kind] = {**body, "glyph": glyph}
    has_floor = any(name.lower() in FLOOR_NAMES for name in names.values())
    return Tileset.read(
        {
            "name": data.get("name", "notebook"),
            "description": data.get("description", ""),
            "tiles": [
                {
                    "id": names[tile["id"]],
                    "glyph": "·" if str(tile["char"]).isspace() else tile["char"],
                    "color": tile.get("color", "#888888"),
                    "weight": weights.get(tile["id"], 1),
                    "tags": tags_of(names[tile["id"]]),
                }
                for tile in data["tiles"]
            ],
            "adjacency": {
                "default": "forbid",
                "neighbours": {
                    names[a]: [names[b] for b in names if matrix[a].get(b)] for a in names
                },
            },
            "objects": objects if has_floor else {},
        },
        source,
    )


def tags_of(name: str) -> list[str]:
    """Give the tags that a notebook tile name stands for."""
    word = name.lower()
    if word in FLOOR_NAMES:
        return ["floor", "walkable"]
    return ["walkable"] if word in WALKABLE_NAMES else ["solid"]


def _names(tiles: Any, complain: Any) -> dict[int, str]:
    names: dict[int, str] = {}
    if not isinstance(tiles, list) or not tiles:
        complain(("tiles",), "a list of tiles is expected")
        return names
    for index, tile in enumerate(tiles):
        if not isinstance(tile, dict):
            complain(("tiles", index), "an object is expected")
            continue
        for key in tile:
            if key not in _TILE_KEYS:
                complain(
                    ("tiles", index, key), f"unknown key {key!r}", did_you_mean(key, _TILE_KEYS)
                )
        number, name = tile.get("id"), tile.get("name")
        if not isinstance(number, int) or isinstance(number, bool):
            complain(("tiles", index, "id"), f"{number!r} is not a whole number")
        elif number in names:
            complain(("tiles", index, "id"), f"the id {number} is given twice", "ids are unique")
        elif not isinstance(name, str):
            complain(("tiles", index, "name"), f"{name!r} is not text")
        else:
            names[number] = name
        if not isinstance(tile.get("char"), str):
            complain(("tiles", index, "char"), f"{tile.get('char')!r} is not a character")
    return names


def _matrix(rules: Any, names: dict[int, str], complain: Any) -> dict[int, dict[int, int]]:
    order = list(names)
    matrix: dict[int, dict[int, int]] = {number: {} for number in order}
    if not isinstance(rules, dict):
        complain(("adjacency", "rules"), "an object with a row for each tile is expected")
        return matrix
    for key, row in rules.items():
        place = ("adjacency", "rules", key)
        if not key.lstrip("-").isdigit() or int(key) not in names:
            complain(place, f"unknown tile id {key!r}", did_you_mean(key, map(str, order)))
        elif not isinstance(row, list) or len(row) != len(order):
            complain(place, f"a row of {len(order)} numbers is expected")
        elif any(value not in (0, 1) for value in row):
            complain(place, "only 0 and 1 are expected")
        else:
            matrix[int(key)] = dict(zip(order, row, strict=True))
    for number in order:
        if str(number) not in rules:
            complain(("adjacency", "rules"), f"the row of tile {number} is missing")
    return matrix


def _weights(weights: Any, names: dict[int, str], complain: Any) -> dict[int, float]:
    if isinstance(weights, list):
        weights = {str(number): weight for number, weight in zip(names, weights, strict=False)}
    if not isinstance(weights, dict):
        complain(("weights",), "an object {tile id: number} is expected")
        return {}
    by_word = {str(number): number for number in names} | {
        name: number for number, name in names.items()
    }
    found: dict[int, float] = {}
    for key, value in weights.items():
        if key not in by_word:
            complain(("weights", key), f"unknown tile {key!r}", did_you_mean(key, by_word))
        elif isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            complain(("weights", key), f"{value!r} is not a weight", "a number >= 0")
        else:
            found[by_word[key]] = value
    return found

"""Adjacency from sample maps: what stands side by side there may do so here, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from levelgen.formats.pairs import Neighbours, statements
from levelgen.learn.images import check_symmetries, images
from levelgen.learn.samples import Sample, as_maps
from levelgen.schema.tileset import Tileset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MAX_WEIGHT = 1_000_000


def learn_adjacency(
    samples: Sample | Sequence[Sample],
    *,
    symmetries: int = 1,
    periodic: bool = False,
    tileset: Tileset | None = None,
    name: str | None = None,
) -> Tileset:
    """Make a tileset of the tiles of sample maps, with the pairs and the shares that occur there.

    `symmetries` of the samples are looked at (see `images`); `periodic` samples go on at the
    opposite border. Samples are what `as_maps` takes. Tags, objects and looks of their tileset are
    kept for the tiles that occur. Raises LevelError or RequestError.
    """
    check_symmetries(symmetries)
    maps = as_maps(samples, tileset)
    counts: Counter[int] = Counter()
    east: Counter[tuple[int, int]] = Counter()
    south: Counter[tuple[int, int]] = Counter()
    for level in maps:
        for image in images(level, symmetries):
            counts.update(image.ravel().tolist())
            _count_pairs(image, east, periodic=periodic)
            _count_pairs(image.T, south, periodic=periodic)
    del counts[-1]
    learned, _ = learned_tileset(
        maps[0].tileset, counts, _by_tile(east), _by_tile(south), name=name
    )
    return learned


def _count_pairs(
    image: NDArray[np.int16], found: Counter[tuple[int, int]], *, periodic: bool
) -> None:
    import numpy as np

    here, there = (image, np.roll(image, -1, axis=1)) if periodic else (image[:, :-1], image[:, 1:])
    found.update(zip(here.ravel().tolist(), there.ravel().tolist(), strict=True))


def _by_tile(pairs: Counter[tuple[int, int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for here, there in pairs:
        if here >= 0 and there >= 0:
            found.setdefault(here, set()).add(there)
    return found


def learned_tileset(
    tileset: Tileset,
    counts: Mapping[int, int],
    east: Neighbours,
    south: Neighbours,
    *,
    name: str | None = None,
) -> tuple[Tileset, dict[int, int]]:
    """Reduce a tileset to the tiles that occur, and give its rules and weights anew.

    `counts`, `east` and `south` go by the numbers of `tileset`; the second result maps these to
    the numbers of the new one. A tile with turned or mirrored variants gets their mean weight.
    """
    seen = {tileset.variants[number].base for number, count in counts.items() if count}
    kept = [base for base in range(len(tileset.tiles)) if base in seen]
    numbers = [n for n, variant in enumerate(tileset.variants) if variant.base in seen]
    data: dict[str, Any] = tileset.model_dump(mode="json", by_alias=True, exclude_none=True)
    weights = {
        base: sum(counts.get(number, 0) for number in numbers if _base(tileset, number) == base)
        / sum(_base(tileset, number) == base for number in numbers)
        for base in kept
    }
    scale = min(1.0, _MAX_WEIGHT / max(weights.values()))
    data["name"] = name or f"{tileset.name}-learned"
    data["tiles"] = [
        data["tiles"][base] | {"weight": max(round(weights[base] * scale, 3), 0.001)}
        for base in kept
    ]
    data["adjacency"] = {"default": "forbid", "allow": statements(tileset.ids, east, south)}
    words = {tag for base in kept for tag in tileset.tiles[base].tags}
    words |= {tileset.ids[number] for number in numbers}
    data["objects"] = {
        kind: body | {"on": on}
        for kind, body in data["objects"].items()
        if (on := [word for word in body["on"] if word in words])
    }
    labels = {label for base in kept for label in _labels(tileset.tiles[base].edges)}
    data["links"] = [label for label in tileset.links or () if label in labels] or None
    renumbered = {number: new for new, number in enumerate(numbers)}
    return Tileset.read(data, data["name"]), renumbered


def _base(tileset: Tileset, number: int) -> int:
    return tileset.variants[number].base


def _labels(edges: tuple[str, ...] | str | None) -> tuple[str, ...]:
    return (edges,) if isinstance(edges, str) else edges or ()

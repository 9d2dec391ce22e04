"""The level: what a generator hands out, and its file `levelgen-level/1`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from levelgen.errors import InputError, LevelError, Problem, did_you_mean
from levelgen.schema.declaring import Field
from levelgen.schema.document import Document, Finding, Strict
from levelgen.schema.files import parse_json, read_text, readable_json, write_text
from levelgen.schema.manifest import Manifest
from levelgen.schema.placed import PlacedObject
from levelgen.schema.tileset import Tileset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Status = Literal["satisfied", "unsatisfied", "infeasible", "unknown"]

OVERLAY_CODES = {"enemy": 1, "key": 2, "chest": 3}


class Reason(Strict):
    """Why there is no level, or none that keeps every promise, and which constraints are in it."""

    text: str
    constraints: tuple[str, ...] = Field(default=(), description="JSON pointers.")


class Promise(Strict):
    """One promise, kept or broken, with the measured figure."""

    constraint: str = Field(description="JSON pointer of what was asked.")
    kind: str
    kept: bool
    measured: int | float | str | None
    wanted: str


class LevelDocument(Document):
    """A level file, `levelgen-level/1`."""

    error: ClassVar[type[InputError]] = LevelError

    format: Literal["levelgen-level/1"] = "levelgen-level/1"
    schema_: str | None = Field(default=None, key="$schema", exclude=True)
    tileset: str
    preset: str | None = None
    generator: str | None = None
    seed: int | None = None
    rows: Annotated[int, Field(ge=1)]
    cols: Annotated[int, Field(ge=1)]
    tiles: tuple[tuple[str | None, ...], ...] | None = Field(
        description="Rows of tile ids from the top; null where the board has no cell."
    )
    objects: tuple[PlacedObject, ...] = ()
    status: Status | None = None
    reason: Reason | None = None
    promises: tuple[Promise, ...] = ()
    metrics: dict[str, Any] = Field(default_factory=dict)
    manifest: Manifest | None = None

    @classmethod
    def findings(cls, data: dict[str, Any]) -> Iterator[Finding]:
        """Yield rows of a wrong length and objects off the board."""
        rows, cols, tiles = data.get("rows"), data.get("cols"), data.get("tiles")
        if not isinstance(rows, int) or not isinstance(cols, int):
            return
        if isinstance(tiles, list):
            if len(tiles) != rows:
                yield Finding(("tiles",), f"{len(tiles)} rows are given", f"'rows' says {rows}")
            for index, row in enumerate(tiles):
                if isinstance(row, list) and len(row) != cols:
                    message = f"the row has {len(row)} cells"
                    yield Finding(("tiles", index), message, f"'cols' says {cols}")
        seen: dict[tuple[int, int], int] = {}
        objects = data.get("objects")
        for index, item in enumerate(objects if isinstance(objects, list) else []):
            if not isinstance(item, dict):
                continue
            row, col = item.get("row"), item.get("col")
            if not isinstance(row, int) or not isinstance(col, int):
                continue
            if row >= rows or col >= cols:
                message = f"row {row}, column {col} is not on the {rows}x{cols} board"
                yield Finding(("objects", index), message)
            elif (row, col) in seen:
                message = f"the cell already holds /objects/{seen[row, col]}"
                yield Finding(("objects", index), message, "at most one object per cell")
            seen.setdefault((row, col), index)


@dataclass(frozen=True)
class RunRecord:
    """How this one run went; never part of a level's bytes."""

    seconds: float
    backend: str
    platform: str = ""
    python: str = ""
    limit_hit: str = ""
    """Which limit ended the search, empty when none did."""


@dataclass(frozen=True)
class Level:
    """A level with its promises and its manifest.

    `cells` holds the tile of each cell as an index into `tileset.ids`, row by row from the top; -1
    where the board has no cell, None when there is no level at all.
    """

    tileset: Tileset
    rows: int
    cols: int
    cells: tuple[int, ...] | None
    objects: tuple[PlacedObject, ...] = ()
    status: Status | None = None
    reason: Reason | None = None
    promises: tuple[Promise, ...] = ()
    metrics: dict[str, Any] = field(default_factory=dict)
    preset: str | None = None
    generator: str | None = None
    seed: int | None = None
    manifest: Manifest | None = None
    run: RunRecord | None = field(default=None, compare=False)

    @property
    def tiles(self) -> NDArray[np.int16] | None:
        """The tiles as an int16 array (rows, cols), values index `tileset.ids`; -1 is no cell."""
        if self.cells is None:
            return None
        import numpy as np

        return np.array(self.cells, dtype=np.int16).reshape(self.rows, self.cols)

    @property
    def tile_ids(self) -> list[list[str | None]] | None:
        """The tiles as rows of ids, None where the board has no cell."""
        if self.cells is None:
            return None
        names = [self.tileset.ids[cell] if cell >= 0 else None for cell in self.cells]
        return [names[start : start + self.cols] for start in range(0, len(names), self.cols)]

    @property
    def object_codes(self) -> dict[str, int]:
        """The overlay code of each object kind: 1 enemy, 2 key, 3 chest, others from 4 on."""
        codes = {kind: code for kind, code in OVERLAY_CODES.items() if kind in self.tileset.objects}
        others = [kind for kind in self.tileset.objects if kind not in OVERLAY_CODES]
        return codes | {kind: code for code, kind in enumerate(others, start=4)}

    def objects_grid(self) -> NDArray[np.int8]:
        """Give the objects as an int8 array (rows, cols): 0 none, 1 enemy, 2 key, 3 chest.

        Other kinds follow from 4 on, in the order of the tileset (see `object_codes`).
        """
        import numpy as np

        codes = self.object_codes
        grid = np.zeros((self.rows, self.cols), dtype=np.int8)
        for item in self.objects:
            grid[item.row, item.col] = codes[item.kind]
        return grid

    def document(self) -> LevelDocument:
        """Give the level as its file would hold it."""
        rows = self.tile_ids
        return LevelDocument.model_construct(
            tileset=self.tileset.name,
            preset=self.preset,
            generator=self.generator,
            seed=self.seed,
            rows=self.rows,
            cols=self.cols,
            tiles=None if rows is None else tuple(tuple(row) for row in rows),
            objects=self.objects,
            status=self.status,
            reason=self.reason,
            promises=self.promises,
            metrics=self.metrics,
            manifest=self.manifest,
        )

    def to_json(self) -> str:
        """Write the level as JSON text: the same level gives the same bytes."""
        data = self.document().model_dump(mode="json", by_alias=True)
        return readable_json(data)

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write the level file whole or not at all. Raises OutputError."""
        write_text(Path(path), self.to_json(), force=force)

    @classmethod
    def load(cls, path: str | Path, tileset: Tileset | None = None) -> Level:
        """Read a level file; its tileset comes from its manifest unless one is given.

        Raises LevelError.
        """
        file = Path(path)
        return cls.from_json(read_text(file, LevelError), tileset, source=str(file))

    @classmethod
    def from_json(
        cls, text: str, tileset: Tileset | None = None, *, source: str = "level"
    ) -> Level:
        """Read a level from JSON text; see `load`."""
        document = LevelDocument.read(parse_json(text, source, LevelError), source)
        if tileset is None:
            if document.manifest is None:
                message = "the level has no manifest, so its tileset is not known"
                raise LevelError([Problem(source, "/manifest", message, "name a tileset")])
            tileset = document.manifest.request.tileset
        return cls(
            tileset=tileset,
            rows=document.rows,
            cols=document.cols,
            cells=_cells(document, tileset, source),
            objects=tuple(
                sorted(document.objects, key=lambda item: (item.kind, item.row, item.col))
            ),
            status=document.status,
            reason=document.reason,
            promises=document.promises,
            metrics=document.metrics,
            preset=document.preset,
            generator=document.generator,
            seed=document.seed,
            manifest=document.manifest,
        )

    def _repr_html_(self) -> str:
        from levelgen.schema.level_html import level_html

        return level_html(self)


def _cells(document: LevelDocument, tileset: Tileset, source: str) -> tuple[int, ...] | None:
    """Translate tile ids into integers, naming every unknown one."""
    wrong = [
        Problem(
            source,
            f"/objects/{index}/kind",
            f"tileset {tileset.name!r} has no object {item.kind!r}",
            did_you_mean(item.kind, tileset.objects),
        )
        for index, item in enumerate(document.objects)
        if item.kind not in tileset.objects
    ]
    cells: list[int] = []
    unknown: dict[str, list[str]] = {}
    for row, names in enumerate(document.tiles or ()):
        for col, name in enumerate(names):
            if name is not None and name not in tileset.index:
                unknown.setdefault(name, []).append(f"/tiles/{row}/{col}")
            cells.append(-1 if name is None else tileset.index.get(name, -1))
    for name, places in unknown.items():
        more = f" (here and in {len(places) - 1} more cells)" if len(places) > 1 else ""
        message = f"tileset {tileset.name!r} has no tile {name!r}{more}"
        hint = did_you_mean(name, tileset.ids)
        wrong.append(Problem(source, places[0], message, hint))
    if wrong:
        raise LevelError(wrong)
    return None if document.tiles is None else tuple(cells)

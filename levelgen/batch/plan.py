"""The plan: every level that one evaluation makes, in one fixed order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from levelgen.api import PresetLike, TilesetLike, prepare
from levelgen.batch.seeds import Seeds
from levelgen.errors import InputError, LevelgenError, Problem, RequestError
from levelgen.generators.registry import find_generator
from levelgen.library import find_preset, find_tileset
from levelgen.metrics.groups import check_groups, group_names
from levelgen.schema.preset import Preset
from levelgen.schema.request import Request
from levelgen.schema.tileset import Tileset

Size = tuple[int, int]


@dataclass(frozen=True)
class Plan:
    """All combinations of seeds, sizes and generators on one tileset and preset.

    Row number `i` is a seed, a size and a generator: the generator changes first, the seed last.
    """

    requests: tuple[Request, ...]
    """One for each size and generator, in order; their seed stands for all."""
    seeds: Seeds
    metrics: tuple[str, ...]
    time_limit: float | None = None
    levels: bool = False

    @classmethod
    def make(
        cls,
        tileset: TilesetLike,
        preset: PresetLike = None,
        *,
        seeds: Any,
        generators: Sequence[str] = ("auto",),
        sizes: Iterable[tuple[int | None, int | None]] = ((None, None),),
        set: Mapping[str, Any] | None = None,
        metrics: Sequence[str] | None = None,
        time_limit: float | None = None,
        levels: bool = False,
    ) -> Plan:
        """Check everything that can be wrong before the first level is made.

        Raises InputError with every problem, and PluginError for a generator that does not load.
        """
        wrong: list[Problem] = []
        read: Seeds | None = None
        chosen: tuple[str, ...] = ()
        try:
            read = Seeds.of(seeds)
        except RequestError as error:
            wrong.extend(error.problems)
        try:
            chosen = check_groups(group_names() if metrics is None else metrics)
        except RequestError as error:
            wrong.extend(error.problems)
        if time_limit is not None and not 0 < time_limit < float("inf"):
            message = f"{time_limit!r} is out of range"
            wrong.append(Problem("time limit", "", message, "seconds above 0"))
        asked_sizes = list(sizes)
        wrong.extend(_list_problems("generators", generators))
        wrong.extend(_list_problems("sizes", asked_sizes))
        found, asked = find_tileset(tileset), find_preset(preset)
        requests: list[Request] = []
        for rows, cols in asked_sizes:
            for name in generators:
                try:
                    find_generator(name)
                    request = prepare(
                        found, asked, rows=rows, cols=cols, seed=0, generator=name, set=set
                    )
                except InputError as error:
                    wrong.extend(item for item in error.problems if item not in wrong)
                else:
                    requests.append(request)
        if wrong or read is None:
            raise RequestError(wrong)
        first = read.ranges[0][0]
        whole = tuple(request.model_copy(update={"seed": first}) for request in requests)
        return cls(whole, read, chosen, time_limit, levels)

    def __len__(self) -> int:
        return len(self.seeds) * len(self.requests)

    def request(self, row: int) -> Request:
        """Give the request of a row."""
        seed, part = divmod(row, len(self.requests))
        return self.requests[part].model_copy(update={"seed": self.seeds[seed]})

    @property
    def tileset(self) -> Tileset:
        """The tileset of all requests."""
        return self.requests[0].tileset

    @property
    def preset(self) -> Preset | None:
        """The preset of all requests."""
        return self.requests[0].preset

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The sizes, in order."""
        return tuple(dict.fromkeys((item.rows, item.cols) for item in self.requests))

    @property
    def generators(self) -> tuple[str, ...]:
        """The generators, in order."""
        return tuple(dict.fromkeys(item.generator for item in self.requests))

    @cached_property
    def data(self) -> dict[str, Any]:
        """The plan as plain data: the same data, the same rows."""
        request = self.requests[0]
        return {
            "tileset": request.tileset.model_dump(mode="json", by_alias=True),
            "preset": request.preset and request.preset.model_dump(mode="json", by_alias=True),
            "set": request.model_dump(mode="json")["overrides"],
            "generators": list(self.generators),
            "sizes": [f"{rows}x{cols}" for rows, cols in self.sizes],
            "seeds": str(self.seeds),
            "metrics": list(self.metrics),
            "time_limit": self.time_limit,
            "levels": self.levels,
        }

    @cached_property
    def text(self) -> str:
        """The plan as one line of JSON, for other processes.

        Keys keep their order: that of a tileset's objects decides how they are placed.
        """
        return json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Plan:
        """Read a plan back. Raises LevelgenError when it is not one."""
        try:
            sizes = [tuple(map(int, size.split("x"))) for size in data["sizes"]]
            return cls.make(
                data["tileset"],
                data["preset"],
                seeds=data["seeds"],
                generators=tuple(data["generators"]),
                sizes=[(rows, cols) for rows, cols in sizes],
                set=data["set"],
                metrics=tuple(data["metrics"]),
                time_limit=data["time_limit"],
                levels=data["levels"],
            )
        except LevelgenError:
            raise
        except (AttributeError, KeyError, TypeError, ValueError) as cause:
            raise InputError.single("plan", "", f"it is no plan: {cause!r}") from None

    @classmethod
    def from_text(cls, text: str) -> Plan:
        """Read a plan from its line of JSON."""
        return cls.from_data(json.loads(text))

    @cached_property
    def promises(self) -> dict[str, str]:
        """What every promise of the first request says, by its pointer."""
        asked = {ask.pointer: ask.constraint.describe() for ask in self.requests[0].asks}
        return {"/adjacency": "adjacency", "/objects": "objects"} | asked


def _list_problems(name: str, given: Sequence[Any]) -> list[Problem]:
    if not given:
        return [Problem(name, "", "the list is empty", "at least one")]
    twice = [item for item in dict.fromkeys(given) if list(given).count(item) > 1]
    return [Problem(name, "", f"{item!r} is given twice", "once is enough") for item in twice]

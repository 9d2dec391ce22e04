"""CP-SAT adjacency in two forms that mean the same: clauses, and tables of allowed pairs."""

from __future__ import annotations

from functools import partial

from options import TILESETS, WARM_UP, Options, progress
from report import number, table
from timing import Runs, side_by_side

from levelgen.api import prepare
from levelgen.engine.constructor import construct
from levelgen.generators.base import placed
from levelgen.generators.planning import make_plan
from levelgen.model.adjacency import Form
from levelgen.model.draft import Hint
from levelgen.model.skeleton import skeleton
from levelgen.model.solver import Solved, solve
from levelgen.rules import compile_rules
from levelgen.schema.request import Request

SIZES = (12, 24)
SEEDS = 20
FIRST_SEEDS = 5
FORMS: tuple[Form, Form] = ("clauses", "table")
LIMIT = 5.0
"""Deterministic time a solve; a solve that reaches it is not counted as solved."""

Problems = dict[int, tuple[Request, Hint | None]]


def run(options: Options) -> str:
    """Compare the forms on every tileset and size: with building, warm, and cold."""
    rows = []
    for size in SIZES:
        for tileset in TILESETS:
            progress(f"adjacency: {tileset} {size}x{size}")
            seeds = range(min(SEEDS, options.seeds))
            warm = _problems(tileset, "medium", size, seeds, hinted=True)
            cold = _problems(tileset, None, size, seeds, hinted=False)
            for kind, problems, number_of, fresh in (
                ("first, warm", warm, FIRST_SEEDS, True),
                ("warm", warm, len(seeds), False),
                ("cold", cold, len(seeds), False),
            ):
                tasks = {form: partial(_solve, problems, form, fresh) for form in FORMS}
                measured = side_by_side(tasks, seeds[:number_of], warm_up=WARM_UP)
                rows.append([tileset, f"{size}x{size}", kind, *_compared(measured)])
    head = ["tileset", "size", "solve", "clauses: median ms", "tables: median ms"]
    head += ["tables / clauses", "p95", "min-max", "n", "solved (clauses, tables)"]
    return "\n\n".join(
        [
            "`solve(adjacency=...)` with binary clauses on the tile literals against integer cells "
            "with allowed assignments: the same request, seed and hint. Above 1 the clauses are "
            "faster. Warm: preset `medium`, from the constructor's level; cold: the tileset's "
            "rules alone, from noise. The first solve builds the model, the others copy it.",
            table(head, rows),
        ]
    )


def _problems(
    tileset: str, preset: str | None, size: int, seeds: range, *, hinted: bool
) -> Problems:
    """Prepare the requests, and the hints that are no part of the solver's time."""
    found: Problems = {}
    for seed in [*seeds, WARM_UP]:
        request = prepare(tileset, preset, rows=size, cols=size, seed=seed, generator="cpsat")
        hint = None
        if hinted:
            rules = compile_rules(request.tileset)
            built = construct(rules, make_plan(request, rules).plan, seed)
            hint = Hint(tuple(built.tiles), placed(built.objects, size))
        found[seed] = request, hint
    return found


def _solve(problems: Problems, form: Form, fresh: bool, seed: int) -> Solved:
    if fresh:
        skeleton.cache_clear()
    request, hint = problems[seed]
    return solve(request, hint=hint, adjacency=form, deterministic_limit=LIMIT)


def _compared(measured: dict[Form, Runs[Solved]]) -> list[str]:
    clauses, tables = (measured[form] for form in FORMS)
    solved = [
        str(sum(answer.status == "solved" for answer in runs.answers)) for runs in (clauses, tables)
    ]
    return [
        number(clauses.spread.median * 1000),
        number(tables.spread.median * 1000),
        *tables.times(clauses).cells(),
        ", ".join(solved),
    ]

"""The report as one HTML page that needs no server, no network and no other file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from levelgen.batch.comparing import compare
from levelgen.batch.report import levels, sections
from levelgen.batch.store import Results
from levelgen.batch.table import columns_by_group
from levelgen.errors import Problem, RequestError
from levelgen.schema.files import readable_json


def report_html(results: Sequence[Results]) -> str:
    """Write the report of one evaluation, or of several side by side.

    Two of them are compared too. Levels of the gallery that were not kept are made again. Raises
    RequestError for results without a row.
    """
    groups = [columns_by_group(one) for one in results]
    wrong = [
        Problem(str(one.folder), "", "there are no rows yet", "levelgen evaluate goes on with it")
        for one, found in zip(results, groups, strict=True)
        if not found
    ]
    if wrong:
        raise RequestError(wrong)
    parts = sections.parts_of(results, groups)
    boards = levels.boards_of(parts)
    body = [_head(results)]
    if len(results) == 2:
        found = compare(groups[0], groups[1])
        body.append(sections.differences(found, sections.run_names(results)))
    body += [
        sections.success(parts),
        sections.promises(parts),
        sections.quantiles(parts),
        sections.ranges(parts),
        sections.boxes(parts),
        sections.times(parts),
        levels.gallery(parts, boards),
        levels.duplicates(parts),
        levels.diversity(parts, boards),
        _manifests(results),
    ]
    strayed = sum(item.strayed for item in boards.values())
    if strayed:
        words = (
            f"{strayed} levels came out otherwise when they were made again, and are not shown: "
            "another version, or a generator that does not go by its seed alone."
        )
        body.insert(1, f'<p class="warning">{escape(words)}</p>')
    style = (files(__package__) / "style.css").read_text(encoding="utf-8")
    title = escape(_title(results))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<link rel="icon" href="data:,"><title>{title}</title><style>{style}</style></head>'
        f"<body>{''.join(body)}</body></html>\n"
    )


def _title(results: Sequence[Results]) -> str:
    names = [
        f"{one.plan.tileset.name} {one.plan.preset.name if one.plan.preset else ''}".strip()
        for one in results
    ]
    return "Evaluation of " + " and ".join(dict.fromkeys(names))


def _head(results: Sequence[Results]) -> str:
    lines = []
    for one, name in zip(results, sections.run_names(results), strict=True):
        plan = one.plan
        rows = len(one)
        words = ", ".join(
            [
                f"{rows} rows",
                f"seeds {plan.seeds}",
                f"generators {' '.join(plan.generators)}",
                f"sizes {' '.join(f'{tall}x{wide}' for tall, wide in plan.sizes)}",
                f"levelgen {one.manifest['versions'].get('levelgen')}",
            ]
        )
        lines.append(f'<p class="note">{escape(f"{name}: {words}" if name else words)}</p>')
        if rows < len(plan):
            missing = f"{name or 'It'} is not finished: {rows} of {len(plan)} rows are there."
            lines.append(f'<p class="warning">{escape(missing)}</p>')
    return f"<h1>{escape(_title(results))}</h1>{''.join(lines)}"


def _manifests(results: Sequence[Results]) -> str:
    texts = [f"<pre>{escape(readable_json(one.manifest))}</pre>" for one in results]
    inner = "<details><summary>What reproduces every row</summary>" + "".join(texts) + "</details>"
    return sections.section("Manifest", inner)

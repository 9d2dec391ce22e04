from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen.render.charts import axis_of
from levelgen.render.fonts import Style, text_width
from levelgen.render.layout import Row, Space, Stack, Text, columns, grid

STYLE = Style(13)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=80))
def test_wrapped_text_keeps_every_letter_and_the_width(words):
    text = Text(words, STYLE, 60.0)
    assert "".join("".join(text.lines).split()) == "".join(words.split())
    assert all(text_width(line, "sans", 13) <= 60.0 or len(line) == 1 for line in text.lines)


def test_blocks_add_up():
    blocks = (Space(10, 20), Space(30, 5))
    assert (Row(blocks, 4).width, Row(blocks, 4).height) == (44, 20)
    assert (Stack(blocks, 4).width, Stack(blocks, 4).height) == (30, 29)


def test_columns_start_anew_when_one_is_full():
    flowed = columns([Space(10, 10)] * 5, 25, gap=2, column_gap=3)
    assert (flowed.width, flowed.height) == (36, 22)


def test_grid_keeps_its_last_row_short():
    table = grid([Space(10, 10)] * 5, 3, gap=1, row_gap=2)
    assert (table.width, table.height) == (32, 22)


@pytest.mark.parametrize("values", [[], [0], [1e-7], [0.0004, 3000], [0.001], [1.0, 1.0], [7, 12]])
@pytest.mark.parametrize("scale", ["share", "count", "log"])
def test_every_axis_rises_and_holds_its_values(values, scale):
    axis = axis_of(scale, values)
    ticks = [value for value, _ in axis.ticks]
    assert ticks == sorted(set(ticks))
    assert 2 <= len(ticks) <= 5
    if scale != "share":
        assert max([*values, ticks[0]]) <= ticks[-1]
    for value in values:
        if value > 0:
            assert 0 <= axis.place(value) <= 1

"""The animated replay."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image
from replay_records import beneath, by_hand, recorded, story, trio, windowed

from levelgen.render.colours import BROKEN, channels
from levelgen.render.replay import replay_gif
from levelgen.render.replay.timeline import boards, moments
from levelgen.schema.layout import Periodic


def frames(data: bytes) -> list[np.ndarray[Any, Any]]:
    with Image.open(BytesIO(data)) as film:
        found = []
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            found.append(np.asarray(film.convert("RGB")).astype(int))
    return found


def length(data: bytes) -> int:
    with Image.open(BytesIO(data)) as film:
        return int(getattr(film, "n_frames", 1))


def test_every_step_has_its_frame_and_the_last_one_rests() -> None:
    recording, _ = recorded("dungeon", 6, 8, 1)
    data = replay_gif(recording)
    assert data == replay_gif(recording)
    assert data.startswith(b"GIF89a")
    with Image.open(BytesIO(data)) as film:
        assert film.n_frames == len(moments(recording.steps))
        assert film.size == (2 * 8 * 32 + 28 + 12 + 44 + 32, 6 * 32 + 34 + 48)
        assert film.info["loop"] == 0
        first = film.info["duration"]
        film.seek(film.n_frames - 1)
        assert film.info["duration"] > 10 * first


def test_long_searches_are_shortened() -> None:
    recording, _ = recorded("dungeon", 16, 16, 1)
    assert len(moments(recording.steps)) > 200
    assert length(replay_gif(recording)) == 200
    few = frames(replay_gif(recording, most_frames=3))
    assert len(few) == 3
    # The first and the last step are always among them: the same cells, all open, all collapsed.
    assert len(np.unique(few[0][40:400, 20:400].reshape(-1, 3), axis=0)) < 60
    assert (few[-1][40:400, 460:840] == channels("#440154")).all(axis=-1).mean() > 0.95
    with pytest.raises(ValueError, match="at least two"):
        replay_gif(recording, most_frames=1)


def test_what_a_frame_shows() -> None:
    # 2x2 cells of 32 pixels: the board begins at (16, 34), the map 92 pixels to its right.
    shown = frames(replay_gif(story()))
    board = [(34 + 32 * row, 16 + 32 * col) for row in range(2) for col in range(2)]
    start, first = shown[0], shown[2]

    def near(pixel: Any, color: tuple[int, int, int]) -> bool:
        return bool(np.abs(pixel - np.array(color)).max() <= 12)

    # Three tiles are equally likely: the highest entropy, the end of the scale.
    assert near(start[board[0][0] + 16, board[0][1] + 92 + 16], channels("#fde725"))
    # Cell 0 is observed as the red tile: no entropy, and the red frame around it on both.
    top, left = board[0]
    assert near(first[top + 4, left + 4], channels("#aa0000"))
    assert near(first[top + 16, left + 92 + 16], channels("#440154"))
    for offset in (0, 92):
        assert near(first[top + 16, left + offset - 2], channels(BROKEN))
    assert not near(start[top + 16, left - 2], channels(BROKEN))
    # The contradiction in cell 3.
    top, left = board[3]
    assert near(shown[4][top + 2, left + 16], channels(BROKEN))


def test_windows_reach_over_joined_edges() -> None:
    events = [(0, 0, 0), (5, 0, 1)]
    recording = by_hand(trio(), 6, 6, events)
    plain = frames(replay_gif(recording))[-1]
    joined = frames(replay_gif(replace(recording, periodic_rows=True, periodic_cols=True)))[-1]
    far = (34 + 5 * 32 - 2, 16 + 5 * 32 + 16)
    assert (joined[far] < 60).all()
    assert (plain[far] > 150).all()


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 40), (90, 2)])
def test_any_shape(rows: int, cols: int) -> None:
    size = rows * cols
    recording = by_hand(trio(), rows, cols, [(0, size - 1, 1)], [7] * (size - 1) + [3])
    assert len(frames(replay_gif(recording))) == 2


@pytest.mark.parametrize("periodic", ["none", "both"])
def test_windows_of_a_sample_are_drawn_as_the_tiles_they_agree_on(periodic: Periodic) -> None:
    recording = windowed(periodic)
    found = moments(recording.steps)
    played = [domains for _, domains in boards(recording.domains, recording.steps, found)]
    shown = frames(replay_gif(recording))
    assert len(shown) == len(found)
    fills = [np.array(channels(tile.color)) for tile in recording.tileset.tiles]
    for frame, domains in zip(shown[::4], played[::4], strict=True):
        for cell, tiles in enumerate(beneath(recording, domains)):
            row, col = divmod(cell, 9)
            # Near the upper edge of a cell there is neither a glyph nor a number.
            pixel = frame[34 + 32 * row + 5, 16 + 32 * col + 16]
            near = [int(np.abs(pixel - fill).max()) <= 12 for fill in fills]
            assert near == [tiles == {tile} for tile in range(len(fills))]
    # On the map, a cell for each window, all collapsed at the end.
    left = 16 + 9 * 32 + 28
    middle = shown[-1][34 + 16 : 34 + 32 * recording.rows : 32, left + 16 :][:, : 32 * 9 : 32]
    dark = (np.abs(middle - channels("#440154")) <= 12).all(axis=-1)
    assert dark[:, : recording.cols].all()
    assert not dark[:, recording.cols :].any()


def test_cells_that_do_not_exist_stay_empty() -> None:
    recording = by_hand(trio(), 1, 3, [(0, 0, 1)], [7, 0, 7])
    last = frames(replay_gif(recording))[-1]
    for left in (16, 16 + 96 + 28):
        assert (np.abs(last[34 + 16, left + 32 + 16] - 0xF4) <= 4).all()


def test_one_tile_has_no_entropy() -> None:
    data = trio().model_dump(mode="json", by_alias=True)
    single = type(trio()).read(data | {"tiles": data["tiles"][:1]}, "test")
    assert len(frames(replay_gif(by_hand(single, 2, 2, [])))) == 1

"""The replay as an animated GIF."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from levelgen.generators.recording import Recording
from levelgen.render.replay.film import Film
from levelgen.render.replay.timeline import boards, moments

if TYPE_CHECKING:
    from PIL import Image

MOST_FRAMES = 200

_FRAME_MS = 80
_LAST_MS = 2500
_SAMPLES = 8
"""Frames that the colours are chosen from; all of them at once would need much memory."""


def replay_gif(recording: Recording, *, most_frames: int = MOST_FRAMES) -> bytes:
    """Draw the steps as an animation that runs for ever and rests on its last frame.

    Longer searches are shown at `most_frames` evenly spread steps. Equal recordings give equal
    bytes on one machine. Raises ValueError for fewer than two frames.
    """
    from PIL import Image

    if most_frames < 2:
        raise ValueError(f"an animation needs at least two frames, not {most_frames}")
    every = moments(recording.steps)
    last = len(every) - 1
    count = min(most_frames, len(every))
    film = Film(recording, last)

    def pictures(number: int) -> Iterator[Image.Image]:
        steps = [place * last // max(number - 1, 1) for place in range(number)]
        played = boards(recording.domains, recording.steps, [every[step] for step in steps])
        for step, (moment, domains) in zip(steps, played, strict=True):
            yield film.frame(moment, step, domains)

    palette = film.palette([*pictures(min(_SAMPLES, len(every)))])
    frames = [
        picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures(count)
    ]
    buffer = BytesIO()
    frames[0].save(
        buffer,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[_FRAME_MS] * (len(frames) - 1) + [_LAST_MS],
        loop=0,
        optimize=True,
    )
    return buffer.getvalue()

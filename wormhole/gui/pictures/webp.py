"""Writes an animated WebP. Pillow asks for one picture after the other, so that only one is in memory."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from PIL import Image

QUALITY = 82
METHOD = 3
"""How hard the encoder tries, 0 to 6."""
RARE = 10000
"""Frames between two that are stored whole: few of them make a small file."""


def webp_of(frames: Iterator[Image.Image], durations: Sequence[int]) -> bytes:
    """The file with these pictures, each shown for so many milliseconds."""
    file = io.BytesIO()
    first = next(frames)
    others = [_Film(frames, len(durations) - 1)] if len(durations) > 1 else []
    first.save(
        file,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=list(durations),
        loop=0,
        quality=QUALITY,
        method=METHOD,
        kmin=RARE - 1,
        kmax=RARE,
    )
    return file.getvalue()


class _Film:
    """A sequence of pictures as Pillow knows it: it is the one that `seek` was called for."""

    def __init__(self, frames: Iterator[Image.Image], count: int) -> None:
        self.n_frames = count
        self._frames = frames
        self._shown: Image.Image | None = None

    def seek(self, frame: int) -> None:
        """Go to the next picture; the encoder asks for one after the other."""
        self._shown = next(self._frames)

    def __getattr__(self, name: str) -> Any:
        """Be the present picture in all else."""
        return getattr(self._shown, name)

"""Writes an animated GIF frame by frame: one palette for all, and of each frame only what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import GifImagePlugin, Image

COLOURS = 255
CLEAR = 255
"""The index of the colour that leaves a pixel as it was."""
FOREVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


@dataclass
class _Part:
    """A rectangle of indices at a place, and how long it is shown."""

    indices: np.ndarray
    at: tuple[int, int]
    milliseconds: int


def palette_of(samples: Sequence[Image.Image]) -> Image.Image:
    """A picture with the palette for all pictures that are like these."""
    width = max(sample.width for sample in samples)
    sheet = Image.new("RGB", (width, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        sheet.paste(sample, (0, top))
        top += sample.height
    return sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=2)


def gif_parts(frames: Iterator[tuple[Image.Image, int]], palette: Image.Image) -> Iterator[bytes]:
    """The file in parts, from pictures with their times in milliseconds. Equal ones are joined."""
    image, milliseconds = next(frames)
    yield _header(image.size, palette)
    before = np.asarray(image)
    waiting = _Part(_indices(image, palette), (0, 0), milliseconds)
    for image, milliseconds in frames:
        pixels = np.asarray(image)
        changed = (pixels != before).any(axis=2)
        if not changed.any():
            waiting.milliseconds += milliseconds
            continue
        yield _encoded(waiting)
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        indices = _indices(image.crop((left, top, right, bottom)), palette)
        indices[~changed[top:bottom, left:right]] = CLEAR
        waiting, before = _Part(indices, (int(left), int(top)), milliseconds), pixels
    yield _encoded(waiting)
    yield b";"


def _indices(image: Image.Image, palette: Image.Image) -> np.ndarray:
    return np.array(image.quantize(palette=palette, dither=Image.Dither.NONE))


def _header(size: tuple[int, int], palette: Image.Image) -> bytes:
    colours = bytes(palette.getpalette("RGB") or ()).ljust(3 * 256, b"\0")
    edges = b"".join(length.to_bytes(2, "little") for length in size)
    return b"GIF89a" + edges + b"\xf7\x00\x00" + colours[: 3 * 256] + FOREVER


def _encoded(part: _Part) -> bytes:
    height, width = part.indices.shape
    image = Image.frombytes("P", (width, height), part.indices.tobytes())
    chunks = GifImagePlugin.getdata(
        image,
        part.at,
        duration=part.milliseconds,
        transparency=CLEAR,
        disposal=1,
        include_color_table=False,
    )
    return b"".join(chunks)

"""Makes the files of animated pictures from a reel; the only place where surfaces become Pillow's images."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pygame
from PIL import GifImagePlugin, Image

from wormhole.gui.board.drawing import marks
from wormhole.gui.pictures.reel import BoardPicture, FilmPace, Frame, Reel, Tell

COLOURS = 255
CLEAR = 255
"""The index of the colour that leaves a pixel as it was."""
FOREVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"

WEBP_QUALITY = 82
WEBP_METHOD = 3
"""How hard the encoder tries, 0 to 6."""
KEYFRAMES_APART = 10000
"""Frames between two that are stored whole: few of them make a small file."""

PALETTE_SAMPLES = 6
"""Pictures of a game from which the palette of a GIF is made."""


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
        quality=WEBP_QUALITY,
        method=WEBP_METHOD,
        kmin=KEYFRAMES_APART - 1,
        kmax=KEYFRAMES_APART,
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


def gif_of(reel: Reel, picture: BoardPicture, pace: FilmPace, tell: Tell) -> Iterator[bytes]:
    """The game as an animated GIF, in parts."""
    return gif_parts(_images(reel, picture, pace, tell), _palette(reel, picture))


def webp_parts(reel: Reel, picture: BoardPicture, pace: FilmPace, tell: Tell) -> Iterator[bytes]:
    """The game as an animated WebP."""
    durations = [frame.milliseconds for frame in _frames(reel, picture, pace)]
    images = (image for image, _milliseconds in _images(reel, picture, pace, tell))
    yield webp_of(images, durations)


def _frames(reel: Reel, picture: BoardPicture, pace: FilmPace) -> Iterator[Frame]:
    style = picture.style
    return reel.frames(pace, picture.theme.motion, style.flipped, style.shapes)


def _images(
    reel: Reel, picture: BoardPicture, pace: FilmPace, tell: Tell
) -> Iterator[tuple[Image.Image, int]]:
    count = sum(1 for _ in _frames(reel, picture, pace))
    for number, frame in enumerate(_frames(reel, picture, pace)):
        tell(number, count)
        yield _image(picture.paint_frame(frame)), frame.milliseconds


def _palette(reel: Reel, picture: BoardPicture) -> Image.Image:
    """The palette for the whole game: from some of its positions, and the marks, which are small there."""
    still = [*_frames(reel, picture, FilmPace(1.0, has_motion=False))]
    count = len(still)
    chosen = {round(index * (count - 1) / (PALETTE_SAMPLES - 1)) for index in range(PALETTE_SAMPLES)}
    samples = []
    for number, frame in enumerate(_frames(reel, picture, FilmPace(1.0, has_motion=False))):
        if number in chosen:
            samples.append(_image(picture.paint_frame(frame)))
    return palette_of([*samples, _image(_marks(picture))])


def _marks(picture: BoardPicture) -> pygame.Surface:
    """The marks of a board side by side, on a light square and on a dark one."""
    colours, side = picture.theme.colour, picture.layout.side
    sheet = pygame.Surface((4 * side, side), depth=32)
    sheet.fill(colours.square_light_foot)
    sheet.fill(colours.square_dark_foot, (2 * side, 0, 2 * side, side))
    for index in range(4):
        for drawing in (marks.last_move(colours, side, 2), marks.check(colours, side))[index % 2 :]:
            sheet.blit(picture.sprites.drawing(drawing), (index * side, 0))
    return sheet


def _image(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))

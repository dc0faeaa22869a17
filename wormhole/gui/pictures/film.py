"""Makes the files of animated pictures from a reel; the only place where surfaces become Pillow's images."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
from PIL import Image

from wormhole.gui.board.drawing import marks
from wormhole.gui.pictures.board_picture import BoardPicture
from wormhole.gui.pictures.gif import gif_parts, palette_of
from wormhole.gui.pictures.reel import Frame, Pace, Reel, Tell
from wormhole.gui.pictures.webp import webp_of

SAMPLES = 6
"""Pictures of a game from which the palette of a GIF is made."""


def gif_of(reel: Reel, picture: BoardPicture, pace: Pace, tell: Tell) -> Iterator[bytes]:
    """The game as an animated GIF, in parts."""
    return gif_parts(_images(reel, picture, pace, tell), _palette(reel, picture))


def webp_parts(reel: Reel, picture: BoardPicture, pace: Pace, tell: Tell) -> Iterator[bytes]:
    """The game as an animated WebP."""
    durations = [frame.milliseconds for frame in _frames(reel, picture, pace)]
    images = (image for image, _milliseconds in _images(reel, picture, pace, tell))
    yield webp_of(images, durations)


def _frames(reel: Reel, picture: BoardPicture, pace: Pace) -> Iterator[Frame]:
    style = picture.style
    return reel.frames(pace, picture.theme.motion, style.flipped, style.shapes)


def _images(reel: Reel, picture: BoardPicture, pace: Pace, tell: Tell) -> Iterator[tuple[Image.Image, int]]:
    count = sum(1 for _ in _frames(reel, picture, pace))
    for number, frame in enumerate(_frames(reel, picture, pace)):
        tell(number, count)
        yield _image(picture.paint(frame.state, frame.now_seconds)), frame.milliseconds


def _palette(reel: Reel, picture: BoardPicture) -> Image.Image:
    """The palette for the whole game: from some of its positions, and the marks, which are small there."""
    still = [*_frames(reel, picture, Pace(1.0, has_motion=False))]
    count = len(still)
    chosen = {round(index * (count - 1) / (SAMPLES - 1)) for index in range(SAMPLES)}
    samples = []
    for number, frame in enumerate(_frames(reel, picture, Pace(1.0, has_motion=False))):
        if number in chosen:
            samples.append(_image(picture.paint(frame.state, frame.now_seconds)))
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

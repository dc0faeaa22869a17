"""The kinds of picture files, and how each is made."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import pygame

from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.look.sprites import Art
from wormhole.gui.look.theme import Theme
from wormhole.gui.pictures.board_svg import svg_of
from wormhole.gui.pictures.captions import CaptionedPicture
from wormhole.gui.pictures.reel import BoardPicture, FilmPace, PictureStyle, Reel, Tell


class PictureFormat(Enum):
    """A kind of file, by its suffix."""

    PNG = ".png"
    SVG = ".svg"
    GIF = ".gif"
    WEBP = ".webp"
    PAGE = ".html"
    """No picture: a page for a browser (:mod:`wormhole.pages`)."""

    @property
    def is_animated(self) -> bool:
        """Whether it shows a game, not a position."""
        return self in ANIMATED


STILL, ANIMATED = (PictureFormat.PNG, PictureFormat.SVG), (PictureFormat.GIF, PictureFormat.WEBP)


@dataclass(frozen=True)
class PictureJob:
    """A picture to be made: of a game or, if the kind is not animated, of its last position."""

    reel: Reel
    kind: PictureFormat
    theme: Theme
    art: Art = field(default_factory=Art)
    style: PictureStyle = field(default_factory=PictureStyle)
    pace: FilmPace = field(default_factory=FilmPace)

    def parts(self, tell: Tell) -> Iterator[bytes]:
        """The file in parts. For a long game this takes minutes."""
        if not self.kind.is_animated:
            yield self._still()
            return
        from wormhole.gui.pictures import picture_film  # Pillow is not needed for anything else

        picture = self._picture()
        make = picture_film.gif_of if self.kind is PictureFormat.GIF else picture_film.webp_parts
        yield from make(self.reel, picture, self.pace, tell)

    def _picture(self) -> BoardPicture:
        variant = self.reel.start.variant
        how = self.theme, self.art, variant.geometry, self.style, places_in_hand(variant)
        return CaptionedPicture(*how, self.reel) if self.reel.captions else BoardPicture(*how)

    def _still(self) -> bytes:
        state = self.reel.last_state(self.style.flipped, self.style.shapes)
        if self.kind is PictureFormat.SVG:
            board = self.reel.last_board()
            title = f"{board.variant.title}: {board.fen()}"
            return svg_of(self.theme, self.art, state, self.style, title).encode()
        picture = self._picture()
        file = io.BytesIO()
        pygame.image.save(picture.paint(state, 0.0), file, "picture.png")
        return file.getvalue()


def kind_of(path: Path) -> PictureFormat | None:
    """The kind of file that a name asks for, if it is one of ours."""
    return next((kind for kind in PictureFormat if kind.value == path.suffix.lower()), None)

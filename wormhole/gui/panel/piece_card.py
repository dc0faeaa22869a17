"""The card about one piece: its picture, its name, and a sentence that says what it does."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wormhole.gui.look.card import card
from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look

PICTURE_UNITS, PADDING_UNITS = 6.0, 1.5
NARROW_UNITS, NARROW_PICTURE_UNITS = 36, 4.0
"""In a place narrower than this the picture is small."""


@dataclass(frozen=True)
class PieceWords:
    """What the card says. ``sprite`` and ``color`` choose the picture."""

    sprite: str
    color: bool
    name: str
    place: str
    """The name of its square."""
    sentence: str


class PieceCard(Area):
    """A layer at the foot of a rectangle; empty while there are no words."""

    def __init__(self, room: pygame.Rect, look: Look) -> None:
        super().__init__(room)
        self._look = look
        self._words: PieceWords | None = None
        self._picture: pygame.Surface | None = None

    def show(self, words: PieceWords | None) -> None:
        """Show these words; None removes the card."""
        if words != self._words:
            self._words = words
            self._picture = None
            self.is_stale = True

    @property
    def height(self) -> int:
        """The pixels that it takes now at the foot of its rectangle, with the gap around it."""
        return 0 if self._words is None else self._card(self._words).height + self._look.scale.unit

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card, if there is something to say."""
        if self._words is None or not self.rect.colliderect(surface.get_clip()):
            return
        if self._picture is None:
            self._picture = self._drawn(self._words)
        surface.blit(self._picture, self._card(self._words))

    def _card(self, words: PieceWords) -> pygame.Rect:
        look, scale = self._look, self._look.scale
        width = self.rect.width - 2 * scale.unit
        text = look.words.height(look.body) + len(self._lines(words)) * look.words.height(look.small)
        height = 2 * scale.units(PADDING_UNITS) + max(self._picture_pixels, text)
        return pygame.Rect(self.rect.left + scale.unit, self.rect.bottom - scale.unit - height, width, height)

    @property
    def _picture_pixels(self) -> int:
        is_narrow = self.rect.width < self._look.scale.units(NARROW_UNITS)
        return self._look.scale.units(NARROW_PICTURE_UNITS if is_narrow else PICTURE_UNITS)

    def _lines(self, words: PieceWords) -> list[str]:
        scale = self._look.scale
        taken = self._picture_pixels + scale.units(3 * PADDING_UNITS) + 2 * scale.unit
        return self._look.words.wrapped(words.sentence, self._look.small, self.rect.width - taken)

    def _drawn(self, words: PieceWords) -> pygame.Surface:
        look, colour, scale = self._look, self._look.theme.colour, self._look.scale
        size = self._card(words).size
        picture = card(look.sprites, size, look.corner, colour.raised, 1.0, colour.choice, scale.pixels(1))
        padding, pixels = scale.units(PADDING_UNITS), self._picture_pixels
        piece = look.sprites.piece(words.sprite, words.color, pixels)
        picture.blit(piece, piece.get_rect(midleft=(padding, size[1] // 2)))
        left, top = pixels + 2 * padding, padding
        name = look.words.line(words.name, look.body, colour.ink, bold=True)
        place = look.words.line(words.place, look.small, colour.muted)
        picture.blit(name, (left, top))
        picture.blit(place, place.get_rect(bottomright=(size[0] - padding, top + name.get_height())))
        top += look.words.height(look.body)
        for line in self._lines(words):
            picture.blit(look.words.line(line, look.small, colour.ink), (left, top))
            top += look.words.height(look.small)
        return picture

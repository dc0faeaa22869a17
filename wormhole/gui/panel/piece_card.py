"""The card about one piece: its picture, its name, and a sentence that says what it does."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wormhole import Piece, Variant
from wormhole.gui.language import _
from wormhole.gui.look.card import card
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.rules_pages.piece_sentence import piece_sentence

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

    @classmethod
    def of(cls, variant: Variant, piece: Piece, place: str = "") -> PieceWords:
        """What is said of a piece on the square with that name, or on none."""
        piece_type = variant.piece_types[piece.letter]
        name, sentence = _(piece_type.name), piece_sentence(variant, piece.letter)
        return cls(piece_type.sprite, piece.color, name, place, sentence)


class PieceCard(DrawnArea):
    """A layer at the foot of a rectangle; empty while there are no words."""

    def __init__(self, room: pygame.Rect, look: Look) -> None:
        super().__init__(look, room)
        self._words: PieceWords | None = None

    def show(self, words: PieceWords | None) -> None:
        """Show these words; None removes the card."""
        if words != self._words:
            self._words = words
            self.redraw()

    @property
    def height(self) -> int:
        """The pixels that it takes now at the foot of its rectangle, with the gap around it."""
        place = self.place
        return 0 if place is None else place.height + self._look.scale.unit

    @property
    def place(self) -> pygame.Rect | None:
        """Where the card is, if there is something to say."""
        words, look, scale = self._words, self._look, self._look.scale
        if words is None:
            return None
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

    def drawn(self) -> pygame.Surface:
        """The card with its words."""
        words, size = self._words, self.place.size
        look, colour, scale = self._look, self._look.theme.colour, self._look.scale
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

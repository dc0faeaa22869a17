"""The title of a game, over the whole window: its name, one sentence, its inventor and its pieces."""

from __future__ import annotations

import pygame

from wormhole import WHITE, PieceType, Variant
from wormhole.gui.language import _
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look

NAME_SHARE, TEXT_SHARE = 0.8, 0.66
"""The greatest widths of the name and of the text, relative to the window."""
CHIP_UNITS, PIECE_UNITS, PIECE_GAP_UNITS = 9, 12, 3
TEXT = 24
"""The size of the sentence at 1280x800."""


class TitleCard(DrawnArea):
    """A picture of the whole window."""

    def __init__(self, look: Look, size: tuple[int, int], variant: Variant) -> None:
        super().__init__(look, pygame.Rect((0, 0), size), is_stale=True)
        self._variant = variant

    def drawn(self) -> pygame.Surface:
        """The parts one below another, in the middle."""
        look, (width, height) = self._look, self.rect.size
        picture = pygame.Surface((width, height), pygame.SRCALPHA)
        unit = look.scale.units
        parts = [
            (look.sprites.chip(unit(CHIP_UNITS)), 0),
            (self._name(), unit(2)),
            *((line, unit(1) if index == 0 else 0) for index, line in enumerate(self._sentence())),
            *((line, unit(2)) for line in self._origin()),
            (self._pieces(), unit(5)),
        ]
        foot = unit(8)
        top = (height - foot - sum(part.get_height() + above for part, above in parts)) // 2
        for part, above in parts:
            top += above
            picture.blit(part, ((width - part.get_width()) // 2, top))
            top += part.get_height()
        return picture

    def _name(self) -> pygame.Surface:
        look, name = self._look, _(self._variant.title)
        room = round(NAME_SHARE * self.rect.width)
        pixels = look.words.largest([name], round(2.4 * look.display), room, bold=True)
        return look.words.line(name, pixels, look.theme.colour.ink, bold=True)

    def _sentence(self) -> list[pygame.Surface]:
        look = self._look
        text = first_sentence(_(self._variant.about.strip()))
        pixels = look.scale.text(TEXT)
        lines = look.words.wrapped(text, pixels, round(TEXT_SHARE * self.rect.width))
        return [look.words.line(line, pixels, look.theme.colour.ink) for line in lines]

    def _origin(self) -> list[pygame.Surface]:
        if not self._variant.inventor:
            return []
        look = self._look
        text = f"{self._variant.inventor}, {self._variant.year}"
        return [look.words.line(text, look.body, look.theme.colour.muted)]

    def _pieces(self) -> pygame.Surface:
        """All pieces side by side, with their names below."""
        look, kinds = self._look, tuple(self._variant.piece_types.values())
        unit = look.scale.units
        room = self.rect.width - unit(8)
        wide = min(
            max(unit(PIECE_UNITS), *(self._name_width(kind) for kind in kinds)) + unit(PIECE_GAP_UNITS),
            room // len(kinds),
        )
        side = min(unit(PIECE_UNITS), wide - unit(1))
        names = look.words.height(look.small)
        picture = pygame.Surface((wide * len(kinds), side + unit(0.5) + names), pygame.SRCALPHA)
        for index, kind in enumerate(kinds):
            middle = index * wide + wide // 2
            piece = look.sprites.piece(kind.sprite, WHITE, side)
            picture.blit(piece, piece.get_rect(midtop=(middle, 0)))
            name = look.words.fitted(_(kind.name), look.small, wide - unit(0.5))
            text = look.words.line(name, look.small, look.theme.colour.muted)
            picture.blit(text, text.get_rect(midbottom=(middle, picture.get_height())))
        return picture

    def _name_width(self, kind: PieceType) -> int:
        return self._look.words.width(_(kind.name), self._look.small)


def first_sentence(text: str) -> str:
    """The first sentence of a text.

    >>> first_sentence("The board folds. Then it folds again.")
    'The board folds.'
    """
    return text.partition(". ")[0].rstrip(".") + "."

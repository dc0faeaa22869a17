"""The card of a game in the dialog for a new game."""

from __future__ import annotations

import pygame

from wormhole import Variant
from wormhole.gui.board.drawing.board_view import board_preview
from wormhole.gui.languages.language import _
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.theme import mixed
from wormhole.gui.rules_pages.game_words import about, made_by

CARD_GAP_UNITS = 2
WIDEST_BOARD = 0.46
"""Share of the card's width."""
HIGHEST_BOARD = 0.42
"""Share of the height of a card in which the words stand below the board."""
LEAST_UNITS = 40
"""The width from which on the words stand beside the board."""


class GameCard(DrawnArea):
    """A layer that shows a game: a board, and its words beside or below it."""

    def __init__(
        self,
        variant: Variant,
        fen: str | None = None,
        foot_units: float = 0.0,
    ) -> None:
        super().__init__()
        self._variant = variant
        self._fen = fen
        """The position of the board; None: the game's first one."""
        self._foot_units = foot_units
        """Below the text, in grid units, that are kept free."""

    @property
    def text_rect(self) -> pygame.Rect:
        """The rectangle of the window that holds the text, beside the board or below it."""
        return self._words_area().move(self.rect.topleft)

    def _board_side(self) -> int:
        if self._is_narrow:
            return min(self.rect.width, round(self.rect.height * HIGHEST_BOARD))
        return min(self.rect.height, round(self.rect.width * WIDEST_BOARD))

    @property
    def _is_narrow(self) -> bool:
        return self.rect.width < self._look.scale.units(LEAST_UNITS)

    def _words_area(self) -> pygame.Rect:
        side = self._board_side()
        if self._is_narrow:
            top = side + self._look.scale.unit
            return pygame.Rect(0, top, self.rect.width, self.rect.height - top)
        left = side + self._look.scale.units(CARD_GAP_UNITS + 0.5)
        return pygame.Rect(left, 0, self.rect.width - left, side)

    def drawn(self) -> pygame.Surface:
        """The board and the words."""
        look = self._look
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        side = self._board_side()
        picture.blit(board_preview(look.theme, look.sprites, self._variant, (side, side), self._fen), (0, 0))
        self._draw_words(picture, self._words_area())
        return picture

    def _draw_words(self, picture: pygame.Surface, area: pygame.Rect) -> None:
        look, colour, words = self._look, self._look.theme.colour, self._look.words
        title = words.wrapped(_(self._variant.title), look.title, area.width, bold=True)
        top = words.draw(picture, title, look.title, colour.ink, area.topleft, bold=True)
        maker = made_by(self._variant)
        makers = [words.fitted(maker, look.small, area.width)] if maker else []
        top = words.draw(picture, makers, look.small, colour.muted, (area.left, top)) + look.scale.unit
        ink = mixed(colour.muted, colour.ink, 0.6)
        foot = look.scale.units(self._foot_units - 1) + look.scale.unit
        room = (area.width, area.bottom - foot - top)
        lines = words.sentences_within(about(self._variant), look.small, room)
        words.draw(picture, lines, look.small, ink, (area.left, top))

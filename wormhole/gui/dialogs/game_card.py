"""A card about a game: its first position, name, inventor, description and pieces."""

from __future__ import annotations

import pygame

from wormhole import PieceType, Variant
from wormhole.gui.board.drawing.preview import board_preview
from wormhole.gui.language import _
from wormhole.gui.layout import row
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import mixed

PIECES_UNITS = 8.5
GAP_UNITS = 2
PIECE_UNITS = 5
WIDEST_BOARD = 0.46
"""Share of the card's width."""
HIGHEST_BOARD = 0.42
"""Share of the height of a card in which the words stand below the board."""
LEAST_UNITS = 40
"""The width from which on the words stand beside the board."""


class GameCard(DrawnArea):
    """A layer that shows one game; `has_pieces`: with a row of its pieces at the bottom."""

    def __init__(
        self,
        look: Look,
        rect: pygame.Rect,
        variant: Variant,
        has_pieces: bool,
        fen: str | None = None,
        foot: int = 0,
    ) -> None:
        super().__init__(look, rect)
        self._has_pieces = has_pieces
        self._variant = variant
        self._fen = fen
        """The position of the board; None: the game's first one."""
        self._foot = foot
        """Pixels below the text that are kept free."""

    def show(self, variant: Variant) -> None:
        """Show this game."""
        if variant != self._variant:
            self._variant = variant
            self.redraw()

    @property
    def text_rect(self) -> pygame.Rect:
        """The rectangle of the window that holds the text, beside the board or below it."""
        return self._words_area().move(self.rect.topleft)

    def _board_side(self) -> int:
        if self._is_narrow:
            return min(self.rect.width, round(self.rect.height * HIGHEST_BOARD))
        return min(self.rect.height - self._pieces_height(), round(self.rect.width * WIDEST_BOARD))

    @property
    def _is_narrow(self) -> bool:
        return self.rect.width < self._look.scale.units(LEAST_UNITS)

    def _pieces_height(self) -> int:
        return self._look.scale.units(PIECES_UNITS + GAP_UNITS) if self._has_pieces else 0

    def _words_area(self) -> pygame.Rect:
        side = self._board_side()
        if self._is_narrow:
            top = side + self._look.scale.unit
            return pygame.Rect(0, top, self.rect.width, self.rect.height - self._pieces_height() - top)
        left = side + self._look.scale.units(GAP_UNITS + 0.5)
        return pygame.Rect(left, 0, self.rect.width - left, side)

    def drawn(self) -> pygame.Surface:
        """The board, the words and the pieces."""
        look = self._look
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        side = self._board_side()
        picture.blit(board_preview(look.theme, look.sprites, self._variant, (side, side), self._fen), (0, 0))
        self._draw_words(picture, self._words_area())
        if self._has_pieces:
            foot = pygame.Rect(0, 0, self.rect.width, look.scale.units(PIECES_UNITS))
            foot.bottom = self.rect.height
            self._draw_pieces(picture, foot)
        return picture

    def _draw_words(self, picture: pygame.Surface, area: pygame.Rect) -> None:
        look, colour, words = self._look, self._look.theme.colour, self._look.words
        top = area.top
        for text in words.wrapped(_(self._variant.title), look.title, area.width, bold=True):
            picture.blit(words.line(text, look.title, colour.ink, bold=True), (area.left, top))
            top += words.height(look.title)
        maker = made_by(self._variant)
        if maker:
            line = words.fitted(maker, look.small, area.width)
            picture.blit(words.line(line, look.small, colour.muted), (area.left, top))
            top += words.height(look.small)
        top += look.scale.unit
        ink = mixed(colour.muted, colour.ink, 0.6)
        about = _(self._variant.about)
        for text in words.sentences_within(about, look.small, (area.width, area.bottom - self._foot - top)):
            picture.blit(words.line(text, look.small, ink), (area.left, top))
            top += words.height(look.small)

    def _draw_pieces(self, picture: pygame.Surface, area: pygame.Rect) -> None:
        look = self._look
        piece_types = list(self._variant.piece_types.values())
        cells = row(area, len(piece_types), look.scale.pixels(4))
        names = [_(piece_type.name) for piece_type in piece_types]
        pixels = look.words.largest(names, look.scale.text(13), cells[0].width)
        has_names = all(look.words.width(name, pixels) <= cells[0].width for name in names)
        for piece_type, cell in zip(piece_types, cells, strict=True):
            self._draw_piece(picture, piece_type, cell, pixels if has_names else None)

    def _draw_piece(
        self, picture: pygame.Surface, piece_type: PieceType, cell: pygame.Rect, pixels: int | None
    ) -> None:
        """Draw a piece and, in letters of that size, its name."""
        look, colour, words = self._look, self._look.theme.colour, self._look.words
        size = min(look.scale.units(PIECE_UNITS), cell.width)
        drawn = look.sprites.piece(piece_type.sprite, True, size)
        picture.blit(drawn, drawn.get_rect(midtop=cell.midtop))
        if pixels is None:
            return
        name = words.line(words.fitted(_(piece_type.name), pixels, cell.width), pixels, colour.muted)
        picture.blit(name, name.get_rect(midbottom=cell.midbottom))


def made_by(variant: Variant) -> str:
    """A game's inventor and year: "Fergus Duniho, 2000"."""
    year = f"{variant.year}" if variant.year > 0 else ""
    return ", ".join(part for part in (variant.inventor, year) if part)

"""Draws the trays beside the board, and the pieces in hand in their slots."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Protocol

import pygame

from wormhole.gui.board.board_layout import GAP_AT, BoardLayout, Pixel
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.cells import HandCell, SquareMark
from wormhole.gui.board.drawing.square_art import FRAMES, facing_piece
from wormhole.gui.look.card import card_svg
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import mixed

if TYPE_CHECKING:
    from wormhole import Variant

PIECE_IN_SLOT = 0.9
ABSENT_OPACITY = 0.16
TRAY_OPACITY = 0.82
BADGE = 0.36  # height of a count, of the slot
SMALLEST_BADGE = 13
DIGITS = 0.86  # size of the digits, of the badge


class TrayBrush(Protocol):
    """What pictures are put with, on a surface or on a sheet."""

    def put(self, picture: pygame.Surface, centre: Pixel, opacity: float = 1.0) -> None:
        """Draw the picture with its centre at a pixel."""


class TrayArt:
    """Paints what is in hand at the sizes of a layout."""

    def __init__(
        self,
        sprites: Sprites,
        lettering: Lettering,
        variant: Variant,
        layout: BoardLayout,
        faces_both: bool = False,
    ) -> None:
        self._sprites = sprites
        self._lettering = lettering
        self._piece_types = variant.piece_types
        self._layout = layout
        self._faces_both = faces_both
        self._pictures: dict[Hashable, pygame.Surface] = {}

    @property
    def piece_pixels(self) -> int:
        """The size of a piece in hand."""
        return round(PIECE_IN_SLOT * self._slot)

    def paint_trays(self, brush: TrayBrush, away: tuple[int, int] = (0, 0)) -> None:
        """Paint the empty trays, moved by so many pixels."""
        for tray in self._layout.tray_rects.values():
            brush.put(self._tray(tray.size), tray.move(away).center)

    def paint_slots(
        self, brush: TrayBrush, cells: Mapping[int, HandCell], away: tuple[int, int] = (0, 0)
    ) -> None:
        """Paint what is in these slots."""
        for place, cell in cells.items():
            self._paint_slot(brush, cell, self._layout.slots[place].move(away))

    def _paint_slot(self, brush: TrayBrush, cell: HandCell, slot: pygame.Rect) -> None:
        for mark in cell.marks:
            brush.put(self._mark(mark), slot.center)
        picture = self._piece(cell.piece.letter, cell.piece.color)
        brush.put(picture, slot.center, 1.0 if cell.count else ABSENT_OPACITY)
        if cell.count > 1:
            self._paint_badge(brush, str(cell.count), slot)

    def _paint_badge(self, brush: TrayBrush, count: str, slot: pygame.Rect) -> None:
        """The number of pieces, in the lower right corner of their slot."""
        colour = self._sprites.theme.colour
        height = max(SMALLEST_BADGE, round(BADGE * slot.height))
        font = self._lettering.font(round(DIGITS * height), bold=True)
        text = self._drawn(
            ("text", count),
            lambda: font.render(count, True, readable_on(colour.accent, colour.ink, colour.panel)),
        )
        width = max(height, text.get_rect().width + height // 2)
        badge = pygame.Rect(0, 0, width, height)
        badge.bottomright = slot.right, slot.bottom
        plate = marks.badge(colour.accent, mixed(colour.well, colour.accent, 0.1), width, height)
        brush.put(self._drawn(("plate", width), lambda: self._sprites.drawing(plate)), badge.center)
        brush.put(text, badge.center)

    @property
    def _slot(self) -> int:
        return next(iter(self._layout.slots.values())).width

    def _tray(self, size: tuple[int, int]) -> pygame.Surface:
        theme, pitch = self._sprites.theme, self._layout.pitch
        line = max(1, round(pitch / GAP_AT))
        corner = min(round(theme.panel.corner * pitch / GAP_AT), min(size) // 2)
        svg = card_svg(
            size, max(corner, line + 1), theme.colour.frame, TRAY_OPACITY, theme.colour.board_line, line
        )
        return self._drawn(("tray", size), lambda: self._sprites.drawing(svg))

    def _piece(self, letter: str, color: bool) -> pygame.Surface:
        piece, is_turned = self._piece_types[letter], color is self._layout.flipped
        return self._drawn(
            (letter, color),
            lambda: facing_piece(
                self._sprites, piece, color, self.piece_pixels, is_turned, self._faces_both and is_turned
            ),
        )

    def _mark(self, mark: SquareMark) -> pygame.Surface:
        colour, corner = self._sprites.theme.colour, self._layout.corner
        return self._drawn(mark, lambda: self._sprites.drawing(FRAMES[mark](colour, self._slot, corner)))

    def _drawn(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture remembered for ``key``, made the first time."""
        if key not in self._pictures:
            self._pictures[key] = make()
        return self._pictures[key]

"""A card with a few numbers side by side: each with a caption above, and perhaps a small note beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.layout import row
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.theme import Colour

PADDING_UNITS = 1.5


@dataclass(frozen=True)
class Figure:
    """A number with its caption, and perhaps a note beside it, such as a change, which is good or bad."""

    caption: str
    value: str
    note: str = ""
    is_good: bool | None = None
    is_alarming: bool = False
    """Whether the number itself is in the colour of alarms."""


class FiguresCard(DrawnArea):
    """A layer with the numbers."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect, is_stale=True)
        self._figures: tuple[Figure, ...] = ()

    def show(self, figures: Sequence[Figure]) -> None:
        """Show these numbers."""
        if tuple(figures) != self._figures:
            self._figures = tuple(figures)
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """The card."""
        look = self._look
        picture = panel_card(look, self.rect.size)
        padding = look.scale.units(PADDING_UNITS)
        room = picture.get_rect().inflate(-2 * padding, -padding)
        cells = row(room, max(1, len(self._figures)), padding)
        captions = [figure.caption for figure in self._figures]
        pixels = look.words.largest(captions, look.small, min(cell.width for cell in cells))
        for figure, cell in zip(self._figures, cells, strict=False):
            self._draw(picture, figure, cell, pixels)
        return picture

    def _draw(self, picture: pygame.Surface, figure: Figure, cell: pygame.Rect, pixels: int) -> None:
        look, colour = self._look, self._look.theme.colour
        caption = look.words.line(look.words.fitted(figure.caption, pixels, cell.width), pixels, colour.muted)
        note = look.words.line(figure.note, look.small, self._note_ink(figure), figure.is_good is not None)
        gap = look.scale.unit
        room = cell.width - (note.get_width() + gap if figure.note else 0)
        size = look.words.largest([figure.value], look.title, room, bold=True)
        ink = colour.alarm if figure.is_alarming else colour.ink
        value = look.words.line(figure.value, size, ink, bold=True)
        height = caption.get_height() + look.words.height(look.title)
        top = cell.centery - height // 2
        picture.blit(caption, (cell.left, top))
        place = value.get_rect(bottomleft=(cell.left, top + height))
        picture.blit(value, place)
        if figure.note:
            picture.blit(note, note.get_rect(midleft=(place.right + gap, place.centery)))

    def _note_ink(self, figure: Figure) -> Colour:
        colour = self._look.theme.colour
        inks = {None: colour.muted, True: colour.sign_good, False: colour.alarm}
        return inks[figure.is_good]

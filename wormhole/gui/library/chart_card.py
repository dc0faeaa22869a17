"""A card of the statistics: a heading, perhaps a legend, and a chart below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from wormhole.gui.look.chart import empty_chart, legend
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.theme import Colour

HEADING_UNITS = 4
Draw = Callable[[tuple[int, int]], pygame.Surface]


class ChartCard(DrawnArea):
    """A layer with one card in a rectangle of the window."""

    def __init__(self, look: Look, rect: pygame.Rect, heading: str) -> None:
        super().__init__(look, rect, is_stale=True)
        self._heading = heading
        self._draw_chart: Draw | None = None
        self._words = ""
        self._colours: Sequence[tuple[str, Colour]] = ()

    def show(self, draw: Draw, words: str = "", colours: Sequence[tuple[str, Colour]] = ()) -> None:
        """Show a chart, with words or the names of colours at the right of the heading."""
        self._draw_chart, self._words, self._colours = draw, words, colours
        self.redraw()

    def show_empty(self, text: str) -> None:
        """Show a sentence instead of a chart."""
        look = self._look  # not self, which keeps what it draws
        self.show(lambda size: empty_chart(look, size, text))

    def _chart_area(self, above: int) -> pygame.Rect:
        """The room for the chart below so many pixels of words, in pixels of the card."""
        padding, top = self._look.scale.units(2), above + self._look.scale.units(1.5)
        width, height = self.rect.size
        return pygame.Rect(padding, top, width - 2 * padding, height - top - padding)

    def drawn(self) -> pygame.Surface:
        """The card with its heading and, if there is one, the chart."""
        look, colour = self._look, self._look.theme.colour
        picture = panel_card(look, self.rect.size)
        padding, below = look.scale.units(2), look.scale.units(HEADING_UNITS)
        middle = look.scale.units(1) + below // 2
        room = picture.get_width() - 2 * padding
        title = look.words.line(self._heading, look.body, colour.ink, bold=True)
        picture.blit(title, title.get_rect(midleft=(padding, middle)))
        aside = self._aside()
        if aside is not None and title.get_width() + padding + aside.get_width() <= room:
            picture.blit(aside, aside.get_rect(midright=(padding + room, middle)))
        elif aside is not None:
            middle += (title.get_height() + aside.get_height()) // 2
            picture.blit(aside, aside.get_rect(midleft=(padding, middle)))
            below += aside.get_height()
        if self._draw_chart is not None:
            area = self._chart_area(below)
            picture.blit(self._draw_chart(area.size), area)
        return picture

    def _aside(self) -> pygame.Surface | None:
        """What is written beside the heading or, where both have no room, below it."""
        look = self._look
        if self._words:
            return look.words.line(self._words, look.body, look.theme.colour.accent, bold=True)
        return legend(look, self._colours) if self._colours else None

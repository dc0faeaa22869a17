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

    def _chart_area(self) -> pygame.Rect:
        """The room for the chart, in pixels of the card."""
        padding, top = self._look.scale.units(2), self._look.scale.units(HEADING_UNITS + 1.5)
        width, height = self.rect.size
        return pygame.Rect(padding, top, width - 2 * padding, height - top - padding)

    def drawn(self) -> pygame.Surface:
        """The card with its heading and, if there is one, the chart."""
        look, colour = self._look, self._look.theme.colour
        picture = panel_card(look, self.rect.size)
        padding = look.scale.units(2)
        middle = look.scale.units(1) + look.scale.units(HEADING_UNITS) // 2
        right = picture.get_width() - padding
        title = look.words.line(self._heading, look.body, colour.ink, bold=True)
        picture.blit(title, title.get_rect(midleft=(padding, middle)))
        if self._words:
            line = look.words.line(self._words, look.body, colour.accent, bold=True)
            picture.blit(line, line.get_rect(midright=(right, middle)))
        elif self._colours:
            names = legend(look, self._colours)
            picture.blit(names, names.get_rect(midright=(right, middle)))
        if self._draw_chart is not None:
            area = self._chart_area()
            picture.blit(self._draw_chart(area.size), area)
        return picture

"""The ratings of a tournament as a chart: a dot for each player, with its error bar.

Of a player who has won, or lost, every game only one end of the bar is known; it ends in an arrow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from wormhole.arena.standings import Row, Standings
from wormhole.gui.languages.language import _, signed
from wormhole.gui.look.card import rounded, well
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.theme import mixed
from wormhole.gui.tournament.standings_table import elo_words

HEADING_UNITS, AXIS_UNITS, PADDING_UNITS = 3.25, 2.75, 1
NAME_SHARE = 0.26
MOST_ROW_UNITS = 6
LEAST_HALF = 50
"""Half of the least range of the axis, in Elo."""
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000)
MOST_LINES = 9


class RatingsChart(DrawnArea):
    """The players below each other, the best one first."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = names
        self._rows: Sequence[Row] = ()

    def show(self, standings: Standings) -> None:
        """Show these ratings."""
        if standings.rows != self._rows:
            self._rows = standings.rows
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """The whole chart."""
        look, colour = self._look, self._look.theme.colour
        units = look.scale.units
        picture = well(look, self.rect.size)
        edge = look.scale.pixels(4)
        padding = units(PADDING_UNITS) + edge
        heading, at = _("Ratings with their errors, in Elo"), (padding, units(HEADING_UNITS) // 2 + edge)
        look.words.write(picture, heading, look.small, colour.muted, midleft=at)
        known = [row for row in self._rows if row.error is not None]
        area = pygame.Rect(0, 0, *self.rect.size).inflate(-2 * padding, 0)
        area.top = units(HEADING_UNITS) + look.scale.pixels(6)
        area.height = self.rect.height - area.top - units(AXIS_UNITS) - look.scale.pixels(4)
        if not known:
            words = _("The ratings appear here after the first game.")
            look.words.draw_centred(picture, words, look.small, colour.muted, area)
            return picture
        plot = area.copy()
        plot.left += round(NAME_SHARE * area.width)
        plot.width -= round(NAME_SHARE * area.width) + padding
        self._draw_axis(picture, plot, known)
        height = min(units(MOST_ROW_UNITS), area.height // len(known))
        top = area.top + (area.height - height * len(known)) // 2
        for index, row in enumerate(known):
            strip = pygame.Rect(area.left, top + index * height, area.width, height)
            self._draw_row(picture, strip, plot, row, self._half(known))
        return picture

    def _half(self, known: Sequence[Row]) -> float:
        """Half of the range of the axis."""
        return max(LEAST_HALF, *(abs(row.elo or 0.0) + (row.error or 0.0) for row in known))

    def _draw_axis(self, picture: pygame.Surface, plot: pygame.Rect, known: Sequence[Row]) -> None:
        look, colour = self._look, self._look.theme.colour
        half = self._half(known)
        step = next((step for step in STEPS if 2 * half / step <= MOST_LINES), STEPS[-1])
        faint = mixed(colour.panel, colour.panel_line, 0.8)
        pixels = look.scale.text(12)
        for count in range(-math.floor(half / step), math.floor(half / step) + 1):
            x = _x(plot, count * step, half)
            line = mixed(colour.panel_line, colour.muted, 0.5) if count == 0 else faint
            pygame.draw.line(picture, line, (x, plot.top), (x, plot.bottom))
            label, at = signed(count * step) if count else "0", (x, plot.bottom + look.scale.pixels(3))
            look.words.write(picture, label, pixels, colour.muted, midtop=at)

    def _draw_row(
        self, picture: pygame.Surface, strip: pygame.Rect, plot: pygame.Rect, row: Row, half: float
    ) -> None:
        look, colour = self._look, self._look.theme.colour
        pixels = look.small if strip.height >= look.words.height(look.small) else look.scale.text(12)
        name, room = self._names[row.player], plot.left - strip.left - look.scale.unit
        look.words.write(picture, name, pixels, colour.ink, width=room, midleft=strip.midleft)
        elo, error = row.elo or 0.0, row.error or 0.0
        is_won, is_lost = row.score.is_all_won, row.score.is_all_lost
        left = plot.left if is_lost else _x(plot, elo - error, half)
        right = plot.right if is_won else _x(plot, elo + error, half)
        thick, dot = look.scale.pixels(4), look.scale.pixels(11)
        bar = pygame.Rect(left, strip.centery - thick // 2, max(thick, right - left), thick)
        fill = mixed(colour.panel, colour.accent, 0.45)
        rounded(picture, fill, bar, thick // 2)
        if is_won or is_lost:
            tip, back = (bar.right, -dot) if is_won else (bar.left, dot)
            corners = [(tip + back, bar.centery - dot // 2), (tip + back, bar.centery + dot // 2)]
            pygame.draw.polygon(picture, fill, [(tip, bar.centery), *corners])
            words = look.words.line(elo_words(row), look.scale.text(12), colour.muted)
            if strip.height >= 2 * words.get_height() and words.get_width() < bar.width:
                picture.blit(words, words.get_rect(midbottom=bar.midtop))
            return
        disc = pygame.Rect(0, 0, dot, dot)
        disc.center = (_x(plot, elo, half), bar.centery)
        rounded(picture, colour.accent, disc, dot // 2)


def _x(plot: pygame.Rect, elo: float, half: float) -> int:
    return round(plot.left + plot.width * (elo + half) / (2 * half))

"""Two small charts of what was learned: the strength after each round, and how well results are foreseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.language import N_, _, short_number
from wormhole.gui.layout import row
from wormhole.gui.look.chart import Plot, empty_chart, legend, svg_fill
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import well
from wormhole.gui.look.theme import Colour, hexed

if TYPE_CHECKING:
    from wormhole.learn.taught import Round

GAP_UNITS = 2
STRENGTH, LOSS = N_("Strength, in Elo"), N_("Error of the forecasts, in thousandths")
NOTHING = N_("Nothing is learned yet. A chart of each round will be here.")
THOUSAND = 1000
LEAST_SPAN = 10
"""Of Elo, so that a flat line has an axis."""


class TeachingChart(DrawnArea):
    """A layer with both charts side by side, each over the hours of work."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self._rounds: Sequence[Round] = ()

    def show(self, rounds: Sequence[Round]) -> None:
        """Show these rounds."""
        if rounds != self._rounds:
            self._rounds = rounds
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """Both charts, or a sentence while there is nothing to show."""
        look = self._look
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        if not self._rounds:
            picture.blit(well(look, self.rect.size), (0, 0))
            picture.blit(empty_chart(look, self.rect.size, _(NOTHING)), (0, 0))
            return picture
        names = legend(look, [(name, ink) for name, ink, _losses in self._curves()])
        picture.blit(names, names.get_rect(bottomright=self.rect.size))
        gap = look.scale.unit // 2
        charts = pygame.Rect(0, 0, self.rect.width, self.rect.height - names.get_height() - gap)
        places = row(charts, 2, look.scale.units(GAP_UNITS))
        for place, title, draw in zip(places, (STRENGTH, LOSS), (self._strength, self._loss), strict=True):
            height = look.words.height(look.small)
            words = look.words.fitted(_(title), look.small, place.width)
            picture.blit(look.words.line(words, look.small, look.theme.colour.ink), place.topleft)
            room = (place.width, place.height - height - gap)
            picture.blit(draw(room), (place.left, place.bottom - room[1]))
        return picture

    def _strength(self, size: tuple[int, int]) -> pygame.Surface:
        """A step for each network that was kept, a ring for each that was not."""
        look, colour = self._look, self._look.theme.colour
        elos = [0.0, *(each.elo for each in self._rounds)]
        plot = Plot(look, size, min(elos), max(*elos, min(elos) + LEAST_SPAN), form=".0f")
        hours = [0.0, *(each.hours for each in self._rounds)]
        places = [(self._x(plot, at), plot.y(elo)) for at, elo in zip(hours, elos, strict=True)]
        corners = [places[0]]
        for x, y in places[1:]:
            corners += [(x, corners[-1][1]), (x, y)]
        dot, line = look.scale.pixels(3.5), look.scale.pixels(2)
        shapes = _line(corners, colour.accent, line)
        for (x, y), each in zip(places[1:], self._rounds, strict=True):
            fill = colour.accent if each.is_kept else colour.panel
            shapes += (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{dot}" {svg_fill(fill)} '
                f'stroke="{hexed(colour.accent)}" stroke-width="{line / 2}"/>'
            )
        plot.draw_svg(shapes)
        self._label(plot)
        return plot.picture

    def _loss(self, size: tuple[int, int]) -> pygame.Surface:
        """The cross entropy of the results by the network and by the pieces' values."""
        look, curves = self._look, self._curves()
        values = [THOUSAND * value for _name, _ink, losses in curves for value in losses]
        plot = Plot(look, size, min(values), max(values), form=".0f")
        dot = look.scale.pixels(3)
        shapes = ""
        for _name, ink, losses in curves:
            places = [
                (self._x(plot, each.hours), plot.y(THOUSAND * loss))
                for each, loss in zip(self._rounds, losses, strict=True)
            ]
            shapes += _line(places, ink, look.scale.pixels(2))
            shapes += "".join(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{dot}" {svg_fill(ink)}/>' for x, y in places
            )
        plot.draw_svg(shapes)
        self._label(plot)
        return plot.picture

    def _curves(self) -> Sequence[tuple[str, Colour, Sequence[float]]]:
        """The names, colours and losses of what is compared."""
        colour = self._look.theme.colour
        return (
            (_("Pieces' values"), colour.muted, [each.material for each in self._rounds]),
            (_("What it has learned"), colour.accent, [each.glance for each in self._rounds]),
        )

    def _x(self, plot: Plot, hours: float) -> float:
        room = plot.area.inflate(-self._look.scale.pixels(12), 0)
        return room.left + room.width * hours / max(self._rounds[-1].hours, 1e-9)

    def _label(self, plot: Plot) -> None:
        """The hours at both ends."""
        last = self._rounds[-1].hours
        words = _("{hours} h").format(hours=short_number(last))
        plot.label([(self._x(plot, 0.0), "0"), (self._x(plot, last), words)])


def _line(places: Sequence[tuple[float, float]], colour: Colour, width: float) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return (
        f'<polyline points="{points}" fill="none" stroke="{hexed(colour)}" stroke-width="{width}" '
        f'stroke-linejoin="round" stroke-linecap="round"/>'
    )

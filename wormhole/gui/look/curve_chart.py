"""A curve with a band around it that shows how uncertain it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.look.chart import Mark, Plot, svg_fill
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, hexed

BAND_OPACITY = 0.22


@dataclass(frozen=True)
class CurvePoint:
    """A value with its lower and upper bound, at a place of the horizontal axis."""

    at: float
    value: float
    low: float
    high: float


def curve(
    look: Look, size: tuple[int, int], points: Sequence[CurvePoint], marks: Sequence[Mark], colour: Colour
) -> pygame.Surface:
    """A chart of at least one point. A single point is drawn with its band as a bar."""
    lowest, highest = min(point.low for point in points), max(point.high for point in points)
    plot = Plot(look, size, lowest, highest, form=".0f")
    dot = look.scale.pixels(4)
    room = plot.area.inflate(-6 * dot, 0)
    first, last = points[0].at, points[-1].at

    def x(at: float) -> float:
        return room.centerx if last == first else room.left + room.width * (at - first) / (last - first)

    if len(points) == 1:
        half = 2 * dot
        upper = [(x(first) + side, plot.y(points[0].high)) for side in (-half, half)]
        lower = [(x(first) + side, plot.y(points[0].low)) for side in (-half, half)]
    else:
        upper = [(x(point.at), plot.y(point.high)) for point in points]
        lower = [(x(point.at), plot.y(point.low)) for point in points]
    line = [(x(point.at), plot.y(point.value)) for point in points]
    plot.draw_svg(
        f'<polygon points="{_listed([*upper, *reversed(lower)])}" {svg_fill(colour, BAND_OPACITY)}/>'
        f'<polyline points="{_listed(line)}" fill="none" stroke="{hexed(colour)}" '
        f'stroke-width="{look.scale.pixels(2.5)}" stroke-linejoin="round" stroke-linecap="round"/>'
        f'<circle cx="{line[-1][0]:.1f}" cy="{line[-1][1]:.1f}" r="{dot}" {svg_fill(colour)}/>'
    )
    plot.label([(x(mark.at), mark.label) for mark in marks if first <= mark.at <= last])
    return plot.picture


def _listed(pixels: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in pixels)

"""A graph of White's chance to win over the moves of a game: light below the curve, as on the bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.look.chart import svg_fill, svg_picture
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, hexed, mixed

OPACITY = 0.42
"""Of both sides' colours, which are those of the bar."""


@dataclass(frozen=True)
class Dot:
    """A marked place of the curve."""

    at: int
    chance: float
    colour: Colour


def x_of(at: int, last: int, width: int) -> float:
    """The pixel of a ply in a graph that ends with the ply ``last``."""
    return width * at / last if last else width / 2


def ply_at(x: int, last: int, width: int) -> int:
    """The ply that is nearest to a pixel.

    >>> [ply_at(x, 10, 200) for x in (-5, 0, 29, 31, 400)]
    [0, 0, 1, 2, 10]
    """
    return min(last, max(0, round(x * last / max(1, width))))


def chance_graph(
    look: Look, size: tuple[int, int], chances: Sequence[tuple[int, float]], last: int, dots: Sequence[Dot]
) -> pygame.Surface:
    """The picture of at least one chance, each with its ply; the axis goes from 0 to the ply ``last``."""
    width, height = size
    colour = look.theme.colour
    picture = pygame.Surface(size, pygame.SRCALPHA)
    line, dot = look.scale.pixels(1.75), look.scale.pixels(3.5)
    room = height - 2 * dot

    def y_of(chance: float) -> float:
        return dot + room * (1 - chance)

    def inside(x: float) -> float:
        """So that the first and the last dot are whole."""
        return min(width - dot, max(dot, x))

    middle = round(y_of(0.5))
    grid = mixed(colour.panel_line, colour.muted, 0.3)
    pygame.draw.line(picture, grid, (0, middle), (width - 1, middle))
    places = [(x_of(at, last, width), y_of(chance)) for at, chance in chances]
    curve = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    left, right = f"{places[0][0]:.1f}", f"{places[-1][0]:.1f}"
    shapes = (
        f'<polygon points="{left},0 {curve} {right},0" {svg_fill(colour.bar_black, OPACITY)}/>'
        f'<polygon points="{left},{height} {curve} {right},{height}" {svg_fill(colour.bar_white, OPACITY)}/>'
        f'<polyline points="{curve}" fill="none" stroke="{hexed(mixed(colour.ink, colour.muted, 0.3))}" '
        f'stroke-width="{line}" stroke-linejoin="round" stroke-linecap="round"/>'
    )
    shapes += "".join(
        f'<circle cx="{inside(x_of(mark.at, last, width)):.1f}" cy="{y_of(mark.chance):.1f}" r="{dot}" '
        f'{svg_fill(mark.colour)} stroke="{hexed(colour.panel)}" stroke-width="{line / 2:.1f}"/>'
        for mark in dots
    )
    picture.blit(look.sprites.sketch(svg_picture(size, shapes)), (0, 0))
    return picture

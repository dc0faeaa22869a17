"""What all charts share: round numbers along an axis, labels that do not overlap, and the frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from wormhole.gui.look.look import Look
from wormhole.gui.look.rounded import rounded
from wormhole.gui.look.theme import Colour, hexed, mixed

LINES_APART_UNITS = 4
"""The least distance between two lines of a grid."""
GAP_UNITS = 1
LEGEND_UNITS = 1.25


@dataclass(frozen=True)
class Mark:
    """A labelled place on a horizontal axis, in the numbers of that axis."""

    at: float
    label: str


def round_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50 … that divides `span` into at most `most` parts.

    >>> [round_step(span, 5) for span in (3, 9, 26, 730)]
    [1.0, 2.0, 10.0, 200.0]
    """
    least = max(1.0, span / max(1, most))
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= least)


def ticks(least: float, greatest: float, most: int) -> list[float]:
    """Round numbers from at or below `least` to at or above `greatest`, about `most` of them.

    >>> ticks(0, 7, 4), ticks(1180, 1530, 5)
    ([0.0, 2.0, 4.0, 6.0, 8.0], [1100.0, 1200.0, 1300.0, 1400.0, 1500.0, 1600.0])
    """
    step = round_step(greatest - least, most)
    first, last = math.floor(least / step), math.ceil(greatest / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def apart(marks: Sequence[tuple[int, int]], gap: int) -> list[int]:
    """Which of the labels, each a centre and a width, can be written with `gap` pixels between them.

    Every nth is, so that those written are evenly spaced.

    >>> apart([(10, 12), (20, 12), (30, 12), (40, 12)], 4)
    [0, 2]
    """
    for every in range(1, len(marks) + 1):
        chosen = list(range(0, len(marks), every))
        places = [marks[index] for index in chosen]
        ends = pairwise(places)
        if all(left + width / 2 + gap <= right - other / 2 for (left, width), (right, other) in ends):
            return chosen
    return [0] if marks else []


class Plot:
    """A chart's picture: a grid with numbers at the left, room for labels below, and what is drawn on it."""

    def __init__(
        self, look: Look, size: tuple[int, int], least: float, greatest: float, form: str = ",.0f"
    ) -> None:
        self.look = look
        self.picture = pygame.Surface(size, pygame.SRCALPHA)
        self.pixels = look.small
        line_height = look.words.height(self.pixels)
        height = size[1] - line_height // 2 - line_height - look.scale.units(GAP_UNITS)
        lines = max(1, height // look.scale.units(LINES_APART_UNITS))
        self._ticks = ticks(least, greatest, lines)
        labels = [f"{tick:{form}}" for tick in self._ticks]
        left = max(look.words.width(label, self.pixels) for label in labels) + look.scale.units(GAP_UNITS)
        self.area = pygame.Rect(left, line_height // 2, max(1, size[0] - left), max(1, height))
        """Where the data are drawn."""
        self._draw_grid(labels)

    def y(self, value: float) -> float:
        """The pixel of a value."""
        lowest, highest = self._ticks[0], self._ticks[-1]
        return self.area.bottom - self.area.height * (value - lowest) / (highest - lowest)

    def label(self, marks: Sequence[tuple[float, str]]) -> None:
        """Write labels below the grid, at these pixels; those that do not fit are left out."""
        words, whole = self.look.words, self.picture.get_rect()
        height = words.height(self.pixels)
        places = []
        for x, text in marks:
            place = pygame.Rect(0, whole.bottom - height, words.width(text, self.pixels), height)
            place.centerx = round(x)
            places.append(place.clamp(whole))
        sizes = [(place.centerx, place.width) for place in places]
        for index in apart(sizes, self.look.scale.units(GAP_UNITS)):
            line = words.line(marks[index][1], self.pixels, self.look.theme.colour.muted)
            self.picture.blit(line, places[index])

    def draw_svg(self, shapes: str) -> None:
        """Draw SVG shapes, whose coordinates are pixels of the picture."""
        self.picture.blit(self.look.sprites.sketch(svg_picture(self.picture.get_size(), shapes)), (0, 0))

    def _draw_grid(self, labels: Sequence[str]) -> None:
        colour = self.look.theme.colour
        for tick, label in zip(self._ticks, labels, strict=True):
            y = round(self.y(tick))
            ink = colour.muted if tick == self._ticks[0] else mixed(colour.panel_line, colour.muted, 0.15)
            pygame.draw.line(self.picture, ink, (self.area.left, y), (self.area.right - 1, y))
            line = self.look.words.line(label, self.pixels, colour.muted)
            right = self.area.left - self.look.scale.units(GAP_UNITS)
            self.picture.blit(line, line.get_rect(midright=(right, y)))


def legend(look: Look, entries: Sequence[tuple[str, Colour]]) -> pygame.Surface:
    """A line that names the colours."""
    colour, side, gap = look.theme.colour, look.scale.units(LEGEND_UNITS), look.scale.units(GAP_UNITS)
    lines = [look.words.line(name, look.small, colour.muted) for name, _ in entries]
    width = sum(side + gap + line.get_width() + 2 * gap for line in lines) - 2 * gap
    picture = pygame.Surface((max(1, width), look.words.height(look.small)), pygame.SRCALPHA)
    left = 0
    for line, (_, fill) in zip(lines, entries, strict=True):
        patch = pygame.Rect(left, (picture.get_height() - side) // 2, side, side)
        rounded(picture, fill, patch, look.scale.pixels(3))
        picture.blit(line, (patch.right + gap, 0))
        left = patch.right + gap + line.get_width() + 2 * gap
    return picture


def empty_chart(look: Look, size: tuple[int, int], text: str) -> pygame.Surface:
    """A sentence in the middle of an empty chart."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    lines = look.words.wrapped(text, look.small, size[0] - 2 * look.scale.units(2))
    height = look.words.height(look.small)
    top = (size[1] - len(lines) * height) // 2
    for text_line in lines:
        line = look.words.line(text_line, look.small, look.theme.colour.muted)
        picture.blit(line, line.get_rect(midtop=(size[0] // 2, top)))
        top += height
    return picture


def svg_picture(size: tuple[int, int], shapes: str) -> str:
    """The SVG text of a picture of this size with these shapes."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}">{shapes}</svg>'


def svg_fill(colour: Colour, opacity: float = 1.0) -> str:
    """The attributes of a filled SVG shape."""
    return f'fill="{hexed(colour)}" fill-opacity="{opacity}"'

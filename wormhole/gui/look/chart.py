"""What all charts share: round numbers along an axis, labels that do not overlap, and the frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise

import pygame

from wormhole.gui.languages.language import number
from wormhole.gui.look.card import panel_card, rounded
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
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

    def has_room(self, marks: Sequence[tuple[float, str]]) -> bool:
        """Whether all these labels fit below the grid."""
        sizes = [(round(x), self.look.words.width(text, self.pixels)) for x, text in marks]
        return len(apart(sizes, self.look.scale.units(GAP_UNITS))) == len(marks)

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
            right = self.area.left - self.look.scale.units(GAP_UNITS)
            self.look.words.write(self.picture, label, self.pixels, colour.muted, midright=(right, y))


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
    for line in lines:
        look.words.write(picture, line, look.small, look.theme.colour.muted, midtop=(size[0] // 2, top))
        top += height
    return picture


def svg_picture(size: tuple[int, int], shapes: str) -> str:
    """The SVG text of a picture of this size with these shapes."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}">{shapes}</svg>'


def svg_fill(colour: Colour, opacity: float = 1.0) -> str:
    """The attributes of a filled SVG shape."""
    return f'fill="{hexed(colour)}" fill-opacity="{opacity}"'


WIDEST_BAR_UNITS = 6
BAR_SHARE = 0.66
"""How much of its place a bar fills."""
ROW_UNITS = 3.5
NAME_SHARE = 0.6
"""The most that the names take of the width of a chart of rows."""


@dataclass(frozen=True)
class Bar:
    """A bar of several parts, from the bottom up, above its label. `room` is its share of the width.

    `short` is its label where those of its neighbours do not fit.
    """

    label: str
    parts: tuple[int, ...]
    room: float = 1.0
    short: str = ""

    @property
    def whole(self) -> int:
        """The sum of the parts."""
        return sum(self.parts)


def stacked_bars(
    look: Look, size: tuple[int, int], bars: Sequence[Bar], colours: Sequence[Colour]
) -> pygame.Surface:
    """A chart of stacked bars; each part has its colour. A bar without a label or parts is a gap.

    Where there is no room for all labels, some are left out on each side of a gap on its own.
    """
    plot = Plot(look, size, 0, max((bar.whole for bar in bars), default=0))
    each = plot.area.width / (sum(bar.room for bar in bars) or 1.0)
    width = max(2, min(look.scale.units(WIDEST_BAR_UNITS), round(BAR_SHARE * each)))
    ends = accumulate((bar.room for bar in bars), initial=0.0)
    middles = [plot.area.left + (end + bar.room / 2) * each for bar, end in zip(bars, ends, strict=False)]
    plot.draw_svg(
        "".join(
            _bar_svg(plot, bar, round(middle - width / 2), width, colours)
            for bar, middle in zip(bars, middles, strict=True)
        )
    )
    placed = zip(bars, middles, strict=True)
    for has_label, group in groupby(placed, lambda each: bool(each[0].label)):
        if has_label:
            neighbours = list(group)
            whole = [(middle, bar.label) for bar, middle in neighbours]
            short = [(middle, bar.short or bar.label) for bar, middle in neighbours]
            plot.label(whole if plot.has_room(whole) else short)
    return plot.picture


def counted_rows(
    look: Look, size: tuple[int, int], rows: Sequence[tuple[str, int]], fill: Colour, other: str
) -> pygame.Surface:
    """A chart of names, each with a bar and its number. A last row `other` sums those that do not fit."""
    words, colour = look.words, look.theme.colour
    picture = pygame.Surface(size, pygame.SRCALPHA)
    height = look.scale.units(ROW_UNITS)
    room = max(1, size[1] // height)
    if len(rows) > room:
        rest = rows[room - 1 :]
        rows = [*rows[: room - 1], (other, sum(count for _, count in rest))]
    if not rows:
        return picture
    gap = look.scale.unit
    names = min(max(words.width(name, look.small) for name, _ in rows), round(NAME_SHARE * size[0]))
    numbers = max(words.width(number(count), look.small) for _, count in rows)
    track = pygame.Rect(names + gap, 0, max(1, size[0] - names - numbers - 3 * gap), round(0.5 * height))
    greatest = max(1, *(count for _, count in rows))
    corner, bars = track.height / 2, []
    for index, (name, count) in enumerate(rows):
        middle = index * height + height // 2
        words.write(picture, name, look.small, colour.ink, width=names, midleft=(0, middle))
        track.centery = middle
        full = max(track.height, round(track.width * count / greatest))
        for width, ink in ((track.width, mixed(colour.panel, colour.raised, 0.5)), (full, fill)):
            bars.append(
                f'<rect x="{track.left}" y="{track.top}" width="{width}" height="{track.height}" '
                f'rx="{corner}" fill="{hexed(ink)}"/>'
            )
        words.write(picture, number(count), look.small, colour.muted, midright=(size[0], middle))
    picture.blit(look.sprites.sketch(svg_picture(size, "".join(bars))), (0, 0))
    return picture


def _bar_svg(plot: Plot, bar: Bar, left: int, width: int, colours: Sequence[Colour]) -> str:
    """The parts of a bar, apart by a hairline."""
    shapes, below = [], 0
    for part, colour in zip(bar.parts, colours, strict=False):
        if part:
            top, foot = plot.y(below + part), plot.y(below)
            height = max(1.0, foot - top - (1 if foot - top > 3 else 0))
            shapes.append(
                f'<rect x="{left}" y="{top:.1f}" width="{width}" height="{height:.1f}" '
                f'rx="{min(2, width / 4, height / 2):.1f}" fill="{hexed(colour)}"/>'
            )
        below += part
    return "".join(shapes)


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


HEADING_UNITS = 4
Draw = Callable[[Look, tuple[int, int]], pygame.Surface]


class ChartCard(DrawnArea):
    """A layer with one card in a rectangle of the window."""

    def __init__(self, heading: str) -> None:
        super().__init__()
        self._heading = heading
        self._draw_chart: Draw | None = None
        self._words = ""
        self._colours: Sequence[tuple[str, Colour]] = ()

    def entitle(self, heading: str) -> None:
        """Give the card another heading."""
        if heading != self._heading:
            self._heading = heading
            self.redraw()

    def show(self, draw: Draw, words: str = "", colours: Sequence[tuple[str, Colour]] = ()) -> None:
        """Show a chart, with words or the names of colours at the right of the heading."""
        self._draw_chart, self._words, self._colours = draw, words, colours
        self.redraw()

    def show_empty(self, text: str) -> None:
        """Show a sentence instead of a chart."""
        self.show(lambda look, size: empty_chart(look, size, text))

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
        at = (padding, middle)
        title = look.words.write(picture, self._heading, look.body, colour.ink, bold=True, midleft=at)
        aside = self._aside()
        if aside is not None and title.width + padding + aside.get_width() <= room:
            picture.blit(aside, aside.get_rect(midright=(padding + room, middle)))
        elif aside is not None:
            middle += (title.height + aside.get_height()) // 2
            picture.blit(aside, aside.get_rect(midleft=(padding, middle)))
            below += aside.get_height()
        if self._draw_chart is not None:
            area = self._chart_area(below)
            picture.blit(self._draw_chart(look, area.size), area)
        return picture

    def _aside(self) -> pygame.Surface | None:
        """What is written beside the heading or, where both have no room, below it."""
        look = self._look
        if self._words:
            return look.words.line(self._words, look.body, look.theme.colour.accent, bold=True)
        return legend(look, self._colours) if self._colours else None

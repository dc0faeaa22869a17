"""Bars: stacked ones side by side, and rows with a number each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

import pygame

from wormhole.gui.language import number
from wormhole.gui.look.chart import Plot, svg_picture
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, hexed, mixed

WIDEST_BAR_UNITS = 6
BAR_SHARE = 0.66
"""How much of its place a bar fills."""
ROW_UNITS = 3.5
NAME_SHARE = 0.6
"""The most that the names take of the width of a chart of rows."""


@dataclass(frozen=True)
class Bar:
    """A bar of several parts, from the bottom up, above its label. `room` is its share of the width."""

    label: str
    parts: tuple[int, ...]
    room: float = 1.0

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
    labels = [(middle, bar.label) for bar, middle in zip(bars, middles, strict=True)]
    for has_label, group in groupby(labels, lambda label: bool(label[1])):
        if has_label:
            plot.label(list(group))
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
        line = words.line(words.fitted(name, look.small, names), look.small, colour.ink)
        picture.blit(line, line.get_rect(midleft=(0, middle)))
        track.centery = middle
        full = max(track.height, round(track.width * count / greatest))
        for width, ink in ((track.width, mixed(colour.panel, colour.raised, 0.5)), (full, fill)):
            bars.append(
                f'<rect x="{track.left}" y="{track.top}" width="{width}" height="{track.height}" '
                f'rx="{corner}" fill="{hexed(ink)}"/>'
            )
        amount = words.line(number(count), look.small, colour.muted)
        picture.blit(amount, amount.get_rect(midright=(size[0], middle)))
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

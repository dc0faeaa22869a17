"""Bars: stacked ones side by side in groups, and rows with a number each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.look.chart import Plot
from wormhole.gui.look.theme import Colour, hexed, mixed
from wormhole.gui.screen import Look

WIDEST_BAR_UNITS = 5
ROW_UNITS = 3.5
NAME_SHARE = 0.45
"""The most that the names take of the width of a chart of rows."""


@dataclass(frozen=True)
class Bar:
    """A bar of several parts, from the bottom up, on a foot of its own colour."""

    parts: tuple[int, ...]
    foot: Colour

    @property
    def whole(self) -> int:
        """The sum of the parts."""
        return sum(self.parts)


@dataclass(frozen=True)
class BarGroup:
    """Bars that stand together above one label."""

    label: str
    bars: tuple[Bar, ...]


def stacked_bars(
    look: Look, size: tuple[int, int], groups: Sequence[BarGroup], colours: Sequence[Colour]
) -> pygame.Surface:
    """A chart of stacked bars; each part has its colour."""
    plot = Plot(look, size, 0, max((bar.whole for group in groups for bar in group.bars), default=0))
    each = plot.area.width / max(1, len(groups))
    most = max((len(group.bars) for group in groups), default=1)
    gap = look.scale.pixels(2)
    width = min(look.scale.units(WIDEST_BAR_UNITS), int(0.72 * each / most) - gap)
    width = max(2, width)
    shapes, labels = [], []
    for index, group in enumerate(groups):
        middle = plot.area.left + (index + 0.5) * each
        labels.append((middle, group.label))
        left = round(middle - (len(group.bars) * (width + gap) - gap) / 2)
        for bar in group.bars:
            shapes.append(_bar_svg(plot, bar, left, width, colours))
            left += width + gap
    plot.draw_svg("".join(shapes))
    plot.label(labels)
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
    numbers = max(words.width(f"{count:,}", look.small) for _, count in rows)
    track = pygame.Rect(names + gap, 0, max(1, size[0] - names - numbers - 3 * gap), round(0.5 * height))
    greatest = max(1, *(count for _, count in rows))
    for index, (name, count) in enumerate(rows):
        middle = index * height + height // 2
        line = words.line(words.fitted(name, look.small, names), look.small, colour.ink)
        picture.blit(line, line.get_rect(midleft=(0, middle)))
        track.centery = middle
        pygame.draw.rect(picture, mixed(colour.panel, colour.panel_line, 0.5), track, border_radius=gap // 2)
        full = track.copy()
        full.width = max(gap // 2, round(track.width * count / greatest))
        pygame.draw.rect(picture, fill, full, border_radius=gap // 2)
        number = words.line(f"{count:,}", look.small, colour.muted)
        picture.blit(number, number.get_rect(midright=(size[0], middle)))
    return picture


def _bar_svg(plot: Plot, bar: Bar, left: int, width: int, colours: Sequence[Colour]) -> str:
    """The parts of a bar, apart by a hairline, and the foot below the axis."""
    shapes, below = [], 0
    for part, colour in zip(bar.parts, colours, strict=True):
        if part:
            top, foot = plot.y(below + part), plot.y(below)
            height = max(1.0, foot - top - (1 if foot - top > 3 else 0))
            shapes.append(
                f'<rect x="{left}" y="{top:.1f}" width="{width}" height="{height:.1f}" '
                f'rx="{min(2, width / 4, height / 2):.1f}" fill="{hexed(colour)}"/>'
            )
        below += part
    look = plot.look
    rim = mixed(look.theme.colour.muted, look.theme.colour.panel, 0.2)
    shapes.append(
        f'<rect x="{left + 0.5}" y="{plot.area.bottom + 2.5}" width="{width - 1}" '
        f'height="{look.scale.pixels(4)}" rx="1.5" fill="{hexed(bar.foot)}" stroke="{hexed(rim)}"/>'
    )
    return "".join(shapes)

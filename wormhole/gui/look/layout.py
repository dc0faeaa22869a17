"""What the layouts of all screens share: the least size of the window, and rows of equal cells.

Scale: how large everything is drawn in a window of a given size.

Distances are in units of a grid that is 8 pixels at 1280x800 and grows with the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from pygame import Rect

MINIMUM_SIZE = (800, 600)
"""The smallest window; an upright one may be 600x800."""
LEAST_SIDE = min(MINIMUM_SIZE)


def at_least_minimum(size: tuple[int, int]) -> tuple[int, int]:
    """`size`, enlarged to the smallest allowed window, upright or not."""
    width, height = size
    least_width, least_height = MINIMUM_SIZE if width >= height else MINIMUM_SIZE[::-1]
    return max(width, least_width), max(height, least_height)


def shared(strip: Rect, shares: Sequence[int], gap: int) -> list[Rect]:
    """The strip cut into cells of these shares of its width, with `gap` pixels between them."""
    room = strip.width - gap * (len(shares) - 1)
    edges = [round(room * sum(shares[:index]) / sum(shares)) for index in range(len(shares) + 1)]
    return [
        Rect(strip.left + start + index * gap, strip.top, end - start, strip.height)
        for index, (start, end) in enumerate(pairwise(edges))
    ]


def widened_rows(cells: Sequence[Rect], needs: Sequence[int]) -> list[Rect]:
    """As `widened`, for the cells of several rows."""
    rows = [list(each) for _top, each in groupby(zip(cells, needs, strict=True), lambda cell: cell[0].top)]
    return [place for each in rows for place in widened(*zip(*each, strict=True))]


def widened(cells: Sequence[Rect], needs: Sequence[int]) -> tuple[Rect, ...]:
    """The cells of a row with the widths that they need; the others give way, equally."""
    room = sum(cell.width for cell in cells)
    wide: set[int] = set()
    share = room // len(cells)
    while more := {index for index, need in enumerate(needs) if need > share} - wide:
        wide |= more
        if len(wide) == len(cells):
            return tuple(cells)
        share = (room - sum(needs[index] for index in wide)) // (len(cells) - len(wide))
    if not wide:
        return tuple(cells)
    placed, left = [], cells[0].left
    for index, cell in enumerate(cells):
        width = needs[index] if index in wide else share
        placed.append(Rect(left, cell.top, width, cell.height))
        left += width + (cells[index + 1].left - cell.right if index + 1 < len(cells) else 0)
    placed[-1].width = cells[-1].right - placed[-1].left
    return tuple(placed)


def stacked(area: Rect, heights: Sequence[int], gap: int) -> tuple[Rect, ...]:
    """`area` cut into parts of these heights below each other; the one with height 0 takes what is left."""
    left_over = area.height - sum(heights) - gap * (len(heights) - 1)
    parts, top = [], area.top
    for height in heights:
        parts.append(Rect(area.left, top, area.width, height or left_over))
        top = parts[-1].bottom + gap
    return tuple(parts)


def rows(area: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    """`area` cut into `count` equal cells below each other, with `gap` pixels between them."""
    edges = [area.top + round(index * (area.height + gap) / count) for index in range(count + 1)]
    return tuple(Rect(area.left, top, area.width, bottom - gap - top) for top, bottom in pairwise(edges))


def row(area: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    """`area` cut into `count` equal cells side by side, with `gap` pixels between them."""
    edges = [area.left + round(index * (area.width + gap) / count) for index in range(count + 1)]
    return tuple(Rect(left, area.top, right - gap - left, area.height) for left, right in pairwise(edges))


DESIGN_SIZE = (1280, 800)
_LEAST_SCALE = 0.86  # below this, text is too small to read; distances shrink instead
_GRID = 8
_LEAST_TEXT = 12


@dataclass(frozen=True)
class Scale:
    """The size of everything relative to a window of 1280x800."""

    factor: float

    @classmethod
    def of(cls, size: tuple[int, int]) -> Scale:
        """The scale for a window of that size."""
        width, height = size
        short, long = min(width, height), max(width, height)
        across = min(long / DESIGN_SIZE[0], short / DESIGN_SIZE[1])
        return cls(max(_LEAST_SCALE, across))

    @property
    def unit(self) -> int:
        """One grid unit in pixels."""
        return max(_GRID, round(_GRID * self.factor))

    def units(self, count: float) -> int:
        """That many grid units in pixels."""
        return round(self.unit * count)

    def text(self, design_pixels: int) -> int:
        """The text size that is `design_pixels` at 1280x800."""
        return max(_LEAST_TEXT, round(design_pixels * self.factor))

    def pixels(self, design_pixels: float) -> int:
        """A length that is `design_pixels` at 1280x800; at least 1."""
        return max(1, round(design_pixels * self.factor))


HEADER_UNITS = 5
HOME_UNITS = 12


class Page(NamedTuple):
    """What a page has in a window: the strip at the left of the home button, that button, and the body."""

    strip: Rect
    home: Rect
    body: Rect


def page_layout(size: tuple[int, int]) -> Page:
    """The frame in a window of this size."""
    scale = Scale.of(size)
    margin = scale.units(2 if size[1] < 700 else 3)
    inside = Rect((0, 0), size).inflate(-2 * margin, -2 * margin)
    home = Rect(0, inside.top, scale.units(HOME_UNITS), scale.units(HEADER_UNITS))
    home.right = inside.right
    strip = Rect(inside.left, inside.top, home.left - scale.unit - inside.left, home.height)
    top = home.bottom + scale.units(1.5)
    return Page(strip, home, Rect(inside.left, top, inside.width, inside.bottom - top))

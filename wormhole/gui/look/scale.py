"""Scale: how large everything is drawn in a window of a given size.

Distances are in units of a grid that is 8 pixels at 1280x800 and grows with the window.
"""

from __future__ import annotations

from dataclasses import dataclass

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

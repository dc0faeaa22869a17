"""The rectangles of a layout, which must lie side by side in the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass

from pygame import Rect


def rectangles(layout: object, *without: str) -> list[Rect]:
    """All rectangles of a layout and of its parts, but for the fields of these names."""
    if isinstance(layout, Rect):
        return [layout]
    parts: Sequence[object] = layout if isinstance(layout, tuple) else ()
    if is_dataclass(layout):
        parts = [getattr(layout, field.name) for field in fields(layout) if field.name not in without]
    return [found for part in parts for found in rectangles(part, *without)]


def assert_side_by_side(size: tuple[int, int], parts: Sequence[Rect], least: int = 1) -> None:
    """All are in the window, none over another one, and each at least so many pixels wide and high."""
    for index, part in enumerate(parts):
        assert Rect((0, 0), size).contains(part), (size, part)
        assert min(part.size) >= least, (size, part)
        assert part.collidelist(parts[index + 1 :]) == -1, (size, part)

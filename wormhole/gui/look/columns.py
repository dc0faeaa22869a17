"""The columns of a table: how a row's width is shared among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wormhole.gui.look.look import Look

PADDING_UNITS = 1.5


@dataclass(frozen=True)
class Column:
    """A column: its share of the width, whether it is right-aligned, its heading.

    With `samples`, it is as wide as the widest of them and the heading, and the other columns share the rest.
    """

    share: float = 0.0
    is_right: bool = False
    heading: str = ""
    samples: tuple[str, ...] = ()


def cells(look: Look, columns: Sequence[Column], width: int) -> list[tuple[int, int]]:
    """The left edge and the width of each column in a row that wide."""
    padding = look.scale.units(PADDING_UNITS)
    fixed = [
        max(look.words.width(text, look.small) for text in (*column.samples, column.heading)) + padding
        if column.samples
        else 0
        for column in columns
    ]
    room = width - padding - sum(fixed)
    whole = sum(column.share for column in columns) or 1.0
    found, left = [], padding
    for column, least in zip(columns, fixed, strict=True):
        wide = least or round(room * column.share / whole)
        found.append((left, wide - padding))
        left += wide
    return found

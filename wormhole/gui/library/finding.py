"""Finds the games to list, in the background, and the chosen ones among them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.library.database.query import Query

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase


@dataclass(frozen=True)
class Found:
    """The answer to a query, and where the games chosen before are in it."""

    numbers: Sequence[int]
    at: int
    chosen: Collection[int]


def find_newest(database: GameDatabase, query: Query) -> Found:
    """The games that a query means; the one that was added last is chosen."""
    numbers = database.find(query)
    at = numbers.index(max(numbers)) if numbers else 0
    return Found(numbers, at, (at,))


def find(database: GameDatabase, query: Query, number: int | None, at: int, chosen: Sequence[int]) -> Found:
    """The games that a query means. Those chosen stay chosen; in place of one that is gone, the next is."""
    numbers = database.find(query)
    if number in numbers:
        at = numbers.index(number)
    if len(chosen) > 1:
        wanted = set(chosen)
        rows = [row for row, each in enumerate(numbers) if each in wanted]
    else:
        rows = []
    at = max(0, min(at, len(numbers) - 1))
    return Found(numbers, at, rows if at in rows else (at,))

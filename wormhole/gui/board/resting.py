"""The piece that is studied: the chosen one, or the one on which the pointer or the cursor rests."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from math import inf

REST_SECONDS = 0.5
"""The pointer rests on a piece after this time. From a piece that is studied to the next it takes no time."""


@dataclass
class Resting:
    """Follows the pointer. ``square`` is that of the studied piece, or None."""

    square: int | None = None
    _pointed: int | None = None
    _since: float = 0.0

    def follow(
        self, chosen: int | None, pointed: int | None, pieces: Container[int], now_seconds: float
    ) -> bool:
        """Advance to the time `now_seconds`; returns whether another piece, or none, is studied now."""
        if pointed != self._pointed:
            self._pointed, self._since = pointed, now_seconds
        before = self.square
        if chosen is not None:
            self.square = chosen
        elif pointed not in pieces:
            self.square = None
        elif before is not None or now_seconds >= self._since + REST_SECONDS:
            self.square = pointed
        return self.square != before

    def wait(self, pointed: int | None) -> None:
        """Study nothing until the pointer leaves a square: a piece may just have come there."""
        self.square, self._pointed, self._since = None, pointed, inf

    def wakes_in(self, pieces: Container[int], now_seconds: float) -> float | None:
        """Seconds until the pointer has rested on a piece."""
        if self.square is not None or self._pointed not in pieces or self._since == inf:
            return None
        return max(0.0, self._since + REST_SECONDS - now_seconds)

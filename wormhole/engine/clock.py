"""How much of its clock the player spends on a move."""

from __future__ import annotations

from dataclasses import dataclass

MOVES_TO_COME = 25
"""Moves that a game is taken to last still, when nothing says so."""

SPARED_SECONDS = 0.05
"""Kept back on every move for what happens between two programs."""


@dataclass(frozen=True)
class Clock:
    """A side's time: what is left, what each move adds, and the moves until more is given (None: never)."""

    left_seconds: float
    increment_seconds: float = 0.0
    moves_to_go: int | None = None

    def share_seconds(self) -> float:
        """The time for the move to come: an even share of what is left, and most of what the move adds.

        >>> Clock(100.0).share_seconds()
        4.0
        """
        moves = min(self.moves_to_go or MOVES_TO_COME, MOVES_TO_COME)
        share = self.left_seconds / moves + 0.8 * self.increment_seconds
        return max(min(share, self.left_seconds - SPARED_SECONDS), 0.01)

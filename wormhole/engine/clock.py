"""How much of its clock the player spends on a move: a share that it aims at, and what it never exceeds."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole.engine.levels import Limit

MOVES_TO_COME = 25
"""Moves that a game is taken to last still, when nothing says so."""

SPARED_SECONDS = 0.03
"""Kept back for each move to come, and for one more, for what happens between two programs..."""

LEAST_USABLE_SHARE = 0.1
"""... but this much of what is left is always there to be used."""

INCREMENT_SHARE = 0.75
"""How much of what a move adds is spent on it."""

HARD_SHARES = 4.0
"""A move never takes longer than so many times its share..."""

RESERVE_SHARE = 0.3
"""... nor more, beyond its share, than this much of what the other moves would have."""

STEADY_FACTORS = (1.5, 1.3, 1.1, 0.9, 0.75, 0.6)
"""By how many depths the best move has stayed the same: how many shares the move is worth."""

WORRY_CENTIPAWNS = 100
"""A score that fell by so much or more in a depth doubles the time."""


@dataclass(frozen=True)
class Clock:
    """A side's time: what is left, what each move adds, and the moves until more is given (None: never)."""

    left_seconds: float
    increment_seconds: float = 0.0
    moves_to_go: int | None = None

    def limit(self) -> Limit:
        """The time for the move to come.

        >>> Clock(100.78).limit()
        Limit(depth=60, seconds=16.0, nodes=None, soft_seconds=4.0)
        """
        moves = min(self.moves_to_go or MOVES_TO_COME, MOVES_TO_COME)
        usable = max(self.left_seconds - SPARED_SECONDS * (moves + 1), self.left_seconds * LEAST_USABLE_SHARE)
        soft = min(usable / moves + INCREMENT_SHARE * self.increment_seconds, usable)
        hard = min(HARD_SHARES * soft, soft + RESERVE_SHARE * (usable - soft))
        return Limit(seconds=hard, soft_seconds=soft)


@dataclass(frozen=True)
class Pace:
    """How a search has gone, at the end of a depth."""

    elapsed_seconds: float
    depth_seconds: float
    """What the last depth took."""
    steady_depths: int = 0
    """For how many depths the best move has stayed the same."""
    drop_centipawns: int = 0
    """By how much the score fell in the last depth."""


def is_enough(limit: Limit, pace: Pace) -> bool:
    """Whether the next depth is not worth beginning within a limit that says at what time to aim.

    Each depth takes longer than the one before: what could not be done once more will not be finished.
    """
    if limit.soft_seconds is None:
        return False
    worry = 1 + min(max(pace.drop_centipawns, 0), WORRY_CENTIPAWNS) / WORRY_CENTIPAWNS
    steady = STEADY_FACTORS[min(pace.steady_depths, len(STEADY_FACTORS) - 1)]
    if pace.elapsed_seconds >= limit.soft_seconds * steady * worry:
        return True
    return limit.seconds is not None and pace.elapsed_seconds + pace.depth_seconds > limit.seconds

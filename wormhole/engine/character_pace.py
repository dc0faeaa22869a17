"""A person's time for a move, which characters take, and levels if asked to: longer where it is hard."""

from __future__ import annotations

from collections.abc import Collection

from wormhole.engine.time_management import Clock

NEAR_CENTIPAWNS = 40
"""A move is a rival of the best if it is worse by at most so much."""

MOST_RIVALS = 4
SURPRISE_CENTIPAWNS = 150
"""A change of the score by so much since the last move is a full surprise."""

SHORTEST_SECONDS, LONGEST_SECONDS = 0.5, 2.5
"""Of a move without clocks."""

LONGEST_ON_CLOCK_SECONDS = 8.0
MOST_OF_CLOCK = 0.05
"""The most that a move takes, as a share of the time that is left."""
EASY_SHARE, HARD_SHARE = 0.1, 1.6
"""The shares of the time to aim at that an easy and a hard move take on the clock."""


def difficulty(scores: Collection[int], change_centipawns: int = 0, *, is_recapture: bool = False) -> float:
    """How hard a choice is: 0.0 if there is no choice, 1.0 at most.

    ``scores`` are those of the moves that were considered, ``change_centipawns`` is how much the best score
    has changed since the last move, and ``is_recapture`` whether the move recaptures.

    >>> difficulty([30]), difficulty([30, 20, 10, -5, -300]), difficulty([30, -100], 150)
    (0.0, 0.575, 0.5)
    """
    if len(scores) <= 1:
        return 0.0
    best = max(scores)
    rivals = sum(best - score <= NEAR_CENTIPAWNS for score in scores) - 1
    choice = 0.2 + 0.5 * min(rivals, MOST_RIVALS) / MOST_RIVALS if rivals or not is_recapture else 0.0
    choice = choice if not is_recapture else choice / 2
    surprise = min(abs(change_centipawns) / SURPRISE_CENTIPAWNS, 1.0)
    return min(choice + 0.3 * surprise, 1.0)


def seconds_for(hardness: float, pace: float, clock: Clock | None, chance: float) -> float:
    """The seconds that a move of this difficulty takes at this pace; ``chance`` is a random number below 1.

    On a clock it is a share of the time to aim at, so that less is left to each move in time trouble.
    """
    mood = pace * (0.75 + 0.5 * chance)
    if clock is None:
        wanted = SHORTEST_SECONDS + hardness * (LONGEST_SECONDS - SHORTEST_SECONDS)
        return min(wanted * mood, LONGEST_SECONDS)
    hard, soft = clock.times()
    share = EASY_SHARE + hardness * (HARD_SHARE - EASY_SHARE)
    return min(soft * share * mood, hard, LONGEST_ON_CLOCK_SECONDS, MOST_OF_CLOCK * clock.left_seconds)

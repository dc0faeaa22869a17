"""Which puzzle comes next: near the solver's rating, of the day, or up the ladder of a timed run."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from math import gcd

from wormhole.learn.puzzle import Puzzle

NEAREST = 12
"""The next puzzle is one of so many that are nearest to the rating."""
OLD_SHARE = 0.5
"""Once all are known, the half that was seen longest ago comes again."""
RUNGS = 60
"""Steps from the easiest to the hardest puzzle of a run."""
CHOICES_ON_A_RUNG = 5
GOLDEN = 0.618


def themes_of(puzzles: Sequence[Puzzle]) -> dict[str, int]:
    """Every theme with the number of its puzzles, the most frequent first."""
    counts: dict[str, int] = {}
    for puzzle in puzzles:
        for theme in puzzle.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def with_theme(puzzles: Sequence[Puzzle], theme: str) -> Sequence[Puzzle]:
    """The puzzles with a theme; all if it is empty."""
    return [puzzle for puzzle in puzzles if theme in puzzle.themes] if theme else puzzles


def near(
    puzzles: Sequence[Puzzle], rating: float, seen: Mapping[str, object], chance: random.Random
) -> Puzzle | None:
    """A puzzle near a rating: a new one, or else one that was seen long ago. None if there are no puzzles.

    ``seen`` has the puzzles that were tried, those tried last at the end.
    """
    fresh: Sequence[Puzzle] = [puzzle for puzzle in puzzles if puzzle.key not in seen]
    if not fresh:
        order = {key: place for place, key in enumerate(seen)}
        by_age = sorted(puzzles, key=lambda puzzle: order[puzzle.key])
        fresh = by_age[: max(1, round(OLD_SHARE * len(by_age)))]
    nearest = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAREST]
    return chance.choice(nearest) if nearest else None


def daily(puzzles: Sequence[Puzzle], day: date) -> Puzzle | None:
    """The puzzle of a day, the same everywhere. None comes twice before all have come."""
    count = len(puzzles)
    if not count:
        return None
    stride = max(1, round(GOLDEN * count))
    while gcd(stride, count) != 1:
        stride += 1
    return puzzles[day.toordinal() * stride % count]


def ladder(puzzles: Sequence[Puzzle], recent: Collection[str], chance: random.Random) -> Iterator[Puzzle]:
    """The puzzles of a run, each a little harder; none that was seen recently, if possible."""
    left = sorted(puzzles, key=lambda puzzle: puzzle.rating)
    fresh = [puzzle for puzzle in left if puzzle.key not in recent]
    left = fresh if len(fresh) >= RUNGS else left
    if not left:
        return
    low, high = left[0].rating, left[-1].rating
    rung = 0
    while left:
        wanted = low + (high - low) * min(1.0, rung / RUNGS)
        nearest = sorted(left, key=lambda puzzle: abs(puzzle.rating - wanted))[:CHOICES_ON_A_RUNG]
        puzzle = chance.choice(nearest)
        left.remove(puzzle)
        yield puzzle
        rung += 1

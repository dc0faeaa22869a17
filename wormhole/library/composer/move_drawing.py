"""Drawing a piece's moves: a brush marks squares around the piece, and what the marks mean on each square."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import gcd

from wormhole.rules.betza import RIDE_WITHOUT_END, Hop, Leap
from wormhole.rules.betza_writer import Mark

FARTHEST = 4
"""How many squares from the piece moves are drawn."""


class Purpose(Enum):
    """What a piece does on a square that it can go to."""

    BOTH = "both"
    MOVE = "move"
    CAPTURE = "capture"


class Manner(Enum):
    """How a piece goes to a square that is marked."""

    LEAP = "leap"
    RIDE = "ride"
    """On and on in that direction, until a piece is in the way."""
    RIDE_TO_HERE = "ride to here"
    OVER = "over"
    """Over exactly one piece, as the Chinese cannon captures."""
    BEHIND = "behind"
    """To the square just behind a piece, as the grasshopper."""
    LAME = "lame"
    """A leap, unless a piece is in between."""


class Symmetry(Enum):
    """Which squares are marked together."""

    ALL = "all"
    SIDES = "sides"
    """The square and its counterpart to the left or right."""
    NONE = "none"

    def images(self, leap: Leap) -> frozenset[Leap]:
        """The leaps that are marked together with one."""
        x, y = leap
        if self is Symmetry.NONE:
            return frozenset({leap})
        if self is Symmetry.SIDES:
            return frozenset({(x, y), (-x, y)})
        signed = {(a * x, b * y) for a in (1, -1) for b in (1, -1)}
        return frozenset(signed | {(y, x) for x, y in signed})


@dataclass(frozen=True)
class MoveBrush:
    """What a click on a square marks."""

    purpose: Purpose = Purpose.BOTH
    manner: Manner = Manner.LEAP
    symmetry: Symmetry = Symmetry.ALL
    from_home: bool = False

    def marks(self, square: Leap) -> frozenset[Mark]:
        """The marks of a click on a square so many files and ranks from the piece."""
        purposes = {Purpose.MOVE: (False,), Purpose.CAPTURE: (True,), Purpose.BOTH: (False, True)}
        return frozenset(
            mark
            for image in self.symmetry.images(square)
            for captures in purposes[self.purpose]
            if (mark := self._mark(image, captures)).is_possible
        )

    def _mark(self, square: Leap, captures: bool) -> Mark:
        times = gcd(*square)
        single = square[0] // times, square[1] // times
        home = self.from_home
        if self.manner is Manner.LEAP:
            return Mark(square, captures, from_home=home)
        if self.manner is Manner.LAME:
            return Mark(square, captures, lame=max(map(abs, square)) > 1, from_home=home)
        if self.manner is Manner.RIDE_TO_HERE:
            return Mark(single, captures, times, from_home=home)
        hop = {Manner.OVER: Hop.OVER, Manner.BEHIND: Hop.BEHIND}.get(self.manner, Hop.NONE)
        return Mark(single, captures, RIDE_WITHOUT_END, hop=hop, from_home=home)


def toggled(marks: frozenset[Mark], square: Leap, brush: MoveBrush) -> frozenset[Mark]:
    """The marks after a click on a square: with those of the brush or, if all are there, without them.

    Another mark of the same leap with the same purpose is replaced.
    """
    new = brush.marks(square)
    if new <= marks:
        return marks - new
    replaced = {(mark.leap, mark.captures, mark.from_home) for mark in new}
    kept = {mark for mark in marks if (mark.leap, mark.captures, mark.from_home) not in replaced}
    return frozenset(kept | new)


def cleared(marks: frozenset[Mark], square: Leap, symmetry: Symmetry) -> frozenset[Mark]:
    """The marks without those that lead to a square or its images."""
    images = symmetry.images(square)
    return frozenset(mark for mark in marks if images.isdisjoint(squares_of(mark)))


def squares_of(mark: Mark) -> Iterator[Leap]:
    """The squares to which a mark leads, as far as moves are drawn, the nearest first.

    A hopper needs a piece before it: the square beside it is none of them.
    """
    (x, y), hops = mark.leap, mark.hop in (Hop.OVER, Hop.BEHIND)
    last = FARTHEST // max(abs(x), abs(y))
    if mark.reach != RIDE_WITHOUT_END:
        last = min(last, mark.reach)
    for times in range(2 if hops else 1, last + 1):
        yield times * x, times * y


@dataclass(frozen=True)
class Condition:
    """When a square is reached: only over a piece, only if nothing is in between, only by a first move."""

    hops: bool = False
    lame: bool = False
    from_home: bool = False


@dataclass(frozen=True)
class SquareMeaning:
    """When a piece can move to a square and when it can capture there; None if it cannot."""

    moves: Condition | None = None
    captures: Condition | None = None


def meanings(marks: Iterable[Mark]) -> dict[Leap, SquareMeaning]:
    """The meaning of each square to which marks lead."""
    found: dict[Leap, list[Mark]] = {}
    for mark in marks:
        for square in squares_of(mark):
            found.setdefault(square, []).append(mark)
    return {
        square: SquareMeaning(
            _condition([mark for mark in leading if not mark.captures]),
            _condition([mark for mark in leading if mark.captures]),
        )
        for square, leading in found.items()
    }


def _condition(leading: Sequence[Mark]) -> Condition | None:
    """When one of these marks leads to its square."""
    if not leading:
        return None
    return Condition(
        hops=all(mark.hop is not Hop.NONE for mark in leading),
        lame=all(mark.lame for mark in leading),
        from_home=all(mark.from_home for mark in leading),
    )

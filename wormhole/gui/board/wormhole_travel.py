"""How a piece travels, also through wormholes: it sinks into a hole, is hidden, and rises from another one.

Pure data and geometry: the drawing code asks a travel for the pose of its piece at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.gui.board.board_layout import Point
from wormhole.gui.board.route_stretches import between, distance, stretches_of
from wormhole.gui.board.square_changes import Passage
from wormhole.gui.look.easing import ease_out, ease_out_reversed, progress
from wormhole.gui.look.theme import Motion
from wormhole.rules.variant import LeftSquare

if TYPE_CHECKING:
    from wormhole import Geometry, Piece, Route, Variant

SINK_FROM = 0.35  # share of the distance to a hole after which the piece begins to sink
SINK_CURVE = 1.6
TURN_DEGREES = 150.0
SMALLEST = 0.04

HIDDEN_SHARE = 0.16  # time for a square of distance inside a wormhole, relative to a visible square
HIDDEN_LEAST = 0.16
DIVE_SHARE = 1.4  # time to sink into a hole or rise from it, relative to a visible square
FROM_HAND = 3.0  # a drop takes as long as a move of so many squares


@dataclass(frozen=True)
class Pose:
    """How a piece is drawn: centre, size (1 at rest), clockwise turn in degrees, opacity (0..1).

    ``in_hand`` is the share of the way from there to its place in hand, where it also has the size of that.
    """

    at: Point
    scale: float = 1.0
    turn_degrees: float = 0.0
    opacity: float = 1.0
    in_hand: float = 0.0


@dataclass(frozen=True)
class Leg:
    """A straight part of a travel: visible, sinking, rising or hidden. Time is shared by ``weight``.

    ``from_hand`` and ``to_hand`` say where it begins or ends in hand instead of on a square.
    """

    start: Point
    end: Point
    weight: float
    sinks: bool = False
    rises: bool = False
    hidden: bool = False
    from_hand: bool = False
    to_hand: bool = False

    def pose(self, share: float) -> Pose | None:
        """The piece when it is ``share`` (0..1) along this leg; None inside a wormhole."""
        if self.hidden:
            return None
        at = between(self.start, self.end, share)
        if self.from_hand or self.to_hand:
            return Pose(at, in_hand=share if self.to_hand else 1 - share)
        if not (self.sinks or self.rises):
            return Pose(at)
        depth = share if self.sinks else 1 - share
        sunk = max(0.0, (depth - SINK_FROM) / (1 - SINK_FROM)) ** SINK_CURVE
        turn = TURN_DEGREES * sunk * (1 if self.sinks else -1)
        return Pose(at, scale=1 - (1 - SMALLEST) * sunk, turn_degrees=turn, opacity=1 - 0.5 * sunk)

    def reversed(self) -> Leg:
        """The same part on the way back."""
        return Leg(
            self.end,
            self.start,
            self.weight,
            self.rises,
            self.sinks,
            self.hidden,
            from_hand=self.to_hand,
            to_hand=self.from_hand,
        )


@dataclass(frozen=True)
class Travel:
    """A piece moving to ``square``, or to a place in hand; ``piece`` is the piece before a promotion.

    ``fade`` is how long it fades out once it is there; 0 if it stays.
    """

    piece: Piece
    square: int
    legs: tuple[Leg, ...]
    seconds: float
    fade: float = 0.0

    def pose(self, elapsed: float) -> Pose | None:
        """The piece after ``elapsed`` seconds; None inside a wormhole, or once it is gone."""
        if elapsed >= self.seconds or not self.legs:
            return faded(self.legs[-1].end, progress(elapsed, self.seconds, self.fade) if self.fade else 0.0)
        done = ease_out(elapsed / self.seconds) * self._weight
        for leg in self.legs:
            if done <= leg.weight:
                return leg.pose(done / leg.weight if leg.weight else 1.0)
            done -= leg.weight
        return Pose(self.legs[-1].end)

    @property
    def ends(self) -> float:
        """When it is over."""
        return self.seconds + self.fade

    def time_at(self, weight: float) -> float:
        """Seconds until the legs passed have this total weight."""
        return ease_out_reversed(weight / self._weight) * self.seconds if self._weight else 0.0

    @property
    def _weight(self) -> float:
        return sum(leg.weight for leg in self.legs)


def faded(place: Point, gone: float) -> Pose | None:
    """A piece that disappears on its place; None once it is ``gone`` (0..1)."""
    return None if gone >= 1 else Pose(place, scale=1 - 0.22 * gone, opacity=(1 - gone) ** 1.5)


def dives(variant: Variant) -> bool:
    """Whether pieces sink into holes. They slide over squares that have vanished."""
    return variant.left_square in (LeftSquare.FOLDS, LeftSquare.RANDOM)


def legs_of(route: Route, geometry: Geometry, through: bool) -> tuple[Leg, ...]:
    """The legs of a route.

    With ``through``, a step over holes sinks into the first one and rises from the last one or at the frame.
    """
    legs: list[Leg] = []
    for step, stretches in zip(route.steps, stretches_of(route, geometry), strict=True):
        first, last = stretches[0], stretches[-1]
        if through and len(step) > 1:
            inside = max(HIDDEN_LEAST, HIDDEN_SHARE * distance(first.end, last.start))
            legs += (
                Leg(first.start, first.end, DIVE_SHARE * distance(first.start, first.end), sinks=True),
                Leg(first.end, last.start, inside, hidden=True),
                Leg(last.start, last.end, DIVE_SHARE * distance(last.start, last.end), rises=True),
            )
        else:
            legs += (Leg(part.start, part.end, distance(part.start, part.end)) for part in stretches)
    return tuple(legs)


def out_of_hand(route: Route, geometry: Geometry) -> Leg:
    """The way of a drop."""
    there = geometry.place[route.to_square]
    return Leg(there, there, FROM_HAND, from_hand=True)


def reversed_legs(legs: Sequence[Leg]) -> tuple[Leg, ...]:
    """The way back."""
    return tuple(leg.reversed() for leg in reversed(legs))


def travel_seconds(legs: Sequence[Leg], holes: int, motion: Motion) -> float:
    """The duration of a travel: a little more for longer routes, within the theme's limits."""
    squares = sum(leg.weight for leg in legs)
    wanted = motion.first_square + motion.each_square * squares + motion.each_hole * holes
    return min(motion.longest_travel, max(motion.shortest_travel, wanted))


def settle(walk: Travel, start: Point, geometry: Geometry, motion: Motion) -> Travel:
    """The rest of a travel after a drag, from ``start``, where the piece was dropped."""
    end = geometry.place[walk.square]
    return Travel(walk.piece, walk.square, (Leg(start, end, weight=1.0),), motion.drop)


def slide(piece: Piece, from_square: int, to_square: int, geometry: Geometry, motion: Motion) -> Travel:
    """A travel in a straight line, as that of the piece that castles with the king."""
    start, end = geometry.place[from_square], geometry.place[to_square]
    legs = (Leg(start, end, distance(start, end)),)
    return Travel(piece, to_square, legs, travel_seconds(legs, 0, motion))


def holes_by_dive(route: Route) -> list[tuple[int, ...]]:
    """The holes that each step over holes passes."""
    return [step[:-1] for step in route.steps if len(step) > 1]


def passages_of(dived: Iterable[Sequence[int]], walk: Travel, seconds: float) -> Iterator[Passage]:
    """When the piece passes each hole, which is lit for some seconds.

    ``dived`` has the holes of each hidden leg, in the order of travel.
    """
    behind, remaining = 0.0, iter(dived)
    for leg in walk.legs:
        if leg.hidden:
            holes = next(remaining)
            for index, hole in enumerate(holes):
                share = index / (len(holes) - 1) if len(holes) > 1 else 0.0
                yield Passage(hole, walk.time_at(behind + leg.weight * share), seconds)
        behind += leg.weight

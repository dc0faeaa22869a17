"""Plans the animation of a move from the board before, the board after and the route of the move.

A plan is plain data on a timeline. It draws nothing and reads no clock: the drawing code asks each part
what it looks like a given number of seconds after the plan began.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.gui.board.layout import Point
from wormhole.gui.board.route import between, distance, stretches_of
from wormhole.gui.board.scene import Scene
from wormhole.gui.board.square_motion import Roll, SquareChange, changes_by_move, changes_by_roll
from wormhole.gui.look.easing import ease_out, ease_out_reversed, progress
from wormhole.gui.look.theme import Motion
from wormhole.rules.variant import LeftSquare

if TYPE_CHECKING:
    from wormhole import Geometry, Piece, Route, Variant

HIDDEN_SHARE = 0.16  # time for a square of distance inside a wormhole, relative to a visible square
HIDDEN_LEAST = 0.16
DIVE_SHARE = 1.4  # time to sink into a hole or rise from it, relative to a visible square
SINK_FROM = 0.35  # share of the distance to a hole after which the piece begins to sink
SINK_CURVE = 1.6
TURN_DEGREES = 150.0
SMALLEST = 0.04
FLASH = 0.2


@dataclass(frozen=True)
class Pose:
    """How a piece is drawn: centre, size (1 at rest), clockwise turn in degrees, opacity (0..1)."""

    at: Point
    scale: float = 1.0
    turn_degrees: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Leg:
    """A straight part of a travel: visible, sinking, rising or hidden. Time is shared by ``weight``."""

    start: Point
    end: Point
    weight: float
    sinks: bool = False
    rises: bool = False
    hidden: bool = False

    def pose(self, share: float) -> Pose | None:
        """The piece when it is ``share`` (0..1) along this leg; None inside a wormhole."""
        if self.hidden:
            return None
        at = between(self.start, self.end, share)
        if not (self.sinks or self.rises):
            return Pose(at)
        depth = share if self.sinks else 1 - share
        sunk = max(0.0, (depth - SINK_FROM) / (1 - SINK_FROM)) ** SINK_CURVE
        turn = TURN_DEGREES * sunk * (1 if self.sinks else -1)
        return Pose(at, scale=1 - (1 - SMALLEST) * sunk, turn_degrees=turn, opacity=1 - 0.5 * sunk)


@dataclass(frozen=True)
class Travel:
    """A piece moving to ``square``; ``piece`` is the piece before a promotion."""

    piece: Piece
    square: int
    legs: tuple[Leg, ...]
    seconds: float

    def pose(self, elapsed: float) -> Pose | None:
        """The piece after ``elapsed`` seconds; None inside a wormhole."""
        if elapsed >= self.seconds or not self.legs:
            return Pose(self.legs[-1].end)
        done = ease_out(elapsed / self.seconds) * self._weight
        for leg in self.legs:
            if done <= leg.weight:
                return leg.pose(done / leg.weight if leg.weight else 1.0)
            done -= leg.weight
        return Pose(self.legs[-1].end)

    def time_at(self, weight: float) -> float:
        """Seconds until the legs passed have this total weight."""
        return ease_out_reversed(weight / self._weight) * self.seconds if self._weight else 0.0

    @property
    def _weight(self) -> float:
        return sum(leg.weight for leg in self.legs)


@dataclass(frozen=True)
class Fade:
    """A captured piece that fades out on its square."""

    piece: Piece
    square: int
    begins: float
    seconds: float

    def pose(self, place: Point, elapsed: float) -> Pose | None:
        """The piece after ``elapsed`` seconds; None once it is gone."""
        share = progress(elapsed, self.begins, self.seconds)
        return None if share >= 1 else Pose(place, scale=1 - 0.22 * share, opacity=(1 - share) ** 1.5)


@dataclass(frozen=True)
class Passage:
    """A hole that a piece passes through: its rim lights up."""

    square: int
    at: float

    def light(self, elapsed: float) -> float:
        """How brightly the rim is lit, 0 to 1."""
        since = elapsed - self.at
        return 0.0 if since < 0 else max(0.0, 1 - since / FLASH) ** 2


@dataclass(frozen=True)
class Animation:
    """Everything that moves for one change of the board. Parts are timed in seconds from ``begins_seconds``.

    At ``arrives`` all pieces are on their squares. At ``holds`` the dice have taken effect, too, and a
    check may be shown.
    """

    begins_seconds: float
    travels: tuple[Travel, ...] = ()
    arrives: float = 0.0
    holds: float = 0.0
    fades: tuple[Fade, ...] = ()
    changes: tuple[SquareChange, ...] = ()
    passages: tuple[Passage, ...] = ()
    roll: Roll | None = None

    @property
    def seconds(self) -> float:
        """The duration from the first change to complete rest."""
        ends = [travel.seconds for travel in self.travels]
        ends += [fade.begins + fade.seconds for fade in self.fades]
        ends += [change.ends for change in self.changes]
        ends += [passage.at + FLASH for passage in self.passages]
        if self.roll is not None:
            ends.append(self.roll.ends)
        return max(ends, default=0.0)

    def elapsed(self, now_seconds: float) -> float:
        """Seconds since the beginning."""
        return now_seconds - self.begins_seconds

    def is_over(self, now_seconds: float) -> bool:
        """Whether everything is at rest."""
        return self.elapsed(now_seconds) >= self.seconds

    def changes_at(self, elapsed: float) -> dict[int, SquareChange]:
        """For each square the change in progress; else the last one past, else the first one to come."""
        found: dict[int, SquareChange] = {}
        for change in self.changes:
            if change.square not in found or change.begins <= elapsed:
                found[change.square] = change
        return found


def plan_move(
    before: Scene,
    after: Scene,
    route: Route,
    rolled: int | None,
    variant: Variant,
    motion: Motion,
    now_seconds: float,
    dropped_at: Point | None = None,
) -> Animation:
    """Plan the animation from the scene ``before`` to the scene ``after`` along the move's route.

    ``rolled`` is the square that the dice named after it. ``dropped_at`` is where a person dropped the
    piece: from there it only settles on its square.
    """
    geometry, through = variant.geometry, dives(variant)
    legs = legs_of(route, geometry, through)
    holes = len(route.holes) if through else 0
    walk = Travel(
        before.pieces[route.from_square], route.to_square, legs, travel_seconds(legs, holes, motion)
    )
    travels = [walk if dropped_at is None else settle(walk, dropped_at, geometry, motion)]
    if route.castled is not None:
        travels.append(_castled(before, route.castled, geometry, motion))
    arrives = max(travel.seconds for travel in travels)
    rested = after.before_roll(rolled)
    changes = [*changes_by_move(before, rested, arrives, motion, variant.left_square is LeftSquare.VANISHES)]
    holds, roll = arrives, None
    if rolled is not None:
        roll = Roll(rolled, arrives, motion.dice, motion.dice_rest)
        by_roll = [*changes_by_roll(rested, after, roll.named, motion)]
        holds = max(change.ends for change in by_roll)
        changes += by_roll
    return Animation(
        begins_seconds=now_seconds,
        travels=tuple(travels),
        arrives=arrives,
        holds=holds,
        fades=tuple(_fades(before, route, travels[0].seconds, motion)),
        changes=tuple(changes),
        passages=tuple(passages_of(route, walk)) if through and dropped_at is None else (),
        roll=roll,
    )


def plan_return(
    piece: Piece, square: int, start: Point, geometry: Geometry, motion: Motion, now_seconds: float
) -> Animation:
    """Plan how a piece that was dropped on an illegal square glides back to ``square``."""
    home = Leg(start, geometry.place[square], weight=1.0)
    return Animation(now_seconds, travels=(Travel(piece, square, (home,), motion.glide_back),))


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


def travel_seconds(legs: Sequence[Leg], holes: int, motion: Motion) -> float:
    """The duration of a travel: a little more for longer routes, within the theme's limits."""
    squares = sum(leg.weight for leg in legs)
    wanted = motion.first_square + motion.each_square * squares + motion.each_hole * holes
    return min(motion.longest_travel, max(motion.shortest_travel, wanted))


def settle(walk: Travel, start: Point, geometry: Geometry, motion: Motion) -> Travel:
    """The rest of a travel after a drag, from ``start``, where the piece was dropped."""
    end = geometry.place[walk.square]
    return Travel(walk.piece, walk.square, (Leg(start, end, weight=1.0),), motion.drop)


def passages_of(route: Route, walk: Travel) -> Iterator[Passage]:
    """When the piece passes each hole, in the order of the route."""
    behind = 0.0
    steps = (step[:-1] for step in route.steps if len(step) > 1)
    for leg in walk.legs:
        if leg.hidden:
            holes = next(steps)
            for index, hole in enumerate(holes):
                share = index / (len(holes) - 1) if len(holes) > 1 else 0.0
                yield Passage(hole, walk.time_at(behind + leg.weight * share))
        behind += leg.weight


def _castled(before: Scene, squares: tuple[int, int], geometry: Geometry, motion: Motion) -> Travel:
    """The travel of the piece that castles with the king."""
    start, end = (geometry.place[square] for square in squares)
    legs = (Leg(start, end, distance(start, end)),)
    return Travel(before.pieces[squares[0]], squares[1], legs, travel_seconds(legs, 0, motion))


def _fades(before: Scene, route: Route, arrives: float, motion: Motion) -> Iterator[Fade]:
    if route.captured is not None:
        begins = max(0.0, arrives - 0.6 * motion.fade)
        yield Fade(before.pieces[route.captured], route.captured, begins, motion.fade)

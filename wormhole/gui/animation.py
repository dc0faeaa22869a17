"""Motion as a plan, made from the board before, the board after and the way of the move.

A plan is plain data on a timeline. Nothing here draws, keeps time or changes anything: whoever draws asks
a part of the plan what it looks like so many seconds after the plan began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi
from typing import TYPE_CHECKING

from wormhole.gui.board_layout import Point
from wormhole.gui.theme import Motion

if TYPE_CHECKING:
    from wormhole import Move, Piece

HIDDEN_SHARE = 0.16  # time inside a wormhole, for each square of distance, against a square in the open
HIDDEN_LEAST = 0.16
DIVE_SHARE = 1.4  # time to go down into a hole or come up, against a square in the open
SINK_FROM = 0.35  # how much of the way to a hole a man walks before the throat takes hold of it
SINK_CURVE = 1.6
TURN_DEGREES = 150.0
SMALLEST = 0.04
CHIP_FALLS_FROM = 1.55
CHIP_BOUNCE = 0.09
FLASH = 0.2
EASE = 1.6
BOUNCE_AT = 0.5  # of the chip's time


@dataclass(frozen=True)
class Pose:
    """How a man is drawn: its middle, its size (1 at rest), its turn clockwise, how solid it is (0..1)."""

    at: Point
    scale: float = 1.0
    turn_degrees: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Leg:
    """A straight stretch of a travel, in the open, into a hole or out of one; ``weight`` shares the time."""

    start: Point
    end: Point
    weight: float
    sinks: bool = False
    rises: bool = False
    hidden: bool = False

    def pose(self, share: float) -> Pose | None:
        """The man when it is ``share`` (0..1) along this leg; None inside a wormhole."""
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
    """A man under way to ``square``; it is ``man`` until it arrives."""

    man: Piece
    square: int
    legs: tuple[Leg, ...]
    seconds: float

    def pose(self, elapsed: float) -> Pose | None:
        """The man after so many seconds; None while a wormhole has it."""
        if elapsed >= self.seconds or not self.legs:
            return Pose(self.legs[-1].end)
        done = ease_out(elapsed / self.seconds) * self._weight
        for leg in self.legs:
            if done <= leg.weight:
                return leg.pose(done / leg.weight if leg.weight else 1.0)
            done -= leg.weight
        return Pose(self.legs[-1].end)

    def time_at(self, weight: float) -> float:
        """Seconds until so much weight of the legs is behind."""
        return ease_out_reversed(weight / self._weight) * self.seconds if self._weight else 0.0

    @property
    def _weight(self) -> float:
        return sum(leg.weight for leg in self.legs)


@dataclass(frozen=True)
class Fade:
    """A captured man going down in its square."""

    man: Piece
    square: int
    begins: float
    seconds: float

    def pose(self, place: Point, elapsed: float) -> Pose | None:
        """The man after so many seconds; None once it is gone."""
        share = progress(elapsed, self.begins, self.seconds)
        return None if share >= 1 else Pose(place, scale=1 - 0.22 * share, opacity=(1 - share) ** 1.5)


@dataclass(frozen=True)
class Fold:
    """A square going out of the board: it narrows and darkens, then its chip drops in."""

    square: int
    begins: float
    seconds: float
    chip_seconds: float

    def width(self, elapsed: float) -> float:
        """What is left of the square's width, 1 to 0."""
        return 1 - smooth(progress(elapsed, self.begins, self.seconds))

    def chip(self, elapsed: float) -> Pose | None:
        """The chip, at point (0, 0); None before it comes."""
        begins = self.begins + 0.6 * self.seconds
        if elapsed < begins:
            return None
        share = progress(elapsed, begins, self.chip_seconds)
        return Pose((0.0, 0.0), scale=_bounced(share), opacity=min(1.0, share / 0.3))

    @property
    def lands(self) -> float:
        """Seconds until the chip first touches the board."""
        return self.begins + 0.6 * self.seconds + BOUNCE_AT * self.chip_seconds

    @property
    def ends(self) -> float:
        """Seconds until the chip lies still."""
        return self.begins + 0.6 * self.seconds + self.chip_seconds


@dataclass(frozen=True)
class Passage:
    """A hole taking a man through: its rim lights up."""

    square: int
    at: float

    def light(self, elapsed: float) -> float:
        """How brightly the rim is lit, 0 to 1."""
        since = elapsed - self.at
        return 0.0 if since < 0 else max(0.0, 1 - since / FLASH) ** 2


@dataclass(frozen=True)
class Animation:
    """All that happens on the board for one change, each part timed in seconds from ``begins_seconds``.

    The new position holds, and a check in it may be told, once it ``arrives``.
    """

    begins_seconds: float
    travels: tuple[Travel, ...] = ()
    arrives: float = 0.0
    fades: tuple[Fade, ...] = ()
    folds: tuple[Fold, ...] = ()
    passages: tuple[Passage, ...] = ()

    @property
    def seconds(self) -> float:
        """From the first change to complete rest."""
        ends = [travel.seconds for travel in self.travels]
        ends += [fade.begins + fade.seconds for fade in self.fades]
        ends += [fold.ends for fold in self.folds]
        ends += [passage.at + FLASH for passage in self.passages]
        return max(ends, default=0.0)

    def elapsed(self, now_seconds: float) -> float:
        """Seconds since the beginning."""
        return now_seconds - self.begins_seconds

    def is_over(self, now_seconds: float) -> bool:
        """Whether all is at rest."""
        return self.elapsed(now_seconds) >= self.seconds


def plan_move(
    before: Mapping[int, Piece],
    after: Mapping[int, Piece],
    new_holes: Sequence[int],
    move: Move,
    place: Sequence[tuple[int, int]],
    motion: Motion,
    now_seconds: float,
    dropped_at: Point | None = None,
) -> Animation:
    """The plan that leads from the men ``before`` to the men ``after`` along the move's way.

    ``dropped_at`` is where a person let go of the man by hand: its way is walked then, and it only settles.
    """
    legs = legs_of(move, place)
    walk = Travel(
        before[move.from_square], move.to_square, legs, travel_seconds(legs, len(move.holes), motion)
    )
    travel = walk if dropped_at is None else settle(walk, dropped_at, place, motion)
    lost = [
        square
        for square, man in before.items()
        if square != move.from_square and (square == move.to_square or square not in after)
    ]
    return Animation(
        begins_seconds=now_seconds,
        travels=(travel,),
        arrives=travel.seconds,
        fades=tuple(
            Fade(before[square], square, max(0.0, travel.seconds - 0.6 * motion.fade), motion.fade)
            for square in lost
        ),
        folds=tuple(Fold(square, motion.fold_delay, motion.fold, motion.chip) for square in new_holes),
        passages=tuple(passages_of(move, walk)) if dropped_at is None else (),
    )


def plan_return(
    man: Piece,
    square: int,
    start: Point,
    place: Sequence[tuple[int, int]],
    motion: Motion,
    now_seconds: float,
) -> Animation:
    """The plan for a man that was dropped where it may not go, gliding home to ``square``."""
    home = Leg(start, place[square], weight=1.0)
    return Animation(now_seconds, travels=(Travel(man, square, (home,), motion.glide_back),))


def legs_of(move: Move, place: Sequence[tuple[int, int]]) -> tuple[Leg, ...]:
    """The stretches of a move's way, each step either in the open or down one hole and up from another."""
    legs: list[Leg] = []
    stand: Point = place[move.from_square]
    for *holes, end in move.steps:
        if holes:
            entry, way_out = place[holes[0]], place[holes[-1]]
            inside = max(HIDDEN_LEAST, HIDDEN_SHARE * distance(entry, way_out))
            legs += (
                Leg(stand, entry, DIVE_SHARE * distance(stand, entry), sinks=True),
                Leg(entry, way_out, inside, hidden=True),
                Leg(way_out, place[end], DIVE_SHARE * distance(way_out, place[end]), rises=True),
            )
        else:
            legs.append(Leg(stand, place[end], distance(stand, place[end])))
        stand = place[end]
    return tuple(legs)


def travel_seconds(legs: Sequence[Leg], holes: int, motion: Motion) -> float:
    """How long a travel takes: longer ways a little more, none too long."""
    squares = sum(leg.weight for leg in legs)
    wanted = motion.first_square + motion.each_square * squares + motion.each_hole * holes
    return min(motion.longest_travel, max(motion.shortest_travel, wanted))


def settle(walk: Travel, start: Point, place: Sequence[tuple[int, int]], motion: Motion) -> Travel:
    """The last bit of a travel that was made by hand."""
    end = place[walk.square]
    return Travel(walk.man, walk.square, (Leg(start, end, weight=1.0),), motion.drop)


def passages_of(move: Move, walk: Travel) -> Iterator[Passage]:
    """When each hole on the way has its man, in the order of the way."""
    behind = 0.0
    legs = iter(walk.legs)
    for *holes, _ in move.steps:
        leg = next(legs)
        behind += leg.weight
        if holes:
            inside = next(legs).weight
            for index, hole in enumerate(holes):
                share = index / (len(holes) - 1) if len(holes) > 1 else 0.0
                yield Passage(hole, walk.time_at(behind + inside * share))
            behind += inside + next(legs).weight


def between(start: Point, end: Point, share: float) -> Point:
    """The point ``share`` (0..1) of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def distance(start: Point, end: Point) -> float:
    """In squares, a diagonal step longer than a straight one."""
    return hypot(end[0] - start[0], end[1] - start[1])


def progress(elapsed: float, begins: float, seconds: float) -> float:
    """How much of a stretch of time is over, 0 to 1."""
    if elapsed < begins:
        return 0.0
    return 1.0 if seconds <= 0 else min(1.0, (elapsed - begins) / seconds)


def ease_out(share: float) -> float:
    """Fast at first, gently to rest."""
    return 1 - (1 - share) ** EASE


def ease_out_reversed(done: float) -> float:
    """The share of time after which ``ease_out`` has come so far."""
    return 1 - max(0.0, 1 - done) ** (1 / EASE)


def smooth(share: float) -> float:
    """Gently away and gently to rest."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def _bounced(share: float) -> float:
    """The chip's size: falling from above the board, then one small hop."""
    if share < BOUNCE_AT:
        fallen = (share / BOUNCE_AT) ** 2
        return CHIP_FALLS_FROM + (1 - CHIP_FALLS_FROM) * fallen
    hop = (share - BOUNCE_AT) / (1 - BOUNCE_AT)
    return 1 + CHIP_BOUNCE * (1 - cos(2 * pi * hop)) / 2 * (1 - hop)

"""An animation as plain data on a timeline; ``animation_plans.py`` makes it.

It draws nothing and reads no clock: the drawing code asks each part what it looks like a given number of
seconds after the animation began. The parts are pieces that travel or fade, squares that fold, come back or
get a counter, and the dice. A changing square has a ground at any time, and something to draw while it is
OPEN.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.gui.board.board_layout import Point
from wormhole.gui.board.route_stretches import between
from wormhole.gui.board.scene import Ground, Scene
from wormhole.gui.look.easing import (
    BOUNCE_AT,
    FALLS_FROM,
    ease_out,
    ease_out_reversed,
    fallen,
    progress,
    smooth,
)
from wormhole.gui.look.theme import Motion

if TYPE_CHECKING:
    from wormhole import Piece

CHIP_FROM = 0.6  # of a fold: its chip begins to fall
TOUCHES_AT = 0.8  # of a counter's fall: it goes under the piece
SHOWN_FROM = 0.12  # seconds in which the dice fade in, and in which they fade out
NAMED_FROM = 0.5  # of the dice's rest: the roll takes effect

SINK_FROM = 0.35  # share of the distance to a hole after which the piece begins to sink
SINK_CURVE = 1.6
TURN_DEGREES = 150.0
SMALLEST = 0.04


@dataclass(frozen=True)
class Chip:
    """How a moving chip is drawn: its size relative to a chip at rest, its opacity (0..1)."""

    scale: float
    opacity: float


@dataclass(frozen=True)
class Part:
    """What happens at one square, or at a place in hand, in some seconds."""

    square: int
    begins: float
    seconds: float

    @property
    def ends(self) -> float:
        """When it is over."""
        return self.begins + self.seconds

    def share(self, elapsed: float) -> float:
        """How much of it is done, 0 to 1."""
        return progress(elapsed, self.begins, self.seconds)


@dataclass(frozen=True)
class Fold(Part):
    """A square folding away: after a ``delay`` it narrows and darkens, then its chip drops in."""

    chip_seconds: float
    delay: float = 0.0

    def ground(self, elapsed: float) -> Ground:
        """The ground of the square."""
        if elapsed < self.begins:
            return Ground.SQUARE
        return Ground.OPEN if elapsed < self.ends else Ground.CHIP

    def width(self, elapsed: float) -> float:
        """The remaining share of the square's width, 1 to 0."""
        return 1 - smooth(progress(elapsed, self.begins + self.delay, self.seconds))

    def chip(self, elapsed: float) -> Chip | None:
        """The chip; None before it appears."""
        if elapsed < self._chip_begins:
            return None
        share = progress(elapsed, self._chip_begins, self.chip_seconds)
        return Chip(fallen(share), opacity=min(1.0, share / 0.3))

    @property
    def sound_at(self) -> float:
        """When the chip first touches the board."""
        return self._chip_begins + BOUNCE_AT * self.chip_seconds

    @property
    def ends(self) -> float:
        """When the chip lies still."""
        return self._chip_begins + self.chip_seconds

    @property
    def _chip_begins(self) -> float:
        return self.begins + self.delay + CHIP_FROM * self.seconds


@dataclass(frozen=True)
class Unfold(Part):
    """A hole closing: its chip is lifted off, and the square comes back."""

    chip_seconds: float

    def ground(self, elapsed: float) -> Ground:
        """The ground of the square."""
        if elapsed < self.begins:
            return Ground.CHIP
        return Ground.OPEN if elapsed < self.ends else Ground.SQUARE

    def width(self, elapsed: float) -> float:
        """The visible share of the square's width, 0 to 1."""
        return smooth(progress(elapsed, self.begins + 0.5 * self.chip_seconds, self.seconds))

    def chip(self, elapsed: float) -> Chip | None:
        """The chip; None once it is gone."""
        return _lifted(progress(elapsed, self.begins, self.chip_seconds))

    @property
    def sound_at(self) -> float:
        """When the chip leaves the board."""
        return self.begins

    @property
    def ends(self) -> float:
        """When the square is whole."""
        return self.begins + 0.5 * self.chip_seconds + self.seconds


@dataclass(frozen=True)
class Dissolve(Part):
    """A square whose ground fades into another one, as a square does that vanishes into the sky."""

    before: Ground
    after: Ground

    def ground(self, elapsed: float) -> Ground:
        """The ground of the square."""
        if elapsed < self.begins:
            return self.before
        return Ground.OPEN if elapsed < self.ends else self.after

    def opacity(self, elapsed: float) -> float:
        """The opacity of the ground before, 1 to 0."""
        return 1 - smooth(self.share(elapsed))


@dataclass(frozen=True)
class Petrify(Part):
    """A piece that turns to stone on its square."""

    def ground(self, elapsed: float) -> Ground:
        """The ground of the square."""
        return Ground.SQUARE if elapsed < self.ends else Ground.WALL

    def opacity(self, elapsed: float) -> float:
        """The opacity of the stone, 0 to 1."""
        return smooth(self.share(elapsed))

    @property
    def sound_at(self) -> float:
        """When the stone is heard."""
        return self.begins


@dataclass(frozen=True)
class Slip(Part):
    """A counter put under a piece or, with ``lifts``, removed from under it."""

    lifts: bool

    def ground(self, elapsed: float) -> Ground:
        """The ground of the square."""
        return Ground.SQUARE

    def sleeps(self, elapsed: float) -> bool:
        """Whether the counter lies under the piece."""
        return (elapsed >= self.sound_at) is not self.lifts

    def chip(self, elapsed: float) -> Chip | None:
        """The counter above the piece; None before it appears and once it is gone."""
        if not self.begins <= elapsed < self.ends:
            return None
        share = self.share(elapsed)
        if self.lifts:
            return _lifted(share)
        above = min(1.0, share / TOUCHES_AT)
        return Chip(
            FALLS_FROM + (0.9 - FALLS_FROM) * above**2, opacity=min(1.0, above / 0.3, (1 - share) / 0.2)
        )

    @property
    def sound_at(self) -> float:
        """When the counter touches the board, or leaves it."""
        return self.begins if self.lifts else self.begins + TOUCHES_AT * self.seconds


SquareChange = Fold | Unfold | Dissolve | Petrify | Slip


@dataclass(frozen=True)
class DiceRoll:
    """Two dice that tumble, then rest and name ``square``."""

    square: int
    begins: float
    tumble: float
    rest: float

    def share(self, elapsed: float) -> float:
        """How much of the tumbling is over."""
        return progress(elapsed, self.begins, self.tumble)

    def opacity(self, elapsed: float) -> float:
        """The opacity of the dice: 0 before and after."""
        if not self.begins <= elapsed < self.ends:
            return 0.0
        return min(1.0, (elapsed - self.begins) / SHOWN_FROM, (self.ends - elapsed) / SHOWN_FROM)

    def beam(self, elapsed: float) -> float:
        """How brightly the named file and rank are lit, 0 to 1."""
        return smooth((self.share(elapsed) - 0.8) / 0.2) * self.opacity(elapsed)

    @property
    def named(self) -> float:
        """When the roll takes effect."""
        return self.begins + self.tumble + NAMED_FROM * self.rest

    @property
    def ends(self) -> float:
        """When the dice are gone."""
        return self.begins + self.tumble + self.rest


def changes_by_move(
    before: Scene, after: Scene, left: int, arrives: float, motion: Motion, closed: Ground
) -> Iterator[SquareChange]:
    """The changes of squares by a move, without its dice.

    The square that it ``left`` changes at once, another one when its piece ``arrives`` and turns to stone.
    """
    for square in sorted(after.holes - before.holes):
        begins = 0.0 if square == left else arrives
        if closed is Ground.CHIP:
            yield Fold(square, begins, motion.fold, motion.chip, motion.fold_delay)
        elif closed is Ground.WALL:
            yield Petrify(square, begins, motion.fade)
        else:
            yield Dissolve(square, begins, motion.vanish, Ground.SQUARE, closed)
    for square in sorted(before.holes - after.holes):
        yield Unfold(square, max(0.0, arrives - motion.fold), motion.fold, motion.chip)


def changes_by_roll(before: Scene, after: Scene, begins: float, motion: Motion) -> Iterator[SquareChange]:
    """The change of the square that the dice name."""
    for square in after.holes - before.holes:
        yield Fold(square, begins, motion.fold, motion.chip)
    for square in before.holes - after.holes:
        yield Unfold(square, begins, motion.fold, motion.chip)
    for square in after.sleepers ^ before.sleepers:
        yield Slip(square, begins, motion.fold + motion.chip, lifts=square in before.sleepers)


def changes_taken_back(
    before: Scene, after: Scene, arrives: float, motion: Motion, closed: Ground
) -> Iterator[SquareChange]:
    """The changes of squares by a step back, with its dice: ``before`` is the scene after the move.

    The square that was left is back when its piece ``arrives``.
    """
    for square in sorted(after.holes - before.holes):
        yield Fold(square, 0.0, motion.fold, motion.chip, motion.fold_delay)
    for square in sorted(before.holes - after.holes):
        if closed is Ground.CHIP:
            yield _unfolded(square, arrives, motion)
        else:
            yield Dissolve(square, 0.0, arrives, closed, Ground.SQUARE)
    for square in sorted(before.sleepers ^ after.sleepers):
        if before.pieces.get(square) == after.pieces.get(square):
            yield Slip(square, 0.0, motion.fold + motion.chip, lifts=square in before.sleepers)


def _unfolded(square: int, by: float, motion: Motion) -> Unfold:
    change = Unfold(square, 0.0, motion.fold, motion.chip)
    if change.ends <= by:
        return change
    share = by / change.ends
    return Unfold(square, 0.0, share * motion.fold, share * motion.chip)


def _lifted(share: float) -> Chip | None:
    return None if share >= 1 else Chip(1 + (FALLS_FROM - 1) * share**1.5, opacity=1 - share)


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
            return _faded(self.legs[-1].end, progress(elapsed, self.seconds, self.fade) if self.fade else 0.0)
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


@dataclass(frozen=True)
class Fade(Part):
    """A captured piece that fades out on its square or, with ``returns``, a piece that fades in."""

    piece: Piece
    returns: bool = False

    def pose(self, place: Point, elapsed: float) -> Pose | None:
        """The piece after ``elapsed`` seconds; None while it is gone."""
        share = self.share(elapsed)
        return _faded(place, 1 - share if self.returns else share)


def _faded(place: Point, gone: float) -> Pose | None:
    return None if gone >= 1 else Pose(place, scale=1 - 0.22 * gone, opacity=(1 - gone) ** 1.5)


@dataclass(frozen=True)
class Burst(Part):
    """The light of an explosion around a square."""

    def is_lit(self, elapsed: float) -> bool:
        """Whether it is seen."""
        return self.begins <= elapsed and self.share(elapsed) < 1


@dataclass(frozen=True)
class CaptureIntoHand(Part):
    """A captured piece, in its new colour, on its way from ``start`` to its place in hand."""

    piece: Piece
    start: Point

    def pose(self, elapsed: float) -> Pose | None:
        """The piece after ``elapsed`` seconds; None before it is captured."""
        share = self.share(elapsed)
        return Pose(self.start, opacity=min(1.0, 4 * share), in_hand=smooth(share)) if share else None


@dataclass(frozen=True)
class Passage(Part):
    """A hole that a piece passes through: its rim lights up."""

    def light(self, elapsed: float) -> float:
        """How brightly the rim is lit, 0 to 1."""
        since = elapsed - self.begins
        return 0.0 if since < 0 else max(0.0, 1 - since / self.seconds) ** 2


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
    taken: tuple[CaptureIntoHand, ...] = ()
    changes: tuple[SquareChange, ...] = ()
    passages: tuple[Passage, ...] = ()
    burst: Burst | None = None
    roll: DiceRoll | None = None

    @property
    def seconds(self) -> float:
        """The duration from the first change to complete rest."""
        single = (part for part in (self.burst, self.roll) if part is not None)
        parts = (*self.travels, *self.fades, *self.taken, *self.changes, *self.passages, *single)
        return max((part.ends for part in parts), default=0.0)

    @property
    def arriving(self) -> frozenset[int]:
        """The squares and places in hand of pieces that are not at rest there before the end."""
        parts: list[Part | Travel] = [*self.taken, *self.travels]
        parts += [fade for fade in self.fades if fade.returns]
        return frozenset(part.square for part in parts)

    def only_dice(self, from_seconds: float) -> Animation:
        """The dice and what they change, to begin at ``from_seconds``."""
        assert self.roll is not None
        begins = self.roll.begins
        changes = tuple(change for change in self.changes if change.begins > begins)
        return Animation(from_seconds - begins, holds=self.holds, changes=changes, roll=self.roll)

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

"""An animation as plain data on a timeline; ``plans.py`` and ``jump.py`` make them.

It draws nothing and reads no clock: the drawing code asks each part what it looks like a given number of
seconds after the animation began.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.gui.board.layout import Point
from wormhole.gui.board.route import between
from wormhole.gui.board.square_motion import Roll, SquareChange
from wormhole.gui.look.easing import ease_out, ease_out_reversed, progress

if TYPE_CHECKING:
    from wormhole import Piece

SINK_FROM = 0.35  # share of the distance to a hole after which the piece begins to sink
SINK_CURVE = 1.6
TURN_DEGREES = 150.0
SMALLEST = 0.04


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

    def reversed(self) -> Leg:
        """The same part on the way back."""
        return Leg(self.end, self.start, self.weight, self.rises, self.sinks, self.hidden)


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
    """A captured piece that fades out on its square or, with ``returns``, a piece that fades in."""

    piece: Piece
    square: int
    begins: float
    seconds: float
    returns: bool = False

    def pose(self, place: Point, elapsed: float) -> Pose | None:
        """The piece after ``elapsed`` seconds; None while it is gone."""
        gone = progress(elapsed, self.begins, self.seconds)
        if self.returns:
            gone = 1 - gone
        return None if gone >= 1 else Pose(place, scale=1 - 0.22 * gone, opacity=(1 - gone) ** 1.5)


@dataclass(frozen=True)
class Passage:
    """A hole that a piece passes through: its rim lights up."""

    square: int
    at: float
    seconds: float

    def light(self, elapsed: float) -> float:
        """How brightly the rim is lit, 0 to 1."""
        since = elapsed - self.at
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
    changes: tuple[SquareChange, ...] = ()
    passages: tuple[Passage, ...] = ()
    roll: Roll | None = None

    @property
    def seconds(self) -> float:
        """The duration from the first change to complete rest."""
        ends = [travel.seconds for travel in self.travels]
        ends += [fade.begins + fade.seconds for fade in self.fades]
        ends += [change.ends for change in self.changes]
        ends += [passage.at + passage.seconds for passage in self.passages]
        if self.roll is not None:
            ends.append(self.roll.ends)
        return max(ends, default=0.0)

    @property
    def arriving(self) -> frozenset[int]:
        """The squares of pieces that are not at rest there before the end."""
        returning = [fade.square for fade in self.fades if fade.returns]
        return frozenset([*returning, *(travel.square for travel in self.travels)])

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

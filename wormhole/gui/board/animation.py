"""An animation as plain data on a timeline; ``animation_plans.py`` makes it.

It draws nothing and reads no clock: the drawing code asks each part what it looks like a given number of
seconds after the animation began. The parts are pieces that travel (``wormhole_travel.py``) or fade, what
happens to squares (``square_changes.py``), and the dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.gui.board.board_layout import Point
from wormhole.gui.board.square_changes import Burst, Part, Passage, SquareChange
from wormhole.gui.board.wormhole_travel import Pose, Travel, faded
from wormhole.gui.look.easing import progress, smooth

if TYPE_CHECKING:
    from wormhole import Piece

SHOWN_FROM = 0.12  # seconds in which the dice fade in, and in which they fade out
NAMED_FROM = 0.5  # of the dice's rest: the roll takes effect


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


@dataclass(frozen=True)
class Fade(Part):
    """A captured piece that fades out on its square or, with ``returns``, a piece that fades in."""

    piece: Piece
    returns: bool = False

    def pose(self, place: Point, elapsed: float) -> Pose | None:
        """The piece after ``elapsed`` seconds; None while it is gone."""
        share = self.share(elapsed)
        return faded(place, 1 - share if self.returns else share)


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

"""What happens at one square in an animation: it folds, comes back, gets a counter, is lit.

A changing square has a ground at any time, and something to draw while it is OPEN.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormhole.gui.board.scene import Ground, Scene
from wormhole.gui.look.easing import BOUNCE_AT, FALLS_FROM, fallen, progress, smooth
from wormhole.gui.look.theme import Motion

CHIP_FROM = 0.6  # of a fold: its chip begins to fall
TOUCHES_AT = 0.8  # of a counter's fall: it goes under the piece


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
class Burst(Part):
    """The light of an explosion around a square."""

    def is_lit(self, elapsed: float) -> bool:
        """Whether it is seen."""
        return self.begins <= elapsed and self.share(elapsed) < 1


@dataclass(frozen=True)
class Passage(Part):
    """A hole that a piece passes through: its rim lights up."""

    def light(self, elapsed: float) -> float:
        """How brightly the rim is lit, 0 to 1."""
        since = elapsed - self.begins
        return 0.0 if since < 0 else max(0.0, 1 - since / self.seconds) ** 2


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

"""What a demonstration consists of: acts, each with a board or without, and with words beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from wormhole.gui.board.state import BoardState
from wormhole.gui.look.theme import Motion
from wormhole.gui.screen import EVERY_FRAME, Stage
from wormhole.library.record import Game

FASTEST_MOVING = 8.0
"""At a pace above this nothing moves: the board jumps from position to position."""


class Topic(Enum):
    """What the words are about, which gives their card its colour."""

    PLAIN = auto()
    WORMHOLE = auto()
    CHECK = auto()
    RESULT = auto()


@dataclass(frozen=True)
class Told:
    """A sentence about a move, and the move in SAN."""

    move: str
    text: str


@dataclass(frozen=True)
class Words:
    """What is written beside the board."""

    heading: str = ""
    about: str = ""
    move: str = ""
    """The move that the words are about."""
    headline: str = ""
    more: tuple[str, ...] = ()
    topic: Topic = Topic.PLAIN
    past: tuple[Told, ...] = ()
    """What was said before, the newest first."""


@dataclass(frozen=True)
class Pause:
    """The act goes on after so many seconds, once the board is at rest and ``until`` is true."""

    seconds: float = 0.0
    until: Callable[[], bool] = lambda: True


class Act:
    """One part of a demonstration. A subclass has `_script`, which does something and yields a pause."""

    state: BoardState | None = None
    """The board that is shown; None if there is none."""

    def __init__(self, stage: Stage, pace: float) -> None:
        self._stage = stage
        self._pace = pace
        self.words = Words()
        self.revision = 0
        """Grows when the words change."""
        self.is_over = False
        self.now_seconds = 0.0
        self._steps = self._script()
        self._pause = Pause()
        self._due: float | None = None

    def update(self, now_seconds: float) -> None:
        """Advance to the time `now_seconds`."""
        self.now_seconds = now_seconds
        if self.state is not None:
            self.state.advance(now_seconds)
            for name in self.state.sounds(now_seconds):
                self._stage.play_sound(name)
        while not self.is_over and self._may_go_on():
            self._due, pause = None, next(self._steps, None)
            if pause is None:
                self.is_over = True
            else:
                self._pause = pause

    def wakes_in(self, now_seconds: float) -> float | None:
        """Seconds until something is due; None: at the next event."""
        if self.is_over or (self.state is not None and self.state.is_changing(now_seconds)):
            return EVERY_FRAME
        sound = None if self.state is None else self.state.next_sound()
        waits = [] if self._due is None or not self._pause.until() else [self._due - now_seconds]
        waits += [] if sound is None else [sound - now_seconds]
        return max(0.0, min(waits)) if waits else None

    def record(self) -> Game | None:
        """The game that a person can take over, up to what is shown; None: a new one."""
        return None

    def close(self) -> None:
        """Release everything."""

    @property
    def motion(self) -> Motion:
        """The durations of what moves, at the pace of the demonstration."""
        motion = self._stage.motion
        if self._pace > FASTEST_MOVING:
            return motion.still()
        return motion.scaled(1 / self._pace) if self._pace > 1 else motion

    def _script(self) -> Iterator[Pause]:
        raise NotImplementedError

    def _say(self, words: Words) -> None:
        if words != self.words:
            self.words = words
            self.revision += 1

    def _may_go_on(self) -> bool:
        """Whether the pause is over; it begins when the board is at rest."""
        if self.state is not None and self.state.is_moving(self.now_seconds):
            return False
        if self._due is None:
            self._due = self.now_seconds + self._pause.seconds / self._pace
        return self.now_seconds >= self._due and self._pause.until()

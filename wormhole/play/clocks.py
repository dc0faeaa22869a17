"""The running clocks of a match. Time is passed in; the record has the time that each move leaves.

As on lichess, the clocks start after the first move of each side. They run where the game is at play,
whatever position is shown. Undo restores the clocks of that position.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf

from wormhole import BLACK, WHITE, Termination
from wormhole.library.record import GameNode
from wormhole.library.time_control import is_timed
from wormhole.play.match import Match

TENTHS_BELOW_SECONDS = 10
"""Tenths of a second are shown below this."""
ROUNDED = 2
"""Decimals of the seconds in the record."""


@dataclass(frozen=True)
class Reading:
    """The display of one clock: the seconds, whether it runs, and whether its time is low."""

    seconds: float
    is_running: bool = False
    is_low: bool = False


class Clocks:
    """Both clocks. Call `follow` after every change of the match.

    ``spent``: the seconds that the turn at the game's end has already taken.
    """

    def __init__(self, match: Match, spent: float = 0.0) -> None:
        self._match = match
        self._controls = match.setup.clocks
        """The controls of the game, and below those of what is left of it at the current turn."""
        self._current = self._controls
        self._node: GameNode | None = None
        """The node of the timed turn; None before the first `follow` and without clocks."""
        self._turn = WHITE
        self._lefts: dict[bool, float | None] = {}
        self._spent = spent
        self._since: float | None = None
        """When the running clock started; None while it waits."""
        self._is_opened = True
        self._is_stopped = False
        """Whether the turn is over, even if its move is not shown yet."""
        self._final: tuple[GameNode, bool, float] | None = None
        """Where a decided game ended, the side to move there, and what its clock showed."""
        self._rested_at: GameNode | None = None
        """The place whose clocks are shown in a decided game."""
        self._warned: set[bool] = set()
        """The sides that were warned of low time."""

    # State

    def reading(self, color: bool, now_seconds: float) -> Reading | None:
        """The display of the clock of `color`; None if it has none."""
        left, control = self._lefts.get(color), self._current.of(color)
        if left is None or control is None:
            return None
        if color != self._turn or self._node is None:
            return Reading(left, is_low=left < control.low)
        seconds = control.during(left, self.spent(now_seconds))
        return Reading(seconds, self._since is not None, seconds < control.low)

    def spent(self, now_seconds: float) -> float:
        """The seconds that the turn has taken so far."""
        return self._spent + (0.0 if self._since is None else max(0.0, now_seconds - self._since))

    def spent_to_keep(self, now_seconds: float) -> float:
        """The seconds that the turn at the game's end has taken so far, or had when the game was decided
        there; 0 if a move has ended it."""
        timed = self._final[0] if self._node is None and self._final is not None else self._node
        is_at_end = timed is not None and timed is self._match.game.end()
        return round(self.spent(now_seconds), ROUNDED) if is_at_end and not self._is_stopped else 0.0

    def fallen(self, now_seconds: float) -> bool | None:
        """The colour whose flag has fallen, or None."""
        return self._turn if self._since is not None and self._falls_in(now_seconds) <= 0 else None

    def due(self, now_seconds: float) -> float:
        """When the display of a clock changes next."""
        if self._since is None:
            return inf
        falls = self._falls_in(now_seconds)
        left = self._left
        if falls > left:
            return now_seconds + falls - left + 0.001
        step = 0.1 if falls <= TENTHS_BELOW_SECONDS else 1.0
        return now_seconds + min(falls, falls - floor(falls / step) * step + 0.001)

    def take_warning(self, now_seconds: float) -> bool:
        """Whether a user's time has become low since the last call."""
        if self._since is None or not self._match.setup.seat(self._turn).is_person:
            return False
        reading = None if self._turn in self._warned else self.reading(self._turn, now_seconds)
        if reading is None or not reading.is_low:
            return False
        self._warned.add(self._turn)
        return True

    @property
    def warned(self) -> frozenset[bool]:
        """The sides whose user was warned of low time."""
        return frozenset(self._warned)

    # Changes

    def follow(self, now_seconds: float, *, is_paused: bool = False) -> None:
        """Time the current turn of the match. A new turn begins, the same turn continues.

        ``is_paused``: a user's clock waits.
        """
        if not self._controls:
            return
        match = self._match
        live = match.live
        if live is None:
            self._rest(now_seconds)
            return
        if live is not self._node:
            self._turn_to(live)
        is_person = match.setup.seat(self._turn).is_person
        is_busy = not is_paused if is_person else match.players.asked_at is live
        runs = is_timed(live.plies()) and self._controls.of(self._turn) is not None
        if is_busy and runs and not self._is_stopped:
            self._since = now_seconds if self._since is None else self._since
        else:
            self._wait(now_seconds)

    def rest(self, now_seconds: float) -> None:
        """Stand still until the next `follow`; the turn keeps the time that it has taken."""
        self._wait(now_seconds)

    def skip(self, seconds: float) -> None:
        """Do not count these seconds: the program stood still."""
        if self._since is not None:
            self._since += seconds

    def stop(self, now_seconds: float) -> None:
        """End the turn; the clock waits until the next one begins."""
        self._is_stopped = True
        self._wait(now_seconds)

    def left_after(self, now_seconds: float, thought: float | None = None) -> float | None:
        """The seconds that a move played now leaves on the mover's clock.

        ``thought``: the seconds that it took, if they are known better than by its arrival.
        """
        control = self._current.of(self._turn)
        if self._node is None or control is None or not self._match.is_timed:
            return None
        left = self._left
        if not is_timed(self._node.plies()):
            return round(left, ROUNDED)
        spent = self.spent(now_seconds)
        return round(control.after(left, spent if thought is None else min(thought, spent)), ROUNDED)

    def _wait(self, now_seconds: float) -> None:
        self._spent = self.spent(now_seconds)
        self._since = None

    def _turn_to(self, live: GameNode) -> None:
        if not self._is_opened or live is not self._match.game.end():
            self._spent = 0.0
        self._is_opened = self._is_stopped = False
        self._since = self._final = self._rested_at = None
        self._node, self._turn = live, live.turn()
        self._current = self._controls.at(live.plies(), self._turn)
        self._lefts = {color: live.time_left(color, self._controls) for color in (WHITE, BLACK)}
        control = self._current.of(self._turn)
        if control is not None and self._left >= 2 * control.low:
            self._warned.discard(self._turn)

    def _rest(self, now_seconds: float) -> None:
        """Show the clocks of the current place: the game is decided."""
        node, end, outcome = self._match.cursor.node, self._match.game.end(), self._match.result.outcome
        if self._node is None and node is self._rested_at:
            return
        if self._is_opened and self._spent:  # it was decided before it was opened
            self._turn_to(end)
        self._rested_at = node
        control = self._current.of(self._turn)
        if self._node is not None and self._node is end and control is not None:
            self._wait(now_seconds)
            self._final = self._node, self._turn, control.during(self._left, self._spent)
        self._node = self._since = None
        self._lefts = {color: node.time_left(color, self._controls) for color in (WHITE, BLACK)}
        if self._final is not None and node is self._final[0]:
            self._lefts[self._final[1]] = self._final[2]
        elif outcome is not None and outcome.termination is Termination.TIME_FORFEIT:
            self._lefts[node.turn()] = 0.0

    @property
    def _left(self) -> float:
        """The seconds on the clock of the side to move when its turn began."""
        left = self._lefts[self._turn]
        assert left is not None, "it has a clock"
        return left

    def _falls_in(self, now_seconds: float) -> float:
        control = self._current.of(self._turn)
        assert control is not None, "the turn is timed"
        return control.falls_in(self._left, self.spent(now_seconds))

"""One game between two players, on clocks or without."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from wormhole.base.errors import Message
from wormhole.engine.time_management import Clock
from wormhole.library.time_control import NO_CLOCKS, ClockKind, TimeControl, TimeControls
from wormhole.players.player import Player, PlayerError
from wormhole.rules.board import Board
from wormhole.rules.outcome import Outcome, Termination
from wormhole.rules.piece import BLACK, WHITE, side_name

MARGIN_SECONDS = 0.1
"""A move may be so late: the programs of many games share the cores. Cutechess calls it ``timemargin``."""


@dataclass(frozen=True)
class GameResult:
    """A finished game, its result, and the time and moves of each side, White first."""

    board: Board
    result: str
    reason: Message
    termination: Termination | None
    """None if a player could not continue; AGREEMENT if the game was adjudicated a draw."""
    seconds: tuple[float, float]
    moves: tuple[int, int]
    failed: bool | None = None
    """The side that could not continue, if any."""
    late: bool | None = None
    """The side that lost on time, if any."""
    left: tuple[float | None, ...] = ()
    """The seconds on the mover's clock after each move that was played here; None without a clock."""


@dataclass(frozen=True)
class PlayedMove:
    """A move: its text, and the seconds that it leaves on its side's clock, if there is one."""

    text: str
    left: float | None = None


def nobody(move: PlayedMove) -> None:
    """Nobody follows the game."""


class _ChessClock:
    """The clock of one side; without a control, it only measures."""

    def __init__(self, control: TimeControl | None) -> None:
        self._control = control
        self.left = None if control is None else control.start
        self.used, self.moves = 0.0, 0

    def shown(self) -> Clock | None:
        """What its player is told when a turn begins."""
        control = self._current
        if control is None or self.left is None:
            return None
        self.left = control.at_turn(self.left)
        delay = control.bonus if control.kind is ClockKind.DELAY else 0.0
        return Clock(self.left + delay, control.bonus, control.moves_to_go)

    @property
    def _current(self) -> TimeControl | None:
        """The control of what is left of the game."""
        return self._control and self._control.at(self.moves)

    def press(self, seconds: float) -> bool:
        """A move has taken so long; returns whether it was in time."""
        control = self._current
        self.used += seconds
        self.moves += 1
        if control is None or self.left is None:
            return True
        is_in_time = control.falls_in(self.left, seconds) >= -MARGIN_SECONDS
        self.left = control.after(self.left, seconds)
        return is_in_time


def play(
    white: Player,
    black: Player,
    board: Board,
    most_plies: int,
    is_wanted: Callable[[], bool],
    controls: TimeControls = NO_CLOCKS,
    follow: Callable[[PlayedMove], None] = nobody,
) -> GameResult | None:
    """Play from ``board`` to the end of the game; None if ``is_wanted`` becomes false before.

    Draws are claimed at once. A player that cannot continue loses. So does one whose time is over, unless the
    other one can no longer win. After ``most_plies``, including those of the opening, the game is adjudicated
    a draw. ``follow`` is called after each move.
    """
    players = {WHITE: white, BLACK: black}
    clocks = {color: _ChessClock(controls.of(color)) for color in (WHITE, BLACK)}
    left: list[float | None] = []

    def ended(
        result: str, reason: Message, termination: Termination | None, failed: bool | None = None
    ) -> GameResult:
        seconds, moves = (clocks[WHITE].used, clocks[BLACK].used), (clocks[WHITE].moves, clocks[BLACK].moves)
        is_late = termination is Termination.TIME_FORFEIT and result != "1/2-1/2"
        late = side if is_late else None
        return GameResult(board, result, reason, termination, seconds, moves, failed, late, tuple(left))

    side = WHITE
    try:
        for side in (WHITE, BLACK):
            players[side].new_game(board)
        while (outcome := board.outcome()) is None:
            if len(board.move_stack) >= most_plies:
                result = board.as_drawn(Outcome(Termination.AGREEMENT, None)).result()
                reason = Message("Adjudicated a draw after {plies} plies.", plies=most_plies)
                return ended(result, reason, Termination.AGREEMENT)
            if not is_wanted():
                return None
            side = board.turn
            shown, begun = clocks[side].shown(), time.perf_counter()
            move = players[side].play(board, shown).move
            is_in_time = clocks[side].press(time.perf_counter() - begun)
            if not is_in_time:
                outcome = board.outcome_on_time(side)
                break
            if move is None:
                outcome = Outcome(Termination.RESIGNATION, winner=not side)
                break
            board.push(move)
            left.append(clocks[side].left)
            follow(PlayedMove(board.move_stack[-1].text, clocks[side].left))
    except PlayerError as error:
        winner, loser = side_name(not side), side_name(side)
        reason = Message(
            "{winner} wins: {loser} {trouble}.", winner=winner, loser=loser, trouble=error.message
        )
        return ended("0-1" if side is WHITE else "1-0", reason, None, failed=side)
    for player in players.values():
        with contextlib.suppress(PlayerError):  # it is reported with the next game
            player.end_game(outcome.result())
    return ended(outcome.result(), outcome.reason(), outcome.termination)

"""One game between two contestants, played to its end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from wormhole.arena.contestant import Contestant, EngineError
from wormhole.rules.board import Board
from wormhole.rules.piece import BLACK, WHITE, side_name


@dataclass(frozen=True)
class Played:
    """A finished game, its result, and the time and moves of each side, White first."""

    board: Board
    result: str
    reason: str
    seconds: tuple[float, float]
    moves: tuple[int, int]
    failed: bool | None = None
    """The side that could not go on, if any."""


def play(
    white: Contestant, black: Contestant, board: Board, most_plies: int, is_wanted: Callable[[], bool]
) -> Played | None:
    """Play on from ``board`` to the end of the game; None if ``is_wanted`` becomes false before.

    Draws are claimed at once. A player that cannot go on loses. After ``most_plies``, including those of the
    opening, the game is adjudicated a draw.
    """
    players = {WHITE: white, BLACK: black}
    seconds, moves = {WHITE: 0.0, BLACK: 0.0}, {WHITE: 0, BLACK: 0}

    def ended(result: str, reason: str, failed: bool | None = None) -> Played:
        return Played(
            board, result, reason, (seconds[WHITE], seconds[BLACK]), (moves[WHITE], moves[BLACK]), failed
        )

    side = WHITE
    try:
        for side in (WHITE, BLACK):
            players[side].new_game(board)
        while (outcome := board.outcome()) is None:
            if len(board.move_stack) >= most_plies:
                return ended("1/2-1/2", f"Adjudicated a draw after {most_plies} plies.")
            if not is_wanted():
                return None
            side = board.turn
            begun = time.perf_counter()
            move = players[side].move(board)
            seconds[side] += time.perf_counter() - begun
            moves[side] += 1
            board.push(move)
    except EngineError as error:
        reason = f"{side_name(not side)} wins: {side_name(side)} {error}."
        return ended("0-1" if side is WHITE else "1-0", reason, side)
    return ended(outcome.result(), outcome.reason())

"""A board that plays a short line of moves over and over."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole import Board, Move, Variant
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.theme import Motion
from wormhole.gui.rules_pages.rule_examples import NULL, SEED, Demonstration
from wormhole.play.schedule import NEVER

FIRST_SECONDS, LOOK_SECONDS, CHOSEN_SECONDS, LAST_SECONDS = 0.8, 0.4, 1.2, 2.4
"""Pauses: before the first move, after each move, while a piece is chosen, after the last move."""


@dataclass(frozen=True)
class _Step:
    """The board before a move, the square of the piece, the board after it."""

    before: Board
    square: int
    after: Board


class Diagram:
    """Plays a demonstration on the board that `state` shows. Each piece is chosen before it moves.

    Its pauses are shorter at a higher `pace`.
    """

    def __init__(
        self, game: Variant, demonstration: Demonstration, state: BoardState, pace: float = 1.0
    ) -> None:
        self._first = Board(game, demonstration.fen, seed=SEED)
        self._steps = list(_steps(self._first, demonstration.moves))
        self._state = state
        self._next = 0
        self._is_chosen = False
        self._due = NEVER
        self._pace = pace
        self.has_been_played = False
        """Whether it was played to its end, with the pause after it."""
        state.show(self._first)

    def update(self, now_seconds: float, motion: Motion) -> float:
        """Advance to the time `now_seconds`; returns when something changes next."""
        state = self._state
        state.update(now_seconds)
        if self._due == NEVER:
            self._due = now_seconds + FIRST_SECONDS / self._pace
        if now_seconds >= self._due and not state.is_moving(now_seconds):
            self._go_on(now_seconds, motion)
        return min(self._due, state.due(now_seconds))

    def _go_on(self, now_seconds: float, motion: Motion) -> None:
        """Choose the piece that moves next, let it move, or start again."""
        state = self._state
        if self._next == len(self._steps):
            self._start_again(now_seconds)
        elif self._is_chosen:
            self._play(now_seconds, motion)
        else:
            step = self._steps[self._next]
            state.allow(step.before)
            state.choose(step.square)
            self._is_chosen = True
            self._due = now_seconds + CHOSEN_SECONDS / self._pace

    def _play(self, now_seconds: float, motion: Motion) -> None:
        step = self._steps[self._next]
        self._state.let_go()
        self._state.play(step.after, now_seconds, motion)
        self._next += 1
        self._is_chosen = False
        arrives = 0.0 if self._state.animation is None else motion.longest_travel
        is_last = self._next == len(self._steps)
        pause = LAST_SECONDS if is_last else LOOK_SECONDS
        self._due = now_seconds + arrives + pause / self._pace

    def _start_again(self, now_seconds: float) -> None:
        self._state.show(self._first)
        self._next = 0
        self.has_been_played = True
        self._due = now_seconds + FIRST_SECONDS / self._pace


def _steps(first: Board, moves: tuple[str, ...]) -> list[_Step]:
    board, steps = first.copy(), []
    for text in moves:
        if text == NULL:
            board.push(Move.null())
            continue
        before, move = board.copy(), board.parse_uci(text)
        board.push(move)
        steps.append(_Step(before, move.from_square, board.copy()))
    return steps

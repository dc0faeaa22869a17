"""The diagram beside the rules, which plays a short line of moves."""

from __future__ import annotations

from wormhole import Variant
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.selection import allow, choose, let_go
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import Motion
from wormhole.learn.rule_examples import Demonstration

FIRST_SECONDS, LOOK_SECONDS, CHOSEN_SECONDS, LAST_SECONDS = 0.8, 0.4, 1.2, 2.4
"""Pauses: before the first move, after each move, while a piece is chosen, after the last move."""


class Diagram:
    """Plays a demonstration on the board that `state` shows. Each piece is chosen before it moves.

    Its pauses are shorter at a higher `pace`.
    """

    def __init__(
        self, game: Variant, demonstration: Demonstration, state: BoardState, pace: float = 1.0
    ) -> None:
        self._first = demonstration.board(game)
        self._steps = demonstration.steps(self._first)
        self._state = state
        self._next = 0
        self._is_chosen = False
        self._due = NEVER
        self._pace = pace
        self.has_been_played = False
        """Whether it was played to its end, with the pause after it."""
        positions.show(state, self._first)

    def update(self, now_seconds: float, motion: Motion) -> float:
        """Advance to the time `now_seconds`; returns when something changes next."""
        state = self._state
        timeline.update(state, now_seconds)
        if self._due == NEVER:
            self._due = now_seconds + FIRST_SECONDS / self._pace
        if now_seconds >= self._due and not timeline.is_moving(state, now_seconds):
            self._go_on(now_seconds, motion)
        return min(self._due, timeline.due(state, now_seconds))

    def _go_on(self, now_seconds: float, motion: Motion) -> None:
        """Choose the piece that moves next, let it move, or start again."""
        state = self._state
        if self._next == len(self._steps):
            self._start_again(now_seconds)
        elif self._is_chosen:
            self._play(now_seconds, motion)
        else:
            step = self._steps[self._next]
            allow(state, step.before)
            choose(state, step.square)
            self._is_chosen = True
            self._due = now_seconds + CHOSEN_SECONDS / self._pace

    def _play(self, now_seconds: float, motion: Motion) -> None:
        step = self._steps[self._next]
        let_go(self._state)
        positions.play(self._state, step.after, now_seconds, motion)
        self._next += 1
        self._is_chosen = False
        arrives = 0.0 if self._state.animation is None else motion.longest_travel
        is_last = self._next == len(self._steps)
        pause = LAST_SECONDS if is_last else LOOK_SECONDS
        self._due = now_seconds + arrives + pause / self._pace

    def _start_again(self, now_seconds: float) -> None:
        positions.show(self._state, self._first)
        self._next = 0
        self.has_been_played = True
        self._due = now_seconds + FIRST_SECONDS / self._pace

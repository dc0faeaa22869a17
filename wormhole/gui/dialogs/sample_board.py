"""A small board that shows what the settings do: pieces, holes, marks, coordinates and motion."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pygame

from wormhole import Board, Variant
from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Motion
from wormhole.gui.screen import EVERY_FRAME
from wormhole.rules.gamefile import parse

GAME = """
inherits = "wormhole"
title = "Sample"
[board]
start = "wn1lk1/1px1pp/3x2/1x2P1/P1P2x/CKNWL1"
"""
MOVES = ("c2c3", "b6c4")
CHOSEN = "d1"
SHOWN_MOVE = "d1c4"
"""The move of the chosen piece that shows the speed of motion."""
REST_SECONDS = 0.9
"""From the end of that move to the position before it."""


class SampleBoard:
    """A board in the middle of a game, with a chosen piece."""

    def __init__(self) -> None:
        self._state = sample_state()
        self._back_at: float | None = None
        self.layers: Sequence[Layer] = ()

    def place(self, look: Look, rect: pygame.Rect, size: tuple[int, int]) -> None:
        """Lay the board out in a rectangle of the window, which has this size."""
        ground = pygame.Surface(size)
        ground.fill(look.theme.colour.panel)
        view = BoardView(look.sprites, self._state.geometry)
        view.place(rect, ground, look.board_style)
        self.layers = (BoardLayer(view, self._state),)

    def move(self, motion: Motion, now_seconds: float) -> None:
        """Play a move at this speed; the board goes back to its position after it."""
        self._show()
        after = _position()
        after.push_uci(SHOWN_MOVE)
        self._state.let_go()
        self._state.play(after, now_seconds, motion)
        moving = self._state.animation
        self._back_at = now_seconds + REST_SECONDS + (moving.seconds if moving is not None else 0.0)

    def update(self, now_seconds: float) -> None:
        """Go on with the move, and back after it."""
        self._state.advance(now_seconds)
        self._state.sounds(now_seconds)
        if self._back_at is not None and now_seconds >= self._back_at:
            self._back_at = None
            self._show()

    def wakes_in(self, now_seconds: float) -> float | None:
        """When `update` is due."""
        if self._state.is_moving(now_seconds):
            return EVERY_FRAME
        return None if self._back_at is None else max(0.0, self._back_at - now_seconds)

    def _show(self) -> None:
        self._state.show(_position())
        _choose(self._state)


def sample_state() -> BoardState:
    """The position that the small board shows."""
    state = BoardState.of(_position())
    _choose(state)
    return state


def _choose(state: BoardState) -> None:
    state.allow(_position())
    state.choose(state.geometry.parse(CHOSEN))


@cache
def _game() -> Variant:
    return parse(GAME, "sample")


def _position() -> Board:
    board = Board(_game())
    for move in MOVES:
        board.push_uci(move)
    return board

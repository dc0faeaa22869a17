"""A long press on a square of a board, which opens its menu. It begins no move."""

from __future__ import annotations

from math import hypot

import pygame

from wormhole.gui.board.controller import BoardController
from wormhole.gui.board.selection import is_own
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _
from wormhole.gui.look.layers import Pixel
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.window.stage import Stage

LONG_PRESS_SECONDS = 0.6
LONG_PRESS_PIXELS = 5  # the most that the pointer may move meanwhile
LEFT_BUTTON = 1


class LongPress:
    """The base of menus that a long press on a board opens."""

    def __init__(self, stage: Stage, board: BoardController) -> None:
        self._stage = stage
        self._board = board
        self._pressed: Pixel | None = None
        self._due = NEVER

    def open(self, square: int, pixel: Pixel, by_keyboard: bool) -> None:
        """Open the menu of a square, its corner at a pixel."""
        raise NotImplementedError

    def watch(self, event: pygame.Event, now_seconds: float) -> None:
        """Notice a press and its end. The events are for the board, too."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            is_free = event.button == LEFT_BUTTON and self._is_free(event.pos)
            self._pressed = event.pos if is_free else None
            self._due = now_seconds + LONG_PRESS_SECONDS
        elif self._pressed is not None and _ends_press(event, self._pressed):
            self._pressed = None

    def update(self, now_seconds: float) -> float:
        """Open the menu of a square that is pressed for long; returns when a press is a long one."""
        if self._pressed is not None and now_seconds >= self._due:
            pixel, self._pressed = self._pressed, None
            square = self._board.view.square_at(pixel, self._board.state.flipped)
            if square is not None and not self._stage.is_covered:  # it may have changed meanwhile
                self.open(square, pixel, by_keyboard=False)
        return NEVER if self._pressed is None else self._due

    def _is_free(self, pixel: Pixel) -> bool:
        """Whether a press there begins no move."""
        state = self._board.state
        square = self._board.view.square_at(pixel, state.flipped)
        is_quiet = state.selection.promotion is None and state.selection.square is None
        return square is not None and is_quiet and not is_own(state, square)


def square_title(state: BoardState, square: int) -> str:
    """A piece with its square: "Knight g1"; or the square alone."""
    name = state.variant.geometry.names[square]
    piece = state.scene.pieces.get(square)
    if piece is None:
        return name
    return f"{_(state.variant.piece_types[piece.letter].name)} {name}"


def _ends_press(event: pygame.Event, pressed: Pixel) -> bool:
    """Whether an event ends a press that began at a pixel: a release, a key, or more than a small motion."""
    if event.type == pygame.MOUSEMOTION:
        return hypot(event.pos[0] - pressed[0], event.pos[1] - pressed[1]) > LONG_PRESS_PIXELS
    return event.type in (pygame.MOUSEBUTTONUP, pygame.KEYDOWN, pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST)

"""What the user draws on a board, and what is drawn there for them: circles, arrows and routes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pygame

from wormhole.gui.board.annotations import toggled
from wormhole.gui.board.state import BoardState
from wormhole.library.comment_commands import Shape

COLOURS = ("green", "red", "blue", "yellow")
"""Without keys, with Shift, with Ctrl or Alt, with both.

On lichess Ctrl is as Shift; but many window managers keep Alt with the mouse for themselves."""
MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META

Keep = Callable[[Sequence[Shape]], object]


def annotate(state: BoardState, **changes: Any) -> None:
    """Show these fields of `Annotations`, until another position is shown."""
    annotations = replace(state.annotations, **changes)
    if annotations != state.annotations:
        state.annotations = annotations
        state.revision += 1


class Pencil:
    """Draws on a board's state; ``keep`` gets all shapes whenever they changed."""

    def __init__(self, keep: Keep = lambda shapes: None) -> None:
        self._keep = keep
        self._start: int | None = None
        self._colour = COLOURS[0]

    @property
    def is_drawing(self) -> bool:
        """Whether a circle or an arrow is begun."""
        return self._start is not None

    def begin(self, square: int, modifiers: int, state: BoardState) -> None:
        """Begin on a square, in the colour of these keys."""
        self._start = square
        self._colour = COLOURS[bool(modifiers & pygame.KMOD_SHIFT) + 2 * bool(modifiers & MODIFIERS)]
        self.point_at(square, state)

    def point_at(self, square: int | None, state: BoardState) -> None:
        """Show what would be drawn to this square; off the board, nothing."""
        if self._start is not None:
            annotate(state, begun=None if square is None else Shape(self._start, square, self._colour))

    def finish(self, state: BoardState) -> None:
        """Draw what is shown."""
        begun = state.annotations.begun
        self.give_up(state)
        if begun is not None:
            self._change(toggled(state.annotations.shapes, begun), state)

    def give_up(self, state: BoardState) -> None:
        """Draw nothing."""
        self._start = None
        annotate(state, begun=None)

    def clear(self, state: BoardState) -> None:
        """Remove all circles and arrows."""
        self.give_up(state)
        if state.annotations.shapes:
            self._change((), state)

    def _change(self, shapes: tuple[Shape, ...], state: BoardState) -> None:
        annotate(state, shapes=shapes)
        self._keep(shapes)

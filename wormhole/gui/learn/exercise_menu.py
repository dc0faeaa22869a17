"""The context menu of the board in the exercise room."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from wormhole.gui.dialogs.context_menu import ContextMenu, Entry, entry
from wormhole.gui.keys import Command
from wormhole.gui.learn.exercise import Choice
from wormhole.gui.learn.exercise_board import ExerciseBoard
from wormhole.gui.look.spot import Pixel
from wormhole.gui.screen import Stage
from wormhole.gui.screens.long_press import LongPress, square_title

VIEWS = (Command.FOLD_VIEW, Command.ROUTES)
"""What is about a piece."""
OTHERS = (
    Command.REACH,
    Command.TYPE_MOVE,
    Command.FLIP,
    Command.COPY,
    Command.PICTURE,
    Command.RULES,
)


class ExerciseMenu:
    """Opens the menu of a square: by the menu key, or by a long press. It begins with the choices."""

    def __init__(self, stage: Stage, board: ExerciseBoard, choices: Callable[[], Iterable[Choice]]) -> None:
        self._stage = stage
        self._board = board
        self._choices = choices
        self._press = LongPress(stage, lambda: (board.view, board.state), self._open)

    def watch(self, event: pygame.Event, now_seconds: float) -> None:
        """Notice a long press. The events are for the board, too."""
        self._press.watch(event, now_seconds)

    def update(self, now_seconds: float) -> None:
        """Open the menu of a square that is pressed for long."""
        self._press.update(now_seconds)

    def wakes_in(self, now_seconds: float) -> float | None:
        """Seconds until a press is a long one."""
        return self._press.wakes_in(now_seconds)

    def open_by_key(self) -> None:
        """Open the menu of the chosen square, of that of the cursor, or of the whole board."""
        state, view = self._board.state, self._board.view
        square = state.cursor if state.chosen is None else state.chosen
        pixel = view.frame.topleft if square is None else view.rect_of(square, state.flipped).topright
        self._open(square, pixel, by_keyboard=True)

    def _open(self, square: int | None, pixel: Pixel, by_keyboard: bool = False) -> None:
        stage, state = self._stage, self._board.state
        commands = (*(VIEWS if square in state.pieces else ()), *OTHERS)
        entries = [
            Entry(choice.text, choice.command, choice.action, choice.can) for choice in self._choices()
        ]
        entries += (entry(stage, command) for command in commands)
        title = "" if square is None else square_title(state, square)
        stage.open(ContextMenu(stage, title, entries, pixel, by_keyboard))

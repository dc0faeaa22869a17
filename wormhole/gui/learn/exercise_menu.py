"""The context menu of the board in the exercise room."""

from __future__ import annotations

from wormhole.gui.board.place import BoardPlace
from wormhole.gui.board.state import BoardState
from wormhole.gui.dialogs.context_menu import ContextMenu, Entry, entry
from wormhole.gui.keys import Command
from wormhole.gui.learn.exercise_board import ExerciseBoard
from wormhole.gui.learn.exercise_panel import ExercisePanel
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
    Command.EDITOR,
    Command.PICTURE,
    Command.RULES,
)


class ExerciseMenu(LongPress):
    """The menu of a square: opened by the menu key, or by a long press. It begins with the choices."""

    def __init__(self, stage: Stage, board: ExerciseBoard, panel: ExercisePanel) -> None:
        super().__init__(stage)
        self._board = board
        self._panel = panel

    def shown(self) -> tuple[BoardPlace, BoardState]:
        """The board of the exercise."""
        return self._board.view, self._board.state

    def open_by_key(self) -> None:
        """Open the menu of the chosen square, of that of the cursor, or of the whole board."""
        state, view = self._board.state, self._board.view
        square = state.cursor if state.chosen is None else state.chosen
        pixel = view.frame.topleft if square is None else view.rect_of(square, state.flipped).topright
        self.open(square, pixel, by_keyboard=True)

    def open(self, square: int | None, pixel: Pixel, by_keyboard: bool) -> None:
        """Open the menu of a square, or of the whole board."""
        stage, state = self._stage, self._board.state
        commands = (*(VIEWS if square in state.pieces else ()), *OTHERS)
        entries = [
            Entry(choice.text, choice.command, choice.action, choice.can) for choice in self._panel.choices
        ]
        entries += (entry(stage, command) for command in commands)
        title = "" if square is None else square_title(state, square)
        stage.open(ContextMenu(stage, title, entries, pixel, by_keyboard))

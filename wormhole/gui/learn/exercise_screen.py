"""The exercise room: a board and a panel, where lessons, puzzles and proofs are tried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pygame

from wormhole.gui.board.annotations import View
from wormhole.gui.board.board_layout import BoardPlace
from wormhole.gui.board.drawing.board_view import BoardLayer
from wormhole.gui.board.input import ARROWS
from wormhole.gui.board.long_press import LongPress, square_title
from wormhole.gui.board.state import BoardState
from wormhole.gui.dialogs.context_menu import ContextMenu, MenuEntry, entry
from wormhole.gui.game.game_questions import open_picture, open_rules
from wormhole.gui.game.pasting import ContentOpener
from wormhole.gui.game.pgn_files import copy_position
from wormhole.gui.game.typed_move_dialog import ask_move, move_written
from wormhole.gui.learn.exercise import Exercise
from wormhole.gui.learn.exercise_board import ExerciseBoard
from wormhole.gui.learn.exercise_panel import ExerciseLayout, ExercisePanel, Extra, exercise_layout
from wormhole.gui.look.layers import Layer, Pixel
from wormhole.gui.look.widgets import Action
from wormhole.gui.look.with_widgets import WithWidgets
from wormhole.gui.window.keys import Command
from wormhole.gui.window.screen import Stage
from wormhole.play.seats import two_players

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
            MenuEntry(choice.text, choice.command, choice.action, choice.can)
            for choice in self._panel.choices
        ]
        entries += (entry(stage, command) for command in commands)
        title = "" if square is None else square_title(state, square)
        stage.open(ContextMenu(stage, title, entries, pixel, by_keyboard))


_LEAVING_BUTTONS = (pygame.K_ESCAPE, *ARROWS)


class ExerciseScreen(WithWidgets):
    """The room of one exercise. `back` leaves it; `extra` is a part of the panel that the exercise has."""

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)

    def __init__(self, stage: Stage, exercise: Exercise, back: Action, extra: Extra | None = None) -> None:
        self._stage = stage
        self._back = back
        self.exercise = exercise
        self.board = ExerciseBoard(stage, exercise)
        self._panel = ExercisePanel(stage, exercise, self.board, back, extra)
        self._menu = ExerciseMenu(stage, self.board, self._panel)
        self._size = (0, 0)
        self._now = 0.0
        self._revision_shown: int | None = None
        self._due: float | None = None
        """When the exercise goes on by itself; None while the board moves."""
        self._sound = ""
        """What is heard once the board is at rest."""

    @property
    def title(self) -> str:
        """The game, for the window's title."""
        return self.board.variant.title

    # The screen

    def place(self, size: tuple[int, int]) -> None:
        """Lay out board and panel."""
        look = self._stage.look
        self._size = size
        self._shape = self._panel.shape
        mark = self._focus_mark()
        self._make_widgets(size, look)
        layout = self._layout(size)
        self.board.view.place(layout.board, look.backdrop.surface(size), look.board_style)
        self._panel.place(layout, self.widgets)
        self._panel.refresh()
        if mark is not None:
            self.widgets.focus_again(mark)
        self.layers = (
            BoardLayer(self.board.view, self.board.state),
            *self._panel.layers,
            self.widgets,
            *self._panel.layers_above,
        )
        unit = look.scale.unit
        self.notice_area = layout.task.inflate(-2 * unit, -2 * unit)

    def _layout(self, size: tuple[int, int]) -> ExerciseLayout:
        words, extra_units = self._shape
        return exercise_layout(size, self.board.variant.geometry, len(words), extra_units)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the person's mouse and keys."""
        self._now = now_seconds
        self._menu.watch(event, now_seconds)
        is_for_fold = event.type == pygame.KEYDOWN and not self.widgets.has_focus
        used = (
            (is_for_fold and self.board.handle_fold(event, now_seconds))
            or self._handle_buttons(event)
            or self.board.handle(event, now_seconds)
            or self._handle_wheel(event)
        )
        self._refresh(now_seconds)
        return used

    def _handle_wheel(self, event: pygame.Event) -> bool:
        """Go back and on in the moves, where the exercise lets one."""
        if event.type != pygame.MOUSEWHEEL or not event.y:
            return False
        return self.exercise.perform(Command.BACK if event.y > 0 else Command.ON)

    def _handle_buttons(self, event: pygame.Event) -> bool:
        widgets = self.widgets
        if event.type != pygame.KEYDOWN:
            return widgets.handle(event)
        if self.board.state.promotion is not None:
            return False
        if widgets.has_focus and event.key in _LEAVING_BUTTONS:
            if not widgets.focus_mark()[1]:
                return False  # the way on has the focus by itself, and keeps it
            widgets.leave()
            return event.key == pygame.K_ESCAPE
        return widgets.handle(event, arrows=False)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command of the board, or press the button of an exercise's choice."""
        self._now = now_seconds
        if command in _COMMANDS:
            _COMMANDS[command](self, now_seconds)
        elif not self._panel.perform(command) and not self.exercise.perform(command):
            return False
        self._refresh(now_seconds)
        return True

    def update(self, now_seconds: float) -> None:
        """Advance to the time `now_seconds`; let the exercise go on when its pause is over."""
        self._now = now_seconds
        self.exercise.update(now_seconds)
        self._refresh(now_seconds)
        self.board.update(now_seconds)
        self._menu.update(now_seconds)
        self._panel.update(now_seconds)
        if self.board.is_moving(now_seconds):
            self._due = None
            return
        if self._sound:
            self._stage.play_sound(self._sound)
            self._sound = ""
        if self.exercise.pause is None:
            self._due = None
        elif self._due is None:
            self._due = now_seconds + self.exercise.pause
        elif now_seconds >= self._due and not self._stage.is_covered:
            self._due = None
            self.exercise.go_on()
            self._refresh(now_seconds)

    def wakes_in(self, now_seconds: float) -> float | None:
        """Seconds until something moves or is due."""
        pauses = [self.board.wakes_in(now_seconds), self.exercise.wakes_in(now_seconds)]
        pauses.append(self._menu.wakes_in(now_seconds))
        if self.exercise.pause is not None and not self._stage.is_covered:
            due = now_seconds if self._due is None else self._due
            pauses.append(max(0.0, due - now_seconds))
        return min((pause for pause in pauses if pause is not None), default=None)

    def open_text(self, text: str) -> None:
        """Play a move, or go on from a position or a game."""
        self._opener.open_text(text)

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open the game of a file."""
        self._opener.open_files(paths)

    def played(self) -> str:
        """The position that is shown."""
        return self.exercise.board.fen()

    def leave(self, go: Action) -> None:
        """Call `go` at once: what was learned is kept."""
        go()

    def close(self) -> None:
        """Release the widgets; the exercise ends."""
        self._close_widgets()
        self.exercise.close()

    @property
    def _opener(self) -> ContentOpener:
        return ContentOpener(self._stage, self.board.variant, two_players(), self._play_text)

    # What is shown

    def _refresh(self, now_seconds: float) -> None:
        """Show what has changed in the exercise."""
        exercise = self.exercise
        if exercise.revision != self._revision_shown:
            self._revision_shown = exercise.revision
            self._due = None
            is_other = self.board.show(now_seconds)
            self._sound = exercise.feedback.sound
            if is_other or self._panel.shape != self._shape:
                self.place(self._size)
            self._panel.refresh()
        self._panel.refresh_tools()

    # What a person does

    def _ask_move(self) -> None:
        board = self.board
        ask_move(self._stage, self.exercise.board, board.state, lambda: board.view.frame, board.play)

    def _play_text(self, text: str) -> bool:
        """Play a move that is written in SAN or UCI notation, if it can be played."""
        move = move_written(self.exercise.board, text)
        if move is None or not self.exercise.may_answer:
            return False
        self.board.play(move)
        return True


_COMMANDS: Mapping[Command, Callable[[ExerciseScreen, float], object]] = {
    Command.FLIP: lambda screen, now: screen.board.flip(),
    Command.FOLD_VIEW: lambda screen, now: screen.board.toggle_fold(now),
    Command.ROUTES: lambda screen, now: screen.board.turn_view(View.ROUTES),
    Command.REACH: lambda screen, now: screen.board.turn_view(View.REACH),
    Command.CLEAR_SHAPES: lambda screen, now: screen.board.pencil.clear(screen.board.state),
    Command.TYPE_MOVE: lambda screen, now: screen._ask_move(),
    Command.COPY: lambda screen, now: copy_position(screen._stage, screen.exercise.board),
    Command.PASTE: lambda screen, now: screen._opener.paste(),
    Command.EDITOR: lambda screen, now: screen._stage.show_editor(screen.exercise.board, back=screen._back),
    Command.RULES: lambda screen, now: open_rules(screen._stage, screen.board.variant),
    Command.PICTURE: lambda screen, now: open_picture(
        screen._stage, screen.exercise.board, None, screen.board.state.flipped
    ),
    Command.CONTEXT_MENU: lambda screen, now: screen._menu.open_by_key(),
}
"""What each command does in this room at a time in seconds."""

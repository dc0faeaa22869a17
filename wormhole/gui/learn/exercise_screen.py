"""The exercise room: a board and a panel, where lessons, puzzles and proofs are tried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from wormhole import Board, Move, Variant, WormholeError
from wormhole.gui.board import timeline
from wormhole.gui.board.controller import LEAVING_BUTTONS, wheel_command
from wormhole.gui.board.drawing.board_view import BoardLayer
from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.board.long_press import LongPress, square_title
from wormhole.gui.dialogs.context_menu import DIVIDER, ContextMenu, Divider, MenuEntry, entry
from wormhole.gui.dialogs.text_dialogs import SquareDialog
from wormhole.gui.game.game_questions import ask_play_from_here, open_picture
from wormhole.gui.game.typed_move_dialog import ask_move, play_text
from wormhole.gui.languages.language import _, said
from wormhole.gui.learn.exercise import Exercise, Shown
from wormhole.gui.learn.exercise_board import ExerciseBoard
from wormhole.gui.learn.exercise_panel import ExerciseLayout, ExercisePanel, Extra, exercise_layout
from wormhole.gui.look.layers import Layer, Pixel
from wormhole.gui.look.layout import taken_in_sight
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.content_opener import ContentOpener
from wormhole.gui.screens.pgn_files import copy_position
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.speech.board_words import LastMove, arrow_words, board_heard, pointed_at
from wormhole.gui.window import destination
from wormhole.gui.window.heard import Heard, heard_of
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.play.seats import two_players

VIEWS = (Command.FOLD_VIEW, Command.ROUTES)
"""What is about a piece."""
OTHERS = (
    Command.REACH,
    Command.TYPE_MOVE,
    Command.FLIP,
    Command.COPY,
    Command.PLAY_FROM_HERE,
    Command.EDITOR,
    Command.PICTURE,
    Command.RULES,
)


class ExerciseMenu(LongPress):
    """The menu of a square: opened by the menu key, or by a long press. It begins with the choices."""

    def __init__(self, stage: Stage, board: ExerciseBoard, panel: ExercisePanel) -> None:
        super().__init__(stage, board)
        self._panel = panel

    def open_by_key(self) -> None:
        """Open the menu of the chosen square, of that of the cursor, or of the whole board."""
        state, view = self._board.state, self._board.view
        square = state.pointing.cursor if state.selection.square is None else state.selection.square
        pixel = view.frame.topleft if square is None else view.rect_of(square, state.flipped).topright
        self.open(square, pixel, by_keyboard=True)

    def open(self, square: int | None, pixel: Pixel, by_keyboard: bool) -> None:
        """Open the menu of a square, or of the whole board."""
        stage, state = self._stage, self._board.state
        views = VIEWS if square in state.scene.pieces else ()
        choices = (MenuEntry(each.text, each.command, each.action, each.can) for each in self._panel.choices)
        commands = (entry(stage, command) for command in (*views, *OTHERS))
        entries: tuple[MenuEntry | Divider, ...] = (*choices, DIVIDER, *commands)
        title = "" if square is None else square_title(state, square)
        stage.open(ContextMenu(stage, title, entries, pixel, by_keyboard))


class ExerciseScreen(RoomWithoutGame):
    """The room of one exercise. `back` leaves it; `extra` is a part of the panel that the exercise has."""

    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage, exercise: Exercise, back: Action, extra: Extra | None = None) -> None:
        super().__init__(stage)
        self._back = back
        self.exercise = exercise
        self.board = ExerciseBoard(stage, exercise)
        self._panel = ExercisePanel(stage, exercise, self.board, back, extra)
        self._menu = ExerciseMenu(stage, self.board, self._panel)
        self._last_move = LastMove()
        self._heard: tuple[int | None, Heard] = (None, {})
        """What is said of the exercise, and the revision of which it was made."""
        self._now = 0.0
        self._revision_shown: int | None = None
        self._due: float | None = None
        """When the exercise continues by itself; None while the board moves."""
        self._heard_start = ""
        self._heard_moves: set[tuple[Move, ...]] = set()
        """The positions of the exercise that began there whose last move was said."""
        self._sound = ""
        """The sound to play once the board is at rest."""

    @property
    def shown(self) -> Shown:
        """What is shown of the exercise."""
        return self._panel.shown

    @property
    def title(self) -> str:
        """The game, for the window's title."""
        return self.board.variant.title

    @property
    def notice_area(self) -> pygame.Rect:
        """The rectangle for messages: in the task, above the card about a piece."""
        return self._panel.notice_area

    @property
    def heard(self) -> Heard:
        """What is asked, the feedback, the last move, marks, and what the board and the focus say."""
        if not self.has_widgets:
            return {}
        if self._heard[0] != self.exercise.revision:
            self._heard = self.exercise.revision, self._exercise_heard()
        state, board = self.board.state, self.shown.board
        return {**self._heard[1], **board_heard(state, board), **heard_of((), self.widgets)}

    def _exercise_heard(self) -> Heard:
        shown, board = self.shown, self.shown.board
        names, start, moves = board.variant.geometry.names, board.root().fen(), tuple(board.move_stack)
        marked = [names[each.to_square] for each in shown.shapes if each.from_square == each.to_square]
        if start != self._heard_start:
            self._heard_start, self._heard_moves = start, set()
        is_again = not shown.may_answer and moves in self._heard_moves  # what is shown over and over
        self._heard_moves.add(moves)
        last_move = self._last_move.heard(start, moves, board)
        return {
            ("title", start): ". ".join(text for text in (shown.kicker, shown.title) if text),
            **{("text", start, text): text for text in shown.text.split("\n\n") if text != shown.moves},
            **({} if is_again else last_move),
            ("feedback", start, moves if shown.may_answer else None): shown.feedback.text,
            "marked": _("Marked: {squares}.").format(squares=", ".join(marked)) if marked else "",
            "arrows": arrow_words(board, shown.suggestions),
        }

    @property
    def position(self) -> Board:
        """The position of the exercise."""
        return self.shown.board

    @property
    def pointed_at(self) -> int | None:
        """The square that the cursor is on, or of the chosen piece."""
        return pointed_at(self.board.state)

    # The screen

    def place(self, size: tuple[int, int]) -> None:
        """Lay out board and panel."""
        look = self._stage.look
        self._panel.shown = self.exercise.shown  # in another language, perhaps
        self._shape = self._panel.shape
        mark = self._focus_mark()
        self._renew_widgets(size)
        layout = self._layout(size)
        self.area = taken_in_sight(layout.parts, size)
        self.board.view.place(layout.board, look.backdrop.surface(size), look.board_style)
        self._panel.place(layout, self.widgets)
        if mark is not None and not self._panel.has_led:
            self.widgets.focus_again(mark)
        self._panel.refresh()
        self.layers = (
            BoardLayer(self.board.view, self.board.state),
            *self._panel.layers,
            self.widgets,
            *self._panel.layers_above,
        )

    def _layout(self, size: tuple[int, int]) -> ExerciseLayout:
        words, extra_units = self._shape
        variant = self.board.variant
        hands = places_in_hand(variant)
        return exercise_layout(size, variant.geometry, len(words), extra_units, hands)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the user's mouse and keys."""
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
        command = wheel_command(event)
        return command is not None and self.exercise.perform(command)

    def _handle_buttons(self, event: pygame.Event) -> bool:
        is_leaving = event.type == pygame.KEYDOWN and event.key in LEAVING_BUTTONS
        if is_leaving and self.widgets.has_focus and not self.widgets.focus_mark()[1]:
            return False  # the button that leads on has the focus by itself, and keeps it
        return self.board.handle_buttons(event, self.widgets)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command of the board, or press the button of an exercise's choice."""
        self._now = now_seconds
        if command in _COMMANDS:
            _COMMANDS[command](self, now_seconds)
        elif not (
            self.board.perform(command, now_seconds)
            or self._panel.perform(command)
            or self.exercise.perform(command)
        ):
            return False
        self._refresh(now_seconds)
        return True

    def update(self, now_seconds: float) -> float:
        """Advance to the time `now_seconds`; let the exercise continue when its pause is over.

        Returns when something is due next.
        """
        self._now = now_seconds
        exercise = self.exercise.update(now_seconds)
        self._refresh(now_seconds)
        self.board.update(now_seconds)
        menu = self._menu.update(now_seconds)
        self._panel.update(now_seconds)
        self._wait(now_seconds)
        return min(exercise, menu, timeline.due(self.board.state, now_seconds), self._next_due)

    def _wait(self, now_seconds: float) -> None:
        """Once the board is at rest: let the answer be heard, and the exercise continue after its pause."""
        if self.board.is_moving(now_seconds):
            self._due = None
            return
        if self._sound:
            self._stage.sounds.play(self._sound)
            self._sound = ""
        if self.shown.pause is None:
            self._due = None
        elif self._due is None:
            self._due = now_seconds + self.shown.pause
        elif now_seconds >= self._due and not self._stage.is_covered:
            self._due = None
            self.exercise.go_on()
            self._refresh(now_seconds)

    @property
    def _next_due(self) -> float:
        """When the exercise continues by itself."""
        if self.shown.pause is None or self._stage.is_covered:
            return NEVER
        return EVERY_FRAME if self._due is None else self._due

    @property
    def variant(self) -> Variant:
        """The game of the exercise."""
        return self.board.variant

    @property
    def opener(self) -> ContentOpener:
        """Plays a move, or continues from a position or a game."""
        return ContentOpener(self._stage, self.variant, two_players(), self._play_text)

    def played(self) -> str:
        """The position that is shown."""
        return self.shown.board.fen()

    def close(self) -> None:
        """Release the widgets; the exercise ends."""
        super().close()
        self.exercise.close()

    # What is shown

    def _refresh(self, now_seconds: float) -> None:
        """Show what has changed in the exercise."""
        if self.exercise.revision != self._revision_shown:
            self._revision_shown = self.exercise.revision
            self._due = None
            self._panel.shown = shown = self.exercise.shown
            is_other = self.board.show(shown, now_seconds)
            self._sound = shown.feedback.sound
            if is_other or self._panel.shape != self._shape:
                self.place(self._size)
            self._panel.refresh()
        self._panel.refresh_tools()

    def _play_from_here(self, now_seconds: float) -> None:
        """Ask who plays a new game from the position; from where the exercise began if it is decided now."""
        board = self.shown.board
        if self.shown.may_play_on:
            start = board if board.outcome() is None else board.root()
            ask_play_from_here(self._stage, start, two_players())
        else:
            self._stage.notices.flash(_("Solve the puzzle first"))

    def _type(self) -> None:
        """Ask for moves or, if the exercise asks for a square, for one."""
        if self.shown.asks_square:
            self._stage.open(SquareDialog(self._stage, self._click))
        else:
            ask_move(self._stage, self.board, lambda move: self.board.play_typed(move, self._now))

    def _click(self, name: str) -> None:
        """Answer with the square of that name."""
        try:
            square = self.variant.geometry.parse(name.strip().lower())
        except WormholeError as error:
            self._stage.notices.flash(said(error))
            return
        self.exercise.click(square)
        self._refresh(self._now)

    def _play_text(self, text: str) -> bool:
        return play_text(self.board, text, self._now)


_COMMANDS: Mapping[Command, Callable[[ExerciseScreen, float], object]] = {
    Command.TYPE_MOVE: lambda screen, now: screen._type(),
    Command.COPY: lambda screen, now: copy_position(screen._stage, screen.shown.board),
    Command.PASTE: lambda screen, now: screen.opener.paste(),
    Command.PLAY_FROM_HERE: ExerciseScreen._play_from_here,
    Command.EDITOR: lambda screen, now: screen._stage.rooms.open(
        destination.Editor(screen.shown.board, back=screen._back)
    ),
    Command.PICTURE: lambda screen, now: open_picture(
        screen._stage, screen.shown.board, None, screen.board.state.flipped, screen.exercise.page
    ),
    Command.CONTEXT_MENU: lambda screen, now: screen._menu.open_by_key(),
}
"""What each command does in this room at a time in seconds."""

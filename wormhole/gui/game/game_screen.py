"""The screen of a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING

import pygame

from wormhole import BLACK, WHITE, Board, Move, side_name
from wormhole.gui.board.annotations import View
from wormhole.gui.board.board_layout import BoardArea
from wormhole.gui.board.controller import BoardController, wheel_command
from wormhole.gui.board.input import is_press
from wormhole.gui.game.card_words import players_words
from wormhole.gui.game.clock_face import time_words
from wormhole.gui.game.game_menus import GameMenus
from wormhole.gui.game.game_picture import GamePicture
from wormhole.gui.game.game_questions import (
    ask_game,
    ask_new_game,
    ask_play_from_here,
    ask_resign,
    ask_study,
    open_menu,
    open_picture,
    pause,
)
from wormhole.gui.game.game_tabs import close_game, show_beside
from wormhole.gui.game.move_actions import MoveActions
from wormhole.gui.game.replay import Replay
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.game.tools import OF_TOURNAMENT, why_not
from wormhole.gui.game.typed_move_dialog import ask_move, play_text
from wormhole.gui.languages.language import _
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.screens.chapters import open_chapter
from wormhole.gui.screens.content_opener import ContentOpener
from wormhole.gui.screens.pgn_files import copy_game, copy_position
from wormhole.gui.speech.board_words import LastMove, arrow_words, board_heard, pointed_at
from wormhole.gui.window import destination
from wormhole.gui.window.events import ANALYSED, ANSWER
from wormhole.gui.window.heard import Heard, heard_of
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library.settings import TURNS

if TYPE_CHECKING:
    from wormhole.library.mail.mail_turn import Sealed

TWICE_SECONDS = 1.0


class GameBoard(BoardController):
    """The board of a game: a move is played in the match, and what is drawn is kept in its record."""

    def __init__(self, stage: Stage, game: RunningGame, view: BoardArea) -> None:
        super().__init__(stage)
        self._game = game
        self.control(view, game.state, game.shown.keep_shapes)

    @property
    def position(self) -> Board:
        """The current position."""
        return self._game.match.cursor.board

    def play(self, move: Move, now_seconds: float) -> None:
        """Play it, or plan it while the computer thinks."""
        self._game.play(move, now_seconds)

    def handle_whole(self, event: pygame.Event, now_seconds: float) -> bool:
        """As on any board; no moves are played in the past of a game with clocks."""
        used = super().handle_whole(event, now_seconds)
        is_past = self._game.match.is_fixed_past
        if is_past and self.state.pointing.at in self.state.scene.pieces and is_press(event):
            match = self._game.match
            if match.is_rated:
                self._stage.notices.flash(_("The game is rated: you can move only in the current position"))
            elif match.is_timed:
                self._stage.notices.flash(
                    _("The clocks are running: you can move only in the current position")
                )
            else:
                self._stage.notices.flash(_(OF_TOURNAMENT))
        return used

    def flip(self) -> None:
        """Show the board from the other side; the library keeps from which one."""
        self._game.flip()

    def toggle_fold(self, now_seconds: float) -> None:
        """Open or close the fold view, which need not show itself any more."""
        super().toggle_fold(now_seconds)
        self._stage.preferences.change(fold_view_shown=True)

    def turn_view(self, view: View) -> None:
        """Turn a view on or off, in the panel, too."""
        super().turn_view(view)
        self._game.shown.change()


class TextActions:
    """The commands on a running game that copy, paste, open or save."""

    def __init__(self, stage: Stage, game: RunningGame, board: GameBoard) -> None:
        self._stage = stage
        self._game = game
        self._board = board
        self._copied_at = -inf

    @property
    def opener(self) -> ContentOpener:
        """Handles text and files from outside."""
        match = self._game.match
        like = match.setup.elsewhere
        return ContentOpener(self._stage, match.cursor.board.variant, like, self._play_text, self._receive)

    def perform(self, command: Command) -> bool:
        """Do a command; returns whether it is one of these."""
        if command not in _TEXT_COMMANDS:
            return False
        _TEXT_COMMANDS[command](self)
        return True

    def _copy(self) -> None:
        """Copy the position; the second time in quick succession, the game."""
        now = self._game.now_seconds
        is_second, self._copied_at = now - self._copied_at <= TWICE_SECONDS, now
        if is_second:
            copy_game(self._stage, self._game.match.game)
        else:
            copy_position(self._stage, self._game.match.cursor.board)

    def _ask_move(self) -> None:
        ask_move(
            self._stage,
            self._board,
            lambda move: self._board.play_typed(move, self._game.now_seconds),
        )

    def _receive(self, text: Sealed) -> bool:
        """Take a text by mail if it is for this game."""
        mail = self._game.mail
        if mail is None or mail.state.id != text.turn.id:
            return False
        self._game.receive(text)
        return True

    def _play_text(self, text: str) -> bool:
        return play_text(self._board, text, self._game.now_seconds)


_TEXT_COMMANDS: Mapping[Command, Callable[[TextActions], None]] = {
    Command.COPY: TextActions._copy,
    Command.COPY_GAME: lambda actions: copy_game(actions._stage, actions._game.match.game),
    Command.PASTE: lambda actions: actions.opener.paste(),
    Command.TYPE_MOVE: TextActions._ask_move,
}
"""What each command does."""


class GameScreen:
    """An open game on screen."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self.game = game
        self.match, self.state = self.game.match, self.game.state
        self.variant = self.match.cursor.board.variant
        self.title = self.variant.title
        self.actions = MoveActions(stage, self.game)
        self.picture = GamePicture(stage, self.game, self.actions)
        self.board = GameBoard(stage, self.game, self.picture.view)
        self._menus = GameMenus(stage, self.game, self.picture, self.actions, self.board)
        self._texts = TextActions(stage, self.game, self.board)
        self.replay = Replay(stage, self.game)
        self._revision_shown = self.game.shown.revision
        self._last_move = LastMove()

    @property
    def layers(self) -> Sequence[Layer]:
        """Board and panel."""
        return self.picture.layers

    @property
    def widgets(self) -> Widgets:
        """The buttons."""
        return self.picture.widgets

    @property
    def heard(self) -> Heard:
        """Who plays, the last move, the result, hints, and what the board shows."""
        match, board = self.match, self.match.cursor.board
        heard: dict[Hashable, str] = {"game": f"{_(self.title)}. {players_words(match)}"}
        if self.game.is_shown and not self.game.shown.are_dice_rolling:
            heard |= self._last_move.heard(match.game, match.cursor.node, board)
        for color in self.game.clocks.warned:
            heard["low", color] = _("{side} has little time left.").format(side=_(side_name(color)))
        if self.game.analysis.is_hinting:
            heard["hint"] = arrow_words(board, self.state.annotations.suggestions)
        return {**heard, **board_heard(self.state, board), **heard_of(self.layers, self.widgets)}

    @property
    def position(self) -> Board:
        """The current position."""
        return self.match.cursor.board

    @property
    def pointed_at(self) -> int | None:
        """The square that the cursor is on, or of the chosen piece."""
        return pointed_at(self.state)

    @property
    def time_words(self) -> str:
        """What both clocks show."""
        readings = {color: self.game.clocks.reading(color, self.game.now_seconds) for color in (WHITE, BLACK)}
        return " ".join(
            _("{side}: {time}.").format(side=_(side_name(color)), time=time_words(reading.seconds))
            for color, reading in readings.items()
            if reading is not None
        )

    @property
    def area(self) -> pygame.Rect | None:
        """The rectangle that board and panel take of the window's canvas; None if they fill that."""
        return self.picture.area

    @property
    def notice_area(self) -> pygame.Rect:
        """The rectangle for messages."""
        return self.picture.notice_area

    @property
    def is_up_to_date(self) -> bool:
        """Whether board and panel show the whole game; not while something new is being kept."""
        return self.game.is_shown and self._revision_shown == self.game.shown.revision

    def place(self, size: tuple[int, int]) -> None:
        """Lay out board and panel."""
        self.picture.place(size)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the computer's answer, and the user's mouse and keys."""
        if event.type == ANSWER:
            self.game.reply.come(event.answer, now_seconds)
            return True
        if event.type == ANALYSED:
            self.game.analysis.take_news()
            return True
        if self.replay.handle(event):
            return True
        self._menus.watch(event, now_seconds)
        is_for_fold = event.type == pygame.KEYDOWN and not self.widgets.has_focus
        return (
            (is_for_fold and self.board.handle_fold(event, now_seconds))
            or self._handle_buttons(event)
            or self._menus.handle(event)
            or self.picture.handle(event)
            or self._handle_wheel(event)
            or self.board.handle(event, now_seconds)
        )

    def _handle_wheel(self, event: pygame.Event) -> bool:
        """Go back and on in the game, unless the wheel is over the list."""
        command = wheel_command(event)
        return command is not None and self.actions.perform(command)

    def _handle_buttons(self, event: pygame.Event) -> bool:
        is_key = event.type == pygame.KEYDOWN and self.state.selection.promotion is None
        if is_key and self.widgets.has_focus and self.picture.handle(event):
            return True
        return self.board.handle_buttons(event, self.widgets)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command that belongs to a game; returns whether it is one."""
        reason = why_not(self.game, command)
        if reason:
            self._stage.notices.flash(reason)
            return True
        origin = self.game.origin
        if origin is not None and command is origin.command:
            origin.go()
            return True
        if command in _COMMANDS:
            _COMMANDS[command](self, now_seconds)
            return True
        return (
            self.board.perform(command, now_seconds)
            or self.actions.perform(command)
            or self._texts.perform(command)
        )

    def _show_coach(self) -> None:
        """Show the moments that decided the game; it is analysed first if it is not wholly analysed yet."""
        review = self.game.review
        report = None if review.is_running else review.report
        if report is None or not report.is_complete:
            self.actions.review_for_coach()
        else:
            self._stage.rooms.open(destination.Coach(report, self.match.setup.users, self.game.show))

    def _let_board_turn(self) -> None:
        """Let the board turn to the side to move, or stay, in a game of two players."""
        if not self.match.setup.is_two_player:
            self._stage.notices.flash(_("The board turns only in games between two players"))
            return
        turns = self._stage.settings.two_players != TURNS
        self._stage.preferences.change(two_players=TURNS if turns else "stays")
        self._stage.notices.flash(_("The board turns to the side to move") if turns else _("The board stays"))

    def _go_to_chapter(self, step: int) -> None:
        """Open the next chapter of the study whose chapter this is, or the one before."""
        chapter = self.game.chapter
        if chapter is None:
            self._stage.notices.flash(_("This game is no chapter of a study"))
        elif chapter.index + step < 0:
            self._stage.notices.flash(_("This is the first chapter"))
        else:
            open_chapter(self._stage, chapter.path, chapter.index + step)

    def _scroll(self, direction: int) -> None:
        """Scroll the move list by a page."""
        moves = self.picture.moves.list
        moves.scroll(direction * max(1, moves.lines_seen - 1))

    def update(self, now_seconds: float) -> float:
        """Advance to the time `now_seconds`, and refresh the panel; returns when something is due next."""
        due = min(self.game.update(now_seconds), self._menus.update(now_seconds))
        due = min(due, self.replay.update(now_seconds))
        self.picture.follow()
        if self._revision_shown != self.game.shown.revision and self.game.is_shown:
            self._revision_shown = self.game.shown.revision
            self.picture.refresh()
        return min(due, self.picture.update(now_seconds))

    def close(self) -> None:
        """Hide the game, which rests meanwhile."""
        self.game.rest()
        self.picture.close()

    @property
    def opener(self) -> ContentOpener:
        """Continues from a position or a game, or plays a move."""
        return self._texts.opener

    def played(self) -> str:
        """The current position, and the game."""
        return f"{self.match.cursor.board.fen()}\n\n{self.match.game}"

    def leave(self, go: Action) -> None:
        """Call `go` at once: the game stays open."""
        go()


_COMMANDS: Mapping[Command, Callable[[GameScreen, float], object]] = {
    Command.UNDO: lambda screen, now: screen.actions.undo(now),
    Command.REDO: lambda screen, now: screen.actions.redo(now),
    Command.TURN_BOARD: lambda screen, now: screen._let_board_turn(),
    Command.ANALYSE: lambda screen, now: screen.game.analysis.toggle(),
    Command.REVIEW: lambda screen, now: screen.actions.show_review(),
    Command.THREATS: lambda screen, now: screen.game.analysis.toggle_threat(),
    Command.SHOW_WHY: lambda screen, now: screen._stage.rooms.open(
        destination.Proof(screen.match.cursor.board, screen.state.flipped, screen.game.show)
    ),
    Command.COACH: lambda screen, now: screen._show_coach(),
    Command.OPENINGS: lambda screen, now: screen.game.openings.toggle(),
    Command.HINT: lambda screen, now: screen.game.analysis.ask_hint(now),
    Command.RESIGN: lambda screen, now: ask_resign(
        screen._stage, screen.match, screen.game.resign, screen.game.offer_draw
    ),
    Command.DRAW: lambda screen, now: screen.game.offer_draw(),
    Command.PAUSE: lambda screen, now: pause(screen._stage, screen.match),
    Command.NEW_GAME: lambda screen, now: ask_new_game(screen._stage, screen.variant, screen.match.setup),
    Command.PLAY_FROM_HERE: lambda screen, now: ask_play_from_here(
        screen._stage, screen.match.cursor.board, screen.match.setup.elsewhere
    ),
    Command.REMATCH: lambda screen, now: screen._stage.rooms.open(
        destination.Game(screen.match.setup.rematch)
    ),
    Command.GAME: lambda screen, now: ask_game(screen._stage, screen.variant, screen.match.setup),
    Command.NEXT_GAME: lambda screen, now: show_beside(screen._stage, 1),
    Command.PREVIOUS_GAME: lambda screen, now: show_beside(screen._stage, -1),
    Command.CLOSE_GAME: lambda screen, now: close_game(screen._stage, screen.game),
    Command.MENU: lambda screen, now: open_menu(screen._stage, screen.variant, screen.game.origin),
    Command.SAVE: lambda screen, now: screen.game.save(),
    Command.OPEN: lambda screen, now: screen.opener.ask(),
    Command.LIBRARY: lambda screen, now: screen._stage.rooms.open(
        destination.Library(screen.match.cursor.board)
    ),
    Command.PICTURE: lambda screen, now: open_picture(
        screen._stage, screen.match.cursor.board, screen.match.cursor.node, screen.state.flipped
    ),
    Command.ADD_TO_STUDY: lambda screen, now: ask_study(
        screen._stage, screen.match.cursor.node, screen.state.flipped
    ),
    Command.NEXT_CHAPTER: lambda screen, now: screen._go_to_chapter(1),
    Command.PREVIOUS_CHAPTER: lambda screen, now: screen._go_to_chapter(-1),
    Command.EDITOR: lambda screen, now: screen._stage.rooms.open(
        destination.Editor(screen.match.cursor.board, screen.match.setup.elsewhere, screen.game.show)
    ),
    Command.REPLAY: lambda screen, now: screen.replay.ask(screen.picture.moves.list.rect.topleft),
    Command.SCROLL_BACK: lambda screen, now: screen._scroll(-1),
    Command.SCROLL_ON: lambda screen, now: screen._scroll(1),
    Command.CONTEXT_MENU: lambda screen, now: screen._menus.open_by_key(),
}
"""What each command does on this screen at a time in seconds."""

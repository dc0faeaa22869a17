"""The user's control of a board, on any screen: moves by mouse and keys, the fold view, views, drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board import positions
from wormhole.gui.board.annotations import RefusedMove, View
from wormhole.gui.board.board_layout import BoardArea
from wormhole.gui.board.drawings import Keep, Pencil
from wormhole.gui.board.fold_view_input import FoldedInput
from wormhole.gui.board.input import ARROWS, BoardInput
from wormhole.gui.board.refusal_words import told
from wormhole.gui.board.selection import passing
from wormhole.gui.board.shown_routes import show_view
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.rules.endings import Passing

if TYPE_CHECKING:
    from wormhole import Board, Move

LEAVING_BUTTONS = (pygame.K_ESCAPE, *ARROWS)
"""The keys that lead from the buttons to the board."""


class BoardController:
    """The base of boards on which a user moves. A screen's subclass defines the effect of a move, and what is
    allowed.

    ``state`` is what the board shows, ``view`` its place in the window.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def control(self, view: BoardArea, state: BoardState, keep: Keep = lambda shapes: None) -> None:
        """Control this board from now on; `keep` gets what is drawn on it. Called before all else."""
        self.view, self.state, self.pencil = view, state, Pencil(keep)
        self._input = BoardInput(view, self._stage.motion, self.pencil)
        self._fold_input = FoldedInput(view, self._stage.motion)

    # What a screen decides

    @property
    def position(self) -> Board:
        """The position in which the user moves."""
        raise NotImplementedError

    def play(self, move: Move, now_seconds: float) -> None:
        """Play a move that the user has chosen among those that the state allows."""
        raise NotImplementedError

    def explain(self, refused: RefusedMove) -> bool:
        """Explain why a move is refused; returns whether that is done here, rather than by a message."""
        return False

    # Events

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the mouse and keys on the board or in the fold view; returns whether the event was used."""
        if self.handle_fold(event, now_seconds):
            return True
        return not self.state.fold.is_open and self.handle_whole(event, now_seconds)

    def handle_fold(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give an event to the fold view, if it is open; returns whether it was used."""
        before = self._told
        self._follow_settings()
        is_used, move = self._fold_input.handle(event, self.state, now_seconds)
        self._take(move, before, now_seconds)
        return is_used

    def handle_whole(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give an event to the whole board; returns whether it was used."""
        state = self.state
        revision, is_asking, before = state.revision, state.selection.promotion is not None, self._told
        self._follow_settings()
        move = self._input.handle(event, state, now_seconds)
        self._take(move, before, now_seconds)
        return move is not None or is_asking or state.revision != revision

    def handle_buttons(self, event: pygame.Event, widgets: Widgets) -> bool:
        """Give an event to the buttons beside the board; some keys lead from them to the board."""
        if event.type != pygame.KEYDOWN:
            return widgets.handle(event)
        if self.state.selection.promotion is not None:
            return False
        if widgets.has_focus and event.key in LEAVING_BUTTONS:
            widgets.leave()
            return event.key == pygame.K_ESCAPE
        return widgets.handle(event, arrows=False)

    def _follow_settings(self) -> None:
        for each in (self._input, self._fold_input):
            each.motion = self._stage.motion
            each.asks_promotion = self._stage.settings.asks_promotion

    # Moves

    def play_typed(self, move: Move, now_seconds: float) -> bool:
        """Play a move that was typed or pasted, if the user may; returns whether they may."""
        if move not in self.state.movable.playable:
            return False
        self.play(move, now_seconds)
        return True

    def _take(self, move: Move | None, before: str, now_seconds: float) -> None:
        """Play the user's move; else say why one is refused, unless that was shown ``before``."""
        if move is not None:
            self.play(move, now_seconds)
        else:
            self._tell(before)

    @property
    def _told(self) -> str:
        return told(self.state, self.position.turn)

    def _tell(self, before: str = "") -> None:
        """Show the present message, unless it was shown ``before``."""
        words, refused = self._told, self.state.selection.refused
        if words not in ("", before) and (refused is None or not self.explain(refused)):
            self._stage.notices.flash(words)

    # Commands

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command that is about what the board shows; returns whether it is one."""
        if command is Command.FLIP:
            self.flip()
        elif command is Command.FOLD_VIEW:
            self.toggle_fold(now_seconds)
        elif command in _VIEWS:
            self.turn_view(_VIEWS[command])
        elif command is Command.PASS:
            self._pass(now_seconds)
        elif command is Command.CLEAR_SHAPES:
            self.pencil.clear(self.state)
        else:
            return False
        return True

    def _pass(self, now_seconds: float) -> None:
        """Pass, if it is the user's turn and the rules allow it."""
        move = passing(self.state)
        if move is not None:
            self.play(move, now_seconds)
        elif self.state.variant.endings.passing is not Passing.NEVER:
            self._stage.notices.flash(_("You cannot pass now"))

    def flip(self) -> None:
        """Show the board from the other side."""
        positions.flip(self.state)

    def turn_view(self, view: View) -> None:
        """Turn a view of the board on or off."""
        show_view(self.state, view, view not in self.state.views)
        if view is View.ROUTES:
            self._tell()

    def toggle_fold(self, now_seconds: float) -> None:
        """Open or close the fold view."""
        self._follow_settings()
        self._fold_input.toggle(self.state, now_seconds)
        if self.state.fold.awaits_piece:
            self._stage.notices.flash(_("Select a piece: the board is shown as it sees it"))
        else:
            self._tell()


_VIEWS = {Command.ROUTES: View.ROUTES, Command.REACH: View.REACH}


def wheel_command(event: pygame.Event) -> Command | None:
    """The command of a turn of the wheel, back or on in the moves; None if the event is none."""
    if event.type != pygame.MOUSEWHEEL or not event.y:
        return None
    return Command.BACK if event.y > 0 else Command.ON

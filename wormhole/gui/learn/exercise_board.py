"""The board of the exercise room: shows where an exercise stands, and takes a person's moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole import Board
from wormhole.gui.board.annotations import View
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.fold_view_input import FoldedInput
from wormhole.gui.board.input import BoardInput, Pencil, is_press
from wormhole.gui.board.state import BoardState
from wormhole.gui.game.refusal_words import told
from wormhole.gui.languages.language import _
from wormhole.gui.learn.exercise import Exercise
from wormhole.gui.window.screen import EVERY_FRAME, Stage

if TYPE_CHECKING:
    from wormhole import Move
    from wormhole.library.comment_commands import Shape


class ExerciseBoard:
    """The state of the board, its view, and what mouse and keys do with it.

    A person's moves go to the exercise. Where that goes on to another game, `show` makes another board, which
    must be placed.
    """

    def __init__(self, stage: Stage, exercise: Exercise) -> None:
        self._stage = stage
        self._exercise = exercise
        self._set_up(exercise.board)

    def _set_up(self, board: Board) -> None:
        """Make the board for another game."""
        self.variant = board.variant
        self.state = BoardState.of(board, self._exercise.flipped)
        self.view = BoardView(self._stage.look.sprites, self.variant.geometry)
        self.pencil = Pencil()
        self._input = BoardInput(self.view, self._stage.motion, self.pencil)
        self._fold_input = FoldedInput(self.view, self._stage.motion)
        self._start = board.root().fen()
        self._flipped = self._exercise.flipped
        self._shapes: Sequence[Shape] = ()
        """What the exercise last drew; what a person draws is left alone."""
        self._seen_from: int | None = None

    # What is shown

    def show(self, now_seconds: float) -> bool:
        """Show the exercise as it is now; returns whether the board is another one."""
        exercise, board = self._exercise, self._exercise.board
        is_other = board.variant != self.variant
        if is_other:
            self._set_up(board)
        else:
            self._go_to(board, now_seconds)
        self.state.allow(board if exercise.may_answer else None)
        self.state.takes_clicks = exercise.asks_square
        self.state.suggest(exercise.suggestions)
        self.state.explain(exercise.attacks)
        if exercise.shapes or self._shapes:
            self._shapes = exercise.shapes
            self.state.annotate(exercise.shapes)
        self._fold(now_seconds)
        return is_other

    def _go_to(self, board: Board, now_seconds: float) -> None:
        """Go to a position: a move on, moves back, or the beginning of something else."""
        state, motion = self.state, self._stage.motion
        moves, shown, start = tuple(map(str, board.move_stack)), state.shown.moves, board.root().fen()
        if start != self._start:
            self._start = start
            state.show(board)
            if self._exercise.flipped != self._flipped:
                self._flipped = self._exercise.flipped
            if state.flipped != self._flipped:
                state.flip()
        elif moves != shown and moves[:-1] == shown:
            state.play(board, now_seconds, motion)
            if board.peek().promotion is not None:
                self._stage.play_sound("promote")
        elif moves != shown:
            state.browse(board, now_seconds, motion)

    def _fold(self, now_seconds: float) -> None:
        """Open or close the fold view, where the exercise has changed its mind about it."""
        wanted, motion = self._exercise.seen_from, self._stage.motion
        if wanted == self._seen_from:
            return
        self._seen_from = wanted
        if wanted is not None and wanted in self.state.pieces:
            self.state.look_from(wanted, now_seconds, motion)
        elif wanted is None and self.state.fold.is_open:
            self.state.look_back(now_seconds, motion)

    # Events

    def handle_fold(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give an event to the fold view, if it is open; returns whether it was used."""
        before = self._told
        self._fold_input.motion = self._stage.motion
        self._fold_input.asks_promotion = self._stage.settings.asks_promotion
        is_used, move = self._fold_input.handle(event, self.state, now_seconds)
        self._take(move, before)
        return is_used

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle mouse and keys; returns whether the event was used."""
        state = self.state
        if self.handle_fold(event, now_seconds):
            return True
        if state.fold.is_open:
            return False
        if self._exercise.asks_square and is_press(event):
            return self._click(event)
        revision, asking, before = state.revision, state.promotion is not None, self._told
        self._input.motion = self._stage.motion
        self._input.asks_promotion = self._stage.settings.asks_promotion
        move = self._input.handle(event, state, now_seconds)
        self._take(move, before)
        return move is not None or asking or self.state.revision != revision

    def _click(self, event: pygame.Event) -> bool:
        """Hand on the square that is clicked, or that Enter chooses at the cursor."""
        state, square = self.state, self.state.cursor
        if event.type == pygame.MOUSEBUTTONDOWN:
            square = self.view.square_at(event.pos, state.flipped)
        elif square is None:
            state.move_cursor(next(iter(state.pieces), 0) if state.last_cursor is None else state.last_cursor)
            return True
        if square is None:
            return False
        state.settle()
        self._exercise.click(square)
        return True

    def _take(self, move: Move | None, before: str) -> None:
        """Play the person's move; else say why one is refused, unless that was told ``before``."""
        if move is not None:
            self.play(move)
        else:
            self._tell(before)

    @property
    def _told(self) -> str:
        return told(self.state, self._exercise.board.turn)

    def _tell(self, before: str) -> None:
        """Say what is to be told now, unless it was told ``before`` or the exercise says it."""
        refused = self.state.refused
        if self._told in ("", before):
            return
        if refused is None or not self._exercise.refuse(refused):
            self._stage.mention(self._told)

    def play(self, move: Move) -> None:
        """Give a move to the exercise, if it waits for one."""
        if self._exercise.may_answer:
            self._exercise.answer(move)

    def flip(self) -> None:
        """Show the board from the other side."""
        self.state.flip()
        self._flipped = self.state.flipped

    def turn_view(self, view: View) -> None:
        """Turn a view of the board on or off."""
        self.state.show_view(view, view not in self.state.views)
        if view is View.ROUTES:
            self._tell("")

    def toggle_fold(self, now_seconds: float) -> None:
        """Open or close the fold view."""
        self._fold_input.motion = self._stage.motion
        self._fold_input.toggle(self.state, now_seconds)
        if self.state.fold.awaits_piece:
            self._stage.mention(_("Choose a piece to see the board as it does"))
        self._tell("")

    # Time

    def update(self, now_seconds: float) -> None:
        """Advance to the time `now_seconds`, with the sounds that are due."""
        self.state.study(self._stage.settings.piece_cards)
        self.state.advance(now_seconds)
        for name in self.state.sounds(now_seconds):
            self._stage.play_sound(name)

    def is_moving(self, now_seconds: float) -> bool:
        """Whether something moves or is held."""
        return self.state.is_moving(now_seconds) or self.state.drag is not None

    def wakes_in(self, now_seconds: float) -> float | None:
        """Seconds until the next frame or sound."""
        if self.state.is_changing(now_seconds):
            return EVERY_FRAME
        sound, rest = self.state.next_sound(), self.state.dwell_ends_in(now_seconds)
        pauses = (rest, None if sound is None else max(0.0, sound - now_seconds))
        return min((pause for pause in pauses if pause is not None), default=None)

"""The board of the exercise room: shows the position of an exercise, and gives it the user's moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole import Board
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.annotations import RefusedMove
from wormhole.gui.board.controller import BoardController
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.fold_turns import look_back, look_from
from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.board.input import is_press
from wormhole.gui.board.pointing import move_cursor, study
from wormhole.gui.board.selection import allow
from wormhole.gui.learn.exercise import Exercise, Shown
from wormhole.gui.window.stage import Stage

if TYPE_CHECKING:
    from wormhole import Move
    from wormhole.library.comment_commands import Shape


class ExerciseBoard(BoardController):
    """The board of an exercise. Moves go to the exercise, as do clicks on squares that it asks for.

    Where the exercise continues with another game, `show` makes another board, which must be placed.
    """

    view: BoardView

    def __init__(self, stage: Stage, exercise: Exercise) -> None:
        super().__init__(stage)
        self._exercise = exercise
        self._set_up(exercise.shown)

    def _set_up(self, shown: Shown) -> None:
        """Make the board for another game."""
        self._shown, board = shown, shown.board
        self.variant = board.variant
        hands = places_in_hand(self.variant)
        view = BoardView(self._stage.look.sprites, self.variant.geometry, hands)
        self.control(view, positions.state_of(board, shown.flipped))
        self._start = board.root().fen()
        self._flipped = shown.flipped
        self._shapes: Sequence[Shape] = ()
        """What the exercise last drew; what the user draws is left alone."""
        self._seen_from: int | None = None

    # What is shown

    def show(self, shown: Shown, now_seconds: float) -> bool:
        """Show this of the exercise; returns whether the board is another one."""
        self._shown, board = shown, shown.board
        is_other = board.variant != self.variant
        if is_other:
            self._set_up(shown)
        else:
            self._go_to(board, now_seconds)
        allow(self.state, board if shown.may_answer else None)
        self.state.takes_clicks = shown.asks_square
        annotate(
            self.state,
            suggestions=tuple(shown.suggestions),
            attacks=tuple(shown.attacks),
            chances=tuple(shown.chances),
        )
        if shown.shapes or self._shapes:
            self._shapes = shown.shapes
            annotate(self.state, shapes=tuple(shown.shapes))
        self._fold(now_seconds)
        return is_other

    def _go_to(self, board: Board, now_seconds: float) -> None:
        """Go to a position: a move on, moves back, or the beginning of something else."""
        state, motion = self.state, self._stage.motion
        moves, shown, start = tuple(map(str, board.move_stack)), state.scene.moves, board.root().fen()
        if start != self._start:
            self._start = start
            positions.show(state, board)
            if self._shown.flipped != self._flipped:
                self._flipped = self._shown.flipped
            if state.flipped != self._flipped:
                positions.flip(state)
        elif moves != shown and moves[:-1] == shown:
            positions.play(state, board, now_seconds, motion)
            if board.peek().promotion is not None:
                self._stage.sounds.play("promote")
        elif moves != shown:
            positions.browse(state, board, now_seconds, motion)

    def _fold(self, now_seconds: float) -> None:
        """Open or close the fold view, where the exercise has changed that."""
        wanted, motion = self._shown.seen_from, self._stage.motion
        if wanted == self._seen_from:
            return
        self._seen_from = wanted
        if wanted is not None and wanted in self.state.scene.pieces:
            look_from(self.state, wanted, now_seconds, motion)
        elif wanted is None and self.state.fold.is_open:
            look_back(self.state, now_seconds, motion)

    # What a user does

    @property
    def position(self) -> Board:
        """The position of the exercise."""
        return self._shown.board

    def play(self, move: Move, now_seconds: float) -> None:
        """Give a move to the exercise, if it waits for one."""
        if self._exercise.shown.may_answer:  # which may have changed since it was shown
            self._exercise.answer(move)

    def explain(self, refused: RefusedMove) -> bool:
        """Let the exercise explain it, if it does."""
        return self._exercise.refuse(refused)

    def handle_whole(self, event: pygame.Event, now_seconds: float) -> bool:
        """As on any board, unless the exercise asks for a square."""
        if self._shown.asks_square and is_press(event):
            return self._click(event)
        return super().handle_whole(event, now_seconds)

    def _click(self, event: pygame.Event) -> bool:
        """Hand on the square that is clicked, or that Enter chooses at the cursor."""
        state, square = self.state, self.state.pointing.cursor
        if event.type == pygame.MOUSEBUTTONDOWN:
            square = self.view.square_at(event.pos, state.flipped)
        elif square is None:
            last = state.pointing.last_cursor
            move_cursor(state, next(iter(state.scene.pieces), 0) if last is None else last)
            return True
        if square is None:
            return False
        timeline.settle(state)
        self._exercise.click(square)
        return True

    def flip(self) -> None:
        """Show the board from the other side, until the exercise turns it."""
        super().flip()
        self._flipped = self.state.flipped

    # Time

    def update(self, now_seconds: float) -> float:
        """Advance to the time `now_seconds`, with the sounds that are due; returns when it is due next."""
        study(self.state, self._stage.settings.piece_cards)
        return timeline.update(self.state, now_seconds, self._stage.sounds.play)

    def is_moving(self, now_seconds: float) -> bool:
        """Whether something moves or is held."""
        return timeline.is_moving(self.state, now_seconds) or self.state.selection.drag is not None

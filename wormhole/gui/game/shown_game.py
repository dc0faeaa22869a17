"""What is shown of a match: the phase of the game, the board's state, and when the panel changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from wormhole.gui.board import positions, timeline
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.pointing import study
from wormhole.gui.board.selection import allow, allow_premoves, choose_again, plan
from wormhole.gui.board.state import Insight, Selection
from wormhole.gui.look.schedule import EVERY_FRAME
from wormhole.gui.window.stage import Stage
from wormhole.library.comment_commands import Shape
from wormhole.play.match import Match
from wormhole.rules.premoves import after_premoves, premoves

if TYPE_CHECKING:
    from wormhole import Move


class GamePhase(Enum):
    """The phases of a running game."""

    BEGINNING = auto()
    """No side was asked to move yet."""
    SAVING = auto()
    """A move was played. It is shown once it is in the library."""
    MOVING = auto()
    """Something moves on the board."""
    ROLLING = auto()
    """A played move is shown; its roll of the dice is still a secret."""
    WAITING = auto()
    """The board is at rest, and a player is to move; or else the game has ended, which is shown next."""
    OVER = auto()
    """The result is shown."""


class ShownGame:
    """The phase and the board of a running game. ``revision`` grows with each change that the panel shows."""

    def __init__(self, stage: Stage, match: Match, flipped: bool) -> None:
        self._stage = stage
        self._match = match
        self.state = positions.state_of(match.cursor.board, flipped=flipped)
        self.phase = GamePhase.BEGINNING
        self.revision = 0
        self.wiped: tuple[Shape, ...] = ()
        """What was drawn on the shown position before the user removed it."""
        self._is_end_heard = False
        """Whether the end, if there is one, is news."""
        self._looked_ahead: tuple[Move, ...] = ()
        """The premoves after which the position was shown last."""
        self._draw_shapes()

    @property
    def are_dice_rolling(self) -> bool:
        """Whether the roll after the last move is still a secret."""
        return self.phase is GamePhase.ROLLING

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and the board has come to rest, so that the result is shown."""
        return self.phase is GamePhase.OVER

    def is_at_rest(self, now_seconds: float) -> bool:
        """Whether nothing moves on the board, or is about to."""
        return self.phase in (GamePhase.WAITING, GamePhase.OVER) and not timeline.is_moving(
            self.state, now_seconds
        )

    def change(self) -> None:
        """Let the panel follow a change of comments, marks, views or players."""
        self.revision += 1

    # Circles and arrows

    def keep_shapes(self, shapes: Iterable[Shape]) -> None:
        """Keep the circles and arrows drawn on the position that is shown."""
        before, kept = self._annotated.shapes(), tuple(shapes)
        self._annotated.set_shapes(kept)
        self.wiped = () if kept else before
        self.change()

    def draw_again(self) -> None:
        """Draw again what was just removed."""
        self._annotated.set_shapes(self.wiped)
        self._draw_shapes()
        self.change()

    def _draw_shapes(self) -> None:
        """Draw the circles and arrows that the record has here."""
        self._annotated, self.wiped = self._match.cursor.node, ()
        annotate(self.state, shapes=self._annotated.shapes())

    # Moves

    def wait_for_saving(self) -> None:
        """Wait until the move that was just played is kept."""
        self.phase = GamePhase.SAVING
        self._is_end_heard = self._match.result.outcome is not None
        if not self.state.movable.is_ahead:
            allow(self.state, None)

    def move(self, now_seconds: float) -> None:
        """Animate the move that was just played, with its roll."""
        move = self._match.cursor.board.peek()
        positions.play(self.state, self._match.cursor.board, now_seconds, self._stage.motion)
        self._draw_shapes()
        is_rolling = move.roll is not None and timeline.is_moving(self.state, now_seconds)
        self.phase = GamePhase.ROLLING if is_rolling else GamePhase.MOVING
        if move.promotion is not None:
            self._stage.sounds.play("promote")

    def browse(self, now_seconds: float) -> None:
        """Show the position to which the user went."""
        self._is_end_heard = False
        self.phase = GamePhase.MOVING
        positions.browse(self.state, self._match.cursor.board, now_seconds, self._stage.motion)
        self._draw_shapes()

    def allow(self, choice: Selection | None) -> None:
        """Let the user choose a move, if they may; ``choice`` is what they have begun to choose.

        While the computer thinks about what is shown, and until a premove is played, they choose in advance.
        """
        match, board, state = self._match, self._match.cursor.board, self.state
        is_premove_due = match.may_move and choice is not None and bool(choice.premoves)
        is_asked_here = match.players.asked_at is match.cursor.node
        if match.may_move and not is_premove_due:
            allow(state, board)
        elif is_premove_due or (is_asked_here and self._stage.settings.premoves):
            for user in match.setup.users:
                allow_premoves(state, premoves(board, user), user)
        if choice is not None:
            choose_again(state, choice)
        self.change()

    def rest(self) -> None:
        """Stand still while the game is not shown; then the side to move is asked as at the beginning."""
        if self.phase not in (GamePhase.SAVING, GamePhase.OVER):
            self.phase = GamePhase.BEGINNING

    # Premoves

    def plan(self, move: Move) -> None:
        """Choose one more move for a later turn."""
        plan(self.state, (*self.state.selection.premoves, move))

    @property
    def is_look_ahead_due(self) -> bool:
        """Whether the board does not show the position after the premoves of now."""
        state = self.state
        if not state.movable.is_ahead or self._match.may_move or state.fold.is_open:
            return False
        is_shown = state.actual is not None and self._looked_ahead == state.selection.premoves
        return not is_shown and (bool(state.selection.premoves) or state.actual is not None)

    def look_ahead(self) -> None:
        """Show the position after the premoves, in which the next one is chosen, without those impossible."""
        state, color = self.state, self.state.movable.color
        ahead = after_premoves(self._match.cursor.board, state.selection.premoves, color)
        state.selection = replace(state.selection, premoves=ahead.made)
        if ahead.made:
            positions.look_ahead(state, ahead.board)
        else:
            positions.return_to_game(state)
            state.insight = Insight(ahead.board.copy())
        allow_premoves(state, premoves(ahead.board, color) if ahead.may_follow else {}, color)
        self._looked_ahead = ahead.made

    # The end

    def hear_end(self) -> None:
        """Show that the players or a clock ended the game."""
        self._is_end_heard = True
        if self.phase is not GamePhase.SAVING:
            positions.show(self.state, self._match.cursor.board)
            self._draw_shapes()
        self.change()

    def end(self, now_seconds: float) -> None:
        """Show the result of a game that is over."""
        outcome = self._match.result.outcome
        assert outcome is not None
        self.phase = GamePhase.OVER
        positions.finish(self.state, now_seconds, self._stage.motion)
        self.change()
        if not self._is_end_heard:
            return
        if outcome.winner is None:
            self._stage.sounds.play("draw")
        else:
            has_lost = self._match.setup.users == (not outcome.winner,)
            self._stage.sounds.play("lose" if has_lost else "win")

    # Time

    def due(self, now_seconds: float) -> float:
        """When the board changes next."""
        is_coming_to_rest = self.phase in (GamePhase.MOVING, GamePhase.ROLLING)
        return EVERY_FRAME if is_coming_to_rest else timeline.due(self.state, now_seconds)

    def update(self, now_seconds: float) -> None:
        """Advance the board, and notice when it begins to move and comes to rest."""
        settings = self._stage.settings
        is_seen = settings.blindfold == "off" or not self._match.is_open
        study(self.state, settings.piece_cards and is_seen)
        timeline.update(self.state, now_seconds, self._stage.sounds.play)
        is_moving = timeline.is_moving(self.state, now_seconds)
        if is_moving and self.phase is GamePhase.WAITING:
            self.phase = GamePhase.MOVING
        elif not is_moving and self.phase in (GamePhase.MOVING, GamePhase.ROLLING):
            if self.phase is GamePhase.ROLLING:
                self.change()
            self.phase = GamePhase.WAITING

"""Runs a match on screen: times the computer's answers, sounds and the result to the animations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wormhole import BLACK, Move
from wormhole.gui.board.state import BoardState
from wormhole.gui.match.match import Match
from wormhole.gui.match.setup import Setup
from wormhole.gui.screen import EVERY_FRAME, Stage

if TYPE_CHECKING:
    from wormhole.engine.player import Answer, Player, Progress

PROGRESS_PAUSE_SECONDS = 0.25
REPLY_PAUSE_SECONDS = 0.25  # the least time between a person's move and the computer's
DEMONSTRATION_PAUSE_SECONDS = 0.9  # the least time between two moves of a demonstration
RESULT_PAUSE_SECONDS = 8.0  # between two games of a demonstration


class RunningGame:
    """The match, the board's state, and what is due next.

    ``revision`` grows with every change that the panel shows. Raises wormhole.FenError for a bad position
    in ``setup``.
    """

    def __init__(self, stage: Stage, setup: Setup, player: Player | None) -> None:
        self.match = Match(setup, player)
        self.state = BoardState.of(self.match.board, flipped=setup.persons == (BLACK,))
        self.revision = 0
        self.is_over = False
        """Whether the game has ended and the board is at rest, so that the result may be shown."""
        self.next_game_at: float | None = None
        """When the next game of a demonstration begins, once this one is over."""
        self._kept_moves = self._moves()
        self._stage = stage
        self._player = player
        self._has_begun = False
        self._answer: Answer | None = None
        self._answer_due = 0.0
        self._progress_due = 0.0
        self._are_dice_rolling = False
        self._trouble_said: str | None = None

    # State

    @property
    def progress(self) -> Progress | None:
        """The computer's progress while it thinks."""
        return self._player.progress() if self.match.is_thinking else None

    @property
    def sans(self) -> tuple[str, ...]:
        """The moves so far in SAN, without a roll whose dice are still tumbling."""
        sans = [ply.san for ply in self.match.plies]
        if self._are_dice_rolling:
            sans[-1], _, _ = sans[-1].partition("@")
        return tuple(sans)

    @property
    def next_setup(self) -> Setup:
        """A new game between the same players from the same position."""
        return replace(self.match.setup, board=None, plies=())

    @property
    def has_unsaved_moves(self) -> bool:
        """Whether an unfinished game with a person has moves that are not saved."""
        match = self.match
        if match.outcome is not None or match.is_demonstration or not match.plies:
            return False
        return self._moves() != self._kept_moves

    def mark_saved(self) -> None:
        """Record that all moves so far are saved."""
        self._kept_moves = self._moves()

    def _moves(self) -> list[Move]:
        return [ply.move for ply in self.match.plies]

    # A person's actions

    def play(self, move: Move, now_seconds: float) -> None:
        """Play the person's move."""
        if self.match.play(move):
            self._show_move(now_seconds)

    def undo(self, now_seconds: float) -> None:
        """Undo a resignation or the last move; see Match.undo."""
        if self.match.undo():
            self._jump(now_seconds)

    def redo(self, now_seconds: float) -> None:
        """Redo what the last undo removed."""
        if self.match.redo():
            self._jump(now_seconds)

    def resign(self) -> None:
        """Resign."""
        if self.match.resign():
            self._answer = None
            self.state.allow(None)
            self.revision += 1

    def think_again(self) -> None:
        """Ask the computer again after trouble."""
        self._trouble_said = None
        self.match.think_again()
        self.revision += 1

    # Time

    def take(self, answer: Answer) -> None:
        """Keep the computer's answer until the board is at rest."""
        self._answer = answer

    def update(self, now_seconds: float) -> None:
        """Advance to `now_seconds`: play due sounds and the computer's answer, end the game."""
        if not self._has_begun:
            self._has_begun = True
            self._await_next(now_seconds)
        self.state.advance(now_seconds)
        for name in self.state.sounds(now_seconds):
            self._stage.play_sound(name)
        moving = self.state.is_moving(now_seconds)
        if self._are_dice_rolling and not moving:
            self._are_dice_rolling = False
            self.revision += 1
        if self._answer is not None and not moving and now_seconds >= self._answer_due:
            answer, self._answer = self._answer, None
            self._take_answer(answer, now_seconds)
        elif self._is_ending and not moving:
            self._end(now_seconds)
        if self.match.is_thinking and now_seconds >= self._progress_due:
            self._progress_due = now_seconds + PROGRESS_PAUSE_SECONDS
            self.revision += 1
        self.match.ponder(self._stage.settings.ponders)

    def wakes_in(self, now_seconds: float) -> float | None:
        """Seconds until the next frame, sound, answer or progress report."""
        if self.state.is_changing(now_seconds) or self._is_ending:
            return EVERY_FRAME
        pauses = []
        sound = self.state.next_sound()
        if sound is not None:
            pauses.append(sound - now_seconds)
        if self._answer is not None:
            pauses.append(self._answer_due - now_seconds)
        if self.match.is_thinking:
            pauses.append(PROGRESS_PAUSE_SECONDS)
        return max(0.0, min(pauses)) if pauses else None

    @property
    def _is_ending(self) -> bool:
        """Whether the game has ended, but the board does not show it yet."""
        return self.match.outcome is not None and not self.is_over

    def _take_answer(self, answer: Answer, now_seconds: float) -> None:
        if self.match.answered(answer):
            self._show_move(now_seconds)
        elif self.match.trouble not in (None, self._trouble_said):
            self._trouble_said = self.match.trouble
            self._stage.play_sound("error")
            self._stage.say(f"The computer is stuck: {self.match.trouble}", "Try again", self.think_again)
            self.revision += 1

    def _show_move(self, now_seconds: float) -> None:
        """Animate the move that was just played, with its roll."""
        move = self.match.plies[-1].move
        self.state.play(self.match.board, now_seconds, self._stage.motion)
        self._are_dice_rolling = move.roll is not None and self.state.is_moving(now_seconds)
        if move.promotion is not None:
            self._stage.play_sound("promote")
        self._await_next(now_seconds)

    def _jump(self, now_seconds: float) -> None:
        """Show the current position without animation."""
        self._answer = self._trouble_said = None
        self.is_over = self._are_dice_rolling = False
        self._stage.hush()
        self.state.show(self.match.board)
        self._await_next(now_seconds)

    def _await_next(self, now_seconds: float) -> None:
        """Let the side to move, person or computer, choose its move."""
        self.match.begin()
        if self.match.is_persons_turn:
            self.state.allow(self.match.board)
        pause = DEMONSTRATION_PAUSE_SECONDS if self.match.is_demonstration else REPLY_PAUSE_SECONDS
        self._answer_due = now_seconds + pause
        self.revision += 1

    def _end(self, now_seconds: float) -> None:
        """Show the result of a game that is over."""
        outcome = self.match.outcome
        self.is_over = True
        if self.match.is_demonstration:
            self.next_game_at = now_seconds + RESULT_PAUSE_SECONDS
        self.state.finish(outcome.reason(), now_seconds, self._stage.motion)
        persons = self.match.setup.persons
        if outcome.winner is None:
            self._stage.play_sound("draw")
        else:
            self._stage.play_sound("lose" if persons == (not outcome.winner,) else "win")
        self.revision += 1

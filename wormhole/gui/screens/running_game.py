"""A match as it goes on before a person's eyes: answers wait for the board to rest, sounds, the end."""

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
REPLY_PAUSE_SECONDS = 0.25  # the computer answers no sooner than this after one's own move has come to rest
DEMONSTRATION_PAUSE_SECONDS = 0.9  # between two moves that only want to be watched
RESULT_PAUSE_SECONDS = 8.0  # between two games that only want to be watched


class RunningGame:
    """The match, the board's state, and what is due next. ``revision`` grows with every change that the
    panel shows. Raises wormhole.FenError for a bad position in ``setup``."""

    def __init__(self, stage: Stage, setup: Setup, player: Player | None) -> None:
        self.match = Match(setup, player)
        self.state = BoardState.of(self.match.board, flipped=setup.persons == (BLACK,))
        self.revision = 0
        self.is_over = False
        """It has ended, and all is at rest: the result may be told."""
        self.next_game_at: float | None = None
        """In a demonstration that is over: when the next one is due."""
        self._kept_moves = self._moves()
        self._stage = stage
        self._player = player
        self._has_begun = False
        self._answer: Answer | None = None
        self._answer_due = 0.0
        self._progress_due = 0.0
        self._are_dice_rolling = False
        self._trouble_said: str | None = None

    # What is the case

    @property
    def progress(self) -> Progress | None:
        """How far the computer's thought has come, while there is one."""
        return self._player.progress() if self.match.is_thinking else None

    @property
    def sans(self) -> tuple[str, ...]:
        """The moves so far, but for what the dice on the board have yet to show."""
        sans = [ply.san for ply in self.match.plies]
        if self._are_dice_rolling:
            sans[-1], _, _ = sans[-1].partition("@")
        return tuple(sans)

    @property
    def next_setup(self) -> Setup:
        """Another game between the same players from the same position."""
        return replace(self.match.setup, board=None, plies=())

    @property
    def has_unsaved_moves(self) -> bool:
        """A person would lose something by leaving now: moves of an unfinished game that nothing has kept."""
        match = self.match
        if match.outcome is not None or match.is_demonstration or not match.plies:
            return False
        return self._moves() != self._kept_moves

    def mark_saved(self) -> None:
        """All moves so far are kept somewhere."""
        self._kept_moves = self._moves()

    def _moves(self) -> list[Move]:
        return [ply.move for ply in self.match.plies]

    # What a person does

    def play(self, move: Move, now_seconds: float) -> None:
        """The person's move."""
        if self.match.play(move):
            self._show_move(now_seconds)

    def undo(self, now_seconds: float) -> None:
        """Take back the last move or the resignation, with all that came of it."""
        if self.match.undo():
            self._jump(now_seconds)

    def redo(self, now_seconds: float) -> None:
        """Give back what the last undo took."""
        if self.match.redo():
            self._jump(now_seconds)

    def resign(self) -> None:
        """Give up."""
        if self.match.resign():
            self._answer = None
            self.state.allow(None)
            self.revision += 1

    def think_again(self) -> None:
        """Let the computer try again after trouble."""
        self._trouble_said = None
        self.match.think_again()
        self.revision += 1

    # Time

    def take(self, answer: Answer) -> None:
        """The computer's answer; it is looked at when the board is at rest."""
        self._answer = answer

    def update(self, now_seconds: float) -> None:
        """Let time have passed: sounds fall due, the computer's answer is played, the game is over."""
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
        """At the next picture, sound, answer or news of the thought."""
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
        """It has ended, but the board shows so not yet."""
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
        """The move that was just played, with what was rolled after it."""
        move = self.match.plies[-1].move
        self.state.play(self.match.board, now_seconds, self._stage.motion)
        self._are_dice_rolling = move.roll is not None and self.state.is_moving(now_seconds)
        if move.promotion is not None:
            self._stage.play_sound("promote")
        self._await_next(now_seconds)

    def _jump(self, now_seconds: float) -> None:
        """Show without motion the position that there is now."""
        self._answer = self._trouble_said = None
        self.is_over = self._are_dice_rolling = False
        self._stage.hush()
        self.state.show(self.match.board)
        self._await_next(now_seconds)

    def _await_next(self, now_seconds: float) -> None:
        """Whoever's turn it is now, let them."""
        self.match.begin()
        if self.match.is_persons_turn:
            self.state.allow(self.match.board)
        pause = DEMONSTRATION_PAUSE_SECONDS if self.match.is_demonstration else REPLY_PAUSE_SECONDS
        self._answer_due = now_seconds + pause
        self.revision += 1

    def _end(self, now_seconds: float) -> None:
        """The game is over and all is at rest: say who won and why."""
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

"""An exercise for tests of the exercise room: find one move; the reply comes by itself."""

from __future__ import annotations

from wormhole import Board, Move
from wormhole.gui.learn.exercise import Exercise, ExerciseChoice, Feedback, FeedbackTone, Shown
from wormhole.gui.window.keys import Command


class OneMove(Exercise):
    """Any move but `wanted` is taken back. After `wanted`, the reply is played."""

    def __init__(self, wanted: str = "e2e4", reply: str = "e7e5", fen: str | None = None) -> None:
        self.board = Board(fen=fen)
        self.wanted, self.reply = wanted, reply
        self.feedback = Feedback("Your move.")
        self.may_answer, self.pause = True, None
        self.shapes = ()
        self.is_wrong = False

    @property
    def shown(self) -> Shown:
        solve = ExerciseChoice(
            "Solution", lambda: self.answer(self.board.parse_uci(self.wanted)), Command.SOLUTION
        )
        on = ExerciseChoice("Next", self.go_next, Command.NEXT, can=not self.may_answer, is_primary=True)
        return Shown(
            self.board,
            kicker="Test · Wormhole Chess",
            title="White to move",
            text="Open the line of the wizard.",
            feedback=self.feedback,
            choices=(solve, on),
            may_answer=self.may_answer,
            shapes=self.shapes,
            pause=self.pause,
        )

    def answer(self, move: Move) -> None:
        self.is_wrong = str(move) != self.wanted
        self.board.push(move)
        self.may_answer, self.pause = False, 0.0
        tone = FeedbackTone.WRONG if self.is_wrong else FeedbackTone.GOOD
        self.feedback = Feedback("That is not it." if self.is_wrong else "Correct!", tone)
        self.changed()

    def go_on(self) -> None:
        self.pause = None
        if self.is_wrong:
            self.board.pop()
            self.may_answer = True
        else:
            self.board.push_uci(self.reply)
        self.changed()

    def go_next(self) -> None:
        self.board = Board("chess")
        self.may_answer, self.feedback = True, Feedback("Another game.")
        self.changed()

"""An exercise of a study, asked as a puzzle is: right moves, wrong ones with their comment or refutation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from wormhole import Board, Move
from wormhole.gui.languages.language import _
from wormhole.gui.learn import puzzle_words
from wormhole.gui.learn.exercise import ExerciseChoice, Feedback, FeedbackTone, Shown
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.puzzle_exercise import MakeAsking, PuzzleExercise, PuzzlePhase
from wormhole.gui.learn.puzzle_rooms import refuting
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.chapters import list_chapters, open_chapter
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage, notation_of
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.puzzle_book import PuzzleBook
from wormhole.learn.solver_record import SolverRecord
from wormhole.learn.study_puzzle import ChapterPuzzle, puzzle_of
from wormhole.library.comment_commands import Shape
from wormhole.library.study import Study
from wormhole.play.move_words import Notation


class OneChapter:
    """The series of one puzzle, which counts for no rating."""

    def __init__(self, puzzle: ChapterPuzzle) -> None:
        self.book = PuzzleBook(puzzle.variant, (), SolverRecord(()), lambda entry: None)
        self._coming: list[Puzzle] = [puzzle]

    def next(self) -> Puzzle | None:
        """The puzzle, once."""
        return self._coming.pop() if self._coming else None

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Nothing is counted."""


class StudyExercise(PuzzleExercise):
    """The exercise in a chapter. `go_on_to` opens the next chapter, if there is one."""

    puzzle: ChapterPuzzle

    def __init__(
        self,
        puzzle: ChapterPuzzle,
        place: str,
        make_asking: MakeAsking,
        notation: Notation = Board.san,
        go_on_to: Action | None = None,
    ) -> None:
        self._place = place
        self._go_on_to = go_on_to
        super().__init__(OneChapter(puzzle), puzzle, make_asking, notation)

    @property
    def shown(self) -> Shown:
        """The puzzle, with the arrows and circles of the chapter."""
        return replace(super().shown, shapes=self._shapes())

    def _kicker(self) -> str:
        """The study and the chapter."""
        return self._place

    def _paragraphs(self, moves: str) -> Sequence[str]:
        """The question, the moves so far, and the comment on the position."""
        is_on_line = self._at and len(self.board.move_stack) == self._at
        comment = self.puzzle.node(self._at).words if is_on_line else ""
        return self.puzzle.question or _("Find the move."), moves, comment

    def _shapes(self) -> Sequence[Shape]:
        """The arrows and circles of the question, and of what was found; they would not fit a wrong move."""
        plies = len(self.board.move_stack)
        if self.phase is PuzzlePhase.DONE:
            return self.puzzle.node(min(plies, len(self.puzzle.line))).shapes()
        return self.puzzle.node(plies).shapes() if plies == self._at else ()

    def _choices(self) -> Sequence[ExerciseChoice]:
        """Help, and the next chapter."""
        hint, solution, following = super()._choices()
        if self._go_on_to is None:
            again = ExerciseChoice(_("Again"), self._again, Command.NEXT, following.can, is_primary=True)
            return hint, solution, again
        return (
            hint,
            solution,
            ExerciseChoice(_("Next"), self._go_on_to, Command.NEXT, is_primary=following.can),
        )

    def invitation(self) -> str:
        """What to do."""
        return _("Your move.")

    def hint(self) -> None:
        """Show the piece; asked again, the move. Nothing is counted."""
        super().hint()
        if self._hints == 1:
            self._feedback = Feedback(puzzle_words.hint_words(self.board, self.wanted), FeedbackTone.HINT)

    def wrong(self, wanted: Move) -> None:
        """Show what the chapter says about a wrong move that it has; look for the answer to another one."""
        move = self.board.peek()
        tried = self.puzzle.tried(self._at, move)
        if tried is None:
            super().wrong(wanted)
            return
        reply = tried.next()
        words = [tried.words or _("That is not it.")]
        if reply is not None:
            self.board.push(reply.move)
            words.append(reply.words)
        self._refuted_plies = len(self.board.move_stack)
        self.phase = PuzzlePhase.REFUTED
        self._feedback = Feedback(" ".join(part for part in words if part), FeedbackTone.WRONG, "error")

    def _again(self) -> None:
        self.ask(self.puzzle)
        self.changed()


def ask_exercise(stage: Stage, study: Study, path: Path, index: int) -> None:
    """Go to the exercise room with a chapter, which has a move to find."""
    chapter = study.chapters[index]
    puzzle = puzzle_of(chapter)
    assert puzzle is not None, "it has a main line"
    place = f"{study.name} · {chapter.name}"
    is_last = index == len(study.chapters) - 1
    following = None if is_last else partial(open_chapter, stage, path, index + 1)
    make_asking = refuting(stage, lambda: chapter.game.start.variant)
    exercise = StudyExercise(puzzle, place, make_asking, notation_of(stage), following)
    back = partial(list_chapters, stage, path, index)
    stage.rooms.show(lambda: ExerciseScreen(stage, exercise, back))

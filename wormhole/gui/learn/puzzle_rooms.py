"""The exercise room with a series of puzzles, and what it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from wormhole import variant
from wormhole.gui.learn.asking import Asking
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.puzzle_exercise import MakeAsking, PuzzleExercise
from wormhole.gui.learn.puzzle_figures import PuzzleFigures, of_run, of_training
from wormhole.gui.learn.run_exercise import RunExercise
from wormhole.gui.look.widgets import Action
from wormhole.gui.notation import notation_of
from wormhole.gui.screen import Stage
from wormhole.learn.puzzle import Puzzle, PuzzleError
from wormhole.learn.puzzle_book import Daily, PuzzleBook, RunSeries, Series, Training
from wormhole.learn.puzzle_file import shipped
from wormhole.learn.solver_record import SolverRecord
from wormhole.library.journal import Journal
from wormhole.library.journal_entry import Entry

if TYPE_CHECKING:
    from wormhole import Board
    from wormhole.learn.refutation import Refutation
    from wormhole.learn.refuting import Refuter

FILE_NAME = "puzzles.jsonl"
"""The journal of the person's puzzles, beside the library."""


def read_book(journal: Journal, game: str) -> tuple[PuzzleBook, Exception | None]:
    """The puzzles of a game, and what the person has done, from the journal.

    What cannot be read is empty; the error says why.
    """
    puzzles: Sequence[Puzzle] = ()
    entries: Sequence[Entry] = ()
    trouble: Exception | None = None
    try:
        puzzles = shipped(game)
        entries = journal.read()
    except (OSError, PuzzleError) as error:
        trouble = error
    return PuzzleBook(game, puzzles, SolverRecord(entries), journal.add), trouble


def train(stage: Stage, book: PuzzleBook, theme: str, back: Action) -> None:
    """Give puzzles near the rating, one by one."""
    _start(stage, Training(book, theme), back)


def solve_daily(stage: Stage, book: PuzzleBook, day: date, back: Action) -> None:
    """Give the puzzle of a day."""
    _start(stage, Daily(book, day), back)


def run(stage: Stage, book: PuzzleBook, minutes: int, back: Action) -> None:
    """Give puzzles against the clock."""
    series = RunSeries(book, minutes)
    first = series.next()
    if first is None:
        return
    exercise = RunExercise(series, first, _refuting(stage, first.variant), notation_of(stage))
    figures = PuzzleFigures(stage, of_run(lambda: exercise.series.run))
    stage.show_room(lambda: ExerciseScreen(stage, exercise, back, figures))


def _start(stage: Stage, series: Series, back: Action) -> None:
    first, book = series.next(), series.book
    if first is None:
        return
    exercise = PuzzleExercise(series, first, _refuting(stage, first.variant), notation_of(stage))
    figures = PuzzleFigures(stage, of_training(book))
    stage.show_room(lambda: ExerciseScreen(stage, exercise, back, figures))


def _refuting(stage: Stage, game: str) -> MakeAsking:
    """Asks the engine what answers a wrong move, on the plain loops until the others are ready."""
    engine = stage.engine()

    def make(fast: bool) -> Refuter:
        from wormhole.learn.refuting import Refuter

        return Refuter(variant(game), fast=fast)

    return lambda told: Asking(engine, make, _refuted, told, waits=False)


def _refuted(refuter: Refuter, board: Board, wanted: Callable[[], bool]) -> Refutation | None:
    return refuter.refute(board, wanted)

"""Scenes of the gallery with lessons, puzzles, the page about the user, and the demonstration."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tools.scenes.photographer import Photographer, Scene
from wormhole import Move, variant
from wormhole.gui.learn.course_screen import open_lesson, open_lessons
from wormhole.gui.learn.demonstration_screen import DemonstrationScreen
from wormhole.gui.learn.exercise import FeedbackTone
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.lesson_exercise import Notes, journal_of
from wormhole.gui.learn.puzzle_exercise import PuzzleExercise, PuzzlePhase
from wormhole.gui.learn.puzzles_screen import PuzzlesScreen
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.learn.solver_record import FAILED, SOLVED, PuzzleAttempt, Run

SHOWN_SEED, SHOWN_PLIES = 3, 12
"""The game of the demonstration, and after how many moves its picture is taken."""
WIDE_VIEW_CELLS = 9
"""Views with fewer cells are passed by."""
NEXT_SECONDS = 2.0
"""The pause until a timed run continues after a mistake."""


def lessons(camera: Photographer) -> None:
    """The list of lessons, for a learner who has done some."""
    camera.close_dialogs()
    notes = Notes.read(journal_of(camera.app.stage))
    for slug, steps in (("the-fold", 7), ("king", 4), ("pawn", 3)):
        for step in range(steps):
            notes.progress.add(slug, step)
    open_lessons(camera.app.stage, notes)
    camera.settle()
    camera.work(1.0)


def lesson(slug: str, step: int, *squares: str) -> Scene:
    """A scene with a step of a lesson, after clicks on these squares."""

    def show(camera: Photographer) -> None:
        camera.close_dialogs()
        notes = Notes.read(journal_of(camera.app.stage))
        for done in range(step):
            notes.progress.add(slug, done)
        open_lesson(camera.app.stage, notes, slug)
        camera.settle()
        board = camera.room(ExerciseScreen).board
        for square in squares:
            camera.click(
                board.view.rect_of(board.state.variant.geometry.parse(square), board.state.flipped).center
            )
        camera.settle(0.4)

    return show


def puzzles(camera: Photographer) -> None:
    """The start page of the puzzles, for a solver who has solved some."""
    camera.close_dialogs()
    stage = camera.app.stage
    stage.command(Command.PUZZLES)
    camera.wait_for(lambda: camera.room(PuzzlesScreen).book is not None)
    book = camera.room(PuzzlesScreen).book
    assert book is not None
    book.chance.seed(1)
    if not book.standing.points:
        for entry in sample_attempts(book.game):
            book.record.take(entry)
    camera.room(PuzzlesScreen).renew()
    camera.settle()


def sample_attempts(game: str) -> Iterator[dict[str, object]]:
    """A solver's attempts in a month, and one timed run."""
    chance = random.Random(7)
    at = 1_760_000_000.0
    for number in range(70):
        at += chance.expovariate(1 / 30_000)
        strength = 900 + 6 * number
        rating = round(chance.gauss(strength, 120))
        is_solved = chance.random() < 1 / (1 + 10 ** ((rating - strength) / 400))
        yield PuzzleAttempt(at, game, f"sample {number}", rating, SOLVED if is_solved else FAILED).as_entry()
    yield Run(at, game, 3, 14).as_entry()


def puzzle(*commands: Command) -> Scene:
    """A scene with a puzzle, after these commands."""

    def show(camera: Photographer) -> None:
        puzzles(camera)
        camera.room(PuzzlesScreen).train()
        for command in commands:
            camera.command(command)
        exercise = camera.exercise(PuzzleExercise)
        camera.wait_for(lambda: exercise.shown.pause is None)
        camera.settle()

    return show


def timed_run(camera: Photographer) -> None:
    """A timed run that has just begun."""
    puzzles(camera)
    camera.room(PuzzlesScreen).run(3)
    camera.settle()


def puzzle_solved(camera: Photographer) -> None:
    """A puzzle that was solved without help."""
    exercise = _asked(camera)
    while exercise.phase is not PuzzlePhase.DONE:
        exercise.answer(_wanted(exercise))
        camera.wait_for(lambda: exercise.phase in (PuzzlePhase.ASKED, PuzzlePhase.DONE))
    camera.settle()


def puzzle_refuted(camera: Photographer) -> None:
    """A wrong move of a puzzle, and the reply."""
    exercise = _asked(camera)
    exercise.answer(_wrong(exercise))
    camera.wait_for(lambda: exercise.shown.feedback.tone is FeedbackTone.WRONG)
    camera.settle()


def run_over(camera: Photographer) -> None:
    """A timed run that three mistakes have ended."""
    timed_run(camera)
    exercise = camera.exercise(PuzzleExercise)
    while exercise.phase is not PuzzlePhase.OVER:
        exercise.answer(_wrong(exercise))
        camera.settle(NEXT_SECONDS)


def _asked(camera: Photographer) -> PuzzleExercise:
    """A puzzle that has just been asked."""
    puzzles(camera)
    camera.room(PuzzlesScreen).train()
    camera.settle()
    return camera.exercise(PuzzleExercise)


def _wanted(exercise: PuzzleExercise) -> Move:
    return exercise.board.parse_uci(exercise.puzzle.moves[len(exercise.board.move_stack)])


def _wrong(exercise: PuzzleExercise) -> Move:
    """A wrong move, a quiet one of a pawn if there is one."""
    board, wanted = exercise.board, _wanted(exercise)
    others = [move for move in board.legal_moves if move != wanted]
    pawns = {square for square, piece in board.piece_map().items() if piece.letter == "P"}
    return next((move for move in others if move.from_square in pawns), others[0])


def title(camera: Photographer) -> None:
    """The title of a game in the demonstration."""
    camera.close_dialogs()
    camera.app.stage.rooms.open(destination.Demonstration(variant("wormhole")))
    camera.step()


def page(camera: Photographer) -> None:
    """A page of the rules in the demonstration."""
    title(camera)
    camera.wait_for(lambda: bool(camera.room(DemonstrationScreen).words.headline))
    camera.settle(1.0)


def demonstration(camera: Photographer) -> None:
    """The demonstration in the middle of a game."""
    random.seed(SHOWN_SEED)
    title(camera)
    camera.wait_for(lambda: _plies_shown(camera) >= SHOWN_PLIES)
    camera.settle(0.1)


def _plies_shown(camera: Photographer) -> int:
    record = camera.room(DemonstrationScreen).record()
    return 0 if record is None else record.end().plies()


def slide(camera: Photographer) -> None:
    """A slide of the demonstration with a board that moves."""
    page(camera)
    first = camera.room(DemonstrationScreen).words.headline
    camera.wait_for(lambda: camera.room(DemonstrationScreen).words.headline not in ("", first))
    camera.settle(3.0)


def demonstrated_view(camera: Photographer) -> None:
    """The board of a demonstration as a piece sees it."""
    demonstration(camera)
    state = camera.room(DemonstrationScreen)._act.state
    assert state is not None
    camera.wait_for(lambda: state.fold.is_open and len(state.fold.view.cells) >= WIDE_VIEW_CELLS)
    camera.settle(0.1)


def you(camera: Photographer) -> None:
    """The page about the user."""
    camera.close_dialogs()
    camera.command(Command.YOU)
    camera.work(1.0)


SCENES: dict[str, Scene] = {
    "lessons": lessons,
    "lesson": lesson("wizard", 1, "d4", "e7"),
    "lesson-fold": lesson("the-fold", 4),
    "lesson-visit": lesson("king", 0),
    "lesson-click": lesson("wizard", 4, "b2", "d3"),
    "lesson-right": lesson("closed-doors", 0, "c4", "d5"),
    "puzzles": puzzles,
    "puzzle": puzzle(Command.HINT),
    "solution": puzzle(Command.SOLUTION),
    "puzzle-solved": puzzle_solved,
    "puzzle-refuted": puzzle_refuted,
    "timed-run": timed_run,
    "run-over": run_over,
    "you": you,
    "title": title,
    "page": page,
    "slide": slide,
    "demonstration": demonstration,
    "demonstrated-view": demonstrated_view,
}

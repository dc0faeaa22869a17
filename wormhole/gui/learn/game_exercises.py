"""Opens the exercise room from a game: the coach's moments, and the proof of a result."""

from __future__ import annotations

from collections.abc import Collection

from wormhole import Board
from wormhole.gui.languages.language import _
from wormhole.gui.learn.coach_exercise import CoachExercise, CoachGraph
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.proof_exercise import ProofExercise
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.screen import Stage, notation_of
from wormhole.learn.coach import moments
from wormhole.learn.game_report import Report


def show_proof(stage: Stage, position: Board, flipped: bool, back: Action) -> None:
    """Let the user play against the proof of a result; `back` leads to where they came from."""
    if position.is_game_over():
        stage.mention(_("The game is over in this position."))
    elif position.has_dice:
        stage.mention(_("A game with dice has no proofs."))
    else:
        position = position.copy()

        def room() -> ExerciseScreen:
            exercise = ProofExercise(stage.engine(), position, flipped, notation_of(stage))
            return ExerciseScreen(stage, exercise, back)

        stage.show_room(room)


def show_coach(stage: Stage, report: Report, sides: Collection[bool], back: Action) -> None:
    """Show the decisive moments of a completely analysed game, for these sides."""
    found = moments(report, sides)
    if not found:
        stage.mention(_("There is no missed better move in this game."))
        return

    def room() -> ExerciseScreen:
        exercise = CoachExercise(stage.engine(), found, notation_of(stage))
        return ExerciseScreen(stage, exercise, back, CoachGraph(stage, report, exercise))

    stage.show_room(room)

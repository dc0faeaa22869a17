"""Opens the exercise room from a game: the coach's moments, and the proof of a result."""

from __future__ import annotations

from wormhole import Board
from wormhole.gui.language import _
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame


def show_why(stage: Stage, position: Board, flipped: bool, back: Action) -> None:
    """Play the proof of a position's result against a person; `back` leads to where they came from."""
    from wormhole.gui.learn.exercise_screen import ExerciseScreen
    from wormhole.gui.learn.proof_exercise import ProofExercise
    from wormhole.gui.notation import notation_of

    if position.is_game_over():
        stage.mention(_("The game is over here."))
    elif position.has_dice:
        stage.mention(_("With dice, nothing can be proven."))
    else:
        position = position.copy()

        def proof() -> ExerciseScreen:
            exercise = ProofExercise(stage.engine(), position, flipped, notation_of(stage))
            return ExerciseScreen(stage, exercise, back)

        stage.show_room(proof)


def coach(stage: Stage, game: RunningGame, ask_review: Action, back: Action) -> None:
    """Show the moments that decided the game; `ask_review` is called if it is not wholly analysed yet."""
    from wormhole.gui.learn.coach_exercise import CoachExercise
    from wormhole.gui.learn.coach_graph import CoachGraph
    from wormhole.gui.learn.exercise_screen import ExerciseScreen
    from wormhole.gui.notation import notation_of
    from wormhole.learn.coach import moments

    report = None if game.review.is_running else game.review.report
    if report is None or not report.is_complete:
        ask_review()
        return
    found = moments(report, game.match.setup.persons)
    if not found:
        stage.mention(_("No better move was missed."))
        return

    def room() -> ExerciseScreen:
        exercise = CoachExercise(stage.engine(), found, notation_of(stage))
        return ExerciseScreen(stage, exercise, back, CoachGraph(stage, report, exercise))

    stage.show_room(room)

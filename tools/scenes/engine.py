"""Scenes of the gallery with the engine: lines, openings, reviews, proofs, the coach."""

from __future__ import annotations

from tools.scenes.photographer import Photographer, Scene
from tools.scenes.places import in_game
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.learn.coach_exercise import CoachExercise
from wormhole.gui.learn.exercise import FeedbackTone
from wormhole.gui.learn.proof_exercise import ProofExercise
from wormhole.gui.window.keys import Command
from wormhole.play.seats import two_players

ENDING = "xxxxkxxx/xxxxlxpx/xWxxxx1P/xN1xxxxW/Pwpxxxx1/xxxxxxPp/xPxxxxxx/xxxxxxKx b - - 0 24"
FORK = "l3k3/p6p/8/3N4/8/7P/P7/4K3 w - - 0 1"
THINKING_SECONDS, WORDS_SECONDS = 3.0, 0.3


def reviewed(camera: Photographer) -> None:
    """The review of a game, once it is complete."""
    in_game(camera)
    camera.command(Command.REVIEW)
    camera.app.stage.preferences.change(review="fast")
    camera.press("Analyse")
    review = camera.room(GameScreen).game.review
    camera.wait_for(lambda: not review.is_running)


def graph(camera: Photographer) -> None:
    """The graph of an analysed game in the panel."""
    reviewed(camera)
    camera.close_dialogs()


def analysis(command: Command) -> Scene:
    """A scene with the engine's lines."""

    def show(camera: Photographer) -> None:
        in_game(camera)
        camera.command(command)
        camera.work(THINKING_SECONDS)

    return show


def hint_move(camera: Photographer) -> None:
    """A hint's move, and why it is good."""
    camera.start(two_players(fen=FORK))
    camera.command(Command.HINT)
    camera.command(Command.HINT)
    camera.wait_for(lambda: camera.app.notice is not None)


def openings(camera: Photographer) -> None:
    """The openings of the computer players after a first move."""
    camera.start(two_players())
    camera.command(Command.OPENINGS)
    camera.play("g1", "f3")
    camera.wait_for(lambda: camera.room(GameScreen).game.openings.statistics is not None)


def openings_and_lines(camera: Photographer) -> None:
    """Openings with the lines of the engine."""
    openings(camera)
    camera.command(Command.ANALYSE)
    camera.work(THINKING_SECONDS)


def proven(camera: Photographer) -> None:
    """A proven result, with the button that shows why."""
    camera.start(two_players(fen=ENDING))
    camera.command(Command.ANALYSE)
    camera.work(THINKING_SECONDS)


def proof(camera: Photographer) -> None:
    """A proof that has answered a defence."""
    camera.start(two_players(fen=ENDING))
    camera.command(Command.SHOW_WHY)
    camera.wait_for(lambda: camera.exercise(ProofExercise).shown.may_answer)
    camera.command(Command.NEXT)
    camera.wait_for(lambda: camera.exercise(ProofExercise).shown.may_answer)


def coach(camera: Photographer) -> None:
    """The first moment of an analysed game."""
    graph(camera)
    camera.command(Command.COACH)


def refuted(camera: Photographer) -> None:
    """A try of the coach's puzzle that is answered: the mistake of the game."""
    coach(camera)
    exercise = camera.exercise(CoachExercise)
    mistake = exercise.moment.node.move
    assert mistake is not None
    exercise.answer(mistake)
    camera.wait_for(lambda: exercise.shown.feedback.tone is FeedbackTone.WRONG)


def better_move(camera: Photographer) -> None:
    """The coach's move, played out."""
    coach(camera)
    exercise = camera.exercise(CoachExercise)
    camera.command(Command.SOLUTION)
    camera.wait_for(lambda: exercise.shown.pause is None)
    camera.work(WORDS_SECONDS)


SCENES: dict[str, Scene] = {
    "analysis": analysis(Command.ANALYSE),
    "threats": analysis(Command.THREATS),
    "hint": analysis(Command.HINT),
    "hint-move": hint_move,
    "openings": openings,
    "openings-and-lines": openings_and_lines,
    "proven": proven,
    "proof": proof,
    "reviewed": reviewed,
    "graph": graph,
    "coach": coach,
    "refuted": refuted,
    "better-move": better_move,
}

"""Scenes of the gallery with the set-up editor, the library, the laboratory, tournaments of people."""

from __future__ import annotations

import pygame

from tools.scenes.photographer import Photographer, Scene
from tools.scenes.places import in_game
from wormhole import variant
from wormhole.arena.people.people_tournament import FOLDER, PeoplePlan, System, create
from wormhole.arena.tournament import game_fields
from wormhole.gui.editor.editor_screen import EditorScreen
from wormhole.gui.editor.edits import EditorTool
from wormhole.gui.library.library_screen import LibraryPage
from wormhole.gui.people.people_list import open_people, show_people
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.learn import course
from wormhole.learn.lesson_study import study_of
from wormhole.library import pgn
from wormhole.library.study import Chapter, Study

TRAP = """[White "Ada"]
[Black "Bob"]
[Variant "wormhole"]

{ White gives up a square beside the king. } 1. f4 { f2 is gone. }
1... Lf6 { The lion looks at h4. [%cal Gf6h4] }
2. a4 $4 2... Lh4# { Two steps lead to the king: to g3, and over the hole on f2 to e1. [%csl Re1] }
0-1
"""
IMPOSSIBLE = "2x1k3/ppp1xppp/2w2N2/3xl3/4Lx2/8/PPP2PPP/3xK2C w - - 0 12"


def editor(camera: Photographer) -> None:
    """The set-up editor with a game's position."""
    in_game(camera)
    camera.command(Command.EDITOR)


def impossible(camera: Photographer) -> None:
    """A position that cannot be played, since the king that could be captured is in check."""
    editor(camera)
    screen = camera.room(EditorScreen)
    screen.session.change(screen.session.draft.read(screen.variant, IMPOSSIBLE))
    screen.input.choose(EditorTool.HOLE)


def library(camera: Photographer) -> None:
    """The list of games."""
    camera.close_dialogs()
    camera.app.stage.rooms.open(destination.Library())
    camera.settle(1.5)
    camera.work(1.0)


def statistics(camera: Photographer) -> None:
    """Figures about the games of the library."""
    library(camera)
    camera.press(LibraryPage.STATISTICS.value)
    camera.work(1.0)


def mistakes(camera: Photographer) -> None:
    """The kinds of mistakes in the user's games of the library."""
    library(camera)
    camera.press(LibraryPage.MISTAKES.value)
    camera.work(3.0)


def studies(camera: Photographer) -> None:
    """The chapters of a study, with the preview of one."""
    camera.close_dialogs()
    stage = camera.app.stage
    (game,) = pgn.read(TRAP)
    first = Chapter("A trap", game)
    node = game.end().parent
    assert node is not None, "it has moves"
    exercise = Chapter.from_node("Find the mate", node, is_exercise=True)
    lesson = study_of(course.lesson("checks"))
    path = stage.library.studies.add(Study("Through the holes", (first, exercise, *lesson.chapters)))
    stage.rooms.open(destination.Studies(path))
    camera.work(1.0)
    camera.settle(1.5)
    camera.work(1.0)


def study_exercise(camera: Photographer) -> None:
    """An exercise of a study is asked."""
    studies(camera)
    camera.post(pygame.KEYDOWN, key=pygame.K_DOWN, unicode="", mod=0)
    camera.press("Open")
    camera.work(1.0)


def study_show(camera: Photographer) -> None:
    """A study is shown as a demonstration."""
    studies(camera)
    camera.command(Command.DEMONSTRATION)
    camera.settle(6.0)


def add_to_study(camera: Photographer) -> None:
    """A game is added to a study."""
    in_game(camera)
    camera.command(Command.ADD_TO_STUDY)
    camera.work(1.0)


def laboratory(camera: Photographer) -> None:
    """What is for programs: tournaments, training, engines."""
    camera.close_dialogs()
    camera.command(Command.LABORATORY)


def people(camera: Photographer) -> None:
    """The third round of a tournament of people."""
    camera.close_dialogs()
    stage = camera.app.stage
    plan = PeoplePlan(
        name="Club evening",
        players=("Ada", "Charles", "Mary", "Michael", "Sophie", "Emmy"),
        system=System.ROUND_ROBIN,
        rounds=1,
        clock="600+5",
        **game_fields(variant("wormhole")),  # type: ignore[arg-type]
    )
    tournament = create(stage.library.path.parent / FOLDER, plan)
    for results in (("1-0", "0-1", "1/2-1/2"), ("1/2-1/2", "1-0", "1-0"), ("1-0",)):
        tournament.begin_round()
        for table, result in enumerate(results):
            tournament.enter(len(tournament.rounds) - 1, table, result)
    show_people(stage, tournament.path)
    camera.work(1.0)


def new_people(camera: Photographer) -> None:
    """A tournament of people is set up."""
    camera.close_dialogs()
    open_people(camera.app.stage)
    camera.work(0.5)
    camera.press("New…")
    camera.type("Carl, Pierre")
    camera.press("Add")
    camera.press("Swiss")


SCENES: dict[str, Scene] = {
    "editor": editor,
    "impossible": impossible,
    "library": library,
    "statistics": statistics,
    "mistakes": mistakes,
    "studies": studies,
    "study-exercise": study_exercise,
    "study-show": study_show,
    "add-to-study": add_to_study,
    "laboratory": laboratory,
    "people": people,
    "new-people": new_people,
}

"""Opens chapters of studies: as an analysis board whose changes are kept, or as an exercise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, _n, number, said
from wormhole.gui.screens.kept_games import OPENING
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job
from wormhole.gui.window.destination import Origin
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library import pgn
from wormhole.library.pgn_parser import PgnError
from wormhole.library.study import Study, is_study
from wormhole.library.study_folder import ChapterPlace, read
from wormhole.play.seats import OpenedGame, Setup, set_out, two_players

CHANGING = N_("Saving the study…")
NOT_CHANGED = N_("The study was not changed")


def open_chapter(stage: Stage, path: Path, index: int, as_board: bool = False) -> None:
    """Open a chapter of a study, if it has so many; an exercise is asked, unless ``as_board``."""

    def work(_: Job[tuple[Study, int, Setup]]) -> tuple[Study, int, Setup]:
        stage.library.studies.wait()
        study = stage.library.studies.read(path)
        at = max(0, min(index, len(study.chapters) - 1))
        return study, at, _as_board(ChapterPlace(path, at, study.chapters[at]))

    def show(found: tuple[Study, int, Setup]) -> None:
        study, at, setup = found
        if index > at:
            stage.notices.flash(_("This is the last chapter"))
            return
        chapter = study.chapters[at]
        if chapter.is_exercise and chapter.game.variations and not as_board:
            stage.rooms.open(destination.StudyExercise(study, path, at))
            return
        origin = Origin(
            Command.LIBRARY, N_("Study"), N_("Back to the study"), lambda: list_chapters(stage, path, at)
        )
        stage.rooms.open(destination.Game(setup, origin))
        place = _("{study}: chapter {number} of {count}, {name}").format(
            study=study.name, number=number(at + 1), count=number(len(study.chapters)), name=chapter.name
        )
        stage.notices.flash(place)

    def refuse(error: WormholeError) -> None:
        stage.open(MessageDialog(stage, _("This study cannot be opened"), said(error)))

    wait_for(stage, _(OPENING), work, show, refuse)


def list_chapters(stage: Stage, path: Path, index: int) -> None:
    """Go to the list with a chapter."""
    stage.rooms.open(destination.Studies(path, index))


def change_study(
    stage: Stage, path: Path, changed: Callable[[Study], Study], done: Callable[[Study], None]
) -> None:
    """Change the study of a file in the background; ``done`` gets it as it was before."""

    def work(_: Job[Study]) -> Study:
        stage.library.studies.wait()
        return stage.library.studies.change(path, changed)

    wait_for(stage, _(CHANGING), work, done, lambda error: refuse_change(stage, error))


def refuse_change(stage: Stage, error: WormholeError) -> None:
    """Say why a study was not changed."""
    stage.open(MessageDialog(stage, _(NOT_CHANGED), said(error)))


def holds_study(path: Path) -> bool:
    """Whether the first game of a file is a chapter of a study; not if it cannot be read. Called in a job."""
    try:
        return is_study(pgn.file_lines(path))
    except PgnError:
        return False


def add_studies(stage: Stage, path: Path) -> None:
    """Add the studies of a file to the user's, and show the first of them."""
    keep_studies(stage, lambda: read(path, stage.library.games))


def keep_studies(stage: Stage, find: Callable[[], Sequence[Study]]) -> None:
    """Add the studies that are found in the background to the user's, and show the first of them."""

    def work(_job: object) -> list[Path]:
        found = find()
        if not found:
            raise WormholeError("There is no game in this file.")
        return [stage.library.studies.add(study) for study in found]

    def show(paths: list[Path]) -> None:
        stage.rooms.open(destination.Studies(paths[0]))
        if len(paths) > 1:
            stage.notices.flash(_n("{count} study was added", "{count} studies were added", len(paths)))

    def refuse(error: WormholeError) -> None:
        stage.open(MessageDialog(stage, _("This study cannot be opened"), said(error)))

    wait_for(stage, _(READING), work, show, refuse)


def _as_board(place: ChapterPlace) -> Setup:
    """A chapter as a game of two players at its first position."""
    game = place.chapter.game
    opened = replace(OpenedGame.at(game, game), chapter=place, flipped=place.chapter.flipped)
    return set_out(opened, two_players())

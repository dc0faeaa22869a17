"""Writes pages for browsers from the window: a position, a game, or games of the library."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from wormhole.base.atomic_files import write_text
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import is_file_name
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.look import Look
from wormhole.gui.pictures.page_looks import page_look, prints_of
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage
from wormhole.learn.lesson import Lesson
from wormhole.learn.puzzle import Puzzle
from wormhole.library.record import Game
from wormhole.library.study import Study
from wormhole.pages.game_page import games_page, lesson_page, puzzle_page, study_page
from wormhole.pages.page_look import PageLook

SUFFIX = ".html"


@dataclass(frozen=True)
class PageJob:
    """A page to be made in the background."""

    make: Callable[[Job[OSError | None], PageLook], str]
    name: str
    """The proposed name of the file, without its suffix."""


def page_of_game(game: Game, flipped: bool) -> PageJob:
    """The page of one game, or of a position without moves."""
    return PageJob(
        lambda job, look: games_page([game], look, prints_of, flipped=flipped),
        _dated(_(game.start.variant.title)),
    )


def page_of_games(games: Callable[[Job[OSError | None]], Sequence[Game]]) -> PageJob:
    """The page of games that are read in the background."""
    return PageJob(lambda job, look: games_page(games(job), look, prints_of), _dated(_("Games")))


def page_of_puzzle(puzzle: Puzzle) -> PageJob:
    """The page of a puzzle."""
    return PageJob(lambda job, look: puzzle_page([puzzle], look, prints_of), _dated(_("Puzzle")))


def page_of_study(study: Study) -> PageJob:
    """The page of a study."""
    name = study.name if is_file_name(study.name) else _("Study")
    return PageJob(lambda job, look: study_page(study, look, prints_of), name)


def page_of_lesson(lesson: Lesson) -> PageJob:
    """The page of a lesson."""
    return PageJob(lambda job, look: lesson_page(lesson, look, prints_of), _(lesson.title))


def save_page(stage: Stage, page: PageJob) -> None:
    """Ask where to save a page, and make it."""
    look = stage.look

    def write(path: Path) -> None:
        def tell(trouble: OSError | None) -> None:
            if trouble is None:
                text = _("Saved as {name}").format(name=shown_path(path.name))
                stage.notices.show(text, _("Open"), lambda: _open_in_browser(path))
            else:
                text = f"{shown_path(path)}: {said(trouble)}."
                stage.open(MessageDialog(stage, _("The page was not saved"), text))

        wait_for(
            stage, _("Writing the page…"), lambda job: _written(page, look, path, job), tell, is_long=True
        )

    ask_where(stage, _("Save a page"), SUFFIX, f"{page.name}{SUFFIX}", write)


def _open_in_browser(path: Path) -> None:
    """Show a page in the system's browser, which may take seconds to start."""
    address = path.resolve().as_uri()
    threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()


def _written(page: PageJob, look: Look, path: Path, job: Job[OSError | None]) -> OSError | None:
    """Write the file; returns the error, if there is one. Runs in a job."""
    made = page.make(job, page_look(look.theme, look.sprites.art))
    try:
        write_text(path, made)
    except OSError as error:
        return error
    return None


def _dated(title: str) -> str:
    return f"{title} {date.today().isoformat()}"

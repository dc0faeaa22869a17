"""Writes pages for browsers from the window: a position, a game, or games of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from wormhole.base.atomic_files import write_text
from wormhole.base.quoting import shown_path
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.look import Look
from wormhole.gui.pictures.page_looks import page_look, prints_of
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage
from wormhole.library.record import Game
from wormhole.pages.game_page import games_page
from wormhole.pages.page_look import PageLook

SUFFIX = ".html"


class PageJob(Protocol):
    """A page to be made."""

    @property
    def name(self) -> str:
        """The proposed name of the file, without its suffix."""

    def html(self, look: PageLook, job: Job[OSError | None]) -> str:
        """The page. Runs in a job."""


@dataclass(frozen=True)
class GamesPageJob:
    """A page with games. ``games`` reads them in the background."""

    games: Callable[[Job[OSError | None]], Sequence[Game]]
    name: str
    flipped: bool = False
    title: str = ""

    def html(self, look: PageLook, job: Job[OSError | None]) -> str:
        """The page with all games."""
        return games_page(self.games(job), look, prints_of, self.title, flipped=self.flipped)


def page_of_game(game: Game, flipped: bool) -> PageJob:
    """The page of one game, or of a position without moves."""
    return GamesPageJob(lambda job: [game], _dated(_(game.start.variant.title)), flipped)


def save_page(stage: Stage, page: PageJob) -> None:
    """Ask where to save a page, and make it."""
    look = stage.look

    def write(path: Path) -> None:
        def tell(trouble: OSError | None) -> None:
            if trouble is None:
                stage.notices.flash(_("Saved as {name}").format(name=shown_path(path.name)))
            else:
                text = f"{shown_path(path)}: {said(trouble)}."
                stage.open(MessageDialog(stage, _("The page was not saved"), text))

        wait_for(
            stage, _("Writing the page…"), lambda job: _written(page, look, path, job), tell, is_long=True
        )

    ask_where(stage, _("Save a page"), SUFFIX, f"{page.name}{SUFFIX}", write)


def _written(page: PageJob, look: Look, path: Path, job: Job[OSError | None]) -> OSError | None:
    """Write the file; returns the error, if there is one. Runs in a job."""
    made = page.html(page_look(look.theme, look.sprites.art), job)
    try:
        write_text(path, made)
    except OSError as error:
        return error
    return None


def _dated(title: str) -> str:
    return f"{title} {date.today().isoformat()}"

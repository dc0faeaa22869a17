"""Saves the rules of a game as a page for browsers."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole import Variant
from wormhole.gui.pictures.page_files import save_page
from wormhole.gui.pictures.page_looks import prints_of
from wormhole.gui.rules_pages.content import file_stem, rules_content
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage
from wormhole.pages.page_look import PageLook
from wormhole.pages.rules_page import rules_page
from wormhole.pages.shell import page_html


@dataclass(frozen=True)
class RulesPageJob:
    """The page with the rules of a game."""

    game: Variant

    @property
    def name(self) -> str:
        """The proposed name of the file, without its suffix."""
        return file_stem(self.game)

    def html(self, look: PageLook, job: Job[OSError | None]) -> str:
        """The page, in all languages."""
        return page_html(rules_page(rules_content(self.game, look.languages), look, prints_of), look)


def save_rules(stage: Stage, game: Variant) -> None:
    """Ask where to save the rules, and write them."""
    save_page(stage, RulesPageJob(game))

"""Saves the rules of a game as a page for browsers."""

from __future__ import annotations

from wormhole import Variant
from wormhole.gui.pictures.page_files import PageJob, save_page
from wormhole.gui.pictures.page_looks import prints_of
from wormhole.gui.rules_pages.content import file_stem, rules_content
from wormhole.gui.window.stage import Stage
from wormhole.pages.page_look import PageLook
from wormhole.pages.rules_page import rules_page
from wormhole.pages.shell import page_html


def save_rules(stage: Stage, game: Variant) -> None:
    """Ask where to save the rules, and write them in all languages."""

    def html(look: PageLook) -> str:
        return page_html(rules_page(rules_content(game, look.languages), look, prints_of), look)

    save_page(stage, PageJob(lambda job, look: html(look), file_stem(game)))

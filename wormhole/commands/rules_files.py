"""The rules of a game as a page or as Markdown: ``page --rules``."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import errors_of
from wormhole.commands.arguments import game_of

if TYPE_CHECKING:
    from wormhole.pages.page_look import PageLook

THEME = "paper"
"""The colours of pictures beside Markdown."""


def rules_html(args: argparse.Namespace, look: PageLook) -> str:
    """The page with the rules of the game that ``--rules`` names."""
    from wormhole.gui.pictures.page_looks import prints_of
    from wormhole.gui.rules_pages.content import rules_content
    from wormhole.pages.rules_page import rules_page
    from wormhole.pages.shell import page_html

    return page_html(rules_page(rules_content(game_of(args.rules), look.languages), look, prints_of), look)


def write_markdown(args: argparse.Namespace) -> int:
    """Write the Markdown, its pictures and the game's file into a folder, which is made if it is missing."""
    from wormhole.base.atomic_files import write_text
    from wormhole.gui.languages import catalogues, language
    from wormhole.gui.look.sprites import Art
    from wormhole.gui.look.theme import Theme
    from wormhole.gui.pictures.rules_markdown import rules_files
    from wormhole.gui.rules_pages.content import rules_content

    if args.rules is None:
        raise WormholeError("--markdown needs --rules")
    code = language.in_use()
    languages = {code: catalogues.catalogue(code, catalogues.folders())}
    content = rules_content(game_of(args.rules), languages)
    files = dict(rules_files(content, code, Theme.load(THEME), Art()))
    paths = {Path(args.out, name): text for name, text in files.items()}
    there = next((path for path in paths if os.path.exists(path)), None)
    if there is not None and not args.force:
        raise WormholeError(f"{shown_path(there)} exists already; --force replaces it")
    with errors_of(args.out):
        os.makedirs(args.out, exist_ok=True)
        for path, text in paths.items():
            write_text(path, text)
    return 0

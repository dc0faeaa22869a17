"""The command ``page``: writes games or the rules of a game as one HTML file that any browser opens."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import errors_of
from wormhole.commands.arguments import count, game_of, game_options, listed_files, output, played
from wormhole.commands.rules_files import rules_of_game, write_markdown

if TYPE_CHECKING:
    from wormhole.library.record import Game
    from wormhole.rules.variant import Variant

MOST_GAMES = 1000


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    page = commands.add_parser(
        "page",
        parents=[game_options()],
        help="write games, or the rules of a game, as one HTML page",
        description="Write the games of a PGN file, or the rules of a game, as one HTML page. It needs no "
        "network and no other file.",
    )
    page.add_argument("--out", type=output, required=True, metavar="FILE", help="the file to write")
    page.add_argument("--force", action="store_true", help="replace FILE if it exists")
    what = page.add_mutually_exclusive_group(required=True)
    what.add_argument("--pgn", type=Path, metavar="FILE", help="a PGN file")
    what.add_argument("--rules", metavar="GAME", help="a game: a name of the catalogue, or a file")
    page.add_argument("--game", type=count, metavar="N", help="game N only, not all")
    page.add_argument("--title", default="", metavar="TEXT", help="the heading of a page with several games")
    page.add_argument("--embed", action="store_true", help="write a fragment for another page")
    page.add_argument(
        "--markdown",
        action="store_true",
        help="with --rules: write Markdown and pictures into the folder FILE",
    )
    page.add_argument("--language", metavar="CODE", help="the language shown at first: en, fr, es, de … (en)")
    page.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from wormhole.base.atomic_files import write_text
    from wormhole.compiling.groups import never_wait
    from wormhole.gui.languages import language
    from wormhole.gui.pictures.page_looks import page_look, prints_of
    from wormhole.pages.game_page import games_content
    from wormhole.pages.shell import fragment, page_html

    never_wait()
    if args.language is not None:
        language.check(args.language)
        language.use(args.language)
    if args.markdown and args.rules is None:
        raise WormholeError("--markdown needs --rules")
    if args.markdown:
        return write_markdown(args)
    if os.path.exists(args.out) and not args.force:
        raise WormholeError(f"{shown_path(args.out)} exists already; --force replaces it")
    look = page_look()
    if args.rules is not None:
        content = rules_of_game(args, look)
    else:
        content = games_content(_games(args, game_of(args.variant)), look, prints_of, args.title)
    html = page_html(content, look)
    with errors_of(args.out):
        write_text(args.out, fragment(html, content.title) if args.embed else html)
    return 0


def _games(args: argparse.Namespace, game: Variant) -> list[Game]:
    """The games of the file. Raises WormholeError if there are none, or too many."""
    from itertools import islice

    from wormhole.library import own_games
    from wormhole.library.pgn import read_file

    if args.game is not None:
        return [played(args, game)]
    games = list(islice(read_file(args.pgn, [game, *own_games.variants(listed_files())]), MOST_GAMES + 1))
    if not games:
        raise WormholeError(f"{shown_path(args.pgn)}: there is no game in this file")
    if len(games) > MOST_GAMES:
        raise WormholeError(f"a page can have {MOST_GAMES} games; name one with --game")
    return games

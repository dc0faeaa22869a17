"""The command ``page``: writes games, a position, a puzzle, a lesson, a study or rules as one HTML file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import errors_of
from wormhole.commands.arguments import (
    count,
    game_of,
    game_options,
    listed_files,
    output,
    played,
    position_of,
)
from wormhole.commands.rules_files import rules_html, write_markdown

if TYPE_CHECKING:
    from wormhole.library.record import Game
    from wormhole.pages.page_look import PageLook
    from wormhole.rules.variant import Variant


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    page = commands.add_parser(
        "page",
        parents=[game_options()],
        help="write games, a position, a puzzle, a lesson, a study or rules as one HTML page",
        description="Write games, the chapters of a study, a position (--fen), a puzzle, a lesson or the "
        "rules of a game as one HTML page. Any browser opens it, without a network or another file.",
    )
    page.add_argument("--out", type=output, required=True, metavar="FILE", help="the file to write")
    page.add_argument("--force", action="store_true", help="replace FILE if it exists")
    what = page.add_mutually_exclusive_group()
    what.add_argument("--pgn", type=Path, metavar="FILE", help="the games of a PGN file, or a study")
    what.add_argument("--puzzle", type=count, metavar="N", help="puzzle N of the game")
    what.add_argument("--rules", metavar="GAME", help="the rules of a game: its name, or its file")
    what.add_argument("--lesson", metavar="NAME", help="a lesson: its name, or a TOML file")
    page.add_argument("--game", type=count, metavar="N", help="with --pgn: game N only, not all")
    page.add_argument("--title", default="", metavar="TEXT", help="with --pgn: the heading of several games")
    page.add_argument("--flip", action="store_true", help="Black at the bottom")
    page.add_argument("--language", metavar="CODE", help="the language of the heading: en, fr, es, de …")
    page.add_argument(
        "--markdown", action="store_true", help="with --rules: Markdown and pictures in the folder FILE"
    )
    page.add_argument("--embed", action="store_true", help="write a fragment for a page of one's own")
    page.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from wormhole.base.atomic_files import write_text
    from wormhole.compiling.groups import never_wait
    from wormhole.gui.languages import language
    from wormhole.gui.pictures.page_looks import page_look
    from wormhole.pages.shell import fragment

    never_wait()
    if args.language is not None:
        language.check(args.language)
        language.use(args.language)
    if args.markdown:
        return write_markdown(args)
    if os.path.exists(args.out) and not args.force:
        raise WormholeError(f"{shown_path(args.out)} exists already; --force replaces it")
    if args.game is not None and args.pgn is None:
        raise WormholeError("--game needs --pgn")
    html = _html(args, page_look())
    with errors_of(args.out):
        write_text(args.out, fragment(html, args.title or args.out.stem) if args.embed else html)
    return 0


def _html(args: argparse.Namespace, look: PageLook) -> str:
    """The page that is asked for."""
    from wormhole.gui.pictures.page_looks import prints_of
    from wormhole.library import study
    from wormhole.library.pgn import file_lines
    from wormhole.library.record import Game
    from wormhole.pages.exercises import lesson_of, numbered_puzzle
    from wormhole.pages.game_page import games_page, lesson_page, puzzle_page, study_page
    from wormhole.rules.board import Board

    if args.rules is not None:
        return rules_html(args, look)
    if args.lesson is not None:
        return lesson_page(lesson_of(args.lesson), look, prints_of)
    game = game_of(args.variant)
    if args.puzzle is not None:
        return puzzle_page([numbered_puzzle(game.name, args.puzzle)], look, prints_of)
    if args.pgn is None:
        position = Game(Board(game, position_of(game, args.fen)))
        return games_page([position], look, prints_of, flipped=args.flip)
    if args.game is None and study.is_study(file_lines(args.pgn)):
        found = study.read(file_lines(args.pgn), _own(game), args.pgn.stem)
        return study_page(found[0], look, prints_of)
    return games_page(_games(args, game), look, prints_of, args.title, flipped=args.flip)


def _own(game: Variant) -> list[Variant]:
    from wormhole.library import own_games

    return [game, *own_games.variants(listed_files())]


def _games(args: argparse.Namespace, game: Variant) -> list[Game]:
    """The games of the file. Raises WormholeError if there are none, or too many."""
    from itertools import islice

    from wormhole.library.pgn import read_file
    from wormhole.pages.game_page import MOST_GAMES

    if args.game is not None or args.fen is not None:
        return [played(args, game)]
    games = list(islice(read_file(args.pgn, _own(game)), MOST_GAMES + 1))
    if not games:
        raise WormholeError(f"{shown_path(args.pgn)}: there is no game in this file")
    if len(games) > MOST_GAMES:
        raise WormholeError(f"a page can have {MOST_GAMES} games; name one with --game")
    return games

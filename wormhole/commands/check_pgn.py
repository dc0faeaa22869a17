"""The command ``pgn``: lists the games of a PGN file, its errors, and what was read leniently."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from wormhole.base.quoting import printable, shown_path
from wormhole.rules.game_file import load


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    pgn = commands.add_parser("pgn", help="list the games of a PGN file and report its errors and warnings")
    pgn.add_argument("file", type=Path, metavar="FILE")
    pgn.add_argument(
        "--variant", type=Path, metavar="GAME", help="the file of a variant that is used in the PGN file"
    )
    pgn.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from wormhole.library.pgn import check_file
    from wormhole.library.pgn_parser import PgnError

    own_games = [load(args.variant)] if args.variant else []
    bad, number = 0, 0
    for number, found in enumerate(check_file(args.file, own_games), 1):
        if isinstance(found, PgnError):
            bad += 1
            print(f"{shown_path(args.file)}: {found}", file=sys.stderr)
        else:
            players = f"{found.headers['White']} - {found.headers['Black']}"
            title = found.start.variant.title
            count = found.end().plies()
            plies = f"{count} {'ply' if count == 1 else 'plies'}"
            print(f"{number:>4}  {title}  {players}  {found.result}  {plies}")
            for warning in found.warnings:
                print(f"{shown_path(args.file)}: {printable(warning.of_game(number))}", file=sys.stderr)
    if not number:
        raise PgnError(f"{shown_path(args.file)}: there is no game in this file")
    return 1 if bad else 0

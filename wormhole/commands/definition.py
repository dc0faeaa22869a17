"""The command ``definition``: writes a game as a file of ours, or for Fairy-Stockfish."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from wormhole.commands.arguments import chosen_game_of


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    definition = commands.add_parser("definition", help="write the file of a game to standard output")
    definition.add_argument(
        "game", metavar="GAME", help="a name of the catalogue, a file, or a section, as in variants.ini:NAME"
    )
    definition.add_argument(
        "--ini", action="store_true", help="as a section of Fairy-Stockfish's variants.ini"
    )
    definition.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from wormhole.base.quoting import shown_path
    from wormhole.library.composer.game_draft import definition_of
    from wormhole.rules.game_file import left_out
    from wormhole.rules.variants_ini_writer import written

    game = chosen_game_of(args.game)
    if game.file is not None:
        for warning in left_out(game.file):
            print(f"{shown_path(game.file)}: {warning.told}", file=sys.stderr)
    sys.stdout.write(written(game.variant) if args.ini else definition_of(game.variant))
    return 0

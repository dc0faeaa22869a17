"""The game that a command is given: its options, and what they name."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole.library.chosen_game import DEFAULT_GAME, ChosenGame, opened
from wormhole.rules.compiled import complain
from wormhole.rules.errors import WormholeError
from wormhole.rules.gamefile import variant, variants
from wormhole.rules.quoting import shown_path
from wormhole.rules.variant import Variant

if TYPE_CHECKING:
    from wormhole.library.record import Game


def game_options() -> argparse.ArgumentParser:
    """The options ``--variant`` and ``--fen``, as the parent of a command's parser."""
    game = argparse.ArgumentParser(add_help=False)
    game.add_argument(
        "--variant",
        metavar="GAME",
        help=f"the game: a file, or one of {', '.join(variants())} (the first by default)",
    )
    game.add_argument("--fen", help="the start position, instead of the game's own")
    return game


def game_of(text: str | None) -> Variant:
    """As `chosen_game_of`; stderr tells what was left out."""
    game = chosen_game_of(text)
    if game.complaint is not None:
        complain(game.complaint)
    return game.base


def chosen_game_of(text: str | None) -> ChosenGame:
    """The catalogue's game with that name, or else the game in that file; without a name the usual one."""
    name = text or DEFAULT_GAME
    if name in variants() or not os.path.exists(name):
        return ChosenGame(variant(name))
    return opened(Path(name))


def played(args: argparse.Namespace, game: Variant) -> Game:
    """The requested game of a PGN file."""
    from wormhole.library.pgn import file_lines, pick
    from wormhole.library.pgn_error import PgnError

    if args.fen is not None:
        raise WormholeError("--fen and --pgn cannot be combined: each sets the start position")
    try:
        return pick(file_lines(args.pgn), args.game, [game])
    except PgnError as error:
        path = shown_path(args.pgn)
        raise WormholeError(str(error) if path in str(error) else f"{path}: {error}") from None

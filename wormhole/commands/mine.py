"""The command ``mine``: finds puzzles of a game."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from wormhole.base.text_files import file_name
from wormhole.commands.arguments import count, game_of, hours, output, workers
from wormhole.library.chosen_game import is_named
from wormhole.work.crew import add_crew_options, crew_of


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    mine = commands.add_parser(
        "mine",
        help="find puzzles in games that the computer plays against itself",
        description="Find positions with one winning move, in games that the computer plays against itself. "
        "Ctrl-C stops it; the same command continues it. See docs/puzzles.md.",
    )
    mine.add_argument("variant", metavar="GAME", help="the game: a file, or a name of the catalogue")
    mine.add_argument(
        "--count", type=count, metavar="N", help="write the N most different of twice as many puzzles (all)"
    )
    mine.add_argument("--hours", type=hours, metavar="H", help="stop after H hours (when there are enough)")
    mine.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the games (0)")
    mine.add_argument("--out", type=output, metavar="FILE", help="the file of puzzles (GAME.jsonl)")
    mine.add_argument(
        "--wins-in-one",
        type=count,
        metavar="N",
        help="add last moves of longer puzzles until there are N wins in one",
    )
    add_crew_options(mine, workers)
    mine.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    """Mine, and print what was found."""
    from wormhole.training.last_moves import with_last_moves
    from wormhole.training.mining import MiningOrder, run, write_puzzles

    game = game_of(args.variant)
    if is_named(args.variant):
        game = replace(game, name=args.variant)  # a puzzle names the changed rule, too
    out = args.out or Path(f"{file_name(game.name)}.jsonl")
    result = run(MiningOrder(game, out, args.count, args.hours, args.seed), crew_of(args))
    if args.wins_in_one is not None:
        puzzles = with_last_moves(game, result.puzzles, args.wins_in_one, args.seed)
        write_puzzles(out, puzzles)
        result = replace(result, puzzles=tuple(puzzles))
    print(result.report())
    return 0

"""The command ``train``: teaches the computer a game."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from wormhole.commands.arguments import game_of, hours_or_none, workers
from wormhole.work.crew import add_crew_options, crew_of


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    train = commands.add_parser(
        "train",
        help="teach the computer a game",
        description="Teach the computer a game: it plays against itself, learns from the games, and keeps "
        "what it has learned if it then wins a match against what it knew before. Ctrl-C ends it; the same "
        "command goes on where it was. docs/training.md tells more.",
    )
    train.add_argument("variant", metavar="GAME", help="the game: a file, or a name of the catalogue")
    train.add_argument(
        "--hours",
        type=hours_or_none,
        default=1.0,
        metavar="H",
        help="end after H hours (1); with 0 it only shows what was learned",
    )
    train.add_argument(
        "--like",
        metavar="GAME",
        help="begin with what is known of this game, whose board is as large and whose pieces are alike",
    )
    train.add_argument(
        "--folder", type=Path, metavar="DIR", help="where the work is kept (the user's data folder)"
    )
    train.add_argument(
        "--out", type=Path, metavar="FILE", help="where the network goes (where the computer player finds it)"
    )
    train.add_argument(
        "--chart", type=Path, metavar="FILE", help="draw what was learned, as .svg or .png, after each round"
    )
    add_crew_options(train, workers)
    train.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    """Teach, and print each round."""
    from wormhole.training.teaching import Teaching, TrainingOrder
    from wormhole.training.training_report import check_chart, follow

    if args.chart is not None:
        check_chart(args.chart)
    order = TrainingOrder.usual(game_of(args.variant), args.hours)
    like = None if args.like is None else game_of(args.like)
    order = replace(order, folder=args.folder or order.folder, out=args.out or order.out, like=like)
    follow(Teaching(order), crew_of(args), args.chart)
    return 0

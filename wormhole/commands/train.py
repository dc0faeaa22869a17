"""The command ``train``: teaches the computer a game."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from wormhole.commands.arguments import game_of, hours_or_none, nodes, output, share, workers
from wormhole.work.crew import add_crew_options, crew_of


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    train = commands.add_parser(
        "train",
        help="train the computer for a game",
        description="Train the computer for a game: it plays against itself, learns from the games, and "
        "keeps a new network if that wins a match against the old one. Ctrl-C stops it; the same command "
        "continues it. See docs/training.md.",
    )
    train.add_argument("variant", metavar="GAME", help="the game: a file, or a name of the catalogue")
    train.add_argument(
        "--hours",
        type=hours_or_none,
        default=1.0,
        metavar="H",
        help="stop after H hours (1); with 0, only show the results so far",
    )
    train.add_argument(
        "--like",
        metavar="GAME",
        help="start with the network of this game, which has a board of the same size and similar pieces",
    )
    train.add_argument(
        "--nodes",
        type=nodes,
        metavar="N",
        help="nodes of the search for each move of the games (250)",
    )
    train.add_argument(
        "--trace",
        type=share,
        metavar="L",
        help="from 0 to 1: how much a position learns from what follows in its game, instead of from its own "
        "search (0.6)",
    )
    train.add_argument(
        "--folder", type=Path, metavar="DIR", help="where the work is saved (the user's data folder)"
    )
    train.add_argument(
        "--out",
        type=output,
        metavar="FILE",
        help="where the network is saved (where the computer player reads it)",
    )
    train.add_argument(
        "--chart", type=output, metavar="FILE", help="draw the results, as .svg or .png, after each round"
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
    options = {"folder": args.folder, "out": args.out, "nodes": args.nodes, "trace_decay": args.trace}
    given = {name: value for name, value in options.items() if value is not None}
    order = replace(order, like=like, **given)
    follow(Teaching(order), crew_of(args), args.chart)
    return 0

"""The command ``perft``: counts the leaf nodes of the tree of moves."""

from __future__ import annotations

import argparse
import time
from typing import Any

from wormhole.base.errors import WormholeError
from wormhole.commands.arguments import count, game_of, game_options, position_of


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    perft = commands.add_parser(
        "perft", parents=[game_options()], help="count the leaf nodes, depth by depth"
    )
    perft.add_argument("depth", type=count, help="the greatest depth, in plies")
    perft.add_argument("--plain", action="store_true", help="run without compiled loops")
    perft.add_argument("--divide", action="store_true", help="count for each first move, too")
    perft.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from wormhole.rules.board import Board
    from wormhole.rules.position import MAX_PLY

    if args.depth > MAX_PLY:
        raise WormholeError(f"perft counts {MAX_PLY} plies at most, not {args.depth}")
    board = Board(game := game_of(args.variant), position_of(game, args.fen))
    board.perft(1, fast=not args.plain)
    for depth in range(1, args.depth + 1):
        begun = time.perf_counter()
        count = board.perft(depth, fast=not args.plain)
        seconds = time.perf_counter() - begun
        print(f"perft {depth}  {count:>14,}  {seconds:8.3f} s  {count / seconds / 1e6:7.2f} million moves/s")
    if args.divide:
        for move in board.legal_moves:
            board.push(move)
            print(f"{move}: {board.perft(args.depth - 1, fast=not args.plain)}")
            board.pop()
    return 0

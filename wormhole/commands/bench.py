"""The command ``bench``: measures the search or the window."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from wormhole.commands.arguments import threads

POSITIONS = (
    "cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC w - - 0 1",
    "cnwxkwnx/ppxpxpxp/1p2pxc1/6p1/2P1P1P1/2x2P2/PPxPxxxP/CNxLKWNC w - - 1 7",
    "cnxxkxnc/ppxxpppp/w2l1x2/1Wp3x1/4P3/2P2x1N/PPxPxPPP/CNxLKWxC w - - 1 7",
    "cwkxxxwn/ppxppppx/2lxxW2/4x2p/3P1x2/3n1x2/PPPxPPPP/CWxxxNKC b - - 0 9",
    "cxxxkxxc/pxpxpppp/3pwx1n/1pn1x1P1/1x2C1x1/2x1C3/PlPPPPxP/xNxLKWNx w - - 2 9",
    "cnwxkxnc/xppppxxx/1x1l4/2p2pxp/N2x2p1/CLx1P3/PPxPxPPP/xxxxKWNC w - - 0 9",
    "cnxxkxnc/pxxpxxxp/x2l1x2/1WpN1px1/4PPx1/2P2x1x/PPxPxxPP/xNxCKWxC w - - 0 11",
    "xnxlkwxc/pxxpxxpp/P1x2xwn/xp2pP2/1Px3x1/x1x1NN2/xxPPPPxP/LxWxKWxC w - - 1 11",
    "cnxlkxnx/ppppxpxx/4p2x/3xx1x1/N1P2xx1/1LxxxC1x/PPPxPxpP/xxxxKxNx w - - 0 13",
    "xxxxxxxk/xpxxxpCp/x1nx1P2/c1ppx1x1/1x1x2Px/1LxPxP2/PxxxPxxx/xNxwKxwC w - - 0 16",
    "1nwlkxn1/1ppx4/2x5/2xp4/5xxN/8/3x4/4K3 b - - 0 20",
)
DEPTH = 11


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    bench = commands.add_parser("bench", help="measure the speed of the search or of the window")
    bench.add_argument("--window", action="store_true", help="measure the window, busy and idle")
    bench.add_argument(
        "--library",
        nargs="?",
        type=Path,
        const=Path(),
        metavar="FILE",
        help="with --window: only the library, and 50 MB of PGN imported; or a large library that exists",
    )
    bench.add_argument(
        "--threads",
        type=threads,
        default=1,
        metavar="N",
        help="search threads (1)",
    )
    bench.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    if args.window:
        from wormhole.commands.window_bench import run, run_large_library, run_library

        if args.library is None:
            return run()
        return run_library() if args.library == Path() else run_large_library(args.library)
    return run_search(args.threads)


def run_search(threads: int = 1) -> int:
    """Search every position, each with an empty transposition table; print nodes per second.

    With one thread also print a signature, the number of all nodes: it changes only when the search changes.
    """
    from wormhole.engine.levels import Limit
    from wormhole.engine.search_loops import has_fast_loops
    from wormhole.engine.thinker import Thinker
    from wormhole.rules.board import Board
    from wormhole.rules.game_file import variant

    thinker = Thinker(variant("wormhole"), fast=has_fast_loops(), threads=threads)
    thinker.think(Board(), Limit(depth=1))
    nodes, seconds = 0, 0.0
    for fen in POSITIONS:
        thinker.forget()
        begun = time.perf_counter()
        thinker.think(Board(fen=fen), Limit(depth=DEPTH))
        took = time.perf_counter() - begun
        found = thinker.thought().nodes
        nodes += found
        seconds += took
        print(f"{_speed(found, took)}  {fen}")
    print(_speed(nodes, seconds) + (f"  signature {nodes}" if threads == 1 else f"  {threads} threads"))
    return 0


def _speed(nodes: int, seconds: float) -> str:
    return f"{nodes:>10,} nodes  {seconds:6.2f} s  {nodes / seconds / 1e6:5.2f} million/s"

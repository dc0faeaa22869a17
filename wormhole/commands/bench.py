"""The command ``bench``: measures the search or the window."""

from __future__ import annotations

import argparse
from typing import Any

from wormhole.commands.arguments import threads


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    bench = commands.add_parser("bench", help="measure the speed of the search or of the window")
    bench.add_argument("--window", action="store_true", help="measure the window, busy and idle")
    bench.add_argument(
        "--library", action="store_true", help="with --window: only the library, and 50 MB of PGN imported"
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
        from wormhole.commands.window_bench import run, run_library

        return run_library() if args.library else run()
    from wormhole.commands import search_bench

    return search_bench.run(args.threads)

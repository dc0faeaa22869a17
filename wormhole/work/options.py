"""The options of commands that hand out work."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from wormhole.work.crew import Crew


def add_crew_options(parser: argparse.ArgumentParser, workers: Callable[[str], int]) -> None:
    """Add ``--workers`` and ``--cluster``."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=workers, metavar="N", help="processes on this machine (one for each core)"
    )
    where.add_argument(
        "--cluster", metavar="ADDRESS", help="a Dask scheduler, tcp://HOST:8786, whose workers do the work"
    )


def crew_of(args: argparse.Namespace) -> Crew:
    """The crew that the options name."""
    if args.cluster is not None:
        return Crew(cluster=args.cluster)
    return Crew(args.workers) if args.workers else Crew()

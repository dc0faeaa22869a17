"""Who does a piece of work, and how it is handed out."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from tqdm import tqdm

from wormhole.work.processes import Task


def progress_bar(total: int | None, unit: str) -> tqdm:
    """A bar on the terminal, none where the output is no terminal; ``total`` is None if it is not known."""
    return tqdm(total=total, unit=unit, dynamic_ncols=True, disable=None)


@dataclass(frozen=True)
class Crew:
    """So many processes on this machine, or the cluster whose scheduler has this address."""

    processes: int = os.cpu_count() or 1
    cluster: str | None = None

    def results(self, task: Task, jobs: Iterable[Any]) -> Generator[tuple[Any, Any]]:
        """Each job with its result, in any order. Closing the generator ends the work.

        Jobs are taken from ``jobs`` when somebody is free, so they may be endless. The job of a worker that
        is killed is given to another one. Raises :class:`~wormhole.rules.errors.WormholeError` as the workers
        do, also if the cluster cannot be used, and :class:`~wormhole.work.processes.WorkerError`.
        """
        if self.cluster is not None:
            from wormhole.work.cluster import results_of_cluster

            return results_of_cluster(task, jobs, self.cluster)
        from wormhole.work.processes import results_of_processes

        return results_of_processes(task, jobs, self.processes)


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

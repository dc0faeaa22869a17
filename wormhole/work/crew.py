"""A crew, which does the jobs of a piece of work, and the ledger of the finished jobs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted, shown_path
from wormhole.base.text_files import errors_of
from wormhole.library import journal

if TYPE_CHECKING:
    from tqdm import tqdm

    from wormhole.work.processes import Hear, Task


def progress_bar(total: int | None, unit: str) -> tqdm:
    """A bar on the terminal, if the output is one; ``total`` is None if it is not known."""
    from tqdm import tqdm

    return tqdm(total=total, unit=unit, dynamic_ncols=True, disable=None)


@dataclass(frozen=True)
class Crew:
    """So many processes on this machine, or the cluster whose scheduler has this address.

    Each process does ``threads`` jobs at once. That saves memory where the jobs only wait for other programs.
    """

    processes: int = os.cpu_count() or 1
    cluster: str | None = None
    threads: int = 1

    def results(
        self, task: Task, jobs: Iterable[Any], hear: Hear | None = None
    ) -> Generator[tuple[Any, Any]]:
        """Each job with its result, in any order. Closing the generator ends the work.

        ``hear`` takes the news of the workers, as they come; those of a cluster have none.

        A job is taken from ``jobs`` when a worker is free, so they may be endless. If a worker is killed, its
        job is given to another one. Raises :class:`~wormhole.base.errors.WormholeError` as the workers do,
        also if the cluster cannot be used, and :class:`~wormhole.work.processes.WorkerError`.
        """
        if self.cluster is not None:
            from wormhole.work.cluster import results_of_cluster

            return results_of_cluster(task, jobs, self.cluster)
        from wormhole.work.processes import results_of_processes

        return results_of_processes(task, jobs, self.processes, self.threads, hear)


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


class Ledger:
    """The ledger in a file, which is created if there is none; ``work`` identifies the work.

    It is a journal: the first line identifies the work, each other line is a finished job with its result. So
    the work can be stopped at any time and resumed.

    ``results`` has the results so far, by their jobs, which are numbers. Raises
    :class:`WormholeError` if the file cannot be used, or is of other work.
    """

    def __init__(self, path: Path, work: Mapping[str, Any]) -> None:
        self._path = path
        with errors_of(path):
            path.parent.stat()  # a journal would create the folder of a mistyped path
            entries = journal.read(path)
        if not entries:
            journal.append_entry(path, work)
        elif entries[0] != work:
            raise WormholeError(f"{shown_path(path)}: this file belongs to other work: {quoted(entries[0])}")
        for entry in entries[1:]:
            if type(entry.get("job")) is not int or "result" not in entry:
                raise WormholeError(f"{shown_path(path)}: an entry is not a job with its result")
        self.results: dict[int, Any] = {entry["job"]: entry["result"] for entry in entries[1:]}

    def add(self, job: int, result: Any) -> None:
        """Record a finished job, once. Raises :class:`WormholeError`."""
        if job not in self.results:
            journal.append_entry(self._path, {"job": job, "result": result})
            self.results[job] = result

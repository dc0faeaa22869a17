"""Who does a piece of work, and how it is handed out."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

from wormhole.work.worker import Task


@dataclass(frozen=True)
class Crew:
    """So many processes on this machine, or the cluster whose scheduler has this address."""

    processes: int = os.cpu_count() or 1
    cluster: str | None = None

    def results(self, task: Task, jobs: Iterable[Any]) -> Generator[tuple[Any, Any]]:
        """Each job with its result, in any order. Closing the generator ends the work.

        Jobs are taken from ``jobs`` when somebody is free, so they may be endless. The job of a worker that
        is killed is given to another one. Raises :class:`~wormhole.rules.errors.WormholeError` as the workers
        do, also if the cluster cannot be used, and :class:`~wormhole.work.worker.WorkerError`.
        """
        if self.cluster is not None:
            from wormhole.work.cluster import results_of_cluster

            return results_of_cluster(task, jobs, self.cluster)
        from wormhole.work.processes import results_of_processes

        return results_of_processes(task, jobs, self.processes)

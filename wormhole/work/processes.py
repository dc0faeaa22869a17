"""Workers on this machine: processes, each with a pipe, that do one job at a time."""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import signal
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from wormhole.rules.errors import WormholeError

STOP_AGAIN_SECONDS = 0.5
"""The interval of requests to stop, since a worker may just begin with a job."""

MOST_DEATHS = 3
"""A job during which so many workers have died is not given to another one."""

EXIT_SECONDS = 5.0
"""How long the workers may take to end after the work."""

OVER = object()
"""Stands for a job once there are no more; no job is the same object."""


class Worker(Protocol):
    """Does one job after another. Jobs can be hashed; they and their results can be pickled."""

    def do(self, job: Any) -> Any:
        """The result of a job. After :meth:`stop` the result is ignored."""

    def stop(self) -> None:
        """End the job in progress and each later one soon. Any thread may call it at any time, also twice."""

    def close(self) -> None:
        """Release its resources; not while it works."""


Task = Callable[[], Worker]
"""Makes a worker in the process in which it works. It can be pickled."""


class WorkerError(RuntimeError):
    """A worker failed through an error of this program; the text is its traceback."""


def results_of_processes(task: Task, jobs: Iterable[Any], processes: int) -> Generator[tuple[Any, Any]]:
    """As :meth:`wormhole.work.crew.Crew.results`."""
    coming, again, deaths = iter(jobs), deque[Any](), Counter[Any]()
    busy: dict[Connection, tuple[BaseProcess, Any]] = {}
    idle: list[tuple[Connection, BaseProcess]] = []
    try:
        while True:
            while len(busy) < processes:
                try:
                    job = again.popleft() if again else next(coming)
                except StopIteration:
                    break
                pipe, process = idle.pop() if idle else _started(task)
                busy[pipe] = process, job
                with contextlib.suppress(OSError):  # it has died; the end of its pipe shows that
                    pipe.send(job)
            if not busy:
                return
            ready = wait(list(busy))
            for pipe in [pipe for pipe in busy if pipe in ready]:
                process, job = busy.pop(pipe)
                try:
                    failure, result = pipe.recv()
                except (EOFError, OSError):
                    _end(pipe, process, 0)
                    deaths[job] += 1
                    if deaths[job] == MOST_DEATHS:
                        raise WorkerError(f"{MOST_DEATHS} workers have died with job {job!r}") from None
                    again.append(job)
                    continue
                idle.append((pipe, process))
                if failure is not None:
                    raise failure
                yield job, result
    finally:
        left = [*idle, *((pipe, process) for pipe, (process, _) in busy.items())]
        for pipe, _ in left:
            pipe.close()
        deadline = time.monotonic() + EXIT_SECONDS
        for pipe, process in left:
            _end(pipe, process, max(0.0, deadline - time.monotonic()))


def _started(task: Task) -> tuple[Connection, BaseProcess]:
    """A new worker process, and the end of its pipe."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(task, theirs), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _end(pipe: Connection, process: BaseProcess, seconds: float) -> None:
    pipe.close()
    process.join(seconds)
    process.terminate()
    process.join()


def _work(task: Task, pipe: Connection) -> None:
    """Do the jobs from the pipe until it is closed: the work is over, or the parent was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the pipe is closed
    jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
    failure: Exception | None = None
    try:
        with contextlib.closing(task()) as worker:
            threading.Thread(target=_listen, args=(pipe, jobs, worker), daemon=True).start()
            while (job := jobs.get()) is not OVER:
                pipe.send((None, worker.do(job)))
            return
    except WormholeError as error:
        failure = WormholeError(str(error))
    except Exception:
        failure = WorkerError(traceback.format_exc())
    with contextlib.suppress(OSError):  # nothing waits for it any more
        pipe.send((failure, None))


def _listen(pipe: Connection, jobs: queue.SimpleQueue[Any], worker: Worker) -> None:
    try:
        while True:
            jobs.put(pipe.recv())
    except (EOFError, OSError):
        jobs.put(OVER)
    while True:
        worker.stop()
        time.sleep(STOP_AGAIN_SECONDS)

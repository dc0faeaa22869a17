"""Workers on this machine: processes, each with a pipe. A process does one job at a time in each of its
threads."""

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
from dataclasses import dataclass, field
from enum import Enum, auto
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


Task = Callable[..., Worker]
"""Makes a worker in the process, and the thread, in which it works. It can be pickled.

If somebody hears the news of the workers, it gets the function ``tell``, which takes them.
"""

Hear = Callable[[Any], None]
"""Takes the news of all workers, in the thread that waits for the results."""


class WorkerError(RuntimeError):
    """A worker failed through an error of this program; the text is its traceback."""


class _Kind(Enum):
    """The kinds of messages of a process."""

    NEWS = auto()
    RESULT = auto()
    FAILURE = auto()


@dataclass
class _Hand:
    """A process, the end of its pipe, and the jobs that it does."""

    pipe: Connection
    process: BaseProcess
    jobs: list[Any] = field(default_factory=list)


def results_of_processes(
    task: Task, jobs: Iterable[Any], processes: int, threads: int = 1, hear: Hear | None = None
) -> Generator[tuple[Any, Any]]:
    """As :meth:`wormhole.work.crew.Crew.results`."""
    coming, again, deaths = iter(jobs), deque[Any](), Counter[Any]()
    hands: dict[Connection, _Hand] = {}
    try:
        while True:
            while sum(len(hand.jobs) for hand in hands.values()) < processes * threads:
                try:
                    job = again.popleft() if again else next(coming)
                except StopIteration:
                    break
                hand = min(hands.values(), key=lambda each: len(each.jobs), default=None)
                if hand is None or (hand.jobs and len(hands) < processes):
                    hand = _started(task, threads, hear is not None)
                    hands[hand.pipe] = hand
                hand.jobs.append(job)
                with contextlib.suppress(OSError):  # it has died; the end of its pipe shows that
                    hand.pipe.send(job)
            busy = [pipe for pipe, hand in hands.items() if hand.jobs]
            if not busy:
                return
            for pipe in wait(busy):
                hand = hands[pipe]  # type: ignore[index]
                try:
                    kind, job, content = hand.pipe.recv()
                except (EOFError, OSError):
                    del hands[hand.pipe]
                    _end(hand, 0)
                    for job in hand.jobs:
                        deaths[job] += 1
                        if deaths[job] == MOST_DEATHS:
                            raise WorkerError(f"{MOST_DEATHS} workers have died with job {job!r}") from None
                    again.extend(hand.jobs)
                    continue
                if kind is _Kind.FAILURE:
                    raise content
                if kind is _Kind.RESULT:
                    hand.jobs.remove(job)
                    yield job, content
                elif hear is not None:
                    hear(content)
    finally:
        for hand in hands.values():
            hand.pipe.close()
        deadline = time.monotonic() + EXIT_SECONDS
        for hand in hands.values():
            _end(hand, max(0.0, deadline - time.monotonic()))


def _started(task: Task, threads: int, has_news: bool) -> _Hand:
    """A new process."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(task, theirs, threads, has_news), daemon=True)
    process.start()
    theirs.close()
    return _Hand(ours, process)


def _end(hand: _Hand, seconds: float) -> None:
    hand.pipe.close()
    hand.process.join(seconds)
    hand.process.terminate()
    hand.process.join()


class _Workplace:
    """The jobs of a process, its end of the pipe, and its workers, one in each thread."""

    def __init__(self, task: Task, pipe: Connection, has_news: bool) -> None:
        self._task, self._pipe, self._has_news = task, pipe, has_news
        self._jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._sending = threading.Lock()
        self._workers: list[Worker] = []

    def work(self) -> None:
        """Do jobs until there are no more."""
        try:
            with contextlib.closing(self._new_worker()) as worker:
                self._workers.append(worker)
                while (job := self._jobs.get()) is not OVER:
                    self._send(_Kind.RESULT, job, worker.do(job))
            return
        except WormholeError as error:
            failure: Exception = WormholeError(str(error))
        except Exception:
            failure = WorkerError(traceback.format_exc())
        with contextlib.suppress(OSError):  # nothing waits for it any more
            self._send(_Kind.FAILURE, None, failure)

    def listen(self, threads: int) -> None:
        """Take jobs from the pipe until it is closed: the work is over, or the parent was killed."""
        try:
            while True:
                self._jobs.put(self._pipe.recv())
        except (EOFError, OSError):
            for _ in range(threads):
                self._jobs.put(OVER)
        while True:
            for worker in list(self._workers):
                worker.stop()
            time.sleep(STOP_AGAIN_SECONDS)

    def _new_worker(self) -> Worker:
        return self._task(tell=self._tell) if self._has_news else self._task()

    def _tell(self, news: Any) -> None:
        with contextlib.suppress(OSError):  # the parent is gone, and the worker is stopped soon
            self._send(_Kind.NEWS, None, news)

    def _send(self, kind: _Kind, job: Any, content: Any) -> None:
        with self._sending:
            self._pipe.send((kind, job, content))


def _work(task: Task, pipe: Connection, threads: int, has_news: bool) -> None:
    """The program of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the pipe is closed
    place = _Workplace(task, pipe, has_news)
    threading.Thread(target=place.listen, args=(threads,), daemon=True).start()
    others = [threading.Thread(target=place.work, daemon=True) for _ in range(threads - 1)]
    for other in others:
        other.start()
    place.work()
    for other in others:
        other.join()

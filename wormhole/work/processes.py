"""Workers on this machine: processes, each with a pipe. A process does one job at a time in each of its
threads."""

from __future__ import annotations

import contextlib
import pickle
import queue
import signal
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Protocol

from wormhole.base.children import Child, Parent
from wormhole.base.errors import WormholeError

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


LOOK_SECONDS = 0.5
"""On Windows, Ctrl-C ends only a wait that has a limit."""


@dataclass(eq=False)
class _Hand:
    """A process, and the jobs that it does. A thread takes its messages to the ``inbox``; the last one is
    empty."""

    child: Child
    inbox: queue.SimpleQueue[tuple[_Hand, bytes]]
    jobs: list[Any] = field(default_factory=list)

    def listen(self) -> None:
        """Take messages until the process ends."""
        for content in self.child.messages():
            self.inbox.put((self, content))
        self.inbox.put((self, b""))


def results_of_processes(
    task: Task, jobs: Iterable[Any], processes: int, threads: int = 1, hear: Hear | None = None
) -> Generator[tuple[Any, Any]]:
    """The jobs and their results, by processes of this computer: :meth:`wormhole.work.crew.Crew.results`."""
    coming, again, deaths = iter(jobs), deque[Any](), Counter[Any]()
    inbox: queue.SimpleQueue[tuple[_Hand, bytes]] = queue.SimpleQueue()
    hands: list[_Hand] = []
    try:
        while True:
            while sum(len(hand.jobs) for hand in hands) < processes * threads:
                try:
                    job = again.popleft() if again else next(coming)
                except StopIteration:
                    break
                hand = min(hands, key=lambda each: len(each.jobs), default=None)
                if hand is None or (hand.jobs and len(hands) < processes):
                    hand = _started(task, threads, hear is not None, inbox)
                    hands.append(hand)
                hand.jobs.append(job)
                hand.child.send(job)
            if not any(hand.jobs for hand in hands):
                return
            hand, message = _next(inbox)
            if not message:
                hands.remove(hand)
                hand.child.close()
                for job in hand.jobs:
                    deaths[job] += 1
                    if deaths[job] == MOST_DEATHS:
                        raise WorkerError(f"{MOST_DEATHS} workers have died with job {job!r}")
                again.extend(hand.jobs)
                continue
            kind, job, content = pickle.loads(message)
            if kind is _Kind.FAILURE:
                raise content
            if kind is _Kind.RESULT:
                hand.jobs.remove(job)
                yield job, content
            elif hear is not None:
                hear(content)
    finally:
        for hand in hands:
            hand.child.let_end()
        deadline = time.monotonic() + EXIT_SECONDS
        for hand in hands:
            hand.child.close(max(0.0, deadline - time.monotonic()))


def _next(inbox: queue.SimpleQueue[tuple[_Hand, bytes]]) -> tuple[_Hand, bytes]:
    while True:
        with contextlib.suppress(queue.Empty):
            return inbox.get(timeout=LOOK_SECONDS)


def _started(
    task: Task, threads: int, has_news: bool, inbox: queue.SimpleQueue[tuple[_Hand, bytes]]
) -> _Hand:
    """A new process. Raises OSError."""
    hand = _Hand(Child(f"{__name__}:main"), inbox)
    threading.Thread(target=hand.listen, name="results of a worker", daemon=True).start()
    hand.child.send((task, threads, has_news))
    return hand


class _Workplace:
    """The jobs of a process, and its workers, one in each thread."""

    def __init__(self, task: Task, parent: Parent, has_news: bool) -> None:
        self._task, self._parent, self._has_news = task, parent, has_news
        self._jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._workers: list[Worker] = []

    def work(self) -> None:
        """Do jobs until there are no more."""
        try:
            with contextlib.closing(self._new_worker()) as worker:
                self._workers.append(worker)
                while (job := self._jobs.get()) is not OVER:
                    self._parent.send((_Kind.RESULT, job, worker.do(job)))
            return
        except WormholeError as error:
            failure: Exception = WormholeError(str(error))
        except Exception:
            failure = WorkerError(traceback.format_exc())
        self._parent.send((_Kind.FAILURE, None, failure))

    def listen(self, jobs: Iterable[Any], threads: int) -> None:
        """Take jobs until there are no more: the work is over, or the parent was killed."""
        for job in jobs:
            self._jobs.put(job)
        for _ in range(threads):
            self._jobs.put(OVER)
        while True:
            for worker in list(self._workers):
                worker.stop()
            time.sleep(STOP_AGAIN_SECONDS)

    def _new_worker(self) -> Worker:
        return self._task(tell=self._tell) if self._has_news else self._task()

    def _tell(self, news: Any) -> None:
        self._parent.send((_Kind.NEWS, None, news))


def main() -> None:
    """The program of a process, which is sent its task first, and then its jobs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the pipe is closed
    parent = Parent()
    messages = parent.messages()
    task, threads, has_news = next(messages)
    place = _Workplace(task, parent, has_news)
    threading.Thread(target=place.listen, args=(messages, threads), daemon=True).start()
    others = [threading.Thread(target=place.work, daemon=True) for _ in range(threads - 1)]
    for other in others:
        other.start()
    place.work()
    for other in others:
        other.join()

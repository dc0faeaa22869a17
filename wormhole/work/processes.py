"""Workers on this machine: processes, each with a pipe. A process does one job at a time in each of its
threads."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import IO, Any, Protocol

from wormhole.base.errors import WormholeError
from wormhole.own_program import child_command, parent_channel, read_message, write_message

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
    """A process, and the jobs that it does. A thread takes its messages to the ``inbox``."""

    process: subprocess.Popen[bytes]
    inbox: queue.SimpleQueue[tuple[_Hand, bytes]]
    jobs: list[Any] = field(default_factory=list)

    def send(self, content: object) -> None:
        """Send a message. The inbox shows if it has died."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            write_message(self.process.stdin, content)

    def listen(self) -> None:
        """Take messages until the process ends; the last one is empty."""
        assert self.process.stdout is not None
        with contextlib.suppress(OSError), self.process.stdout as pipe:
            while content := read_message(pipe):
                self.inbox.put((self, content))
        self.inbox.put((self, b""))

    def close(self) -> None:
        """Let the process end: there are no more jobs."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()


def results_of_processes(
    task: Task, jobs: Iterable[Any], processes: int, threads: int = 1, hear: Hear | None = None
) -> Generator[tuple[Any, Any]]:
    """As :meth:`wormhole.work.crew.Crew.results`."""
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
                hand.send(job)
            if not any(hand.jobs for hand in hands):
                return
            hand, message = _next(inbox)
            if not message:
                hands.remove(hand)
                _end(hand, 0)
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
            hand.close()
        deadline = time.monotonic() + EXIT_SECONDS
        for hand in hands:
            _end(hand, max(0.0, deadline - time.monotonic()))


def _next(inbox: queue.SimpleQueue[tuple[_Hand, bytes]]) -> tuple[_Hand, bytes]:
    while True:
        with contextlib.suppress(queue.Empty):
            return inbox.get(timeout=LOOK_SECONDS)


def _started(
    task: Task, threads: int, has_news: bool, inbox: queue.SimpleQueue[tuple[_Hand, bytes]]
) -> _Hand:
    """A new process. Raises OSError."""
    command = child_command(f"{__name__}:main")
    hand = _Hand(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE), inbox)
    threading.Thread(target=hand.listen, name="results of a worker", daemon=True).start()
    hand.send((task, threads, has_news))
    return hand


def _end(hand: _Hand, seconds: float) -> None:
    hand.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        hand.process.wait(seconds)
    hand.process.terminate()
    hand.process.wait()


class _Workplace:
    """The jobs of a process, its pipes from and to the parent, and its workers, one in each thread."""

    def __init__(self, task: Task, jobs: IO[bytes], results: IO[bytes], has_news: bool) -> None:
        self._task, self._has_news = task, has_news
        self._incoming, self._results = jobs, results
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
        while message := read_message(self._incoming):
            self._jobs.put(pickle.loads(message))
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
            write_message(self._results, (kind, job, content))


def main() -> None:
    """The program of a process: its task comes from stdin, and then its jobs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the pipe is closed
    # Python waits for a thread that reads sys.stdin when it ends.
    jobs, channel = os.fdopen(os.dup(0), "rb"), parent_channel()
    task, threads, has_news = pickle.loads(read_message(jobs))
    place = _Workplace(task, jobs, channel.buffer, has_news)
    threading.Thread(target=place.listen, args=(threads,), daemon=True).start()
    others = [threading.Thread(target=place.work, daemon=True) for _ in range(threads - 1)]
    for other in others:
        other.start()
    place.work()
    for other in others:
        other.join()

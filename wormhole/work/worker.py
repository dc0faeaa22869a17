"""What does a piece of work, in whichever process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

STOP_AGAIN_SECONDS = 0.5
"""How often a worker is told to stop, since it may just begin with a job."""


class Worker(Protocol):
    """Does one job after another. Jobs can be hashed; they and their results can be pickled."""

    def do(self, job: Any) -> Any:
        """The result of a job. After :meth:`stop` it does not matter."""

    def stop(self) -> None:
        """End the job in progress and each later one soon. Any thread may call it at any time, also twice."""

    def close(self) -> None:
        """Free what it holds; not while it works."""


Task = Callable[[], Worker]
"""Makes a worker in the process where it is to work. It can be pickled."""


class WorkerError(RuntimeError):
    """A worker failed through an error of this program; the text is its traceback."""

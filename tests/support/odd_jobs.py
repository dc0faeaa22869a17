"""Workers for the tests of distributed work, which other processes import."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

from wormhole.base.errors import WormholeError

LETHAL = 7
"""The number of the job that may kill its worker."""


class Squarer:
    """Squares numbers; each job leaves the number of its process in a file of its own."""

    def __init__(self, folder: Path, deaths: int = 0) -> None:
        self._folder, self._deaths = folder, deaths

    def do(self, number: int) -> int:
        with (self._folder / f"job-{number}").open("a") as file:
            file.write(f"{os.getpid()}\n")
        if number == LETHAL and len(tries(self._folder, number)) <= self._deaths:
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


class Sleeper(Squarer):
    """Does nothing until it is stopped, and then leaves a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._over = threading.Event()

    def do(self, number: int) -> int:
        super().do(number)
        if number:
            self._over.wait()
            (self._folder / "stopped").touch()
        return number

    def stop(self) -> None:
        self._over.set()


class Stubborn(Sleeper):
    """Does nothing and cannot be stopped."""

    def stop(self) -> None:
        pass


class Complainer(Squarer):
    """Fails, because of what it was given or of an error of its own."""

    def do(self, number: int) -> int:
        raise WormholeError("no such number") if number else ZeroDivisionError("an error of this program")


class Teller(Squarer):
    """Tells each job, and does none before as many have begun as work at once."""

    begun = threading.Barrier(3)

    def __init__(self, folder: Path, tell: Callable[[str], None]) -> None:
        super().__init__(folder)
        self._tell = tell

    def do(self, number: int) -> int:
        self._tell(f"begins {number}")
        self.begun.wait()
        return super().do(number)


def tries(folder: Path, number: int) -> list[str]:
    """The processes that began a job."""
    return (folder / f"job-{number}").read_text().split()

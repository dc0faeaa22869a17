"""The resources that this process uses, as Linux reports them."""

from __future__ import annotations

import ctypes
import gc
import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wormhole.rules.move import Move

OBJECTS_A_MOVE = 2
"""Each game keeps the moves that it has seen, from square to square, and a list of them by their text. They
grow for many games, up to a limit, and are not counted."""
FONTS = (".ttf", ".otf", ".ttc")
"""A font of the system stays open after the first text in its script. Such files are not counted."""


@dataclass(frozen=True)
class Use:
    """Memory, Python's objects, open files, threads by name, child processes by number.

    Kept moves and open fonts are not counted.
    """

    megabytes: float
    objects: int
    open_files: int
    threads: tuple[str, ...]
    processes: tuple[str, ...]

    @classmethod
    def now(cls) -> Use:
        """The present use, after garbage collection and the return of free memory to the system.

        Whenever loops are loaded, the garbage that is there is frozen, too (`gc.freeze`).
        """
        gc.unfreeze()
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        objects = gc.get_objects()
        moves = sum(type(each) is Move for each in objects)
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return cls(
            pages * os.sysconf("SC_PAGE_SIZE") / 2**20,
            len(objects) - OBJECTS_A_MOVE * moves,
            sum(not name.endswith(FONTS) for name in open_files()),
            tuple(sorted(thread.name for thread in threading.enumerate())),
            child_processes(),
        )

    def __str__(self) -> str:
        threads, processes = len(self.threads), len(self.processes)
        memory = f"{self.megabytes:.0f} MB, {self.objects:,} objects"
        return f"{memory}, {self.open_files} files, {threads} threads, {processes} processes"


def open_files() -> list[str]:
    """The names of all files, pipes and sockets that this process has open."""
    names = []
    for number in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):
            names.append(os.readlink(f"/proc/self/fd/{number}"))
    return names


def child_processes() -> tuple[str, ...]:
    """The numbers of the processes that this one has started and that are not gone."""
    children: list[str] = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread may end meanwhile
            children += (task / "children").read_text().split()
    return tuple(children)


def has_ended(process: int) -> bool:
    """Whether there is no process of this number any more."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False

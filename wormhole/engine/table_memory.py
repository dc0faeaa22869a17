"""The memory of large tables: how much there is, and getting it from the system before a search needs it.

A new table takes no memory until it is written to. Linux then gives and clears 2 MB at a time, so that a
search on a fresh table of some gigabytes would clear 2 MB for each of its first nodes.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import sys
import threading
from pathlib import Path

import numpy as np

LARGE_BYTES = 64 << 20
"""Smaller tables are left to the search, which fills them in no time."""
STEP_BYTES = 64 << 20
MADV_POPULATE_WRITE = 23

MEMORY = Path("/proc/meminfo")
GROUP = Path("/sys/fs/cgroup")


def available_bytes() -> int | None:
    """How much memory programs can still get, on this machine or in this container; None if nobody knows."""
    found: list[int] = []
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = MEMORY.read_text().splitlines()
        found.append(int(next(line for line in lines if line.startswith("MemAvailable:")).split()[1]) << 10)
    with contextlib.suppress(OSError, ValueError):
        most, used = ((GROUP / f"memory.{name}").read_text() for name in ("max", "current"))
        found.append(max(int(most) - int(used), 0))
    return min(found, default=None)


class Filling:
    """Has the system give a table's memory in a thread, without changing what is in it; small ones are left.

    It ends early if memory is short, or where the system cannot do it; the search then does it bit by bit.
    """

    def __init__(self, table: np.ndarray) -> None:
        self._is_wanted = True
        self._thread: threading.Thread | None = None
        if sys.platform == "linux" and table.nbytes >= LARGE_BYTES:
            self._thread = threading.Thread(target=self._fill, args=(table,), name="filling", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Wait for its end."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """End it."""
        self._is_wanted = False
        self.wait()

    def _fill(self, table: np.ndarray) -> None:
        try:
            madvise = ctypes.CDLL(None).madvise
        except (OSError, AttributeError):
            return
        madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
        begin = -(-table.ctypes.data // mmap.PAGESIZE) * mmap.PAGESIZE
        end = (table.ctypes.data + table.nbytes) // mmap.PAGESIZE * mmap.PAGESIZE
        for place in range(begin, end, STEP_BYTES):
            room = available_bytes()
            if not self._is_wanted or (room is not None and room < 2 * STEP_BYTES):
                return
            if madvise(place, min(STEP_BYTES, end - place), MADV_POPULATE_WRITE) != 0:
                return

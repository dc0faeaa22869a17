"""Keeps the memory of the program small."""

from __future__ import annotations

import ctypes
import platform
from functools import cache

M_MMAP_THRESHOLD = -3
M_ARENA_MAX = -8
LARGE_BYTES = 256 * 1024


def limit_unused_memory() -> None:
    """Let the C library keep little of the memory that the program has freed (mallopt(3)).

    glibc gives large blocks back to the system at once, but raises the limit for *large* whenever such a
    block is freed, so that the program would keep some 30 MB after a dialog. Setting the limit holds it.
    It also gives each thread a heap of its own; the gaps in them would add up to over 100 MB in a day of many
    games. One heap is enough for threads that hold Python's lock. Elsewhere nothing is done.
    """
    library = _glibc()
    if library is not None:
        library.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        library.mallopt(M_ARENA_MAX, 1)


def give_back_rest() -> None:
    """Give back what is free between smaller blocks, too. Call it where a few milliseconds do not matter.

    glibc keeps it (malloc_trim(3)), so that the program would grow with every screen by what does not fit
    into the gaps.
    """
    library = _glibc()
    if library is not None:
        library.malloc_trim(0)


@cache
def _glibc() -> ctypes.CDLL | None:
    return ctypes.CDLL(None) if platform.libc_ver()[0] == "glibc" else None

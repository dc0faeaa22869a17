"""Keeps the memory of the program small."""

from __future__ import annotations

import ctypes
import platform
from functools import cache

M_MMAP_THRESHOLD = -3
LARGE_BYTES = 256 * 1024


def give_back_pictures() -> None:
    """Let the C library give the memory of large pictures back to the system as soon as they are gone.

    glibc raises its limit for that whenever such a block is freed (mallopt(3), M_MMAP_THRESHOLD), so that the
    program would keep some 30 MB after a dialog. Setting the limit holds it. Elsewhere nothing is done.
    """
    library = _glibc()
    if library is not None:
        library.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)


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

"""Keeps the memory of the program small."""

from __future__ import annotations

import ctypes
import platform

M_MMAP_THRESHOLD = -3
LARGE_BYTES = 256 * 1024


def give_back_pictures() -> None:
    """Let the C library give the memory of large pictures back to the system as soon as they are gone.

    glibc raises its limit for that whenever such a block is freed (mallopt(3), M_MMAP_THRESHOLD), so that the
    program would keep some 30 MB after a dialog. Setting the limit holds it. Elsewhere nothing is done.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)

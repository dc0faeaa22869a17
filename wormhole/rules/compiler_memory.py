"""Gives the memory of the compiler's code back to the system once the loops are linked."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable
from pathlib import Path

MAPPINGS = Path("/proc/self/maps")
MADV_DONTNEED = 4
CODE, COMPILER = "r-xp", "libllvmlite"


def give_back_compiler() -> None:
    """Unmap the pages of LLVM's code, some 50 MB, which linking the loops has read from its file.

    The system reads them again if anything is compiled or linked later (madvise(2)). They are code of a file
    that nothing writes, so nothing is lost. Elsewhere than on Linux nothing is done.
    """
    if sys.platform != "linux":
        return
    try:
        lines = MAPPINGS.read_text().splitlines()
        madvise = ctypes.CDLL(None).madvise
    except (OSError, AttributeError):
        return
    madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    for begin, end in code_of_compiler(lines):
        madvise(begin, end - begin, MADV_DONTNEED)


def code_of_compiler(lines: Iterable[str]) -> list[tuple[int, int]]:
    """The first and the last address of each mapping of LLVM's code, by the lines of /proc/self/maps.

    >>> code_of_compiler(["1000-3000 r-xp 0 0:0 1  /lib/libllvmlite.so", "4000-5000 rw-p 0 0:0 0"])
    [(4096, 12288)]
    """
    mappings = [line.split() for line in lines if COMPILER in line]
    places = [addresses.split("-") for addresses, rights, *_ in mappings if rights == CODE]
    return [(int(first, 16), int(last, 16)) for first, last in places]

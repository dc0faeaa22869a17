"""The memory of the compiler's code is given back, and the loops still run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from wormhole import Board
from wormhole.compiling.groups import available, give_back_compiler
from wormhole.engine.search_loops import SEARCH

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not available(), reason="for Linux, with numba")

MOST_KILOBYTES = 1000


def kilobytes_of_code():
    """The memory that LLVM's code and constants take in this process."""
    mappings = re.split(r"^(?=[0-9a-f]+-[0-9a-f]+ )", Path("/proc/self/smaps").read_text(), flags=re.M)
    code = [
        each
        for each in mappings
        if "libllvmlite" in each
        and each.split()[1] in ("r-xp", "r--p")
        and re.search(r"^Private_Dirty: +0 kB", each, re.M)
    ]
    return sum(int(re.search(r"^Rss: +(\d+) kB", each, re.M)[1]) for each in code)


def test_the_code_of_the_compiler_is_given_back():
    if not SEARCH.use():
        pytest.skip("the loops are not compiled here")
    give_back_compiler()
    assert kilobytes_of_code() < MOST_KILOBYTES
    assert Board("wormhole").perft(2) == Board("wormhole").perft(2, fast=False)

"""Prefetching array elements into the processor's cache.

Memory is about a hundred times slower than the cache. Compiled, this is one processor instruction
(:mod:`wormhole.compiling.numba_extensions`); as plain Python it does nothing.
"""

from __future__ import annotations

import numpy as np


def prefetch(row: np.ndarray, index: int) -> None:
    """Start to load ``row[index]`` into the cache, without waiting."""

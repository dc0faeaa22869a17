"""Telling the processor what will be read soon, so that it is at hand then.

Memory answers a hundred times later than the caches do. Compiled, this is one instruction of the processor
(:mod:`wormhole.rules.intrinsics`); as plain Python it does nothing.
"""

from __future__ import annotations

import numpy as np


def prefetch(row: np.ndarray, index: int) -> None:
    """Begin to bring ``row[index]`` near, and wait for nothing."""

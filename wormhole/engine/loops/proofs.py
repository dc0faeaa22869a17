"""What has been proven about positions, kept by their keys.

An entry is two numbers of the table: the key, and move | unproven << 28 | proven << 36. A claim is known not
to be provable within ``unproven`` plies, and to be provable within ``proven``.
"""

from __future__ import annotations

import numpy as np

NEVER = 255
"""As ``proven``: no proof is known yet."""

NOTHING_KNOWN = NEVER << 36
MOVE_MASK = (1 << 28) - 1


def probe_proof(table: np.ndarray, key: int) -> int:
    """The second number of the entry of that key; ``NOTHING_KNOWN`` if there is none."""
    place = (key & (len(table) // 2 - 1)) * 2
    return table[place + 1] if table[place] == key and table[place + 1] != 0 else NOTHING_KNOWN


def store_proof(table: np.ndarray, key: int, entry: int, move: int, depth: int, is_proven: bool) -> None:
    """Keep what ``entry`` said, and that the claim is, or is not, provable within ``depth`` plies."""
    unproven, proven = unproven_of(entry), proven_of(entry)
    if is_proven:
        proven = min(proven, depth)
    else:
        unproven = max(unproven, depth)
    place = (key & (len(table) // 2 - 1)) * 2
    table[place] = key
    table[place + 1] = move | unproven << 28 | proven << 36


def proof_move_of(entry: int) -> int:
    """The move that decided last time, 0 if there is none."""
    return entry & MOVE_MASK


def unproven_of(entry: int) -> int:
    """In how many plies there is no proof."""
    return entry >> 28 & 255


def proven_of(entry: int) -> int:
    """In how many plies there is one; ``NEVER`` if none is known."""
    return entry >> 36

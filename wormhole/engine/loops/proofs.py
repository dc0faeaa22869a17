"""The solver's hash table: what is proven about a claim, such as "White wins", by its key.

An entry is two numbers of the table: the key, and move | unproven << 28 | proven << 36. There is no proof
within ``unproven`` plies, and there is one within ``proven``.
"""

from __future__ import annotations

import numpy as np

NEVER = 255
"""Value of ``proven`` while no proof is known."""

NOTHING_KNOWN = NEVER << 36
MOVE_MASK = (1 << 28) - 1


def probe_proof(table: np.ndarray, key: int) -> int:
    """The second number of the key's entry; ``NOTHING_KNOWN`` if there is none."""
    place = (key & (len(table) // 2 - 1)) * 2
    return table[place + 1] if table[place] == key and table[place + 1] != 0 else NOTHING_KNOWN


def store_proof(table: np.ndarray, key: int, entry: int, move: int, depth: int, is_proven: bool) -> None:
    """Store ``entry``, updated: the claim is, or is not, provable within ``depth`` plies."""
    unproven, proven = unproven_of(entry), proven_of(entry)
    if is_proven:
        proven = min(proven, depth)
    else:
        unproven = max(unproven, depth)
    place = (key & (len(table) // 2 - 1)) * 2
    table[place] = key
    table[place + 1] = move | unproven << 28 | proven << 36


def proof_move_of(entry: int) -> int:
    """The move that decided the last proof attempt, 0 if none."""
    return entry & MOVE_MASK


def unproven_of(entry: int) -> int:
    """The greatest number of plies without a proof."""
    return entry >> 28 & 255


def proven_of(entry: int) -> int:
    """The least number of plies known to give a proof; ``NEVER`` if none is known."""
    return entry >> 36

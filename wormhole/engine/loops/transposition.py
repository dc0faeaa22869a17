"""What has been found out about positions, kept by their keys.

https://www.chessprogramming.org/Transposition_Table. An entry is two numbers of ``table``: the key, and
move | depth << 28 | bound << 36 | score << 38. A newer entry replaces an older one in its place.
"""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.workspace import MATE_BOUND

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
"""How the score of an entry bounds the true one."""

SCORE_OFFSET = 1 << 21
MOVE_MASK = (1 << 28) - 1


def new_table(entries: int) -> np.ndarray:
    """int64[2 * entries], empty; ``entries`` is a power of two."""
    return np.zeros(2 * entries, np.int64)


def recall(table: np.ndarray, key: int) -> int:
    """The second number of the entry of that key, 0 if there is none."""
    place = (key & (len(table) // 2 - 1)) * 2
    return table[place + 1] if table[place] == key else 0


def remember(table: np.ndarray, key: int, move: int, depth: int, bound: int, score: int, ply: int) -> None:
    """Keep what a search to ``depth`` found at ``ply``; mates are kept as seen from the position itself."""
    if score > MATE_BOUND:
        score += ply
    elif score < -MATE_BOUND:
        score -= ply
    place = (key & (len(table) // 2 - 1)) * 2
    table[place] = key
    table[place + 1] = move | depth << 28 | bound << 36 | (score + SCORE_OFFSET) << 38


def move_of(entry: int) -> int:
    """The best move of an entry, 0 if it has none."""
    return entry & MOVE_MASK


def depth_of(entry: int) -> int:
    """How deep it was searched, in plies."""
    return entry >> 28 & 255


def bound_of(entry: int) -> int:
    """``EXACT``, ``AT_LEAST`` or ``AT_MOST``."""
    return entry >> 36 & 3


def score_of(entry: int, ply: int) -> int:
    """Its score, as seen from the root of a search that meets it at ``ply``."""
    score = (entry >> 38) - SCORE_OFFSET
    if score > MATE_BOUND:
        return score - ply
    if score < -MATE_BOUND:
        return score + ply
    return score

"""The transposition table, shared by threads without locks.

See https://www.chessprogramming.org/Transposition_Table. An entry is two numbers of ``table``: the key xor
the second, and move | depth << 28 | bound << 36 | score << 38 | age << 60. If threads write one entry at the
same time, its two numbers do not match and no key finds it:
https://www.chessprogramming.org/Shared_Hash_Table#Xor.

A bucket has two entries. The first keeps the deepest result of the current search; the second is always
replaced.
"""

from __future__ import annotations

import numpy as np

from wormhole.compiling.prefetch import prefetch
from wormhole.engine.loops.workspace import MATE_BOUND

EXACT, LOWER_BOUND, UPPER_BOUND = 1, 2, 3
"""How an entry's score bounds the true score."""

SCORE_OFFSET = 1 << 21
SCORE_MASK = (1 << 22) - 1
MOVE_MASK = (1 << 28) - 1
AGES = 8
CACHE_LINE = 8
"""Numbers of a table in one line of the processor's cache."""


def new_table(entries: int) -> np.ndarray:
    """An empty table, int64[2 * entries]; ``entries`` is a power of two, 2 or more.

    It is aligned to the processor's cache lines, so that each bucket lies in one.
    """
    block = np.zeros(2 * entries + CACHE_LINE, np.int64)
    begin = -(block.ctypes.data // block.itemsize) % CACHE_LINE
    return block[begin : begin + 2 * entries]


def prefetch_entry(table: np.ndarray, key: int) -> None:
    """Prefetch the bucket of a key that will be probed soon."""
    prefetch(table, _place_of(table, key))


def probe(table: np.ndarray, key: int) -> int:
    """The second number of the key's entry, 0 if there is none."""
    place = _place_of(table, key)
    first, second = table[place + 1], table[place + 3]
    if table[place] ^ first == key:
        return first
    return second if table[place + 2] ^ second == key else 0


def store(
    table: np.ndarray,
    key: int,
    age: int,
    move: int,
    depth: int,
    bound: int,
    score: int,
    ply: int,
) -> None:
    """Store the result of a search to ``depth`` at ``ply``; mate scores are stored relative to the node.

    Without a move, that of the position's older entry is kept.
    """
    if score > MATE_BOUND:
        score += ply
    elif score < -MATE_BOUND:
        score -= ply
    place = _place_of(table, key)
    first = table[place + 1]
    if move == 0:
        move = move_of(probe(table, key))
    if table[place] ^ first != key and first >> 60 == age and depth_of(first) > depth:
        place += 2
    entry = move | depth << 28 | bound << 36 | (score + SCORE_OFFSET) << 38 | age << 60
    table[place + 1] = entry
    table[place] = key ^ entry


def move_of(entry: int) -> int:
    """The best move of an entry, 0 if it has none."""
    return entry & MOVE_MASK


def depth_of(entry: int) -> int:
    """The depth of an entry in plies."""
    return entry >> 28 & 255


def bound_of(entry: int) -> int:
    """``EXACT``, ``LOWER_BOUND`` or ``UPPER_BOUND``."""
    return entry >> 36 & 3


def score_of(entry: int, ply: int) -> int:
    """The score of an entry, mate scores relative to the root, for a search that probes it at ``ply``."""
    score = (entry >> 38 & SCORE_MASK) - SCORE_OFFSET
    if score > MATE_BOUND:
        return score - ply
    if score < -MATE_BOUND:
        return score + ply
    return score


def gives_cutoff(entry: int, ply: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry makes a null-window search ``depth`` plies deep unnecessary (a hash cutoff)."""
    if entry == 0 or depth_of(entry) < depth:
        return False
    score, bound = score_of(entry, ply), bound_of(entry)
    return (
        bound == EXACT
        or (bound == LOWER_BOUND and score >= beta)
        or (bound == UPPER_BOUND and score <= alpha)
    )


def _place_of(table: np.ndarray, key: int) -> int:
    """The index of a key's bucket."""
    return (key & (len(table) // 4 - 1)) * 4

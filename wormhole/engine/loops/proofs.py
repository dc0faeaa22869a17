"""The solver's hash table: for each position, what is proven about the claim that one side wins.

An entry is two numbers of the table: the key, and the fields below, from the lowest bits up. ``phi`` and
``delta`` belong to the question for which they were stored; all others hold for ever:

* ``phi``, ``delta``, 15 bits each: the proof and the disproof number for the side to move
* ``proven``, 7 bits: the claim is proven within so many plies, or ``NEVER``
* ``unproven``, 7 bits: it cannot be proven within so many plies; stored with 1 added
* ``lost``, 7 bits: the other side wins within so many plies, or ``NEVER``
* ``size``, 5 bits: the logarithm of the nodes that this took
* ``question``, 6 bits
"""

from __future__ import annotations

import numpy as np

NEVER = 127
"""Plies that no game lasts."""

SURE = (1 << 15) - 1
"""The proof number of a disproved claim, and the disproof number of a proven one."""

BUCKET = 8
"""Numbers of the table in a bucket: four entries."""

KNOWN_BITS = (1 << 56) - (1 << 30)
"""All fields but phi, delta and the question."""

NOTHING_KNOWN = NEVER << 30 | NEVER << 44


def entry_with_plies(proven: int, unproven: int, lost: int) -> int:
    """An entry with these plies."""
    return proven << 30 | unproven + 1 << 37 | lost << 44


def phi_of(entry: int) -> int:
    """The proof number for the side to move: 0 if it gets what it wants."""
    return entry & SURE


def delta_of(entry: int) -> int:
    """The disproof number for the side to move: 0 if the other side gets what it wants."""
    return entry >> 15 & SURE


def proven_of(entry: int) -> int:
    """The least number of plies known to give a proof; ``NEVER`` if none is known."""
    return entry >> 30 & 127


def unproven_of(entry: int) -> int:
    """The greatest number of plies without a proof."""
    return (entry >> 37 & 127) - 1


def lost_of(entry: int) -> int:
    """The least number of plies within which the other side is known to win; ``NEVER`` if none is known."""
    return entry >> 44 & 127


def size_of(entry: int) -> int:
    """The logarithm of the nodes that the entry took."""
    return entry >> 51 & 31


def question_of(entry: int) -> int:
    """The question to which phi and delta belong."""
    return entry >> 56


def with_numbers(entry: int, phi: int, delta: int, question: int) -> int:
    """The lasting fields of an entry, with these numbers for a question."""
    return entry & KNOWN_BITS | phi | delta << 15 | question << 56


def with_size(entry: int, size: int) -> int:
    """The entry with this size."""
    return entry & ~(31 << 51) | size << 51


def probe_proof(table: np.ndarray, key: int) -> int:
    """The second number of the key's entry; ``NOTHING_KNOWN`` if there is none."""
    place = _place_of(table, key)
    for index in range(place, place + BUCKET, 2):
        if table[index] == key and table[index + 1] != 0:
            return table[index + 1]
    return NOTHING_KNOWN


def store_proof(table: np.ndarray, key: int, entry: int) -> None:
    """Store an entry in place of the key's last one, or of the smallest in its bucket.

    Entries of other questions count as half as large.
    """
    place = _place_of(table, key)
    chosen, least = place, 64
    for index in range(place, place + BUCKET, 2):
        other = table[index + 1]
        if table[index] == key or other == 0:
            chosen = index
            break
        size = 2 * size_of(other) if question_of(other) == question_of(entry) else size_of(other)
        if size < least:
            chosen, least = index, size
    table[chosen] = key
    table[chosen + 1] = entry


def _place_of(table: np.ndarray, key: int) -> int:
    """The index of a key's bucket."""
    return (key & (len(table) // BUCKET - 1)) * BUCKET

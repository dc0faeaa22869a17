"""Adds the games of PGN texts, in short transactions, so that another window can keep its game meanwhile."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from wormhole.library import pgn
from wormhole.library.database.connections import Connections
from wormhole.library.database.position_keys import keep_keys, keys_of
from wormhole.library.database.snapshot import Snapshot, snapshot
from wormhole.library.database.writing import find_same, insert
from wormhole.library.pgn_error import PgnError
from wormhole.rules.variant import Variant

MOST_AT_ONCE = 16
"""Games in a transaction."""
PAUSE_SECONDS = 0.5
"""After so long, what was read is written."""


@dataclass(frozen=True)
class Progress:
    """How many games were read so far: added, in the library already, or bad."""

    added: int = 0
    known: int = 0
    bad: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.added + self.known + self.bad


_Ready = tuple[Snapshot, bytes]


def import_games(
    connections: Connections, lines: Iterable[str], games: Iterable[Variant] = ()
) -> Iterator[Progress | PgnError]:
    """Add the games; yields an error for each bad one, and the progress after each transaction.

    If the lines raise :class:`PgnError`, the games before it are added.
    """
    progress = Progress()
    waiting: list[_Ready] = []
    written_at = time.monotonic()
    try:
        for found in pgn.check(lines, games):
            if isinstance(found, PgnError):
                progress = replace(progress, bad=progress.bad + 1)
                yield found
            else:
                waiting.append((snapshot(found), keys_of(found)))
            if len(waiting) >= MOST_AT_ONCE or time.monotonic() > written_at + PAUSE_SECONDS:
                progress = _written(connections, waiting, progress)
                waiting, written_at = [], time.monotonic()
                yield progress
    except PgnError:  # the lines end early
        yield _written(connections, waiting, progress)
        raise
    yield _written(connections, waiting, progress)


def _written(connections: Connections, waiting: list[_Ready], before: Progress) -> Progress:
    if not waiting:
        return before
    with connections.writing(durable=False) as connection:
        added = sum(_is_added(connection, kept, keys) for kept, keys in waiting)
    return replace(before, added=before.added + added, known=before.known + len(waiting) - added)


def _is_added(connection: sqlite3.Connection, kept: Snapshot, keys: bytes) -> bool:
    if find_same(connection, kept) is not None:
        return False
    number, revision = insert(connection, kept)
    keep_keys(connection, number, revision, keys)
    return True

"""All games of the library in memory, as arrays in the order of lists.

They are those of the segments, and one more that is made of the games changed since. A change of the library
is noticed by the numbers of its segments and of the newest change.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from wormhole.library.database.connections import Connections, LibraryError
from wormhole.library.database.packing import Tell, begin_anew, nobody, pack
from wormhole.library.database.segments import (
    COLUMNS,
    MOST_GAMES,
    READ,
    Columns,
    Mask,
    Openings,
    SegmentError,
    Texts,
    arrays_of,
)

_SMALL_NUMBERS = 1 << 32
"""Numbers of games below it can be sorted together with the day. A sound library has no others."""


class GameNumbers(Sequence[int]):
    """Numbers of games in the order of a list, as an array: a million of them take eight megabytes."""

    def __init__(self, array: npt.NDArray[np.int64]) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> GameNumbers: ...
    def __getitem__(self, index: SupportsIndex | slice) -> int | GameNumbers:
        if isinstance(index, slice):
            return GameNumbers(self.array[index])
        return int(self.array[index])

    def __iter__(self) -> Iterator[int]:
        return iter(self.array.tolist())

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and bool((self.array == number).any())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and bool((self.array == np.asarray(other, np.int64)).all())

    __hash__ = None  # type: ignore[assignment]

    def index(self, number: int, start: int = 0, stop: int | None = None) -> int:
        """The place of a number in the list. Raises :class:`ValueError`."""
        found = np.flatnonzero(self.array[start:stop] == number)
        if not len(found):
            raise ValueError(f"{number} is not in the list")
        return start + int(found[0])

    def places_of(self, numbers: Sequence[int]) -> frozenset[int]:
        """Where those of the numbers are that are in the list."""
        wanted = numbers.array if isinstance(numbers, GameNumbers) else np.asarray(numbers, np.int64)
        return frozenset(np.flatnonzero(np.isin(self.array, wanted)).tolist())

    def place_of_newest(self) -> int:
        """The place of the game that was added last; 0 in an empty list."""
        return int(self.array.argmax()) if len(self) else 0


@dataclass
class Segment:
    """The arrays of one segment. Words and openings are read when they are first needed."""

    columns: Columns
    words: Texts | None = None
    openings: Openings | None = None

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.columns.table)


@dataclass(frozen=True)
class Listing:
    """All games of a library at one moment, in the order of lists. Nothing in it changes, except that
    words and openings are read."""

    number: npt.NDArray[np.int64]
    day: npt.NDArray[np.int32]
    variant: npt.NDArray[np.uint16]
    title: npt.NDArray[np.uint16]
    kind: npt.NDArray[np.uint8]
    level: npt.NDArray[np.int8]
    side: npt.NDArray[np.uint8]
    result: npt.NDArray[np.uint8]
    variants: Sequence[str]
    titles: Sequence[str]
    segments: Mapping[int, Segment]
    """By number; those of the changed games have numbers below zero."""
    places: Mapping[int, npt.NDArray[np.int32]]
    """For each segment, the place of each of its games in the list; the length of the list for one that is
    not listed."""

    def __len__(self) -> int:
        return len(self.number)

    def listed(self, parts: Mapping[int, Mask]) -> Mask:
        """The places in the list, from the games of each segment."""
        found = np.zeros(len(self) + 1, bool)
        for number, mask in parts.items():
            found[self.places[number][mask]] = True
        return found[:-1]

    def with_words(self, connections: Connections, words: Sequence[str]) -> Mask:
        """The games with all these words, none of which contains a space."""
        found = np.ones(len(self), bool)
        with connections.reading() as connection:
            for word in words:
                encoded = word.encode("utf-8", "replace")
                parts = {
                    number: _words(connection, number, segment).games_with(encoded, segment.games)
                    for number, segment in self.segments.items()
                }
                found &= self.listed(parts)
        return found

    def with_opening(self, connections: Connections, moves: Sequence[str]) -> Mask:
        """The games that begin with these moves in UCI notation, as far as segments have them."""
        with connections.reading() as connection:
            return self.listed(
                {
                    number: _openings(connection, number, segment).games_with(moves)
                    for number, segment in self.segments.items()
                }
            )


def _words(connection: sqlite3.Connection, number: int, segment: Segment) -> Texts:
    if segment.words is None:
        segment.words = Texts.from_bytes(_stored(connection, "words", number))
    return segment.words


def _openings(connection: sqlite3.Connection, number: int, segment: Segment) -> Openings:
    if segment.openings is None:
        stored = _stored(connection, "openings", number)
        segment.openings = Openings.from_bytes(stored, segment.games)
    return segment.openings


def _stored(connection: sqlite3.Connection, name: str, number: int) -> bytes:
    row = connection.execute(f"SELECT {name} FROM segments WHERE number = ?", (number,)).fetchone()
    if row is None or not isinstance(row[0], bytes):
        raise SegmentError(name)
    return row[0]


def listing_of(segments: Mapping[int, Segment], deleted: Sequence[int]) -> Listing:
    """The games of the segments in the order of lists, without those deleted.

    A game that is in several is that of the last one.
    """
    all_columns = [segment.columns for segment in segments.values()]
    table = np.concatenate([np.zeros(0, COLUMNS), *(columns.table for columns in all_columns)])
    variants, variant = _merged([(each.variants, each.table["variant"]) for each in all_columns])
    titles, title = _merged([(each.titles, each.table["title"]) for each in all_columns])
    number, day = np.ascontiguousarray(table["number"]), np.ascontiguousarray(table["day"])
    is_listed = _is_newest(number)
    is_listed &= table["exists"]
    if deleted:
        is_listed &= ~np.isin(number, np.array(deleted, np.int64))
    rows = np.flatnonzero(is_listed)
    order = rows[_newest_first(day[rows], number[rows])]
    places = np.full(len(table), len(order), np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    ends = np.cumsum([len(columns.table) for columns in all_columns])
    return Listing(
        number=number[order],
        day=day[order],
        variant=variant[order],
        title=title[order],
        **{name: table[name][order] for name in ("kind", "level", "side", "result")},
        variants=variants,
        titles=titles,
        segments=segments,
        places=dict(zip(segments, np.split(places, ends[:-1]), strict=True)) if segments else {},
    )


def _newest_first(day: npt.NDArray[np.int32], number: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """The order of lists: games without a day come last, and those of a day by their numbers."""
    if not len(number) or (number.min() >= 0 and number.max() < _SMALL_NUMBERS):
        return np.argsort(-(day.astype(np.int64) << 32 | number))
    return np.lexsort((-number, -day))


def _is_newest(number: npt.NDArray[np.int64]) -> Mask:
    """For each game, whether no later one has its number."""
    if not len(number) or (number[1:] > number[:-1]).all():
        return np.ones(len(number), bool)
    last = len(number) - 1 - np.unique(number[::-1], return_index=True)[1]
    is_newest = np.zeros(len(number), bool)
    is_newest[last] = True
    return is_newest


def _merged(
    parts: Sequence[tuple[Sequence[str], npt.NDArray[np.uint16]]],
) -> tuple[list[str], npt.NDArray[np.uint16]]:
    """One list of texts, and the numbers that mean them there."""
    codes: dict[str, int] = {}
    found = [np.zeros(0, np.uint16)]
    for texts, numbers in parts:
        known = np.array([codes.setdefault(text, len(codes)) for text in texts], np.uint16)
        found.append(known[numbers])
    return [*codes], np.concatenate(found)


class GameIndex:
    """Reads the segments of a library and what was changed since. Any thread may call `listing`."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._reading = threading.Lock()
        self._segments: dict[int, Segment] = {}
        self._openings = -1
        self._state: object = None
        self._listing = listing_of({}, ())

    def listing(self, tell: Tell = nobody) -> Listing:
        """All games as they are now. ``tell`` is called if many must be packed. Raises `SegmentError`."""
        with self._reading:
            # On a read-only disk, the changed games are those that could not be packed.
            with contextlib.suppress(LibraryError):
                pack(self._connections, tell)
            self._read()
            return self._listing

    def begin_anew(self) -> None:
        """Make the segments again: those in the file are damaged."""
        with self._connections.writing(durable=False) as connection:
            begin_anew(connection)

    def _read(self) -> None:
        if self._openings != self._connections.openings:  # it is another file
            self._openings, self._segments, self._state = self._connections.openings, {}, None
        with self._connections.snapshot() as connection:
            stored = _numbers(connection, "SELECT number FROM segments ORDER BY number")
            deleted = _numbers(connection, "SELECT number FROM games WHERE deleted IS NOT NULL")
            newest = connection.execute("SELECT count(*), max(number) FROM changes").fetchone()
            state = stored, deleted, newest
            if state == self._state:
                return
            self._segments = {number: self._segment(connection, number) for number in stored}
            changed = connection.execute(READ, (-1,)).fetchall()
        segments = dict(self._segments)
        for first in range(0, len(changed), MOST_GAMES):
            arrays = arrays_of(changed[first : first + MOST_GAMES])
            segments[-1 - first] = Segment(arrays.columns, arrays.words, arrays.openings)
        self._listing = listing_of(segments, deleted)
        self._state = state

    def _segment(self, connection: sqlite3.Connection, number: int) -> Segment:
        if number in self._segments:
            return self._segments[number]
        row = connection.execute("SELECT names, columns FROM segments WHERE number = ?", (number,)).fetchone()
        return Segment(Columns.from_stored(*row))


def _numbers(connection: sqlite3.Connection, query: str) -> list[int]:
    return [number for (number,) in connection.execute(query)]

"""All games of the library in memory, as arrays in the order of lists.

They are those of the segments, and one more that is made of the games changed since. A change of the library
is noticed by the numbers of its segments and of the newest change.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from wormhole.library.database.connections import Connections, ReplacedError
from wormhole.library.database.packing import Tell, begin_anew, if_writable, nobody, pack, remove_segments
from wormhole.library.database.segments import (
    COLUMNS,
    MOST_GAMES,
    READ,
    Columns,
    Mask,
    Openings,
    Row,
    SegmentError,
    Texts,
    columns_of,
    openings_of,
    words_of,
)

_SMALL_NUMBERS = 1 << 32
"""Numbers of games below it can be sorted together with the day. A sound library has no others."""
_FEW_NUMBERS = 16
"""There are few numbers if there are so many for each game."""

Rows = npt.NDArray[np.intp] | Mask
NewestGame = tuple[int, str] | None
"""The number of a library's newest game, and when it was added: they tell the library from any other one."""


class GameNumbers(Sequence[int]):
    """Numbers of games in the order of a list, as an array: a million of them take eight megabytes.

    They mean games of the library that has this `newest` game.
    """

    def __init__(self, array: npt.NDArray[np.int64], newest: NewestGame = None) -> None:
        self.array, self.newest = array, newest

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> GameNumbers: ...
    def __getitem__(self, index: SupportsIndex | slice) -> int | GameNumbers:
        if isinstance(index, slice):
            return GameNumbers(self.array[index], self.newest)
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

    def at(self, places: Collection[int]) -> GameNumbers:
        """The numbers at these places, in the order of the list."""
        if isinstance(places, range):
            return self[places.start : places.stop]
        return GameNumbers(self.array[sorted(places)], self.newest)

    def index(self, number: int, start: int = 0, stop: int | None = None) -> int:
        """The place of a number in the list. Raises :class:`ValueError`."""
        found = np.flatnonzero(self.array[start:stop] == number)
        if not len(found):
            raise ValueError(f"{number} is not in the list")
        return start + int(found[0])

    def places_of(self, numbers: Sequence[int]) -> Collection[int]:
        """Where those of the numbers are that are in the list."""
        wanted = numbers.array if isinstance(numbers, GameNumbers) else np.asarray(numbers, np.int64)
        places = np.flatnonzero(np.isin(self.array, wanted))
        if len(places) and places[-1] - places[0] == len(places) - 1:
            return range(int(places[0]), int(places[-1]) + 1)
        return frozenset(places.tolist())

    def place_of_newest(self) -> int:
        """The place of the game that was added last; 0 in an empty list."""
        return int(self.array.argmax()) if len(self) else 0


def newest_game(connection: sqlite3.Connection) -> NewestGame:
    """The newest game of a library."""
    found: NewestGame = connection.execute(
        "SELECT number, started FROM games ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return found


def has_game(connection: sqlite3.Connection, newest: NewestGame) -> bool:
    """Whether this is the library whose newest game was that one; any is if there was none."""
    query = "SELECT 1 FROM games WHERE number = ? AND started = ?"
    return newest is None or connection.execute(query, newest).fetchone() is not None


def check_listed(connection: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Raise ReplacedError if these are numbers of a list of another library."""
    if isinstance(numbers, GameNumbers) and not has_game(connection, numbers.newest):
        raise ReplacedError("The list was out of date. It now shows what is in the library.")


class Segment:
    """The arrays of one segment. Words and openings are read when they are first needed, or made of the rows
    if the games are in no segment of the file."""

    def __init__(self, columns: Columns, number: int = 0, rows: Sequence[Row] = ()) -> None:
        self.columns = columns
        self._number = number
        self._rows = rows
        self._words: Texts | None = None
        self._openings: Openings | None = None

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.columns.table)

    def words(self, connection: sqlite3.Connection) -> Texts:
        """The words of its games."""
        if self._words is None:
            self._words = (
                words_of(self._rows)
                if self._rows
                else Texts.from_bytes(self._stored(connection, "words"), self.games)
            )
        return self._words

    def openings(self, connection: sqlite3.Connection) -> Openings:
        """The first moves of its games."""
        if self._openings is None:
            self._openings = (
                openings_of(self._rows)
                if self._rows
                else Openings.from_bytes(self._stored(connection, "openings"), self.games)
            )
        return self._openings

    def _stored(self, connection: sqlite3.Connection, name: str) -> bytes:
        row = connection.execute(f"SELECT {name} FROM segments WHERE number = ?", (self._number,)).fetchone()
        if row is None or not isinstance(row[0], bytes):
            raise SegmentError(name)
        return row[0]


class Listing:
    """All games of a library at one moment, in the order of lists, without those deleted.

    A game that is in several segments is that of the last one. The columns are arrays in the order of the
    list; each is put in order when it is first needed.
    """

    def __init__(
        self, segments: Mapping[int, Segment], deleted: Sequence[int] = (), newest: NewestGame = None
    ) -> None:
        self._segments, self.newest = segments, newest
        number, day = self._joined("number"), self._joined("day")
        is_newest = _is_newest(number)
        is_listed = is_newest & self._joined("exists")
        ends = np.cumsum([each.games for each in segments.values()], dtype=np.intp)
        self._first_rows = dict(zip(segments, [0, *ends.tolist()], strict=False))
        self.useless: list[int] = []
        """The segments without which the list would be the same."""
        if not is_listed.all():
            # A game that was removed hides one of an older segment.
            is_used = is_listed | (is_newest & ~_is_newest(number[::-1])[::-1])
            used = np.logical_or.reduceat(is_used, [*self._first_rows.values()])
            self.useless = [each for each, needed in zip(segments, used, strict=True) if not needed]
        if deleted:
            is_listed &= ~np.isin(number, np.array(deleted, np.int64))
        if is_listed.all():
            self._rows = _newest_first(day, number)
        else:
            rows = np.flatnonzero(is_listed)
            self._rows = rows[_newest_first(day[rows], number[rows])]
        self.number, self.day = number[self._rows], day[self._rows]

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def kind(self) -> npt.NDArray[np.uint8]:
        """Numbers of `KINDS`."""
        return self._ordered("kind")

    @cached_property
    def level(self) -> npt.NDArray[np.int8]:
        """The computer's levels, or `NO_LEVEL`."""
        return self._ordered("level")

    @cached_property
    def side(self) -> npt.NDArray[np.uint8]:
        """Numbers of `SIDES`."""
        return self._ordered("side")

    @cached_property
    def result(self) -> npt.NDArray[np.uint8]:
        """Numbers of `RESULTS`."""
        return self._ordered("result")

    @property
    def variant(self) -> npt.NDArray[np.uint16]:
        """Numbers of `variants`."""
        return self._variants[1]

    @property
    def variants(self) -> Sequence[str]:
        """The names of the games played."""
        return self._variants[0]

    @property
    def title(self) -> npt.NDArray[np.uint16]:
        """Numbers of `titles`."""
        return self._titles[1]

    @property
    def titles(self) -> Sequence[str]:
        """The titles of the games played."""
        return self._titles[0]

    @cached_property
    def _variants(self) -> tuple[list[str], npt.NDArray[np.uint16]]:
        return self._merged("variant", [each.columns.variants for each in self._segments.values()])

    @cached_property
    def _titles(self) -> tuple[list[str], npt.NDArray[np.uint16]]:
        return self._merged("title", [each.columns.titles for each in self._segments.values()])

    def _ordered(self, name: str) -> npt.NDArray[Any]:
        return self._joined(name)[self._rows]

    def _joined(self, name: str) -> npt.NDArray[Any]:
        """A column in the order of the segments."""
        parts = [segment.columns.table[name] for segment in self._segments.values()]
        return np.concatenate([np.zeros(0, COLUMNS[name]), *parts])

    def _merged(self, name: str, texts: Sequence[Sequence[str]]) -> tuple[list[str], npt.NDArray[np.uint16]]:
        """One list of the texts of all segments, and a column of numbers that mean them there."""
        codes: dict[str, int] = {}
        parts = [np.zeros(0, np.uint16)]
        for some, segment in zip(texts, self._segments.values(), strict=True):
            known = np.array([codes.setdefault(text, len(codes)) for text in some], np.uint16)
            parts.append(known[segment.columns.table[name]])
        return [*codes], np.concatenate(parts)[self._rows]

    def listed(self, parts: Iterable[tuple[int, Rows]]) -> Mask:
        """The places in the list of games that are given by segment and place there, or by a mask of it.

        Raises :class:`SegmentError` for a place that a segment does not have.
        """
        found = np.zeros(sum(segment.games for segment in self._segments.values()), bool)
        for number, rows in parts:
            if number in self._segments:
                first = self._first_rows[number]
                part = found[first : first + self._segments[number].games]
                if len(rows) and rows.dtype != bool and rows.max() >= len(part):
                    raise SegmentError("a place in it")
                part[rows] = True
        return found[self._rows]

    def by_segment(self, places: Mask) -> Iterator[tuple[Segment, npt.NDArray[np.intp]]]:
        """The segments that have games at these places of the list, each with the rows of those games."""
        rows = np.sort(self._rows[places])
        firsts = [*self._first_rows.values()]
        for segment, first, some in zip(
            self._segments.values(), firsts, np.split(rows, np.searchsorted(rows, firsts[1:])), strict=True
        ):
            if len(some):
                yield segment, some - first

    def with_word(self, connection: sqlite3.Connection, word: str) -> Mask:
        """The games with this word, which contains no space; between newlines it is all of a word."""
        encoded = word.encode("utf-8", "replace")
        return self.listed(
            (number, segment.words(connection).games_with(encoded, segment.games))
            for number, segment in self._segments.items()
        )

    def with_opening(self, connection: sqlite3.Connection, moves: Sequence[str]) -> Mask:
        """The games that begin with these moves in UCI notation, as far as segments have them."""
        return self.listed(
            (number, segment.openings(connection).games_with(moves))
            for number, segment in self._segments.items()
        )


def any_of(column: npt.NDArray[np.unsignedinteger[Any]], codes: Iterable[int]) -> Mask:
    """The games that have one of these numbers in a column of small numbers."""
    is_wanted = np.zeros(1 << 16, bool)
    is_wanted[[*codes]] = True
    return is_wanted[column]


def _newest_first(day: npt.NDArray[np.int32], number: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """The order of lists: games without a day come last, and those of a day by their numbers."""
    if not len(number) or (number.min() >= 0 and number.max() < _SMALL_NUMBERS):
        return np.argsort(-(day.astype(np.int64) << 32 | number))
    return np.lexsort((-number, -day))


def _is_newest(number: npt.NDArray[np.int64]) -> Mask:
    """For each game, whether no later one has its number."""
    count = len(number)
    if not count or (number[1:] > number[:-1]).all():
        return np.ones(count, bool)
    rows = np.arange(count)
    if number.min() >= 0 and number.max() < _FEW_NUMBERS * count:
        last = np.zeros(number.max() + 1, np.intp)
        np.maximum.at(last, number, rows)
        return last[number] == rows
    is_newest = np.zeros(count, bool)
    is_newest[count - 1 - np.unique(number[::-1], return_index=True)[1]] = True
    return is_newest


class GameIndex:
    """Reads the segments of a library and what was changed since. Any thread may call `listing`."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._reading = threading.Lock()
        self._segments: dict[int, Segment] = {}
        self._openings = -1
        self._state: object = None
        self._listing = Listing({})

    def listing(self, tell: Tell = nobody) -> Listing:
        """All games as they are now. ``tell`` is called if many must be packed. Raises `SegmentError`."""
        with self._reading:
            # On a read-only disk, the changed games are those that could not be packed.
            with if_writable(self._connections):
                pack(self._connections, tell)
            self._read()
            if useless := [each for each in self._listing.useless if each > 0]:
                with if_writable(self._connections):
                    remove_segments(self._connections, useless)
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
            if not has_game(connection, self._listing.newest):
                self._segments, self._state = {}, None
            deleted = _numbers(connection, "SELECT number FROM games WHERE deleted IS NOT NULL")
            newest = connection.execute("SELECT count(*), max(number) FROM changes").fetchone()
            state = stored, deleted, newest
            if state == self._state:
                return
            self._segments = {number: self._segment(connection, number) for number in stored}
            changed = connection.execute(READ, (-1,)).fetchall()
            newest_listed = newest_game(connection)
        segments = dict(self._segments)
        for first in range(0, len(changed), MOST_GAMES):
            rows = changed[first : first + MOST_GAMES]
            segments[-1 - first] = Segment(columns_of(rows), rows=rows)
        self._listing = Listing(segments, deleted, newest_listed)
        self._state = state

    def _segment(self, connection: sqlite3.Connection, number: int) -> Segment:
        if number in self._segments:
            return self._segments[number]
        row = connection.execute("SELECT names, columns FROM segments WHERE number = ?", (number,)).fetchone()
        return Segment(Columns.from_stored(*row), number)


def _numbers(connection: sqlite3.Connection, query: str) -> list[int]:
    return [number for (number,) in connection.execute(query)]

"""A segment: what lists, filters and searches need of some thousand games, as arrays.

It is made once from the rows of its games, and then only read. Texts that recur are numbers: those of a table
of the segment's own. So a filter compares arrays of small numbers, and a search compares each word once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

import numpy as np
import numpy.typing as npt

from wormhole.library.database.game_rows import AGAINST_COMPUTER, DEMONSTRATION, IMPORTED, MAIL, PEOPLE

ROW_BITS = 12
MOST_GAMES = 1 << ROW_BITS
"""Games of a segment."""
FEW_PLACES = 16
"""Up to so many places of a word are found one after the other; more are found by comparing each letter."""
OPENING_PLIES = 8
"""The plies of an opening that a segment has."""

COLUMNS = np.dtype(
    [
        ("number", "<i8"),
        ("day", "<i4"),
        ("variant", "<u2"),
        ("title", "<u2"),
        ("kind", "u1"),
        ("level", "i1"),
        ("side", "u1"),
        ("result", "u1"),
        ("exists", "?"),
    ]
)
"""A game in the list. The day is 20240517 for 2024.05.17, with zeros for what is unknown. A game that was
removed has a row, too, which replaces the one of an older segment."""

KINDS = (PEOPLE, AGAINST_COMPUTER, DEMONSTRATION, IMPORTED, MAIL)
SIDES = ("white", "black")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""The texts that columns have as numbers. Files have these numbers, so the order must stay as it is."""
NO_LEVEL = -1
UNKNOWN = 255
"""The number of a text that is none of those known."""

READ = (
    "SELECT CAST(changes.game AS INTEGER), date, variant, title, kind, level, side, result,"
    " games.number IS NOT NULL, words, substr(opening, 1, 200)"
    " FROM changes LEFT JOIN games ON games.number = changes.game"
    " ORDER BY changes.number LIMIT ?"
)
"""The games that changed first, with all that a segment has of a game."""

_NEWLINE = ord("\n")

Row = tuple[object, ...]
Mask = npt.NDArray[np.bool_]


class SegmentError(ValueError):
    """The arrays of a segment are damaged."""


@lru_cache(maxsize=4096)
def day_number(date: object) -> int:
    """A PGN date as a number that sorts, 0 if it is unknown.

    >>> [day_number(date) for date in ("2024.05.17", "1851.06.??", "1900.??.??", "????.05.17", "Monday")]
    [20240517, 18510600, 19000000, 0, 0]
    """
    if not isinstance(date, str):
        return 0
    year, month, day = (_digits(part) for part in [*date.split("."), "", ""][:3])
    return min(year, 9999) * 10_000 + min(month, 99) * 100 + min(day, 99) if year else 0


def _digits(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


@dataclass(frozen=True)
class Texts:
    """Texts of games, each once: the words of their headers, or the moves that they begin with."""

    text: bytes
    """The texts, each with a newline before and after it."""
    ends: npt.NDArray[np.uint32]
    """Where in ``rows`` each text ends."""
    rows: npt.NDArray[np.uint16]
    """The games that have it."""

    @classmethod
    def of(cls, games: Sequence[Iterable[str]]) -> Texts:
        """The texts of each game."""
        found: dict[str, list[int]] = {}
        for row, texts in enumerate(games):
            for text in {*texts}:
                found.setdefault(text, []).append(row)
        ends = np.cumsum([len(rows) for rows in found.values()], dtype="<u4")
        rows = np.fromiter(chain.from_iterable(found.values()), "<u2")
        return cls("\n".join(["", *found, ""]).encode("utf-8", "replace"), ends, rows)

    def games_with(self, word: bytes, size: int) -> Mask:
        """Which of ``size`` games have a text that contains this word."""
        mask = np.zeros(size, bool)
        places = _places(self.text, word)
        hits = np.searchsorted(self._starts, places, side="right") - 1 if len(places) else places
        if len(hits) <= FEW_PLACES:
            for hit in hits:
                mask[self.rows[self.ends[hit - 1] if hit else 0 : self.ends[hit]]] = True
        else:
            is_hit = np.zeros(len(self.ends), bool)
            is_hit[hits] = True
            mask[self.rows[np.repeat(is_hit, np.diff(self.ends, prepend=np.uint32(0)))]] = True
        return mask

    @cached_property
    def _starts(self) -> npt.NDArray[np.uint32]:
        """The places of the newlines before the texts."""
        return np.flatnonzero(np.frombuffer(self.text, "u1")[:-1] == _NEWLINE).astype("<u4")

    def to_bytes(self) -> bytes:
        """As it is stored."""
        sizes = np.array([len(self.ends), len(self.rows)], "<u4")
        return b"".join((sizes.tobytes(), self.ends.tobytes(), self.rows.tobytes(), self.text))

    @classmethod
    def from_bytes(cls, stored: bytes, games: int) -> Texts:
        """As it was stored. Raises :class:`SegmentError`."""
        try:
            count, size = (int(each) for each in np.frombuffer(stored, "<u4", 2))
            ends = np.frombuffer(stored, "<u4", count, 8)
            rows = np.frombuffer(stored, "<u2", size, 8 + 4 * count)
        except ValueError as error:
            raise SegmentError(str(error)) from None
        text = stored[8 + 4 * count + 2 * size :]
        if text.count(b"\n") != count + 1 or int(ends[-1] if count else 0) != size:
            raise SegmentError("the number of texts")
        if (ends[1:] < ends[:-1]).any() or rows.max(initial=0) >= max(1, games):
            raise SegmentError("the games of a text")
        return cls(text, ends, rows)


def _places(text: bytes, word: bytes) -> npt.NDArray[np.uint32]:
    """Where the word is in the text."""
    found: list[int] = []
    at = text.find(word)
    while at >= 0 and len(found) < FEW_PLACES:
        found.append(at)
        at = text.find(word, at + 1)
    if at < 0:
        return np.array(found, "<u4")
    letters = np.frombuffer(text, "u1")
    end = len(text) - len(word) + 1
    is_there = letters[:end] == word[0]
    for place, letter in enumerate(word[1:], 1):
        is_there &= letters[place : end + place] == letter
    return np.flatnonzero(is_there).astype("<u4")


@dataclass(frozen=True)
class Openings:
    """The first moves of games, as numbers from 1 on; 0 after the end."""

    moves: Sequence[str]
    played: npt.NDArray[np.uint16]
    """A row for each ply, a column for each game."""

    @classmethod
    def of(cls, openings: Sequence[str]) -> Openings:
        """The first moves of each game, in UCI notation."""
        codes: dict[str, int] = {}
        played = np.zeros((len(openings), OPENING_PLIES), "<u2")
        for row, opening in enumerate(openings):
            moves = opening.split(" ", OPENING_PLIES)[:OPENING_PLIES]
            if "" in moves:
                moves = moves[: moves.index("")]
            for ply, move in enumerate(moves):
                played[row, ply] = codes.setdefault(move, len(codes) + 1)
        return cls([*codes], np.ascontiguousarray(played.T))

    def games_with(self, moves: Sequence[str]) -> Mask:
        """The games that begin with these moves, as far as they are here."""
        mask = np.ones(self.played.shape[1], bool)
        for ply, move in enumerate(moves[:OPENING_PLIES]):
            if move not in self.moves:
                return np.zeros_like(mask)
            mask &= self.played[ply] == self.moves.index(move) + 1
        return mask

    def to_bytes(self) -> bytes:
        """As it is stored."""
        return self.played.tobytes() + " ".join(self.moves).encode("utf-8", "replace")

    @classmethod
    def from_bytes(cls, stored: bytes, games: int) -> Openings:
        """As it was stored. Raises :class:`SegmentError`."""
        try:
            played = np.frombuffer(stored, "<u2", OPENING_PLIES * games).reshape(OPENING_PLIES, games)
        except ValueError as error:
            raise SegmentError(str(error)) from None
        moves = stored[2 * played.size :].decode("utf-8", "replace").split(" ")
        if played.max(initial=0) > len(moves):
            raise SegmentError("the number of moves")
        return cls(moves, played)


@dataclass(frozen=True)
class Columns:
    """The columns of some games, in one table of `COLUMNS`, with the texts that its numbers mean."""

    table: npt.NDArray[np.void]
    variants: Sequence[str]
    titles: Sequence[str]

    def names(self) -> str:
        """The texts as they are stored."""
        return json.dumps([self.variants, self.titles])

    @classmethod
    def from_stored(cls, names: object, stored: object) -> Columns:
        """As they were stored. Raises :class:`SegmentError`."""
        try:
            variants, titles = json.loads(names)  # type: ignore[arg-type]
            table = np.frombuffer(stored, COLUMNS)  # type: ignore[call-overload]
        except (ValueError, TypeError) as error:
            raise SegmentError(str(error)) from None
        for column, texts in (("variant", variants), ("title", titles)):
            is_good = isinstance(texts, list) and all(isinstance(text, str) for text in texts)
            if not is_good or table[column].max(initial=0) >= len(texts):
                raise SegmentError(column)
        if len(table) > MOST_GAMES:
            raise SegmentError("the number of games")
        return cls(table, variants, titles)


def columns_of(rows: Sequence[Row]) -> Columns:
    """The columns of games, from their rows as `READ` gives them."""
    variants: dict[str, int] = {}
    titles: dict[str, int] = {}

    def columns(row: Row) -> tuple[object, ...]:
        number, date, variant, title, kind, level, side, result, exists = row[:9]
        return (
            number,
            day_number(date),
            variants.setdefault(_text(variant), len(variants)),
            titles.setdefault(_text(title), len(titles)),
            _code(KINDS, kind),
            level if isinstance(level, int) and 0 <= level < 128 else NO_LEVEL,
            _code(SIDES, side),
            _code(RESULTS, result),
            exists,
        )

    return Columns(np.array([columns(row) for row in rows], COLUMNS), [*variants], [*titles])


def words_of(rows: Sequence[Row]) -> Texts:
    """The words of games, from their rows."""
    return Texts.of([_text(row[9]).split() for row in rows])


def openings_of(rows: Sequence[Row]) -> Openings:
    """The first moves of games, from their rows."""
    return Openings.of([_text(row[10]) for row in rows])


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _code(values: Sequence[str], value: object) -> int:
    return values.index(value) if value in values else UNKNOWN


def code_of(values: Sequence[str], value: str) -> int:
    """The number of a text in a column; one that no game has if it is none of these."""
    return values.index(value) if value in values else len(values)

"""The library of games: games are added, kept, found, listed, deleted and read.

>>> import tempfile, wormhole
>>> from wormhole.library.record import Game
>>> folder = tempfile.TemporaryDirectory()
>>> with GameDatabase(Path(folder.name, "games.sqlite3")) as database:
...     number = database.add(Game(wormhole.Board(), {"White": "Ada"}), None)
...     [row.white for row in database.rows(database.find(Query(text="ada")))]
['Ada']
>>> folder.cleanup()
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import numpy as np

from wormhole.library import play_state
from wormhole.library.database import writing
from wormhole.library.database.connections import Connections, LibraryError, ReplacedError
from wormhole.library.database.finding import Query, find_numbers
from wormhole.library.database.game_index import (
    GameIndex,
    GameNumbers,
    Listing,
    check_listed,
    newest_game,
)
from wormhole.library.database.game_readers import ReadGame, read_games
from wormhole.library.database.game_rows import (
    AGAINST_COMPUTER,
    MAIL,
    PEOPLE,
    GameRow,
    LibraryGame,
    Snapshot,
    known_games,
    read_game,
    read_rows,
    snapshot,
)
from wormhole.library.database.openings import Continuation, continuations
from wormhole.library.database.packing import complete, if_writable, pack
from wormhole.library.database.position_index import keep_keys, keys_of
from wormhole.library.database.segments import SegmentError
from wormhole.library.database.statistics import Statistics, statistics_of
from wormhole.library.mail.mail_state import MailState
from wormhole.library.pgn_parser import PgnError
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.library.window_locks import is_open_elsewhere
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant

DAYS_DELETED = 30
"""A deleted game can be restored for so many days."""

IMPORTED_AT_ONCE = 64
"""Imported games in a transaction."""

IMPORT_SECONDS = 0.5
"""Imported games are written after at most so many seconds."""

_UNFINISHED = (
    "SELECT number, owner FROM games WHERE result = '*' AND deleted IS NULL AND plies > 0"
    f" AND kind IN ('{PEOPLE}', '{AGAINST_COMPUTER}')"
    " AND ifnull(termination, 'unterminated') = 'unterminated'"
    " ORDER BY changed DESC, number DESC LIMIT 100"
)
_IS_PLAYED = f"kind IN ('{PEOPLE}', '{AGAINST_COMPUTER}', '{MAIL}')"
"""The condition of the index ``played_games``, so the two must be the same."""
_PLAYED = f"SELECT EXISTS (SELECT 1 FROM games WHERE {_IS_PLAYED})"
_BY_MAIL = (
    "SELECT number, owner, substr(play, 1, 100000) FROM games JOIN records USING (number)"
    f" WHERE kind = '{MAIL}' AND {_IS_PLAYED} ORDER BY changed DESC, number DESC"
)


Found = TypeVar("Found")


@dataclass(frozen=True)
class ImportProgress:
    """The numbers of games of an import so far: added, in the library already, or bad.

    ``lenient`` games among the first two were not written as the standard says; of ``cut`` games there are
    the moves before an error.
    """

    added: int = 0
    known: int = 0
    bad: int = 0
    lenient: int = 0
    cut: int = 0
    error: PgnError | None = None
    """The error in the game that was just read."""
    told: ReadGame | None = None
    """The game that was just read, if it is lenient or cut."""

    @property
    def games(self) -> int:
        """The number of all games."""
        return self.added + self.known + self.bad

    def __add__(self, other: ImportProgress) -> ImportProgress:
        return ImportProgress(
            self.added + other.added,
            self.known + other.known,
            self.bad + other.bad,
            self.lenient + other.lenient,
            self.cut + other.cut,
        )


@dataclass(frozen=True)
class MailGameRow:
    """A game by mail in the library."""

    row: GameRow
    state: MailState
    listed: GameNumbers
    """Its number, as a list of one game."""
    is_open_elsewhere: bool
    """Whether another window has it open, which would overwrite what is changed here."""


class GameDatabase:
    """The library in a file, which is created if there is none. Any thread may call its methods.

    All methods raise :class:`LibraryError`. Those that take numbers of a list raise
    :class:`.connections.ReplacedError` if another library has taken the place of the one that was listed.
    """

    def __init__(self, path: Path) -> None:
        # Links are followed, so that the files beside the library are in its own folder.
        try:
            self.path = Path(os.path.realpath(path))
        except ValueError:
            raise LibraryError("A library cannot have this name.") from None
        self._connections = Connections(self.path)
        self._index = GameIndex(self._connections)
        self.progress: tuple[int, int] | None = None
        """Of how many games how many were prepared for lists; None if there is nothing to prepare."""
        self.reading, self.writing = self._connections.reading, self._connections.writing

    @property
    def complaint(self) -> str | None:
        """A sentence about a damaged file that was set aside, or None."""
        return self._connections.complaint

    @property
    def openings(self) -> int:
        """A number that rises when the file may be another one, so that written data may be lost."""
        return self._connections.openings

    def check(self) -> None:
        """Check the file; if it is missing or damaged, open it anew or set it aside."""
        self._connections.check()

    def close(self) -> None:
        """Close the file."""
        self._connections.close()

    def __enter__(self) -> GameDatabase:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- games ---

    def add(self, game: Game, play: PlayState | None = None) -> int:
        """Add a game; returns its number."""
        return self.insert(snapshot(game, play))[0]

    def keep(self, number: int, game: Game, play: PlayState | None = None) -> None:
        """Replace the game with that number."""
        if self.update(number, snapshot(game, play)) is None:
            raise LibraryError("The library has no game {number}.", number=number)

    def game(self, number: int, at_hand: Iterable[Variant] = (), listed: Sequence[int] = ()) -> LibraryGame:
        """The game with that number, in the list ``listed``.

        Games from files that are ``at_hand`` give it their pictures.
        """
        with self.reading() as connection:
            check_listed(connection, listed)
            return read_game(connection, number, at_hand)

    def insert(self, kept: Snapshot, owner: str | None = None) -> tuple[int, int]:
        """Add a game, which is open in the window ``owner``; returns its number and revision."""
        with self.writing() as connection:
            return writing.insert(connection, kept, owner)

    def find_same(self, kept: Snapshot) -> tuple[int, int] | None:
        """The number and the revision of the game with the same headers and moves, if there is one."""
        with self.reading() as connection:
            return writing.find_same(connection, kept)

    def update(
        self, number: int, kept: Snapshot, revision: int | None = None, owner: str | None = None
    ) -> int | None:
        """Replace a game if it has that revision, or any for None; returns the new one, or None."""
        with self.writing() as connection:
            return writing.update(connection, number, kept, revision, owner)

    def revision(self, number: int) -> int | None:
        """The revision of a game; None if there is none of that number."""
        with self.reading() as connection:
            row = connection.execute("SELECT revision FROM games WHERE number = ?", (number,)).fetchone()
        return None if row is None else row[0]

    def times(self, number: int) -> tuple[str, str] | None:
        """When a game was added, and when it was changed last; None if there is none of that number.

        The first time tells it from the game of that number in another library.
        """
        with self.reading() as connection:
            row = connection.execute(
                "SELECT started, changed FROM games WHERE number = ?", (number,)
            ).fetchone()
        return None if row is None else (str(row[0]), str(row[1]))

    def is_open_elsewhere(self, number: int) -> bool:
        """Whether another window has the game open."""
        with self.reading() as connection:
            row = connection.execute("SELECT owner FROM games WHERE number = ?", (number,)).fetchone()
        owner = None if row is None else row[0]
        return isinstance(owner, str) and is_open_elsewhere(self.path, owner)

    def release(self, number: int, revision: int) -> None:
        """Say that the game is no longer open in a window."""
        with self.writing() as connection:
            connection.execute(
                "UPDATE games SET owner = NULL WHERE number = ? AND revision = ?", (number, revision)
            )

    # --- lists ---

    def find(self, query: Query = Query()) -> GameNumbers:  # noqa: B008 - it is frozen
        """The numbers of the games that match the query, by the day they were played, the latest first.

        Raises :class:`FenError` if the query has a bad position.
        """
        return self._with_segments(lambda: self._find(query))

    def _listing(self) -> Listing:
        try:
            return self._index.listing(self._tell)
        finally:
            self.progress = None

    def _with_segments(self, work: Callable[[], Found]) -> Found:
        """What ``work`` finds in the segments; they are made again if they are damaged."""
        try:
            return work()
        except SegmentError:
            self._index.begin_anew()
            return work()

    def _tell(self, done: int, games: int) -> None:
        self.progress = done, games

    def _find(self, query: Query) -> GameNumbers:
        listing = self._keyed_listing() if query.fen.strip() else self._listing()
        return find_numbers(self._connections, query, listing)

    def _keyed_listing(self) -> Listing:
        # On a read-only disk, only games that have keys are found.
        with if_writable(self._connections):
            complete(self._connections, self._tell)
        return self._listing()

    def index_positions(self, number: int, revision: int, start: Board, moves: Iterable[Move]) -> None:
        """Store the keys of the positions of a game's main line, so that the next search need not compute
        them."""
        keys = keys_of(start, moves)
        with self._connections.writing(durable=False) as connection:
            keep_keys(connection, number, revision, keys)

    def rows(self, numbers: Sequence[int]) -> list[GameRow]:
        """The rows of these games, in this order, without those that are gone."""
        with self.reading() as connection:
            check_listed(connection, numbers)
            return read_rows(connection, numbers)

    def has_listed(self, numbers: Iterable[int]) -> bool:
        """Whether these numbers of a list mean games of the library as it is now."""
        with self.reading() as connection:
            try:
                check_listed(connection, numbers)
            except ReplacedError:
                return False
        return True

    def unfinished(self, window: str = "") -> list[GameRow]:
        """The unfinished games with a user to continue: the latest one, and those that are open in ``window``
        or, if none is, that were open in the window that was closed last.

        Games that are open in another window are left out. The latest is first.
        """
        with self.reading() as connection:
            found = [
                (number, owner)
                for number, owner in connection.execute(_UNFINISHED).fetchall()
                if owner is None or not is_open_elsewhere(self.path, str(owner))
            ]
            owners = [owner for _number, owner in found if owner is not None]
            chosen = window if window in owners else next(iter(owners), None)
            numbers = [number for number, owner in found if owner is not None and owner == chosen]
            if found and found[0][0] not in numbers:
                numbers.insert(0, found[0][0])
            return read_rows(connection, numbers)

    def mail_games(self) -> list[MailGameRow]:
        """All games by mail, those that were deleted, too; the ones that changed last are first."""
        with self.reading() as connection:
            found = {}
            for number, owner, play in connection.execute(_BY_MAIL).fetchall():
                state = play_state.loads(play).mail if isinstance(play, str) else None
                if state is not None:
                    is_open = isinstance(owner, str) and is_open_elsewhere(self.path, owner)
                    found[number] = state, is_open
            rows = read_rows(connection, [*found])
            newest = newest_game(connection)
        return [
            MailGameRow(row, state, GameNumbers(np.array([row.number], np.int64), newest), is_open)
            for row in rows
            for state, is_open in (found[row.number],)
        ]

    def has_played(self) -> bool:
        """Whether a game with a user is kept, finished or not."""
        with self.reading() as connection:
            return bool(connection.execute(_PLAYED).fetchone()[0])

    def statistics(self, elo_of_level: Mapping[int, float], variant: str | None = None) -> Statistics:
        """The results of the user against the computer, in all games or one; levels have these ratings."""
        return statistics_of(self._with_segments(self._listing), elo_of_level, variant)

    def pack(self) -> None:
        """Make segments of new games if there are many, so that the next `find` need not."""
        pack(self._connections)

    def known_games(self) -> list[Variant]:
        """Wormhole Chess and its family, and all others of which the library has a game or a definition."""
        games = self._with_segments(self._listing)
        with self.reading() as connection:
            return known_games(connection, games.variants)

    def continuations(self, board: Board) -> Mapping[str, Continuation]:
        """What the users played in a position, in UCI notation, and how those games ended."""
        return self._with_segments(lambda: continuations(self._connections, self._keyed_listing(), board))

    # --- PGN ---

    def import_games(
        self, lines: Iterable[str], variants: Iterable[Variant] = (), children: int | None = None
    ) -> Generator[ImportProgress]:
        """Add the games of a PGN text, which may be of ``variants``, too; yields the progress.

        It yields after each transaction, and after each game that is bad, cut or lenient. If the caller
        stops, the added games remain. Games that the library has are not added again. If the lines raise
        :class:`PgnError`, the games before it are added. At most so many child processes help to read, by
        default one less than cores.
        """
        progress = ImportProgress()
        batch: list[ReadGame] = []
        written_at = time.monotonic()
        with contextlib.closing(read_games(lines, variants, children)) as found:
            try:
                for each in found:
                    if isinstance(each, PgnError):
                        progress = replace(progress, bad=progress.bad + 1)
                        yield replace(progress, error=each)
                    else:
                        batch.append(each)
                        if each.warnings or each.error is not None:
                            progress = replace(
                                progress,
                                lenient=progress.lenient + bool(each.warnings),
                                cut=progress.cut + (each.error is not None),
                            )
                            yield replace(progress, told=each)
                    if len(batch) >= IMPORTED_AT_ONCE or time.monotonic() > written_at + IMPORT_SECONDS:
                        progress = self._insert_new(batch, progress)
                        batch, written_at = [], time.monotonic()
                        yield progress
            except PgnError:  # the lines end early
                yield self._insert_new(batch, replace(progress, bad=progress.bad + 1))
                raise
        yield self._insert_new(batch, progress)

    def _insert_new(self, batch: Sequence[ReadGame], before: ImportProgress) -> ImportProgress:
        """Add those games of a batch that are new, in one transaction; returns the progress."""
        if not batch:
            return before
        with self._connections.writing(durable=False) as connection:
            added = sum(writing.insert_new(connection, each.kept, each.keys, each.digest) for each in batch)
        self.pack()
        return replace(before, added=before.added + added, known=before.known + len(batch) - added)

    def export(self, numbers: Sequence[int]) -> Iterator[str | LibraryError]:
        """The games as PGN, one at a time; for one that cannot be read, an error instead."""
        for number in numbers:
            try:
                yield str(self.game(number, listed=numbers).game)
            except ReplacedError:
                raise
            except LibraryError as error:
                yield error

    # --- deleting ---

    def delete(self, numbers: Iterable[int]) -> int:
        """Delete games, so that they can be restored; returns how many."""
        return self._mark_deleted(numbers, "deleted IS NULL", writing.now())

    def undelete(self, numbers: Iterable[int]) -> int:
        """Restore deleted games; returns how many."""
        return self._mark_deleted(numbers, "deleted IS NOT NULL", None)

    def purge(self) -> int:
        """Remove the games that were deleted ``DAYS_DELETED`` days ago; returns how many."""
        limit = datetime.now(timezone.utc).replace(tzinfo=None) - timedelta(days=DAYS_DELETED)
        with self.writing() as connection:
            limits = (limit.isoformat(),)
            old = "FROM games WHERE deleted < ?"
            connection.execute(f"REPLACE INTO changes (game) SELECT number {old}", limits)
            return connection.execute(f"DELETE {old}", limits).rowcount

    def _mark_deleted(self, numbers: Iterable[int], where: str, value: str | None) -> int:
        with self.writing() as connection:
            check_listed(connection, numbers)
            return sum(
                connection.execute(
                    f"UPDATE games SET deleted = ? WHERE number = ? AND {where}", (value, int(number))
                ).rowcount
                for number in numbers
            )

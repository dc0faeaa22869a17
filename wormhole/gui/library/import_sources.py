"""Reads the games of PGN files and texts into the library."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wormhole import Variant
from wormhole.compiling.groups import compiled_meanwhile
from wormhole.gui.languages.language import _, _n, said
from wormhole.gui.library.import_result import ImportResult
from wormhole.gui.window.background import Job
from wormhole.library import pasted, pgn
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.pgn_parser import PgnError
from wormhole.rules.loop_groups import BOARD


@dataclass(frozen=True)
class Source:
    """A source of games: its name, its size in bytes, and its lines."""

    name: str
    size: int
    lines: Callable[[], Iterable[str]]

    @classmethod
    def of_file(cls, path: Path) -> Source:
        """A PGN file."""
        return cls(path.name, _size(path), lambda: pgn.file_lines(path))

    @classmethod
    def of_text(cls, text: str, own: Variant) -> Source:
        """A PGN text; games without tags are of `own`."""
        return cls(_("the clipboard"), len(text), lambda: pasted.game_lines(text, own))


def read_into(
    database: GameDatabase,
    sources: Sequence[Source],
    variants: Sequence[Variant],
    total: ImportResult,
    job: Job[ImportResult],
) -> ImportResult:
    """Read the games of all sources into the library, in a job; ``total`` has what was read so far."""
    counter = _ByteCounter(max(1, sum(source.size for source in sources)))
    try:
        with compiled_meanwhile(BOARD):
            for source in sources:
                if not total.trouble:
                    _read_source(database, source, variants, total, job, counter)
    finally:
        total.is_over = True
    return total


def _read_source(
    database: GameDatabase,
    source: Source,
    variants: Sequence[Variant],
    total: ImportResult,
    job: Job[ImportResult],
    counter: _ByteCounter,
) -> None:
    before = total.progress
    try:
        # It is closed at once if the job is cancelled, since processes read its games.
        with contextlib.closing(database.import_games(counter.lines(source.lines()), variants)) as found:
            for progress in found:
                total.progress = before + progress
                if progress.error is not None:
                    total.add_error(source.name, progress.error)
                if progress.told is not None:
                    total.add_game(source.name, progress.told)
                games = _n("{count} game read", "{count} games read", total.progress.games)
                job.tell(counter.share, games)
    except PgnError as error:
        total.add_error(source.name, error)
    except LibraryError as error:
        total.trouble = said(error)


class _ByteCounter:
    """Counts the bytes of the lines that were read, of so many in all."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._read = 0

    @property
    def share(self) -> float:
        return self._read / self._size

    def lines(self, lines: Iterable[str]) -> Iterator[str]:
        for line in lines:
            self._read += len(line) + 1
            yield line


def _size(path: Path) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0

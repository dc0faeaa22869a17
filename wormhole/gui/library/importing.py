"""Reads PGN files into the library, in the background, and tells of each game that could not be read."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole import Variant
from wormhole.engine.preparation import obtain
from wormhole.gui.background import Job
from wormhole.gui.dialogs.files import FilesDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.language import _, _n, said
from wormhole.gui.library.import_summary import ImportSummary
from wormhole.gui.library.imported import BadGame, Imported
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage
from wormhole.library import pasted, pgn
from wormhole.library.database.errors import LibraryError
from wormhole.library.pgn_error import PgnError
from wormhole.rules.compiled import NotCompiledError, available
from wormhole.rules.loop_groups import BOARD
from wormhole.rules.quoting import printable

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase

SUFFIX = ".pgn"
MOST_BAD = 5_000
"""Bad games that are named; the others are only counted."""


def ask_import(stage: Stage, database: GameDatabase, done: Action) -> None:
    """Ask for files and read them; `done` is called when the library may have changed."""

    def read_files(paths: Sequence[Path]) -> None:
        take(stage, database, [Source.of_file(path) for path in paths], done)

    stage.open(FilesDialog(stage, _("Import games"), SUFFIX, read_files))


@dataclass(frozen=True)
class Source:
    """Something with games: its name, its size in bytes, and its lines."""

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


def take(stage: Stage, database: GameDatabase, sources: Sequence[Source], done: Action) -> None:
    """Read the games of all sources and tell of them; `done` is called when the library may have changed."""

    def tell(imported: Imported) -> None:
        done()
        stage.open(ImportSummary(stage, imported))

    read(stage, database, sources, tell)


def read(
    stage: Stage, database: GameDatabase, sources: Sequence[Source], done: Callable[[Imported], None]
) -> None:
    """Read games in the background, with a dialog that shows the progress, and then call `done`."""
    own = [stage.game.variant]
    wait_for(
        stage, _("Importing\u2026"), lambda job: import_all(database, sources, own, job), done, is_long=True
    )


def import_all(
    database: GameDatabase, sources: Sequence[Source], own: Iterable[Variant], job: Job[Imported]
) -> Imported:
    """Add the games of all sources. What was added remains if the job is cancelled."""
    total = Imported()
    counter = _Counter(max(1, sum(source.size for source in sources)))
    with _fast_boards():
        for source in sources:
            if not total.trouble:
                _import(database, source, tuple(own), counter, total, job)
    return total


@contextlib.contextmanager
def _fast_boards() -> Iterator[None]:
    """Load the compiled loops of boards; if there are none, have them compiled meanwhile."""
    try:
        BOARD.load()
    except NotCompiledError:
        is_over = threading.Event()
        threading.Thread(target=_obtain_loops, args=(is_over,), name="loops", daemon=True).start()
        try:
            yield
        finally:
            is_over.set()
    else:
        yield


def _obtain_loops(is_over: threading.Event) -> None:
    if available():
        with contextlib.suppress(NotCompiledError):  # the plain loops are slower, and do as well
            for _share in obtain((BOARD,), lambda: not is_over.is_set()):
                pass


class _Counter:
    """Counts the bytes of the lines that were read."""

    def __init__(self, whole: int) -> None:
        self.whole = whole
        self.read = 0

    def lines(self, lines: Iterable[str]) -> Iterator[str]:
        for line in lines:
            self.read += len(line) + 1
            yield line


def _import(
    database: GameDatabase,
    source: Source,
    own: Sequence[Variant],
    counter: _Counter,
    total: Imported,
    job: Job[Imported],
) -> None:
    added, known = total.added, total.known
    try:
        for found in database.import_games(counter.lines(source.lines()), own):
            if isinstance(found, PgnError):
                _note(total, source, found)
            else:
                total.added, total.known = added + found.added, known + found.known
            games = total.read + total.bad
            job.tell(counter.read / counter.whole, _n("{count} game read", "{count} games read", games))
    except PgnError as error:
        _note(total, source, error)
    except LibraryError as error:
        total.trouble = said(error)


def _note(total: Imported, source: Source, error: PgnError) -> None:
    total.bad += 1
    if len(total.bad_games) < MOST_BAD:
        names = (error.headers.get(name, "?") for name in ("White", "Black"))
        players = " - ".join(printable(name) for name in names) if error.headers else ""
        total.bad_games.append(
            BadGame(printable(source.name), error.number, error.line, players, said(error.why))
        )


def _size(path: Path) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0

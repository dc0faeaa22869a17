"""Reads PGN files into the library, in the background, and tells of each game that could not be read."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from wormhole import Variant
from wormhole.engine.preparation import obtain
from wormhole.gui.dialogs.dialog import ListDialog
from wormhole.gui.dialogs.file_dialog import FilesDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, _n, _p, number, said
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.background import Job
from wormhole.gui.window.screen import Stage
from wormhole.library import pasted, pgn
from wormhole.library.database.connections import LibraryError
from wormhole.library.pgn_parser import PgnError
from wormhole.rules.compiled import NotCompiledError, available
from wormhole.rules.loop_groups import BOARD
from wormhole.rules.quoting import printable

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase


@dataclass(frozen=True)
class BadGame:
    """A game that could not be read."""

    file: str
    number: int | None
    line: int | None
    players: str
    why: str


@dataclass
class Imported:
    """What has been read so far."""

    added: int = 0
    known: int = 0
    bad: int = 0
    bad_games: list[BadGame] = field(default_factory=list)
    trouble: str = ""
    """Why the library did not take more."""

    @property
    def read(self) -> int:
        """Games that could be read."""
        return self.added + self.known


def summary_lines(imported: Imported) -> list[str]:
    """What was read, a line for each number that is not zero."""
    lines = [imported.trouble] if imported.trouble else []
    lines.append(_n("{count} game added.", "{count} games added.", imported.added))
    if imported.known:
        lines.append(
            _n(
                "{count} game was in the library already.",
                "{count} games were in the library already.",
                imported.known,
            )
        )
    if imported.bad:
        bad = _n("{count} game could not be read:", "{count} games could not be read:", imported.bad)
        listed = len(imported.bad_games)
        more = ""
        if imported.bad > listed:
            more = _n("The first one is listed.", "The first {count} are listed.", listed)
        lines.append(f"{bad} {more}".rstrip())
    return lines


WIDTH_UNITS, HEIGHT_UNITS = 88, 54
SHORT_UNITS = (48, 17)
LINE_UNITS = 3
BUTTON_UNITS = 6


class ImportSummary(ListDialog):
    """Says what was imported; with bad games, a list of them, and all that is known of the chosen one."""

    heading = N_("Imported")

    def __init__(self, stage: Stage, imported: Imported) -> None:
        super().__init__(stage)
        self.imported = imported
        self.has_table = bool(imported.bad)
        self._chosen = 0

    def inner_units(self) -> tuple[float, float]:
        """The size of a few lines, or of a list if games were bad."""
        return (WIDTH_UNITS, HEIGHT_UNITS) if self.imported.bad else SHORT_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the counts, the list, the reason of the chosen one, and the button."""
        look = self.stage.look
        unit, colour = look.scale.unit, look.theme.colour
        line = pygame.Rect(inner.left, inner.top, inner.width, look.scale.units(LINE_UNITS))
        for text in summary_lines(self.imported):
            self.write(text, line, colour.alarm if text == self.imported.trouble else colour.muted)
            line = line.move(0, line.height)
        height = look.scale.units(BUTTON_UNITS)
        done = pygame.Rect(0, inner.bottom - height, look.scale.units(20), height)
        done.right = inner.right
        self.widgets.focus(self.widgets.button(done, _("Close"), self.stage.close_dialog, PRIMARY))
        if not self.imported.bad:
            return
        reason = pygame.Rect(inner.left, done.top, done.left - 2 * unit - inner.left, height)
        self._reason = Hint(look, reason, look.small)
        area = pygame.Rect(inner.left, line.top + unit, inner.width, reason.top - line.top - 3 * unit)
        self.table = Table(look, area, _columns(), self._choose, self._choose)
        self.table.show([_row(bad) for bad in self.imported.bad_games], chosen=self._chosen)
        self._choose(self._chosen)
        self.upper_layers = (self.table, self._reason)

    def _choose(self, row: int) -> None:
        self._chosen = row
        self._reason.show(self.imported.bad_games[row].why, is_trouble=True)


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn(20, heading=_("File")),
        TableColumn(heading=_p("number in a file", "Game"), samples=("99,999",), is_right=True),
        TableColumn(heading=_("Line"), samples=("999,999",), is_right=True),
        TableColumn(24, heading=_("Players")),
        TableColumn(46, heading=_("Why")),
    )


def _row(bad: BadGame) -> tuple[str, ...]:
    game, line = ("" if value is None else number(value) for value in (bad.number, bad.line))
    return bad.file, game, line, bad.players, bad.why


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

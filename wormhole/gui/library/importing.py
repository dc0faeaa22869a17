"""Imports PGN files into the library in the background, then shows a summary with each bad game."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from wormhole import Variant
from wormhole.gui.dialogs.dialog import ListDialog
from wormhole.gui.dialogs.file_dialog import FilesDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, _n, _p, number, said
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.background import Job
from wormhole.gui.window.screen import Stage
from wormhole.library import own_games, pasted, pgn
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.game_database import GameDatabase, ImportProgress
from wormhole.library.pgn_parser import PgnError
from wormhole.rules.compiled import NotCompiledError, available, obtain
from wormhole.rules.loop_groups import BOARD
from wormhole.rules.quoting import printable

SUFFIX = ".pgn"
MOST_BAD = 5_000
"""Bad games that are named; the others are only counted."""

WIDTH_UNITS, HEIGHT_UNITS = 88, 54
SHORT_UNITS = (48, 17)
LINE_UNITS = 3
BUTTON_UNITS = 6


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
    """The games of all sources that were read so far."""

    progress: ImportProgress = field(default_factory=ImportProgress)
    bad_games: list[BadGame] = field(default_factory=list)
    """The first ``MOST_BAD`` of them."""
    trouble: str = ""
    """Why the library did not take more."""
    is_over: bool = False
    """Whether no more games are read."""

    def add_bad_game(self, file: str, error: PgnError) -> None:
        """List a game that could not be read."""
        if len(self.bad_games) < MOST_BAD:
            names = (error.headers.get(name, "?") for name in ("White", "Black"))
            players = " - ".join(printable(name) for name in names) if error.headers else ""
            bad = BadGame(printable(file), error.number, error.line, players, said(error.why))
            self.bad_games.append(bad)


def ask_import(stage: Stage, import_sources: Callable[[Sequence[Source]], None]) -> None:
    """Ask for files and import them."""

    def read_files(paths: Sequence[Path]) -> None:
        import_sources([Source.of_file(path) for path in paths])

    stage.open(FilesDialog(stage, _("Import games"), SUFFIX, read_files))


def import_games(
    stage: Stage, database: GameDatabase, sources: Sequence[Source], done: Callable[[Imported], None]
) -> Imported:
    """Import the games of all sources in the background, then show a summary; returns what changes meanwhile.

    `done` is called before it, since the library may have changed. What was added remains if the player
    cancels.
    """
    total, own = Imported(), stage.game.variant

    def show_summary(imported: Imported) -> None:
        done(imported)
        stage.open(ImportSummary(stage, imported))

    wait_for(
        stage,
        _("Importing\u2026"),
        lambda job: _import_games(
            database, sources, (own, *own_games.variants(stage.settings.own_games)), total, job
        ),
        show_summary,
        is_long=True,
        stopped=_("The import was stopped. The games read so far are in the library."),
    )
    return total


def _import_games(
    database: GameDatabase,
    sources: Sequence[Source],
    variants: Sequence[Variant],
    total: Imported,
    job: Job[Imported],
) -> Imported:
    counter = _ByteCounter(max(1, sum(source.size for source in sources)))
    try:
        with _fast_boards():
            for source in sources:
                if not total.trouble:
                    _import_source(database, source, variants, total, job, counter)
    finally:
        total.is_over = True
    return total


def _import_source(
    database: GameDatabase,
    source: Source,
    variants: Sequence[Variant],
    total: Imported,
    job: Job[Imported],
    counter: _ByteCounter,
) -> None:
    before = total.progress
    try:
        # It is closed at once if the job is cancelled, since processes read its games.
        with contextlib.closing(database.import_games(counter.lines(source.lines()), variants)) as found:
            for progress in found:
                total.progress = before + progress
                if progress.error is not None:
                    total.add_bad_game(source.name, progress.error)
                games = _n("{count} game read", "{count} games read", total.progress.games)
                job.tell(counter.share, games)
    except PgnError as error:
        total.add_bad_game(source.name, error)
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
        with contextlib.suppress(NotCompiledError):  # the plain loops are slower, with the same results
            for _share in obtain((BOARD,), lambda: not is_over.is_set()):
                pass


def _size(path: Path) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


class ImportSummary(ListDialog):
    """Shows what was imported; with bad games, a list of them, and the details of the chosen one."""

    heading = N_("Imported")

    def __init__(self, stage: Stage, imported: Imported) -> None:
        super().__init__(stage)
        self.imported = imported
        self.has_table = bool(imported.progress.bad)
        self._chosen = 0

    def inner_units(self) -> tuple[float, float]:
        """The size of a few lines, or of a list if games were bad."""
        return (WIDTH_UNITS, HEIGHT_UNITS) if self.imported.progress.bad else SHORT_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the counts, the list, the reason of the chosen one, and the button."""
        look = self.stage.look
        unit, units, colour = look.scale.unit, look.scale.units, look.theme.colour
        lines = summary_lines(self.imported)
        counts = Column(dict.fromkeys(lines, units(LINE_UNITS)))
        foot = Row({"reason": Fill(), "close": units(20)}, 2 * unit, size=units(BUTTON_UNITS))
        upper = Column({"counts": counts, "table": Fill()}, unit)
        places = Column({"upper": upper, "foot": foot}, 2 * unit).at(inner)
        for text in lines:
            self.write(text, places[text], colour.alarm if text == self.imported.trouble else colour.muted)
        close = self.widgets.button(places["close"], _("Close"), self.stage.close_dialog, PRIMARY)
        self.widgets.focus(close)
        if not self.imported.progress.bad:
            return
        self._reason = Hint(look, places["reason"], look.small)
        self.table = Table(look, places["table"], _columns(), self._choose, self._choose)
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
        TableColumn(46, heading=_("Reason")),
    )


def _row(bad: BadGame) -> tuple[str, ...]:
    game, line = ("" if value is None else number(value) for value in (bad.number, bad.line))
    return bad.file, game, line, bad.players, bad.why


def summary_lines(imported: Imported) -> list[str]:
    """What was read, a line for each number that is not zero."""
    progress = imported.progress
    lines = [imported.trouble] if imported.trouble else []
    lines.append(_n("{count} game added.", "{count} games added.", progress.added))
    if progress.known:
        lines.append(
            _n(
                "{count} game was already in the library.",
                "{count} games were already in the library.",
                progress.known,
            )
        )
    if progress.bad:
        bad = _n("{count} game could not be read.", "{count} games could not be read.", progress.bad)
        listed = len(imported.bad_games)
        more = ""
        if progress.bad > listed:
            more = _n("The first one is listed.", "The first {count} are listed.", listed)
        lines.append(f"{bad} {more}".rstrip())
    return lines

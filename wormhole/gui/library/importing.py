"""Imports PGN files into the library in the background, then shows a summary.

It names each bad game, and what was read leniently in the others.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame

from wormhole import Variant
from wormhole.base.errors import Message, message_of
from wormhole.base.quoting import printable
from wormhole.compiling.groups import NotCompiledError, available, obtain
from wormhole.gui.dialogs.dialog import ListDialog
from wormhole.gui.dialogs.file_dialog import FilesDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, _n, _p, number, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.view import Caption, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage
from wormhole.library import own_games, pasted, pgn
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.game_database import GameDatabase, ImportProgress
from wormhole.library.database.game_readers import ReadGame
from wormhole.library.pgn_parser import PgnError
from wormhole.rules.loop_groups import BOARD

SUFFIX = ".pgn"
MOST_REMARKS = 5_000
"""Errors that are listed, and warnings; the others are only counted."""

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
class Remark:
    """An error in a game, or what was read leniently."""

    file: str
    number: int | None
    line: int | None
    players: str
    why: str
    is_error: bool = True


@dataclass
class Imported:
    """The games of all sources that were read so far."""

    progress: ImportProgress = field(default_factory=ImportProgress)
    errors: list[Remark] = field(default_factory=list)
    """The first ``MOST_REMARKS`` of them."""
    warnings: list[Remark] = field(default_factory=list)
    """As the errors."""
    is_whole: bool = True
    """Whether all are listed."""
    trouble: str = ""
    """Why the library did not take more."""
    is_over: bool = False
    """Whether no more games are read."""

    @property
    def remarks(self) -> list[Remark]:
        """What is listed, the errors first."""
        return [*self.errors, *self.warnings]

    def add_error(self, file: str, error: PgnError) -> None:
        """List a game that could not be read."""
        why = said(error.why)
        self._add(self.errors, Remark(file, error.number, error.line, _players(error.headers), why))

    def add_game(self, file: str, game: ReadGame) -> None:
        """List what was read leniently in a game, or the error that ended it."""
        players = _players(game.kept.headers)
        for warning in game.warnings:
            text = said(warning.text)
            self._add(self.warnings, Remark(file, game.number, warning.line, players, text, is_error=False))
        if game.error is not None:
            why = Message("{trouble}; the moves before it are kept", trouble=message_of(game.error.why))
            self._add(self.errors, Remark(file, game.number, game.error.line, players, said(why)))

    def _add(self, remarks: list[Remark], remark: Remark) -> None:
        if len(remarks) < MOST_REMARKS:
            remarks.append(replace(remark, file=printable(remark.file), why=printable(remark.why)))
        else:
            self.is_whole = False


def _players(headers: Mapping[str, str]) -> str:
    return " - ".join(printable(headers.get(name, "?")) for name in ("White", "Black")) if headers else ""


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
    total, own = Imported(), stage.preferences.game.variant

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
    """Shows what was imported; with a list of errors and warnings, if any, and the chosen one in full."""

    heading = N_("Imported")

    def __init__(self, stage: Stage, imported: Imported) -> None:
        super().__init__(stage)
        self.imported = imported
        self.has_table = bool(imported.remarks)
        self._reason = Hint("small")
        self.table = Table(_columns(), self._choose, self._choose)
        if self.has_table:
            self.table.show([_row(remark) for remark in imported.remarks], chosen=0)
            self._choose(0)
        self.first = Button(_("Close"), stage.close_dialog, PRIMARY)

    def inner_units(self) -> tuple[float, float]:
        """The size of a few lines, or of a list."""
        return (WIDTH_UNITS, HEIGHT_UNITS) if self.has_table else SHORT_UNITS

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The counts, the list, the reason of the chosen one, and the button."""
        unit, units, trouble = look.scale.unit, look.scale.units, self.imported.trouble
        lines = summary_lines(self.imported)
        counts = [Caption(text, "alarm" if text == trouble else "muted") for text in lines]
        table, reason = (self.table, self._reason) if self.has_table else ("table", "reason")
        upper: Parts = {"counts": Column(dict.fromkeys(counts, units(LINE_UNITS))), table: Fill()}
        foot = Row({reason: Fill(), self.first: units(20)}, 2 * unit, units(BUTTON_UNITS))
        return Column({"upper": Column(upper, unit), "foot": foot}, 2 * unit)

    def _choose(self, row: int) -> None:
        remark = self.imported.remarks[row]
        self._reason.show(remark.why, is_trouble=remark.is_error)


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn(20, heading=_("File")),
        TableColumn(heading=_p("number in a file", "Game"), samples=("99,999",), is_right=True),
        TableColumn(heading=_("Line"), samples=("999,999",), is_right=True),
        TableColumn(24, heading=_("Players")),
        TableColumn(46, heading=_("Reason")),
    )


def _row(remark: Remark) -> tuple[str, ...]:
    game, line = ("" if value is None else number(value) for value in (remark.number, remark.line))
    return remark.file, game, line, remark.players, remark.why


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
    if progress.lenient:
        lenient = _n(
            "{count} game was read leniently.", "{count} games were read leniently.", progress.lenient
        )
        lines.append(lenient)
    if progress.cut:
        cut = _n("{count} game ends at an error.", "{count} games end at an error.", progress.cut)
        lines.append(cut)
    if progress.bad:
        lines.append(_n("{count} game could not be read.", "{count} games could not be read.", progress.bad))
    if not imported.is_whole:
        listed = len(imported.remarks)
        lines[-1] += " " + _n("The first one is listed.", "The first {count} are listed.", listed)
    return lines

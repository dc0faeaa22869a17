"""Saves and opens games as PGN files, copies and pastes positions and games as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TypeVar

import pygame

from wormhole import Board, Variant, WormholeError
from wormhole.base.atomic_files import write_text
from wormhole.base.errors import Message
from wormhole.base.quoting import printable, sentence, shown_path
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, ListDialog
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, _n, number, said
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import LazyRows, Table, TableColumn
from wormhole.gui.look.text_field import copy_text
from wormhole.gui.look.view import Layout
from wormhole.gui.look.widgets import Action
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage
from wormhole.library import own_games, pgn
from wormhole.library.known_games import warning_of
from wormhole.library.pgn import PgnEntry
from wormhole.library.pgn_parser import PgnError
from wormhole.library.pgn_warnings import PgnWarning
from wormhole.library.record import Game
from wormhole.play.match import Match
from wormhole.play.seats import Setup, between, players_of, read_in

WIDTH_UNITS, HEIGHT_UNITS = 92, 56
WORDS_UNITS = 3


class GamesDialog(ListDialog):
    """Asks for one of several games; `action` is called with its number. The last is preselected."""

    heading = N_("Which game?")
    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(self, stage: Stage, entries: Sequence[PgnEntry], action: Callable[[int], None]) -> None:
        super().__init__(stage)
        self._entries = entries
        self._action = action
        self._count = Hint(
            "small", _n("There is {count} game here.", "There are {count} games here.", len(entries))
        )
        self.table = Table(_columns(), lambda row: None, self._take)
        self.table.show(_Rows(entries), chosen=len(entries) - 1)
        self._answers = self.answers(_("Open"), lambda: self._take(self.table.chosen or 0))
        self.first = self._answers.buttons[0]

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The number of games, the list and the buttons."""
        unit, units = look.scale.unit, look.scale.units
        upper = Column({self._count: units(WORDS_UNITS), self.table: Fill()}, unit)
        return Column({"upper": upper, self._answers: units(BUTTON_UNITS)}, 2 * unit)

    def _take(self, row: int) -> None:
        self.stage.close_dialog()
        self._action(self._entries[row].number)


class _Rows(LazyRows):
    def __init__(self, entries: Sequence[PgnEntry]) -> None:
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    def texts_of(self, index: int) -> tuple[str, ...]:
        return _words(self._entries[index])


def _columns() -> tuple[TableColumn, ...]:
    """Number, players, result, date, length."""
    return (
        TableColumn(8, is_right=True),
        TableColumn(26),
        TableColumn(26),
        TableColumn(11),
        TableColumn(14),
        TableColumn(is_right=True, samples=(_n("{count} ply", "{count} plies", 999),)),
    )


def _words(entry: PgnEntry) -> tuple[str, ...]:
    """A game's row: number, players, result, date, length."""

    def header(name: str) -> str:
        return printable(entry.headers.get(name, "?"))

    plies = _n("{count} ply", "{count} plies", entry.plies)
    date = header("Date")
    return (
        f"{entry.number}",
        header("White"),
        header("Black"),
        entry.result,
        "" if "?" in date else date,
        plies,
    )


SUFFIX = ".pgn"
SAVING, COPYING = N_("Saving…"), N_("Copying…")
MOST_LISTED = 20_000
"""Games among which one is chosen."""
MOST_TOLD = 2
"""Warnings that are told when a game is opened; the others are only counted."""
_T = TypeVar("_T")
Lines = Callable[[], Iterable[str]]
"""Opens the text of games; called again to read the chosen one of several games."""


@dataclass(frozen=True)
class ReadGame:
    """A game that was read, up to its first error; its headers; that error, if any; and the warnings."""

    setup: Setup | None
    headers: Mapping[str, str] = field(default_factory=dict)
    trouble: WormholeError | None = None
    warnings: Sequence[PgnWarning] = ()


def save_game(stage: Stage, match: Match, saved: Action) -> None:
    """Ask for a file, save the game to it as PGN, and call `saved`."""
    name = f"{_(match.cursor.board.variant.title)} {date.today().isoformat()}{SUFFIX}"

    def write(path: Path) -> None:
        wait_for(
            stage,
            _(SAVING),
            lambda job: _trouble_in_writing(path, match.game),
            lambda trouble: tell(path, trouble),
        )

    def tell(path: Path, trouble: str | None) -> None:
        if trouble is not None:
            stage.open(MessageDialog(stage, _("The game was not saved"), trouble))
        else:
            saved()
            stage.notices.flash(_("Saved as {name}").format(name=shown_path(path.name)))

    warning = warning_of([match.game.start.variant])
    ask_where(stage, _("Save game"), SUFFIX, name, write, "" if warning is None else said(warning))


def copy_position(stage: Stage, board: Board) -> None:
    """Copy the position to the clipboard as FEN."""
    copy_fen(stage, board.fen())


def copy_fen(stage: Stage, fen: str) -> None:
    """Copy the FEN of a position to the clipboard."""
    error = copy_text(fen)
    if error is not None:
        stage.notices.show(_("The position could not be copied: {trouble}").format(trouble=error))
    else:
        stage.notices.flash(_("Position copied"))


def copy_game(stage: Stage, game: Game) -> None:
    """Copy the game to the clipboard as PGN."""

    def copy(text: str) -> None:
        error = copy_text(text)
        if error is not None:
            stage.notices.show(_("The game could not be copied: {trouble}").format(trouble=error))
        else:
            stage.notices.flash(_("Game copied"))

    wait_for(stage, _(COPYING), lambda job: str(game), copy)


def _trouble_in_writing(path: Path, game: Game) -> str | None:
    """Write the game to the file; returns the error, if there is one."""
    try:
        write_text(path, str(game))
    except OSError as error:
        return f"{shown_path(path)}: {said(error)}."
    return None


def read_games(stage: Stage, lines: Lines, own: Sequence[Variant], like: Setup) -> None:
    """Continue the only game in the lines; if there are several, ask which one. It may be of ``own``."""

    def work(job: Job[list[pgn.PgnEntry] | ReadGame]) -> list[pgn.PgnEntry] | ReadGame:
        try:
            found = list(islice(pgn.entries(job.watched(lines())), MOST_LISTED + 1))
        except PgnError as error:
            return ReadGame(None, trouble=error)
        if len(found) > MOST_LISTED:
            return ReadGame(None, trouble=PgnError(_too_many()))
        return found if len(found) > 1 else opened(job, None)

    def opened(job: Job[_T], number: int | None) -> ReadGame:
        return _opened(lambda: job.watched(lines()), number, own, stage.settings.own_games)

    def show(found: list[pgn.PgnEntry] | ReadGame) -> None:
        if isinstance(found, ReadGame):
            _go_on(stage, found, like)
        else:
            stage.open(GamesDialog(stage, found, choose))

    def choose(number: int) -> None:
        wait_for(
            stage,
            _(READING),
            lambda job: opened(job, number),
            lambda opened: _go_on(stage, opened, like),
        )

    wait_for(stage, _(READING), work, show)


def _too_many() -> Message:
    return Message(
        "there are more than {most} games here; import them into the library to open one", most=MOST_LISTED
    )


def _opened(lines: Lines, number: int | None, own: Sequence[Variant], paths: Sequence[str]) -> ReadGame:
    """The game with that number, ready to continue. For a long game this takes longer than a frame."""
    try:
        game = own_games.picked(lines, number, own, paths)
        return ReadGame(read_in(game), game.headers, warnings=game.warnings)
    except PgnError as error:
        read = error.game
        setup = read_in(read) if read is not None and read.variations else None
        return ReadGame(setup, error.headers, error, () if read is None else read.warnings)


def _warned(warnings: Sequence[PgnWarning]) -> str:
    """What was read leniently: the first things in full, the number of the others."""
    told = [
        _("Line {number}: {text}").format(number=number(warning.line), text=sentence(said(warning.text)))
        for warning in warnings[:MOST_TOLD]
    ]
    others = len(warnings) - len(told)
    if others:
        told.append(
            _n("{count} other thing was read leniently.", "{count} other things were read leniently.", others)
        )
    return " ".join(told)


def _go_on(stage: Stage, opened: ReadGame, like: Setup) -> None:
    """Start the game; if it has an error, report it and offer the moves before it."""
    setup, trouble = opened.setup, opened.trouble
    reason = "" if trouble is None else sentence(said(trouble))

    def start() -> None:
        assert setup is not None
        stage.rooms.open(destination.Game(between(setup, players_of(opened.headers, like))))
        if opened.warnings:
            stage.notices.show(_warned(opened.warnings))

    if trouble is None:
        start()
    elif setup is None:
        stage.open(MessageDialog(stage, _("This game cannot be read"), reason))
    else:
        stage.open(
            QuestionDialog(stage, _("This game has an error"), reason, _("Open up to the error"), start)
        )

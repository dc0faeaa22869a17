"""The actions on games of the library: open, delete with undo, export, import."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole.base.atomic_files import write_parts
from wormhole.base.errors import Message
from wormhole.base.quoting import shown_path
from wormhole.gui.dialogs.context_menu import DIVIDER, ContextMenu, MenuEntry, entry
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import _, _n, number, said
from wormhole.gui.library.import_result import ImportResult
from wormhole.gui.library.import_sources import Source
from wormhole.gui.library.importing import ask_import, import_games
from wormhole.gui.look.text_field import copy_text
from wormhole.gui.look.widgets import Action
from wormhole.gui.pictures.page_files import page_of_games, save_page
from wormhole.gui.screens.kept_games import open_kept
from wormhole.gui.window.background import Job
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library.database.connections import ReplacedError
from wormhole.library.known_games import warning_of_kept
from wormhole.library.record import Game
from wormhole.pages.game_page import MOST_GAMES

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase

SUFFIX = ".pgn"

MOST_COPIED = 1000


@dataclass(frozen=True)
class ExportResult:
    """The numbers of games that were written and that could not be read, and another error."""

    written: int = 0
    unreadable: int = 0
    trouble: str = ""


def ask_export(stage: Stage, database: GameDatabase, chosen: Sequence[int], listed: Sequence[int]) -> None:
    """Ask which games and which file, if there is a choice, and write them."""

    def ask_file(numbers: Sequence[int]) -> None:
        def work(_job: object) -> Message | None:
            return warning_of_kept(database, numbers)

        def ask(warning: Message | None) -> None:
            name = f"{_('Games')} {date.today().isoformat()}{SUFFIX}"
            write = partial(_export, stage, database, numbers)
            note = "" if warning is None else said(warning)
            ask_where(stage, _("Export games"), SUFFIX, name, write, note)

        wait_for(stage, _(READING), work, ask, lambda error: ask(None))

    if not chosen or len(chosen) == len(listed):
        ask_file(listed)
        return
    text = _n(
        "{count} is selected, {listed} are listed. Other programs can read PGN files, too.",
        "{count} are selected, {listed} are listed. Other programs can read PGN files, too.",
        len(chosen),
        listed=number(len(listed)),
    )
    all_listed = (_("All listed"), lambda: ask_file(listed))
    stage.open(
        QuestionDialog(
            stage, _("Export which games?"), text, _("Selected"), lambda: ask_file(chosen), all_listed
        )
    )


def export(
    database: GameDatabase, numbers: Sequence[int], path: Path, job: Job[ExportResult]
) -> ExportResult:
    """Write the games to the file, which is replaced once all are written. Runs in a job."""
    unreadable = 0

    def texts() -> Iterator[str]:
        nonlocal unreadable
        for count, found in enumerate(database.export(numbers), 1):
            words = _("{count} of {all} games").format(count=number(count), all=number(len(numbers)))
            job.tell(count / len(numbers), words)
            if isinstance(found, str):
                yield found
            else:
                unreadable += 1

    try:
        write_parts(path, texts())
    except OSError as error:
        return ExportResult(trouble=f"{shown_path(path)}: {said(error)}.")
    except ReplacedError as error:
        return ExportResult(trouble=said(error))
    return ExportResult(len(numbers) - unreadable, unreadable)


def _export(stage: Stage, database: GameDatabase, numbers: Sequence[int], path: Path) -> None:
    def tell(exported: ExportResult) -> None:
        if exported.trouble:
            stage.open(MessageDialog(stage, _("The games were not exported"), exported.trouble))
            return
        words = _n(
            "{count} game exported to {name}",
            "{count} games exported to {name}",
            exported.written,
            name=shown_path(path.name),
        )
        if exported.unreadable:
            left_out = _n(
                "{count} game could not be read and was not exported.",
                "{count} games could not be read and were not exported.",
                exported.unreadable,
            )
            stage.notices.show(f"{words}. {left_out}")
        else:
            stage.notices.flash(words)

    wait_for(stage, _("Exporting\u2026"), lambda job: export(database, numbers, path, job), tell)


@dataclass(frozen=True)
class RowActions:
    """The actions on the chosen games."""

    open: Action
    copy: Action
    export: Action
    export_page: Action
    delete: Action


def row_menu(
    stage: Stage,
    count: int,
    actions: RowActions,
    is_read: bool,
    pixel: tuple[int, int],
    by_keyboard: bool,
) -> ContextMenu:
    """The menu for `count` games. `is_read`: the one that is previewed can be opened and copied from."""
    entries = (
        MenuEntry(_("Open"), None, actions.open, is_read),
        entry(stage, Command.PLAY_FROM_HERE, can=is_read),
        entry(stage, Command.FLIP, can=is_read),
        entry(stage, Command.ADD_TO_STUDY, can=is_read),
        DIVIDER,
        entry(stage, Command.COPY, can=is_read),
        MenuEntry(_n("Copy the game", "Copy {count} games", count), Command.COPY_GAME, actions.copy),
        DIVIDER,
        MenuEntry(_("Export…"), None, actions.export),
        MenuEntry(_("Export as a page…"), None, actions.export_page, count <= MOST_GAMES),
        MenuEntry(_("Delete"), Command.DELETE_VARIATION, actions.delete),
    )
    return ContextMenu(stage, _n("{count} game", "{count} games", count), entries, pixel, by_keyboard)


class GameActions:
    """The actions on one database; after them, `changed` is called, or `added` if there are new games.

    Games to be added wait until the database is open.
    """

    def __init__(self, stage: Stage, changed: Action, added: Action) -> None:
        self.database: GameDatabase | None = None
        self._waiting: list[Source] = []
        self._trouble = ""
        """Why the database could not be opened."""
        self.importing: ImportResult | None = None
        """What the last import has read so far."""
        self._stage = stage
        self._changed = changed
        self._added = added

    def start(self, database: GameDatabase) -> None:
        """Begin with the imports that wait: the database is open."""
        self.database = database
        self._import(())

    def fail(self, trouble: str) -> None:
        """The database cannot be opened."""
        self._trouble = trouble
        self._import(())

    def open_kept(self, number: int, listed: Sequence[int]) -> None:
        """Open a game of a list, in which the arrows of the room lead to the games beside it."""
        open_kept(self._stage, number, listed=listed)

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete games; the notice takes them back."""
        database = self.database
        if database is None or not numbers:
            return

        def deleted(count: int) -> None:
            self._changed()
            text = _n("{count} game was deleted.", "{count} games were deleted.", count)
            self._stage.notices.show(text, _("Undo"), undo)

        def undo() -> None:
            self._run(_("Restoring…"), lambda: database.undelete(numbers), lambda count: self._changed())

        def delete() -> int:
            self._stage.library.wait_until_kept()
            return database.delete(numbers)

        self._stage.games.close(numbers)
        self._run(_("Deleting\u2026"), delete, deleted)

    def ask_export(self, chosen: Sequence[int], listed: Sequence[int]) -> None:
        """Write games to a file."""
        if self.database is not None and listed:
            ask_export(self._stage, self.database, chosen, listed)

    def export_page(self, numbers: Sequence[int]) -> None:
        """Write games as one page for a browser."""
        database = self.database
        if database is None or not numbers:
            return

        def games(job: Job[OSError | None]) -> list[Game]:
            found = []
            for count, each in enumerate(numbers, 1):
                words = _("{count} of {all} games").format(count=number(count), all=number(len(numbers)))
                job.tell(count / len(numbers), words)
                found.append(database.game(each, listed=numbers).game)
            return found

        save_page(self._stage, page_of_games(games))

    def ask_import(self) -> None:
        """Read games from files."""
        if self.database is not None:
            ask_import(self._stage, self._import_sources)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import the games of these files."""
        self._import([Source.of_file(path) for path in paths])

    def import_text(self, text: str) -> None:
        """Import the games of a PGN text."""
        self._import([Source.of_text(text, self._stage.preferences.game.variant)])

    def _import(self, sources: Sequence[Source]) -> None:
        """Add the games of these sources, and of those that wait, as soon as that is possible."""
        waiting = [*self._waiting, *sources]
        self._waiting = waiting if self.database is None and not self._trouble else []
        if self._waiting or not waiting:
            return
        if self.database is None:
            self._refuse(self._trouble)
        else:
            self._import_sources(waiting)

    def _import_sources(self, sources: Sequence[Source]) -> None:
        if self.database is not None:
            self.importing = import_games(
                self._stage, self.database, sources, lambda _imported: self._added()
            )

    def _refuse(self, trouble: str) -> None:
        self._stage.open(MessageDialog(self._stage, _("The library was not changed"), trouble))

    def copy(self, numbers: Sequence[int]) -> None:
        """Copy games to the clipboard as PGN."""
        database = self.database
        if database is None or not numbers:
            return
        if len(numbers) > MOST_COPIED:
            most = _n(
                "At most {count} game can be copied.", "At most {count} games can be copied.", MOST_COPIED
            )
            self._stage.notices.flash(most)
            return

        def work(job: Job[str]) -> str:
            games = (database.game(number, listed=numbers).game for number in job.watched(numbers))
            return "\n\n".join(map(str, games))

        def copied(found: str) -> None:
            text = _n("{count} game copied", "{count} games copied", len(numbers))
            self._stage.notices.flash(copy_text(found) or text)

        wait_for(
            self._stage, _("Copying…"), work, copied, lambda error: self._stage.notices.flash(said(error))
        )

    def _run(self, heading: str, change: Callable[[], int], done: Callable[[int], None]) -> None:
        """Change the library in the background; report an error."""
        wait_for(self._stage, heading, lambda job: change(), done, lambda error: self._refuse(said(error)))

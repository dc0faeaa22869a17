"""The dialog that adds a program: one that is installed, or any command. Its protocol is found out."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, ListDialog
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Caption, Layout, Parts
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage
from wormhole.library.own_engines import OwnEngine
from wormhole.players import known_programs
from wormhole.players.player import PlayerError
from wormhole.players.program_probe import ALIVE, FoundProgram, probe

WIDTH_UNITS, HEIGHT_UNITS = 76, 56
LINE_UNITS, FIELD_UNITS = 3, 5
LONGEST_COMMAND = 1000
PROGRAM_SUFFIX = ".exe" if sys.platform == "win32" else ""
EMPTY = N_("No known engine is installed here. Choose a file, or write a command.")
TRYING = {
    "uci": N_("Asking by UCI…"),
    "xboard": N_("Asking by XBoard…"),
    ALIVE: N_("It answers. Waiting until it is ready…"),
}


class AddEngineDialog(ListDialog):
    """Starts a program that the user chooses, to ask what it is; `added` is called with the new engine."""

    heading = N_("Add an engine")
    size_units = (WIDTH_UNITS, HEIGHT_UNITS)
    uses_ends = False

    def __init__(self, stage: Stage, added: Callable[[OwnEngine], None]) -> None:
        super().__init__(stage)
        self._added = added
        self._found = known_programs.installed()
        self.table = Table((TableColumn(1), TableColumn(2)), self._choose, self._take)
        rows = [(Path(command[0]).name, shlex.join(command)) for command in self._found]
        self.table.show(rows, empty=_(EMPTY))
        self._trouble = Hint()
        own = _("the program's own")
        self.field = TextField("", LONGEST_COMMAND, "/usr/games/stockfish", self._write, self._add)
        self._folder = TextField("", LONGEST_COMMAND, own, enter=self._add)
        self._file = Button(_("Choose a file…"), self._ask_file)
        self._answers = self.answers(_("Add"), self._add)
        self.first = self.field

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The installed programs, the command and the buttons."""
        units, gap = look.scale.units, look.scale.unit
        line, field = units(LINE_UNITS), units(FIELD_UNITS)
        file = look.words.width(self._file.text, look.small) + units(4)
        parts: Parts = {
            Caption(_("Installed engines")): line,
            self.table: Fill(),
            Caption(_("Command, with arguments")): line,
            "command": Row({self.field: Fill(), self._file: file}, gap, field),
            Caption(_("Working folder")): line,
            self._folder: field,
            self._trouble: line,
            self._answers: units(BUTTON_UNITS),
        }
        return Column(parts, gap)

    def _write(self, _text: str) -> None:
        self._trouble.show("")

    def _choose(self, number: int) -> None:
        self.field.set_text(shlex.join(self._found[number]))

    def _take(self, number: int) -> None:
        self._choose(number)
        self._add()

    def _ask_file(self) -> None:
        def take(path: Path) -> None:
            self.field.set_text(shlex.join([str(path)]))

        self.stage.open(FileDialog(self.stage, _("Choose a program"), PROGRAM_SUFFIX, take))

    def _add(self) -> None:
        """Ask the program what it is, in the background."""
        try:
            words = shlex.split(self.field.get_text())
        except ValueError:
            self._trouble.show(_("A quotation mark is missing in the command."), is_trouble=True)
            return
        if not words:
            self._trouble.show(_("Choose a program, or write a command."), is_trouble=True)
            return
        command, folder = known_programs.with_arguments(words), self._folder.get_text().strip()

        def ask(job: Job[FoundProgram]) -> FoundProgram:
            def tell(state: str) -> None:
                job.words = _(TRYING[state])

            return probe(command, lambda: not job.is_cancelled, tell, folder)

        def take(found: FoundProgram) -> None:
            engine = self.stage.engines.own.add(
                OwnEngine(
                    name=found.name,
                    protocol=found.protocol,
                    command=command,
                    title=found.name,
                    author=found.author,
                    games=found.games,
                    options=found.options,
                    folder=folder,
                )
            )
            self.stage.close_dialog()
            self._added(engine)

        refuse = partial(self._tell, command)
        wait_for(self.stage, _("Asking the program…"), ask, take, refuse, is_long=True)

    def _tell(self, command: tuple[str, ...], error: WormholeError) -> None:
        """Tell why the program cannot be added, with what it wrote last."""
        text = _("{name} {fault}").format(name=Path(command[0]).name, fault=said(error)) + "."
        if isinstance(error, PlayerError) and error.last_lines:
            wrote = _("It wrote last:")
            text = f"{text} {wrote} {' / '.join(error.last_lines[-3:])}"
        self.stage.open(MessageDialog(self.stage, _("The engine was not added"), text))

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
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row, row
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.widget_theme import PRIMARY
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
        self._command = self._folder = ""
        self._found = known_programs.installed()

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the installed programs, the command and the buttons."""
        look = self.stage.look
        scale = look.scale
        text = _("Choose a file…")
        file = look.words.width(text, look.small) + scale.units(4)
        places = Column(
            {
                "found": scale.units(LINE_UNITS),
                "table": Fill(),
                "label": scale.units(LINE_UNITS),
                "row": Row({"field": Fill(), "file": file}, scale.unit, scale.units(FIELD_UNITS)),
                "folder_label": scale.units(LINE_UNITS),
                "folder": scale.units(FIELD_UNITS),
                "trouble": scale.units(LINE_UNITS),
                "buttons": scale.units(BUTTON_UNITS),
            },
            scale.unit,
        ).at(inner)
        self.write(_("Installed engines"), places["found"], look.theme.colour.muted)
        self.write(_("Command, with arguments"), places["label"], look.theme.colour.muted)
        self.write(_("Working folder"), places["folder_label"], look.theme.colour.muted)
        columns = (TableColumn(1), TableColumn(2))
        self.table = Table(look, places["table"], columns, self._choose, self._take)
        self._trouble = Hint(look, places["trouble"])
        self.upper_layers = (self.table, self._trouble)
        self.field = self.widgets.text_line(
            places["field"], self._command, LONGEST_COMMAND, "/usr/games/stockfish", self._write
        )
        self.widgets.button(places["file"], text, self._ask_file)
        self._folder_field = self.widgets.text_line(
            places["folder"], self._folder, LONGEST_COMMAND, _("the program's own"), self._write_folder
        )
        add, cancel = row(places["buttons"], 2, scale.unit)
        self.widgets.button(add, _("Add"), self._add, PRIMARY)
        self.widgets.button(cancel, _("Cancel"), self.stage.close_dialog)
        self.widgets.focus(self.field)
        rows = [(Path(command[0]).name, shlex.join(command)) for command in self._found]
        self.table.show(rows, empty=_(EMPTY))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog; Enter in a field adds the program."""
        is_enter = event.type == pygame.KEYDOWN and event.key in ENTER
        if is_enter and any(map(self.widgets.is_focused, (self.field, self._folder_field))):
            self._add()
            return True
        return super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Let the caret blink."""
        return self.widgets.blink(now_seconds)

    def _write(self, text: str) -> None:
        self._command = text
        self._trouble.show("")

    def _write_folder(self, text: str) -> None:
        self._folder = text.strip()

    def _choose(self, number: int) -> None:
        self._command = shlex.join(self._found[number])
        self.field.set_text(self._command)
        self._trouble.show("")

    def _take(self, number: int) -> None:
        self._choose(number)
        self._add()

    def _ask_file(self) -> None:
        def take(path: Path) -> None:
            self._command = shlex.join([str(path)])
            self.stage.refresh_dialog()

        self.stage.open(FileDialog(self.stage, _("Choose a program"), PROGRAM_SUFFIX, take))

    def _add(self) -> None:
        """Ask the program what it is, in the background."""
        try:
            words = shlex.split(self._command)
        except ValueError:
            self._trouble.show(_("A quotation mark is missing in the command."), is_trouble=True)
            return
        if not words:
            self._trouble.show(_("Choose a program, or write a command."), is_trouble=True)
            return
        command, folder = known_programs.with_arguments(words), self._folder

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

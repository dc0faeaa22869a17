"""The dialog that asks for a file: a folder's entries and a text field, for mouse and keyboard."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pygame

from wormhole.base.quoting import printable, sentence, shown_path
from wormhole.gui.dialogs.dialog import ListDialog, TextDialog
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.languages.language import N_, _, _n, _p, number, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library.own_files import refuse_own
from wormhole.library.search_text import searchable

MOST_ENTRIES = 5000
"""The most entries of a folder that are read; more would take too long."""
TOO_MANY = N_("This folder has more than {count} entries. Type the name of an entry that is not listed.")


@dataclass(frozen=True)
class Entry:
    """A file or a folder within a folder."""

    name: str
    is_folder: bool


@dataclass(frozen=True)
class Interpretation:
    """The meaning of a typed text: a folder to open, a file to select, or an error."""

    folder: str = ""
    file: str = ""
    trouble: str = ""


def entries(folder: str, suffix: str | tuple[str, ...]) -> tuple[list[Entry], str]:
    """Folders, then files with such a suffix, without hidden ones; and why others are not listed, or ""."""
    try:
        with os.scandir(folder) as scanned:
            found = [
                Entry(entry.name, is_folder)
                for entry in islice(scanned, MOST_ENTRIES)
                if not entry.name.startswith(".")
                and ((is_folder := _is_folder(entry)) or entry.name.lower().endswith(suffix))
            ]
            has_more = next(scanned, None) is not None
    except (OSError, ValueError) as error:
        return [], _reason(error)
    found.sort(key=lambda entry: (not entry.is_folder, searchable(entry.name), entry.name))
    return found, _(TOO_MANY).format(count=number(MOST_ENTRIES)) if has_more else ""


def home_folder() -> str:
    """The user's home folder."""
    path = os.path.expanduser("~")
    return path if os.path.isdir(path) else os.path.abspath(os.sep)


def parent(folder: str) -> str:
    """The folder that contains this one; the root's parent is the root."""
    return os.path.dirname(os.path.abspath(folder))


def interpreted(folder: str, typed: str, suffix: str, is_new: bool) -> Interpretation:
    """Interpret a text typed while `folder` is shown; `is_new`: the file is to be written."""
    try:
        path = os.path.join(folder, os.path.expanduser(typed.strip()))
        if not typed.strip():
            return Interpretation(trouble=_("Type a name or select one in the list."))
        if os.path.isdir(path):
            return Interpretation(folder=os.path.abspath(path))
        if is_new and not os.path.splitext(path)[1]:
            path += suffix
        if not stat.S_ISREG(os.stat(path).st_mode):
            return Interpretation(trouble=_("This is not an ordinary file."))
    except FileNotFoundError:
        if not os.path.isdir(os.path.dirname(path)):
            return Interpretation(trouble=_("This folder does not exist."))
        if not is_new or not os.path.basename(path):
            return Interpretation(trouble=_("This file does not exist."))
    except (OSError, ValueError) as error:
        return Interpretation(trouble=_reason(error))
    return Interpretation(file=os.path.abspath(path))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return sentence(said(error))
    return _("A file cannot have this name.")


WIDTH_UNITS, HEIGHT_UNITS = 78, 54
ROW_UNITS = 4.5
AROUND_WORDS_UNITS, ANSWER_UNITS, NOTE_UNITS = 4, 16, 3
LONGEST_NAME = 1000
"""Limit for the text field, in characters: more than any file name and most paths have."""


class FileDialog(TextDialog, ListDialog):
    """Asks for a file with a suffix such as ".pgn"; `action` is called with its path.

    With `new_name` it asks where to write a new file and proposes that name; else it asks for an existing
    file, which may have one of the suffixes `also`, too. The up and down keys choose in the folder; Enter
    opens a folder or takes a file. Bad names get a message.
    """

    size_units = (WIDTH_UNITS, HEIGHT_UNITS)
    has_several = False
    """Whether several entries can be chosen."""
    uses_ends = False

    def __init__(
        self,
        stage: Stage,
        heading: str,
        suffix: str,
        action: Callable[[Path], None],
        new_name: str | None = None,
        also: tuple[str, ...] = (),
        note: str = "",
    ) -> None:
        """``note`` is a sentence about what is written."""
        super().__init__(stage, TextField(new_name or "", LONGEST_NAME, action=self._type))
        self.heading = heading
        self._suffix = suffix
        self._suffixes = (suffix, *also)
        self._take_file = action
        self._is_new = new_name is not None
        self._folder = stage.settings.folder if os.path.isdir(stage.settings.folder) else home_folder()
        self._entries: list[Entry] = []
        self._listed: tuple[str, str] | None = None
        """The text field's content when an entry was chosen, and that entry's name on disk."""
        to_parent, to_home = Tip(_("Go to the parent folder")), Tip(_("Go to your home folder"))
        self._up = Button(_("Up"), lambda: self._go_to(parent(self._folder)), tip=to_parent)
        self._home = Button(_p("folder", "Home"), lambda: self._go_to(home_folder()), tip=to_home)
        self._where, self._trouble = Hint("small"), Hint()
        self._note = Hint("small", note) if note else None
        self._take = Button(_("Save") if self._is_new else _("Open"), self.confirm, PRIMARY)
        self._cancel = Button(_("Cancel"), stage.close_dialog)
        self.table = Table((TableColumn(1.0),), self._choose, self._take_row, self.has_several)
        self._list_folder()
        self._select_name()

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The folder's path, its entries, the text field and the buttons."""
        units, gap = look.scale.units, look.scale.unit
        height, answer, around = units(ROW_UNITS), units(ANSWER_UNITS), units(AROUND_WORDS_UNITS)
        widths = {each: look.words.width(each.text, look.small) + around for each in (self._up, self._home)}
        folders = Row({**widths, "space": 0, self._where: Fill()}, gap, height)
        answers = Row({self._trouble: Fill(), self._take: answer, self._cancel: answer}, gap, units(5))
        parts: Parts = {"folders": folders, self.table: Fill(), self.field: height}
        if self._note is not None:
            parts[self._note] = units(NOTE_UNITS)
        return Column({**parts, "answers": answers}, gap)

    def _type(self, _name: str) -> None:
        """Another name has no error yet."""
        self._trouble.show("")

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Ignore all commands: their keys type letters of a name here."""
        return True

    def _list_folder(self) -> None:
        """Show the folder's entries, and why others are not listed."""
        self._entries, trouble = entries(self._folder, self._suffixes)
        rows = [(printable(entry.name) + (os.sep if entry.is_folder else ""),) for entry in self._entries]
        marked = frozenset(index for index, entry in enumerate(self._entries) if entry.is_folder)
        empty = trouble or _("There are no {suffix} files here.").format(suffix=", ".join(self._suffixes))
        self.table.show(rows, marked, empty=empty)
        self._where.show(shown_path(self._folder))
        self._trouble.show(trouble if rows else "")

    def _select_name(self) -> None:
        """Focus the text field and select its text, without the suffix."""
        text = self.field.get_text()
        self.widgets.select(self.field, 0, len(text.removesuffix(self._suffix)))

    def _go_to(self, folder: str) -> None:
        """Show another folder; keeps the name of a new file."""
        self._folder, self._listed = folder, None
        self._list_folder()
        if not self._is_new:
            self._write("")
        self._select_name()

    def _write(self, name: str) -> None:
        self._listed = None
        self.field.replace(name)

    def _choose(self, row: int) -> None:
        """Choose a row; writes a file's name into the text field."""
        entry = self._entries[row]
        self._trouble.show("")
        if self._is_new and entry.is_folder:
            self._listed = (self.field.get_text(), entry.name)
            return
        self._write(entry.name)
        self._listed = (self.field.get_text(), entry.name)
        self.widgets.select(self.field, 0, len(self.field.get_text()))

    def _take_row(self, row: int) -> None:
        """Open the folder or take the file of a row pressed twice."""
        entry = self._entries[row]
        if entry.is_folder:
            self._go_to(os.path.join(self._folder, entry.name))
        else:
            self.confirm()

    def confirm(self) -> None:
        """Select the named file, open the named folder, or report an error in the name."""
        typed = self.field.get_text()
        if self._listed is not None and self._listed[0] == typed:
            typed = self._listed[1]  # a name on disk may hold characters that cannot be shown
        found = interpreted(self._folder, typed, self._suffix, self._is_new)
        trouble = found.trouble or self._refusal(found.file)
        if trouble:
            self._trouble.show(trouble, is_trouble=True)
            self.stage.sounds.play("error")
        elif found.folder:
            self._go_to(found.folder)
        else:
            path = Path(found.file)
            self.stage.preferences.change(folder=str(path.parent))
            self.stage.close_dialog()
            self._take_file(path)

    def _refusal(self, file: str) -> str:
        """Why a file may not be written; empty if it may."""
        if not (file and self._is_new):
            return ""
        try:
            refuse_own(Path(file), self.stage.library.path)
        except OSError as error:
            return _reason(error)
        return ""


class FilesDialog(FileDialog):
    """Asks for existing files with a suffix; `action` is called with their paths."""

    has_several = True

    def __init__(
        self, stage: Stage, heading: str, suffix: str, action: Callable[[Sequence[Path]], None]
    ) -> None:
        super().__init__(stage, heading, suffix, lambda path: action([path]))
        self._take_files = action
        self._files: tuple[str, list[Path]] | None = None
        """The text field's content when several files were chosen, and those files."""

    def _choose(self, row: int) -> None:
        """Choose a row; writes the names of all chosen files into the text field."""
        super()._choose(row)
        chosen = [self._entries[index] for index in sorted(self.table.selection.rows)]
        files = [entry.name for entry in chosen if not entry.is_folder]
        self._files = None
        if len(files) > 1:
            self._write(
                _n("{count} file: {names}", "{count} files: {names}", len(files), names=", ".join(files))
            )
            paths = [Path(os.path.join(self._folder, name)) for name in files]
            self._files = (self.field.get_text(), paths)

    def confirm(self) -> None:
        """Select the chosen files, or the one named in the text field."""
        if self._files is None or self._files[0] != self.field.get_text():
            super().confirm()
            return
        paths = self._files[1]
        self.stage.preferences.change(folder=str(paths[0].parent))
        self.stage.close_dialog()
        self._take_files(paths)


def ask_where(
    stage: Stage, heading: str, suffix: str, name: str, write: Callable[[Path], None], note: str = ""
) -> None:
    """Ask for a file, proposing a name; `write` is called with its path. `note` is said about it before."""

    def ask(path: Path) -> None:
        if path.exists():
            question = _("A file named {name} already exists. Its contents will be lost.").format(
                name=shown_path(path.name)
            )
            stage.open(QuestionDialog(stage, _("Replace it?"), question, _("Replace"), lambda: write(path)))
        else:
            write(path)

    stage.open(FileDialog(stage, heading, suffix, ask, new_name=name, note=note))

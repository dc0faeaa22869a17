"""Asks for the file to write to, and whether an existing one is to be replaced."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wormhole.gui.dialogs.file import FileDialog
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.language import _
from wormhole.gui.screen import Stage
from wormhole.rules.quoting import shown_path


def ask_where(stage: Stage, heading: str, suffix: str, name: str, write: Callable[[Path], None]) -> None:
    """Ask for a file, proposing a name; `write` is called with its path."""

    def ask(path: Path) -> None:
        if path.exists():
            question = _("There is already a file {name}. Its contents will be lost.").format(
                name=shown_path(path.name)
            )
            stage.open(QuestionDialog(stage, _("Replace it?"), question, _("Replace"), lambda: write(path)))
        else:
            write(path)

    stage.open(FileDialog(stage, heading, suffix, ask, new_name=name))

"""The actions on whole studies: names, export, import."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from wormhole.base.atomic_files import write_parts
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import errors_of, is_file_name
from wormhole.gui.dialogs.dialog import TextDialog
from wormhole.gui.dialogs.file_dialog import FileDialog, ask_where
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.text_field import TextField, copy_text
from wormhole.gui.screens.chapters import add_studies
from wormhole.gui.screens.pgn_files import SAVING, SUFFIX
from wormhole.gui.window.stage import Stage
from wormhole.library.known_games import warning_of
from wormhole.library.study import LONGEST_NAME, Study, clean_name


class NameOfStudyDialog(TextDialog):
    """Asks for the name of a study; `action` is called with it."""

    heading = N_("Name of the study")

    def __init__(self, stage: Stage, name: str, action: Callable[[str], None]) -> None:
        super().__init__(stage, TextField(name, LONGEST_NAME), lambda text: action(clean_name(text) or name))
        self.field.select(0, len(self.field.get_text()))


class NameOfChapterDialog(NameOfStudyDialog):
    """Asks for the name of a chapter."""

    heading = N_("Name of the chapter")


def copy_chapter(stage: Stage, study: Study, index: int) -> None:
    """Copy a chapter to the clipboard as PGN."""
    text = study.chapters[index].text(study.name)
    stage.notices.flash(copy_text(text) or _("Chapter copied"))


def ask_study_export(stage: Stage, study: Study) -> None:
    """Write a study to a file as one PGN; says before if other programs will refuse it."""

    def write(path: Path) -> None:
        def work(_job: object) -> None:
            with errors_of(path):
                write_parts(path, study.parts())

        def tell(_none: None) -> None:
            stage.notices.flash(_("Saved as {name}").format(name=shown_path(path.name)))

        wait_for(stage, _(SAVING), work, tell, refuse)

    def refuse(error: WormholeError) -> None:
        stage.open(MessageDialog(stage, _("The study was not exported"), said(error)))

    name = study.name if is_file_name(study.name) else _("Study")
    warning = warning_of(study.variants)
    note = "" if warning is None else said(warning)
    ask_where(stage, _("Export the study"), SUFFIX, f"{name}{SUFFIX}", write, note)


def import_studies(stage: Stage) -> None:
    """Ask for a PGN file, whose studies are added to the user's; games without a study become one."""
    dialog = FileDialog(stage, _("Import a study"), SUFFIX, partial(add_studies, stage))
    stage.open(dialog)

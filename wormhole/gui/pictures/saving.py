"""Asks for a file, and makes the picture in the background with its progress; Esc ends it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from wormhole.gui.background import Job
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.replacing import ask_where
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.language import _, number, said
from wormhole.gui.pictures.files import PictureJob
from wormhole.gui.screen import Stage
from wormhole.library.keeping import write_bytes
from wormhole.rules.quoting import shown_path


def save_picture(stage: Stage, picture: PictureJob) -> None:
    """Ask where to save it, and make it."""
    suffix = picture.kind.value
    title = _(picture.reel.start.variant.title)
    name = f"{title} {date.today().isoformat()}{suffix}"
    heading = _("Save a picture")

    def write(path: Path) -> None:
        def tell(trouble: OSError | None) -> None:
            if trouble is None:
                stage.mention(_("Saved as {name}").format(name=shown_path(path.name)))
            else:
                text = f"{shown_path(path)}: {said(trouble)}."
                stage.open(MessageDialog(stage, _("The picture was not saved"), text))

        wait_for(stage, _("Drawing…"), lambda job: _made(picture, path, job), tell, is_long=True)

    ask_where(stage, heading, suffix, name, write)


def _made(picture: PictureJob, path: Path, job: Job[OSError | None]) -> OSError | None:
    """Write the file; what went wrong, if anything did. Runs in a job."""

    def tell(done: int, count: int) -> None:
        words = _("{done} of {count} pictures").format(done=number(done), count=number(count))
        job.tell(done / count, words)

    try:
        write_bytes(path, picture.parts(tell))
    except OSError as error:
        return error
    return None

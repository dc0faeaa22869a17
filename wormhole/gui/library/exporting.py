"""Writes games of the library to a PGN file, in the background."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole.gui.background import Job
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.replacing import ask_where
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.language import _, _n, number, said
from wormhole.gui.screen import Stage
from wormhole.library.keeping import write_parts
from wormhole.rules.quoting import shown_path

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase

SUFFIX = ".pgn"


@dataclass(frozen=True)
class Exported:
    """How many games were written, how many could not be read, and what else went wrong."""

    written: int = 0
    unreadable: int = 0
    trouble: str = ""


def ask_export(stage: Stage, database: GameDatabase, chosen: Sequence[int], listed: Sequence[int]) -> None:
    """Ask which games and which file, if there is a choice, and write them."""

    def ask_file(numbers: Sequence[int]) -> None:
        name = f"{_('Games')} {date.today().isoformat()}{SUFFIX}"
        ask_where(
            stage, _("Export games"), SUFFIX, name, lambda path: _export(stage, database, numbers, path)
        )

    if not chosen or len(chosen) == len(listed):
        ask_file(listed)
        return
    text = _n(
        "{count} is chosen, {listed} are listed. A PGN file can be read by other programs, too.",
        "{count} are chosen, {listed} are listed. A PGN file can be read by other programs, too.",
        len(chosen),
        listed=number(len(listed)),
    )
    all_listed = (_("All listed"), lambda: ask_file(listed))
    stage.open(
        QuestionDialog(
            stage, _("Export which games?"), text, _("Chosen"), lambda: ask_file(chosen), all_listed
        )
    )


def export(database: GameDatabase, numbers: Sequence[int], path: Path, job: Job[Exported]) -> Exported:
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
        return Exported(trouble=f"{shown_path(path)}: {said(error)}.")
    return Exported(len(numbers) - unreadable, unreadable)


def _export(stage: Stage, database: GameDatabase, numbers: Sequence[int], path: Path) -> None:
    def tell(exported: Exported) -> None:
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
                "{count} game could not be read and was left out.",
                "{count} games could not be read and were left out.",
                exported.unreadable,
            )
            stage.say(f"{words}. {left_out}")
        else:
            stage.mention(words)

    wait_for(stage, _("Exporting\u2026"), lambda job: export(database, numbers, path, job), tell)

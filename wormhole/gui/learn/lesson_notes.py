"""What a person has learned, kept in a journal beside the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wormhole.gui.background import post
from wormhole.gui.language import said
from wormhole.gui.screen import TROUBLE, Stage
from wormhole.learn import progress
from wormhole.learn.progress import Progress
from wormhole.library.journal import Journal
from wormhole.library.journal_entry import Entry

FILE_NAME = "lessons.jsonl"
"""The journal of the person's lessons, beside the library."""


@dataclass(frozen=True)
class Notes:
    """What a person has learned, and the journal that keeps it."""

    progress: Progress
    journal: Journal

    @classmethod
    def read(cls, journal: Journal) -> Notes:
        """The notes kept in a journal. If it cannot be read, a message says so, and there are none."""
        entries: Sequence[Entry] = ()
        try:
            entries = journal.read()
        except OSError as error:
            post(TROUBLE, text=said(error))
        return cls(Progress.of(entries), journal)

    def add(self, slug: str, step: int) -> None:
        """Note that a step is done, unless it is known."""
        if not self.progress.has(slug, step):
            self.progress.add(slug, step)
            self.journal.add(progress.entry(slug, step))


def journal_of(stage: Stage) -> Journal:
    """The journal of the notes."""
    return stage.journal(FILE_NAME)

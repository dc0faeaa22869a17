"""What the home screen offers below its board: the unfinished game, or the first lesson to a newcomer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.gui.background import Job
from wormhole.gui.language import _
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage
from wormhole.gui.screens.kept_games import open_kept, words_of
from wormhole.library.database.errors import LibraryError
from wormhole.library.database.rows import Row

if TYPE_CHECKING:
    from wormhole.gui.learn.lesson_notes import Notes


@dataclass(frozen=True)
class Offer:
    """What is known of the person: the game to go on with, or the notes of whoever has done nothing yet."""

    unfinished: Row | None = None
    notes: Notes | None = None

    @property
    def is_newcomer(self) -> bool:
        """Whether they have never played."""
        return self.notes is not None

    @property
    def is_made(self) -> bool:
        """Whether there is anything to offer."""
        return self.unfinished is not None or self.is_newcomer

    def words(self) -> tuple[str, ...]:
        """What its button says, from the longest form to the shortest."""
        if self.unfinished is not None:
            return words_of(self.unfinished)
        return (_("New here? Learn the idea in two minutes"), _("New here? The first lesson"))

    def action(self, stage: Stage) -> Action:
        """What its button does."""
        if self.unfinished is not None:
            number = self.unfinished.number
            return lambda: open_kept(stage, number)
        notes = self.notes
        assert notes is not None, "something is offered"
        return lambda: _open_first_lesson(stage, notes)


def find_offer(stage: Stage) -> Job[Offer]:
    """Look for what to offer; of a library that cannot be read, nothing is known."""

    def work(_: Job[Offer]) -> Offer:
        stage.wait_until_kept()
        try:
            if not stage.library_path.exists():
                return Offer(notes=_notes_of_newcomer(stage))
            with stage.open_library() as library:
                unfinished, has_played = library.unfinished(), library.has_played()
            return Offer(unfinished, None if has_played else _notes_of_newcomer(stage))
        except (LibraryError, OSError):
            return Offer()

    return Job(work)


def _notes_of_newcomer(stage: Stage) -> Notes | None:
    """The notes of the lessons if no step is done; the first lesson is read, too."""
    from wormhole.gui.learn.lesson_notes import Notes, journal_of
    from wormhole.learn import course

    notes = Notes.read(journal_of(stage))
    if notes.progress.done:
        return None
    course.lesson(course.outlines()[0].slug)
    return notes


def _open_first_lesson(stage: Stage, notes: Notes) -> None:
    from wormhole.gui.learn.lesson_rooms import open_lesson
    from wormhole.learn import course

    open_lesson(stage, notes, course.outlines()[0].slug)

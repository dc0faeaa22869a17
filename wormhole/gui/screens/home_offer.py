"""What the home screen offers below its board: the unfinished game, or the first lesson to a newcomer."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole.gui.background import Job
from wormhole.gui.language import _
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage
from wormhole.gui.screens.kept_games import open_kept, words_of
from wormhole.library.database.errors import LibraryError
from wormhole.library.database.rows import Row


@dataclass(frozen=True)
class Offer:
    """What is known of the person: the game to go on with, and whether they have never played."""

    unfinished: Row | None = None
    is_newcomer: bool = False

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
        return lambda: _open_first_lesson(stage)


def find_offer(stage: Stage) -> Job[Offer]:
    """Look for what to offer; of a library that cannot be read, nothing is known."""

    def work(_: Job[Offer]) -> Offer:
        stage.wait_until_kept()
        try:
            if not stage.library_path.exists():
                return Offer(is_newcomer=not _has_learned(stage))
            with stage.open_library() as library:
                unfinished, is_new = library.unfinished(), not library.has_played()
            return Offer(unfinished, is_new and not _has_learned(stage))
        except (LibraryError, OSError):
            return Offer()

    return Job(work)


def _has_learned(stage: Stage) -> bool:
    """Whether any step of a lesson is done."""
    from wormhole.gui.learn.lesson_notes import notes_path
    from wormhole.library import journal

    return bool(journal.read(notes_path(stage)))


def _open_first_lesson(stage: Stage) -> None:
    from wormhole.gui.learn.lesson_rooms import open_first_lesson

    open_first_lesson(stage)

"""The library of games as the window uses it, and the journals and studies beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole.gui.window.events import KEPT, TROUBLE, post
from wormhole.gui.window.notices import Notices
from wormhole.gui.window.screen_stack import ScreenStack
from wormhole.library.autosave import REPEAT_SECONDS, Autosave, KeptGame
from wormhole.library.journal import Journal, Journals
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.library.study_folder import KeptChapter, StudyFolder, folder_beside
from wormhole.play.seats import OpenedGame
from wormhole.rules.variant import Variant

if TYPE_CHECKING:
    from wormhole.gui.window.notice_card import Notice
    from wormhole.library.database.game_database import GameDatabase

KEEPING_SECONDS = 5.0


class Library:
    """Keeps games, and says if it cannot until it can."""

    def __init__(
        self,
        path: Path,
        stack: ScreenStack,
        notices: Notices,
        clock: Callable[[], float],
        games: Callable[[], Sequence[Variant]],
    ) -> None:
        """``games`` gives the games that are not of the catalogue; it may take long."""
        self._autosave = Autosave(path, lambda: post(KEPT), _post_trouble)
        self._journals = Journals(path.parent, _post_trouble)
        self.studies = StudyFolder(folder_beside(path), games, _post_trouble)
        self.games = games
        """The games that are not of the catalogue."""
        self._stack = stack
        self._notices = notices
        self._clock = clock
        self._unkept: Notice | None = None
        """The message that a game could not be kept."""
        self._unkept_at = 0.0
        """When that was seen last."""

    @property
    def path(self) -> Path:
        """The file."""
        return self._autosave.path

    @property
    def window(self) -> str:
        """The name of this window, to which its open games belong in the file."""
        return self._autosave.window

    def journal(self, name: str) -> Journal:
        """The journal of that name: what the user has learned of one kind."""
        return self._journals.named(name)

    def keep(self, game: Game, play: PlayState, opened: OpenedGame | None) -> KeptGame | KeptChapter:
        """Keep a game from now on; one that was read from a file or a text at once.

        The game of a chapter is kept in its study.
        """
        if opened is not None and opened.chapter is not None:
            return self.studies.keep(opened.chapter)
        number, revision = (None, None) if opened is None else opened.place
        is_found = opened is not None and opened.is_found
        return self._autosave.keep(game, play, number, revision, is_found)

    def wait_until_kept(self, seconds: float = KEEPING_SECONDS) -> bool:
        """Wait until all changes of games are in the file; returns whether they are. Called in a job."""
        return self._autosave.wait(seconds)

    def open(self) -> GameDatabase:
        """The games, with all changes so far. Called in a job, which closes it.

        Raises LibraryError.
        """
        from wormhole.library.database.game_database import GameDatabase  # not needed for the first picture

        self.wait_until_kept()
        return GameDatabase(self.path)

    def show_trouble(self, text: str) -> None:
        """Show the message of a thread. That a game could not be kept is shown until it is."""
        self._notices.show(text)
        if text == self._autosave.trouble:
            self._unkept = self._stack.notice

    def update(self) -> None:
        """Remove the message that a game could not be kept some seconds after all were. For each frame."""
        if self._unkept is None:
            return
        if self._autosave.trouble is not None:
            self._unkept_at = self._clock()
        elif self._clock() >= self._unkept_at + REPEAT_SECONDS:
            if self._stack.notice is self._unkept:
                self._notices.clear()
            self._unkept = None

    def close(self) -> Sequence[str]:
        """Write what is not yet written; returns what cannot be."""
        troubles = (self._autosave.close(), self.studies.wait(), *self._journals.close())
        return [trouble for trouble in troubles if trouble is not None]


def _post_trouble(text: str) -> None:
    post(TROUBLE, text=text)

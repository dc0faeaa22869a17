"""Keeps games in the library while they are played: after each change, by a thread of its own."""

from __future__ import annotations

import contextlib
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole.base.errors import Message
from wormhole.library.database.connections import LibraryError, library_error
from wormhole.library.database.game_rows import Snapshot, snapshot
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.library.window_locks import WindowLock, new_name

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase

RETRY_SECONDS = 5.0
"""The pause after a failure; then the newest snapshot is tried again."""
WATCH_SECONDS = 1.0
"""The interval of checks of the library's file while games are open: other programs can damage or replace
it."""
MOST_FILES = 3
"""After the library was set aside so often in a row, the next try is left to a later round."""
CLOSE_SECONDS = 3.0
REPEAT_SECONDS = 10.0
"""On a nearly full disk some commits succeed between failures. The same trouble is not reported again so
soon, and it is over when there was none for so long."""


class Keeping(Enum):
    """Whether a game is still kept, and what its row in the library says after that."""

    OPEN = auto()
    """It is open in this window, as its row says."""
    LEFT = auto()
    """The window is closed, and the game was open in it. Its row goes on saying so."""
    CLOSED = auto()
    """The user has closed it. Its row belongs to no window."""


@dataclass(frozen=True, eq=False)
class RecordState:
    """The state of a game besides its moves, when it changed. The thread makes the text of the moves."""

    headers: Mapping[str, str]
    play: PlayState | None


class KeptGame:
    """A game that is kept from its first change on, once it has a move; one by mail at once.

    Made by :meth:`Autosave.keep`.

    ``number`` is the game's number in the library; None until it is first kept.
    """

    def __init__(
        self,
        autosave: Autosave,
        game: Game,
        play: PlayState | None,
        number: int | None,
        revision: int | None,
        is_found: bool,
    ) -> None:
        self.number, self.revision = number, revision
        self._autosave, self._game, self._play = autosave, game, play
        self._revisions = {revision}
        """All its revisions: a rescued library may have an earlier one."""
        self._times: tuple[str, str] | None = None
        """When the library added the game, and when it changed it last."""
        self._changes = self._awaited = self._settled = 0
        """The number of changes; the last change that is waited for; the last one that is settled."""
        self._newest: RecordState | None = None
        """What is not yet in the library."""
        self._last: RecordState | None = None
        """What was kept last, or will be next."""
        self._text: Snapshot | None = None
        """The moves as the thread made them last, and the game's revision then or when it was read."""
        self._text_revision = -1 if number is None else game.revision
        self._found_revision = game.revision if is_found else None
        """The revision of a game as it was read elsewhere."""
        self._keeping = Keeping.OPEN
        self._trouble: str | None = None
        self._retry_at = 0.0
        game.watch(self._changed)
        if number is not None or is_found or self._is_by_mail:
            self._changed()

    @property
    def is_settled(self) -> bool:
        """Whether every change of the record so far is in the library, or could not be kept."""
        return self._settled >= self._awaited

    @property
    def has_failed(self) -> bool:
        """Whether the newest changes could not be kept; the thread tries again every few seconds."""
        return self._trouble is not None

    @property
    def is_as_found(self) -> bool:
        """Whether the text that the thread made last is that of a game as it was read elsewhere."""
        return self._text_revision == self._found_revision

    def play(self, state: PlayState) -> None:
        """Keep this play state from now on, once the game is kept. It is waited for only with a move."""
        if state != self._play:
            self._play = state
            if self._last is not None:
                self._enqueue(RecordState(dict(self._game.headers), state), is_awaited=not self.is_settled)

    def close(self) -> None:
        """End, as the user closes the game; the thread still writes what is not yet in the library."""
        self._end(Keeping.CLOSED)

    def leave(self) -> None:
        """End, as the window is closed in which the game is open."""
        self._end(Keeping.LEFT)

    def _end(self, how: Keeping) -> None:
        if self._keeping is Keeping.OPEN:
            self._game.unwatch(self._changed)
            self._autosave.end(self, how)

    def snapshot(self, moment: RecordState) -> Snapshot:
        """The current state of the game; called by the thread, while the game may change.

        After a change the text is made anew, and kept next.
        """
        game = self._game
        while self._text is None or self._text_revision != game.revision:
            revision = game.revision
            try:
                self._text = snapshot(game)
            except (IndexError, ValueError):
                if game.revision == revision:
                    raise
            self._text_revision = revision
        return replace(self._text, headers=moment.headers, play=moment.play)

    def index(self, database: GameDatabase) -> None:
        """Keep the positions of the main line, unless the game has changed since it was written.

        The positions come from the game itself: reading a written game of 200,000 moves takes seconds.
        """
        moves = [*self._game.mainline_moves()]
        if self.number is None or self.revision is None or self._text_revision != self._game.revision:
            return
        database.index_positions(self.number, self.revision, self._game.start, moves)

    @property
    def _is_by_mail(self) -> bool:
        """Whether the opponent may have a text of this game, so that it must be kept before any move."""
        return self._play is not None and self._play.mail is not None

    def _changed(self) -> None:
        if self._last is not None or self._game.variations or self._is_by_mail:
            self._enqueue(RecordState(dict(self._game.headers), self._play), is_awaited=True)

    def _enqueue(self, newest: RecordState, is_awaited: bool) -> None:
        self._last = newest
        self._autosave.enqueue(self, newest, is_awaited)


class Autosave:
    """A thread that writes games into the library at ``path``. It starts with the first change of a game.

    That thread calls ``on_kept`` each time that a game becomes settled, and ``on_trouble`` with a sentence
    when trouble begins.
    """

    def __init__(self, path: Path, on_kept: Callable[[], None], on_trouble: Callable[[str], None]) -> None:
        self.window = new_name()
        self.path = path
        self._on_kept, self._on_trouble = on_kept, on_trouble
        self._changed = threading.Condition()
        self._unkept: dict[KeptGame, None] = {}
        self._open: dict[KeptGame, None] = {}
        """All games that another library would need."""
        self._openings = 0
        """The number of openings of the library that has them."""
        self._looked_at = 0.0
        self._ends = False
        self._complaint: str | None = None
        self._reported, self._reported_at = "", 0.0
        self._database: GameDatabase | None = None
        self._mark: WindowLock | None = None
        self._thread: threading.Thread | None = None

    def keep(
        self,
        game: Game,
        play: PlayState | None,
        number: int | None = None,
        revision: int | None = None,
        is_found: bool = False,
    ) -> KeptGame:
        """Keep a game after each of its changes. A game of the library has a number and a revision.

        If another window has changed that game meanwhile, this one is kept as a new one. A game that
        ``is_found``, read from a file or a text, is kept at once, unless the library has it.
        """
        return KeptGame(self, game, play, number, revision, is_found)

    @property
    def trouble(self) -> str | None:
        """Why a game could not be kept, or None."""
        with self._changed:
            return next((kept._trouble for kept in self._unkept if kept.has_failed), None)

    def wait(self, seconds: float) -> bool:
        """Wait at most so long until all games are settled; returns whether they are."""
        with self._changed:
            return self._changed.wait_for(
                lambda: all(kept._settled >= kept._changes for kept in self._unkept), timeout=seconds
            )

    def close(self, seconds: float = CLOSE_SECONDS) -> str | None:
        """Write what is left within this time, and end; returns why a game is not kept, or None."""
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(seconds)
        return self.trouble

    def end(self, kept: KeptGame, how: Keeping) -> None:
        """Write what is left of a game, and stop keeping it."""
        with self._changed:
            kept._keeping = how
            self._enqueue(kept)

    def enqueue(self, kept: KeptGame, newest: RecordState, is_awaited: bool = False) -> None:
        """Write the current state of a game."""
        with self._changed:
            kept._newest = newest
            self._enqueue(kept, is_awaited)

    def _enqueue(self, kept: KeptGame, is_awaited: bool = False) -> None:
        with self._changed:
            kept._changes += 1
            if is_awaited:
                kept._awaited = kept._changes
            self._unkept[kept] = self._open[kept] = None
            if self._thread is None and not self._ends:
                self._thread = threading.Thread(target=self._run, name="autosave", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    # --- in the thread ---

    def _run(self) -> None:
        ends, rounds = False, 0
        while not ends or (self._unkept and rounds < MOST_FILES):
            with self._changed:
                self._changed.wait_for(self._is_woken, self._seconds_to_wait())
                ends = self._ends
            if ends or time.monotonic() >= self._looked_at + WATCH_SECONDS:
                self._check_file()
            with self._changed:
                waiting = list(self._unkept)
            rounds += ends
            for kept in waiting:
                self._settle(kept, is_pause=not ends and time.monotonic() < kept._retry_at)
        if self._mark is not None:
            self._mark.close()
        if self._database is not None:
            self._database.close()

    def _is_woken(self) -> bool:
        return self._ends or any(not (kept.is_settled and kept.has_failed) for kept in self._unkept)

    def _seconds_to_wait(self) -> float | None:
        """Seconds until something is tried again, or the file is checked."""
        times = [kept._retry_at for kept in self._unkept]
        if self._open and self._database is not None:
            times.append(self._looked_at + WATCH_SECONDS)
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _check_file(self) -> None:
        """Check the file of the library. Write all games into it that it does not have any more."""
        self._looked_at = time.monotonic()
        if self._database is None or not self._open:
            return
        try:
            self._database.check()
        except LibraryError:  # the games that cannot be written report why
            self._write_lost()
        if self._is_another_file():
            self._write_lost()

    def _is_another_file(self) -> bool:
        """Whether the library has been opened anew, so that it may be another file."""
        return self._database is not None and self._database.openings != self._openings

    def _write_lost(self) -> None:
        """Have the open games written that the file does not have, and report a damaged file."""
        assert self._database is not None, "it was opened"
        self._openings = self._database.openings
        with self._changed:
            waiting = [kept for kept in self._open if kept._last is not None]
        lost = [kept for kept in waiting if _is_lost(self._database, kept)]
        with self._changed:
            for kept in lost:
                kept._newest = kept._last
                self._unkept[kept] = None
        if self._mark is not None:
            self._mark.close()
            with contextlib.suppress(OSError):
                self._mark = WindowLock(self._database.path, self.window)
        complaint = self._database.complaint
        if complaint is not None and complaint != self._complaint:
            self._report(_kept_anew(complaint) if waiting else complaint)
        self._complaint = complaint

    def _settle(self, kept: KeptGame, is_pause: bool) -> None:
        """Write what is new; during the pause after a failure, only report that it is not written."""
        with self._changed:
            newest, changes, keeping = kept._newest, kept._changes, kept._keeping
        is_written = not is_pause and self._is_written(kept, newest, keeping)
        with self._changed:
            if is_written and kept._newest is newest and kept._keeping is keeping:
                kept._newest = None
                del self._unkept[kept]
                if keeping is not Keeping.OPEN:
                    self._open.pop(kept, None)
            is_news = kept._settled < changes
            kept._settled = changes
            self._changed.notify_all()
        if is_news:
            self._on_kept()

    def _is_written(self, kept: KeptGame, newest: RecordState | None, keeping: Keeping) -> bool:
        for left in reversed(range(MOST_FILES)):
            trouble: str | None = None
            try:
                self._write(kept, newest, keeping)
            except LibraryError as error:
                trouble = error.message
            except Exception as error:  # a fault of ours must not end the thread
                traceback.print_exc()
                trouble = Message("This game cannot be saved in the library: {trouble}", trouble=str(error))
            if not left or not self._is_another_file():
                break
            self._write_lost()  # the damage was found here, and the new file exists
            newest = kept._last
        if trouble is None:
            kept._trouble = None
        else:
            self._fail(kept, trouble)
        return trouble is None

    def _write(self, kept: KeptGame, newest: RecordState | None, keeping: Keeping) -> None:
        if newest is None and kept.number is None:
            return
        database = self._opened()
        if newest is not None:
            self._keep(database, kept, newest, None if keeping is Keeping.CLOSED else self.window)
        elif keeping is Keeping.CLOSED and kept.number is not None and kept.revision is not None:
            database.release(kept.number, kept.revision)
        if keeping is not Keeping.OPEN:
            with contextlib.suppress(LibraryError):  # the game is kept, and a search can index it later
                kept.index(database)

    def _keep(self, database: GameDatabase, kept: KeptGame, moment: RecordState, owner: str | None) -> None:
        newest = kept.snapshot(moment)
        if kept.number is None and kept.is_as_found:
            kept.number, kept.revision = database.find_same(newest) or (None, None)
            newest = replace(newest, play=None) if kept.number is None else newest
        number = kept.number
        found = None if number is None else database.update(number, newest, kept.revision, owner)
        if found is None and number is not None:
            # A file in the library's place may have an earlier state of the game.
            earlier = database.revision(number)
            if earlier in kept._revisions:
                found = database.update(number, newest, earlier, owner)
        is_gone = found is None and number is not None and _is_gone(database, kept)
        if found is None:
            kept.number, kept.revision = database.insert(newest, owner)
        else:
            kept.revision = found
        kept._revisions.add(kept.revision)
        assert kept.number is not None
        kept._times = database.times(kept.number)
        if is_gone and database.complaint is None:
            self._report(_kept_anew(Message("The library was deleted or replaced.")))
        if database.complaint != self._complaint:
            self._complaint = database.complaint
            if self._complaint is not None:
                self._report(self._complaint)

    def _opened(self) -> GameDatabase:
        # SQLite is loaded here, so that the first picture is not delayed.
        from wormhole.library.database.game_database import GameDatabase

        if self._database is None:
            database = GameDatabase(self.path)
            try:
                self._mark = WindowLock(database.path, self.window)
            except OSError as error:
                database.close()
                raise library_error(database.path, error) from None
            self._database = database
            self._openings = database.openings
            database.purge()
        return self._database

    def _fail(self, kept: KeptGame, sentence: str) -> None:
        with self._changed:
            is_known = any(other._trouble == sentence for other in self._unkept)
        kept._trouble = sentence
        kept._retry_at = time.monotonic() + RETRY_SECONDS
        if not is_known:
            self._report(sentence)

    def _report(self, sentence: str) -> None:
        now = time.monotonic()
        if sentence != self._reported or now > self._reported_at + REPEAT_SECONDS:
            self._reported, self._reported_at = sentence, now
            self._on_trouble(sentence)


def _is_gone(database: GameDatabase, kept: KeptGame) -> bool:
    """Whether the file has no such game, or another one of its number: it is another library."""
    if kept.number is None or kept._times is None:
        return False
    found = database.times(kept.number)
    return found is None or found[0] != kept._times[0]


def _is_lost(database: GameDatabase, kept: KeptGame) -> bool:
    """Whether the file lacks a game that was kept, or has an earlier state of it, or cannot be read."""
    if kept.number is None or kept._times is None:
        return False
    try:
        found = database.times(kept.number)
    except LibraryError:
        return True
    return found is None or found[0] != kept._times[0] or found[1] < kept._times[1]


def _kept_anew(trouble: str) -> Message:
    return Message("{trouble} The open games are saved in the new library.", trouble=trouble)

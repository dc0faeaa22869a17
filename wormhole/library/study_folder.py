"""The user's studies: a folder with one PGN file for each, which are replaced as a whole.

A file is read anew before each change, so that two windows lose nothing but what they change at the same
moment. One that cannot be read is listed with the reason and never overwritten.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wormhole.base import text_files
from wormhole.base.atomic_files import write_bytes, write_parts
from wormhole.base.errors import Message, WormholeError, reason_of
from wormhole.base.quoting import shown_path
from wormhole.library import pgn, study
from wormhole.library.headers import CHESS, is_in_catalogue
from wormhole.library.pgn_parser import PgnError
from wormhole.library.play_state import PlayState
from wormhole.library.study import Chapter, Study
from wormhole.rules.variant import Variant

FOLDER, SUFFIX = "studies", ".pgn"
MOST_BYTES = 64 * text_files.MEGABYTE
MOST_STUDIES = 1000
"""Files that are listed."""
CLOSING_SECONDS = 3.0


class StudyError(WormholeError):
    """A study cannot be read or written; the message says why."""


@dataclass(frozen=True)
class StudyFile:
    """A file of the folder."""

    path: Path
    study: Study | None = None
    """None if it cannot be read."""
    trouble: Message | None = None
    """Why it cannot be read."""

    @property
    def name(self) -> str:
        """The name of the study, or of a file that cannot be read."""
        return self.path.stem if self.study is None else self.study.name


@dataclass(frozen=True)
class ChapterPlace:
    """A chapter of a file of the folder, as it was read."""

    path: Path
    index: int
    chapter: Chapter


def folder_beside(library: Path) -> Path:
    """The folder of the studies that belong to a library of games."""
    return library.parent / FOLDER


def read(path: Path, games: Callable[[], Sequence[Variant]] = tuple) -> list[Study]:
    """The studies in a file. Raises :class:`StudyError`.

    ``games`` gives variants that a chapter may have; it is called only if one is not of the catalogue.
    """
    try:
        text = text_files.read_text(path, MOST_BYTES)
        lines, name = pgn.text_lines(text), study.clean_name(path.stem) or study.UNNAMED
        try:
            return study.read(lines, unnamed=name)
        except PgnError as error:
            if is_in_catalogue(error.headers.get("Variant", CHESS)):
                raise
            return study.read(lines, games(), name)
    except OSError as error:
        raise _error(path, reason_of(error)) from None
    except WormholeError as error:
        raise _error(path, error.message) from None


class StudyFolder:
    """The studies in a folder, which is made when the first one is written.

    ``games`` is as in :func:`read`. ``failed`` is called in a thread if a chapter cannot be kept.
    """

    def __init__(
        self, path: Path, games: Callable[[], Sequence[Variant]], failed: Callable[[str], object]
    ) -> None:
        self.path = path
        self._games = games
        self._failed = failed
        self._changing = threading.RLock()
        """Held while a file is read, changed and written."""
        self._waiting = threading.Lock()
        """Held to change the chapters that are to be written, and the thread that writes."""
        self._open: set[KeptChapter] = set()
        self._unwritten: dict[KeptChapter, None] = {}
        self._thread: threading.Thread | None = None

    # The files

    def listed(self) -> list[StudyFile]:
        """The files of the folder, in the order of the names of their studies. It may take long."""
        found = [self._listed(path) for path in text_files.files_in(self.path, SUFFIX)[:MOST_STUDIES]]
        return sorted(found, key=lambda file: _order(file.name))

    def read(self, path: Path) -> Study:
        """The study in a file of the folder. Raises :class:`StudyError`."""
        studies = read(path, self._games)
        if not studies:
            raise _error(path, Message("there is no game here"))
        if len(studies) > 1:
            raise _error(path, Message("there are several studies here; open the file to import them"))
        return studies[0]

    def add(self, new: Study) -> Path:
        """Write another study; returns its file, or that of the same study if the folder has it.

        Raises :class:`StudyError`.
        """
        text = str(new)
        name = text_files.file_name(new.name)
        with self._changing:
            try:
                self.path.mkdir(parents=True, exist_ok=True)
                for number in range(1, MOST_STUDIES + 1):
                    path = self.path / f"{name}{'' if number == 1 else f' {number}'}{SUFFIX}"
                    if not os.path.lexists(path):
                        write_parts(path, (text,))
                        return path
                    if self._has(path, text):
                        return path
            except OSError as error:
                raise _error(self.path, reason_of(error)) from None
        raise _error(self.path, Message("there are too many studies of this name"))

    def change(self, path: Path, changed: Callable[[Study], Study]) -> Study:
        """Change the study of a file; returns it as it was before. Raises :class:`StudyError`.

        Open chapters are known again afterwards, wherever they were moved.
        """
        with self._changing:
            before, after = self.rewrite(path, changed)
            for kept in tuple(self._open):
                if kept.path == path:
                    kept.follow(before, after)
        return before

    def rewrite(self, path: Path, changed: Callable[[Study], Study]) -> tuple[Study, Study]:
        """Change the study of a file, whose chapters keep their places; returns it as it was and as it is.

        Raises :class:`StudyError`.
        """
        with self._changing:
            before = self.read(path)
            after = changed(before)
            try:
                if not after.chapters:
                    raise OSError(errno.EINVAL, Message("a study has at least one chapter"), str(path))
                write_parts(path, after.parts())
            except OSError as error:
                raise _error(path, reason_of(error)) from None
        return before, after

    def remove(self, path: Path) -> Callable[[], object]:
        """Delete a file, good or not; returns what puts it back. Raises :class:`StudyError`."""
        with self._changing:
            try:
                content = text_files.read_bytes(path, MOST_BYTES)
                os.unlink(path)
            except OSError as error:
                raise _error(path, reason_of(error)) from None
        return lambda: self._put_back(path, content)

    def _put_back(self, path: Path, content: bytes) -> None:
        """Write a deleted file again, under another name if its own is taken by now."""
        with self._changing:
            target, number = path, 1
            while os.path.lexists(target):
                number += 1
                target = path.with_name(f"{path.stem} {number}{SUFFIX}")
            try:
                write_bytes(target, (content,))
            except OSError as error:
                raise _error(path, reason_of(error)) from None

    def _listed(self, path: Path) -> StudyFile:
        try:
            return StudyFile(path, self.read(path))
        except StudyError as error:
            return StudyFile(path, trouble=error.message)

    def _has(self, path: Path, text: str) -> bool:
        with contextlib.suppress(StudyError):
            return str(self.read(path)) == text
        return False

    # Open chapters

    def keep(self, place: ChapterPlace) -> KeptChapter:
        """Keep the game of a chapter from now on, whenever it changes."""
        kept = KeptChapter(self, place)
        self._open.add(kept)
        return kept

    def let_go(self, kept: KeptChapter) -> None:
        """A chapter is not open any more."""
        self._open.discard(kept)

    def enqueue(self, kept: KeptChapter | None = None) -> None:
        """Write a chapter soon, and those that could not be written before."""
        with self._waiting:
            if kept is not None:
                self._unwritten[kept] = None
            if self._unwritten and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="studies", daemon=True)
                self._thread.start()

    def wait(self, seconds: float = CLOSING_SECONDS) -> Message | None:
        """Wait at most so long until all chapters are written; returns why one is not, or None."""
        self.enqueue()
        with self._waiting:
            thread = self._thread
        if thread is not None:
            thread.join(seconds)
        unwritten = [*self._unwritten]
        if not unwritten:
            return None
        slow = _error(unwritten[0].path, Message("the disk does not respond")).message
        return next((kept.trouble for kept in unwritten if kept.trouble is not None), slow)

    def _run(self) -> None:
        """Write until nothing is left but what cannot be written."""
        failed: set[KeptChapter] = set()
        while True:
            with self._waiting:
                kept = next((each for each in self._unwritten if each not in failed), None)
                if kept is None:
                    self._thread = None
                    return
                del self._unwritten[kept]
            if kept.write() is None:
                continue
            failed.add(kept)
            with self._waiting:
                self._unwritten[kept] = None
            self._failed(kept.trouble or "")


class KeptChapter:
    """A chapter whose game is kept in its study after each change, as :class:`.KeptGame` is in the library.

    If another window has changed or removed the chapter meanwhile, this one becomes the last of the study.
    """

    number: int | None = None
    """None: it has no number in the library."""
    is_settled = True
    """A move is shown before it is on disk."""

    def __init__(self, folder: StudyFolder, place: ChapterPlace) -> None:
        self.path, self.index, self.chapter = place.path, place.index, place.chapter
        self.trouble: Message | None = None
        """Why the newest changes could not be kept."""
        self._folder = folder
        self._written = self.chapter.text("")
        self.chapter.game.watch(self._changed)
        self._is_closed = False

    @property
    def has_failed(self) -> bool:
        """Whether the newest changes could not be kept."""
        return self.trouble is not None

    def is_at(self, place: ChapterPlace) -> bool:
        """Whether the chapter that was read there is this one; it may have been moved in its study."""
        return place.path == self.path and place.chapter.text("") == self._written

    def follow(self, before: Study, after: Study) -> None:
        """Know the chapter again after its study was changed here: it may have been moved or renamed."""
        here = [place for place, each in enumerate(before.chapters) if each.text("") == self._written]
        if not here:
            return
        was = before.chapters[self.index if self.index in here else here[0]]
        for index, chapter in enumerate(after.chapters):
            if chapter.game is was.game:
                self.index = index
                self.chapter = replace(chapter, game=self.chapter.game)
                self._written = chapter.text("")

    def play(self, state: PlayState) -> None:
        """Nothing of a chapter is at play."""

    def close(self) -> None:
        """Watch the game no longer; what was changed is still written."""
        if not self._is_closed:
            self._is_closed = True
            self._folder.let_go(self)
            self.chapter.game.unwatch(self._changed)

    def leave(self) -> None:
        """The same as `close`: no home screen offers a chapter again."""
        self.close()

    def write(self) -> Message | None:
        """Write the game as it is now; returns why that is not possible. Called in the folder's thread."""
        try:
            self._folder.rewrite(self.path, self._in_study)
        except WormholeError as error:
            self.trouble = error.message
        else:
            self.trouble = None
        return self.trouble

    def _changed(self) -> None:
        self._folder.enqueue(self)

    def _in_study(self, kept: Study) -> Study:
        """The study with the chapter as it is now."""
        newest = self._snapshot()
        texts = [each.text("") for each in kept.chapters]
        places = [place for place, text in enumerate(texts) if text == self._written]
        self._written = newest.text("")
        if not places:
            self.index = len(texts)
            return kept.with_chapter(newest)
        self.index = self.index if self.index in places else places[0]
        return kept.with_changed(self.index, newest)

    def _snapshot(self) -> Chapter:
        """A copy of the chapter, while its game may change."""
        game = self.chapter.game
        while True:
            revision = game.revision
            try:
                copy = replace(self.chapter, game=study.copied(game))
            except (IndexError, RuntimeError, ValueError):
                if game.revision == revision:
                    raise
                continue
            if game.revision == revision:
                return copy


def _error(path: Path, trouble: Message) -> StudyError:
    return StudyError("{path}: {trouble}", path=shown_path(path), trouble=trouble)


def _order(name: str) -> tuple[str, str]:
    return name.casefold(), name

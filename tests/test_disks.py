"""The library on a full disk and on a read-only one: a message, nothing damaged, and the game continues.

The disks are real file systems in memory, where they can be mounted.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.hand import hands
from tests.support.librarian import Librarian
from tests.support.library_games import names, played
from wormhole.gui.library.import_result import summary_lines
from wormhole.gui.library.importing import ImportSummary
from wormhole.library import autosave, pgn
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState

MOVES = ["e2e4", "b7b6", "d2d4", "g7g6", "c2c3", "h7h6", "h2h3", "a7a6"]


class Disk:
    """A file system of one megabyte."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "games.sqlite3"
        self._filling = folder / "filling"

    def mount(self, *options: str) -> bool:
        command = ["mount", "-t", "tmpfs", "-o", ",".join(("size=1m", *options)), "tmpfs", str(self.folder)]
        return not subprocess.run(command, capture_output=True, check=False).returncode

    def fill(self) -> None:
        with open(self._filling, "ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)

    def free(self) -> None:
        self._filling.unlink()

    def make_read_only(self) -> None:
        assert self.mount("remount", "ro")


@pytest.fixture
def disk(tmp_path):
    if not shutil.which("mount") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root mounts")
    disk = Disk(tmp_path / "disk")
    disk.folder.mkdir()
    if not disk.mount():
        pytest.skip("nothing can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk.folder)], check=True)


@pytest.fixture
def drive(tmp_path, disk, monkeypatch):
    """Opens windows on the disk's library; failed writes are soon tried again."""
    monkeypatch.setattr(autosave, "RETRY_SECONDS", 0.1)
    with hands(Witness, tmp_path, size=(800, 600), library_path=disk.path) as start:
        yield start


@pytest.fixture
def tries(monkeypatch):
    """The tries to keep a game in a library, successful or not: to open it, to add the game, to write it."""
    found = []

    def counted(name):
        act = getattr(GameDatabase, name)

        def do(*values, **named):
            found.append(name)
            return act(*values, **named)

        monkeypatch.setattr(GameDatabase, name, do)

    for name in ("__init__", "insert", "update"):
        counted(name)
    return found


class Witness(Librarian):
    """A driver that remembers the notices that it saw."""

    def __init__(self, folder, **options):
        self.notices = []
        super().__init__(folder, **options)

    def step(self, seconds=0.02):
        drawn = super().step(seconds)
        notice = self.app.notice
        if notice is not None and (not self.notices or self.notices[-1] is not notice):
            self.notices.append(notice)
        return drawn

    def play(self, moves):
        for move in moves:
            count = len(self.match.cursor.board.move_stack)
            self.move(move)
            assert len(self.match.cursor.board.move_stack) == count + 1


def in_library(path):
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'records'").fetchone():
            return []
        return [text.split() for (text,) in connection.execute("SELECT movetext FROM records")]


def moves_of(words):
    return [word for word in words if not word.endswith(".")]


# A full disk


def test_a_disk_that_becomes_full_while_playing(drive, disk, tries):
    driver = drive(start_game=True, black="person")
    driver.play(MOVES[:2])
    disk.fill()
    driver.play(MOVES[2:6])
    assert ["the disk is full" in notice.text for notice in driver.notices] == [True]
    (kept,) = in_library(disk.path)
    assert moves_of(kept)[:2] == MOVES[:2]
    seen = len(tries)
    driver.until(lambda: len(tries) > seen + 4 or moves_of(in_library(disk.path)[0]) == MOVES[:6])
    assert len(driver.notices) == 1
    disk.free()
    driver.until(lambda: moves_of(in_library(disk.path)[0]) == MOVES[:6])
    driver.play(MOVES[6:])
    assert [moves_of(words) for words in in_library(disk.path)] == [MOVES]
    assert len(driver.notices) == 1


def test_a_disk_that_is_full_from_the_start(drive, disk):
    disk.fill()
    driver = drive(start_game=True, black="person")
    driver.play(MOVES[:4])
    assert len(driver.notices) == 1
    assert "The library (" in driver.notices[0].text
    disk.free()
    driver.until(lambda: disk.path.exists() and in_library(disk.path))
    driver.until(lambda: [moves_of(words) for words in in_library(disk.path)] == [MOVES[:4]])
    assert len(driver.notices) == 1


def test_an_import_that_fills_the_disk_leaves_what_was_added(disk):
    text = '[White "{}"]\n[Annotator "' + "x" * 2000 + '"]\n\n1. e4 *\n\n'
    with GameDatabase(disk.path) as library:
        importing = library.import_games(pgn.text_lines("".join(map(text.format, range(2000)))))
        with pytest.raises(LibraryError, match="the disk is full"):
            list(importing)
        added = len(library.find())
        assert 0 < added < 2000
        disk.fill()
        large = played("e4")
        large.comment = "x" * 900_000
        with pytest.raises(LibraryError, match="the disk"):
            library.add(large)
        assert library.game(added).game.headers["White"] == str(added - 1)
    assert len(in_library(disk.path)) == added
    with GameDatabase(disk.path) as library:
        assert (library.complaint, len(library.find())) == (None, added)
        # Nothing new can be written here, but all can be taken to another disk.
        assert len(list(library.export(library.find()))) == added


# A read-only disk


def fill_library(path, is_closed):
    """Make a library, of which the last games may be in the log alone; returns what must be closed."""
    library = GameDatabase(path)
    for number in range(4):
        library.add(played("e4 e5", White=f"Ada {number}"), PlayState())
    assert len(library.find(Query.of_position(library.game(1).game.end().board()))) == 4
    if is_closed:
        library.close()
        return
    kept = {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal", "-shm")}
    library.close()
    for end, content in kept.items():
        Path(f"{path}{end}").write_bytes(content)


ALL = [f"Ada {number}" for number in (3, 2, 1, 0)]


@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "after a crash"])
def test_a_library_on_a_read_only_disk_can_be_read(disk, is_closed):
    fill_library(disk.path, is_closed)
    disk.make_read_only()
    with GameDatabase(disk.path) as library:
        assert library.complaint is None
        assert names(library, library.find()) == ALL
        assert names(library, library.find(Query(text="ada 2", opening="e4"))) == ["Ada 2"]
        assert library.game(1).game.movetext() == "1. e2e4 e7e5"
        assert len(library.find(Query.of_position(library.game(1).game.end().board()))) == 4
        assert library.unfinished()[0].number == 4
        assert library.statistics({3: 660.0}).all.games == 0
        for act in (
            lambda: library.add(played("e4")),
            lambda: library.delete([1]),
            lambda: library.keep(1, played("e4")),
            lambda: list(library.import_games(["1. e4 *"])),
            library.purge,
        ):
            with pytest.raises(LibraryError, match="it cannot be written to"):
                act()
        assert names(library, library.find()) == ALL


def test_the_library_screen_on_a_read_only_disk(drive, disk, tmp_path):
    fill_library(disk.path, is_closed=True)
    (tmp_path / "good.pgn").write_text('[White "Bob"]\n\n1. e4 *\n')
    disk.make_read_only()
    driver = drive()
    driver.open_library()
    assert len(driver.listed) == 4
    assert driver.screen.games.preview.walk is not None
    driver.press("Delete")
    driver.wait_for_reading()
    assert driver.app.dialog.heading == "The library was not changed"
    assert "it cannot be written to" in driver.app.dialog.text
    driver.press("OK")
    driver.import_file(tmp_path / "good.pgn")
    assert isinstance(driver.app.dialog, ImportSummary)
    assert "it cannot be written to" in summary_lines(driver.app.dialog.imported)[0]
    assert len(driver.listed) == 4


@pytest.mark.parametrize("has_games", [True, False])
def test_a_game_on_a_read_only_disk_goes_on(drive, disk, tries, has_games):
    if has_games:
        fill_library(disk.path, is_closed=True)
    disk.make_read_only()
    driver = drive(start_game=True, black="person")
    driver.play(MOVES)
    seen = len(tries)
    driver.until(lambda: len(tries) > seen + 4)
    assert len(driver.notices) == 1
    assert "The library (" in driver.notices[0].text

"""A library that is damaged, deleted or replaced while games are open loses none of them."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.children import path_of
from tests.support.library_damages import DAMAGES
from tests.support.library_games import play, played
from tests.support.parts import mostly_exhaustive
from tests.support.patience import until
from wormhole.library import autosave as autosaves
from wormhole.library.autosave import Autosave
from wormhole.library.database import connections
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState

ROOT = Path(__file__).parents[1]
MOVES = "e4 e5 Nf3 Nc6 Bc4"
TEXT = "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4"
SECONDS = 30.0
NOTHING_IS_LOST = [DAMAGES[name] for name in ("its log deleted", "cut by a byte")]
"""The file and what the windows have in memory of it are enough to go on."""
IN_TWO_WINDOWS = ["truncated to nothing", "all overwritten", "deleted", "its log deleted", "replaced"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no open file is deleted or replaced there")


@pytest.fixture
def path(tmp_path):
    """A library with some games, in a folder of its own."""
    folder = tmp_path / "data"
    folder.mkdir()
    path = folder / "games.sqlite3"
    with GameDatabase(path) as library:
        for number in range(20):
            library.add(played("d4 d5", White=f"Old {number}"), None)
    return path


@pytest.fixture
def other(tmp_path):
    """Another library with games."""
    path = tmp_path / "other.sqlite3"
    with GameDatabase(path) as library:
        for number in range(30):
            library.add(played("c4", White=f"Other {number}"), None)
    return path


def kept_as(path, name):
    """The movetexts of the games of a player."""
    with GameDatabase(path) as library:
        games = [library.game(number).game for number in library.find()]
    return [game.movetext() for game in games if game.headers["White"] == name]


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize(
    "then",
    mostly_exhaustive(
        ["nothing is played", "it is played on", "the program ends", "the game is left"],
        "nothing is played",
        "it is played on",
    ),
)
def test_the_open_game_is_written_again(path, other, damage, then, monkeypatch):
    monkeypatch.setattr(autosaves, "WATCH_SECONDS", 0.1)
    monkeypatch.setattr(autosaves, "RETRY_SECONDS", 0.1)
    check, checks, troubles = GameDatabase.check, [], []
    monkeypatch.setattr(GameDatabase, "check", lambda database: (checks.append(database), check(database)))
    autosave = Autosave(path, lambda: None, troubles.append)
    game = played(MOVES, White="Ada")
    kept = autosave.keep(game, PlayState(None, 3))
    game.notify()
    assert autosave.wait(SECONDS)
    damage(path, other)
    text = TEXT
    if then == "nothing is played":
        if damage not in NOTHING_IS_LOST:
            until(lambda: troubles, "nothing is said")
        seen = len(checks)
        until(lambda: len(checks) > seen + 2, "it is not watched any more")
        assert autosave.wait(SECONDS)
    elif then == "it is played on":
        play(game.end(), "Bc5")
        text += " f8c5"
        until(lambda: autosave.wait(1) and not kept.has_failed, troubles)
    elif then == "the game is left":
        kept.close()
    assert autosave.close(SECONDS) is None
    assert kept_as(path, "Ada") == [text]
    assert len(troubles) == len(set(troubles)) <= 2
    assert all("library was" in trouble for trouble in troubles)


def test_what_is_said_of_a_damaged_library(path, monkeypatch):
    monkeypatch.setattr(autosaves, "WATCH_SECONDS", 0.1)
    troubles = []
    autosave = Autosave(path, lambda: None, troubles.append)
    game = played(MOVES, White="Ada")
    autosave.keep(game, PlayState(None, 3))
    game.notify()
    assert autosave.wait(SECONDS)
    os.truncate(path, 5000)
    until(lambda: troubles, "nothing is said")
    (said,) = troubles
    assert "was damaged and renamed to games.sqlite3.bad." in said
    assert said.endswith("The open games are saved in the new library.")
    assert autosave.close(SECONDS) is None


def touched(path, other):
    os.utime(path, (2e9, 2e9))


def checkpointed(path, other):
    """Another window adds a game, and SQLite moves it from the log into the file."""
    with GameDatabase(path) as library:
        library.add(played("d4", White="Eve"), None)
        with library.reading() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def played_on_elsewhere(path, other):
    """Another window changes the open game, and SQLite moves that into the file."""
    with GameDatabase(path) as library:
        number = max(library.find())
        library.keep(number, played(f"{MOVES} Bc5", White="Ada"), PlayState(None, 3))
        with library.reading() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("change", [touched, checkpointed, played_on_elsewhere])
@pytest.mark.parametrize("is_new", [True, False], ids=["a new game", "an old game"])
def test_a_library_that_only_changed_is_no_other_one(path, other, change, is_new, monkeypatch):
    monkeypatch.setattr(autosaves, "WATCH_SECONDS", 0.0)
    troubles = []
    autosave = Autosave(path, lambda: None, troubles.append)
    old, new = played(MOVES, White="Ada"), played("e4", White="Bob")
    autosave.keep(old, PlayState(None, 3))
    old.notify()
    assert autosave.wait(SECONDS)
    change(path, other)
    if is_new:
        autosave.keep(new, PlayState(None, 3))
        new.notify()
        assert autosave.wait(SECONDS)
        assert len(kept_as(path, "Bob")) == 1
    assert autosave.close(SECONDS) is None
    assert troubles == []
    assert kept_as(path, "Ada") == [f"{TEXT} f8c5" if change is played_on_elsewhere else TEXT]


def holder(path, name):
    """Another process with an open game, and a file that it says its troubles in."""
    said = path.parent.with_name(f"{name}.txt")
    with said.open("w") as file:
        child = subprocess.Popen(
            [
                sys.executable,
                path_of("autosave_holder"),
                str(path),
                name,
                MOVES,
            ],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=file,
        )
    until(lambda: "ready" in said.read_text(), "the other process does not begin")
    return child, said


@pytest.mark.parametrize("damage", mostly_exhaustive(IN_TWO_WINDOWS, IN_TWO_WINDOWS[0]))
def test_two_windows_write_their_games_again(path, other, damage):
    """Whichever sets the file aside, the other one notices it."""
    children = [holder(path, name) for name in ("Ada", "Bob")]
    try:
        DAMAGES[damage](path, other)
        if damage != "its log deleted":
            until(lambda: any("library was" in said.read_text() for _, said in children), "nothing is said")
        time.sleep(3 * autosaves.WATCH_SECONDS)
        for child, _ in children:
            child.communicate(timeout=SECONDS)
            assert child.returncode == 0
    finally:
        for child, _ in children:
            child.kill()
            child.wait()
    assert [kept_as(path, name) for name in ("Ada", "Bob")] == [[TEXT], [TEXT]]


def test_a_full_disk_keeps_what_could_not_be_taken_over(path, monkeypatch):
    """The damaged library is only set aside once there is room for what is readable in it."""
    intact = path.read_bytes()
    with path.open("r+b") as file:  # the search's own table, which is made anew
        file.seek(len(intact) - 4096)
        file.write(b"\xa5" * 4096)
    real = connections.rescue

    def no_room(aside, fresh):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(connections, "rescue", no_room)
    with pytest.raises(Exception, match="the disk is full"):
        GameDatabase(path)
    assert [each.name for each in path.parent.iterdir() if ".bad" in each.name] == []
    monkeypatch.setattr(connections, "rescue", real)
    with GameDatabase(path) as library:
        assert "damaged" in library.complaint
        assert len(library.find()) > 10

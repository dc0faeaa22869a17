"""Games are kept while they are played, even if the process is killed or the disk fails."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.children import path_of
from tests.support.library_games import play, played
from tests.support.parts import mostly_exhaustive
from tests.support.patience import until
from wormhole import Board
from wormhole.library import autosave as autosaves
from wormhole.library import pgn
from wormhole.library.autosave import Autosave
from wormhole.library.database import game_database
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game

ROOT = Path(__file__).parents[1]
STATE = PlayState(None, 3)


class Window:
    """An autosave, and what it said."""

    def __init__(self, path):
        self.kept, self.troubles = 0, []
        self.autosave = Autosave(path, self.count, self.troubles.append)

    def count(self):
        self.kept += 1


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite3"


@pytest.fixture
def window(path):
    window = Window(path)
    yield window
    window.autosave.close()


def in_library(path):
    """The games of the library by number, as movetext."""
    if not path.exists():
        return {}
    with GameDatabase(path) as library:
        return {number: library.game(number).game.movetext() for number in library.find()}


def begun(window, game):
    """A game kept from its first change on, which is now."""
    kept = window.autosave.keep(game, STATE)
    game.notify()
    return kept


def test_a_game_without_moves_is_not_kept(window, path):
    game = Game(Board())
    kept = window.autosave.keep(game, STATE)
    game.headers["White"] = "Ada"
    kept.play(PlayState(None, 4))
    assert kept.is_settled
    kept.close()
    window.autosave.close()
    assert not path.exists()


def test_a_game_that_was_read_is_kept_as_an_import_keeps_it(window, path):
    game = Game(Board("chess"))
    play(game, "e4 e5")
    for number in range(20):  # the place that is looked at may change before the thread has come to it
        kept = window.autosave.keep(game, STATE, is_found=True)
        kept.play(PlayState(None, None, (0,) * (number % 2)))
        assert window.autosave.wait(30)
        kept.close()
    assert window.autosave.wait(30)
    with GameDatabase(path) as library:
        assert [row.kind for row in library.rows(library.find())] == ["imported"]


def test_every_change_is_in_the_library_once_it_is_settled(window, path):
    game = Game(Board("chess"))
    kept = window.autosave.keep(game, STATE)
    changes = [
        lambda: play(game, "e4 e5"),
        lambda: play(game.variations[0], "c5"),
        lambda: game.variations[0].promote_to_main(1),
        lambda: setattr(game.variations[0], "comment", "best by test"),
        lambda: game.set_result("1/2-1/2", "normal"),
        lambda: game.remove_variation(0),
    ]
    for change in changes:
        change()
        assert not kept.is_settled
        assert window.autosave.wait(10)
        assert kept.is_settled
        assert in_library(path) == {kept.number: game.movetext()}
    with GameDatabase(path) as library:
        assert library.rows([kept.number])[0].result == "1/2-1/2"
    assert window.kept >= len(changes)
    assert window.troubles == []


def test_a_game_is_continued(window, path):
    with GameDatabase(path) as library:
        number = library.add(played("e4 e5"), STATE)
        found = library.game(number)
    kept = window.autosave.keep(found.game, found.play, found.number, found.revision)
    play(found.game.end(), "Nf3")
    kept.play(PlayState(None, 3, (0, 0, 0), True))
    assert window.autosave.wait(10)
    kept.close()
    window.autosave.close()
    with GameDatabase(path) as library:
        assert library.find() == [number]
        again = library.game(number)
        assert (again.game.movetext(), again.play) == (
            found.game.movetext(),
            PlayState(None, 3, (0, 0, 0), True),
        )
        assert library.unfinished()[0].number == number


def test_the_positions_of_a_game_are_worked_out_when_it_is_left(window, path):
    begun(window, played("e4 e5 Nf3")).close()
    window.autosave.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT length(keys) / 4 FROM positions").fetchall() == [(4,)]


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_game_is_not_read_again_when_it_is_left(window, path, monkeypatch, is_changed):
    """To read 200,000 moves takes seconds, in which the next room is drawn slowly."""
    with GameDatabase(path) as library:
        number = library.add(played("e4 e5"), STATE)
        found = library.game(number)
    kept = window.autosave.keep(found.game, found.play, number, found.revision)
    if is_changed:
        play(found.game.end(), "Nf3")
    monkeypatch.setattr(pgn, "read_movetext", None)
    kept.close()
    assert window.autosave.close() is None
    assert window.troubles == []
    with closing(sqlite3.connect(path)) as connection:
        lengths = connection.execute("SELECT length(keys) / 4 FROM positions").fetchall()
        assert lengths == [(4 if is_changed else 3,)]


def test_two_windows_with_the_same_game_keep_both(path):
    with GameDatabase(path) as library:
        number = library.add(played("e4"), STATE)
        found = [library.game(number) for _ in range(2)]
    windows = [Window(path) for _ in found]
    for window, each, move in zip(windows, found, ("e5", "c5"), strict=True):
        window.autosave.keep(each.game, each.play, number, each.revision)
        play(each.game.end(), move)
        assert window.autosave.wait(10)
    for window in windows:
        window.autosave.close()
        assert window.troubles == []
    assert sorted(in_library(path).values()) == ["1. e2e4 c7c5", "1. e2e4 e7e5"]


def test_two_windows_at_once(path):
    windows = [Window(path) for _ in range(2)]

    def demonstrate(window, seed):
        dice = random.Random(seed)
        for _ in range(5):
            game = Game(Board("chess"))
            kept = window.autosave.keep(game, PlayState(1, 1))
            for _ in range(12):
                game.end().add_variation(dice.choice(game.end().board().legal_moves))
                assert window.autosave.wait(20)
            kept.close()

    threads = [threading.Thread(target=demonstrate, args=(window, n)) for n, window in enumerate(windows)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for window in windows:
        window.autosave.close()
    assert [window.troubles for window in windows] == [[], []]
    with GameDatabase(path) as library:
        assert [row.plies for row in library.rows(library.find())] == [12] * 10


def test_trouble_is_told_once_and_play_goes_on(path, monkeypatch):
    monkeypatch.setattr(autosaves, "RETRY_SECONDS", 0.2)
    path.mkdir()
    window = Window(path)
    game = played("e4")
    kept = begun(window, game)
    assert window.autosave.wait(10)
    assert (kept.is_settled, kept.has_failed) == (True, True)
    play(game.end(), "e5 Nf3")
    assert window.autosave.wait(10)
    (trouble,) = window.troubles
    assert "this is a folder" in trouble
    path.rmdir()
    until(lambda: not kept.has_failed)
    assert in_library(path) == {kept.number: "1. e2e4 e7e5 2. g1f3"}
    window.autosave.close()


def test_the_file_vanishes_during_a_game(window, path):
    game = played("e4")
    kept = begun(window, game)
    assert window.autosave.wait(10)
    for each in list(path.parent.glob("games.sqlite3*")):
        each.unlink()
    play(game.end(), "e5")
    assert window.autosave.wait(10)
    assert in_library(path) == {kept.number: "1. e2e4 e7e5"}


def test_the_file_is_damaged_during_a_game(path, monkeypatch):
    opened = []

    class Opened(GameDatabase):
        def __init__(self, path):
            super().__init__(path)
            opened.append(self)

    monkeypatch.setattr(autosaves, "RETRY_SECONDS", 0.1)
    monkeypatch.setattr(game_database, "GameDatabase", Opened)
    window = Window(path)
    game = played("e4")
    kept = begun(window, game)
    assert window.autosave.wait(10)
    opened[0].close()
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    with open(path, "r+b") as file:
        file.write(b"no database" * 1000)
    play(game.end(), "e5")
    until(lambda: kept.is_settled and not kept.has_failed)
    window.autosave.close()
    assert "damaged" in window.troubles[0]
    assert list(in_library(path).values()) == ["1. e2e4 e7e5"]


def test_another_program_holds_the_file(path, monkeypatch):
    monkeypatch.setattr(autosaves, "RETRY_SECONDS", 0.1)
    window = Window(path)
    game = played("e4")
    kept = begun(window, game)
    assert window.autosave.wait(10)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        play(game.end(), "e5")
        assert window.autosave.wait(30)
        assert kept.has_failed
        other.execute("ROLLBACK")
    until(lambda: not kept.has_failed)
    window.autosave.close()
    assert ["another program is using it" in trouble for trouble in window.troubles] == [True]
    assert in_library(path) == {kept.number: "1. e2e4 e7e5"}


def test_close_writes_what_is_left(window, path):
    game = played("e4")
    begun(window, game).close()
    window.autosave.close()
    assert in_library(path) == {1: "1. e2e4"}


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes")
def test_a_full_disk(path):
    """The child may write 300 KB at most to a file, until it may write more."""
    program = f"""
        import resource, signal, sys
        from pathlib import Path
        sys.path.insert(0, {str(ROOT)!r})
        from tests.support.library_games import play, played
        from tests.support.patience import until
        from wormhole.library import autosave as autosaves
        from wormhole.library.database.game_database import GameDatabase
        from wormhole.library.play_state import PlayState
        autosaves.RETRY_SECONDS = 0.1
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        troubles = []
        autosave = autosaves.Autosave(Path({str(path)!r}), lambda: None, troubles.append)
        game = played("e4")
        kept = autosave.keep(game, PlayState(None, 3))
        assert autosave.wait(10)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
        for number in range(40):
            game.comment = "x" * 20_000 + str(number)
            assert autosave.wait(10)
        assert kept.has_failed and len(troubles) == 1, troubles
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        until(lambda: not kept.has_failed)
        autosave.close()
        with GameDatabase(Path({str(path)!r})) as library:
            assert library.complaint is None
            assert library.game(kept.number).game.comment == game.comment
        print(troubles[0])
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "cannot be used: the disk" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("times", mostly_exhaustive([4, 10], 4))
def test_killed_at_random_moments(path, times):
    kill_often(path, times)


@pytest.mark.soak
def test_killed_at_200_random_moments(path):
    kill_often(path, 200)


def kill_often(path, times):
    dice = random.Random(times)
    for seed in range(times):
        child = subprocess.Popen(
            [sys.executable, path_of("autosave_child"), str(path), str(seed)],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert child.stdout.readline() == "ready\n"
        time.sleep(dice.uniform(0.0, 0.5))
        child.send_signal(signal.SIGKILL)
        shown = child.communicate()[0].splitlines(keepends=True)
        told = [line.split(" ", 1) for line in shown if line.endswith("\n")]
        assert not any(number == "trouble" for number, _ in told)
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if not told:
            continue
        with GameDatabase(path) as library:
            assert library.complaint is None
            last = {int(number): text.rstrip("\n") for number, text in told}
            for number, text in last.items():
                found = library.game(number).game.movetext()
                # One more change may have been kept, which was not yet told.
                assert found == text or (number == max(last) and len(found) > len(text))
            assert library.unfinished()


def test_a_game_in_another_window_is_not_offered(path):
    child = subprocess.Popen(
        [sys.executable, path_of("autosave_child"), str(path), "1"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        for _ in range(4):
            child.stdout.readline()
        child.send_signal(signal.SIGSTOP)
        with GameDatabase(path) as library:
            assert len(library.find()) == 1
            assert library.unfinished() == []
            child.kill()
            child.wait()
            assert library.unfinished()
        assert len(list(path.parent.glob("*-window-*"))) == 1
        window = Window(path)
        begun(window, played("e4"))
        assert window.autosave.wait(10)
        window.autosave.close()
        assert list(path.parent.glob("*-window-*")) == []
    finally:
        child.kill()
        child.wait()

"""Two programs write into one library at the same time: nothing is lost, without an error."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.children import path_of
from tests.support.library_games import played
from tests.support.patience import until
from wormhole.library.database.game_database import GameDatabase

ROOT = Path(__file__).parents[1]
PGN = '[White "Imported {}"]\n[Variant "chess"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n'


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite3"


def start(path, name, seconds):
    return subprocess.Popen(
        [sys.executable, path_of("library_child"), str(path), name, str(seconds)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def told(child):
    out, errors = child.communicate(timeout=300)
    assert (child.returncode, errors) == (0, "")
    return json.loads(out)


def check(path, children):
    """The library has what the children told, and is in order. Returns all its games."""
    expected = {}
    for child in children:
        expected |= told(child)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    with GameDatabase(path) as library:
        assert library.complaint is None
        shown = library.find()
        for white, (number, movetext, is_deleted) in expected.items():
            kept = library.game(number)
            assert (kept.game.headers["White"], kept.game.movetext()) == (white, movetext)
            assert (number not in shown) == kept.row.deleted == is_deleted
        return expected, shown


def use(path, seconds):
    expected, _ = check(path, [start(path, name, seconds) for name in ("one", "two")])
    assert {white.split("-")[0] for white in expected} == {"one", "two"}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (len(expected),)


def test_two_processes_write(path):
    use(path, 0.5)


@pytest.mark.soak
def test_two_processes_write_for_long(path):
    use(path, 60)


def test_a_program_keeps_its_games_while_another_imports(path):
    child = start(path, "player", 0.5)
    added = 0
    with GameDatabase(path) as library:
        while child.poll() is None or not added:
            lines = "".join(map(PGN.format, range(added, added + 300))).splitlines()
            for found in library.import_games(lines):
                assert found.error is None
            added += found.added
            assert (found.added, found.known) == (300, 0)
    _, shown = check(path, [child])
    with GameDatabase(path) as library:
        rows = library.rows(shown)
    assert sum(row.white.startswith("Imported") for row in rows) == added


def test_a_process_that_is_killed_while_it_writes_leaves_the_library_in_order(path):
    for round_ in range(2):
        child = start(path, f"killed {round_}", 60)
        with GameDatabase(path) as library:
            until(lambda library=library, least=5 * (round_ + 1): len(library.find()) >= least)
            child.kill()
            child.communicate()
            number = library.add(played("e4"))
            assert library.game(number).game.movetext() == "1. e2e4"
    check(path, [])

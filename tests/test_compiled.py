"""Compiled and plain loops have the same results; the program works without numba."""

from __future__ import annotations

import importlib
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wormhole
from tests.support.data_files import each
from tests.support.parts import mostly_exhaustive
from tests.support.random_games import boards
from wormhole import Board, menu, variant
from wormhole.compiling.fingerprint import loops_below
from wormhole.compiling.groups import LoopGroup, available
from wormhole.compiling.twins import FAST, compiled, fast_way
from wormhole.engine.configuration import workspace_for
from wormhole.engine.levels import Limit
from wormhole.engine.search_loops import SEARCH, SOLVER
from wormhole.engine.thinker import Thinker
from wormhole.rules.loop_groups import BOARD, PERFT
from wormhole.rules.loops.calls import perft
from wormhole.rules.tables import piece_number
from wormhole.training.training_loops import FITTING, SELF_PLAY

ROOT = Path(__file__).resolve().parents[1]

needs_numba = pytest.mark.skipif(not available(), reason="numba is not here")


@needs_numba
@given(boards(), st.integers(1, 2))
def test_perft(board, depth):
    assert board.perft(depth) == board.perft(depth, fast=False)


@needs_numba
@each("searches")
def test_search(row):
    board = Board(fen=row["fen"])
    found = []
    for fast in (True, False):
        thinker = Thinker(board.variant, fast=fast)
        move = thinker.think(board, Limit(depth=row["depth"]))
        found.append((move, thinker.thought()))
    assert found[0] == found[1]  # also the number of nodes: every list of moves had the same order
    assert found[0][1].depth == row["depth"]


FROM_CACHE = """
from wormhole import Board
from wormhole.engine.levels import Limit
from wormhole.engine.thinker import Thinker

board = Board()
thinker = Thinker(board.variant, fast=True)
thinker.think(board, Limit(depth=6))
print(board.perft(3), thinker.thought().nodes)
"""


@needs_numba
def test_another_copy_loads_from_the_cache(tmp_path):
    """A copy of the program in another folder loads the loops of this one and compiles nothing."""
    shutil.copytree(ROOT / "wormhole", tmp_path / "wormhole", copy_function=shutil.copyfile)
    command = [sys.executable, "-c", FROM_CACHE]
    first, second = (
        subprocess.run(command, cwd=place, capture_output=True, check=True) for place in (ROOT, tmp_path)
    )
    assert first.stdout == second.stdout != b""
    assert second.stderr == b""


GROUPS = (BOARD, PERFT, SEARCH, SOLVER, SELF_PLAY, FITTING)


@needs_numba
@pytest.mark.parametrize(
    "group",
    mostly_exhaustive(GROUPS, BOARD, PERFT, SEARCH, SOLVER),
    ids=lambda group: group.name.rpartition(":")[2],
)
def test_each_group_is_compiled_in_the_fast_way(group):
    """With the libraries that the README installs: all indices unsigned, and no reference counts."""
    assert group.use()
    assert group.way == FAST


@needs_numba
def test_no_group_is_forgotten_above():
    found = {
        value.name
        for module in pkgutil.walk_packages(wormhole.__path__, "wormhole.")
        if module.name.endswith(("loop_groups", "_loops"))
        for value in vars(importlib.import_module(module.name)).values()
        if isinstance(value, LoopGroup)
    }
    assert found == {group.name for group in GROUPS}


def two_dimensional(row: np.ndarray, table: np.ndarray, index: int) -> int:
    """A loop whose indices are of one and of two dimensions, read and written."""
    table[index, row[index]] += table[index - 1, 0] + table[0, index]
    return table[index, row[index]]


@needs_numba
def test_indices_of_several_dimensions_are_unsigned_too():
    tables = [np.arange(12).reshape(3, 4) for _ in range(2)]
    row = np.array([0, 2, 3])

    def call(twin):
        twin(two_dimensional)(row, tables[0], 0)

    made = compiled([two_dimensional], call, fast_way())[two_dimensional]
    assert made(row, tables[0], 2) == two_dimensional(row, tables[1], 2)
    assert tables[0].tolist() == tables[1].tolist()
    (code,) = made.inspect_llvm().values()
    assert "select" not in code.split("define")[1], "no index is compared with 0"


def test_a_long_error_of_the_compiler_is_a_line(capsys):
    def call(twin):
        raise TypeError("No implementation of function\n" * 100)

    group = LoopGroup("tests:BROKEN", [two_dimensional], call)
    assert not group.use()
    lines = capsys.readouterr().err.splitlines()
    assert lines
    assert all(len(line) < 500 for line in lines)


def test_the_same_taste_is_the_same_player():
    game = variant("wormhole")
    same, other, again = (workspace_for(game, taste=seed).piece_square for seed in (1, 2, 1))
    assert np.array_equal(again, same)
    assert not np.array_equal(other, same)


@pytest.mark.parametrize("name", menu("family"))
def test_both_kings_are_worth_the_same_on_every_square(name):
    """Otherwise the capture of a king could look like a losing exchange."""
    game = variant(name)
    for taste in (None, 1):
        table = workspace_for(game, taste=taste).piece_square.reshape(-1, 256)
        kings = table[[piece_number(game, game.royal.letter, side) for side in (0, 1)]]
        assert len(np.unique(kings[:, : game.geometry.squares])) == 1


def test_all_loops_are_found():
    names = {loop.__name__ for loop in loops_below(perft)}
    assert names >= {
        "perft",
        "legal_moves",
        "add_moves",
        "is_attacked",
        "play",
        "undo",
        "unlink",
        "relink",
    }


WITHOUT_NUMBA = """
import queue
import random
import sys

sys.modules["numba"] = None  # importing it fails from here on

import wormhole
from wormhole.engine.levels import LEVELS
from wormhole.engine.readiness import Readiness
from wormhole.players.level_player import LevelPlayer, OwnSearch, SearchOptions

board = wormhole.Board()
print(board.perft(3), board.perft(2, fast=True))
board.push_san("Nf3")
answers = queue.Queue()
search = OwnSearch(SearchOptions(), random.Random(), Readiness())
player = LevelPlayer(LEVELS[0], search, answers.put)
asked = player.ask(board)
answer = answers.get(timeout=60)
player.close()
print(answer.asked is asked, answer.move in board.legal_moves, answer.fault)
"""


def test_everything_works_where_numba_is_missing():
    command = [sys.executable, "-c", WITHOUT_NUMBA]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["29850 959", "True True None"]

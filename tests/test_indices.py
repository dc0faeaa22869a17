"""No loop uses a negative index, because the compiled loops treat every index as unsigned."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given

from tests.support.parts import examples
from tests.support.random_games import boards
from wormhole.compiling import arrays
from wormhole.engine import searcher, solver
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE
from wormhole.rules import tabulation


class Row:
    """A row that refuses negative indices."""

    def __init__(self, row):
        self._row = row

    def __len__(self):
        return len(self._row)

    def __getitem__(self, index):
        assert isinstance(index, slice) or index >= 0
        return self._row[index]

    def __setitem__(self, index, value):
        assert index >= 0
        self._row[index] = value


def rows(group):
    return type(group)(*(each if isinstance(each, tuple) else Row(each) for each in arrays.views(group)))


@pytest.fixture(scope="module", autouse=True)
def rows_for_views():
    with pytest.MonkeyPatch.context() as patch:
        for module in (tabulation, searcher, solver):
            patch.setattr(module, "views", rows)
        yield


@given(boards())
@examples(40)
def test_a_search(board):
    search = searcher.Searcher(board.variant, workspace_for(board.variant), new_table(1 << 8), fast=False)
    search.set_position(board, node_limit=200)
    with contextlib.suppress(searcher.SearchStopped):
        for depth in range(1, 6):
            search.search(depth, -MATE, MATE)
    assert search.nodes > 0


@given(boards())
@examples(40)
def test_a_proof(board):
    prover = solver.Solver(board.variant, fast=False, table_entries=1 << 8)
    prover.solve(board, nodes=200)


def test_such_an_index_is_refused():
    with pytest.raises(AssertionError):
        Row(memoryview(b"any"))[-1]

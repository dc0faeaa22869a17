"""Compiled loops beside plain ones: each call runs both on copies of its arrays, which must end alike.

The arrays of the compiled loop lie between guards, whose content must stay. So it is seen if a loop writes
outside of its arrays, even where nothing else would be changed by it. The arrays for moves and undo records
have only as much room as a loop may use.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import Any
from unittest import mock

import numpy as np

from tests.support.file_games import is_possible, placements
from wormhole import Board
from wormhole.compiling.arrays import shared, views
from wormhole.compiling.groups import LoopGroup
from wormhole.engine import searcher, solver
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.solve import SolverWorkspace
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE, Workspace
from wormhole.rules import board as board_module
from wormhole.rules import fen
from wormhole.rules.board import PLAIN, BoardLoops, current
from wormhole.rules.capacity import moves_at_most
from wormhole.rules.loops.calls import KEY, SAVED_OF_BOARD
from wormhole.rules.loops.described_line import push_line
from wormhole.rules.position import ROOM, VICTIM, VICTIMS, Position, Scratch
from wormhole.rules.tables import Options, Tables
from wormhole.rules.tabulation import plain_tables
from wormhole.rules.variant import Variant

GUARD, PATTERN = 4096, 0xA5
"""The bytes before and behind an array, and the content of each."""

KINDS = {kind._fields: kind for kind in (Tables, Position, Scratch, Workspace, SolverWorkspace)}

PLACEMENTS, PLIES, MOVES, NODES, DEPTH = 3, 12, 3, 60, 3
"""How many positions of a game are played on beside the start, for how many plies, trying so many moves of
each; the nodes of a search and of a proof at the end, and the depth of the search."""


class Guarded:
    """A copy of an array, or of the first elements of it, between guards."""

    def __init__(self, array: np.ndarray, length: int) -> None:
        size = length * array.itemsize
        self._room = np.full(size + 2 * GUARD, PATTERN, np.uint8)
        self.array = self._room[GUARD : GUARD + size].view(array.dtype)
        self.array[:] = array[:length]

    def is_whole(self) -> bool:
        """Whether the guards are what they were."""
        return bool((self._room[:GUARD] == PATTERN).all() and (self._room[-GUARD:] == PATTERN).all())


class Argument:
    """An array among the arguments of a call, with a copy for each of the two loops."""

    def __init__(self, given: np.ndarray | np.void, most: int) -> None:
        self._given = given
        self._is_record = isinstance(given, np.void)
        array = np.asarray(given).reshape(-1)
        length = min(most, len(array))
        self._guarded = Guarded(array, length)
        self._plain = array[:length].copy()
        self._before = array.copy() if array.dtype.names == Tables._fields else None

    def compiled(self) -> Any:
        """What the compiled loop takes."""
        return self._guarded.array[0] if self._is_record else self._guarded.array

    def plain(self) -> Any:
        """What the plain loop takes."""
        if not self._plain.dtype.names:
            return memoryview(self._plain)
        arrays = shared(KINDS[self._plain.dtype.names], self._plain[0])
        if isinstance(arrays, Tables):
            arrays = arrays._replace(options=Options(*map(int, arrays.options)))
        seen = views(arrays)
        return seen if self._is_record else (seen,)

    def check_guards(self) -> None:
        """Check that the compiled loop wrote nowhere else."""
        what = self._plain.dtype.names or self._plain.dtype
        assert self._guarded.is_whole(), f"written outside of {what}"

    def compare(self) -> None:
        """Compare what the loops have left, and take it over."""
        left, names = self._guarded.array, self._plain.dtype.names or ()
        for name in names:
            assert np.array_equal(left[name], self._plain[name]), f"{name} differs"
            assert self._before is None or np.array_equal(left[name], self._before[name]), f"{name} changed"
            if self._before is None:
                self._given[name][...] = left[name][0] if self._is_record else left[name]
        if not names:
            assert np.array_equal(left, self._plain), "the numbers differ"
            self._given[: len(left)] = left


def beside(
    compiled: Callable[..., Any], plain: Callable[..., Any], most: int | None = None
) -> Callable[..., Any]:
    """A function that calls both loops; there is room for ``most`` moves, and to undo one more."""

    def both(*given: Any) -> Any:
        arguments = [
            Argument(each, room_for(each, given[-1], most))
            if isinstance(each, (np.ndarray, np.void))
            else each
            for each in given
        ]
        arrays = [each for each in arguments if isinstance(each, Argument)]
        found = compiled(*(each.compiled() if each in arrays else each for each in arguments))
        for each in arrays:
            each.check_guards()
        expected = plain(*(each.plain() if each in arrays else each for each in arguments))
        assert found == expected, (found, expected)
        for each in arrays:
            each.compare()
        return found

    return both


def room_for(array: np.ndarray | np.void, row: Any, most: int | None) -> int:
    """How many elements of an array a loop of a board may use; ``row`` is the last argument."""
    if most is None or array.dtype.names or isinstance(array, np.void):
        return len(np.asarray(array).reshape(-1))
    return most + 1 if len(array) == ROOM else row + SAVED_OF_BOARD + KEY + 1


def guarded_board(rules: Variant, text: str | None, seed: int, most: int | None = None) -> Board:
    """A board that calls both kinds of loops, with room for ``most`` moves (default: all that may be)."""
    loops = current()
    assert loops.is_compiled
    room = moves_at_most(rules, Board(rules, text, seed=seed).position) if most is None else most
    pairs = [
        beside(compiled, plain, None if plain is push_line else room)
        for compiled, plain in zip(loops[1:], PLAIN[1:], strict=True)
    ]
    with mock.patch.object(board_module, "current", return_value=BoardLoops(True, *pairs)):
        return Board(rules, text, seed=seed)


def everything(board: Board) -> tuple[bytes, ...]:
    """The state of a board that a move changes; of the victims' stack, only what is on it."""
    position = board.position
    victims = position.victims[: VICTIM * position.state[VICTIMS]]
    return tuple(array.tobytes() for array in position._replace(victims=victims))


def check_position(board: Board, choose: random.Random) -> None:
    """Ask the loops of a board all that they answer, and undo some moves."""
    moves, before, key = board.legal_moves, everything(board), board.key()
    for color in (True, False):
        board.attacked_by(color)
    board.is_check()
    for move in choose.sample(moves, min(len(moves), MOVES)):
        board.check_sign(move)
        board.push(move)
        assert board.key() == PLAIN.key((plain_tables(board.variant),), (views(board.position),))
        board.pop()
        assert (everything(board), board.key()) == (before, key), move
    for move in moves[:1]:
        if board.push_ucis([move.text]):
            board.pop()
        assert (everything(board), board.key()) == (before, key), move


def check_search(board: Board) -> None:
    """Search a position, and try to solve it."""
    twin = LoopGroup.twin
    with mock.patch.object(LoopGroup, "twin", lambda group, loop: beside(twin(group, loop), loop)):
        search_of = searcher.Searcher(
            board.variant, workspace_for(board.variant), new_table(1 << 8), fast=True
        )
        prover = solver.Solver(board.variant, fast=True, table_entries=1 << 8)
    search_of.set_position(board, node_limit=NODES)
    with contextlib.suppress(searcher.SearchStopped):
        for depth in range(1, DEPTH + 1):
            search_of.search(depth, -MATE, MATE)
    if solver.is_solvable(board.variant):
        prover.solve(board, nodes=NODES)


def play_from(rules: Variant, text: str | None, choose: random.Random, seed: int) -> int:
    """Play at random from a position; returns how many plies."""
    board = guarded_board(rules, text, seed)
    for _ in range(PLIES):
        check_position(board, choose)
        if board.is_game_over() or not board.legal_moves:
            break
        board.push(choose.choice(board.legal_moves))
    while board.is_game_over() and board.move_stack:
        board.pop()
    if not board.is_game_over():
        check_search(board)
    return len(board.move_stack)


def play(rules: Variant, seed: int) -> int:
    """Play from the start and from random positions of a game; returns how many plies."""
    choose = random.Random(seed)
    texts = [text for text in (fen.start(rules), *placements(rules, choose)) if is_possible(rules, text)]
    return sum(play_from(rules, text, choose, seed) for text in texts[: PLACEMENTS + 1])

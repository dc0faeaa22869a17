"""Plays the games of given files, one JSON object per line, and compares compiled and plain loops.

It runs as a child process, since a loop that writes outside its arrays may crash. The plain loops run on
memoryviews, which refuse such an index. If asked, the arrays of each call lie between guards.
"""

from __future__ import annotations

import contextlib
import json
import random
import sys
import tempfile
import traceback
from pathlib import Path

from tests.support import guarded_loops
from tests.support.guarded_loops import everything
from wormhole import Board, load
from wormhole.base.errors import WormholeError
from wormhole.compiling.groups import available
from wormhole.engine import searcher, solver
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE
from wormhole.rules import fen
from wormhole.rules.capacity import moves_at_most
from wormhole.rules.variant import Variant

PLIES, NODES = 16, 40
BOTH = (False, True) if available() else (False,)


def check_position(board: Board, choose: random.Random) -> None:
    """Compare the compiled and plain loops in one position, and the position read from its FEN."""
    moves = board.legal_moves
    assert len(moves) <= moves_at_most(board.variant, board.position), board.fen()
    assert {board.perft(1, fast=fast) for fast in BOTH} == {len(moves)}, board.fen()
    if len(moves) < 40:
        assert len({board.perft(2, fast=fast) for fast in BOTH}) == 1, board.fen()
    with contextlib.suppress(WormholeError):  # a piece may stand on its promotion square
        again = Board(board.variant, fen=board.fen())
        assert again.fen() == board.fen()
        if board.halfmove_clock == again.halfmove_clock and not board.is_game_over():
            assert sorted(map(str, again.legal_moves)) == sorted(map(str, moves)), board.fen()
    before, most = everything(board), moves_at_most(board.variant, board.position)
    for move in choose.sample(moves, min(len(moves), 3)):
        board.push(move)
        assert moves_at_most(board.variant, board.position) <= most, (board.fen(), move)
        board.pop()
        assert everything(board) == before, (board.fen(), move)


def searched(board: Board, *, fast: bool) -> tuple[object, ...]:
    """The result of a small search."""
    search = searcher.Searcher(board.variant, workspace_for(board.variant), new_table(1 << 8), fast=fast)
    search.set_position(board, node_limit=NODES)
    scores = []
    with contextlib.suppress(searcher.SearchStopped):
        for depth in range(1, 4):
            scores.append(search.search(depth, -MATE, MATE))
    return (*scores, search.nodes, search.line)


def check_engine(board: Board) -> None:
    """Compare the results of the compiled and the plain player."""
    if board.is_game_over():
        return
    assert len({searched(board, fast=fast) for fast in BOTH}) == 1, board.fen()
    if solver.is_solvable(board.variant):
        found = set()
        for fast in BOTH:
            prover = solver.Solver(board.variant, fast=fast, table_entries=1 << 8)
            found.add((prover.solve(board, nodes=NODES), prover.nodes))
        assert len(found) == 1, board.fen()


def play(game: Variant, seed: int) -> int:
    """Play a game at random; returns how many plies it had."""
    choose = random.Random(seed)
    board = Board(game, seed=seed)
    for _ in range(PLIES):
        check_position(board, choose)
        if board.is_game_over():
            break
        board.push(choose.choice(board.legal_moves))
    check_engine(board)
    return len(board.move_stack)


def answer(text: str, seed: int, path: Path, *, guarded: bool) -> str:
    """The result for one file."""
    path.write_text(text, "utf-8")
    try:
        game = load(path)
        fen.start(game)
    except WormholeError as error:
        return f"refused: {error}"
    try:
        return f"played {guarded_loops.play(game, seed) if guarded else play(game, seed)}"
    except Exception:
        return f"failed: {traceback.format_exc()}"


def main() -> None:
    """Answer each line."""
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            asked = json.loads(line)
            path = Path(folder, "game.toml")
            print(
                json.dumps(answer(asked["text"], asked["seed"], path, guarded=asked["guarded"])), flush=True
            )


if __name__ == "__main__":
    main()

"""The endings solver, compared with the reference rules and with known mates."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference.endings import Budget, result
from tests.reference.game import Game
from tests.support.data_files import each, rows
from tests.support.endings import WINNERS, board_of
from tests.support.parts import examples
from tests.support.random_games import WITHOUT_DICE, boards
from wormhole import BLACK, WHITE, Board, load, menu, variant
from wormhole.compiling.groups import available
from wormhole.engine.search_loops import SOLVER
from wormhole.engine.solver import Solution, Solver, is_solvable
from wormhole.rules.variant import LeftSquare

SMALL_POSITIONS = 200
"""The most positions that an ending marked small can have."""

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"

ENDINGS = rows("endings")
SOLVABLE = WITHOUT_DICE.filter(lambda name: is_solvable(variant(name)))


def prove(board, nodes=None):
    """The proven result of a position; None if the nodes do not suffice."""
    return Solver(board.variant, fast=SOLVER.use()).solve(board, nodes=nodes)


def assert_line_leads_there(board, solution):
    """Check that the line is legal and has the given length and result."""
    board = board.copy()
    for text in solution.line:
        board.push_uci(text)
    assert board.is_game_over()
    assert board.outcome().winner is solution.winner


@each("endings")
def test_the_result_is_that_of_playing_everything_out(row):
    board = board_of(row)
    solution = prove(board)
    assert solution.winner is WINNERS[row["result"]]
    if solution.winner is not None:
        assert len(solution.line) == row["plies"]
        assert solution.moves == (row["plies"] + (solution.winner is board.turn)) // 2
    assert_line_leads_there(board, solution)


@pytest.mark.parametrize("row", [row for row in ENDINGS if row.get("small")])
def test_the_reference_agrees_with_the_file(row):
    game = Game.from_fen(row["game"], row["fen"], row.get("stalemate"))
    played_out = result(game, Budget(SMALL_POSITIONS))
    assert played_out.outcome == row["result"]
    assert played_out.outcome == "1/2-1/2" or played_out.plies == row["plies"]


@each("mates")
def test_mates_are_found_and_none_is_shorter(row):
    board = Board(fen=row["fen"])
    solution = prove(board)
    assert (solution.winner, solution.moves) == (board.turn, row["in"])
    assert solution.line[0] in row["first"]
    assert_line_leads_there(board, solution)


@each("far_endings")
def test_far_from_the_end_the_winner_is_known_before_the_shortest_win(row):
    board, winner = Board(fen=row["fen"]), WINNERS[row["result"]]
    solver = Solver(board.variant, fast=available())
    first = solver.solve(board, nodes=30_000)
    assert (first.winner, first.is_shortest) == (winner, False)
    assert first.moves >= row["moves"]
    twin = board.copy()
    for text in first.line:
        twin.push_uci(text)
    assert not twin.is_game_over() or twin.outcome().winner is winner
    last = solver.solve(board)
    assert (last.winner, last.moves, last.is_shortest) == (winner, row["moves"], True)
    assert_line_leads_there(board, last)


@each("far_endings")
def test_any_win_takes_fewer_nodes_than_the_shortest(row):
    board = Board(fen=row["fen"])
    nodes = []
    for shortest in (False, True):
        solver = Solver(board.variant, fast=available())
        solution = solver.solve(board, shortest=shortest)
        assert solution.winner is WINNERS[row["result"]]
        assert solution.moves >= row["moves"]
        nodes.append(solver.nodes)
    assert nodes[0] < nodes[1]


@pytest.mark.parametrize(
    ("size", "winner", "moves"), [("4x4", BLACK, 6), ("4x5", WHITE, 8), ("5x5", WHITE, 8)]
)
def test_the_small_boards_are_solved(size, winner, moves):
    board = Board(load(EXAMPLES / f"small-{size}.toml"))
    solution = prove(board)
    assert (solution.winner, solution.moves, solution.is_shortest) == (winner, moves, True)
    assert_line_leads_there(board, solution)


@given(boards(SOLVABLE), st.integers(1, 3000))
@examples(60)
def test_a_claimed_win_holds_against_any_reply(board, nodes):
    """The win remains after each reply, and is not further away."""
    before = board.fen(), board.position.links.tobytes()
    solution = prove(board, nodes)
    assert (board.fen(), board.position.links.tobytes()) == before
    if solution is None or solution.winner is None:
        return
    left = solution
    if solution.winner is board.turn:
        board.push_uci(solution.line[0])
        left = solution.after_move_of(solution.winner)
    for reply in [] if board.is_game_over() else board.legal_moves:
        board.push(reply)
        now = prove(board)
        assert now.winner is solution.winner
        assert now.moves <= left.moves
        board.pop()


def test_with_too_few_nodes_nothing_is_claimed():
    row = next(row for row in rows("mates") if row["in"] >= 2)
    assert prove(Board(fen=row["fen"]), nodes=2) is None
    assert prove(Board(), nodes=2000) is None


def test_a_finished_game_has_no_solution():
    assert (
        prove(Board(fen="Wxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxPxx/xxKxxxxP/pxxxkxxx/xxxxxxxx b")) is None
    )


def test_the_time_of_one_proof_does_not_end_the_next():
    row = next(row for row in rows("mates") if row["in"] == 2)
    board, solver = Board(fen=row["fen"]), Solver(variant("wormhole"), fast=available())
    for micros in range(0, 2000, 20):
        solver.solve(Board(), nodes=5, seconds=micros / 1e6)
        assert solver.solve(board).moves == 2


def test_an_unwanted_proof_is_not_begun():
    solver = Solver(variant("wormhole"), fast=available())
    assert solver.solve(Board(), wanted=lambda: False) is None
    assert solver.nodes == 0


@pytest.mark.parametrize("name", menu("family"))
def test_games_that_remove_squares_are_solvable(name):
    game = variant(name)
    goes = game.left_square in (LeftSquare.FOLDS, LeftSquare.VANISHES)
    assert is_solvable(game) is goes
    if not goes:
        assert prove(Board(game, seed=0)) is None


def test_after_a_move_the_result_is_one_nearer():
    solution = Solution(WHITE, 2, ("a1a2", "b1b2", "c1c2"))
    assert solution.after_move_of(WHITE) == Solution(WHITE, 1, ("b1b2", "c1c2"))
    assert Solution(WHITE, 2, ("a1a2", "b1b2")).after_move_of(BLACK).moves == 2


@pytest.mark.parametrize("row", [row for row in rows("mates") if row["in"] == 1][:3])
def test_uncompiled_it_finds_the_same(row):
    board = Board(fen=row["fen"])
    slow = Solver(board.variant, fast=False, table_entries=1 << 10)
    assert slow.solve(board) == prove(board)

"""Checks of a puzzle: its line is legal and wins, and no other move reaches its goal.

Two judges say which moves solve it: the reference rules for short mates of the eleven games that these know,
the compiled solver for the others. Of other games the second reader of files checks the line and its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set

from tests.reference.file_game import FileGame
from tests.reference.game import Game
from tests.reference.mates import solutions
from tests.reference.rules import RULES
from tests.support.mutated_games import file_of
from wormhole import WHITE, Board, Move, variant
from wormhole.engine.search_loops import SOLVER
from wormhole.engine.solver import Solution, Solver
from wormhole.learn.puzzle import Puzzle
from wormhole.rules.move import split_roll
from wormhole.rules.outcome import Termination
from wormhole.training.forced import DiceProver, plies_after_last_move

REFERENCE_MOVES = 3
"""The longest mate that the reference rules check."""

Judge = Callable[[Board, int], Set[str]]
"""The moves that win within so many moves (0: however long it takes)."""


def by_reference(board: Board, moves: int) -> Set[str]:
    """What the reference rules say."""
    return set(solutions(Game.from_fen(board.variant.name, board.fen()).position, moves))


class Compiled:
    """What the compiled loops say, for one game."""

    def __init__(self, board: Board) -> None:
        self._solver = Solver(board.variant, fast=SOLVER.use())
        self._dice = DiceProver(board.variant)
        self._plies_after = plies_after_last_move(board.variant)

    def __call__(self, board: Board, moves: int) -> Set[str]:
        if board.has_dice:
            return {move.text for move in self._dice.sure_mates(board, moves)}
        return {move.text for move in board.legal_moves if self._wins(board, move, moves)}

    def _wins(self, board: Board, move: Move, moves: int) -> bool:
        mover = board.turn
        board.push(move)
        try:
            if moves:
                return self._solver.wins_within(board, mover, 2 * moves - 2 + self._plies_after)
            return self._result(board).winner is mover
        finally:
            board.pop()

    def _result(self, board: Board) -> Solution:
        outcome = board.outcome()
        return Solution(outcome.winner, 0, ()) if outcome else self._solver.solve(board)


def assert_sound(puzzle: Puzzle, judge: Judge | None = None) -> None:
    """Check a puzzle; by default with the reference rules if it is a mate that is short enough."""
    board = puzzle.board()
    solver, left = board.turn, puzzle.win_in or 0
    is_old = puzzle.variant in RULES
    assert not board.is_game_over()
    assert len(board.legal_moves) > 1, puzzle
    if judge is None:
        # With dice, the reference rules take minutes for a mate in two.
        most = 0 if not is_old else 1 if board.has_dice else REFERENCE_MOVES
        judge = by_reference if 0 < left <= most else Compiled(board)
    for number, text in enumerate(puzzle.moves):
        if number % 2 == 0:
            found = judge(board, left)
            wanted, _roll = split_roll(text)
            assert wanted in found, (puzzle, number)
            assert found == {wanted} or (left == 1 and number), (puzzle, number, found)
            left = max(left - 1, 0)
        board.push_uci(text)
    outcome = board.outcome()
    if puzzle.is_mate:
        assert outcome.winner is solver
        assert outcome.termination in (Termination.CHECKMATE, Termination.ROYAL_CAPTURE)
    elif outcome is not None:
        assert outcome.winner is solver
    if not is_old and not re.search(r"~| [a-z]+\d+ ", puzzle.fen):
        assert_line_wins(puzzle)


def assert_line_wins(puzzle: Puzzle) -> None:
    """Play the line by the second reader of game files; it ends with the win, or each reply to it does.

    That reader knows no marks of promoted pieces and no en passant squares in a FEN.
    """
    name, _plus, left_square = puzzle.variant.partition("+")
    text = file_of(name, left_square or variant(name).left_square.value)
    game = FileGame(text, puzzle.fen)
    won = "1-0" if puzzle.board().turn is WHITE else "0-1"
    for move in puzzle.moves:
        assert game.outcome() is None
        game.play(move)
    if game.outcome() is None and puzzle.win_in is not None:
        assert {reply_ends(text, puzzle, reply) for reply in game.legal_moves()} == {won}
    elif puzzle.win_in is not None:
        assert game.outcome() == won


def reply_ends(text: str, puzzle: Puzzle, reply: str) -> str | None:
    """The result of the game after the line and a reply."""
    game = FileGame(text, puzzle.fen)
    for move in (*puzzle.moves, reply):
        game.play(move)
    return game.outcome()

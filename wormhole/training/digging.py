"""The puzzles of one game of self-play."""

from __future__ import annotations

from collections.abc import Iterator

from wormhole.engine.solver import is_solvable
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.themes import themes_of
from wormhole.rules.board import Board
from wormhole.rules.variant import Goal, LeftSquare, Variant
from wormhole.training.forced import Forced, ForcedWins
from wormhole.training.forced_by_dice import DiceProver
from wormhole.training.grading import Grader
from wormhole.training.weak_games import Seen, seen_positions

MATES_IN_ONE_IN = 10
"""One game in so many gives its mates in one."""

FEW_MOVES = 14
"""With more legal moves, a proof of the result takes too long to be tried everywhere."""


class Digger:
    """Plays games and finds their puzzles, for one game of the family."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self._variant = variant
        self._seed = seed
        has_dice = variant.left_square is LeftSquare.RANDOM
        self._prover = DiceProver(variant) if has_dice else ForcedWins(variant)
        self._grader = Grader(self._variant, seed)
        self._is_stopped = False

    def do(self, number: int) -> list[Puzzle]:
        """The puzzles of the self-play game of that number."""
        return list(self._puzzles(number))

    def stop(self) -> None:
        """End the game soon."""
        self._is_stopped = True
        self._prover.stop()

    def close(self) -> None:
        """End all threads."""
        self._prover.close()
        self._grader.close()

    def _puzzles(self, number: int) -> Iterator[Puzzle]:
        known: set[str] = set()
        for seen in seen_positions(self._variant, self._seed, number, lambda: not self._is_stopped):
            if not self._is_promising(seen, number) or (fen := seen.board.fen()) in known:
                continue
            board = Board(self._variant, fen, seed=0)
            forced = self._forced(board, seen.mate_in)
            if forced is None or self._is_stopped:
                continue
            known.update(_positions_of(board, forced.moves))
            themes = themes_of(board, forced.moves)
            rating = self._grader.rating(board, forced.moves)
            yield Puzzle(self._variant.name, fen, forced.moves, forced.goal, themes, rating)

    def _is_promising(self, seen: Seen, number: int) -> bool:
        """Whether there may be a puzzle in a position."""
        if seen.mate_in is None:
            return is_solvable(self._variant) and len(seen.board.legal_numbers) <= FEW_MOVES
        quiet = self._variant.endings.quiet_moves
        if quiet and seen.board.halfmove_clock + 2 * seen.mate_in >= quiet:
            return False
        if seen.mate_in > self._prover.longest_mate:
            return is_solvable(self._variant)
        return seen.mate_in > 1 or (seen.mate_in == 1 and self._has_mate_in_one(number))

    def _forced(self, board: Board, mate_in: int | None) -> Forced | None:
        """The solution of a position; None if there is no puzzle in it."""
        if mate_in is None or mate_in > self._prover.longest_mate:
            return self._prover.win(board)
        return self._prover.mate(board, mate_in)

    def _has_mate_in_one(self, number: int) -> bool:
        """Whether a game of that number gives its mates in one; with dice, hardly any longer one is sure."""
        if self._variant.endings.goal is Goal.CAPTURE:
            return False  # the royal piece was left where it is captured
        return self._variant.left_square is LeftSquare.RANDOM or number % MATES_IN_ONE_IN == 0


def _positions_of(board: Board, moves: tuple[str, ...]) -> Iterator[str]:
    """The positions of a solution, which are not asked again if the game goes the same way."""
    board = board.copy()
    for text in moves:
        board.push_uci(text)
        yield board.fen()

"""The puzzles of one game of self-play."""

from __future__ import annotations

from collections.abc import Iterator

from wormhole.engine.solver import is_solvable
from wormhole.learn.themes import themes_of
from wormhole.rules.board import Board
from wormhole.rules.gamefile import variant as variant_named
from wormhole.training.forced import Forced, Prover
from wormhole.training.grading import Grader
from wormhole.training.nugget import Nugget
from wormhole.training.selfplay import Seen, seen_positions

LONGEST_MATE = 5

MATES_IN_ONE_IN = 10
"""One game in so many gives its mates in one."""

FEW_MOVES = 14
"""With more legal moves, a proof of the result takes too long to be tried everywhere."""


class Digger:
    """Plays games and finds their puzzles, for one game of the family."""

    def __init__(self, variant_name: str, seed: int) -> None:
        self._variant = variant_named(variant_name)
        self._seed = seed
        self._prover = Prover(self._variant)
        self._grader = Grader(self._variant, seed)
        self._is_stopped = False

    def do(self, number: int) -> list[Nugget]:
        """The puzzles of the self-play game of that number."""
        return list(self._puzzles(number))

    def stop(self) -> None:
        """End the game soon."""
        self._is_stopped = True

    def close(self) -> None:
        """End all threads."""
        self._prover.close()
        self._grader.close()

    def _puzzles(self, number: int) -> Iterator[Nugget]:
        known: set[str] = set()
        for seen in seen_positions(self._variant, self._seed, number, lambda: not self._is_stopped):
            fen = seen.board.fen()
            if fen in known:
                continue
            board = Board(self._variant, fen)
            forced = self._forced(board, seen, number)
            if forced is None:
                continue
            known.update(_positions_of(board, forced.moves))
            themes = themes_of(board, forced.moves)
            rating = self._grader.rating(board, forced.moves)
            yield Nugget(self._variant.name, fen, forced.moves, forced.goal, themes, rating)

    def _forced(self, board: Board, seen: Seen, number: int) -> Forced | None:
        if seen.mate_in is None:
            is_near_end = is_solvable(self._variant) and len(board.legal_numbers) <= FEW_MOVES
            return self._prover.win(board) if is_near_end else None
        if seen.mate_in < 0 or (seen.mate_in == 1 and number % MATES_IN_ONE_IN):
            return None
        if seen.mate_in > LONGEST_MATE:
            return self._prover.win(board)
        return self._prover.mate(board, LONGEST_MATE)


def _positions_of(board: Board, moves: tuple[str, ...]) -> Iterator[str]:
    """The positions of a solution, which are not asked again if the game goes the same way."""
    board = board.copy()
    for text in moves:
        board.push_uci(text)
        yield board.fen()

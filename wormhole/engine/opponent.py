"""Playing at a level: endings are solved; else moves are searched, and chosen as the level sees them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from wormhole.engine.choosing import Candidate, choose, notice
from wormhole.engine.levels import Level, Limit
from wormhole.engine.solver import Solution, Solver, is_solvable
from wormhole.engine.thinker import Thinker, Thought
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant


@dataclass(frozen=True)
class Choice:
    """The move that was chosen, and the result of the game after it where that is proven."""

    move: Move
    solution: Solution | None = None


class Opponent:
    """Plays one game, at any level. Any thread may call :meth:`stop` and :meth:`thought`.

    ``fast`` takes the compiled loops; ``generator`` decides what is chance: tastes, and what a weaker level
    sees; ``threads`` search together.
    """

    def __init__(self, variant: Variant, *, fast: bool, generator: random.Random, threads: int = 1) -> None:
        taste = generator.randrange(1 << 30)
        self._thinker = Thinker(variant, fast=fast, taste=taste, threads=threads)
        self._solver = Solver(variant, fast=fast) if is_solvable(variant) else None
        self._generator = generator

    def choose(self, board: Board, level: Level, wanted: Callable[[], bool] = lambda: True) -> Choice | None:
        """The move for the position of ``board``; None if the game is over or no answer is wanted."""
        solution = self._solve(board, level, wanted)
        if solution is not None:
            return Choice(board.parse_uci(solution.line[0]), solution.after_move_of(board.turn))
        if level.sight.is_perfect:
            move = self._thinker.think(board, level.limit, wanted)
        else:
            move = self._choose_as_seen(board, level, wanted)
        return None if move is None else Choice(move)

    def ponder(self, board: Board, wanted: Callable[[], bool] = lambda: True) -> None:
        """Search until stopped, for what is found out to be remembered."""
        self._thinker.think(board, Limit(), wanted)

    def stop(self) -> None:
        """End what is under way; within 50 ms it answers with the best move so far."""
        self._thinker.stop()
        if self._solver is not None:
            self._solver.stop()

    def thought(self) -> Thought:
        """How far the search under way, or the last one, has come."""
        return self._thinker.thought()

    def _solve(self, board: Board, level: Level, wanted: Callable[[], bool]) -> Solution | None:
        if self._solver is None or not level.solver_seconds:
            return None
        return self._solver.solve(board, seconds=level.solver_seconds, wanted=wanted)

    def _choose_as_seen(self, board: Board, level: Level, wanted: Callable[[], bool]) -> Move | None:
        moves = {move.text: move for move in board.legal_moves}
        if self._thinker.think(board, level.limit, wanted, line_count=len(moves)) is None:
            return None
        candidates = [
            Candidate(move, thought.score_centipawns, notice(board, move))
            for thought in self._thinker.thoughts()
            for move in [moves[thought.line[0]]]
        ]
        return choose(candidates, level.sight, self._generator)

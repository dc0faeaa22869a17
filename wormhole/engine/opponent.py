"""Playing at a level: endings are solved; else moves are searched, and chosen as the level sees them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

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
    sees.
    """

    def __init__(self, variant: Variant, *, fast: bool, generator: random.Random) -> None:
        self._thinker = Thinker(variant, fast=fast, taste=generator.randrange(1 << 30))
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
        candidates = [
            Candidate(move, score, notice(board, move))
            for move, score in self._scores(board, level.limit, wanted)
        ]
        return choose(candidates, level.sight, self._generator) if candidates else None

    def _scores(self, board: Board, limit: Limit, wanted: Callable[[], bool]) -> list[tuple[Move, int]]:
        """The moves with their scores, each searched by itself for its share of the time."""
        moves = [] if board.is_game_over() else board.legal_moves
        if limit.seconds is not None and moves:
            limit = replace(limit, seconds=limit.seconds / len(moves))
        scores = []
        for move in moves:
            if self._thinker.think(board, limit, wanted, among=(move.text,)) is None:
                return []
            scores.append((move, self._thinker.thought().score_centipawns))
        return scores

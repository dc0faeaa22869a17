"""The opening book: a player draws one of the moves that are known to be good."""

from __future__ import annotations

import random
from dataclasses import dataclass

from wormhole.engine.choosing import Candidate, Sight, choose
from wormhole.engine.openings.positions import Openings, Position
from wormhole.engine.openings.shipped import shipped_openings
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant


@dataclass(frozen=True)
class BookMove:
    """A move of the book, the score for the side that plays it, and the best line from there."""

    move: Move
    score_centipawns: int
    line: tuple[str, ...]


class Book:
    """The scored openings of a game, which are read when they are first asked for."""

    def __init__(self, variant: Variant, openings: Openings | None = None) -> None:
        self.variant, self._openings = variant, openings

    def draw(self, board: Board, margin_centipawns: float, generator: random.Random) -> BookMove | None:
        """One of the moves that are worse than the best by at most so much, the better the likelier.

        None if the position is not in the book.
        """
        position = self._position(board)
        if position is None:
            return None
        moves = ((board.legal_move(text), move) for text, move in position.scored.items())
        known = [Candidate(move, what.score_for(board.turn)) for move, what in moves if move is not None]
        if not known:
            return None
        best = max(candidate.score_centipawns for candidate in known)
        good = [each for each in known if best - each.score_centipawns <= margin_centipawns]
        move = choose(good, Sight(temperature_centipawns=margin_centipawns), generator)
        score = next(each.score_centipawns for each in good if each.move == move)
        return BookMove(move, score, self._line(board, move))

    def _line(self, board: Board, move: Move) -> tuple[str, ...]:
        """A move, and the best moves after it."""
        ahead, line = board.copy(), []
        best: Move | None = move
        while best is not None:
            line.append(best.text)
            ahead.push(best)
            position = self._position(ahead)
            best = None if position is None else ahead.legal_move(next(iter(position.scored)))
        return tuple(line)

    def _position(self, board: Board) -> Position | None:
        if self._openings is None:
            self._openings = shipped_openings(self.variant)
        position = self._openings.position(board)
        return position if position is not None and position.scored else None

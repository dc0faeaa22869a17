"""The characters of the computer player: what each likes, how much it risks, and how long it takes.

A character plays at a level. Among the moves that are nearly as good as the best, it prefers those of its
style: each fact of a move is worth some centipawns to it. It sees the same mates and solved endings as its
level.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated

from msgspec import Meta

from wormhole.base.schema import read
from wormhole.base.toml import packaged
from wormhole.engine.loops.workspace import MATE_BOUND
from wormhole.engine.piece_values import piece_value
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE

NEAR_SQUARES = 2
"""A square at most so many files and ranks away from a king is near it."""

LONG_SQUARES = 4
"""A move over this many files or ranks is long."""

MOST_HOLES, MOST_APPROACH, MOST_THREATS = 3, 3, 2
EQUAL_CENTIPAWNS = 60
"""Pieces whose values differ by less are equal."""

Weight = Annotated[float, Meta(ge=-1000, le=1000)]
Factor = Annotated[float, Meta(ge=0, le=10)]


@dataclass(frozen=True)
class Traits:
    """What a move does, or what that is worth to a character in centipawns."""

    capture: Weight = 0.0
    trade: Weight = 0.0
    """A capture of a piece of the same value that is protected."""
    offer: Weight = 0.0
    """It goes where it is attacked, without a capture of its own value."""
    check: Weight = 0.0
    threat: Weight = 0.0
    """Pieces of more value than its own that it attacks afterwards."""
    king: Weight = 0.0
    """A move of the king."""
    pawn: Weight = 0.0
    approach: Weight = 0.0
    """Squares that it comes nearer to the other king."""
    leave: Weight = 0.0
    """It goes away from beside its own king."""
    back: Weight = 0.0
    """It goes towards its own side of the board."""
    short: Weight = 0.0
    """It goes to a neighbouring square."""
    long: Weight = 0.0
    hole: Weight = 0.0
    """Holes on its route."""
    remove_near_enemy: Weight = 0.0
    """It leaves a square near the other king, which many games remove."""
    remove_near_own: Weight = 0.0
    """It leaves a square near its own king."""
    remove_middle: Weight = 0.0
    """The square that it leaves: 1 in the middle of the board, 0 on the edge."""

    def worth(self, facts: Traits) -> float:
        """The centipawns that a move with these facts is worth to a character of this style."""
        return sum(weight * getattr(facts, name) for name, weight in self.nonzero().items())

    def nonzero(self) -> Mapping[str, float]:
        """The traits that are not 0, by name."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in values.items() if value}


@dataclass(frozen=True)
class Character:
    """A character. ``key`` is its name in files and on the command line.

    The factors change the sight and the limit of its level, see :func:`wormhole.engine.levels.played_by`.
    """

    key: str
    name: str
    about: str
    style: Traits
    margin: Weight = 60.0
    oversight: Factor = 1.0
    temperature: Factor = 1.0
    nodes: Factor = 1.0
    pace: Factor = 1.0


CHARACTERS = {
    key: read(Character, {"key": key, **table})
    for key, table in packaged("wormhole.engine", "characters.toml").items()
}
"""All characters by key, in the order of the menu."""


ROUGH_CENTIPAWNS = 50.0
"""A level that judges moves by this temperature follows its style twice as much as an exact one."""


def bonuses(
    board: Board, scores: Mapping[Move, int], character: Character, temperature_centipawns: float
) -> dict[Move, float]:
    """What the moves of these scores are worth to a character beside their scores.

    It is nothing for moves that are worse than the best by more than the character's margin. Mates are not
    styled: the best score stays the best.
    """
    best = max(scores.values())
    if abs(best) > MATE_BOUND:
        return {}
    scale = 1 + temperature_centipawns / ROUGH_CENTIPAWNS
    close = [move for move, score in scores.items() if best - score <= character.margin * scale]
    return {move: scale * character.style.worth(facts) for move, facts in facts_of(board, close).items()}


def facts_of(board: Board, moves: Iterable[Move]) -> dict[Move, Traits]:
    """The facts of legal moves of ``board``; the board is as before afterwards."""
    found = _FactFinder(board)
    return {move: found.facts(move) for move in moves}


class _FactFinder:
    """Finds the facts of the moves of one position."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._places = board.variant.geometry.place
        self._own_king, self._other_king = board.king(board.turn), board.king(not board.turn)
        self._attacked = board.attacked_by(not board.turn)
        geometry = board.variant.geometry
        self._center = (geometry.columns - 1) / 2, (geometry.rows - 1) / 2

    def facts(self, move: Move) -> Traits:
        """The facts of a legal move."""
        board, start, target = self._board, move.from_square, move.to_square
        captured = board.captured_square(move)
        gained = self._value(captured)
        mover = board.piece_at(start)
        own = self._value(start)
        is_attacked = target in self._attacked
        is_capture = captured is not None
        facts = {
            "capture": is_capture,
            "trade": is_capture and is_attacked and abs(gained - own) < EQUAL_CENTIPAWNS,
            "offer": is_attacked and own - gained >= EQUAL_CENTIPAWNS and start != self._own_king,
            "check": bool(board.check_sign(move)),
            "threat": self._threats(move, own),
        }
        if move and not move.drop and mover is not None:
            facts |= self._facts_of_way(move) | self._facts_of_left_square(start)
            facts["king"] = start == self._own_king
            facts["pawn"] = board.variant.piece_types[mover.letter].pawn
        return Traits(**{name: float(value) for name, value in facts.items()})

    def _facts_of_way(self, move: Move) -> dict[str, float]:
        start, target = move.from_square, move.to_square
        (_, rank), (_, to_rank) = self._places[start], self._places[target]
        forward = to_rank - rank if self._board.turn is WHITE else rank - to_rank
        steps = self._distance(start, target)
        nearer = self._distance(start, self._other_king) - self._distance(target, self._other_king)
        stays_near = self._distance(target, self._own_king) <= NEAR_SQUARES
        return {
            "approach": max(-MOST_APPROACH, min(nearer, MOST_APPROACH))
            if self._other_king is not None
            else 0,
            "leave": self._is_near(start, self._own_king) and not stays_near,
            "back": forward < 0,
            "short": steps == 1,
            "long": steps >= LONG_SQUARES,
            "hole": min(len(self._board.route(move).holes), MOST_HOLES) if self._board.holes else 0,
        }

    def _facts_of_left_square(self, square: int) -> dict[str, float]:
        file, rank = self._places[square]
        x, y = self._center
        out = max(abs(file - x) / max(x, 1), abs(rank - y) / max(y, 1))
        return {
            "remove_near_enemy": self._is_near(square, self._other_king),
            "remove_near_own": self._is_near(square, self._own_king),
            "remove_middle": 1 - out,
        }

    def _threats(self, move: Move, own: int) -> float:
        """The pieces of more value than the mover, which moves to ``own``, that it attacks afterwards."""
        if not move or move.to_square in self._attacked:  # it would be captured
            return 0.0
        board = self._board
        enemy = not board.turn
        royal = board.king(enemy)
        board.push(move)
        try:
            targets = board.attacks(move.to_square)
            return min(
                sum(self._is_threatened(square, enemy, own) for square in targets - {royal}), MOST_THREATS
            )
        finally:
            board.pop()

    def _is_threatened(self, square: int, color: bool, own: int) -> bool:
        piece = self._board.piece_at(square)
        if piece is None or piece.color != color:
            return False
        return square not in self._attacked or self._value(square) - own >= EQUAL_CENTIPAWNS

    def _value(self, square: int | None) -> int:
        piece = None if square is None else self._board.piece_at(square)
        if piece is None:
            return 0
        return piece_value(self._board.variant.geometry, self._board.variant.piece_types[piece.letter])

    def _is_near(self, square: int, king: int | None) -> bool:
        return king is not None and square != king and self._distance(square, king) <= NEAR_SQUARES

    def _distance(self, square: int, other: int | None) -> int:
        if other is None:
            return 0
        (file, rank), (to_file, to_rank) = self._places[square], self._places[other]
        return max(abs(to_file - file), abs(to_rank - rank))

"""The moves of each position: how games ended after them, and their scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from wormhole.rules.board import Board
from wormhole.rules.piece import WHITE
from wormhole.rules.variant import Variant


@dataclass(frozen=True)
class Counts:
    """Games by their result."""

    white: int = 0
    draws: int = 0
    black: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.white + self.draws + self.black

    @property
    def score(self) -> float:
        """White's points a game, 0.0 to 1.0; a half without games.

        >>> Counts(2, 1, 1).score
        0.625
        """
        return (self.white + self.draws / 2) / self.games if self.games else 0.5

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(self.white + other.white, self.draws + other.draws, self.black + other.black)

    @classmethod
    def of(cls, winner: bool | None) -> Counts:
        """One game."""
        return cls(winner is WHITE, winner is None, winner is (not WHITE))


@dataclass(frozen=True)
class OpeningMove:
    """What is known of a move: the games that went on with it, and its score in centipawns for White.

    The score is the result of searches, traced back along the best moves of both sides; None without one.
    """

    counts: Counts = field(default_factory=Counts)
    centipawns: int | None = None

    @property
    def score(self) -> int:
        """The score in centipawns; there must be one."""
        assert self.centipawns is not None
        return self.centipawns

    def score_for(self, color: bool) -> int:
        """The score in centipawns as this side sees it; there must be one."""
        return self.score if color is WHITE else -self.score


@dataclass
class Position:
    """A position with its moves, as texts without rolls.

    ``way`` is the shortest way to it from the start of the game, with rolls; the first one by the alphabet.
    """

    way: tuple[str, ...]
    moves: dict[str, OpeningMove] = field(default_factory=dict)

    @property
    def turn(self) -> bool:
        """The side to move."""
        return WHITE if len(self.way) % 2 == 0 else not WHITE

    @property
    def games(self) -> int:
        """How often it was reached, and left by a move."""
        return sum(move.counts.games for move in self.moves.values())

    @property
    def scored(self) -> dict[str, OpeningMove]:
        """The moves that have a score, the best one first."""
        found = [(text, move) for text, move in self.moves.items() if move.centipawns is not None]
        return dict(sorted(found, key=lambda item: (-item[1].score_for(self.turn), item[0])))

    def ordered(self) -> dict[str, OpeningMove]:
        """The most frequent move first; among equals the better one."""
        best_first = {**self.scored, **self.moves}
        return dict(sorted(best_first.items(), key=lambda item: -item[1].counts.games))


class Openings:
    """Positions by their keys, so that what reaches one in different ways is kept together."""

    def __init__(self) -> None:
        self._positions: dict[int, Position] = {}

    def add(self, variant: Variant, moves: Sequence[str], counts: Counts) -> None:
        """Count the first moves of a game, or of several that were equal, in UCI notation.

        Raises :class:`~wormhole.rules.errors.MoveError` at a move that is not legal.
        """
        board = Board(variant, seed=0)
        for ply, text in enumerate(moves):
            self.count(board, tuple(moves[:ply]), {without_roll(text): counts})
            board.push_uci(text)

    def count(self, board: Board, way: tuple[str, ...], moves: Mapping[str, Counts]) -> None:
        """Count moves in a position, to which ``way`` leads."""
        position = self._reached(board, way)
        for text, counts in moves.items():
            move = position.moves.get(text, OpeningMove())
            position.moves[text] = replace(move, counts=move.counts.plus(counts))

    def score(self, board: Board, way: tuple[str, ...], centipawns: Mapping[str, int]) -> None:
        """Set the scores of moves in a position, to which ``way`` leads; they are White's."""
        position = self._reached(board, way)
        for text, score in centipawns.items():
            position.moves[text] = replace(position.moves.get(text, OpeningMove()), centipawns=score)

    def position(self, board: Board) -> Position | None:
        """The position of a board; None if nothing is known of it."""
        return self.with_key(board.key())

    def with_key(self, key: int) -> Position | None:
        """The position with that key; None if nothing is known of it."""
        return self._positions.get(key)

    def at(self, board: Board) -> dict[str, OpeningMove]:
        """The moves of a position, the most frequent one first."""
        position = self.position(board)
        return {} if position is None else position.ordered()

    def positions(self) -> Iterable[Position]:
        """All positions, by the ways to them."""
        return sorted(self._positions.values(), key=lambda position: position.way)

    def _reached(self, board: Board, way: tuple[str, ...]) -> Position:
        position = self._positions.setdefault(board.key(), Position(way))
        if (len(way), way) < (len(position.way), position.way):
            position.way = way
        return position


def without_roll(text: str) -> str:
    """A move's text without what the dice named after it.

    >>> without_roll("e2e4@c5")
    'e2e4'
    """
    return text.partition("@")[0]

"""How games ended after each move of each position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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


@dataclass
class Position:
    """A position with the moves that were played in it, as texts without rolls.

    ``way`` is the shortest way to it from the start of the game, with rolls; the first one by the alphabet.
    """

    way: tuple[str, ...]
    moves: dict[str, Counts] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How often it was reached, and left by a move."""
        return sum(counts.games for counts in self.moves.values())


class Openings:
    """Positions by their keys, so that games which reach one in different ways are counted together."""

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
        position = self._positions.setdefault(board.key(), Position(way))
        if (len(way), way) < (len(position.way), position.way):
            position.way = way
        for text, counts in moves.items():
            position.moves[text] = position.moves.get(text, Counts()).plus(counts)

    def at(self, board: Board) -> dict[str, Counts]:
        """What was played in a position, the most frequent move first."""
        position = self._positions.get(board.key())
        return {} if position is None else most_frequent(position.moves)

    def positions(self, least: int = 1) -> Iterable[Position]:
        """The positions that were reached in at least so many games, by the ways to them."""
        found = (position for position in self._positions.values() if position.games >= least)
        return sorted(found, key=lambda position: position.way)


def most_frequent(moves: Mapping[str, Counts]) -> dict[str, Counts]:
    """Moves in the order of a list: the most frequent one first."""
    return dict(sorted(moves.items(), key=lambda item: (-item[1].games, item[0])))


def without_roll(text: str) -> str:
    """A move's text without what the dice named after it.

    >>> without_roll("e2e4@c5")
    'e2e4'
    """
    return text.partition("@")[0]

"""Opening tables: for each position the moves played, the results of their games, and their scores.

The files that ship with the program are made by ``tools/openings.py``, one for each game. The first line of a
file says how it was made. Each other line has a position, named by the moves that lead to it, and its moves:
the games that White won, drew and lost, and the score in centipawns for White, if there is one::

    {"game": "wormhole", "games": 3000, ...}
    {"after": "e2e4 b7b5", "moves": {"d2d4": [12, 3, 9, 31], "f2f4": [2, 0, 3]}}
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any

from wormhole.engine.levels import Candidate, Sight, choose
from wormhole.rules.board import Board
from wormhole.rules.catalogue_files import variants
from wormhole.rules.game_file import variant as named
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE
from wormhole.rules.variant import Variant

LEAST_GAMES = 3
"""A position without scores that was reached less often is left out."""


@dataclass(frozen=True)
class Counts:
    """Numbers of games by their result."""

    white: int = 0
    draws: int = 0
    black: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
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
    """A move: the games that continued with it, and its score in centipawns for White.

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
class OpeningPosition:
    """A position with its moves, as texts without rolls.

    ``way`` is the shortest line to it from the start of the game, with rolls; of several, the first by the
    alphabet.
    """

    way: tuple[str, ...]
    moves: dict[str, OpeningMove] = field(default_factory=dict)

    @property
    def turn(self) -> bool:
        """The side to move."""
        return WHITE if len(self.way) % 2 == 0 else not WHITE

    @property
    def games(self) -> int:
        """The games that reached it and continued."""
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


class OpeningTable:
    """Positions by their keys, so that different orders of moves lead to one entry."""

    def __init__(self) -> None:
        self._positions: dict[int, OpeningPosition] = {}

    def add(self, variant: Variant, moves: Sequence[str], counts: Counts) -> None:
        """Count the first moves of a game, or of several that were equal, in UCI notation.

        Raises :class:`~wormhole.base.errors.MoveError` at a move that is not legal.
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

    def position(self, board: Board) -> OpeningPosition | None:
        """The entry of a board's position; None if there is none."""
        return self.with_key(board.key())

    def with_key(self, key: int) -> OpeningPosition | None:
        """The entry with that key; None if there is none."""
        return self._positions.get(key)

    def at(self, board: Board) -> dict[str, OpeningMove]:
        """The moves of a position, the most frequent one first."""
        position = self.position(board)
        return {} if position is None else position.ordered()

    def positions(self) -> Iterable[OpeningPosition]:
        """All positions, by the ways to them."""
        return sorted(self._positions.values(), key=lambda position: position.way)

    def _reached(self, board: Board, way: tuple[str, ...]) -> OpeningPosition:
        position = self._positions.setdefault(board.key(), OpeningPosition(way))
        if (len(way), way) < (len(position.way), position.way):
            position.way = way
        return position


def without_roll(text: str) -> str:
    """A move's text without the roll after it.

    >>> without_roll("e2e4@c5")
    'e2e4'
    """
    return text.partition("@")[0]


def name_of(game: str) -> str:
    """The name of a game's file."""
    return f"{game}.jsonl"


def shipped_openings(variant: Variant) -> OpeningTable:
    """The openings of a game of the catalogue; empty for a game from a file, or with other rules."""
    if variant.name not in variants() or variant != named(variant.name):
        return OpeningTable()
    file = resources.files("wormhole.engine.openings") / name_of(variant.name)
    return read(variant, file.read_text("utf-8")) if file.is_file() else OpeningTable()


def made(text: str) -> dict[str, Any]:
    """The first line of a file: how its openings were made."""
    return json.loads(text.partition("\n")[0])


def read(variant: Variant, text: str) -> OpeningTable:
    """The openings of a file."""
    openings = OpeningTable()
    board = Board(variant, seed=0)
    for line in text.splitlines()[1:]:
        found = json.loads(line)
        way = tuple(found["after"].split())
        go_to(board, way)
        moves = found["moves"].items()
        openings.count(board, way, {move: Counts(*numbers[:3]) for move, numbers in moves})
        openings.score(board, way, {move: numbers[3] for move, numbers in moves if len(numbers) > 3})
    return openings


def lines(openings: OpeningTable, made: dict[str, Any]) -> Iterator[str]:
    """The lines of a file; ``made`` is its first line, which says how it was made."""
    yield json.dumps(made)
    for position in openings.positions():
        if position.games >= LEAST_GAMES or position.scored:
            yield _line(position)


def go_to(board: Board, way: Sequence[str]) -> None:
    """Go to the position after these moves from the start, by as few moves as possible."""
    here = [move.text for move in board.move_stack]
    common = 0
    while common < min(len(here), len(way)) and here[common] == way[common]:
        common += 1
    for _ in here[common:]:
        board.pop()
    for text in way[common:]:
        board.push_uci(text)


def _line(position: OpeningPosition) -> str:
    moves = {text: _numbers(move) for text, move in position.ordered().items()}
    return json.dumps({"after": " ".join(position.way), "moves": moves}, separators=(",", ":"))


def _numbers(move: OpeningMove) -> list[int]:
    counts = [move.counts.white, move.counts.draws, move.counts.black]
    return counts if move.centipawns is None else [*counts, move.centipawns]


@dataclass(frozen=True)
class BookMove:
    """A move of the book, the score for the side that plays it, and the best line from there."""

    move: Move
    score_centipawns: int
    line: tuple[str, ...]


class Book:
    """The scored openings of a game, read when they are first needed."""

    def __init__(self, variant: Variant, openings: OpeningTable | None = None) -> None:
        self.variant, self._openings = variant, openings

    def draw(self, board: Board, margin_centipawns: float, generator: random.Random) -> BookMove | None:
        """A random one of the moves that are worse than the best by at most so much; better ones are more
        likely.

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

    def _position(self, board: Board) -> OpeningPosition | None:
        if self._openings is None:
            self._openings = shipped_openings(self.variant)
        position = self._openings.position(board)
        return position if position is not None and position.scored else None

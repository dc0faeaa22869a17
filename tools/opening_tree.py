"""A tree of openings that grows where good play leads, with its scores traced back to the first move."""

from __future__ import annotations

import contextlib
import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from wormhole.engine.levels import Candidate, Limit, Sight, choose
from wormhole.engine.loops.workspace import MATE_BOUND
from wormhole.engine.opening_book import Counts, OpeningPosition, OpeningTable, go_to
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.piece import WHITE
from wormhole.rules.variant import Variant

COUNTED_PLIES = 16
"""Of each game."""

DRAWN_PLIES = 12
"""The moves that are drawn among the good ones."""

CANDIDATES = 6
DRAWING = Sight(temperature_centipawns=15)
"""A move that is worse by so much is played about a third as often."""

DRAWING_EFFORT = 6
"""The search for several moves takes so many times the nodes of the search for one."""

MOST_PLIES = 300
"""A longer game is a draw."""

TABLE_ENTRIES = 1 << 16

TREE_LINES = 5
"""So many moves of a position get a score; of the first position, all."""

PLY_CENTIPAWNS = 8
"""A position is as far away as its line loses for both sides, and so much for each ply."""

FIRST_LINES_PLIES = 5
"""Each first move is followed by its best line to this ply before anything else."""

DECIDED_CENTIPAWNS = 2000
"""A greater score, such as a mate, becomes this one; nothing is searched behind it."""


@dataclass(frozen=True)
class PlayedOpening:
    """The first moves of a game in UCI notation, with its result."""

    moves: tuple[str, ...]
    counts: Counts


class OpeningGames:
    """A worker that plays games by their numbers; ``nodes`` limits each search.

    The good moves are those of ``openings``, where these have scores, else those that a search finds.
    """

    def __init__(self, variant: Variant, seed: int, nodes: int, openings: OpeningTable | None = None) -> None:
        self._variant, self._seed, self._nodes = variant, seed, nodes
        self._openings = openings or OpeningTable()
        self._is_wanted = True

    def do(self, number: int) -> PlayedOpening:
        """The game of that number. The same seed and number give the same game."""
        board = Board(self._variant, seed=(self._seed << 20) + number)
        thinker = Thinker(self._variant, fast=has_fast_loops(), taste=number, table_entries=TABLE_ENTRIES)
        with contextlib.closing(thinker):
            winner = self._winner(board, thinker, random.Random(f"{self._seed} {number}"))
        moves = board.move_stack[:COUNTED_PLIES]
        return PlayedOpening(tuple(move.text for move in moves), Counts.of(winner))

    def stop(self) -> None:
        """End the game before its next move."""
        self._is_wanted = False

    def close(self) -> None:
        """Nothing is held between games."""

    def _winner(self, board: Board, thinker: Thinker, generator: random.Random) -> bool | None:
        """Play a game to its end, or until a mate is found; returns who wins it."""
        while (outcome := board.outcome()) is None and len(board.move_stack) < MOST_PLIES and self._is_wanted:
            is_drawn = len(board.move_stack) < DRAWN_PLIES
            if is_drawn and (known := list(self._known(board))):
                board.push(choose(known, DRAWING, generator))
                continue
            if is_drawn:
                best = thinker.think(board, Limit(nodes=self._nodes * DRAWING_EFFORT), line_count=CANDIDATES)
            else:
                best = thinker.think(board, Limit(nodes=self._nodes))
            assert best is not None, "the game is not over"
            score = thinker.thought().score_centipawns
            # A mate that was found is played, unless dice prevent it.
            if abs(score) > MATE_BOUND and not board.has_dice:
                return board.turn if score > 0 else not board.turn
            board.push(choose(list(_found(board, thinker)), DRAWING, generator) if is_drawn else best)
        return None if outcome is None else outcome.winner

    def _known(self, board: Board) -> Iterator[Candidate]:
        """The moves of the openings that have a score."""
        position = self._openings.position(board)
        for text, known in () if position is None else position.scored.items():
            move = board.legal_move(text)
            if move is not None:
                yield Candidate(move, known.score_for(board.turn))


def _found(board: Board, thinker: Thinker) -> Iterator[Candidate]:
    """The moves that a search has found."""
    for thought in thinker.thoughts():
        if thought.line:
            yield Candidate(board.parse_uci(thought.line[0]), thought.score_centipawns)


Way = tuple[str, ...]


class OpeningSearch:
    """A worker that scores the moves of positions, which are named by the ways to them.

    The same position gives the same scores, whatever was searched before.
    """

    def __init__(self, variant: Variant, first_nodes: int, nodes: int) -> None:
        self._variant, self._first_nodes, self._nodes = variant, first_nodes, nodes
        self._thinker = Thinker(variant, fast=has_fast_loops())

    def do(self, way: Way) -> dict[str, int]:
        """The scores of the best moves in centipawns for White; no moves, if the game is over."""
        board = Board(self._variant, seed=0)
        go_to(board, way)
        self._thinker.forget()
        nodes, lines = (self._nodes, TREE_LINES) if way else (self._first_nodes, len(board.legal_moves))
        if self._thinker.think(board, Limit(nodes=nodes), line_count=lines) is None:
            return {}
        sign = 1 if board.turn is WHITE else -1
        thoughts = [thought for thought in self._thinker.thoughts() if thought.line]
        return {thought.line[0]: sign * bounded(thought.score_centipawns) for thought in thoughts}

    def stop(self) -> None:
        """Stop the search in progress."""
        self._thinker.stop()

    def close(self) -> None:
        """End the search's threads."""
        self._thinker.close()


class OpeningTree:
    """Openings as a tree from the start of a game, without dice. A position in two lines is one node."""

    def __init__(self, variant: Variant, openings: OpeningTable) -> None:
        self._openings = openings
        self._board = Board(variant, seed=0)
        self._children: dict[tuple[Way, str], int] = {}
        self._over: set[int] = set()

    @property
    def searched(self) -> int:
        """The number of positions whose moves have scores."""
        return sum(bool(position.scored) for position in self._openings.positions())

    def leaves(self, count: int) -> list[Way]:
        """The ways to the positions to search next, at most so many, the nearest first."""
        if not self._searched(self._start()):
            return [()]
        found: dict[int, Way] = {}
        for key, way in self._by_distance():
            if key not in found and key not in self._over:
                found[key] = way
                if len(found) == count:
                    break
        return list(found.values())

    def add(self, way: Way, scores: dict[str, int]) -> None:
        """Take what a search of a position has found."""
        go_to(self._board, way)
        if scores:
            self._openings.score(self._board, way, scores)
        else:
            self._over.add(self._board.key())

    def settle(self) -> None:
        """Trace the scores back: a move is worth what the best reply to it is worth."""
        for position in sorted(self._openings.positions(), key=lambda position: -len(position.way)):
            for text, move in position.scored.items():
                after = self._after(position, text)
                if after is not None:
                    best = next(iter(after.scored.values()))
                    position.moves[text] = replace(move, centipawns=best.centipawns)

    def best_line(self, way: Way) -> Way:
        """A line continued by the best moves as far as the tree goes."""
        while True:
            go_to(self._board, way)
            position = self._openings.position(self._board)
            if position is None or not position.scored:
                return way
            way = (*way, next(iter(position.scored)))

    def _by_distance(self) -> Iterator[tuple[int, Way]]:
        """Positions to search: those of the first lines, then the others by their distance from good play."""
        start = self._openings.position(self._start())
        firsts = [] if start is None else [(first,) for first in start.scored]
        for line in sorted(map(self.best_line, firsts), key=len):
            if len(line) < FIRST_LINES_PLIES and not self._is_decided(line):
                yield self._key(line[:-1], line[-1]), line
        heap: list[tuple[int, Way]] = [(0, ())]
        seen: set[int] = set()
        while heap:
            distance, way = heapq.heappop(heap)
            go_to(self._board, way)
            key = self._board.key()
            if key in seen:
                continue
            seen.add(key)
            position = self._openings.position(self._board)
            if position is None or not position.scored:
                yield key, way
                continue
            scores = [(text, move.score_for(position.turn)) for text, move in position.scored.items()]
            for text, score in scores:
                if abs(score) < DECIDED_CENTIPAWNS:
                    loss = scores[0][1] - score
                    heapq.heappush(heap, (distance + loss + PLY_CENTIPAWNS, (*way, text)))

    def _is_decided(self, line: Way) -> bool:
        go_to(self._board, line[:-1])
        position = self._openings.position(self._board)
        assert position is not None, "the line has a score"
        return abs(position.moves[line[-1]].score) >= DECIDED_CENTIPAWNS

    def _after(self, position: OpeningPosition, text: str) -> OpeningPosition | None:
        """The searched position after a move; None also where the line would lead back."""
        key = self._key(position.way, text)
        after = self._openings.with_key(key)
        return after if after is not None and after.scored and len(after.way) > len(position.way) else None

    def _key(self, way: Way, text: str) -> int:
        if (way, text) not in self._children:
            go_to(self._board, (*way, text))
            self._children[way, text] = self._board.key()
        return self._children[way, text]

    def _start(self) -> Board:
        go_to(self._board, ())
        return self._board

    def _searched(self, board: Board) -> bool:
        position = self._openings.position(board)
        return position is not None and bool(position.scored)


def bounded(score_centipawns: int) -> int:
    """A score between the decided ones.

    >>> bounded(-31_990)
    -2000
    """
    return max(-DECIDED_CENTIPAWNS, min(score_centipawns, DECIDED_CENTIPAWNS))

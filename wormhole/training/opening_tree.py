"""A tree of openings that grows where good play leads, with its scores traced back to the first move."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import replace

from wormhole.engine.levels import Limit
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.engine.openings.positions import Openings, Position
from wormhole.engine.openings.shipped import go_to
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.piece import WHITE
from wormhole.rules.variant import Variant

Way = tuple[str, ...]

LINES = 5
"""So many moves of a position get a score; of the first position, all."""

PLY_CENTIPAWNS = 8
"""A position is as far away as its line loses for both sides, and so much for each ply."""

FIRST_LINES_PLIES = 5
"""Each first move is followed by its best line to this ply before anything else."""

DECIDED_CENTIPAWNS = 2000
"""A greater score, such as a mate, becomes this one; nothing is searched behind it."""


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
        nodes, lines = (self._nodes, LINES) if way else (self._first_nodes, len(board.legal_moves))
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

    def __init__(self, variant: Variant, openings: Openings) -> None:
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

    def _after(self, position: Position, text: str) -> Position | None:
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

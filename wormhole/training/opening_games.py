"""Games of the computer player against itself from openings that are drawn among the good moves."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass

from wormhole.engine.choosing import Candidate, Sight, choose
from wormhole.engine.levels import Limit
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.engine.loops.workspace import MATE_BOUND
from wormhole.engine.openings.positions import Counts, Openings
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
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


@dataclass(frozen=True)
class PlayedOpening:
    """The first moves of a game in UCI notation, with its result."""

    moves: tuple[str, ...]
    counts: Counts


class OpeningGames:
    """A worker that plays games by their numbers; ``nodes`` limits each search.

    The good moves are those of ``openings``, where these have scores, else those that a search finds.
    """

    def __init__(self, variant: Variant, seed: int, nodes: int, openings: Openings | None = None) -> None:
        self._variant, self._seed, self._nodes = variant, seed, nodes
        self._openings = openings or Openings()
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

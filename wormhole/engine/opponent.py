"""Plays at a level: by the opening book, by a solved ending if possible, else by a search."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from wormhole.engine.characters import bonuses
from wormhole.engine.configuration import AS_USUAL
from wormhole.engine.game_search import GameSearch
from wormhole.engine.levels import Candidate, Level, Limit, choose, notice
from wormhole.engine.network import Network
from wormhole.engine.opening_book import Book
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import TABLE_ENTRIES, Thinker, Thought
from wormhole.own_program import cores
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant

PLAIN_DEPTH, PLAIN_NODES = 4, 5000
"""Limits of a search that takes at most some seconds on the uncompiled loops."""

PLAIN_TABLE_ENTRIES = 1 << 16

WAITING_SHARE = 0.5
"""A player on the clock waits for compiled loops for this share of the time to aim at, then plays without."""

LOOK_AGAIN_SECONDS = 0.05

STYLED_LINES = 8
"""The lines among which a character chooses, if its level overlooks nothing."""


def needs_little(limit: Limit) -> bool:
    """Whether a search with that limit is short even on the uncompiled loops."""
    return limit.depth <= PLAIN_DEPTH or (limit.nodes is not None and limit.nodes <= PLAIN_NODES)


def spare_threads() -> int:
    """The number of search threads: one core is left to the window, so that its frames are on time.

    The minimum is 1; on a machine with one core, the search and the window share it.
    """
    return max(1, cores() - 1)


@dataclass(frozen=True)
class ChosenMove:
    """The selected move, the line that begins with it, and the proven result after it, if there is one.

    ``score_centipawns`` is the score for the side that moves, ``scores`` has those of all moves that were
    considered; empty if it was the best one of a search or is proven.
    """

    move: Move
    line: tuple[str, ...]
    solution: Solution | None = None
    score_centipawns: int | None = None
    scores: tuple[int, ...] = ()


def recalled(book: Book | None, board: Board, level: Level, generator: random.Random) -> ChosenMove | None:
    """A move of the book, if the level plays by it; None if the book does not know the position.

    It needs no loops, so it comes before an opponent is made, which needs them.
    """
    if book is None or not level.book_centipawns:
        return None
    known = book.draw(board, level.book_centipawns, generator)
    if known is None:
        return None
    return ChosenMove(known.move, known.line, score_centipawns=known.score_centipawns)


class Opponent(GameSearch):
    """Plays one game without a book, at any level.

    ``generator`` is the source of chance: the taste, if ``has_taste``, and what a weaker level overlooks. The
    other arguments are as for :class:`~wormhole.engine.thinker.Thinker`.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        fast: bool,
        generator: random.Random,
        has_taste: bool = True,
        threads: int = 1,
        table_entries: int = TABLE_ENTRIES,
        overrides: Mapping[str, float] = AS_USUAL,
        network: Network | None = None,
    ) -> None:
        thinker = Thinker(
            variant,
            fast=fast,
            taste=generator.randrange(1 << 30) if has_taste else None,
            table_entries=table_entries,
            threads=threads,
            overrides=overrides,
            network=network,
        )
        super().__init__(thinker, fast=fast)
        self._generator = generator
        self._is_stopped = False

    def choose(
        self,
        board: Board,
        level: Level,
        wanted: Callable[[], bool] = lambda: True,
        *,
        on_thought: Callable[[Thought], None] = lambda thought: None,
        among: Collection[str] = (),
        line_count: int = 1,
    ) -> ChosenMove | None:
        """The move for the position of ``board``; None if the game is over or no answer is wanted.

        ``on_thought``, ``among`` and ``line_count`` are as for
        :meth:`~wormhole.engine.thinker.Thinker.think`. Endings are solved only with one line and without
        ``among``. If it is only known that the game is lost, the search finds the best defence.
        """
        self._is_stopped = False
        if line_count == 1 and not among:
            solution = self.solved(board, level.solver_seconds, wanted)
            if solution is not None and (solution.is_shortest or solution.winner is board.turn):
                after = solution.after_move_of(board.turn)
                return ChosenMove(board.parse_uci(solution.line[0]), solution.line, after)

        def is_search_wanted() -> bool:
            if self._is_stopped:  # it was stopped while solving
                self.thinker.stop()
            return wanted()

        compares = (line_count == 1 and level.character is not None) or not level.sight.is_perfect
        moves: dict[str, Move] = {}
        lines = line_count
        if compares:
            moves = {move.text: move for move in board.legal_moves if not among or move.text in among}
            lines = len(moves) if not level.sight.is_perfect else min(len(moves), STYLED_LINES)
        found = self.thinker.think(
            board,
            level.limit,
            is_search_wanted,
            on_thought=lambda thought: on_thought(thought) if thought.place <= line_count else None,
            among=among,
            line_count=lines,
        )
        if found is None:
            return None
        if not compares:
            thought = self.thinker.thought()
            return ChosenMove(found, thought.line, score_centipawns=thought.score_centipawns)
        thoughts = {moves[thought.line[0]]: thought for thought in self.thinker.thoughts()}
        scores = {move: thought.score_centipawns for move, thought in thoughts.items()}
        found = self._among(board, level, scores)
        return ChosenMove(
            found,
            thoughts[found].line,
            score_centipawns=scores[found],
            scores=tuple(scores.values()),
        )

    def _among(self, board: Board, level: Level, scores: Mapping[Move, int]) -> Move:
        """The move that the level selects, as its character likes the moves."""
        sight, character = level.sight, level.character
        liked: Mapping[Move, float] = {}
        if character is not None:
            liked = bonuses(board, scores, character, sight.temperature_centipawns)
        candidates = [
            Candidate(
                move,
                score,
                notice(board, move) if sight.oversight else 1.0,
                liked.get(move, 0.0),
            )
            for move, score in scores.items()
        ]
        return choose(candidates, sight, self._generator)

    def stop(self) -> None:
        """Stop the search within 50 ms; the best move so far is the answer."""
        self._is_stopped = True
        super().stop()

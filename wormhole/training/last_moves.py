"""Wins in one for solvers who are new to a game: the last moves of its longer puzzles."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

from wormhole.learn.puzzle import Puzzle
from wormhole.rules.endings import Goal
from wormhole.rules.variant import Variant
from wormhole.training.mining import FoundPuzzles, Grader, bounded, wins_at_once
from wormhole.training.puzzle_themes import themes_of


def with_last_moves(variant: Variant, puzzles: Sequence[Puzzle], count: int, seed: int) -> list[Puzzle]:
    """The puzzles of a game, and so many more that it has `count` wins in one, if there are. By rating.

    They are taken from the hardest puzzles, which a solver meets last. Each has a single winning move. There
    are none where a royal piece is captured, since such a win is plain.
    """
    found = FoundPuzzles(variant)
    found.add_kept(puzzles)
    missing = count - sum(puzzle.win_in == 1 for puzzle in puzzles)
    longer = sorted(puzzles, key=lambda puzzle: -puzzle.rating)
    if missing > 0 and variant.endings.goal is not Goal.CAPTURE:
        with contextlib.closing(Grader(variant, seed)) as grader:
            for puzzle in _last_moves(variant, longer, grader):
                found.add_all([puzzle])
                if len(found.new) == missing:
                    break
    return sorted((*puzzles, *found.new), key=lambda puzzle: (puzzle.rating, puzzle.fen))


def _last_moves(variant: Variant, puzzles: Iterable[Puzzle], grader: Grader) -> Iterator[Puzzle]:
    """The puzzles that are left of these before their last moves, where only that one wins at once."""
    for puzzle in puzzles:
        if (puzzle.win_in or 1) == 1:
            continue
        board = puzzle.board()
        board.push_ucis(puzzle.moves[:-1])
        moves = puzzle.moves[-1:]
        if board.has_dice or {move.text for move in wins_at_once(board)} != set(moves):
            continue
        board = type(board)(variant, board.fen(), seed=0)
        goal = "mate in 1" if puzzle.is_mate else "win in 1"
        rating = grader.rating(board, moves)
        yield bounded(Puzzle(puzzle.variant, board.fen(), moves, goal, themes_of(board, moves), rating))

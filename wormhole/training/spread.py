"""Which of many puzzles to keep: no near duplicates, and some of every length, strength and theme."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from wormhole.learn.puzzle import WIN, Puzzle
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

ALIKE_SQUARES = 12
"""Puzzles with the same first and last move are alike if their boards differ on at most so many squares."""

RATING_STEP = 150
"""Ratings this near to each other count as one."""

MOST_MATES_IN_ONE = 0.1
"""The share of puzzles that may be mates in one."""

LEAST_RATING = 800
"""A proven win of one move that is found more easily than this is no puzzle."""


class Finds:
    """The puzzles of one game, the longest of those that are alike."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._kept: set[Puzzle] = set()
        self._like: defaultdict[tuple[str, str, str], dict[Puzzle, str]] = defaultdict(dict)

    def __len__(self) -> int:
        return sum(map(len, self._like.values()))

    def __iter__(self) -> Iterator[Puzzle]:
        return (puzzle for puzzles in self._like.values() for puzzle in puzzles)

    @property
    def new(self) -> list[Puzzle]:
        """Those that were added."""
        return [puzzle for puzzle in self if puzzle not in self._kept]

    def keep(self, puzzles: Iterable[Puzzle]) -> None:
        """Take in puzzles that stay, whatever is added; nothing that is like them is added."""
        for puzzle in puzzles:
            self._kept.add(puzzle)
            self._rivals(puzzle)[puzzle] = self._squares(self._board(puzzle))

    def add_all(self, puzzles: Iterable[Puzzle]) -> None:
        """Add puzzles, but none that is trivial, or like one that is not shorter.

        It is trivial if there is only one legal move, or if the win is of one move and easily found.
        """
        for puzzle in puzzles:
            self._add(puzzle)

    def _add(self, puzzle: Puzzle) -> None:
        if puzzle.goal == WIN and len(puzzle.moves) == 1 and puzzle.rating < LEAST_RATING:
            return
        board = self._board(puzzle)
        if len(board.legal_moves) == 1:
            return
        squares, rivals = self._squares(board), self._rivals(puzzle)
        alike = [other for other, there in rivals.items() if _distance(squares, there) <= ALIKE_SQUARES]
        if all(len(other.moves) < len(puzzle.moves) and other not in self._kept for other in alike):
            for other in alike:
                del rivals[other]
            rivals[puzzle] = squares

    def _board(self, puzzle: Puzzle) -> Board:
        return Board(self._variant, puzzle.fen, seed=0)

    def _rivals(self, puzzle: Puzzle) -> dict[Puzzle, str]:
        """The puzzles with the same side, first and last move, and their squares."""
        return self._like[puzzle.fen.split()[1], puzzle.moves[0], puzzle.moves[-1]]

    def _squares(self, board: Board) -> str:
        """A letter for every square."""
        pieces, holes = board.piece_map(), board.holes
        return "".join(
            "x" if square in holes else pieces[square].symbol() if square in pieces else "."
            for square in range(self._variant.geometry.squares)
        )


def chosen(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many of them, or fewer: those whose goal, rating, themes and side are rare. Sorted by rating.

    At most a tenth of them are mates in one, unless there are not enough others.
    """
    in_one = [puzzle for puzzle in puzzles if puzzle.mate_in == 1]
    longer = [puzzle for puzzle in puzzles if puzzle.mate_in != 1]
    used = Counter[str]()
    found = _rarest(in_one, max(int(MOST_MATES_IN_ONE * count), count - len(longer)), used)
    found += _rarest(longer, count - len(found), used)
    return sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.fen))


def _rarest(puzzles: Sequence[Puzzle], count: int, used: Counter[str]) -> list[Puzzle]:
    """One after another the puzzle whose features have been used least, which are counted in ``used``."""
    left = list(puzzles)
    found: list[Puzzle] = []
    while left and len(found) < count:
        best = min(left, key=lambda puzzle: _commonness(puzzle, used))
        left.remove(best)
        found.append(best)
        used.update(_features(best))
    return found


def _features(puzzle: Puzzle) -> tuple[str, ...]:
    """What a puzzle has in common with others."""
    side = puzzle.fen.split()[1]
    return puzzle.goal, f"rating {puzzle.rating // RATING_STEP}", side, *(puzzle.themes or ("no theme",))


def _commonness(puzzle: Puzzle, used: Counter[str]) -> float:
    """How often the features of a puzzle have been used, on average."""
    features = _features(puzzle)
    return sum(used[feature] for feature in features) / len(features)


def _distance(one: str, other: str) -> int:
    return sum(here != there for here, there in zip(one, other, strict=True))

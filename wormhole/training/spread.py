"""Which of many puzzles to keep: no near duplicates, and some of every length, strength and theme."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from wormhole.rules.board import Board
from wormhole.training.nugget import Nugget

ALIKE_SQUARES = 12
"""Puzzles with the same first and last move are alike if their boards differ on at most so many squares."""

RATING_STEP = 150
"""Ratings this near to each other count as one."""

MOST_MATES_IN_ONE = 0.1
"""The share of puzzles that may be mates in one."""

TRIVIAL_RATING = 450
"""A proven win that is found this easily is no puzzle."""


def without_near_duplicates(puzzles: Iterable[Nugget]) -> list[Nugget]:
    """One puzzle of each kind, the longest; trivial ones are left out. The order is that of ``puzzles``."""
    kept: dict[tuple[str, str, str], list[tuple[str, Nugget]]] = defaultdict(list)
    places: dict[Nugget, int] = {}
    for place, puzzle in enumerate(puzzles):
        if puzzle in places or _is_trivial(puzzle):
            continue
        squares = _squares(puzzle)
        # The last move of a longer solution may be the whole of a shorter one.
        rivals = kept[puzzle.fen.split()[1], puzzle.moves[0], puzzle.moves[-1]]
        alike = [
            index for index, (other, _) in enumerate(rivals) if _distance(squares, other) <= ALIKE_SQUARES
        ]
        if any(len(rivals[index][1].moves) >= len(puzzle.moves) for index in alike):
            continue
        for index in reversed(alike):
            del places[rivals.pop(index)[1]]
        rivals.append((squares, puzzle))
        places[puzzle] = place
    return sorted(places, key=places.__getitem__)


def chosen(puzzles: Sequence[Nugget], count: int) -> list[Nugget]:
    """``count`` of them, or all if there are fewer: those whose length, rating, themes and side are rare."""
    left, found, used = list(puzzles), [], Counter[str]()
    in_one = MOST_MATES_IN_ONE * min(count, len(puzzles))
    while left and len(found) < count:
        if used["mate in 1"] + 1 > in_one:
            left = [puzzle for puzzle in left if puzzle.goal != "mate in 1"]
        if not left:
            break
        best = min(left, key=lambda puzzle: _commonness(puzzle, used))
        left.remove(best)
        found.append(best)
        used.update(_features(best))
    return sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.fen))


def _is_trivial(puzzle: Nugget) -> bool:
    return puzzle.goal == "win" and puzzle.rating <= TRIVIAL_RATING


def _features(puzzle: Nugget) -> Iterator[str]:
    """What a puzzle has in common with others."""
    yield puzzle.goal
    yield f"rating {puzzle.rating // RATING_STEP}"
    yield f"side {puzzle.fen.split()[1]}"
    yield from puzzle.themes or ("no theme",)


def _commonness(puzzle: Nugget, used: Counter[str]) -> float:
    """How often the features of a puzzle have been used, on average."""
    features = tuple(_features(puzzle))
    return sum(used[feature] for feature in features) / len(features)


def _squares(puzzle: Nugget) -> str:
    """A letter for every square."""
    board = Board(puzzle.variant, puzzle.fen)
    pieces, holes = board.piece_map(), board.holes
    return "".join(
        "x" if square in holes else pieces[square].symbol() if square in pieces else "."
        for square in range(board.variant.geometry.squares)
    )


def _distance(one: str, other: str) -> int:
    return sum(here != there for here, there in zip(one, other, strict=True))

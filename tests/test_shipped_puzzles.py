"""The puzzles that the program ships: legal, won, and with one solution. A part of them; all with -m soak."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.reference.rules import RULES
from tests.support.puzzle_check import assert_sound
from wormhole import variant
from wormhole.learn.puzzle import games_with_puzzles, shipped
from wormhole.library.chosen_game import named
from wormhole.rules.variant import LeftSquare
from wormhole.training.puzzle_themes import THEMES, themes_of

LEAST = {"wormhole": 1000}
LEAST_OF_FAMILY, LEAST_OF_OTHERS = 50, 20

FAMILY = tuple(RULES)

QUICK_GOALS = ("mate in 1", "mate in 2", "mate in 4", "win")
"""The quick test takes one puzzle of each, since the reference rules need seconds for a mate in three.

With dice, where each move has 64 outcomes, it takes only a mate in one.
"""

PARTS = 40
"""The parts into which the puzzles of Wormhole Chess are divided, so that all cores check them."""


def all_puzzles():
    return [puzzle for name in games_with_puzzles() for puzzle in shipped(name)]


def samples():
    """The puzzle with the fewest pieces of each game of the family and goal, and two of each other game."""
    found = {}
    for puzzle in all_puzzles():
        goal = puzzle.goal if puzzle.variant in FAMILY else puzzle.is_mate
        rival = found.setdefault((puzzle.variant, goal), puzzle)
        if (len(puzzle.moves), pieces(puzzle)) < (len(rival.moves), pieces(rival)):
            found[puzzle.variant, goal] = puzzle
    return [
        puzzle
        for (name, goal), puzzle in found.items()
        if goal == "mate in 1"
        or name not in FAMILY
        or (goal in QUICK_GOALS and variant(name).left_square is not LeftSquare.RANDOM)
    ]


def pieces(puzzle):
    """The number of pieces on the board."""
    return sum(letter.isalpha() and letter != "x" for letter in puzzle.fen.split()[0])


@pytest.mark.parametrize("name", games_with_puzzles())
def test_there_are_many_puzzles_of_every_kind(name):
    puzzles = shipped(name)
    is_of_family = name in FAMILY
    assert len(puzzles) >= LEAST.get(name, LEAST_OF_FAMILY if is_of_family else LEAST_OF_OTHERS)
    assert len({puzzle.key for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.variant for puzzle in puzzles} == {name}
    sides = Counter(puzzle.fen.split()[1] for puzzle in puzzles)
    assert min(sides["w"], sides["b"]) >= 0.3 * len(puzzles)
    assert len({theme for puzzle in puzzles for theme in puzzle.themes}) >= (5 if is_of_family else 2)
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    assert ratings[-1] - ratings[0] >= 500
    if named(name).variant.left_square is not LeftSquare.RANDOM:
        goals = Counter(puzzle.goal for puzzle in puzzles)
        assert goals["mate in 1"] + goals["win in 1"] <= max(8, 0.1 * len(puzzles))
        assert len(goals) >= 3


def test_there_are_enough_first_puzzles():
    few = {name for name in games_with_puzzles() if sum(each.win_in == 1 for each in shipped(name)) < 8}
    assert few == {"smess", "wormhole-smess", "antichess"}


def test_themes_are_those_that_the_rules_find():
    known = {theme: puzzle for puzzle in all_puzzles() for theme in puzzle.themes}
    assert set(known) <= set(THEMES)
    assert len(known) >= len(THEMES) - 2
    for puzzle in set(known.values()):
        assert themes_of(puzzle.board(), puzzle.moves) == puzzle.themes


@pytest.mark.parametrize("puzzle", samples(), ids=lambda puzzle: f"{puzzle.variant} {puzzle.key}")
def test_a_shipped_puzzle_has_one_solution(puzzle):
    assert_sound(puzzle)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_all_shipped_puzzles_have_one_solution(part):
    for puzzle in all_puzzles()[part::PARTS]:
        assert_sound(puzzle)

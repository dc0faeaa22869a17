"""Games of the catalogue with squares that go, or with dice, played beside the second reader of files.

``python -m tests.support.mutated_games`` compares more games.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle, product

import pytest

from tests.support.mutated_games import MUTATORS, compare, games, refusal
from tests.support.parts import exhaustive
from wormhole import variants

SOME = (
    "atomic",
    "capahouse",
    "crazyhouse",
    "grand",
    "janggi",
    "makruk",
    "petrified",
    "placement",
    "shouse",
    "sittuyin",
    "spartan",
    "torishogi",
    "xiangqi",
)
"""With drops, gating, setting up, hoppers, zones, explosions, several royal pieces, counting, and promotions
both ways."""
QUICK = set(zip(SOME, cycle(MUTATORS), strict=False))
"""Each of them with one mutator."""

REFUSED_WITH_DICE = {
    "janggi": "lines cannot be combined with arrows or random wormholes",
    "paradigm": "with random wormholes only straight leaps can be blocked by pieces",
    "smess": "random wormholes cannot be combined with arrows",
    "xiangqi": "with random wormholes royal pieces do not face each other",
}


@pytest.mark.parametrize(
    ("name", "mutator"),
    [pytest.param(*pair, marks=() if pair in QUICK else exhaustive) for pair in product(SOME, MUTATORS)],
)
def test_a_random_game_is_the_same_for_a_second_reader(name: str, mutator: str):
    assert refusal(name, mutator) or compare(name, mutator, seeds=[1], plies=12) > 1


@pytest.mark.parametrize(
    ("name", "mutator", "rules"),
    [
        ("crazyhouse", "fold", {"drop", "capture into the hand", "over or through holes"}),
        ("atomic", "vanish", {"capture: explode", "explosion of pieces beside"}),
        ("shako", "fold", {"hop"}),
        ("breakthrough", "fold", {"end: a goal is reached"}),
    ],
)
def test_random_games_meet_the_rules_of_their_game(name: str, mutator: str, rules: set[str]):
    met = Counter[str]()
    compare(name, mutator, seeds=[1, 3], plies=40, met=met)
    assert rules <= met.keys()


def test_what_has_no_dice_is_refused_with_the_reason():
    assert all(refusal(name, "random").endswith(reason) for name, reason in REFUSED_WITH_DICE.items())
    reasons = {refusal(name, "random").rpartition(": ")[2] for name in games()}
    assert reasons == {"", *REFUSED_WITH_DICE.values()}


@pytest.mark.parametrize("mutator", ["fold", "vanish"])
def test_squares_may_go_in_every_game(mutator: str):
    assert [name for name in games() if refusal(name, mutator)] == []


@exhaustive
@pytest.mark.parametrize("mutator", MUTATORS)
@pytest.mark.parametrize("name", variants())
def test_more_random_games_are_the_same(name: str, mutator: str):
    if name not in games():
        pytest.skip("its squares go anyway")
    assert refusal(name, mutator) or compare(name, mutator, seeds=[2], plies=20) > 1

"""Betza notation: the squares that a piece reaches from e4 of an empty board, from ``data/betza.jsonl``."""

from __future__ import annotations

import re

import pytest

from tests.support.data_files import each, rows
from wormhole import VariantError, variant
from wormhole.rules.betza import Path, paths
from wormhole.rules.geometry import OFF

GAME = variant("wormhole")
GEOMETRY = GAME.geometry


def reached(found):
    """The ends of paths from e4 of an empty board."""
    return {name for path in found for name in ends(path)}


def ends(path):
    square, steps = GEOMETRY.parse("e4"), list(path.steps)
    while steps and (square := GEOMETRY.step(square, steps.pop(0))) != OFF:
        if not steps:
            yield GEOMETRY.names[square]
            steps = list(path.steps) if path.ride else []


@each("betza")
def test_squares_reached(row):
    if "refused" in row:
        with pytest.raises(VariantError, match=re.escape(row["refused"])):
            paths(row["moves"])
        return
    found = paths(row["moves"])
    assert reached(found) == set(row["reaches"])
    assert {(path.moves, path.captures) for path in found} == {
        ("captures_only" not in row, "moves_only" not in row)
    }


@pytest.mark.parametrize("moves", [row["moves"] for row in rows("betza") if "reaches" in row])
def test_turned_paths_lead_the_other_way(moves):
    turned = [path.turned() for path in paths(moves)]
    around = {GEOMETRY.place[GEOMETRY.parse(name)] for name in reached(paths(moves))}
    for path in turned:
        assert path.turned() in paths(moves)
    mirrored = {(8 - column, 6 - row) for column, row in around}  # round e4, which is (4, 3)
    on_board = {place for place in mirrored if place in GEOMETRY.square_at}
    assert on_board <= {GEOMETRY.place[GEOMETRY.parse(name)] for name in reached(turned)}


def test_orthogonal_steps_come_first():
    """North is 0, north-east 1, and so on clockwise."""
    assert {path.steps for path in paths("ffN")} == {(0, 1), (0, 7)}
    assert {path.steps for path in paths("ffC")} == {(0, 0, 1), (0, 0, 7)}


def test_the_pawn_of_wormhole_chess():
    assert set(variant("wormhole").piece_types["P"].paths) == {
        Path((0,), captures=False),
        Path((1,), moves=False),
        Path((7,), moves=False),
        Path((0, 0), captures=False, lame=True, from_home=True),
    }


def test_no_piece_reaches_further_than_any_board():
    with pytest.raises(VariantError, match="'W300'"):
        paths("W300")

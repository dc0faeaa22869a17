"""Changing search parameters by name."""

from __future__ import annotations

import pytest

from wormhole import WormholeError, menu, variant
from wormhole.engine.configuration import usual_features, workspace_for
from wormhole.engine.loops.workspace import FEATURES, MOBILITY, NULL_MOVE, TERMS
from wormhole.engine.thinker import Thinker
from wormhole.engine.weights import PLACES, weights


def test_only_named_parameters_change():
    usual = workspace_for(variant("wormhole"), overrides={"network": 0})
    changed = workspace_for(variant("wormhole"), overrides={"network": 0, "null_move": 3, "mobility": 1.5})
    assert (changed.features[NULL_MOVE], changed.weights[MOBILITY]) == (3, 24)
    assert [index for index in range(len(FEATURES)) if usual.features[index] != changed.features[index]] == [
        NULL_MOVE
    ]
    assert (usual.piece_square == changed.piece_square).all()


def test_the_null_move_is_on_only_where_squares_stay():
    null_move = {name: usual_features(variant(name))["null_move"] for name in menu("family")}
    assert null_move["chess"] > 0
    assert null_move["wormhole"] == null_move["cheshire"] == 0


def test_checks_that_cost_a_piece_are_extended_where_checks_are_counted():
    sound_checks = {
        name: usual_features(variant(name))["sound_checks"] for name in ("chess", "3check", "5check")
    }
    assert sound_checks == {"chess": 1, "3check": 0, "5check": 0}


def test_an_unknown_name_is_refused():
    with pytest.raises(WormholeError, match="no_move"):
        Thinker(variant("wormhole"), fast=False, overrides={"no_move": 0})


def test_the_files_have_all_parameters():
    assert set(usual_features(variant("wormhole"))) == set(FEATURES)
    usual = weights(variant("wormhole"), tuned=False)
    assert (set(usual.terms), set(usual.places)) == (set(TERMS), set(PLACES))

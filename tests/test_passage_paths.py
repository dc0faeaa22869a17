"""The tables of the paths on a board with passages."""

import numpy as np
import pytest

from wormhole.rules.game_file import variant
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.tables import VECTORS
from wormhole.rules.tabulation import tables

SQUARES = 64


@pytest.fixture(scope="module")
def made():
    return tables(variant("random-wormhole"))


def test_a_step_stays_in_its_orbit_with_and_without_a_gate(made):
    orbits = made.orbits.reshape(VECTORS, ROW)
    for orbit, both in zip(orbits, made.vectors.reshape(VECTORS, 2, ROW), strict=True):
        for steps in both:
            origins = np.flatnonzero(steps != OFF)
            assert (orbit[origins] == orbit[steps[origins]]).all()


def test_a_vector_cannot_reach_most_squares(made):
    """Around an edgeless board of 8 x 8 squares, steps by one vector meet 8 of them at most."""
    steps = made.vectors.reshape(VECTORS, 2, ROW)
    used = (steps != OFF).any(axis=(1, 2))
    assert used.sum() >= 20
    for orbit in made.orbits.reshape(VECTORS, ROW)[used]:
        sizes = np.unique(orbit[:SQUARES], return_counts=True)[1]
        assert sizes.sum() == SQUARES
        assert sizes.max() <= 8

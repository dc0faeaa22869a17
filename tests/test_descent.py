"""The loss of a network in training and its slopes, against NumPy's products and against differences."""

from __future__ import annotations

import numpy as np
import pytest

from wormhole import variant
from wormhole.compiling.groups import available
from wormhole.engine.loops.workspace import MOST_OUTPUTS
from wormhole.training.encoding import EncodedPositions, Encoding
from wormhole.training.fit import Positions, cross_entropies
from wormhole.training.loops.descent import NetworkWeights, adam_step, add_gradients, run_forward
from wormhole.training.training_loops import FITTING

WIDTH = 6
ENCODING = Encoding.of(variant("wormhole"), banked=True)
LOOPS = ["plain", pytest.param("compiled", marks=pytest.mark.skipif(not available(), reason="needs numba"))]


@pytest.fixture(params=LOOPS)
def ways(request):
    """From a loop to its plain or compiled form."""
    return FITTING.twin if request.param == "compiled" else lambda loop: loop


def weights_and_positions(count=20):
    """Weights that clip part of the hidden layer, and positions with a third of the board."""
    dice = np.random.default_rng(5)
    squares, features = ENCODING.squares, ENCODING.features
    values = 0.3 * dice.standard_normal(features)
    weights = NetworkWeights.random(values, WIDTH, 2, ENCODING.banks)
    weights.rows[:] *= 4
    weights.rows[:] += 0.2 * dice.standard_normal(weights.rows.shape).astype(np.float32)
    weights.output[:] += dice.standard_normal(weights.output.shape).astype(np.float32)
    weights.tempo[:] = 0.2
    planes = dice.integers(0, ENCODING.planes, (count, squares))
    found = (planes * squares + np.arange(squares)).astype(np.uint16)
    found[dice.random(found.shape) < 2 / 3] = features
    most = [2 * ENCODING.banks, 2 * ENCODING.banks, MOST_OUTPUTS]
    banks = dice.integers(0, most, (count, 3)).astype(np.uint8)
    return weights, Positions(EncodedPositions(found, banks), dice.random(count).astype(np.float32))


def room():
    """Working memory."""
    return np.zeros(2 * WIDTH, np.float32), np.zeros((3, ENCODING.squares), np.int64)


def outputs_by_products(weights, encoded):
    """The outputs by products of float64 matrices."""
    seen = np.zeros((len(encoded.features), ENCODING.features + 1))
    np.put_along_axis(seen, encoded.features.astype(np.intp), 1.0, axis=1)
    seen = seen[:, :-1]
    rows, bias, ahead, values, tempo = (array.astype(np.float64) for array in weights)
    over, sides = ENCODING.other_view, ENCODING.sideways[:-1]
    banks, found = rows.reshape(ENCODING.banks, ENCODING.features, WIDTH), []
    for one, (own, other, output) in zip(seen, encoded.banks, strict=True):
        views = []
        for zone, face in ((own, np.arange(len(over))), (other, over)):
            views.append(one @ banks[zone >> 1][sides[face] if zone & 1 else face] + bias)
        hidden = np.clip(np.concatenate(views), 0, 1) ** 2
        found.append(hidden @ ahead.reshape(MOST_OUTPUTS, -1)[output])
    return np.array(found) + seen @ (values - values[over]) / 2 + tempo[0]


def slopes_of(weights, positions, loop):
    """The loss, and the slope for each array of weights."""
    slopes = NetworkWeights(*map(np.zeros_like, weights))
    encoded, targets = positions.encoded, positions.targets
    loss = loop(encoded.features, encoded.banks, targets, ENCODING.faces, weights, slopes, *room())
    return loss, slopes


def test_outputs_are_those_of_the_products(ways):
    weights, positions = weights_and_positions()
    outputs = np.zeros(len(positions), np.float32)
    encoded = positions.encoded
    ways(run_forward)(encoded.features, encoded.banks, ENCODING.faces, weights, *room(), outputs)
    assert np.allclose(outputs, outputs_by_products(weights, encoded), rtol=1e-4, atol=1e-4)


def test_the_loss_falls_as_its_slopes_say(ways):
    """Each array is moved a little in a random direction; both losses are exact."""
    weights, positions = weights_and_positions()
    loss, slopes = slopes_of(weights, positions, ways(add_gradients))

    def exact_loss(changed):
        return cross_entropies(outputs_by_products(changed, positions.encoded), positions.targets).mean()

    assert loss == pytest.approx(exact_loss(weights), rel=1e-4)
    dice = np.random.default_rng(8)
    for place, slope in enumerate(slopes):
        way = dice.standard_normal(slope.shape)
        moved = []
        for sign in (1, -1):
            arrays = [array.astype(np.float64) for array in weights]
            arrays[place] += sign * 1e-5 * way
            moved.append(exact_loss(NetworkWeights(*arrays)))
        assert np.sum(slope * way) == pytest.approx((moved[0] - moved[1]) / 2e-5, rel=2e-3, abs=1e-4)


def test_a_step_is_one_of_adam(ways):
    """The first step has the size of the rate, against the slope; the decay leads back to the origin."""
    weights, origins = np.array([1, 1, 1], np.float32), np.array([1, 1, 0], np.float32)
    slopes = np.array([5, -0.1, 0], np.float32)
    means, squares = (np.zeros(3, np.float32) for _ in range(2))
    sharpness = np.sqrt(1 - 0.999) / (1 - 0.9)
    ways(adam_step)(weights, origins, slopes, means, squares, 0.01, sharpness, 0.5)
    assert weights == pytest.approx([0.99, 1.01, 0.995], abs=1e-5)
    assert slopes.tolist() == [0, 0, 0]

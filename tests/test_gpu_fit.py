"""Fitting by PyTorch gives the same network as the compiled loops do, from the same positions."""

from __future__ import annotations

import numpy as np
import pytest

from wormhole import variant
from wormhole.compiling.groups import available
from wormhole.engine.loops.workspace import MOST_OUTPUTS, WIDTH
from wormhole.training.encoding import EncodedPositions, Encoding
from wormhole.training.fit import Fit, Positions
from wormhole.training.fitting import rounded
from wormhole.training.loops.descent import NetworkWeights

pytest.importorskip("torch")

from wormhole.training.gpu_fit import GpuFit

pytestmark = pytest.mark.skipif(not available(), reason="needs numba")


def positions_of(encoding, count=4000):
    """Random pieces, of which the first type is worth something."""
    dice = np.random.default_rng(1)
    features = dice.integers(0, encoding.features, (count, encoding.most_active)).astype(np.uint16)
    features[dice.random(features.shape) < 0.5] = encoding.features
    most = [2 * encoding.banks, 2 * encoding.banks, MOST_OUTPUTS]
    banks = dice.integers(0, most, (count, 3)).astype(np.uint8)
    planes = features // encoding.places
    good = (planes == 0).sum(axis=1) - (planes == encoding.planes // 2).sum(axis=1)
    targets = (1 / (1 + np.exp(-good + dice.standard_normal(count)))).astype(np.float32)
    return Positions(EncodedPositions(features, banks), targets)


@pytest.mark.parametrize(
    ("name", "banked"),
    [("wormhole", False), ("chess", True), ("smess", True), ("3check", True), ("crazyhouse", True)],
)
def test_both_ways_give_the_same_network(name, banked, monkeypatch):
    monkeypatch.setattr(GpuFit, "batch", Fit.batch)
    encoding = Encoding.of(variant(name), banked=banked)
    positions = positions_of(encoding)
    fits, losses = [], []
    for way in (Fit, GpuFit):
        weights = NetworkWeights.random(np.zeros(encoding.features), WIDTH, 1, encoding.banks)
        fit = way(encoding, weights, 3)
        losses.append([fit.run_epoch(positions, lambda share: 4e-3) for _ in range(3)])
        fits.append(fit)
    assert np.allclose(*losses, rtol=1e-5)
    assert losses[0][-1] < losses[0][0]
    outputs = [fit.outputs(positions.encoded) for fit in fits]
    assert np.allclose(*outputs, rtol=1e-3, atol=1e-3)
    loops, gpu = (rounded(encoding, fit.weights, 0.004, "here") for fit in fits)
    for field in ("rows", "bias", "own", "other", "values"):
        assert np.abs(getattr(loops, field).astype(int) - getattr(gpu, field)).max() <= 1, field

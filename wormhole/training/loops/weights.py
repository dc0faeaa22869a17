"""The weights of a network in training."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class NetworkWeights(NamedTuple):
    """The weights of a network in training, or something for each of them, float32.

    * ``rows`` [features, width], ``bias`` [width]: the hidden layer
    * ``ahead`` [2 * width]: the output's weights, those of the view of the side to move first
    * ``values`` [features]: the value of each feature; the other side's are the same with the opposite sign
    * ``tempo`` [1]: the value of being to move
    """

    rows: np.ndarray
    bias: np.ndarray
    output: np.ndarray
    values: np.ndarray
    tempo: np.ndarray

    @staticmethod
    def random(values: np.ndarray, width: int, seed: int) -> NetworkWeights:
        """Small random weights; float32[features] ``values`` to begin with."""
        features = len(values)
        generator = np.random.default_rng(seed)

        def some(*shape: int, spread: float) -> np.ndarray:
            return (spread * generator.standard_normal(shape)).astype(np.float32)

        return NetworkWeights(
            some(features, width, spread=0.08),
            np.full(width, 0.25, np.float32),
            some(2 * width, spread=0.02),
            values.astype(np.float32),
            np.zeros(1, np.float32),
        )

"""Fits a network to positions with their scores and results.

The network has a hidden layer for each side's view with the same weights, clipped to 0..1 and squared, and
an output that also counts a value of each piece on its square (https://www.chessprogramming.org/NNUE). It
predicts the chance to win: the logistic function of its output.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from wormhole.base.errors import WormholeError
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.workspace import MOST_HIDDEN, WIDTH
from wormhole.engine.network import MOST_SUM, OUTPUT_SCALE, Network, most_sums
from wormhole.rules.tables import FIRST_PIECE
from wormhole.training.encoding import Encoding
from wormhole.training.loops.descent import NetworkWeights
from wormhole.training.positions import Batch
from wormhole.training.training_loops import DESCENT, FITTING

BATCH = 1024
FIRST_RATE, LAST_RATE = 4e-3, 1e-5
KNOWN_RATE = 1e-3
"""The first rate for weights that are known from another game."""
DECAY, MOST_DECAY = 150_000, 2.0
"""Each step moves a weight back towards its origin (0, the piece's value, or its weight in another game) by
its rate times ``DECAY`` / positions (https://arxiv.org/abs/1711.05101). Few positions need more of it."""
MOST_WEIGHT, MOST_HAND_WEIGHT = 1.98, 0.4
"""The greatest size of a weight, which keeps the integers of the search small; many pieces may be in hand."""

VALIDATION_SHARE = 0.04
"""The share of batches of games that the network never sees: its validation loss is computed on them."""
TRACE_DECAY = 0.6
"""The share of a position's target that is the target of the next one of its game, up to the game's result;
the rest is the score of its own search.

A search sees less than the play that follows. But all positions of a game share its result, so with too large
a share a network learns the games by heart.
"""
EPOCHS = 2, 8
"""The fewest and the most epochs through the positions."""
SAMPLE = 16_384
"""Positions that show how long an epoch takes."""
STEEPNESS_SAMPLE = 500_000
"""Positions that the curve from scores to chances is fitted to, at most."""
STEEPNESSES = np.arange(0.0008, 0.0100, 0.0002)


def rounded(encoding: Encoding, weights: NetworkWeights, steepness: float, made: str) -> Network:
    """The network in whole numbers. Rows that could overflow 16 bits are scaled down."""
    variant, places = encoding.variant, encoding.places
    types = len(variant.piece_types)
    rows = weights.rows.reshape(encoding.planes, places, -1)
    most = most_sums(rows, bool(variant.hands)) + np.abs(weights.bias)
    shrunk = np.minimum(1.0, MOST_SUM / np.maximum(most, 1e-9))
    own, other = np.split(np.round(weights.output * OUTPUT_SCALE).astype(np.int16), 2)
    values = (weights.values - weights.values[encoding.other_view]) / 2
    return Network(
        letters="".join(variant.piece_types),
        steepness=float(steepness),
        tempo=float(weights.tempo[0] / steepness),
        made=made,
        rows=np.round(rows * shrunk * MOST_HIDDEN).astype(np.int16),
        bias=np.round(weights.bias * shrunk * MOST_HIDDEN).astype(np.int16),
        own=own,
        other=other,
        values=np.round(values.reshape(encoding.planes, places)[:types] / steepness).astype(np.int16),
        hands=bool(variant.hands),
    )


def transferred_weights(
    encoding: Encoding, network: Network, steepness: float, fresh: NetworkWeights
) -> NetworkWeights:
    """The weights of another game's network, whose board has as many squares.

    Piece types are matched by their letters; those that the other game does not have keep the ``fresh``
    weights, as do hands that only one of the games has.
    """
    types, known = len(encoding.variant.piece_types), len(network.letters)
    rows = fresh.rows.reshape(encoding.planes, encoding.places, -1).copy()
    values = fresh.values.reshape(encoding.planes, encoding.places).copy()
    both = slice(min(encoding.places, network.rows.shape[1]))
    mirror = encoding.mirror[both]
    rows[2 * types, both] = network.rows[2 * known, both] / MOST_HIDDEN
    for index, letter in enumerate(encoding.variant.piece_types):
        place = network.letters.find(letter)
        if place >= 0:
            rows[index, both] = network.rows[place, both] / MOST_HIDDEN
            rows[types + index, both] = network.rows[known + place, both] / MOST_HIDDEN
            values[index, both] = steepness * network.values[place, both]
            values[types + index, both] = -steepness * network.values[place, mirror]
    ahead = steepness / network.steepness / OUTPUT_SCALE
    return NetworkWeights(
        rows.reshape(encoding.features, -1),
        (network.bias / MOST_HIDDEN).astype(np.float32),
        (np.concatenate([network.own, network.other]) * ahead).astype(np.float32),
        values.ravel(),
        np.array([steepness * network.tempo], np.float32),
    )


@dataclass(frozen=True)
class Positions:
    """Positions: ``features`` uint16[n, most_active], ``targets`` float32[n], chances to win."""

    features: np.ndarray
    targets: np.ndarray

    def __len__(self) -> int:
        return len(self.targets)


class Fit:
    """Fits weights to positions, epoch by epoch, with Adam (https://arxiv.org/abs/1412.6980).

    ``are_known``: the weights are those of another game, and decay towards them.
    """

    def __init__(
        self, encoding: Encoding, weights: NetworkWeights, seed: int = 0, *, are_known: bool = False
    ) -> None:
        self.weights = weights
        self._encoding = encoding
        self._generator = np.random.default_rng(seed)
        is_fast = FITTING.use()
        self._add_gradients, self._run_forward, self._adam_step = (
            FITTING.twin(loop) if is_fast else loop for loop in DESCENT
        )
        self._hidden = np.zeros(2 * len(weights.bias), np.float32)
        self._active = np.zeros(encoding.most_active, np.int64)
        self._most = np.where(encoding.in_hand, MOST_HAND_WEIGHT, MOST_WEIGHT).astype(np.float32)[:, None]
        zeros = NetworkWeights(*map(np.zeros_like, weights))
        origins = weights if are_known else zeros._replace(values=weights.values)
        self._origins = NetworkWeights(*map(np.copy, origins))
        self._gradients, self._means, self._squares = (
            NetworkWeights(*map(np.zeros_like, weights)) for _ in range(3)
        )
        self._steps = 0

    def run_epoch(self, positions: Positions, rate: Callable[[float], float | None]) -> float | None:
        """Go through all positions once; returns the mean cross entropy.

        ``rate`` is the rate of a step by the share of the pass that is done; None ends the pass.
        """
        order = self._generator.permutation(len(positions))
        decay = min(DECAY / len(positions), MOST_DECAY)
        total = 0.0
        for start in range(0, len(order), BATCH):
            chosen = np.sort(order[start : start + BATCH])
            features = self._mirrored(positions.features[chosen])
            loss = self._add_gradients(
                features,
                positions.targets[chosen],
                self._encoding.other_view,
                self.weights,
                self._gradients,
                self._hidden,
                self._active,
            )
            total += loss * len(chosen)
            size = rate(start / len(order))
            if size is None:
                return None
            self._step(size, decay)
        return total / len(order)

    def loss(self, positions: Positions) -> float:
        """The mean cross entropy of these positions."""
        return float(cross_entropies(self.outputs(positions.features), positions.targets).mean())

    def outputs(self, features: np.ndarray) -> np.ndarray:
        """float32[n]: the network's outputs for encoded positions; the logistic of one is a chance."""
        outputs = np.zeros(len(features), np.float32)
        self._run_forward(
            features, self._encoding.other_view, self.weights, self._hidden, self._active, outputs
        )
        return outputs

    def _mirrored(self, features: np.ndarray) -> np.ndarray:
        """Features of positions, half of them mirrored sideways where that makes no difference."""
        sides = self._encoding.sideways
        if sides is None:
            return features
        mirrored = self._generator.random(len(features)) < 0.5
        mirrored &= ~self._encoding.one_sided[features].any(axis=1)
        return np.where(mirrored[:, None], sides[features], features)

    def _step(self, rate: float, decay: float) -> None:
        """One step of Adam."""
        self._steps += 1
        correction = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for arrays in zip(
            self.weights, self._origins, self._gradients, self._means, self._squares, strict=True
        ):
            self._adam_step(*map(np.ravel, arrays), rate, correction, decay)
        np.clip(self.weights.output, -MOST_WEIGHT, MOST_WEIGHT, out=self.weights.output)
        np.clip(self.weights.rows, -self._most, self._most, out=self.weights.rows)
        self.weights.values[self._encoding.royal] = 0


def cross_entropies(outputs: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The cross entropy of each target for the logistic of an output."""
    return np.logaddexp(0, outputs) - targets * outputs


@dataclass(frozen=True)
class FittedNetwork:
    """A network, and mean cross entropies of the results of games that it was not fitted to.

    ``validation_loss`` is its own, ``search_loss`` that of the searches' scores, and ``material_loss`` that
    of the pieces' values.
    """

    network: Network
    validation_loss: float
    search_loss: float
    material_loss: float
    positions: int


def fit_network(
    encoding: Encoding,
    batches: Sequence[Batch],
    seconds: float,
    seed: int,
    made: str,
    report: Callable[[float], bool],
    like: Network | None = None,
) -> FittedNetwork | None:
    """Fit a network to all positions in about so many seconds.

    It begins with the network ``like`` of another game, if there is one. ``report`` gets the finished share
    and returns whether to continue; the result is None if not. Raises :class:`WormholeError` if there are no
    positions.
    """
    held_out = max(1, round(VALIDATION_SHARE * len(batches)))
    if not sum(map(len, batches[:-held_out])) or not sum(map(len, batches[-held_out:])):
        raise WormholeError("the games are too short to learn from: hardly any position in them is quiet")
    seen, validation = Batch.joined(batches[:-held_out]), Batch.joined(batches[-held_out:])
    steepness = steepness_of(seen)
    values = _values(encoding) * steepness
    weights, first_rate = NetworkWeights.random(values, WIDTH, seed), FIRST_RATE
    if like is not None:
        weights, first_rate = transferred_weights(encoding, like, steepness, weights), KNOWN_RATE
    fit = Fit(encoding, weights, seed, are_known=like is not None)
    positions = Positions(encoding.of_records(seen.records), targets(seen, steepness))
    epochs = _epochs(encoding, positions, values, seconds)
    for number in range(epochs):

        def rate(share: float, number: int = number) -> float | None:
            done = (number + share) / epochs
            if not report(done):
                return None
            return LAST_RATE + first_rate * (1 + math.cos(math.pi * done)) / 2

        if fit.run_epoch(positions, rate) is None:
            return None
    results = Positions(encoding.of_records(validation.records), validation.chances)
    network = rounded(encoding, fit.weights, steepness, made)
    material = np.append(values, 0)[results.features].sum(axis=1)
    return FittedNetwork(
        network,
        fit.loss(results),
        _entropy(steepness * validation.scores, validation.chances),
        _entropy(material, validation.chances),
        len(seen),
    )


def _epochs(encoding: Encoding, positions: Positions, values: np.ndarray, seconds: float) -> int:
    """The number of epochs that fit into the time, measured on a few positions."""
    few = Positions(positions.features[:SAMPLE], positions.targets[:SAMPLE])
    begun = time.monotonic()
    Fit(encoding, NetworkWeights.random(values, WIDTH, 0)).run_epoch(few, lambda _: LAST_RATE)
    an_epoch = (time.monotonic() - begun) * len(positions) / len(few)
    return min(max(round(seconds / an_epoch), EPOCHS[0]), EPOCHS[1])


def targets(batch: Batch, steepness: float, decay: float = TRACE_DECAY) -> np.ndarray:
    """float32[n]: the target of each position, a chance of the side to move.

    It is the lambda return of TD(lambda), see
    https://www.chessprogramming.org/Temporal_Difference_Learning.
    """
    found = batch.turned(1 / (1 + np.exp(-steepness * batch.scores)))
    ends, later = np.cumsum(batch.lengths), (batch.results + 1) / 2
    for back in range(1, batch.lengths.max(initial=0) + 1):
        games = batch.lengths >= back
        here = ends[games] - back
        later[games] = found[here] = (1 - decay) * found[here] + decay * later[games]
    return batch.turned(found).astype(np.float32)


def steepness_of(batch: Batch) -> float:
    """The steepness of the logistic curve that fits the results to the searches' scores best."""
    every = slice(None, None, -(-len(batch) // STEEPNESS_SAMPLE))
    chances, scores = batch.chances[every], batch.scores[every]
    return float(min(STEEPNESSES, key=lambda steepness: _entropy(steepness * scores, chances)))


def _values(encoding: Encoding) -> np.ndarray:
    """float64[features]: the values of the pieces without a network, in centipawns."""
    variant, types = encoding.variant, len(encoding.variant.piece_types)
    table = workspace_for(variant, overrides={"network": 0}).piece_square.reshape(-1, 256)
    planes = np.zeros((encoding.planes, encoding.places))
    for index in range(types):
        for side, sign in enumerate((1, -1)):
            number = FIRST_PIECE + 2 * index + side
            planes[index + side * types] = sign * table[number, encoding.places_of_piece(number)]
    values = planes.ravel()
    values[encoding.royal] = 0
    return values


def _entropy(outputs: np.ndarray, results: np.ndarray) -> float:
    """The mean cross entropy of the results for the logistic of these numbers."""
    return float(cross_entropies(outputs, results).mean())

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
from importlib.util import find_spec

import numpy as np

from wormhole.base.errors import WormholeError
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.workspace import MOST_HIDDEN, MOST_OUTPUTS, WIDTH
from wormhole.engine.network import MOST_SUM, OUTPUT_SCALE, Network, most_sums
from wormhole.rules.tables import FIRST_PIECE
from wormhole.training.encoding import Encoding
from wormhole.training.fit import Fit, Positions, cross_entropies
from wormhole.training.loops.descent import NetworkWeights
from wormhole.training.positions import Batch

FIRST_RATE, LAST_RATE = 4e-3, 1e-5
KNOWN_RATE, LIKE_RATE = 2e-4, 1e-3
"""The first rates for the weights of the network that ships for a game, and of another game's network."""
VALIDATION_SHARE = 0.04
"""The share of batches of games that the network never sees: its validation loss is computed on them."""
TRACE_DECAY = 0.6
"""The share of a position's target that is the target of the next one of its game, up to the game's result;
the rest is the score of its own search.

A search sees less than the play that follows. But all positions of a game share its result, so with too large
a share a network learns the games by heart.
"""
LEAST_EPOCHS = 2
SAMPLE_STEPS = 16
"""Steps that show how long an epoch takes."""
STEEPNESS_SAMPLE = 500_000
"""Positions that the curve from scores to chances is fitted to, at most."""
STEEPNESSES = np.arange(0.0008, 0.0100, 0.0002)


def rounded(encoding: Encoding, weights: NetworkWeights, steepness: float, made: str) -> Network:
    """The network in whole numbers. Rows that could overflow 16 bits are scaled down."""
    variant, places = encoding.variant, encoding.places
    types, has_hands, checks = len(variant.piece_types), bool(variant.hands), encoding.counts_checks
    rows = weights.rows.reshape(-1, places, len(weights.bias))
    most = np.max(
        [most_sums(bank, hands=has_hands, checks=checks) for bank in np.split(rows, encoding.banks)], axis=0
    )
    shrunk = np.minimum(1.0, MOST_SUM / np.maximum(most + np.abs(weights.bias), 1e-9))
    output = np.round(weights.output * OUTPUT_SCALE).astype(np.int16).reshape(MOST_OUTPUTS, 2, -1)
    values = (weights.values - weights.values[encoding.other_view]) / 2
    return Network(
        letters="".join(variant.piece_types),
        steepness=float(steepness),
        tempo=float(weights.tempo[0] / steepness),
        made=made,
        rows=np.round(rows * shrunk * MOST_HIDDEN).astype(np.int16),
        bias=np.round(weights.bias * shrunk * MOST_HIDDEN).astype(np.int16),
        own=output[:, 0].ravel(),
        other=output[:, 1].ravel(),
        values=np.round(values.reshape(encoding.planes, places)[:types] / steepness).astype(np.int16),
        hands=has_hands,
        counts_checks=checks,
        kings=encoding.banks,
        outputs=MOST_OUTPUTS,
    )


def transferred_weights(
    encoding: Encoding, network: Network, steepness: float, fresh: NetworkWeights
) -> NetworkWeights:
    """The weights of another network, whose board has as many squares.

    If it has other banks or outputs, each of these begins with its first bank, and with the mean of its
    outputs. Piece types are matched by their letters; those that the other game does not have keep the
    ``fresh`` weights, as do hands and counted checks that only one of them has.
    """
    types, known = len(encoding.variant.piece_types), len(network.letters)
    rows = fresh.rows.reshape(encoding.banks, encoding.planes, encoding.places, -1).copy()
    values = fresh.values.reshape(encoding.planes, encoding.places).copy()
    both = slice(min(encoding.places, network.rows.shape[1]))
    mirror = encoding.mirror[both]
    banks = network.rows.reshape(network.kings, network.planes, -1, WIDTH)[:, :, both] / MOST_HIDDEN
    if network.kings != encoding.banks:
        banks = banks[:1]
    rows[:, 2 * types, both] = banks[:, 2 * known]
    if network.counts_checks and encoding.counts_checks:
        rows[:, 2 * types + 1 :, both] = banks[:, 2 * known + 1 :]
    for index, letter in enumerate(encoding.variant.piece_types):
        place = network.letters.find(letter)
        if place >= 0:
            rows[:, index, both] = banks[:, place]
            rows[:, types + index, both] = banks[:, known + place]
            values[index, both] = steepness * network.values[place, both]
            values[types + index, both] = -steepness * network.values[place, mirror]
    ahead = steepness / network.steepness / OUTPUT_SCALE
    output = np.stack([network.own, network.other]).reshape(2, network.outputs, WIDTH) * ahead
    if network.outputs != MOST_OUTPUTS:
        output = np.repeat(output.mean(axis=1, keepdims=True), MOST_OUTPUTS, axis=1)
    return NetworkWeights(
        rows.reshape(-1, WIDTH),
        (network.bias / MOST_HIDDEN).astype(np.float32),
        output.transpose(1, 0, 2).ravel().astype(np.float32),
        values.ravel(),
        np.array([steepness * network.tempo], np.float32),
    )


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
    known: Network | None = None,
    known_rate: float = KNOWN_RATE,
    decay: float = TRACE_DECAY,
) -> FittedNetwork | None:
    """Fit a network to all positions in about so many seconds.

    It begins with the network ``known``, if there is one, and with ``known_rate``; else with random weights.
    ``decay`` is that of the targets. ``report`` gets the finished share and returns whether to continue; the
    result is None if not. Raises :class:`WormholeError` if there are no positions.
    """
    held_out = max(1, round(VALIDATION_SHARE * len(batches)))
    if not sum(map(len, batches[:-held_out])) or not sum(map(len, batches[-held_out:])):
        raise WormholeError("the games are too short to learn from: hardly any position in them is quiet")
    seen, validation = Batch.joined(batches[:-held_out]), Batch.joined(batches[-held_out:])
    steepness = steepness_of(seen)
    values = _values(encoding) * steepness
    weights, first_rate = _random_weights(encoding, values, seed), FIRST_RATE
    if known is not None:
        weights, first_rate = transferred_weights(encoding, known, steepness, weights), known_rate
    way = _best_way()
    fit = way(encoding, weights, seed, are_known=known is not None)
    positions = Positions(encoding.of_records(seen.records), targets(seen, steepness, decay))
    epochs = _epochs(way(encoding, _random_weights(encoding, values, 0)), positions, seconds)
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
    material = np.append(values, 0)[results.encoded.features].sum(axis=1)
    return FittedNetwork(
        network,
        fit.loss(results),
        _entropy(steepness * validation.scores, validation.chances),
        _entropy(material, validation.chances),
        len(seen),
    )


def _epochs(fit: Fit, positions: Positions, seconds: float) -> int:
    """The number of epochs that fit into the time, measured by a few steps of a ``fit`` of no further use."""
    for steps in (1, SAMPLE_STEPS):  # the first step prepares what all need
        few = positions.first(steps * fit.batch)
        begun = time.monotonic()
        fit.run_epoch(few, lambda _: LAST_RATE)
    an_epoch = (time.monotonic() - begun) * len(positions) / len(few)
    return min(max(round(seconds / an_epoch), LEAST_EPOCHS), fit.most_epochs)


def _best_way() -> type[Fit]:
    """How to fit on this machine: by PyTorch if it has a graphics processor, else by compiled loops."""
    if find_spec("torch") is None:
        return Fit
    from wormhole.training.gpu_fit import GpuFit, has_gpu

    return GpuFit if has_gpu() else Fit


def _random_weights(encoding: Encoding, values: np.ndarray, seed: int) -> NetworkWeights:
    return NetworkWeights.random(values, WIDTH, seed, encoding.banks)


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

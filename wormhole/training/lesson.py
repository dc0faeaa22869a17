"""One lesson of a network: fitting it to positions, from new weights to whole numbers."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.workspace import WIDTH
from wormhole.engine.network import Network
from wormhole.rules.errors import WormholeError
from wormhole.rules.tables import FIRST_PIECE
from wormhole.training.encoding import Encoding
from wormhole.training.fitting import FIRST_RATE, KNOWN_RATE, LAST_RATE, Fit, Positions, cross_entropies
from wormhole.training.games import Batch
from wormhole.training.loops.weights import Weights
from wormhole.training.rounding import rounded, taken_over

HELD_OUT = 0.04
"""The share of batches of games that the network never sees, to judge it by."""
TRACE_DECAY = 0.6
"""How much of a position's target is that of the next one of its game, up to the game's result; the rest is
the score of its own search.

A search sees less than the play that follows. But all positions of a game have its result, so with too much
of it a network learns the games by heart.
"""
PASSES = 2, 8
"""The fewest and the most passes through the positions."""
SAMPLE = 16_384
"""Positions that show how long a pass takes."""
STEEPNESS_SAMPLE = 500_000
"""Positions that the curve from scores to chances is fitted to, at most."""
STEEPNESSES = np.arange(0.0008, 0.0100, 0.0002)


@dataclass(frozen=True)
class Learned:
    """A network and its mean cross entropies of the results of games that it has not seen.

    ``glance`` is its own, ``search`` that of the searches' scores, ``material`` that of the pieces' values.
    """

    network: Network
    glance: float
    search: float
    material: float
    positions: int


def learn(
    encoding: Encoding,
    batches: Sequence[Batch],
    seconds: float,
    seed: int,
    made: str,
    told: Callable[[float], bool],
    like: Network | None = None,
) -> Learned | None:
    """Fit a network to all positions in about so many seconds.

    It begins with the network of a game that is ``like`` this one. ``told`` the share done, it says whether
    to go on; None if not. Raises :class:`WormholeError` if there are no positions.
    """
    held = max(1, round(HELD_OUT * len(batches)))
    if not sum(map(len, batches[:-held])) or not sum(map(len, batches[-held:])):
        raise WormholeError("the games are too short to learn from: hardly any position in them is quiet")
    seen, unseen = Batch.joined(batches[:-held]), Batch.joined(batches[-held:])
    steepness = _steepness(seen)
    values = _values(encoding) * steepness
    weights, first_rate = Weights.random(values, WIDTH, seed), FIRST_RATE
    if like is not None:
        weights, first_rate = taken_over(encoding, like, steepness, weights), KNOWN_RATE
    fit = Fit(encoding, weights, seed, are_known=like is not None)
    positions = Positions(encoding.of_rows(seen.rows), targets(seen, steepness))
    passes = _passes(encoding, positions, values, seconds)
    for number in range(passes):

        def rate(share: float, number: int = number) -> float | None:
            done = (number + share) / passes
            if not told(done):
                return None
            return LAST_RATE + first_rate * (1 + math.cos(math.pi * done)) / 2

        if fit.one_pass(positions, rate) is None:
            return None
    results = Positions(encoding.of_rows(unseen.rows), unseen.chances)
    network = rounded(encoding, fit.weights, steepness, made)
    material = np.append(values, 0)[results.features].sum(axis=1)
    return Learned(
        network,
        fit.loss(results),
        _entropy(steepness * unseen.scores, unseen.chances),
        _entropy(material, unseen.chances),
        len(seen),
    )


def _passes(encoding: Encoding, positions: Positions, values: np.ndarray, seconds: float) -> int:
    """As many passes as are done in time, by the time that a few positions take."""
    few = Positions(positions.features[:SAMPLE], positions.targets[:SAMPLE])
    begun = time.monotonic()
    Fit(encoding, Weights.random(values, WIDTH, 0)).one_pass(few, lambda _: LAST_RATE)
    a_pass = (time.monotonic() - begun) * len(positions) / len(few)
    return min(max(round(seconds / a_pass), PASSES[0]), PASSES[1])


def targets(batch: Batch, steepness: float) -> np.ndarray:
    """float32[n]: what the network learns to say of each position, the chance of the side to move.

    It is the lambda return of TD(lambda), see
    https://www.chessprogramming.org/Temporal_Difference_Learning.
    """
    found = batch.turned(1 / (1 + np.exp(-steepness * batch.scores)))
    ends, later = np.cumsum(batch.lengths), (batch.results + 1) / 2
    for back in range(1, batch.lengths.max(initial=0) + 1):
        games = batch.lengths >= back
        here = ends[games] - back
        later[games] = found[here] = (1 - TRACE_DECAY) * found[here] + TRACE_DECAY * later[games]
    return batch.turned(found).astype(np.float32)


def _steepness(batch: Batch) -> float:
    """The steepness of the logistic curve that fits the results to the searches' scores best."""
    every = slice(None, None, -(-len(batch) // STEEPNESS_SAMPLE))
    chances, scores = batch.chances[every], batch.scores[every]
    return float(min(STEEPNESSES, key=lambda steepness: _entropy(steepness * scores, chances)))


def _values(encoding: Encoding) -> np.ndarray:
    """float64[features]: the values in centipawns that the pieces have without a network."""
    variant, squares = encoding.variant, encoding.squares
    types = len(variant.piece_types)
    table = workspace_for(variant, overrides={"network": 0}).piece_square.reshape(-1, 256)[:, :squares]
    planes = np.zeros((encoding.planes, squares))
    for index in range(types):
        planes[index] = table[FIRST_PIECE + 2 * index]
        planes[types + index] = -table[FIRST_PIECE + 2 * index + 1]
    values = planes.ravel()
    values[encoding.royal] = 0
    return values


def _entropy(outputs: np.ndarray, results: np.ndarray) -> float:
    """The mean cross entropy of the results for the logistic of these numbers."""
    return float(cross_entropies(outputs, results).mean())

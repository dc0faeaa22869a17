"""Logistic regression on chances, such as the results of games, with a normal prior on the weights.

https://www.chessprogramming.org/Texel%27s_Tuning_Method; solved by Newton's method,
https://en.wikipedia.org/wiki/Logistic_regression#Iteratively_reweighted_least_squares_(IRLS).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STEPS = 50
ENOUGH = 1e-9


@dataclass(frozen=True)
class Pull:
    """The mean and the standard deviation of each weight."""

    towards: np.ndarray
    spread: np.ndarray


def expected(scores: np.ndarray) -> np.ndarray:
    """The results expected for White from scores, 0.0 to 1.0."""
    return 0.5 + 0.5 * np.tanh(scores / 2)


def loss(scores: np.ndarray, results: np.ndarray) -> float:
    """The mean cross entropy of results and scores, in nats."""
    return float(np.mean(np.logaddexp(0, scores) - results * scores))


def scale_of(centipawns: np.ndarray, results: np.ndarray) -> float:
    """The factor of a centipawn that predicts the results best; Texel's K."""
    nowhere = Pull(np.zeros(1), np.full(1, np.inf))
    return float(fit(centipawns[:, None], results, nowhere, np.full(1, -np.inf), 1.0)[0])


def fit(
    features: np.ndarray,
    results: np.ndarray,
    pull: Pull,
    lowest: np.ndarray,
    scale: float,
    count: float = 1.0,
) -> np.ndarray:
    """The weights, none below ``lowest``, by which ``features`` predict ``results`` best.

    ``scale`` times the weighted sum of features is the logit. A row counts as ``count`` observations against
    the prior: less than one if rows are correlated.
    """
    free = np.full(len(lowest), fill_value=True)
    weights = pull.towards.astype(float)
    while True:
        weights = _newton(features, results, pull, weights, free, scale, count)
        low = free & (weights < lowest)
        if not low.any():
            return weights
        weights[low], free[low] = lowest[low], False


def _newton(
    features: np.ndarray,
    results: np.ndarray,
    pull: Pull,
    weights: np.ndarray,
    free: np.ndarray,
    scale: float,
    count: float,
) -> np.ndarray:
    """The best weights if only those in ``free`` may change."""
    seen = scale * features[:, free]
    stiffness = pull.spread[free] ** -2.0

    def cost(weights: np.ndarray) -> float:
        strayed = (weights - pull.towards)[free]
        return count * len(results) * loss(scale * features @ weights, results) + stiffness @ strayed**2 / 2

    weights = weights.copy()
    now = cost(weights)
    for _ in range(STEPS):
        chances = expected(scale * features @ weights)
        slope = count * seen.T @ (chances - results) + stiffness * (weights - pull.towards)[free]
        bend = count * (seen * (chances * (1 - chances))[:, None]).T @ seen + np.diag(stiffness)
        step = np.linalg.solve(bend, slope)
        shorter = weights.copy()
        shorter[free] -= step
        # Far from the optimum, a whole step may be too long.
        while (then := cost(shorter)) > now and np.abs(step).max() > ENOUGH:
            step /= 2
            shorter[free] = weights[free] - step
        gained, weights, now = now - then, shorter, then
        if gained < ENOUGH:
            break
    return weights

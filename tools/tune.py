"""Tunes the weights of a game's evaluation by games that the player plays against itself.

python -m tools.tune wormhole --games 2000 --keep positions.npz --write

Weights are fitted to the results of quiet positions, see ``tools/tuning/``. With ``--keep``, positions are
added to those in the file; ``--games 0`` fits those again. The new weights replace the game's file in
``wormhole/engine/weights/`` only if they predict held-out games better.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tqdm import tqdm

import wormhole
from tools.tuning.features import TERM_LOOPS, Features
from tools.tuning.regression import Pull, fit, loss, scale_of
from tools.tuning.samples import Sample, load, parts, save
from tools.tuning.selfplay import play_game
from tools.tuning.weights_file import text_of
from wormhole.engine.loops.workspace import TERMS
from wormhole.engine.weights import PLACES, Weights, weights
from wormhole.rules.variant import Variant

FOLDER = Path(__file__).resolve().parents[1] / "wormhole" / "engine" / "weights"

LEAST_CENTIPAWNS = 20
"""The lowest value of a piece."""

PRIOR_DEVIATION = 0.5
"""The standard deviation of the prior, as a share of the usual weights."""

POSITION_WEIGHT = 0.25
"""The weight of a position as an observation; positions of one game resemble each other."""


@dataclass(frozen=True)
class Found:
    """A fit, and the loss of the present weights and of the fit.

    ``held_out`` is the loss on games by fits made without them.
    """

    weights: Weights
    before: float
    after: float
    held_out: float


def tuned(variant: Variant, samples: list[Sample], without: Collection[str] = ()) -> Found:
    """The weights that predict the results of ``samples`` best, with the usual ones as prior.

    Terms and places named in ``without`` have weight 0.
    """
    features = Features(variant, fast=TERM_LOOPS.use())
    rows = np.stack([features.of(wormhole.Board(variant, sample.fen, seed=0)) for sample in samples])
    results = np.array([sample.result for sample in samples])
    left_out = [features.names.index(name) for name in without]
    rows[:, left_out] = 0
    games = np.array([sample.game for sample in samples])
    usual = features.row_of(weights(variant, tuned=False))
    spread = PRIOR_DEVIATION * np.abs(usual)
    usual[left_out] = 0
    scale = scale_of(rows @ usual, results)
    lowest = np.full(len(usual), -np.inf)
    lowest[: features.pieces] = LEAST_CENTIPAWNS
    pull = Pull(usual, spread)

    def fitted(used: np.ndarray) -> np.ndarray:
        return fit(rows[used], results[used], pull, lowest, scale, POSITION_WEIGHT)

    predicted = np.zeros(len(samples))
    for part in parts(games):
        predicted[part] = scale * rows[part] @ fitted(~part)
    present, found = features.row_of(weights(variant)), fitted(games >= 0)
    return Found(
        features.weights_of(found),
        loss(scale * rows @ present, results),
        loss(scale * rows @ found, results),
        loss(predicted, results),
    )


def played(variant: Variant, known: list[Sample], games: int, seed: int, nodes: int) -> list[Sample]:
    """``known`` and the positions of that many more games; Ctrl-C ends them early."""
    samples = list(known)
    first = max((sample.game for sample in known), default=-1) + 1
    with contextlib.suppress(KeyboardInterrupt):
        for number in tqdm(range(first, first + games), unit="game", disable=None):
            samples += play_game(variant, number, seed, nodes)
    return samples


def main() -> None:
    """Play, fit, print, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=wormhole.variants())
    parser.add_argument("--games", type=int, default=1000, help="games to play (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=2000, help="of each search (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of openings and tastes (default: %(default)s)")
    parser.add_argument("--keep", type=Path, help="an .npz file of positions, read and added to")
    parser.add_argument("--write", action="store_true", help="write the game's file of weights")
    parser.add_argument(
        "--without",
        nargs="*",
        choices=(*TERMS, *PLACES),
        default=(),
        help="terms with weight 0, which the search does not compute",
    )
    given = parser.parse_args()
    variant = wormhole.variant(given.game)
    known = load(given.keep) if given.keep else []
    samples = played(variant, known, given.games, given.seed, given.nodes)
    if given.keep:
        save(given.keep, samples)
    if len({sample.game for sample in samples}) < 100:
        sys.exit("fewer than 100 games tell nothing")
    found = tuned(variant, samples, given.without)
    games = samples[-1].game + 1
    comment = [
        f"python -m tools.tune {given.game} --games {games} --nodes {given.nodes} --seed {given.seed}"
        + "".join(f" {word}" for word in (("--without", *given.without) if given.without else ())),
        f"found this from {len(samples)} quiet positions. Mean cross entropy of the results before: "
        f"{found.before:.4f};",
        f"after: {found.after:.4f}, and {found.held_out:.4f} of games that were kept from the fit.",
    ]
    text = text_of(found.weights, comment)
    print(text, end="")
    if found.held_out >= found.before:
        sys.exit("no better on games kept from the fit: nothing is written")
    if given.write:
        (FOLDER / f"{given.game}.toml").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

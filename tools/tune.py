"""Tunes the weights of a game's evaluation by games that the player plays against itself.

python -m tools.tune crazyhouse --games 1000 --write

A thousand games are played in compiled code in a minute or so, and weights are fitted to the chances in quiet
positions, see ``tools/tuning/``. The new weights replace the game's file in ``wormhole/engine/weights/`` only
if they predict held-out games better than the present ones, and then win a match against them.
"""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

import wormhole
from tools.tuning.features import TERM_LOOPS, Features
from tools.tuning.options import self_play_parser
from tools.tuning.regression import Pull, fit, loss, scale_of
from tools.tuning.samples import Sample, parts, samples_of
from tools.tuning.weights_file import text_of
from wormhole.arena.engine_match import standing
from wormhole.engine.loops.workspace import TERMS
from wormhole.engine.weights import PLACES, Weights, weights
from wormhole.rules.variant import Variant
from wormhole.training.gate import STRONGER, Duelist, gate_match, is_stronger
from wormhole.training.positions import Batch
from wormhole.training.self_play_games import GAMES_A_JOB, NODES, SelfPlayer
from wormhole.training.training_loops import SELF_PLAY
from wormhole.work.crew import Crew, crew_of

FOLDER = Path(__file__).resolve().parents[1] / "wormhole" / "engine" / "weights"

LEAST_CENTIPAWNS = 20
"""The lowest value of a piece, except where a side wins by losing its pieces."""

PRIOR_DEVIATION = 0.5
"""The standard deviation of the prior, as a share of the usual weights."""
LEAST_DEVIATION = 1.0

POSITION_WEIGHT = 0.25
"""The weight of a position as an observation; positions of one game resemble each other."""

MOST_SAMPLES = 8000


@dataclass(frozen=True)
class Tuning:
    """A fit, and the loss of the present weights and of the fit.

    ``held_out`` is the loss on games by fits made without them.
    """

    weights: Weights
    before: float
    after: float
    held_out: float


def tuned(variant: Variant, samples: list[Sample], without: Collection[str] = ()) -> Tuning:
    """The weights that predict the chances of ``samples`` best, with the usual ones as prior.

    Terms and places named in ``without`` have weight 0.
    """
    features = Features(variant, fast=TERM_LOOPS.use())
    rows = np.stack([features.of(wormhole.Board(variant, sample.fen, seed=0)) for sample in samples])
    chances = np.array([sample.chance for sample in samples])
    left_out = [features.names.index(name) for name in without]
    rows[:, left_out] = 0
    games = np.array([sample.game for sample in samples])
    usual = features.row_of(weights(variant, tuned=False))
    spread = np.maximum(PRIOR_DEVIATION * np.abs(usual), LEAST_DEVIATION)
    usual[left_out] = 0
    scale = scale_of(rows @ usual, chances)
    lowest = np.full(len(usual), -np.inf)
    lowest[: features.pieces] = np.where(usual[: features.pieces] > 0, LEAST_CENTIPAWNS, -np.inf)
    pull = Pull(usual, spread)

    def fitted(used: np.ndarray) -> np.ndarray:
        return fit(rows[used], chances[used], pull, lowest, scale, POSITION_WEIGHT)

    predicted = np.zeros(len(samples))
    for part in parts(games):
        predicted[part] = scale * rows[part] @ fitted(~part)
    present, found = features.row_of(weights(variant)), fitted(games >= 0)
    return Tuning(
        features.weights_of(found),
        loss(scale * rows @ present, chances),
        loss(scale * rows @ found, chances),
        loss(predicted, chances),
    )


def played(variant: Variant, games: int, seed: int, nodes: int, crew: Crew) -> Batch:
    """So many games, in hundreds."""
    jobs = range(seed * 1_000_000, seed * 1_000_000 + -(-games // GAMES_A_JOB))
    with contextlib.closing(crew.results(partial(SelfPlayer, variant, None, nodes), jobs)) as done:
        found = dict(done)
    return Batch.joined([found[job] for job in jobs])


def main() -> None:
    """Play, fit, play the match, print, write."""
    parser = self_play_parser(__doc__, nodes=NODES)
    parser.add_argument("--games", type=int, default=1000, help="of self-play (default: %(default)s)")
    parser.add_argument(
        "--pairs", type=int, default=1000, help="of the match, at most (default: %(default)s)"
    )
    parser.add_argument("--match-nodes", type=int, default=500, help="of its searches (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="write the files of weights")
    parser.add_argument(
        "--without",
        nargs="*",
        choices=(*TERMS, *PLACES),
        default=(),
        help="terms with weight 0, which the search does not compute",
    )
    given = parser.parse_args()
    variant, crew = wormhole.variant(given.game), crew_of(given)
    SELF_PLAY.use()  # compiled once, not in each worker
    batch = played(variant, given.games, given.seed, given.nodes, crew)
    samples = samples_of(variant, batch, MOST_SAMPLES)
    found = tuned(variant, samples, given.without)
    comment = [
        f"python -m tools.tune {given.game} --games {given.games} --nodes {given.nodes}"
        f" --seed {given.seed}"
        + "".join(f" {word}" for word in (("--without", *given.without) if given.without else ())),
        f"Fitted to {len(samples)} quiet positions of {batch.games} games. Mean cross entropy of the",
        f"chances: {found.before:.4f} before, {found.after:.4f} after, {found.held_out:.4f} held out.",
    ]
    if found.held_out >= found.before:
        print(text_of(found.weights, comment), end="")
        sys.exit("no better on games kept from the fit: nothing is written")
    duelist = partial(Duelist, variant, given.match_nodes, valued=(found.weights, weights(variant)))
    tally = gate_match(duelist, crew, given.seed, math.inf, lambda tally: tally.games < 2 * given.pairs)
    comment.append(
        f"Against the weights before, at {given.match_nodes} nodes a move: {standing(tally, STRONGER)}."
    )
    text = text_of(found.weights, comment)
    print(text, end="")
    if not is_stronger(tally):
        sys.exit("not proven stronger than the weights before: nothing is written")
    if given.write:
        (FOLDER / f"{given.game}.toml").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

"""Tunes the weights of a game's evaluation by games that the player plays against itself.

python -m tools.tune wormhole --games 2000 --keep positions.jsonl --write

Weights are fitted to the results of quiet positions, see ``tools/tuning/``. With ``--keep``, positions are
added to those in the file as games end; ``--games 0`` only fits to those in the file. The new weights replace
the game's file in ``wormhole/engine/weights/`` only if they predict held-out games better.
"""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import wormhole
from tools.tuning.features import TERM_LOOPS, Features
from tools.tuning.options import self_play_parser
from tools.tuning.regression import Pull, fit, loss, scale_of
from tools.tuning.samples import Sample, parts
from tools.tuning.selfplay import SelfPlay
from tools.tuning.weights_file import text_of
from wormhole.engine.loops.workspace import TERMS
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.weights import PLACES, Weights, weights
from wormhole.rules.variant import Variant
from wormhole.work.crew import Crew, Ledger, crew_of, progress_bar

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


def played(
    variant: Variant, games: int, seed: int, nodes: int, crew: Crew, keep: Path | None
) -> list[Sample]:
    """The positions of that many games, and those of the file; Ctrl-C ends the games early."""
    results: dict[int, list[Any]] = {}
    note = results.__setitem__
    if keep is not None:
        game = {"game": variant.name, "fingerprint": variant.fingerprint}
        work = {"work": "positions", **game, "seed": seed, "nodes": nodes}
        ledger = Ledger(keep, work)
        results, note = ledger.results, ledger.add
    jobs = itertools.islice((number for number in itertools.count() if number not in results), games)
    has_fast_loops()  # compiles missing loops once, not in each worker
    done = crew.results(partial(SelfPlay, variant, seed, nodes), jobs)
    with progress_bar(games, "game") as bar, contextlib.closing(done), contextlib.suppress(KeyboardInterrupt):
        for number, samples in done:
            note(number, [[sample.fen, sample.result] for sample in samples])
            bar.update()
    return [Sample(fen, number, result) for number in sorted(results) for fen, result in results[number]]


def main() -> None:
    """Play, fit, print, write."""
    parser = self_play_parser(__doc__, nodes=2000)
    parser.add_argument("--games", type=int, default=1000, help="games to play (default: %(default)s)")
    parser.add_argument("--keep", type=Path, help="a ledger of games, read and added to")
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
    samples = played(variant, given.games, given.seed, given.nodes, crew_of(given), given.keep)
    if len({sample.game for sample in samples}) < 100:
        sys.exit("fewer than 100 games tell nothing")
    found = tuned(variant, samples, given.without)
    games = samples[-1].game + 1
    comment = [
        f"python -m tools.tune {given.game} --games {games} --nodes {given.nodes} --seed {given.seed}"
        + "".join(f" {word}" for word in (("--without", *given.without) if given.without else ())),
        f"Fitted to {len(samples)} quiet positions. Mean cross entropy of the results: "
        f"{found.before:.4f} before, {found.after:.4f} after,",
        f"{found.held_out:.4f} held out.",
    ]
    text = text_of(found.weights, comment)
    print(text, end="")
    if found.held_out >= found.before:
        sys.exit("no better on games kept from the fit: nothing is written")
    if given.write:
        (FOLDER / f"{given.game}.toml").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

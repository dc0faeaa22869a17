"""Tunes the numbers of the search by games against itself.

python -m tools.spsa wormhole --pairs 20000 --nodes 2000

In each pair of games all numbers are a little higher on one side and a little lower on the other, each by
chance, and all take a step towards the side that won: simultaneous perturbation stochastic approximation
(Spall 1992; https://www.chessprogramming.org/SPSA). Ctrl-C ends it. The last numbers are for a match at the
clock, and then for ``wormhole/engine/search.toml``.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import wormhole
from tools.tuning.options import self_play_parser
from wormhole.engine.configuration import usual_features
from wormhole.training.gate import Duel, Duelist, Numbers
from wormhole.training.training_loops import SELF_PLAY
from wormhole.work.crew import crew_of, progress_bar

SPREADS = {
    "null_move": 0.6,
    "reductions": 6.0,
    "late_moves": 1.5,
    "futility": 30.0,
    "reverse_futility": 25.0,
    "razoring": 50.0,
    "delta": 45.0,
    "lazy": 60.0,
    "history_reduction": 2000.0,
    "correction": 30.0,
    "quiet_exchange": 8.0,
}
"""The change of each number in the last pair, up and down; it is greater in earlier pairs."""
SPREAD_FALL, STEP_FALL = 0.101, 0.602
"""The exponents by which spreads and steps fall, as Spall proposes."""
LAST_STEP = 0.004
"""The last pair's step in spreads, for a game more won than lost."""
EARLY = 0.1
"""The share of all pairs by which the steps are delayed."""
LINES = 20
"""How often the numbers are printed."""


@dataclass
class Descent:
    """The numbers and the pairs played so far, of ``pairs`` in all."""

    numbers: dict[str, float]
    pairs: int
    played: int = 0

    def duel(self, number: int, seed: int) -> tuple[Duel, dict[str, float]]:
        """The pair of that number, from 1, and by how much each of the first side's numbers is higher."""
        generator = random.Random(f"spsa {seed}")
        share = number / self.pairs
        shifts = {
            name: generator.choice((-1, 1)) * SPREADS[name] / share**SPREAD_FALL for name in self.numbers
        }

        def side(sign: int) -> Numbers:
            moved = {name: self.numbers[name] + sign * shift for name, shift in shifts.items()}
            return tuple((name, max(1, int(number + generator.random()))) for name, number in moved.items())

        return Duel(seed, side(1), side(-1)), shifts

    def learn(self, shifts: dict[str, float], won: int) -> None:
        """Take a step, if the first side won so many games more than it lost."""
        self.played += 1
        late = (1 + EARLY) / (self.played / self.pairs + EARLY)
        for name, shift in shifts.items():
            sign = 1 if shift > 0 else -1
            step = LAST_STEP * late**STEP_FALL * SPREADS[name] ** 2 / abs(shift)
            self.numbers[name] = max(1.0, self.numbers[name] + step * sign * won)


def main() -> None:
    """Play, take steps, and print the numbers now and then."""
    parser = self_play_parser(__doc__, nodes=2000)
    parser.add_argument("--pairs", type=int, default=20_000, help="of games (default: %(default)s)")
    given = parser.parse_args()
    variant = wormhole.variant(given.game)
    usual = usual_features(variant)
    descent = Descent({name: float(usual[name]) for name in SPREADS if usual[name]}, given.pairs)
    SELF_PLAY.use()  # compiled once, not in each worker
    shifts: dict[int, dict[str, float]] = {}

    def jobs() -> Iterator[Duel]:
        for number in range(1, given.pairs + 1):
            seed = given.seed + number
            duel, shifts[seed] = descent.duel(number, seed)
            yield duel

    done = crew_of(given).results(partial(Duelist, variant, given.nodes), jobs())
    bar = progress_bar(given.pairs, "pair")
    with bar, contextlib.closing(done), contextlib.suppress(KeyboardInterrupt):
        for duel, pair in done:
            descent.learn(shifts.pop(duel.seed), pair.half_points - 2)
            bar.update()
            if descent.played % max(1, given.pairs // LINES) == 0:
                bar.write(_line(descent))
    print(_line(descent))


def _line(descent: Descent) -> str:
    numbers = ",".join(f"{name}={number:.0f}" for name, number in descent.numbers.items())
    return f"{descent.played} pairs: {numbers}"


if __name__ == "__main__":
    main()

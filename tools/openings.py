"""Plays games of the computer player against itself, and counts what is played in their openings.

python -m tools.openings wormhole --games 3000

The games begin with moves that are drawn among the good ones, the better the likelier, so that they differ
(``wormhole/training/opening_games.py``). The counts are written to ``wormhole/learn/openings/``. The same
numbers give the same games, on however many cores or machines.
"""

from __future__ import annotations

import argparse
import contextlib
from functools import partial
from pathlib import Path

import wormhole
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.learn.openings import shipped
from wormhole.learn.openings.counts import Openings
from wormhole.rules.variant import Variant
from wormhole.training.opening_games import OpeningGames
from wormhole.work.crew import Crew
from wormhole.work.options import add_crew_options, crew_of
from wormhole.work.progress import progress_bar

FOLDER = Path(shipped.__file__).resolve().parent


def played(variant: Variant, games: int, seed: int, nodes: int, crew: Crew) -> tuple[Openings, int]:
    """The openings of that many games, and how many they are: Ctrl-C ends them early."""
    openings = Openings()
    has_fast_loops()  # compiles missing loops once, not in each worker
    done = crew.results(partial(OpeningGames, variant, seed, nodes), range(games))
    count = 0
    with progress_bar(games, "game") as bar, contextlib.closing(done), contextlib.suppress(KeyboardInterrupt):
        for _number, game in done:
            openings.add(variant, game.moves, game.counts)
            count += 1
            bar.update()
    return openings, count


def main() -> None:
    """Play, count, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=wormhole.variants())
    parser.add_argument("--games", type=int, default=1000, help="games to play (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=1000, help="of each search (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the games (default: %(default)s)")
    add_crew_options(parser, int)
    given = parser.parse_args()
    variant = wormhole.variant(given.game)
    openings, games = played(variant, given.games, given.seed, given.nodes, crew_of(given))
    command = f"python -m tools.openings {given.game} --games {games} --nodes {given.nodes}"
    made = {
        "game": given.game,
        "games": games,
        "nodes": given.nodes,
        "made": f"{command} --seed {given.seed}",
    }
    path = FOLDER / shipped.name_of(given.game)
    path.write_text("".join(f"{line}\n" for line in shipped.lines(openings, made)), "utf-8")
    print(f"{path.name}: {games} games, {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()

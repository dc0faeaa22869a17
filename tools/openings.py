"""Makes the openings of a game: the values of its first moves, and the results of games after them.

python -m tools.openings wormhole --positions 400 --games 3000

A tree of positions grows from the start along good play (``wormhole/training/opening_tree.py``). Then the
computer player plays games against itself. Their first moves are drawn among the good ones; better ones are
more likely. Scores and counts are written to ``wormhole/engine/openings/``. Ctrl-C ends it early; the same
command, or one with greater numbers, continues. The same numbers give the same positions and games, on
however many cores or machines. In a game with dice there is no tree, since each roll makes another position.
A position outside the tree that was reached in fewer than three games is not written.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import wormhole
from tools.opening_tree import OpeningGames, OpeningSearch, OpeningTree, PlayedOpening
from wormhole.base.atomic_files import write_text
from wormhole.engine import opening_book
from wormhole.engine.network import network_of
from wormhole.engine.opening_book import OpeningTable
from wormhole.engine.search_loops import has_fast_loops
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant
from wormhole.version import VERSION
from wormhole.work.crew import Crew, add_crew_options, crew_of, progress_bar

FOLDER = Path(opening_book.__file__).resolve().parent / "openings"

LEAST_BATCH, BATCH_SHARE = 16, 0.2
"""The tree selects the next positions after so many searches; a share of the positions that it has."""

STEADY = {"positions": ("first_nodes", "position_nodes"), "games": ("nodes", "seed")}
"""The numbers that must be the same to continue a file that has positions, or games."""


def grown(
    tree: OpeningTree, positions: int, search: Callable[[], OpeningSearch], crew: Crew
) -> Iterable[int]:
    """Search until the tree has so many positions; yields how many each batch adds."""
    while (missing := positions - tree.searched) > 0:
        leaves = tree.leaves(min(missing, max(LEAST_BATCH, round(BATCH_SHARE * tree.searched))))
        if not leaves:
            return
        scores = dict(crew.results(search, leaves))
        for way in leaves:
            tree.add(way, scores[way])
        tree.settle()
        yield len(leaves)


def played(
    variant: Variant, openings: OpeningTable, numbers: range, seed: int, nodes: int, crew: Crew
) -> Iterable[None]:
    """Play the games of these numbers and count them, one after the other, so that more can follow later."""
    done = crew.results(partial(OpeningGames, variant, seed, nodes, openings), numbers)
    waiting: dict[int, PlayedOpening] = {}
    following = iter(numbers)
    number = next(following, None)
    with contextlib.closing(done):
        for finished, played_now in done:
            waiting[finished] = played_now
            while number in waiting:
                game = waiting.pop(number)
                openings.add(variant, game.moves, game.counts)
                yield
                number = next(following, None)


def main() -> None:
    """Search, play, count, write."""
    given = _arguments()
    variant = wormhole.variant(given.game)
    path = FOLDER / opening_book.name_of(given.game)
    openings, before = (OpeningTable(), {}) if given.fresh else kept(path, variant, given)
    games, crew = before.get("games", 0), crew_of(given)
    tree = OpeningTree(variant, openings)
    has_fast_loops()  # compiles missing loops once, not in each worker
    with contextlib.suppress(KeyboardInterrupt):
        if not Board(variant, seed=0).has_dice:
            search = partial(OpeningSearch, variant, given.first_nodes, given.position_nodes)
            with progress_bar(max(0, given.positions - tree.searched), "position") as bar:
                for added in grown(tree, given.positions, search, crew):
                    bar.update(added)
        with progress_bar(max(0, given.games - games), "game") as bar:
            for _ in played(variant, openings, range(games, given.games), given.seed, given.nodes, crew):
                games += 1
                bar.update()
    made = {"game": given.game, "positions": tree.searched, "games": games}
    made |= {name: getattr(given, name) for part, names in STEADY.items() if made[part] for name in names}
    made |= {"made": [*before.get("made", ()), _command(made)], "with": _player(variant)}
    write_text(path, "".join(f"{line}\n" for line in opening_book.lines(openings, made)))
    print(f"{path.name}: {tree.searched} positions, {games} games, {path.stat().st_size / 1000:.0f} kB")


def kept(path: Path, variant: Variant, given: argparse.Namespace) -> tuple[OpeningTable, dict[str, Any]]:
    """The openings of a file, and how they were made. Ends the program if that was with other numbers."""
    if not path.exists():
        return OpeningTable(), {}
    text = path.read_text("utf-8")
    before = opening_book.made(text)
    steady = [name for part, names in STEADY.items() if before.get(part) for name in names]
    if any(before[name] != getattr(given, name) for name in steady):
        raise SystemExit(f"{path.name} was made otherwise ({before['made'][-1]}); --fresh begins anew")
    return opening_book.read(variant, text), before


def _command(made: dict[str, Any]) -> str:
    """The command with these numbers; run on the earlier file, it makes the same one."""
    numbers = {name: value for name, value in made.items() if name != "game"}
    options = (f"--{name.replace('_', '-')} {value}" for name, value in numbers.items())
    return " ".join(["python -m tools.openings", made["game"], *options])


def _player(variant: Variant) -> str:
    """The program that searched and played."""
    network = network_of(variant)
    return f"Wormhole {VERSION}, {f'network {network.made}' if network else 'no network'}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("game", choices=wormhole.menu("family"))
    add("--positions", type=int, default=0, help="positions of the tree (default: %(default)s)")
    add("--games", type=int, default=1000, help="games in all (default: %(default)s)")
    add("--first-nodes", type=int, default=100_000_000, help="of the first position's search (%(default)s)")
    add("--position-nodes", type=int, default=500_000, help="of each other position's (%(default)s)")
    add("--nodes", type=int, default=1000, help="of each search in a game (default: %(default)s)")
    add("--seed", type=int, default=0, help="of the games (default: %(default)s)")
    add("--fresh", action="store_true", help="begin anew")
    add_crew_options(parser, int)
    return parser.parse_args()


if __name__ == "__main__":
    main()

"""Measures changed numbers of the search, by games in compiled code.

python -m tools.duel wormhole futility=0 "reductions=55,delta=100" --pairs 1000 --nodes 3000

The player plays against itself with each change, two games from each random opening. It plays many times as
many games in a minute as ``main.py match``; the kept results have the same form. These games use all features
but ``aspiration``.
"""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path

import wormhole
from tools.tuning.options import self_play_parser
from wormhole.arena.engine_match import json_line, standing
from wormhole.arena.pairs import Tally
from wormhole.arena.terms import Terms
from wormhole.base.atomic_files import append_text
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import FEATURES
from wormhole.players.spec import OURS, PlayerSpec, parse
from wormhole.training.gate import Duel, Duelist, Numbers
from wormhole.training.training_loops import SELF_PLAY
from wormhole.work.crew import Crew, crew_of, progress_bar


def played(terms: Terms, changed: Numbers, crew: Crew) -> Tally:
    """All pairs of a match of the player as usual against itself with other numbers; Ctrl-C ends it early."""
    duels = (Duel((terms.seed << 32) + number, second=changed) for number in range(terms.rounds))
    nodes = terms.players[0].limit.nodes
    assert nodes is not None, "duels have a limit of nodes"
    done, tally = crew.results(partial(Duelist, terms.variant, nodes), duels), Tally()
    bar = progress_bar(terms.rounds, "pair")
    with bar, contextlib.closing(done), contextlib.suppress(KeyboardInterrupt):
        for _, pair in done:
            tally = tally.with_pair(pair)
            bar.update()
    return tally


def numbers_of(change: PlayerSpec) -> Numbers:
    """The changed numbers by name. Raises :class:`ValueError` for an unknown feature or a bad number."""
    unknown = [name for name, _ in change.settings if name not in FEATURES]
    if unknown:
        raise ValueError(f"{', '.join(unknown)}: the features are {', '.join(FEATURES)}")
    return tuple((name, int(number)) for name, number in change.settings)


def main() -> None:
    """Play and print a match for each change."""
    parser = self_play_parser(__doc__, nodes=3000)
    parser.add_argument("changes", nargs="+", metavar="NAME=NUMBER,…", help="features of search.toml")
    parser.add_argument("--pairs", type=int, default=1000, help="of games (default: %(default)s)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="append the results to this file, as JSON")
    given = parser.parse_args()
    variant, limit = wormhole.variant(given.game), Limit(nodes=given.nodes)
    first, changes = parse(OURS, limit), [parse(f"{OURS}:{change}", limit) for change in given.changes]
    try:
        numbers = [numbers_of(change) for change in changes]
    except ValueError as error:
        parser.error(str(error))
    SELF_PLAY.use()  # compiled once, not in each worker
    for change, changed in zip(changes, numbers, strict=True):
        terms = Terms((first, change), variant, given.pairs, seed=given.seed)
        tally = played(terms, changed, crew_of(given))
        print(f"{given.game} against {change.text}: {standing(tally, None)}", flush=True)
        if given.keep is not None and tally.games:
            append_text(given.keep, json_line(terms, tally, None) + "\n")


if __name__ == "__main__":
    main()

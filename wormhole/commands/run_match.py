"""The command ``match``: lets two computer players play many games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from wormhole.base.errors import WormholeError
from wormhole.commands.arguments import count, elo, game_of, nodes, output, seconds, workers
from wormhole.work.crew import add_crew_options, crew_of


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    match = commands.add_parser(
        "match", help="play many games between two computer players and estimate the Elo difference"
    )
    match.add_argument("first", metavar="PLAYER", help="ours, ours:level=2, uci:COMMAND or xboard:COMMAND")
    match.add_argument("second", metavar="OTHER", help="the same; docs/matches.md lists all options")
    match.add_argument("--variant", metavar="GAME", help="the game: a file, or a name of the catalogue")
    match.add_argument(
        "--games", type=count, default=100, metavar="N", help="at most N games (100), two for each opening"
    )
    match.add_argument(
        "--seconds", type=seconds, metavar="S", help="seconds per move (0.1 if there is no other limit)"
    )
    match.add_argument(
        "--clock",
        metavar="CONTROL",
        help="the clock of each side in seconds: 60+0.6, 1/2 for 2 s per move, or 40/60:30 for two periods",
    )
    match.add_argument("--nodes", type=nodes, metavar="N", help="nodes per move")
    match.add_argument("--depth", type=count, metavar="D", help="search depth, in plies")
    match.add_argument(
        "--openings", type=Path, metavar="FILE", help="PGN, or a FEN or EPD on each line (random openings)"
    )
    match.add_argument("--seed", type=int, default=0, metavar="N", help="seed of openings and dice (0)")
    match.add_argument(
        "--sprt", type=elo, nargs=2, metavar=("ELO0", "ELO1"), help="stop when a hypothesis is accepted"
    )
    match.add_argument("--pgn", type=output, metavar="FILE", help="append the games to this file")
    match.add_argument("--keep", type=output, metavar="FILE", help="append the result to this file, as JSON")
    add_crew_options(match, workers)
    match.add_argument("--plies", type=count, default=600, metavar="N", help="a draw after N plies (600)")
    match.add_argument(
        "--patience", type=seconds, default=30.0, metavar="S", help="seconds that an answer may be late (30)"
    )
    match.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    """Play the match, and print its result."""
    from wormhole.arena.elo import Sprt
    from wormhole.arena.engine_match import Wishes, introduced, report, run
    from wormhole.arena.openings import ListedOpenings, RandomOpenings, from_file
    from wormhole.arena.terms import Terms
    from wormhole.compiling.groups import complain
    from wormhole.engine.levels import Limit
    from wormhole.library.time_control import parsed
    from wormhole.players.spec import parse

    control = parsed(args.clock) if args.clock else None
    move_seconds = args.seconds if args.seconds or args.nodes or args.depth or control else 0.1
    limit = Limit(args.depth or Limit().depth, move_seconds, args.nodes)
    sprt = Sprt(*args.sprt) if args.sprt else None
    if sprt and not sprt.elo0 < sprt.elo1:
        raise WormholeError(f"--sprt: {sprt.elo0:g} must be less than {sprt.elo1:g}")
    game = game_of(args.variant)
    terms = introduced(
        Terms(
            players=(parse(args.first, limit), parse(args.second, limit)),
            variant=game,
            rounds=(args.games + 1) // 2,
            openings=ListedOpenings(from_file(args.openings, game, complain))
            if args.openings
            else RandomOpenings(),
            seed=args.seed,
            most_plies=args.plies,
            timeout_seconds=args.patience,
            control=control,
        )
    )
    tally = run(terms, Wishes(crew_of(args), sprt, args.pgn, args.keep))
    print(report(terms, tally, sprt))
    return 0

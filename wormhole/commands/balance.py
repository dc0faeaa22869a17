"""The command ``balance``: plays many games of a game, level against level, and says what comes of them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from wormhole.commands.arguments import count, game_of, output, workers
from wormhole.engine.levels import LEVELS
from wormhole.work.crew import add_crew_options, crew_of

if TYPE_CHECKING:
    from wormhole.arena.balance import Balance


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    balance = commands.add_parser(
        "balance", help="measure a game: White's score, draws, length, captures through holes"
    )
    balance.add_argument("variant", metavar="GAME", help="the game: a file, or a name of the catalogue")
    balance.add_argument("--games", type=count, default=200, metavar="N", help="at least N games (200)")
    levels = range(1, len(LEVELS) + 1)
    balance.add_argument(
        "--level", type=int, choices=levels, default=3, metavar="N", help="the level of both sides (3)"
    )
    balance.add_argument("--seed", type=count, default=1, metavar="N", help="seed of the games (1)")
    balance.add_argument("--pgn", type=output, metavar="FILE", help="append the games to this file")
    add_crew_options(balance, workers)
    balance.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    """Play the games, and print what they show; Ctrl-C ends them with what is known so far."""
    import contextlib

    from wormhole.arena.balance import Balance, balance_plan
    from wormhole.arena.engine_match import append, played_games
    from wormhole.arena.pairs import PlayedGame, load_loops
    from wormhole.work.crew import progress_bar

    game = game_of(args.variant)
    terms = balance_plan(game, game.title, args.games, args.level, args.seed).terms()
    append(args.pgn, "")  # fails before the first game, not after it
    load_loops(terms)
    found: list[PlayedGame] = []
    games = played_games(crew_of(args), terms, range(len(terms.schedule)))
    bar = progress_bar(len(terms.schedule), "game")
    with bar, contextlib.closing(games), contextlib.suppress(KeyboardInterrupt):
        for played in games:
            found.append(played)
            append(args.pgn, played.pgn)
            bar.update()
    balance = Balance.of(found)
    print(f"{game.title}, level {args.level} against itself, seed {args.seed}")
    print("No game was finished." if balance is None else _report(balance))
    return 0


def _report(balance: Balance) -> str:
    """What was found, in lines of text."""
    score, draws = balance.score, balance.draws
    shortest, mean, longest = balance.lengths
    lines = [
        f"games          {balance.games}: White won {balance.white}, {balance.drawn} drawn, "
        f"Black won {balance.black}",
        f"White's score  {score.value:.1%}, {score.low:.1%} to {score.high:.1%} (95 %)",
        f"draws          {draws.value:.1%}, {draws.low:.1%} to {draws.high:.1%} (95 %)",
        f"length         {mean:.0f} moves on average, {shortest:.0f} to {longest:.0f}",
        f"captures       {balance.captures:.1f} a game"
        + ("" if balance.through_holes is None else f", {balance.through_holes:.0%} of them through holes"),
    ]
    if balance.unfinished:
        lines.append(f"stopped        {balance.unfinished} games, after the greatest number of moves")
    return "\n".join(lines)

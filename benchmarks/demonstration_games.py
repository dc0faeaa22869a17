"""Measures the games of the demonstration: their length, and how often their moves cross wormholes.

    python -m benchmarks.demonstration_games --games 40
    python -m benchmarks.demonstration_games --games 40 --level 1 wormhole wormhole-fide

It plays games as the demonstration does and prints a row of a table for each game of the family. With
``--level`` both sides play at that level instead of that of the demonstration.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from statistics import median

from tqdm import tqdm

from wormhole.engine.levels import LEVELS
from wormhole.learn.demonstration_programme import Showing, showings
from wormhole.learn.shown_game import TABLE_ENTRIES
from wormhole.players.level_player import LevelPlayer, OwnSearch, SearchOptions
from wormhole.rules.board import Board
from wormhole.rules.piece import BLACK, WHITE

SHORT_PLIES = 20
OPENING_PLIES = 6
HEADING = (
    "| game | games | median plies | shortest | under 20 plies | different openings | over holes |\n"
    "|---|---:|---:|---:|---:|---:|---:|"
)


@dataclass(frozen=True)
class DemonstrationGame:
    """The length of a game, its first moves, and the share of its moves that pass a removed square."""

    plies: int
    opening: tuple[str, ...]
    over_holes: float


def play(showing: Showing, seed: int) -> DemonstrationGame:
    """One game, with these random choices."""
    board, passing = Board(showing.variant, seed=seed), 0
    search = OwnSearch(SearchOptions(table_entries=TABLE_ENTRIES), random.Random(seed))
    players = {color: LevelPlayer(showing.level(color), search) for color in (WHITE, BLACK)}
    for player in players.values():
        player.uses_book = False
    most = showing.most_plies or sys.maxsize
    while not board.is_game_over() and len(board.move_stack) < most:
        move = players[board.turn].play(board).move
        assert move is not None, "levels do not resign"
        passing += bool(board.route(move).holes)
        board.push(move)
    search.close()
    plies = len(board.move_stack)
    return DemonstrationGame(plies, tuple(map(str, board.move_stack[:OPENING_PLIES])), passing / plies)


def row(showing: Showing, games: list[DemonstrationGame]) -> str:
    """A row of the table."""
    plies = [game.plies for game in games]
    short = sum(count < SHORT_PLIES for count in plies) / len(games)
    openings = len({game.opening for game in games})
    passing = sum(game.over_holes for game in games) / len(games)
    return (
        f"| {showing.variant.title} | {len(games)} | {median(plies):g} | {min(plies)} | {short:.0%} "
        f"| {openings} | {passing:.0%} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help="games of the catalogue (all)")
    parser.add_argument("--games", type=int, default=40, help="games of each (%(default)s)")
    parser.add_argument("--level", type=int, help="the level of both sides (that of the demonstration)")
    args = parser.parse_args()
    level = LEVELS[args.level - 1] if args.level else None
    print(HEADING, flush=True)
    for showing in showings():
        if args.game and showing.variant.name not in args.game:
            continue
        at_level = showing.at_level(level)
        numbers = tqdm(range(args.games), desc=showing.variant.name, leave=False, disable=None)
        print(row(showing, [play(at_level, seed) for seed in numbers]), flush=True)


if __name__ == "__main__":
    main()

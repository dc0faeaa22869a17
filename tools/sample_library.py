"""A library of games between a user and the computer's levels, for pictures."""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path

from tools.picture_games import appeal
from wormhole import Board, menu
from wormhole.engine.levels import LEVELS
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.headers import seat_tags
from wormhole.library.record import Game

GAMES, MOST_PLIES = 150, 160
LAST_DAY = date(2026, 11, 22)
SEED = 2000


def fill(library: Path) -> None:
    """Add games of a user against levels of the computer."""
    chance = random.Random(SEED)
    with GameDatabase(library) as database:
        for number in range(GAMES):
            level = chance.choice(LEVELS).number
            levels = chance.choice([(None, level), (level, None)])
            day = (LAST_DAY - timedelta(days=GAMES - number)).strftime("%Y.%m.%d")
            database.add(
                Game.from_board(
                    played(chance.choice(menu("family")), chance),
                    {**seat_tags(levels), "Date": day},
                )
            )


def played(name: str, chance: random.Random) -> Board:
    """A whole game of two greedy players."""
    board = Board(name, seed=chance.randrange(1000))
    while board.outcome() is None and board.ply() < MOST_PLIES:
        board.push(max(board.legal_moves, key=lambda move: appeal(board, move) + chance.random()))
    return board

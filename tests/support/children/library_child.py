"""Adds, keeps, deletes and finds games in a library for some time. Arguments: library, name, seconds.

At the end it prints as JSON what must be in the library: for each game, by White's name, its number, its
moves, and whether it is deleted.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

from wormhole import Board
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game

MOST_PLIES = 12


def main() -> None:
    path, name, seconds = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    dice = random.Random(name)
    games: dict[int, Game] = {}
    deleted: set[int] = set()
    with GameDatabase(path) as library:
        end = time.monotonic() + seconds
        while time.monotonic() < end or not games:
            act = dice.random()
            if act < 0.3 or not games:
                game = Game(Board("chess"), {"White": f"{name}-{len(games)}"})
                games[library.add(game, PlayState(None, 3))] = game
                continue
            number = dice.choice(list(games))
            if act < 0.8:
                node = games[number].end()
                if node.plies() < MOST_PLIES:
                    node.add_variation(dice.choice(node.board().legal_moves))
                    library.keep(number, games[number], PlayState(None, 3, node.path()))
                    # A game that is played on is no longer deleted.
                    deleted.discard(number)
            elif act < 0.9:
                assert library.delete([number]) == (number not in deleted)
                deleted.add(number)
            elif act < 0.95:
                assert library.undelete([number]) == (number in deleted)
                deleted.discard(number)
            else:
                own = set(games) - deleted
                assert own <= set(library.find())
                assert own == {
                    row.number for row in library.rows(library.find(Query())) if row.white.startswith(name)
                }
    print(
        json.dumps(
            {
                game.headers["White"]: [number, game.movetext(), number in deleted]
                for number, game in games.items()
            }
        )
    )


if __name__ == "__main__":
    main()

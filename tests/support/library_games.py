"""Games and libraries for tests."""

from __future__ import annotations

from wormhole import Board
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.record import Game, GameNode

OWN_GAME = """inherits = "chess"
title = "Chess of my own"
[pieces.N]
name = "Knight"
sprite = "../../../etc/horse"
moves = "N"
"""


def played(moves: str, variant="chess", **headers: str) -> Game:
    """The game with these moves in SAN."""
    game = Game(Board(variant, seed=7), headers)
    play(game, moves)
    return game


def play(node: GameNode, moves: str) -> GameNode:
    """Add these moves in SAN; returns the last node."""
    for word in moves.split():
        node = node.add_variation(node.board().parse_san(word))
    return node


def names(library: GameDatabase, numbers: list[int]) -> list[str]:
    """The names of White in these games."""
    return [row.white for row in library.rows(numbers)]

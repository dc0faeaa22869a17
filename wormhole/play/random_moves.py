"""Moves of a board that plays by itself, to show what a game looks like."""

from __future__ import annotations

import random
from collections.abc import Iterator

from wormhole.rules.board import Board
from wormhole.rules.move import Move

SEED = 2000
CAPTURES = 3
"""Weight of a capture among random moves; other moves have weight 1."""


def random_moves(board: Board) -> Iterator[Move]:
    """Random moves to the end of the game, always the same ones. Push each before the next."""
    chance = random.Random(SEED)
    while moves := board.legal_moves:
        yield chance.choices(moves, [CAPTURES if board.is_capture(move) else 1 for move in moves])[0]

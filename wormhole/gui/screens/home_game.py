"""The game that plays by itself on the home screen, chosen to show much of the folding board."""

from __future__ import annotations

import random
from collections.abc import Iterator

from wormhole import Board, Move, Variant, variant

WORMHOLE = "wormhole"
FIRST_SHOWN = 10
"""Plies already played when the home screen opens."""

# fmt: off
MOVES = (
    "g2g3", "b7b6", "f1e4", "f8e5", "e4f5", "f7f6", "f5g4", "e8g6", "b1c3", "g6g5", "g4h8", "d8h8",
    "c3h7", "h8h7", "g1h4", "e5d1", "h1d1", "h7c2", "f2f4", "g5h5", "e2e6", "h5f3", "e6g8w", "f6h4",
    "a2a3", "e7e3", "g3h4", "c2h2", "d1a4", "e3d2", "c1d2", "h2b2", "a4c4", "b2d2", "e1d2", "f3h3",
)
# fmt: on

SEED = 2000
CAPTURES = 3
"""Weight of a capture among random moves; other moves have weight 1."""


def first_board(game: Variant) -> Board:
    """The first board on the home screen: the game's start or, for Wormhole Chess, some plies later."""
    board = Board(game, seed=SEED)
    if game == variant(WORMHOLE):
        for text in MOVES[:FIRST_SHOWN]:
            board.push_uci(text)
    return board


def moves_on(board: Board) -> Iterator[Move]:
    """The moves after `first_board`: the stored ones, or random ones. Push each before the next."""
    if board.move_stack:
        for text in MOVES[FIRST_SHOWN:]:
            yield board.parse_uci(text)
        return
    chance = random.Random(SEED)
    while moves := board.legal_moves:
        yield chance.choices(moves, [CAPTURES if board.is_capture(move) else 1 for move in moves])[0]

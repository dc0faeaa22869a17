"""Arguments of the loops, for tests that run them as plain Python on a board's position."""

from __future__ import annotations

import numpy as np

from wormhole import Board
from wormhole.rules import tabulation
from wormhole.rules.position import ROOM, Position, Scratch
from wormhole.rules.tables import Tables
from wormhole.rules.undo_record import SAVED


def blocks(board: Board) -> tuple[Tables, Position, Scratch]:
    """Views of the game's tables, of a copy of the position, and of scratch room."""
    return tabulation.blocks(board.variant, board.position, fast=False)


def move_row() -> memoryview:
    """Room for the moves of one position."""
    return memoryview(np.zeros(ROOM, np.int64))


def saved_row() -> memoryview:
    """Room to undo one move."""
    return memoryview(np.zeros(SAVED, np.int64))

"""The groups of compiled loops of the rules: those of a board, and perft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from wormhole.compiling.arrays import block
from wormhole.compiling.fingerprint import Loop
from wormhole.compiling.groups import LoopGroup
from wormhole.rules import fen as fens
from wormhole.rules.game_file import variant
from wormhole.rules.loops.calls import (
    NO_ROLL,
    SAVED_OF_BOARD,
    attacks,
    check_after,
    key,
    list_legal,
    new_buffers,
    perft,
    pop,
    push,
)
from wormhole.rules.loops.described_line import DESCRIPTION, push_line
from wormhole.rules.position import ROOM, new_scratch
from wormhole.rules.tabulation import blocks, table_block


def start_blocks() -> tuple[Any, Any, Any]:
    """The first arguments of every loop, at the start of Wormhole Chess; made without a board, which would
    load loops."""
    game = variant("wormhole")
    position, _ = fens.read(game, fens.start(game))
    return blocks(game, position, fast=True)


def _call_perft(twin: Callable[[Loop], Loop]) -> None:
    twin(perft)(*start_blocks(), new_buffers(), 0, 1)


def _call_board(twin: Callable[[Loop], Loop]) -> None:
    game = variant("wormhole")
    position, _ = fens.read(game, fens.start(game))
    first, scratch = (table_block(game), block(position)), block(new_scratch())
    moves, saved = np.zeros(ROOM, np.int64), np.zeros(2 * SAVED_OF_BOARD, np.int64)
    twin(list_legal)(*first, scratch, moves, saved, 0)
    move = int(moves[0])
    twin(check_after)(*first, scratch, moves, move, NO_ROLL, saved, 0)
    twin(push)(*first, scratch, move, saved, 0)
    twin(pop)(*first, move, saved, 0)
    twin(attacks)(*first, scratch, 0, 0)
    twin(key)(*first)
    twin(push_line)(
        *first, scratch, moves, np.zeros(DESCRIPTION, np.int64), *np.zeros((2, 1), np.int64), 1, saved, 0
    )


BOARD = LoopGroup(
    f"{__name__}:BOARD", [list_legal, check_after, push, pop, attacks, key, push_line], _call_board
)
"""The loops that a board calls."""

PERFT = LoopGroup(f"{__name__}:PERFT", [perft], _call_perft)

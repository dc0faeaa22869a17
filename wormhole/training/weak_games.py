"""Games of weak players, with what a stronger search says of every position: they miss what people miss."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wormhole.arena.openings import random_opening
from wormhole.engine.levels import Limit
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

WEAK_NODES = (30, 100, 300, 1000)
"""Nodes of a player's search, one of these for each side of a game: few, so that mates are missed."""

LOOK = Limit(nodes=4000)
"""The search that looks at every position."""

WEAK_TABLE_ENTRIES, TABLE_ENTRIES = 1 << 12, 1 << 16

MOST_PLIES = 240


@dataclass(frozen=True)
class Seen:
    """A position of a game, the same board for all of them, and what a quick search says about it."""

    board: Board
    mate_in: int | None
    """The moves of the side to move to a mate that was found; negative if it is mated, None if neither."""


def seen_positions(
    variant: Variant, seed: int, number: int, is_wanted: Callable[[], bool] = lambda: True
) -> Iterator[Seen]:
    """The positions of the game of that number, while ``is_wanted``."""
    generator = random.Random(f"{seed} {number}")
    board = random_opening(variant, seed, number).board(variant, dice_seed=(seed << 20) + number)
    limits = [Limit(nodes=generator.choice(WEAK_NODES)) for _ in range(2)]
    with contextlib.ExitStack() as stack:
        fast, taste = has_fast_loops(), generator.randrange(1 << 30)
        player = Thinker(variant, fast=fast, taste=taste, table_entries=WEAK_TABLE_ENTRIES)
        stack.callback(player.close)
        looker = Thinker(variant, fast=fast, table_entries=TABLE_ENTRIES)
        stack.callback(looker.close)
        while is_wanted() and len(board.move_stack) < MOST_PLIES and not board.is_game_over():
            looker.think(board, LOOK)
            yield Seen(board, _mate_in(looker.thought().score_centipawns))
            move = player.think(board, limits[board.turn])
            assert move is not None, "the game is not over"
            board.push(move)


def _mate_in(score_centipawns: int) -> int | None:
    """The moves to the mate that a score tells.

    >>> _mate_in(MATE - 5), _mate_in(4 - MATE), _mate_in(120)
    (3, -2, None)
    """
    if abs(score_centipawns) <= MATE_BOUND:
        return None
    moves = (MATE - abs(score_centipawns) + 1) // 2
    return moves if score_centipawns > 0 else -moves

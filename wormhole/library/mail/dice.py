"""The dice of games by mail: the roll after a move follows from the game's secret and all moves so far.

So both players get the same roll without a server, nobody can roll again, and the record does not tell the
rolls to come. The secret is made by the player who invites; in a game with dice the other one moves first, so
that nobody knows secret and moves before choosing either.
"""

from __future__ import annotations

import hashlib
import hmac
from itertools import count

from wormhole.base.errors import MoveError
from wormhole.rules.board import Board
from wormhole.rules.move import Move


def rolled(board: Board, move: Move, secret: str) -> Move:
    """A legal move with its roll; where there are no dice, the move as it is.

    A roll that leaves the mover's own king in check is rolled again, as the rules say.
    """
    if not board.has_dice:
        return move
    geometry = board.variant.geometry
    moves = " ".join([*(played.text for played in board.move_stack), move.text])
    for number in count():
        digest = hmac.new(secret.encode(), f"roll {number} {moves}".encode(), hashlib.sha256).digest()
        square = int.from_bytes(digest[:8], "big") % geometry.squares
        with_roll = move.rolled(square, geometry.names[square])
        twin = board.copy()
        try:
            twin.push(with_roll)
        except MoveError:
            continue
        return with_roll
    raise AssertionError("there is a roll for each move")

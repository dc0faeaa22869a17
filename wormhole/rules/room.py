"""How much room the moves of a position may need, now and later in its game.

The loops write moves without asking whether there is room for one more. So a position is refused when it is
read, if its pieces could ever have more moves than there is room for. Pieces only become fewer, a line of
squares only becomes shorter, and a piece that promotes is counted as the most mobile one that it may become.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from wormhole.rules.betza import Path
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.position import MAX_MOVES, MAX_PLY, MOVES_OF_LINE, Position
from wormhole.rules.tables import PIECE_NUMBERS, piece_number
from wormhole.rules.variant import LeftSquare, PieceType, Variant

CASTLINGS = 2


def moves_at_most(variant: Variant, position: Position) -> int:
    """More moves than this neither side has, in this position or in any that comes of it."""
    of_pieces = _moves_of_pieces(variant)
    standing = position.pieces[: variant.geometry.squares]
    return max(int(of_pieces[standing[standing % 2 == side]].sum()) for side in (0, 1))


def has_room(variant: Variant, position: Position) -> bool:
    """Whether the moves of the position fit; the loops write one more, which they do not count."""
    return moves_at_most(variant, position) < MAX_MOVES


def plies_with_room(variant: Variant, position: Position) -> int:
    """How many plies of a line fit, one behind the other, with all their moves."""
    return min(MAX_PLY, MOVES_OF_LINE // (moves_at_most(variant, position) + 1))


@cache
def _moves_of_pieces(variant: Variant) -> np.ndarray:
    """The moves that each piece has at most, by its number; 0 where there is no piece."""
    most = np.zeros(PIECE_NUMBERS, np.int64)
    for side in (0, 1):
        of_types = {
            letter: _moves_of_type(variant, piece_type, side)
            for letter, piece_type in variant.piece_types.items()
        }
        for letter in variant.piece_types:
            most[piece_number(variant, letter, side)] = max(map(of_types.get, _may_become(variant, letter)))
    return most


def _may_become(variant: Variant, letter: str) -> set[str]:
    """The letter of a piece, and of all that it may be after promotions."""
    found = {letter}
    waiting = [letter]
    while waiting:
        new = set(variant.piece_types[waiting.pop()].promotes_to) - found
        found |= new
        waiting.extend(new)
    return found


def _moves_of_type(variant: Variant, piece_type: PieceType, side: int) -> int:
    """The moves that a piece has at most, on the square where it has most."""
    choices = _choices(variant, piece_type, side)
    special = CASTLINGS * piece_type.royal
    if piece_type.en_passant:
        special += sum(path.captures for path in piece_type.paths)
    if variant.left_square is LeftSquare.RANDOM:
        return int(choices.sum()) + special
    turned = 0 if side == 0 else 4
    ridden = np.zeros(ROW, np.int64)
    leaps = 0
    for path in piece_type.paths:
        if path.ride:
            ridden += _along(variant, (path.steps[0] + turned) % 8, choices)
        elif not _leads_over_the_edge(variant, path):
            leaps += int(choices.max())
    return int(ridden.max()) + leaps + special


def _choices(variant: Variant, piece_type: PieceType, side: int) -> np.ndarray:
    """In how many ways a piece may move to each square: one, or as many as it may promote to there."""
    squares = variant.geometry.squares
    choices = np.zeros(ROW, np.int64)
    choices[:squares] = 1
    for square in piece_type.promotion_squares:
        choices[square if side == 0 else variant.geometry.mirrored(square)] = len(piece_type.promotes_to)
    choices[squares:] = 0
    return choices


def _along(variant: Variant, direction: int, choices: np.ndarray) -> np.ndarray:
    """The sum of the choices on all squares that lie in that direction, for each square to start from."""
    beside = variant.geometry.links[direction * ROW : (direction + 1) * ROW]
    total = np.zeros(ROW, np.int64)
    here = np.arange(ROW)
    while (here != OFF).any():
        here = beside[here]
        total += choices[here]
    return total


def _leads_over_the_edge(variant: Variant, path: Path) -> bool:
    """Whether a path is longer than the board, wherever it begins."""
    geometry = variant.geometry
    return len(set(path.steps)) == 1 and len(path.steps) >= max(geometry.columns, geometry.rows)

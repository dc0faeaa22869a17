"""Upper bounds of the number of moves, in a position and in all that may follow from it.

The loops write moves without bounds checks. So a position is refused when it is read if its pieces could ever
have more moves than fit.

No move and no roll of the dice makes :func:`moves_at_most` greater. It is a constant of the game plus a
weight for each piece, on the board and in hand. The weight depends only on what the piece is and, if it is
marked (``Position.was``), on what it was: it is the most moves of all that the piece may ever become, by
promotion, by a drop as its other side and, once captured, in a hand. The rules change pieces only so:

* A promotion, also in place, makes one of these of it. A mark that is set then says what it was, whose weight
  was not smaller.
* A capture takes a piece away, or makes one of these of it in the other side's hand. So where captured pieces
  come back, the weight is the same for both sides, and one side is taken to have all pieces.
* An explosion and a capture en passant take pieces away. A piece that turns to stone is none any more.
* A drop, and a piece that comes in by gating, leaves the hand and stands on the board.
* Steps, castling, passes and dice change no piece.

A weight holds for every square, whichever squares are removed and wherever wormholes are: lines only become
shorter, and leaps count wherever they lead. The constant is for drops, gating, a pass, and what the loops
write beyond the moves of a side.

If this were wrong, the loops would end a list in time, see :data:`wormhole.rules.position.MAX_MOVES`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

import numpy as np

from wormhole.rules.betza import Path
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.position import MAX_MOVES, MAX_PLY, MOVES_OF_LINE, NO_SLOT, ROOM, Position
from wormhole.rules.tables import PIECE_NUMBERS, piece_number
from wormhole.rules.tabulation import GAMES_KEPT, tables
from wormhole.rules.variant import LeftSquare, PieceType, Promotion, Variant

CASTLINGS, PASSES = 2, 1


def moves_at_most(variant: Variant, position: Position) -> int:
    """An upper bound of either side's moves, in this position and in all that may follow from it.

    It includes the room that the loops need for a while.
    """
    weights, hands, squares = _weights(variant), variant.hands, variant.geometry.squares
    pieces = np.asarray(position.pieces)[:squares]
    of_each = weights[pieces]
    largest = int(weights.max())
    others = PASSES + largest  # the moves of one piece are listed before its promotions replace them
    if hands:
        slots = np.asarray(position.slots)[:squares]
        of_was = weights[np.asarray(position.was)[slots]]
        of_each = np.where(slots == NO_SLOT, 0, np.maximum(of_each, of_was))
        drops = len(variant.piece_types) * squares * hands.drops
        if any(piece_type.drops.other_side for piece_type in variant.piece_types.values()):
            drops *= 2
        others += drops + len(variant.gates) * len(variant.piece_types) * (largest + CASTLINGS)
    sums = [int(of_each[pieces % 2 == side].sum()) for side in (0, 1)]
    if hands:
        held = weights * np.asarray(position.hands)
        sums = [sums[side] + int(held[side::2].sum()) for side in (0, 1)]
    if tables(variant).options.mateless:  # the answers to a drop are listed after the moves
        return sum(sums) + 2 * others
    return (sum(sums) if hands.captures else max(sums)) + others


def moves_fit(variant: Variant, position: Position) -> bool:
    """Whether the moves of the position fit; the loops write one element beyond the last move."""
    return moves_at_most(variant, position) < MAX_MOVES


def plies_that_fit(variant: Variant, position: Position) -> int:
    """The number of plies of a line whose moves fit, one ply after the other."""
    return min(MAX_PLY, (MOVES_OF_LINE - ROOM) // (moves_at_most(variant, position) + 1) + 1)


@lru_cache(maxsize=GAMES_KEPT)
def _weights(variant: Variant) -> np.ndarray:
    """The most moves of all that each piece may become, by its number; 0 if there is no such piece."""
    most = np.zeros(PIECE_NUMBERS, np.int64)
    for side in (0, 1):
        of_types = {letter: _moves_of_type(variant, letter, side) for letter in variant.piece_types}
        for letter in variant.piece_types:
            may_become = _may_become(variant, letter)
            most[piece_number(variant, letter, side)] = max(of_types[each] for each in may_become)
    if variant.hands.captures:
        most[0::2] = most[1::2] = np.maximum(most[0::2], most[1::2])
    return most


def _may_become(variant: Variant, letter: str) -> set[str]:
    """The letters of a piece and of all pieces that it may become by promotions, or in a hand."""
    found = {letter}
    waiting = [letter]
    while waiting:
        piece_type = variant.piece_types[waiting.pop()]
        new = {*piece_type.promotes_to, *piece_type.in_hand, *piece_type.drops.other_side} - found
        found |= new
        waiting.extend(new)
    return found


def _moves_of_type(variant: Variant, letter: str, side: int) -> int:
    """The most moves of a piece while it is of this type."""
    piece_type = variant.piece_types[letter]
    own = _steps_of_type(variant, piece_type, side)
    if not piece_type.promotes_in_place:
        return own
    new = [_steps_of_type(variant, variant.piece_types[each], side) for each in piece_type.promotes_to]
    return own + sum(1 + each for each in new) + max(new)  # with room to list what the new piece attacks


def _steps_of_type(variant: Variant, piece_type: PieceType, side: int) -> int:
    """The most moves of a piece of this type from any one square, without promotions in place."""
    choices = _choices(variant, piece_type, side)
    special = CASTLINGS * bool(piece_type.castles_with)
    if piece_type.en_passant:
        special += sum(path.captures for path in piece_type.paths)
    if variant.left_square is LeftSquare.RANDOM:
        return int(choices.sum()) + special
    turned = 0 if side == 0 else 4
    ridden = np.zeros(ROW, np.int64)
    leaps = 0
    longest = max(variant.geometry.columns, variant.geometry.rows)
    for path in chain.from_iterable(path.unrolled(longest) for path in piece_type.paths):
        if path.ride:
            ridden += _along(variant, (path.steps[0] + turned) % 8, choices)
        elif not _leads_over_the_edge(variant, path):
            leaps += int(choices.max())
    return int(ridden.max()) + leaps + special


def _choices(variant: Variant, piece_type: PieceType, side: int) -> np.ndarray:
    """The most moves of a piece to each square from one other: one, or one for each choice of promotion."""
    squares = variant.geometry.squares
    choices = np.zeros(ROW, np.int64)
    promotions = len(piece_type.promotes_to) + (piece_type.promotion is not Promotion.FORCED)
    anywhere = piece_type.promotes_leaving or piece_type.promotes_capturing
    choices[:squares] = max(promotions, 1) if anywhere else 1
    for square in piece_type.promotion_squares:
        choices[variant.geometry.seen_by(square, side == 0)] = promotions
    choices[squares:] = 0
    return choices


def _along(variant: Variant, direction: int, choices: np.ndarray) -> np.ndarray:
    """For each square, the sum of the choices on all squares in that direction."""
    beside = variant.geometry.links[direction * ROW : (direction + 1) * ROW]
    total = np.zeros(ROW, np.int64)
    here = np.arange(ROW)
    while (here != OFF).any():
        here = beside[here]
        total += choices[here]
    return total


def _leads_over_the_edge(variant: Variant, path: Path) -> bool:
    """Whether a straight path is longer than the board."""
    geometry = variant.geometry
    return len(set(path.steps)) == 1 and len(path.steps) >= max(geometry.columns, geometry.rows)

"""Upper bounds of the number of moves, in a position and in all that may follow from it.

The loops write moves without bounds checks. So a position is refused when it is read if its pieces could ever
have more moves than fit. The bound holds for the whole game: pieces only become fewer and lines only shorter,
and a piece that may promote is counted as the most mobile piece that it may become. Where captured pieces
come back, one side is taken to have all pieces, on the board and in hand at once.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

import numpy as np

from wormhole.rules.betza import Path
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.position import MAX_MOVES, MAX_PLY, MOVES_OF_LINE, Position
from wormhole.rules.tables import PIECE_NUMBERS, piece_number
from wormhole.rules.tabulation import GAMES_KEPT
from wormhole.rules.variant import LeftSquare, PieceType, Promotion, Variant

CASTLINGS, PASSES = 2, 1


def moves_at_most(variant: Variant, position: Position) -> int:
    """An upper bound of either side's moves, in this position and in all that may follow from it."""
    of_pieces = _moves_of_pieces(variant)
    standing = position.pieces[: variant.geometry.squares]
    sums = [PASSES + int(of_pieces[standing[standing % 2 == side]].sum()) for side in (0, 1)]
    if not variant.hands:
        return max(sums)
    held = [int((of_pieces * position.hands)[side::2].sum()) for side in (0, 1)]
    drops = len(variant.piece_types) * variant.geometry.squares * variant.hands.drops
    if any(piece_type.drops.other_side for piece_type in variant.piece_types.values()):
        drops *= 2
    if variant.gates:
        drops += len(variant.gates) * len(variant.piece_types) * (int(of_pieces.max()) + CASTLINGS)
    if variant.hands.captures:
        return sum(sums) + sum(held) + drops
    return max(map(sum, zip(sums, held, strict=True))) + drops


def moves_fit(variant: Variant, position: Position) -> bool:
    """Whether the moves of the position fit; the loops write one element beyond the last move."""
    return moves_at_most(variant, position) < MAX_MOVES


def plies_that_fit(variant: Variant, position: Position) -> int:
    """The number of plies of a line whose moves fit, one ply after the other."""
    return min(MAX_PLY, MOVES_OF_LINE // (moves_at_most(variant, position) + 1))


@lru_cache(maxsize=GAMES_KEPT)
def _moves_of_pieces(variant: Variant) -> np.ndarray:
    """The most moves of each piece, by its number; 0 if there is no such piece."""
    most = np.zeros(PIECE_NUMBERS, np.int64)
    for side in (0, 1):
        of_types = {
            letter: _moves_of_type(variant, piece_type, side)
            for letter, piece_type in variant.piece_types.items()
        }
        for letter in variant.piece_types:
            may_become = _may_become(variant, letter)
            most[piece_number(variant, letter, side)] = max(of_types[letter] for letter in may_become)
            if variant.piece_types[letter].promotes_in_place:  # with room to list what the new piece attacks
                choices = len(variant.piece_types[letter].promotes_to)
                most[piece_number(variant, letter, side)] *= 2 + choices
                most[piece_number(variant, letter, side)] += 1 + choices
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


def _moves_of_type(variant: Variant, piece_type: PieceType, side: int) -> int:
    """The most moves that a piece may have, over all squares."""
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
    choices[:squares] = promotions if anywhere else 1
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

"""Piece values and piece-square tables of any game, derived from the moves of its pieces."""

from __future__ import annotations

from functools import cache

import numpy as np

from wormhole.engine.network import Network
from wormhole.engine.network_inputs import NetworkInputs
from wormhole.engine.weights import Weights
from wormhole.rules.betza import Hop, Path
from wormhole.rules.endings import NoMove
from wormhole.rules.geometry import OFF, ROW, Geometry
from wormhole.rules.position import TOKEN
from wormhole.rules.tables import FIRST_PIECE, GONE, PIECE_NUMBERS, piece_number
from wormhole.rules.variant import PieceType, Variant

CENTIPAWNS_A_SQUARE = 60
"""Value of one square, averaged over the board, that a piece may both move to and capture on.

A knight on the 8x8 board gets 315; compare https://www.chessprogramming.org/Point_Value.
"""

ROYAL_CENTIPAWNS = 20_000
"""More than all other pieces. Both sides have one, so it only affects the ordering of captures."""

TASTE_CENTIPAWNS = 2
"""Greatest random change of a piece-square value, which makes games differ."""


@cache
def piece_value(geometry: Geometry, piece_type: PieceType) -> int:
    """The value of a piece: the squares that it reaches on an empty board, averaged over all squares.

    A square that it may only move to, or only capture on, counts half. The royal piece has a fixed value.
    """
    if piece_type.royal:
        return ROYAL_CENTIPAWNS
    return round(CENTIPAWNS_A_SQUARE * sum(_reach(geometry, piece_type)) / geometry.squares)


def usual_value(variant: Variant, piece_type: PieceType) -> int:
    """The value of a piece in a game without weights of its own.

    Where a side wins by losing its pieces, each of them is as bad for it as it is good elsewhere.
    """
    value = piece_value(variant.geometry, piece_type)
    wins_by_losing = any(rule.result is NoMove.WIN for rule in variant.endings.extinct)
    return -value if wins_by_losing and not piece_type.royal else value


def piece_square_table(variant: Variant, weights: Weights) -> np.ndarray:
    """int64[64 * 256]: value of piece ``m`` on a square in centipawns, at ``m << 8 | square``."""
    geometry = variant.geometry
    table = np.zeros((PIECE_NUMBERS, ROW), np.int64)
    for piece_type in variant.piece_types.values():
        value = weights.pieces.get(piece_type.letter, usual_value(variant, piece_type))
        places = np.zeros(ROW)
        places[: geometry.squares] = _places(geometry, piece_type, weights)
        for side in (0, 1):
            seen = [geometry.seen_by(square, side == 0) for square in range(geometry.squares)]
            row = table[piece_number(variant, piece_type.letter, side)]
            row[:] = round(value)
            row[: geometry.squares] = np.round(
                value + places[seen] + _nearness(variant, piece_type, side, weights)
            )
    table[GONE, TOKEN] = _token_value(variant)
    return table.ravel()


def _token_value(variant: Variant) -> int:
    """The value of the token for a royal piece; nothing if that may be in hand, where it has its own."""
    return 0 if variant.holds_royal else ROYAL_CENTIPAWNS


def learned_table(variant: Variant, network: Network) -> np.ndarray:
    """The same from a network; the royal piece has the same value everywhere."""
    table = np.zeros((PIECE_NUMBERS, ROW), np.int64)
    inputs = NetworkInputs(variant)
    for values, piece_type in zip(network.values, variant.piece_types.values(), strict=True):
        for side, seen in enumerate((values, values[inputs.mirror])):
            number = piece_number(variant, piece_type.letter, side)
            if piece_type.royal:
                table[number] = ROYAL_CENTIPAWNS
            else:
                table[number, inputs.places_of_piece(number)] = seen
    table[GONE, TOKEN] = _token_value(variant)
    return table.ravel()


def tasted(variant: Variant, table: np.ndarray, taste: int | None) -> np.ndarray:
    """A table with small random changes seeded by ``taste``; None leaves it unchanged."""
    if taste is None:
        return table
    changed = table.reshape(PIECE_NUMBERS, ROW).copy()
    liking = np.random.default_rng(taste).integers(
        -TASTE_CENTIPAWNS, TASTE_CENTIPAWNS, changed.shape, endpoint=True
    )
    # Kings must have the same value everywhere: otherwise capturing one could look like a losing exchange.
    royal = [letter for letter, piece_type in variant.piece_types.items() if piece_type.royal]
    liking[[piece_number(variant, letter, side) for letter in royal for side in (0, 1)]] = 0
    changed[FIRST_PIECE:] += liking[FIRST_PIECE:]
    return changed.ravel()


def _places(geometry: Geometry, piece_type: PieceType, weights: Weights) -> list[float]:
    """The value of White's piece on each square, relative to its mean."""
    if piece_type.royal:
        return [0.0] * geometry.squares
    reach = _reach(geometry, piece_type)
    usual = sum(reach) / len(reach)
    return [
        weights.places["centre"] * (reach[square] - usual)
        + weights.places["advance"] * _way_gone(geometry, piece_type, square) ** 2
        for square in range(geometry.squares)
    ]


def _nearness(variant: Variant, piece_type: PieceType, side: int, weights: Weights) -> np.ndarray:
    """float64[squares]: what a piece is worth more near the squares on which it wins."""
    geometry = variant.geometry
    if piece_type.letter not in variant.endings.goal_pieces:
        return np.zeros(geometry.squares)
    places = np.array([geometry.place[square] for square in range(geometry.squares)])
    goals = np.array([geometry.place[square] for square in variant.goals[side]])
    steps = np.abs(places[:, None] - goals).max(axis=2).min(axis=1)
    return weights.places["goal"] / (1 + steps)


def _way_gone(geometry: Geometry, piece_type: PieceType, square: int) -> float:
    """The share of its way to promotion that White's piece has gone, 0.0 to 1.0; 0.0 if it never promotes."""
    rows = [geometry.place[target][1] for target in piece_type.promotion_squares]
    if not rows or min(rows) == 0:
        return 0.0
    return min(geometry.place[square][1] / min(rows), 1.0)


@cache
def _reach(geometry: Geometry, piece_type: PieceType) -> tuple[float, ...]:
    """The number of squares that White's piece reaches from each square of the empty board."""
    return tuple(
        sum(_reached(geometry, path, square) for path in piece_type.paths)
        for square in range(geometry.squares)
    )


def _reached(geometry: Geometry, path: Path, square: int) -> float:
    """Squares that a path reaches from ``square`` on the empty board; only moving or only capturing counts
    half."""
    weight = (path.moves + path.captures) / 2
    if path.from_home:
        return 0
    count = 0
    while (square := _landing(geometry, path, square)) != OFF:
        count += 1
        if not path.ride:
            break
    is_leap = not path.ride and path.hop is Hop.NONE
    return weight * count * (1.0 if is_leap else _SHARES[path.hop])


_SHARES = {Hop.NONE: 0.6, Hop.OVER: 0.3, Hop.BEHIND: 0.15, Hop.JUMP: 0.3}
"""The share of its squares that a ride, or a leap over a piece, reaches in a middle game: pieces shorten it,
or are hopped over."""


def _landing(geometry: Geometry, path: Path, square: int) -> int:
    """The square after all steps of a path; ``OFF`` beyond the edge."""
    for direction in path.steps:
        if square != OFF:
            square = geometry.step(square, direction)
    return square

"""Premoves: what the side that is not to move could choose for its next turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE
from wormhole.rules.routes import Route, Way
from wormhole.rules.tables import piece_number
from wormhole.rules.tabulation import plain_tables
from wormhole.rules.variant import Promotion


def premoves(board: Board, color: bool) -> dict[Move, Route]:
    """Every move that the steps of a side's pieces allow, with its shortest route.

    What stands on its target does not matter, since the other side's next move may change that: a piece may
    be captured there, or the square may become free. Neither does check.

    >>> board = Board()
    >>> moves = premoves(board, False)
    >>> len([move for move in moves if move.text.startswith("e7")])
    4
    """
    found: dict[Move, Route] = {}
    for square, piece in board.piece_map().items():
        if piece.color is color:
            for way in board.ways(square):
                for move in _moves(board, way, piece.letter, color):
                    if move not in found or len(way.steps) < len(found[move].steps):
                        found[move] = _route(board, way, color)
    for move in _drops(board, color):
        found[move] = Route(move.to_square, ((move.to_square,),))
    return found


MOST_PREMOVES = 8
"""So many premoves can be selected in a row."""


@dataclass(frozen=True)
class Ahead:
    """The position after premoves: ``board`` is the last one of which anything is known.

    ``made`` are the premoves that can be made so, ``may_follow`` whether one more can.
    """

    board: Board
    made: tuple[Move, ...]
    may_follow: bool


def after_premoves(board: Board, moves: Iterable[Move], color: bool) -> Ahead:
    """Make premoves of a side one after the other, as if the other side did not move.

    The first one that its pieces cannot make is left out with all after it.

    >>> board = Board("chess")
    >>> board.push_san("e4").text
    'e2e4'
    >>> moves = [move for move in premoves(board, True) if move.text in ("f1c4", "g1f3")]
    >>> ahead = after_premoves(board, moves, True)
    >>> len(ahead.made), any(move.text == "e1g1" for move in premoves(ahead.board, True))
    (2, True)
    """
    made: list[Move] = []
    after: Board | None = board
    for move in moves:
        if after is None or len(made) == MOST_PREMOVES or move not in premoves(after, color):
            break
        board, after = after, after.ahead(move)
        made.append(move)
    return Ahead(after or board, tuple(made), after is not None and len(made) < MOST_PREMOVES)


def _drops(board: Board, color: bool) -> Iterator[Move]:
    """The drops on squares of the board without a piece of that side: the others may become free."""
    tables, names = plain_tables(board.variant), board.variant.geometry.names
    side, pieces = 0 if color is WHITE else 1, board.piece_map()
    for letter in board.pockets[color] if board.variant.hands.drops else ():
        other = board.variant.piece_types[letter].drops.other_side
        for square in set(range(board.variant.geometry.squares)) - board.holes:
            if square in pieces and pieces[square].color is color:
                continue
            text = f"{letter}@{names[square]}"
            allowed = tables.drops[square]
            if allowed >> piece_number(board.variant, letter, side) & 1:
                yield Move(square, square, text=text, drop=letter)
            if other and allowed >> piece_number(board.variant, other, side) & 1:
                yield Move(square, square, other, f"+{text}", drop=letter)


def _moves(board: Board, way: Way, letter: str, color: bool) -> Iterator[Move]:
    """The moves that end a way: one, one for each promotion, or none if the piece only passes there."""
    if not (way.moves or way.captures):
        return
    geometry, piece_type = board.variant.geometry, board.variant.piece_types[letter]
    castles = way.castled is not None and board.variant.castles_anywhere
    target = way.castled[0] if castles and way.castled else way.to_square
    text = geometry.names[way.from_square] + geometry.names[target]
    plain = Move(way.from_square, target, text=text)
    squares = [target, way.from_square] if piece_type.promotes_leaving else [target]
    seen = {geometry.seen_by(square, color) for square in squares}
    promotes = piece_type.promotes_capturing or not seen.isdisjoint(piece_type.promotion_squares)
    if not promotes or piece_type.promotes_capturing or piece_type.promotion is not Promotion.FORCED:
        yield plain
    if not promotes:
        return
    for promotion in piece_type.promotes_to:
        yield replace(plain, promotion=promotion, text=text + board.variant.promotion_sign(promotion))


def _route(board: Board, way: Way, color: bool) -> Route:
    piece = board.piece_at(way.to_square)
    captured = way.to_square if piece is not None and way.castled is None else None
    return Route(way.from_square, way.steps, captured, way.castled, way.over)

"""Moves in UCI notation: ``e2e4``, ``a7b8l``, with dice ``e2e4@a4``; ``0000`` is the null move."""

from __future__ import annotations

import re

from wormhole.rules.base_board import BaseBoard
from wormhole.rules.errors import MoveError
from wormhole.rules.message import Message
from wormhole.rules.move import Move
from wormhole.rules.piece import side_name
from wormhole.rules.quoting import quoted
from wormhole.rules.variant import LeftSquare, Variant


def parse(board: BaseBoard, text: str) -> Move:
    """The legal move, or null move, written as ``text``. Raises :class:`MoveError` saying what is wrong."""
    wanted, rolled = split_roll(board.variant, text.strip().lower())
    move = board.legal_move(wanted)
    if move is not None:
        return move if rolled is None else move.rolled(rolled, board.variant.geometry.names[rolled])
    if wanted == Move.null().text and rolled is None:
        board.check_null()
        return Move.null()
    raise MoveError(_why_not(board, wanted, text))


def split_roll(variant: Variant, text: str) -> tuple[str, int | None]:
    """A move's text without its roll, and the square of the roll or None. Raises :class:`MoveError`."""
    move, sign, rolled = text.partition("@")
    if not sign or variant.left_square is not LeftSquare.RANDOM:
        return text, None
    name = rolled.rstrip("+#!? ")
    square = variant.geometry.numbers.get(name)
    if square is None:
        raise MoveError("{text}: {name} is not a square of this board", text=quoted(text), name=quoted(name))
    return move, square


def _why_not(board: BaseBoard, wanted: str, text: str) -> Message:
    """Why a text is not a legal move, in words for a person."""
    squares = board.variant.geometry.numbers
    match = re.fullmatch(r"([a-z]\d{1,2})([a-z]\d{1,2})([a-z]?)", wanted)
    if match is None or match[1] not in squares or match[2] not in squares:
        return Message(
            "{text} is not a move; moves are written like e2e4, promotions like a7b8l", text=quoted(text)
        )
    piece = board.piece_at(squares[match[1]])
    if piece is None:
        return Message("{move}: no piece stands on {square}", move=wanted, square=match[1])
    if piece.color is not board.turn:
        return Message(
            "{move}: {side} is to move, and the piece on {square} is not its own",
            move=wanted,
            side=side_name(board.turn),
            square=match[1],
        )
    origin_and_target = match[1] + match[2]
    choices = [
        move.text for move in board.legal_moves if move.promotion and move.text[:-1] == origin_and_target
    ]
    if choices:
        return Message(
            "{move}: say which piece the pawn becomes, as in {example}", move=wanted, example=choices[0]
        )
    return Message("{move} is not legal here", move=wanted)

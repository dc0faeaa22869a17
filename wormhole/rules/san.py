"""Reading and writing standard algebraic notation (SAN), with each game's piece letters."""

from __future__ import annotations

import re

from wormhole.rules.base_board import BaseBoard
from wormhole.rules.coordinates import split_roll
from wormhole.rules.errors import MoveError
from wormhole.rules.loops.moves import CASTLING
from wormhole.rules.move import Move
from wormhole.rules.quoting import quoted
from wormhole.rules.tables import SHORT

NULL = "--"
_NULLS = (NULL, "Z0", "0000", "@@@@")
_SAN = re.compile(
    r"(?P<letter>[A-Z])?(?P<origin>[a-wyz]?(?:\d{1,2})?)x?(?P<target>[a-z]\d{1,2})"
    r"(?:=?(?P<promotion>[A-Z]))?[+#]?[!?]*"
)


def write(board: BaseBoard, move: Move) -> str:
    """The SAN of a legal move, such as ``Lxd5+``, or ``--``. Raises :class:`MoveError` if it is not legal."""
    if not move:
        board.check_null()
        return NULL
    number = board.number_of(move)
    rolled = "" if move.roll is None else f"@{board.variant.geometry.names[move.roll]}"
    return _plain(board, number) + rolled + board.check_sign(move)


def parse(board: BaseBoard, text: str) -> Move:
    """The legal move with SAN ``text``. Raises :class:`MoveError` if no move or several moves match.

    The null move is ``--``; ``Z0``, ``0000`` and ``@@@@`` are read, too.
    """
    if text in _NULLS:
        board.check_null()
        return Move.null()
    text, rolled = split_roll(board.variant, text)
    stripped = text.strip()
    parts = _SAN.fullmatch(stripped)
    meant = _castling(board, stripped) if parts is None else _fitting(board, parts)
    if meant is None:
        raise MoveError(
            "{text} is not a move in algebraic notation such as e4, Nf3, Lxd5 or bxa8=L", text=quoted(text)
        )
    moves = [board.move_numbered(number) for number in meant]
    if len(moves) == 1:
        return moves[0] if rolled is None else moves[0].rolled(rolled, board.variant.geometry.names[rolled])
    if moves:
        raise MoveError(
            "{text} could mean {words}", text=quoted(text), words=" or ".join(move.text for move in moves)
        )
    raise MoveError("{move} is not legal here", move=quoted(text))


def _plain(board: BaseBoard, number: int) -> str:
    """SAN without roll and check sign."""
    kind = number >> 24
    if kind >= CASTLING:
        return "O-O" if kind == CASTLING + SHORT else "O-O-O"
    names = board.variant.geometry.names
    move = board.move_numbered(number)
    piece = board.piece_at(move.from_square)
    assert piece is not None
    letter = "" if board.variant.piece_types[piece.letter].pawn else piece.letter
    rivals = [
        names[other & 255]
        for other in board.legal_numbers
        if other >> 8 & 255 == move.to_square
        and other & 255 != move.from_square
        and board.piece_at(other & 255) == piece
    ]
    shown = _shown(names[move.from_square], rivals)
    if board.captured_by(number) is not None:
        shown = (shown or (names[move.from_square][0] if not letter else "")) + "x"
    promotion = f"={move.promotion}" if move.promotion else ""
    return f"{letter}{shown}{names[move.to_square]}{promotion}"


def _shown(origin: str, rivals: list[str]) -> str:
    """The part of the origin's name that distinguishes it from ``rivals``."""
    file, rank = origin[0], origin[1:]
    if not rivals:
        return ""
    if all(rival[0] != file for rival in rivals):
        return file
    if all(rival[1:] != rank for rival in rivals):
        return rank
    return origin


def _castling(board: BaseBoard, text: str) -> list[int] | None:
    """The legal moves that a text such as ``O-O+`` or ``0-0-0`` means; None if it is another text."""
    castling = text.rstrip("+#!?").replace("0", "O")
    if castling not in ("O-O", "O-O-O"):
        return None
    return [
        number
        for number in board.legal_numbers
        if number >> 24 >= CASTLING and _plain(board, number) == castling
    ]


def _fitting(board: BaseBoard, parts: re.Match[str]) -> list[int]:
    """The legal moves that match the parts of a SAN; the origin may be missing, partial or complete."""
    letter, origin, target, promotion = parts.group("letter", "origin", "target", "promotion")
    names, piece_types = board.variant.geometry.names, board.variant.piece_types
    to_square = board.variant.geometry.numbers.get(target)
    fitting = []
    for number in [number for number in board.legal_numbers if number >> 8 & 255 == to_square]:
        from_square = number & 255
        piece = board.piece_at(from_square)
        assert piece is not None
        named = names[from_square]
        if (
            (piece.letter == letter if letter else piece_types[piece.letter].pawn)
            and origin in ("", named, named[0], named[1:])
            and board.move_numbered(number).promotion == promotion
        ):
            fitting.append(number)
    return fitting

"""Moves as people write them: standard algebraic notation, as in chess, with each game's letters."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from wormhole.rules.coordinates import split_roll
from wormhole.rules.errors import MoveError
from wormhole.rules.move import Move
from wormhole.rules.piece import Piece
from wormhole.rules.variant import Variant

if TYPE_CHECKING:
    from wormhole.rules.board import Board

_SAN = re.compile(
    r"(?P<letter>[A-Z])?(?P<origin>[a-wyz]?(?:\d{1,2})?)x?(?P<target>[a-z]\d{1,2})"
    r"(?:=?(?P<promotion>[A-Z]))?[+#]?[!?]*"
)


def write(board: Board, move: Move) -> str:
    """A legal move with its check sign, such as ``Lxd5+``. Raises :class:`MoveError` if it is not legal."""
    if not board.is_legal(move):
        raise MoveError(f"{move} is not legal here")
    rolled = "" if move.roll is None else f"@{board.variant.geometry.names[move.roll]}"
    return _plain(board, move) + rolled + board.check_sign(move)


def parse(board: Board, text: str) -> Move:
    """The legal move that ``text`` means. Raises :class:`MoveError` if none or several are meant."""
    text, rolled = split_roll(board.variant, text)
    castling = text.strip().rstrip("+#!?").replace("0", "O")
    if castling in ("O-O", "O-O-O"):
        meant = [move for move in board.legal_moves if move.beside and _plain(board, move) == castling]
    else:
        parts = _SAN.fullmatch(text.strip())
        if parts is None:
            raise MoveError(f"{text!r} is no move in algebraic notation, such as e4, Nf3, Lxd5 or bxa8=L")
        meant = [move for move in board.legal_moves if _fits(board, move, parts)]
    if len(meant) == 1:
        return replace(meant[0], roll=rolled)
    if meant:
        raise MoveError(f"{text!r} could mean {' or '.join(move.text for move in meant)}")
    raise MoveError(f"{text!r} is not legal here")


def _plain(board: Board, move: Move) -> str:
    """SAN without roll and check sign."""
    geometry = board.variant.geometry
    if move.beside:
        is_short = geometry.place[move.beside[0]][0] > geometry.place[move.from_square][0]
        return "O-O" if is_short else "O-O-O"
    piece = board.piece_at(move.from_square)
    letter = _letter(board.variant, piece)
    rivals = [
        geometry.names[other.from_square]
        for other in board.legal_moves
        if other.to_square == move.to_square
        and other.from_square != move.from_square
        and board.piece_at(other.from_square) == piece
    ]
    shown = _shown(geometry.names[move.from_square], rivals)
    if move.taken is not None:
        shown = (shown or (geometry.names[move.from_square][0] if not letter else "")) + "x"
    promotion = f"={move.promotion}" if move.promotion else ""
    return f"{letter}{shown}{geometry.names[move.to_square]}{promotion}"


def _shown(origin: str, rivals: list[str]) -> str:
    """As much of the origin's name as tells it from those of ``rivals``."""
    file, rank = origin[0], origin[1:]
    if not rivals:
        return ""
    if all(rival[0] != file for rival in rivals):
        return file
    if all(rival[1:] != rank for rival in rivals):
        return rank
    return origin


def _letter(variant: Variant, piece: Piece) -> str:
    return "" if variant.piece_types[piece.letter].pawn else piece.letter


def _fits(board: Board, move: Move, parts: re.Match[str]) -> bool:
    """Whether a move is what the parts of a SAN say; of its origin they may say nothing, a part or all."""
    names = board.variant.geometry.names
    origin = names[move.from_square]
    return (
        names[move.to_square] == parts["target"]
        and _letter(board.variant, board.piece_at(move.from_square)) == (parts["letter"] or "")
        and parts["origin"] in ("", origin, origin[0], origin[1:])
        and (move.promotion or "") == (parts["promotion"] or "")
    )

"""Moves as they are said: "White: knight takes d5, through 2 holes; c3 is gone"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wormhole import side_name
from wormhole.gui.languages.language import _, _n

if TYPE_CHECKING:
    from wormhole import Board, Move, Variant


def last_move_words(board: Board) -> str:
    """The last move of a board, and who has played it; empty before the first one."""
    if not board.move_stack:
        return ""
    before = board.copy()
    move = before.pop()
    return _("{side}: {move}").format(side=_(side_name(before.turn)), move=move_words(before, move, board))


def move_words(board: Board, move: Move, after: Board | None = None) -> str:
    """A legal move, with all that one must know to follow the game without seeing the board."""
    if after is None:
        after = board.copy()
        after.push(move)
    parts = [_what(board, move)]
    captured = None if not move else board.captured_square(move)
    if captured is not None and captured != move.to_square:
        parts.append(_("it takes {square}").format(square=_name(board, captured)))
    holes = len(board.route(move).holes) if move and not move.is_pass else 0
    if holes:
        parts.append(_n("through {count} hole", "through {count} holes", holes))
    if move.enters is not None:
        gate = move.from_square if move.gate is None else move.gate
        words = _("{piece} comes in on {square}")
        parts.append(words.format(piece=piece_name(board.variant, move.enters), square=_name(board, gate)))
    if move.promotion is not None and move.drop is None:
        parts.append(_("becomes {piece}").format(piece=piece_name(board.variant, move.promotion)))
    if after.is_check():
        parts.append(_("mate") if after.is_game_over() else _("check"))
    gone = _ground(board, after)
    return ", ".join(parts) + (f"; {gone}" if gone else "")


def _what(board: Board, move: Move) -> str:
    """Which piece goes where."""
    if not move or move.is_pass:
        return _("passes")
    target = _name(board, move.to_square)
    if move.drop is not None:
        piece = piece_name(board.variant, move.promotion or move.drop)
        return _("{piece} is dropped on {square}").format(piece=piece, square=target)
    san = board.san(move)
    if san.startswith("O-O"):
        return _("castles long") if san.startswith("O-O-O") else _("castles short")
    mover = board.piece_at(move.from_square)
    assert mover is not None, "the move is legal"
    piece, origin = piece_name(board.variant, mover.letter), _name(board, move.from_square)
    if _has_rival(board, move):
        is_capture = board.is_capture(move)
        words = _("{piece} {origin} takes {square}") if is_capture else _("{piece} {origin} to {square}")
    else:
        words = _("{piece} takes {square}") if board.is_capture(move) else _("{piece} {square}")
    return words.format(piece=piece, origin=origin, square=target)


def _has_rival(board: Board, move: Move) -> bool:
    """Whether another piece of the same kind could go there."""
    mover = board.piece_at(move.from_square)
    return any(
        other.to_square == move.to_square
        and other.from_square != move.from_square
        and other.drop is None
        and board.piece_at(other.from_square) == mover
        for other in board.legal_moves
    )


def _ground(before: Board, after: Board) -> str:
    """Which squares have become holes, and which are there again."""
    gone = sorted(after.holes - before.holes)
    back = sorted(before.holes - after.holes)
    words = []
    if gone:
        names = _names(before, gone)
        words.append(_n("{squares} is gone", "{squares} are gone", len(gone), squares=names))
    if back:
        names = _names(before, back)
        words.append(_n("{squares} is back", "{squares} are back", len(back), squares=names))
    return ", ".join(words)


def _names(board: Board, squares: list[int]) -> str:
    return ", ".join(_name(board, square) for square in squares)


def _name(board: Board, square: int) -> str:
    return board.variant.geometry.names[square]


def piece_name(variant: Variant, letter: str) -> str:
    """The game's own name of a piece, in the language in use."""
    return _(variant.piece_types[letter].name)

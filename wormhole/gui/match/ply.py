"""A ply as the move list and the captured pieces need it, and all plies of a board."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole import Board, Move, Piece


@dataclass(frozen=True)
class Ply:
    """A move as it was played, with its SAN."""

    move: Move
    san: str
    mover: bool
    captured: Piece | None


def pushed(board: Board, move: Move) -> Ply:
    """Play a legal move; rolls the dice, if the game has any and the move does not carry its roll."""
    mover, pieces = board.turn, board.piece_map()
    if board.has_dice:
        board.push(move)
        move = board.pop()  # it now carries the roll, which may decide whether it gives check
    san, square = board.san(move), board.captured_square(move)
    board.push(move)
    return Ply(board.peek(), san, mover, None if square is None else pieces[square])


def plies_of(board: Board) -> tuple[Ply, ...]:
    """All plies of a board's move stack. For a long game this takes longer than a frame."""
    twin = board.root()
    return tuple(pushed(twin, move) for move in board.move_stack)

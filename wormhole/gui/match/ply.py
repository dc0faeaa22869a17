"""One single move as it was played, and what was played on a board so far."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole import Board, Move, Piece


@dataclass(frozen=True)
class Ply:
    """One single move as it was played."""

    move: Move
    san: str
    mover: bool
    captured: Piece | None


def pushed(board: Board, move: Move) -> Ply:
    """Play a legal move; dice, where there are any, are rolled now unless it carries its roll."""
    mover, pieces = board.turn, board.piece_map()
    if board.has_dice:
        board.push(move)
        move = board.pop()  # only now is it known what was rolled, and whether that gives check
    san, square = board.san(move), board.captured_square(move)
    board.push(move)
    return Ply(board.peek(), san, mover, None if square is None else pieces[square])


def plies_of(board: Board) -> tuple[Ply, ...]:
    """The moves that were played on a board. Of a long game it takes longer than a frame."""
    twin = board.root()
    return tuple(pushed(twin, move) for move in board.move_stack)

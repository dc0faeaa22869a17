"""What is left to a side after a move: squares for its king, moves, and what threatens to end the game."""

from __future__ import annotations

from collections.abc import Iterator

from wormhole.base.errors import Message
from wormhole.learn.captions import subject
from wormhole.learn.fact_finder import MoveContext
from wormhole.rules.board import Board
from wormhole.rules.endings import NoMove
from wormhole.rules.piece import Piece, side_name

MOST_MOVES_LEFT = 8
"""With more moves on either side it is no race."""


def flights(turn: MoveContext) -> Iterator[Message]:
    """That the king of the other side has no square to go to, or only one; a sentence, or none.

    Nothing is said if it had no more before the move, or if it can go nowhere and is not in check, which is a
    fact of its own.
    """
    board, variant = turn.after.board, turn.after.board.variant
    king = board.king(board.turn)
    if king is None or king in turn.moved_to.values():
        return
    left, earlier = _flights_of(board, king), turn.before.passed
    if len(left) > 1 or (earlier is not None and len(_flights_of(earlier, king)) <= len(left)):
        return
    names = variant.geometry.names
    told = {
        "piece": subject(Piece(variant.royal.letter, board.turn), variant),
        "square": names[king],
    }
    if left:
        yield Message(Message("{piece} on {square} can only go to {end}."), **told, end=names[left.pop()])
    elif board.is_check():
        yield Message(Message("{piece} on {square} has no square to go to."), **told)


def _flights_of(board: Board, king: int) -> set[int]:
    """The squares to which the king of the side to move can go."""
    return {move.to_square for move in board.legal_moves if move.from_square == king and move.drop is None}


def beside_king(turn: MoveContext) -> Iterator[Message]:
    """That a move has removed a square beside its own king; a sentence, or none."""
    board, variant = turn.after.board, turn.after.board.variant
    geometry, king = variant.geometry, board.king(turn.color)
    if king is None or turn.route.to_square == king or turn.before.board.king(turn.color) != king:
        return
    place, gone = geometry.place[king], turn.removed[:1]
    for square in gone:
        if max(abs(one - other) for one, other in zip(geometry.place[square], place, strict=True)) <= 1:
            yield Message(
                Message("{piece} removed {square}, beside the king on {end}."),
                piece=subject(turn.piece, variant),
                square=geometry.names[square],
                end=geometry.names[king],
            )


def threatened_end(turn: MoveContext) -> Iterator[Message]:
    """A move that would end the game for the side that moved, if the other one passed; or none."""
    passed = turn.after.passed
    if passed is None or passed.has_dice or passed.is_game_over():
        return
    for move in passed.legal_moves:
        passed.push(move)
        outcome = passed.outcome()
        passed.pop()
        if outcome is not None and outcome.winner is turn.color:
            yield Message(
                Message("{side} threatens {move}: {reason}"),
                side=side_name(turn.color),
                move=passed.san(move),
                reason=outcome.reason(),
            )
            return


def moves_left(turn: MoveContext) -> Iterator[Message]:
    """The moves that both sides have left, where a side without a move loses; or nothing."""
    board, passed = turn.after.board, turn.after.passed
    if passed is None or board.variant.endings.stalemate is NoMove.DRAW:
        return
    counts = len(board.legal_numbers), len(passed.legal_numbers)
    if max(counts) <= MOST_MOVES_LEFT:
        yield Message(
            Message("Moves left: {side} {count}, {other} {left}."),
            side=side_name(turn.color),
            count=counts[1],
            other=side_name(not turn.color),
            left=counts[0],
        )

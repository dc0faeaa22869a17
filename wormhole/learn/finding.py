"""Finds the facts of a board's last move, by asking the rules what each side attacks before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wormhole.learn.effects import effects
from wormhole.learn.facts import (
    FEW,
    BoardShrunk,
    Captured,
    Castled,
    ClosedWormhole,
    Crossed,
    Crossing,
    Ended,
    Fact,
    FewMovesLeft,
    KingShutIn,
    PassedOver,
    PlayedMove,
    Promoted,
    Removed,
    Rolled,
    WentThrough,
)
from wormhole.learn.turn import Turn
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import LeftSquare


def last_move(board: Board) -> PlayedMove | None:
    """The last move of a board with its facts; None before the first move and after a null move.

    It takes some milliseconds, longer on large boards.

    >>> board = Board()
    >>> _ = board.push_uci("b1c3")
    >>> last_move(board).facts
    (Removed(squares=(1,)),)
    """
    if not board.move_stack or not board.peek():
        return None
    turn = Turn.last_of(board)
    return PlayedMove(turn.piece, turn.route, (*_of_the_way(turn), *effects(turn), *_of_the_end(turn)))


def _of_the_way(turn: Turn) -> Iterator[Fact]:
    """What the rules did with the pieces and the squares."""
    route, board = turn.route, turn.after.board
    if turn.removed:
        yield Removed(turn.removed)
    yield from _passages(turn) if board.has_dice else _crossings(turn)
    if route.captured is not None:
        captured, recaptures = turn.before.pieces[route.captured], turn.recaptures_on(route.captured)
        yield Captured(captured, route.captured, recaptures, route.captured != route.to_square)
    if turn.move.promotion is not None:
        yield Promoted(turn.move.promotion)
    if route.castled is not None:
        yield Castled(*route.castled)
    if turn.move.roll is not None:
        roll = turn.move.roll
        yield Rolled(roll, roll in board.counters, board.piece_at(roll) is not None)


def _crossings(turn: Turn) -> Iterator[Fact]:
    """The holes that the piece crossed: by folded steps, or by passing over what has vanished."""
    route = turn.route
    if turn.after.board.variant.left_square is LeftSquare.FOLDS:
        squares = turn.after.board.variant.geometry.squares
        crossings, here = [], route.from_square
        for step in route.steps:
            if len(step) > 1 and max(here, step[-1]) < squares:  # a leap may also step on the void
                crossings.append(Crossing(here, step[:-1], step[-1]))
            here = step[-1]
        if crossings:
            yield Crossed(tuple(crossings))
    elif route.holes:
        yield PassedOver(route.holes)


def _passages(turn: Turn) -> Iterator[Fact]:
    """The wormholes of the dice that the piece passed."""
    route, before = turn.route, turn.before.board
    if route.castled is None and route.holes:
        yield WentThrough(route.holes, _goes_around(turn))
    if route.to_square in before.holes:
        yield ClosedWormhole(route.to_square)


def _goes_around(turn: Turn) -> bool:
    """Whether the piece went from one edge of the board to the opposite one in one step."""
    geometry = turn.after.board.variant.geometry
    path = [turn.route.from_square, *(square for step in turn.route.steps for square in step)]
    return any(
        abs(geometry.place[one][0] - geometry.place[other][0]) > geometry.columns // 2
        or abs(geometry.place[one][1] - geometry.place[other][1]) > geometry.rows // 2
        for one, other in pairwise(path)
        if one in turn.before.board.holes
    )


def _of_the_end(turn: Turn) -> Iterator[Fact]:
    """What is left: of the board, of the moves, of the game."""
    board = turn.after.board
    if turn.removed:
        yield from _shrinking(turn)
    outcome = board.outcome()
    if outcome is not None:
        yield Ended(outcome)
        return
    if len(board.legal_numbers) <= FEW:
        yield FewMovesLeft(len(board.legal_numbers))
    king = board.king(board.turn)
    if king is not None and not board.is_check() and not _moves_from(board, king):
        earlier = turn.before.board.copy()
        if not earlier.is_check():
            earlier.push(Move.null())
            if _moves_from(earlier, king):
                yield KingShutIn(king)


def _shrinking(turn: Turn) -> Iterator[Fact]:
    board = turn.after.board
    whole = board.variant.geometry.squares
    left = whole - len(board.holes)
    for parts in (4, 2):
        if left * parts <= whole < (left + len(turn.removed)) * parts:
            yield BoardShrunk(left, parts)


def _moves_from(board: Board, square: int) -> bool:
    return any(number & 255 == square for number in board.legal_numbers)

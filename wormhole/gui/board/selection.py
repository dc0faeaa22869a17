"""Which moves the user may choose, and what they choose: a piece, a promotion, premoves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wormhole.gui.board.annotations import RefusedMove, View
from wormhole.gui.board.hands import is_in_hand, origin_of, piece_of
from wormhole.gui.board.state import BoardState, Movable, PromotionChoice, Selection

if TYPE_CHECKING:
    from wormhole import Board, Move, Piece, Route
    from wormhole.rules.refusals import Immobility


def piece_at(state: BoardState, place: int | None) -> Piece | None:
    """The piece on a square or in hand, if there is one."""
    if place is None:
        return None
    scene = state.scene
    return piece_of(state.variant, place) if place in scene.hands else scene.pieces.get(place)


def is_own(state: BoardState, place: int | None) -> bool:
    """Whether a piece that the user may move is on a square, or in hand."""
    piece = piece_at(state, place)
    return piece is not None and bool(state.movable.moves) and piece.color == state.movable.color


def origin(state: BoardState, move: Move) -> int:
    """The square or the place in hand that a move of the user comes from."""
    return origin_of(state.variant, move, state.movable.color)


def moves_to(state: BoardState, place: int | None) -> tuple[Move, ...]:
    """The chosen piece's moves to a square: none, one, or one for each promotion."""
    return tuple(
        move
        for move in state.movable.moves
        if move.to_square == place and origin(state, move) == state.selection.square and not move.is_pass
    )


def passing(state: BoardState) -> Move | None:
    """The move by which the user may pass now, in a game that allows it."""
    return next((move for move in state.movable.playable if move.is_pass), None)


def immobility(state: BoardState, place: int | None) -> Immobility | None:
    """Why the piece on a square has no move; None if it has one, or if there is no piece."""
    if place is None or is_in_hand(state.variant.geometry, place) or state.insight is None:
        return None
    return state.insight.immobility(place)


# Which moves


def allow(state: BoardState, board: Board | None) -> None:
    """Let the user choose among the legal moves of ``board``; None if it is not their turn."""
    if board is None:
        state.movable = Movable(color=state.movable.color)
    else:
        state.movable = Movable(tuple(board.legal_moves), board.turn, board.copy())
    state.selection = replace(state.selection, premoves=())
    _keep_choice(state)


def allow_premoves(state: BoardState, premoves: Mapping[Move, Route], color: bool) -> None:
    """Let the user choose one of these moves of a side, with their routes, for a later turn."""
    state.movable = Movable(tuple(premoves), color, premoves=premoves)
    _keep_choice(state)


def _keep_choice(state: BoardState) -> None:
    """Keep the chosen piece if it may still be moved, and its promotion if it may still promote."""
    square = state.selection.square
    if square is not None and is_own(state, square):
        state.selection = replace(state.selection, routes=_routes_from(state, square))
        _keep_promotion(state)
    elif square is not None:
        clear(state)
    state.revision += 1


def _routes_from(state: BoardState, place: int) -> Mapping[Move, Route]:
    premoves, board = state.movable.premoves, state.movable.board
    if premoves is not None:
        return {move: route for move, route in premoves.items() if origin(state, move) == place}
    routes = {} if board is None else board.routes(place)
    return {move: route for move, route in routes.items() if not move.is_pass}


# A piece


def choose(state: BoardState, place: int) -> None:
    """Choose the piece on a square or in hand."""
    state.dropped = None
    is_stuck = View.ROUTES in state.views and immobility(state, place) is not None
    state.selection = Selection(
        place,
        _routes_from(state, place),
        premoves=state.selection.premoves,
        stuck=place if is_stuck else None,
    )
    state.revision += 1


def choose_again(state: BoardState, before: Selection) -> None:
    """Choose what was chosen before the position changed, as far as that is possible still."""
    if before.square is not None and is_own(state, before.square):
        choose(state, before.square)
        state.selection = replace(state.selection, drag=before.drag, promotion=before.promotion)
        _keep_promotion(state)
    premoves = before.premoves if state.movable.is_ahead else ()
    state.selection = replace(state.selection, premoves=premoves)
    state.revision += 1


def let_go(state: BoardState) -> None:
    """Clear the chosen piece, the drag and the promotion to choose."""
    state.dropped = None
    clear(state)


def clear(state: BoardState) -> None:
    """Clear the same, but not what was dropped for a move that is not shown yet."""
    cleared = Selection(premoves=state.selection.premoves)
    if state.selection != cleared:
        state.selection = cleared
        state.revision += 1


def refuse(state: BoardState, from_square: int, to_square: int) -> None:
    """Show why a move that the user tried is not legal."""
    board, refused = state.movable.board, None
    if state.movable.is_ahead and state.insight is not None:
        refused = RefusedMove.ahead(state.insight.board, from_square, to_square)
    elif board is not None:
        refused = RefusedMove.of(board, from_square, to_square)
    state.selection = replace(state.selection, refused=refused)
    state.revision += 1


# Premoves


def plan(state: BoardState, premoves: Sequence[Move]) -> None:
    """Mark the moves that the user has chosen for their next turns."""
    state.selection = replace(state.selection, premoves=tuple(premoves))
    let_go(state)
    state.revision += 1


def drop_premove(state: BoardState, square: int | None = None) -> None:
    """Drop the last premove that comes from a square or goes there or, if there is none, the last of all."""
    premoves = state.selection.premoves
    there = [at for at, move in enumerate(premoves) if square in (move.from_square, move.to_square)]
    at = there[-1] if there else len(premoves) - 1
    plan(state, premoves[:at] + premoves[at + 1 :])


def take_premove(state: BoardState) -> Move | None:
    """The move that was chosen for the turn that has come; the later ones are kept."""
    premoves = state.selection.premoves
    state.selection = replace(state.selection, premoves=premoves[1:])
    return premoves[0] if premoves else None


# A promotion


def ask_promotion(state: BoardState, moves: Sequence[Move]) -> None:
    """Ask which of these promotions is meant."""
    route = state.selection.routes.get(moves[0])
    steps = () if route is None else ((route.from_square,), *route.steps)
    way = tuple(square for step in steps for square in step)
    letter = moves[0].drop or state.scene.pieces[moves[0].from_square].letter
    state.selection = replace(state.selection, promotion=PromotionChoice(tuple(moves), letter, way=way))
    state.revision += 1


def mark_promotion(state: BoardState, index: int) -> None:
    """Mark one of the promotions."""
    promotion = state.selection.promotion
    if promotion is not None and promotion.marked != index:
        state.selection = replace(state.selection, promotion=replace(promotion, marked=index))
        state.revision += 1


def _keep_promotion(state: BoardState) -> None:
    """Keep the choice of a promotion, of the moves that are possible still."""
    promotion = state.selection.promotion
    if promotion is None:
        return
    marked = promotion.moves[promotion.marked]
    moves = [move for move in promotion.moves if move in state.selection.routes]
    state.selection = replace(state.selection, promotion=None)
    if moves:
        ask_promotion(state, moves)
        mark_promotion(state, moves.index(marked) if marked in moves else 0)

"""Which routes and attacks a board shows, by what is chosen, pointed at, refused, and turned on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from wormhole.gui.board.annotations import PieceRoutes, View
from wormhole.gui.board.selection import immobility, is_own, moves_to
from wormhole.gui.board.state import BoardState
from wormhole.gui.board.timeline import is_moving

if TYPE_CHECKING:
    from wormhole import Route
    from wormhole.rules.refusals import Immobility


def targets(state: BoardState) -> dict[int, int | None]:
    """The chosen piece's target squares, each with the square of the captured piece, if any."""
    return {route.to_square: route.captured for route in state.selection.routes.values()}


def pointed_route(state: BoardState) -> Route | None:
    """The route of the promotion asked about, else of the chosen piece's move pointed at."""
    promotion = state.selection.promotion
    moves = moves_to(state, state.pointing.at) if promotion is None else promotion.moves
    return state.selection.routes[moves[0]] if moves and moves[0].drop is None else None


def last_route(state: BoardState) -> Route | None:
    """The last move's route, if no piece is chosen and the pointer is on its first or last square."""
    route, move, pointed = state.scene.route, state.scene.last_move, state.pointing.at
    if route is None or state.selection.square is not None or pointed is None:
        return None
    if move is not None and move.drop is not None:
        return None
    return route if pointed in (route.from_square, route.to_square) else None


def attack_routes(state: BoardState) -> tuple[Route, ...]:
    """The routes to draw as attacks: why a move was refused, or what explains a check, the end or
    a mistake.

    While routes are shown, also why the piece has none.
    """
    refused, closed, pointed = state.selection.refused, immobile(state), state.pointing.at
    if refused is not None and refused.why.attack is not None:
        return (refused.why.attack.capture,)
    if closed is not None and closed.attacks:
        return tuple(way.capture for way in closed.attacks)
    flight = None if pointed is None else state.explanation.flights.get(pointed)
    attacks = dict.fromkeys((*state.explanation.attacks, *state.annotations.attacks))
    return (*attacks, *(() if flight is None else (flight,)))


def immobile(state: BoardState) -> Immobility | None:
    """While routes are shown: why the piece has none that is chosen or, else, pointed at."""
    return immobility(state, _picked(state)) if View.ROUTES in state.views else None


def reach(state: BoardState) -> Mapping[int, tuple[int, int]]:
    """The squares to tint, each with the numbers of White's and Black's attackers."""
    return state.insight.reach if View.REACH in state.views and state.insight is not None else {}


def piece_routes(state: BoardState, now_seconds: float) -> PieceRoutes | None:
    """The routes to draw: of the chosen piece, or else of the one under the pointer or the cursor.

    None while pieces move or are held, and while a promotion is asked about.
    """
    selection, square = state.selection, _picked(state)
    is_studied = selection.square is None and square == state.dwell.square
    is_busy = selection.drag is not None or selection.promotion is not None or is_moving(state, now_seconds)
    if square is None or square not in state.scene.pieces or is_busy or state.insight is None:
        return None
    if View.ROUTES not in state.views and not is_studied:
        return None
    return PieceRoutes(state.insight.routes(square), is_own(state, square))


def show_view(state: BoardState, view: View, on: bool) -> None:
    """Turn a view on or off; it stays while moves are played."""
    if on is (view in state.views):
        return
    state.views = state.views | {view} if on else state.views - {view}
    square = _picked(state)
    is_asked = on and view is View.ROUTES and immobility(state, square) is not None
    state.selection = replace(state.selection, refused=None, stuck=square if is_asked else None)
    if state.fold.is_open:
        state.fold.shown = replace(state.fold.shown, reach=reach(state))
    state.revision += 1


def _picked(state: BoardState) -> int | None:
    """What is chosen or, else, pointed at."""
    return state.pointing.at if state.selection.square is None else state.selection.square

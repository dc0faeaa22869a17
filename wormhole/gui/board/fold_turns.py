"""Turns the fold view of a board: opens it, goes back, and follows the moves of a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wormhole.gui.board.animation import Animation
from wormhole.gui.board.board_layout import Pixel
from wormhole.gui.board.fold_view import Change, Journey, Pick, ViewContent
from wormhole.gui.board.folded import folded
from wormhole.gui.board.pointing import hide_cursor, move_cursor
from wormhole.gui.board.scene import Scene
from wormhole.gui.board.selection import choose, immobility, is_own, let_go
from wormhole.gui.board.shown_routes import reach
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.theme import Motion

if TYPE_CHECKING:
    from wormhole import Board, Move, Route


@dataclass(frozen=True)
class PositionChange:
    """From one position to another: a move on, a move back, or a jump.

    It is always a jump if the positions are not ``of_one_game``.
    """

    before: Scene
    after: Scene
    of_one_game: bool = True

    def is_move_of(self, square: int) -> bool:
        """Whether it is a move on of the piece on ``square``."""
        route = self._on
        return route is not None and route.from_square == square

    def whereabouts(self, square: int) -> int | None:
        """Where the piece is now that stood on ``square``; None if it is gone, or if that is not known."""
        if (route := self._on) is not None:
            ends = dict(_moved(route))
            return None if square == route.captured else ends.get(square, square)
        if (route := self._back) is not None:
            starts = {end: start for start, end in _moved(route)}
            start = starts.get(square, square)
            return start if start in self.after.pieces else None  # back in hand
        stood, stands = (scene.pieces.get(square) for scene in (self.before, self.after))
        return square if stood == stands and stood is not None else None

    @property
    def moved(self) -> tuple[int, int] | None:
        """Origin and target of the piece that moves; None if it is a jump, a drop or a pass."""
        if (route := self._on) is not None:
            moved = route.from_square, route.to_square
        elif (route := self._back) is not None:
            moved = route.to_square, route.from_square
        else:
            return None
        return None if moved[0] == moved[1] else moved

    @property
    def _on(self) -> Route | None:
        """The route of a move on."""
        is_next = self.after.moves[:-1] == self.before.moves
        return self.after.route if self.of_one_game and is_next else None

    @property
    def _back(self) -> Route | None:
        """The route of a move back."""
        is_last = self.after.moves == self.before.moves[:-1]
        return self.before.route if self.of_one_game and is_last else None


def look_from(state: BoardState, square: int, now_seconds: float, motion: Motion) -> None:
    """Show the board as the piece on ``square`` sees it."""
    fold = state.fold
    if not fold.is_open:
        fold.opened_by = _picked(state)
    let_go(state)
    hide_cursor(state)
    before = fold.shown if fold.is_open else _whole(state)
    seen = replace(_whole(state), folded=folded(_board(state), square))
    _turn(state, before, seen, now_seconds, motion)
    stuck = None if immobility(state, square) is None else square
    state.selection = replace(state.selection, stuck=stuck)
    state.revision += 1


def look_back(state: BoardState, now_seconds: float, motion: Motion) -> None:
    """Show the whole board again; the piece is chosen, or has the cursor, if one was or had it before."""
    fold, square = state.fold, state.fold.view.square
    state.selection = replace(state.selection, refused=None, stuck=None)
    _turn(state, fold.shown, _whole(state), now_seconds, motion)
    if fold.opened_by is Pick.CURSOR:
        move_cursor(state, square)
    elif fold.opened_by is Pick.CHOSEN and is_own(state, square):
        choose(state, square)
    state.revision += 1


def _picked(state: BoardState) -> Pick | None:
    if state.selection.square is not None:
        return Pick.CHOSEN
    return Pick.CURSOR if state.pointing.is_cursor else None


def _turn(
    state: BoardState, before: ViewContent, after: ViewContent, now_seconds: float, motion: Motion
) -> None:
    """Show ``after`` from now on; the picture turns into it."""
    fold = state.fold
    fold.settle()
    fold.shown, fold.awaits_piece = after, False
    _forget_pointer(state)
    if not motion.is_still:
        fold.change = Change(before, after, now_seconds, motion.folding)


def follow(
    state: BoardState,
    scene_before: Scene,
    plan: Animation,
    now_seconds: float,
    motion: Motion | None,
    of_one_game: bool = True,
) -> None:
    """Let an open fold view show the position; it moves instead of the board, all but the ``plan``'s dice.

    A move of the piece itself is played in the view. Then the view continues from where the piece stands, or
    back to the board if the user played the move or the piece is gone. After a move of the user the next
    piece that is chosen opens it again. A view that opened by itself ends with any move, for good.
    Without ``motion`` all this is there at once.
    """
    fold = state.fold
    if not fold.is_open:
        return
    step, after, roll = PositionChange(scene_before, state.scene, of_one_game), _whole(state), plan.roll
    if roll is not None:
        after = replace(after, scene=after.scene.before_roll(roll.square))
    state.animation = None
    before, played, dropped = fold.shown, fold.played, fold.dropped
    fold.settle()
    is_unasked = fold.opened_by is Pick.NOBODY
    fold.awaits_piece = played is not None and not is_unasked
    fold.played = fold.dropped = None
    _forget_pointer(state)
    square, begins = before.view.square, now_seconds
    moving = None if motion is None or motion.is_still else motion
    route = state.scene.route if step.is_move_of(square) else None
    if moving is not None and route is not None:
        end = before.view.target_at(route.to_square) if played is None else played
        if end is not None:
            chain = before.view.cells[end].chain
            seconds = plan.arrives if dropped is None else moving.drop
            fold.journey = Journey(before, chain, route.captured, now_seconds, seconds, dropped)
            begins = fold.journey.ends
        arrived = Scene(
            after.scene.pieces, before.scene.holes, after.scene.sleepers, last_move=after.scene.last_move
        )
        before = ViewContent(arrived, before.folded, has_moved=True, reach=after.reach)
    stands = None if played is not None or is_unasked else step.whereabouts(square)
    fold.shown = after if stands is None else replace(after, folded=folded(_board(state), stands))
    if moving is not None:
        moved = None if fold.journey is not None else step.moved
        fold.change = Change(before, fold.shown, begins, moving.folding, moved)
    if roll is not None and not fold.is_open and motion is not None:
        state.animation = plan.only_dice(max(now_seconds, fold.ends))


def await_piece(state: BoardState, is_awaited: bool) -> None:
    """Let the next chosen piece open its view, or no longer."""
    state.fold.awaits_piece = is_awaited
    state.revision += 1


def point_at_cell(state: BoardState, index: int | None, by_key: bool = False) -> None:
    """Set the cell under the pointer, or under the keyboard cursor."""
    fold = state.fold
    if (fold.pointed, fold.has_cursor) != (index, by_key):
        fold.pointed, fold.has_cursor = index, by_key
        state.revision += 1


def hold(state: BoardState, pixel: Pixel | None) -> None:
    """Draw the piece of the view at the pointer, or put it back."""
    if state.fold.drag != pixel:
        state.fold.drag = pixel
        state.revision += 1


def moves_to_cell(state: BoardState, index: int | None) -> tuple[Move, ...]:
    """The moves of the piece to a cell that the user may play now."""
    view = state.fold.view
    if index is None or not view.cells[index].is_target:
        return ()
    ends = view.square, view.cells[index].square
    return tuple(move for move in state.movable.playable if (move.from_square, move.to_square) == ends)


def play_to_cell(state: BoardState, index: int) -> None:
    """Note that the user plays a move to a cell: after it the picture goes back to the board."""
    fold = state.fold
    fold.played, fold.dropped, fold.drag = index, fold.drag, None
    state.revision += 1


def _whole(state: BoardState) -> ViewContent:
    """The whole board, as it is drawn, for the fold view to come from and to go back to."""
    return ViewContent(state.scene, reach=reach(state))


def _board(state: BoardState) -> Board:
    assert state.insight is not None, "a position is shown"
    return state.insight.board


def _forget_pointer(state: BoardState) -> None:
    state.fold.pointed, state.fold.has_cursor, state.fold.drag = None, False, None


def _moved(route: Route) -> tuple[tuple[int, int], ...]:
    """Origin and target of each piece that moves."""
    moved = (route.from_square, route.to_square)
    return (moved,) if route.castled is None else (moved, route.castled)

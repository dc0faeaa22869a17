"""Mouse and keyboard in the fold view: look around, look from another piece, play a move, go back."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board import timeline
from wormhole.gui.board.board_layout import BoardArea, BoardLayout
from wormhole.gui.board.drawings import MODIFIERS
from wormhole.gui.board.fold_turns import (
    await_piece,
    hold,
    look_back,
    look_from,
    moves_to_cell,
    play_to_cell,
    point_at_cell,
)
from wormhole.gui.board.fold_view import Pick
from wormhole.gui.board.fold_view_layout import Bead, FoldedLayout, hole_name
from wormhole.gui.board.hands import is_in_hand
from wormhole.gui.board.input import (
    ARROWS,
    CONFIRM,
    DRAG_BEGINS,
    LEAST_DRAG_PIXELS,
    LEFT_BUTTON,
    RIGHT_BUTTON,
)
from wormhole.gui.board.pointing import point_at
from wormhole.gui.board.selection import ask_promotion, choose, is_own, refuse
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.theme import Motion

if TYPE_CHECKING:
    from wormhole import Move

BEAD_REACH = 0.75  # of a bead: how far from its centre it is pointed at


def spot_in_fold(board: BoardLayout, state: BoardState, pixel: Pixel) -> Spot:
    """What is at this pixel of a board whose fold view is open."""
    layout = FoldedLayout.fit(state.fold.view, board)
    if layout.back.collidepoint(pixel):
        return Spot(tuple(layout.back), Pointer.HAND, Tip(_("Back to the board"), ("Esc",)))
    index = layout.cell_at(pixel)
    shape = _pointer(state, index)
    bead = _bead_at(layout, pixel)
    if bead is not None:
        corner = round(bead.centre[0] - bead.pixels / 2), round(bead.centre[1] - bead.pixels / 2)
        return Spot((*corner, bead.pixels, bead.pixels), shape, Tip(hole_name(bead.square, state.variant)))
    return Spot(tuple(layout.frame if index is None else layout.rect_of(index)), shape)


def _pointer(state: BoardState, index: int | None) -> Pointer:
    if state.fold.drag is not None:
        return Pointer.DRAGGED if index == 0 or moves_to_cell(state, index) else Pointer.REFUSED
    if index is None:
        return Pointer.ARROW
    square = state.fold.view.cells[index].square
    can_press = square in state.scene.pieces and (
        index > 0 or (state.movable.playable and is_own(state, square))
    )
    return Pointer.HAND if can_press or moves_to_cell(state, index) else Pointer.ARROW


def _bead_at(layout: FoldedLayout, pixel: Pixel) -> Bead | None:
    beads = (bead for seam in layout.folded.seams for bead in layout.beads(seam))
    for bead in beads:
        if hypot(bead.centre[0] - pixel[0], bead.centre[1] - pixel[1]) <= BEAD_REACH * bead.pixels:
            return bead
    return None


class FoldedInput:
    """Handles one user's mouse and keyboard while the fold view is open, or waits for a piece."""

    def __init__(self, place: BoardArea, motion: Motion) -> None:
        self.place = place
        self.motion = motion
        self.asks_promotion = True
        """As in `BoardInput`."""
        self._pressed: Pixel | None = None
        """Where the button went down on the piece whose view it is."""

    def toggle(self, state: BoardState, now_seconds: float) -> None:
        """Open the view of the piece that is chosen or pointed at, or close it.

        If there is no such piece, the next one that is pressed opens it.
        """
        timeline.settle(state)
        if state.fold.is_open:
            look_back(state, now_seconds, self.motion)
            return
        square = next(
            (each for each in (state.selection.square, state.pointing.at) if each in state.scene.pieces),
            None,
        )
        if square is None:
            await_piece(state, not state.fold.awaits_piece)
        else:
            look_from(state, square, now_seconds, self.motion)

    def handle(self, event: pygame.Event, state: BoardState, now_seconds: float) -> tuple[bool, Move | None]:
        """Handle one event; returns whether it was used, and the move that it completes, if any."""
        if state.selection.promotion is not None:
            return False, None
        if not state.fold.is_open:
            return state.fold.awaits_piece and self._choose(event, state, now_seconds), None
        if event.type == pygame.MOUSEMOTION:
            return self._move(event, state), None
        if event.type == pygame.MOUSEBUTTONDOWN and self.place.rect.collidepoint(event.pos):
            timeline.settle(state)
            if is_in_hand(state.variant.geometry, self.place.place_at(event.pos, state.flipped)):
                state.fold.opened_by = None
                look_back(state, now_seconds, self.motion.still())
                return False, None
            if event.button == LEFT_BUTTON:
                return True, self._press(event.pos, state, now_seconds)
            if event.button == RIGHT_BUTTON:
                look_back(state, now_seconds, self.motion)
            return event.button == RIGHT_BUTTON, None
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON:
            return self._release(event.pos, state, now_seconds)
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self._pressed = None
            hold(state, None)
            point_at_cell(state, None)
        elif event.type == pygame.KEYDOWN and not event.mod & MODIFIERS:
            return self._key(event, state, now_seconds)
        return False, None

    def _choose(self, event: pygame.Event, state: BoardState, now_seconds: float) -> bool:
        """Open the view of the piece that is chosen; Esc and the right button cancel it."""
        square = None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            square = self.place.square_at(event.pos, state.flipped)
        elif event.type == pygame.KEYDOWN and event.key in CONFIRM:
            square = state.pointing.cursor
        elif (event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON) or (
            event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        ):
            await_piece(state, False)
            return True
        if square is None or square not in state.scene.pieces:
            return False
        timeline.settle(state)
        look_from(state, square, now_seconds, self.motion)
        return True

    # Pointer

    def _move(self, event: pygame.Event, state: BoardState) -> bool:
        if not event.buttons[0]:
            self._pressed = None
            hold(state, None)
        point_at(state, self.place.place_at(event.pos, state.flipped))  # once the board is there again
        index = self._layout(state).cell_at(event.pos)
        point_at_cell(state, index)
        if self._pressed is not None and self._is_pulled(event.pos, state):
            hold(state, event.pos)
        return self.place.rect.collidepoint(event.pos)

    def _is_pulled(self, pixel: Pixel, state: BoardState) -> bool:
        if state.fold.drag is not None:
            return True
        assert self._pressed is not None
        least = max(LEAST_DRAG_PIXELS, DRAG_BEGINS * self._layout(state).pitch)
        return hypot(pixel[0] - self._pressed[0], pixel[1] - self._pressed[1]) >= least

    def _press(self, pixel: Pixel, state: BoardState, now_seconds: float) -> Move | None:
        layout = self._layout(state)
        if layout.back.collidepoint(pixel):
            look_back(state, now_seconds, self.motion)
            return None
        index = layout.cell_at(pixel)
        point_at_cell(state, index)
        if index == 0 and state.movable.playable and is_own(state, state.fold.view.square):
            self._pressed = pixel
            return None
        return self._act(index, state, now_seconds)

    def _release(self, pixel: Pixel, state: BoardState, now_seconds: float) -> tuple[bool, Move | None]:
        was_pressed, self._pressed = self._pressed is not None, None
        if state.fold.drag is None:
            return was_pressed, None
        index = self._layout(state).cell_at(pixel)
        if index is not None and moves_to_cell(state, index):
            return True, self._play(index, state, now_seconds)
        hold(state, None)
        square = None if index is None else state.fold.view.cells[index].square
        if square is not None and square < state.variant.geometry.squares and index != 0:
            refuse(state, state.fold.view.square, square)
        return True, None

    # Keyboard

    def _key(self, event: pygame.Event, state: BoardState, now_seconds: float) -> tuple[bool, Move | None]:
        fold = state.fold
        if event.key in ARROWS:
            timeline.settle(state)
            start = 0 if fold.pointed is None else fold.pointed
            point_at_cell(state, self._layout(state).beside(start, *ARROWS[event.key]), by_key=True)
        elif event.key in CONFIRM and fold.pointed is not None:
            timeline.settle(state)
            return True, self._act(fold.pointed, state, now_seconds)
        elif event.key == pygame.K_TAB:
            timeline.settle(state)
            self._go_on(-1 if event.mod & pygame.KMOD_SHIFT else 1, state, now_seconds)
        elif event.key == pygame.K_ESCAPE:
            timeline.settle(state)
            look_back(state, now_seconds, self.motion)
        else:
            return False, None
        return True, None

    def _go_on(self, step: int, state: BoardState, now_seconds: float) -> None:
        """Look from the next piece, or the one before: first those of the same side."""
        pieces, here = state.scene.pieces, state.fold.view.square
        order = sorted(pieces, key=lambda square: (pieces[square].color != pieces[here].color, square))
        look_from(state, order[(order.index(here) + step) % len(order)], now_seconds, self.motion)

    # Both

    def _act(self, index: int | None, state: BoardState, now_seconds: float) -> Move | None:
        """Play the move to a cell; else look from the piece there, or report why it cannot be played."""
        if index is None:
            return None
        if moves_to_cell(state, index):
            return self._play(index, state, now_seconds)
        square, home = state.fold.view.cells[index].square, state.fold.view.square
        if square in state.scene.pieces and square != home:
            look_from(state, square, now_seconds, self.motion)
        elif square < state.variant.geometry.squares and square != home and state.movable.playable:
            refuse(state, home, square)
        return None

    def _play(self, index: int, state: BoardState, now_seconds: float) -> Move | None:
        """The move to a cell; the board asks for a promotion."""
        moves, is_unasked = moves_to_cell(state, index), state.fold.opened_by is Pick.NOBODY
        if not self.asks_promotion or (len(moves) == 1 and moves[0].promotion is None):
            play_to_cell(state, index)
            return moves[0]
        look_back(state, now_seconds, self.motion)
        choose(state, moves[0].from_square)
        ask_promotion(state, moves)
        await_piece(state, not is_unasked)
        return None

    def _layout(self, state: BoardState) -> FoldedLayout:
        return FoldedLayout.fit(state.fold.view, self.place.layout(state.flipped))

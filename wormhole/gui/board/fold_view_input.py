"""Mouse and keyboard in the fold view: look around, look from another piece, play a move, go back."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.board_layout import BoardLayout, BoardPlace
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
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.theme import Motion

if TYPE_CHECKING:
    from wormhole import Move

BEAD_REACH = 0.75  # of a bead: how far from its centre it is pointed at

CHORDS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


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
        return (
            Pointer.DRAGGED if index == 0 or state.fold.moves_to(index, state.playable) else Pointer.REFUSED
        )
    if index is None:
        return Pointer.ARROW
    square = state.fold.view.cells[index].square
    can_press = square in state.pieces and (index > 0 or (state.playable and state.is_own(square)))
    return Pointer.HAND if can_press or state.fold.moves_to(index, state.playable) else Pointer.ARROW


def _bead_at(layout: FoldedLayout, pixel: Pixel) -> Bead | None:
    beads = (bead for seam in layout.folded.seams for bead in layout.beads(seam))
    for bead in beads:
        if hypot(bead.centre[0] - pixel[0], bead.centre[1] - pixel[1]) <= BEAD_REACH * bead.pixels:
            return bead
    return None


class FoldedInput:
    """Handles one user's mouse and keyboard while the fold view is open, or waits for a piece."""

    def __init__(self, place: BoardPlace, motion: Motion) -> None:
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
        state.settle()
        if state.fold.is_open:
            state.look_back(now_seconds, self.motion)
            return
        square = next(
            (each for each in (state.chosen, state.cursor, state.pointed) if each in state.pieces), None
        )
        if square is None:
            state.fold.await_piece(not state.fold.awaits_piece)
            state.touch()
        else:
            state.look_from(square, now_seconds, self.motion)

    def handle(self, event: pygame.Event, state: BoardState, now_seconds: float) -> tuple[bool, Move | None]:
        """Handle one event; returns whether it was used, and the move that it completes, if any."""
        if state.promotion is not None:
            return False, None
        if not state.fold.is_open:
            return state.fold.awaits_piece and self._choose(event, state, now_seconds), None
        if event.type == pygame.MOUSEMOTION:
            return self._move(event, state), None
        if event.type == pygame.MOUSEBUTTONDOWN and self.place.rect.collidepoint(event.pos):
            state.settle()
            if is_in_hand(state.geometry, self.place.place_at(event.pos, state.flipped)):
                state.fold.opened_by = None
                state.look_back(now_seconds, self.motion.still())
                return False, None
            if event.button == LEFT_BUTTON:
                return True, self._press(event.pos, state, now_seconds)
            if event.button == RIGHT_BUTTON:
                state.look_back(now_seconds, self.motion)
            return event.button == RIGHT_BUTTON, None
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON:
            return self._release(event.pos, state, now_seconds)
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self._pressed = None
            self._hold(state, None)
            self._point_at(state, None)
        elif event.type == pygame.KEYDOWN and not event.mod & CHORDS:
            return self._key(event, state, now_seconds)
        return False, None

    def _choose(self, event: pygame.Event, state: BoardState, now_seconds: float) -> bool:
        """Open the view of the piece that is chosen; Esc and the right button cancel it."""
        square = None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            square = self.place.square_at(event.pos, state.flipped)
        elif event.type == pygame.KEYDOWN and event.key in CONFIRM:
            square = state.cursor
        elif (event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON) or (
            event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        ):
            state.fold.await_piece(False)
            state.touch()
            return True
        if square is None or square not in state.pieces:
            return False
        state.settle()
        state.look_from(square, now_seconds, self.motion)
        return True

    # Pointer

    def _move(self, event: pygame.Event, state: BoardState) -> bool:
        if not event.buttons[0]:
            self._pressed = None
            self._hold(state, None)
        state.point_at(self.place.place_at(event.pos, state.flipped))  # once the board is there again
        index = self._layout(state).cell_at(event.pos)
        self._point_at(state, index)
        if self._pressed is not None and self._is_pulled(event.pos, state):
            self._hold(state, event.pos)
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
            state.look_back(now_seconds, self.motion)
            return None
        index = layout.cell_at(pixel)
        self._point_at(state, index)
        if index == 0 and state.playable and state.is_own(state.fold.view.square):
            self._pressed = pixel
            return None
        return self._act(index, state, now_seconds)

    def _release(self, pixel: Pixel, state: BoardState, now_seconds: float) -> tuple[bool, Move | None]:
        was_pressed, self._pressed = self._pressed is not None, None
        if state.fold.drag is None:
            return was_pressed, None
        index = self._layout(state).cell_at(pixel)
        if index is not None and state.fold.moves_to(index, state.playable):
            return True, self._play(index, state, now_seconds)
        self._hold(state, None)
        square = None if index is None else state.fold.view.cells[index].square
        if square is not None and square < state.geometry.squares and index != 0:
            state.refuse(state.fold.view.square, square)
        return True, None

    # Keyboard

    def _key(self, event: pygame.Event, state: BoardState, now_seconds: float) -> tuple[bool, Move | None]:
        fold = state.fold
        if event.key in ARROWS:
            state.settle()
            start = 0 if fold.pointed is None else fold.pointed
            self._point_at(state, self._layout(state).beside(start, *ARROWS[event.key]), by_key=True)
        elif event.key in CONFIRM and fold.pointed is not None:
            state.settle()
            return True, self._act(fold.pointed, state, now_seconds)
        elif event.key == pygame.K_TAB:
            state.settle()
            self._go_on(-1 if event.mod & pygame.KMOD_SHIFT else 1, state, now_seconds)
        elif event.key == pygame.K_ESCAPE:
            state.settle()
            state.look_back(now_seconds, self.motion)
        else:
            return False, None
        return True, None

    def _go_on(self, step: int, state: BoardState, now_seconds: float) -> None:
        """Look from the next piece, or the one before: first those of the same side."""
        pieces, here = state.pieces, state.fold.view.square
        order = sorted(pieces, key=lambda square: (pieces[square].color != pieces[here].color, square))
        state.look_from(order[(order.index(here) + step) % len(order)], now_seconds, self.motion)

    # Both

    def _act(self, index: int | None, state: BoardState, now_seconds: float) -> Move | None:
        """Play the move to a cell; else look from the piece there, or report why it cannot be played."""
        if index is None:
            return None
        if state.fold.moves_to(index, state.playable):
            return self._play(index, state, now_seconds)
        square, home = state.fold.view.cells[index].square, state.fold.view.square
        if square in state.pieces and square != home:
            state.look_from(square, now_seconds, self.motion)
        elif square < state.geometry.squares and square != home and state.playable:
            state.refuse(home, square)
        return None

    def _play(self, index: int, state: BoardState, now_seconds: float) -> Move | None:
        """The move to a cell; the board asks for a promotion."""
        moves = state.fold.moves_to(index, state.playable)
        if not self.asks_promotion or (len(moves) == 1 and moves[0].promotion is None):
            state.fold.play(index)
            state.touch()
            return moves[0]
        state.look_back(now_seconds, self.motion)
        state.choose(moves[0].from_square)
        state.ask_promotion(moves)
        state.fold.await_piece(True)
        return None

    def _point_at(self, state: BoardState, index: int | None, by_key: bool = False) -> None:
        if state.fold.point_at(index, by_key):
            state.touch()

    def _hold(self, state: BoardState, pixel: Pixel | None) -> None:
        if state.fold.hold(pixel):
            state.touch()

    def _layout(self, state: BoardState) -> FoldedLayout:
        return FoldedLayout.fit(state.fold.view, self.place.layout(state.flipped))

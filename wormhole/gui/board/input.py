"""Mouse and keyboard on the board: turns events into changes of the state, and into a move."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board import timeline
from wormhole.gui.board.board_layout import BoardArea, BoardLayout, nearest
from wormhole.gui.board.dragging import drag_to, drop, put_back
from wormhole.gui.board.drawings import MODIFIERS, Pencil
from wormhole.gui.board.hands import is_in_hand
from wormhole.gui.board.pointing import hide_cursor, move_cursor, point_at
from wormhole.gui.board.promotion_chooser import chooser_of
from wormhole.gui.board.selection import (
    ask_promotion,
    choose,
    clear,
    drop_premove,
    is_own,
    let_go,
    mark_promotion,
    moves_to,
    origin,
    refuse,
)
from wormhole.gui.board.state import BoardState, PromotionChoice
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.theme import Motion

if TYPE_CHECKING:
    from wormhole import Geometry, Move

LEFT_BUTTON, RIGHT_BUTTON = 1, 3
DRAG_BEGINS = 0.06  # of a square's side: a drag begins after this much motion with the button held
LEAST_DRAG_PIXELS = 4
ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, 1),
    pygame.K_DOWN: (0, -1),
}
DRAW = pygame.K_o
CONFIRM = (*ENTER, pygame.K_SPACE)


@dataclass(frozen=True)
class Press:
    """The button went down on the player's own piece: a click or the beginning of a drag."""

    square: int
    pixel: tuple[int, int]
    was_chosen: bool


class BoardInput:
    """Handles one user's mouse and keyboard on one board.

    Enter shows the keyboard cursor. While it is hidden and no piece is chosen, all other keys are ignored.
    The right button, or O at the cursor, draws with the ``pencil``.
    """

    def __init__(self, place: BoardArea, motion: Motion, pencil: Pencil | None = None) -> None:
        self.place = place
        self.motion = motion
        self.asks_promotion = True
        """Whether the user chooses what to promote to; if not, it is the first that the game names."""
        self.pencil = Pencil() if pencil is None else pencil
        self._press: Press | None = None
        self._pressed_in_vain: int | None = None
        """A square where nothing could be chosen: its release is a click that clears what is drawn."""

    def handle(self, event: pygame.Event, state: BoardState, now_seconds: float) -> Move | None:
        """Handle one event; returns the move that it completes, if any. Ignores all other events."""
        if event.type == pygame.MOUSEMOTION:
            self._move(event, state, now_seconds)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            timeline.settle(state)
            return self._press_at(event.pos, state)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            timeline.settle(state)
            self._press_right(event.pos, state, now_seconds)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON:
            return self._release_at(event.pos, state, now_seconds)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == RIGHT_BUTTON:
            self.pencil.finish(state)
        elif event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self._lose_pointer(state, now_seconds)
        elif event.type == pygame.KEYDOWN and self._is_drawing_key(event, state):
            self._draw_by_key(event.mod, state)
        elif event.type == pygame.KEYDOWN and not event.mod & MODIFIERS:
            return self._key(event, state, now_seconds)
        return None

    # Pointer

    def _move(self, event: pygame.Event, state: BoardState, now_seconds: float) -> None:
        if state.selection.promotion is not None:
            slot = chooser_of(state.selection.promotion, self.place.layout(state.flipped)).slot_at(event.pos)
            if slot is not None:
                mark_promotion(state, slot)
            return
        if not event.buttons[0] and (self._press is not None or state.selection.drag is not None):
            self._press = None  # the button was released outside the window
            put_back(state, now_seconds, self.motion)
        place = self._place_at(event.pos, state)
        point_at(state, place)
        if event.buttons[2]:
            self.pencil.point_at(None if is_in_hand(state.variant.geometry, place) else place, state)
        else:
            self.pencil.give_up(state)
        if self._press is not None and self._is_pulled(event.pos, state):
            drag_to(state, self._press.square, self.place.held_at(event.pos, state.flipped))

    def _is_pulled(self, pixel: tuple[int, int], state: BoardState) -> bool:
        if self._press is None or state.selection.square != self._press.square:
            return False  # it was let go meanwhile
        if state.selection.drag is not None:
            return True
        x, y = self._press.pixel
        least = max(LEAST_DRAG_PIXELS, DRAG_BEGINS * self.place.layout(state.flipped).side)
        return hypot(pixel[0] - x, pixel[1] - y) >= least

    def _press_at(self, pixel: tuple[int, int], state: BoardState) -> Move | None:
        if state.selection.promotion is not None:
            slot = chooser_of(state.selection.promotion, self.place.layout(state.flipped)).slot_at(pixel)
            return self._answer(state, slot)
        square = self._place_at(pixel, state)
        point_at(state, square)
        self.pencil.give_up(state)
        self._pressed_in_vain = None
        if moves_to(state, square):
            return self._complete(square, state)
        if square is not None and is_own(state, square):
            self._press = Press(square, pixel, was_chosen=state.selection.square == square)
            choose(state, square)
        elif state.selection.square is not None:
            self._refuse_or_let_go(square, state)
        elif state.selection.premoves:
            if state.movable.moves and self.place.rect.collidepoint(pixel):
                drop_premove(state)
        else:
            self._pressed_in_vain = square
        return None

    def _refuse_or_let_go(self, square: int | None, state: BoardState) -> None:
        """Say why the chosen piece cannot go to a square; let it go beside the squares, and on an empty
        one, unless the way onto the king is to be seen."""
        origin = state.selection.square
        if square is None or origin is None or is_in_hand(state.variant.geometry, square):
            let_go(state)
            return
        refuse(state, origin, square)
        refused = state.selection.refused
        if refused is None or (refused.why.attack is None and square not in state.scene.pieces):
            let_go(state)
            refuse(state, origin, square)

    def _press_right(self, pixel: tuple[int, int], state: BoardState, now_seconds: float) -> None:
        """Give up what was begun, or else begin to draw."""
        square = self.place.square_at(pixel, state.flipped)
        if self._press is not None or state.selection.square is not None or state.selection.drag is not None:
            self._cancel(state, now_seconds)
        elif state.selection.premoves:
            drop_premove(state, square)
        elif square is not None:
            point_at(state, square)
            self.pencil.begin(square, pygame.key.get_mods(), state)

    def _release_at(self, pixel: tuple[int, int], state: BoardState, now_seconds: float) -> Move | None:
        press, self._press = self._press, None
        pressed_in_vain, self._pressed_in_vain = self._pressed_in_vain, None
        square = self._place_at(pixel, state)
        if square is not None and square == pressed_in_vain:
            self.pencil.clear(state)
        if state.selection.drag is None:
            if press is not None and press.was_chosen and square == press.square:
                let_go(state)
            return None
        if moves_to(state, square):
            drop(state)
            return self._complete(square, state)
        origin = state.selection.drag.square
        refused = square is not None and square != origin and not is_in_hand(state.variant.geometry, square)
        put_back(state, now_seconds, self.motion, refused=refused)
        if refused and square is not None:
            refuse(state, origin, square)
        return None

    def _cancel(self, state: BoardState, now_seconds: float) -> None:
        self._press = None
        put_back(state, now_seconds, self.motion)
        let_go(state)

    def _lose_pointer(self, state: BoardState, now_seconds: float) -> None:
        self._press = None
        self.pencil.give_up(state)
        put_back(state, now_seconds, self.motion)
        if state.pointing.cursor is None and state.selection.promotion is None:
            point_at(state, None)

    def _place_at(self, pixel: tuple[int, int], state: BoardState) -> int | None:
        return self.place.place_at(pixel, state.flipped)

    # Keyboard

    def _key(self, event: pygame.Event, state: BoardState, now_seconds: float) -> Move | None:
        if timeline.is_rolling(state, now_seconds):
            timeline.settle(state)
            return None
        selection, cursor = state.selection, state.pointing.cursor
        if selection.promotion is not None:
            return self._answer_by_key(event, state, selection.promotion)
        if event.key in ARROWS and (cursor is not None or selection.square is not None):
            timeline.settle(state)
            self._step(event.key, state)
        elif event.key in ENTER and cursor is None:
            timeline.settle(state)
            move_cursor(state, self._first_cursor(state))
        elif event.key in CONFIRM and cursor is not None:
            timeline.settle(state)
            return self._confirm(state)
        elif event.key == pygame.K_ESCAPE and self.pencil.is_drawing:
            self.pencil.give_up(state)
        elif event.key == pygame.K_ESCAPE:
            if selection.square is not None or selection.drag is not None:
                self._cancel(state, now_seconds)
            elif selection.premoves:
                drop_premove(state)
            else:
                hide_cursor(state)
        return None

    def _step(self, key: int, state: BoardState) -> None:
        cursor = state.pointing.cursor
        start = self._first_cursor(state) if cursor is None else cursor
        place = place_beside(self.place.layout(state.flipped), start, key)
        move_cursor(state, place)
        self.pencil.point_at(None if is_in_hand(state.variant.geometry, place) else place, state)

    def _is_drawing_key(self, event: pygame.Event, state: BoardState) -> bool:
        has_control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        is_free = state.pointing.is_cursor and state.selection.promotion is None
        return event.key == DRAW and not has_control and is_free

    def _draw_by_key(self, modifiers: int, state: BoardState) -> None:
        """Begin at the cursor, or end there what was begun."""
        timeline.settle(state)
        cursor = state.pointing.cursor
        if self.pencil.is_drawing:
            self.pencil.finish(state)
        elif cursor is not None and not is_in_hand(state.variant.geometry, cursor):
            self.pencil.begin(cursor, modifiers, state)

    def _first_cursor(self, state: BoardState) -> int:
        for square in (state.selection.square, state.pointing.last_cursor, state.pointing.at):
            if square is not None:
                return square
        if state.movable.moves:
            return origin(state, state.movable.moves[0])
        return next(iter(state.scene.pieces), 0)

    def _confirm(self, state: BoardState) -> Move | None:
        square = state.pointing.cursor
        if moves_to(state, square):
            return self._complete(square, state)
        if square is not None and is_own(state, square) and square != state.selection.square:
            choose(state, square)
        elif state.selection.square is not None and square != state.selection.square:
            self._refuse_or_let_go(square, state)
        else:
            let_go(state)
        return None

    # Promotion

    def _complete(self, square: int | None, state: BoardState) -> Move | None:
        moves = moves_to(state, square)
        if not self.asks_promotion or (len(moves) == 1 and moves[0].promotion is None):
            return moves[0]
        ask_promotion(state, moves)
        return None

    def _answer(self, state: BoardState, index: int | None) -> Move | None:
        if index is None or state.selection.promotion is None:
            let_go(state)
            return None
        move = state.selection.promotion.moves[index]
        clear(state)
        return move

    def _answer_by_key(self, event: pygame.Event, state: BoardState, choice: PromotionChoice) -> Move | None:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            mark_promotion(state, (choice.marked + step) % len(choice.moves))
        elif event.key in CONFIRM:
            return self._answer(state, choice.marked)
        elif event.key == pygame.K_ESCAPE:
            let_go(state)
        else:
            letter = pygame.key.name(event.key).upper()
            if letter in choice.letters:
                return self._answer(state, choice.letters.index(letter))
        return None


def is_press(event: pygame.Event) -> bool:
    """Whether this is a press on what is pointed at, by mouse or by a key."""
    if event.type == pygame.KEYDOWN:
        return event.key in CONFIRM
    return event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON


def place_beside(layout: BoardLayout, place: int, key: int) -> int:
    """The square or the place in hand to which an arrow key leads, as `square_beside`.

    Beyond the edge of the board are the places in hand, and beyond these the board again.
    """
    if not is_in_hand(layout.geometry, place):
        square = square_beside(layout.geometry, place, key, layout.flipped)
        if square != place or not layout.slots:
            return square
    squares = range(layout.geometry.squares) if is_in_hand(layout.geometry, place) else ()
    centres = {other: layout.rect_of(other).center for other in (*layout.slots, *squares)}
    across, up = ARROWS[key]
    best = nearest(layout.rect_of(place).center, centres, across, -up)
    return place if best is None else best


def square_beside(geometry: Geometry, square: int, key: int, flipped: bool = False) -> int:
    """The square to which an arrow key leads: the nearest one, preferably straight ahead.

    At the edge it is the same square.
    """
    across, up = ARROWS[key]
    if flipped:
        across, up = -across, -up
    squares = dict(enumerate(geometry.place[: geometry.squares]))
    best = nearest(geometry.place[square], squares, across, up)
    return square if best is None else best

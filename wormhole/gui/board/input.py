"""Mouse and keyboard on the board: turns events into changes of the state, and into a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.annotations import toggled
from wormhole.gui.board.board_layout import BoardLayout, BoardPlace
from wormhole.gui.board.hands import is_in_hand
from wormhole.gui.board.promotion_chooser import chooser_of
from wormhole.gui.board.state import BoardState, PromotionChoice
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.theme import Motion
from wormhole.library.comment_commands import Shape

if TYPE_CHECKING:
    from wormhole import Geometry, Move

COLOURS = ("green", "red", "blue", "yellow")
"""Without keys, with Shift, with Ctrl or Alt, with both.

On lichess Ctrl is as Shift; but many window managers keep Alt with the mouse for themselves."""
SECOND = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META

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

Keep = Callable[[Sequence[Shape]], object]


class Pencil:
    """Draws on a board's state; ``keep`` gets all shapes whenever they changed."""

    def __init__(self, keep: Keep = lambda shapes: None) -> None:
        self._keep = keep
        self._start: int | None = None
        self._colour = COLOURS[0]

    @property
    def is_drawing(self) -> bool:
        """Whether a circle or an arrow is begun."""
        return self._start is not None

    def begin(self, square: int, modifiers: int, state: BoardState) -> None:
        """Begin on a square, in the colour of these keys."""
        self._start = square
        self._colour = COLOURS[bool(modifiers & pygame.KMOD_SHIFT) + 2 * bool(modifiers & SECOND)]
        self.point_at(square, state)

    def point_at(self, square: int | None, state: BoardState) -> None:
        """Show what would be drawn to this square; off the board, nothing."""
        if self._start is not None:
            state.begin_shape(None if square is None else Shape(self._start, square, self._colour))

    def finish(self, state: BoardState) -> None:
        """Draw what is shown."""
        begun = state.annotations.begun
        self.give_up(state)
        if begun is not None:
            self._change(toggled(state.annotations.shapes, begun), state)

    def give_up(self, state: BoardState) -> None:
        """Draw nothing."""
        self._start = None
        state.begin_shape(None)

    def clear(self, state: BoardState) -> None:
        """Remove all circles and arrows."""
        self.give_up(state)
        if state.annotations.shapes:
            self._change((), state)

    def _change(self, shapes: tuple[Shape, ...], state: BoardState) -> None:
        state.annotate(shapes)
        self._keep(shapes)


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

    def __init__(self, place: BoardPlace, motion: Motion, pencil: Pencil | None = None) -> None:
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
            state.settle()
            return self._press_at(event.pos, state)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            state.settle()
            self._press_right(event.pos, state, now_seconds)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON:
            return self._release_at(event.pos, state, now_seconds)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == RIGHT_BUTTON:
            self.pencil.finish(state)
        elif event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self._lose_pointer(state, now_seconds)
        elif event.type == pygame.KEYDOWN and self._is_drawing_key(event, state):
            self._draw_by_key(event.mod, state)
        elif event.type == pygame.KEYDOWN and not event.mod & SECOND:
            return self._key(event, state, now_seconds)
        return None

    # Pointer

    def _move(self, event: pygame.Event, state: BoardState, now_seconds: float) -> None:
        if state.promotion is not None:
            slot = chooser_of(state.promotion, self.place.layout(state.flipped)).slot_at(event.pos)
            if slot is not None:
                state.mark_promotion(slot)
            return
        if not event.buttons[0] and (self._press is not None or state.drag is not None):
            self._press = None  # the button was released outside the window
            state.put_back(now_seconds, self.motion)
        place = self._place_at(event.pos, state)
        state.point_at(place)
        if event.buttons[2]:
            self.pencil.point_at(None if is_in_hand(state.geometry, place) else place, state)
        else:
            self.pencil.give_up(state)
        if self._press is not None and self._is_pulled(event.pos, state):
            state.drag_to(self._press.square, self.place.held_at(event.pos, state.flipped))

    def _is_pulled(self, pixel: tuple[int, int], state: BoardState) -> bool:
        if self._press is None or not state.is_own(self._press.square):
            return False
        if state.drag is not None:
            return True
        x, y = self._press.pixel
        least = max(LEAST_DRAG_PIXELS, DRAG_BEGINS * self.place.layout(state.flipped).side)
        return hypot(pixel[0] - x, pixel[1] - y) >= least

    def _press_at(self, pixel: tuple[int, int], state: BoardState) -> Move | None:
        if state.promotion is not None:
            slot = chooser_of(state.promotion, self.place.layout(state.flipped)).slot_at(pixel)
            return self._answer(state, slot)
        square = self._place_at(pixel, state)
        state.point_at(square)
        self.pencil.give_up(state)
        self._pressed_in_vain = None
        if state.moves_to(square):
            return self._complete(square, state)
        if square is not None and state.is_own(square):
            self._press = Press(square, pixel, was_chosen=state.chosen == square)
            state.choose(square)
        elif state.chosen is not None:
            self._refuse_or_let_go(square, state)
        elif state.premove is not None:
            if self.place.rect.collidepoint(pixel):
                state.plan(None)
        else:
            self._pressed_in_vain = square
        return None

    def _refuse_or_let_go(self, square: int | None, state: BoardState) -> None:
        """Say why the chosen piece cannot go to a square; let it go beside the squares, and on an empty
        one, unless the way onto the king is to be seen."""
        origin = state.chosen
        if square is None or origin is None or is_in_hand(state.geometry, square):
            state.let_go()
            return
        state.refuse(origin, square)
        refused = state.refused
        if refused is None or (refused.why.attack is None and square not in state.pieces):
            state.let_go()
            state.refuse(origin, square)

    def _press_right(self, pixel: tuple[int, int], state: BoardState, now_seconds: float) -> None:
        """Give up what was begun, or else begin to draw."""
        square = self.place.square_at(pixel, state.flipped)
        if self._press is not None or state.chosen is not None or state.drag is not None:
            self._cancel(state, now_seconds)
        elif state.premove is not None:
            state.plan(None)
        elif square is not None:
            state.point_at(square)
            self.pencil.begin(square, pygame.key.get_mods(), state)

    def _release_at(self, pixel: tuple[int, int], state: BoardState, now_seconds: float) -> Move | None:
        press, self._press = self._press, None
        pressed_in_vain, self._pressed_in_vain = self._pressed_in_vain, None
        square = self._place_at(pixel, state)
        if square is not None and square == pressed_in_vain:
            self.pencil.clear(state)
        if state.drag is None:
            if press is not None and press.was_chosen and square == press.square:
                state.let_go()
            return None
        if state.moves_to(square):
            state.drop()
            return self._complete(square, state)
        origin = state.drag.square
        refused = square is not None and square != origin and not is_in_hand(state.geometry, square)
        state.put_back(now_seconds, self.motion, refused=refused)
        if refused and square is not None:
            state.refuse(origin, square)
        return None

    def _cancel(self, state: BoardState, now_seconds: float) -> None:
        self._press = None
        state.put_back(now_seconds, self.motion)
        state.let_go()

    def _lose_pointer(self, state: BoardState, now_seconds: float) -> None:
        self._press = None
        self.pencil.give_up(state)
        state.put_back(now_seconds, self.motion)
        if state.cursor is None and state.promotion is None:
            state.point_at(None)

    def _place_at(self, pixel: tuple[int, int], state: BoardState) -> int | None:
        return self.place.place_at(pixel, state.flipped)

    # Keyboard

    def _key(self, event: pygame.Event, state: BoardState, now_seconds: float) -> Move | None:
        if state.is_rolling(now_seconds):
            state.settle()
            return None
        if state.promotion is not None:
            return self._answer_by_key(event, state, state.promotion)
        if event.key in ARROWS and (state.cursor is not None or state.chosen is not None):
            state.settle()
            self._step(event.key, state)
        elif event.key in ENTER and state.cursor is None:
            state.settle()
            state.move_cursor(self._first_cursor(state))
        elif event.key in CONFIRM and state.cursor is not None:
            state.settle()
            return self._confirm(state)
        elif event.key == pygame.K_ESCAPE and self.pencil.is_drawing:
            self.pencil.give_up(state)
        elif event.key == pygame.K_ESCAPE:
            if state.chosen is not None or state.drag is not None:
                self._cancel(state, now_seconds)
            elif state.premove is not None:
                state.plan(None)
            else:
                state.hide_cursor()
        return None

    def _step(self, key: int, state: BoardState) -> None:
        start = self._first_cursor(state) if state.cursor is None else state.cursor
        state.move_cursor(place_beside(self.place.layout(state.flipped), start, key))
        self.pencil.point_at(None if is_in_hand(state.geometry, state.cursor) else state.cursor, state)

    def _is_drawing_key(self, event: pygame.Event, state: BoardState) -> bool:
        has_control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        return event.key == DRAW and not has_control and state.cursor is not None and state.promotion is None

    def _draw_by_key(self, modifiers: int, state: BoardState) -> None:
        """Begin at the cursor, or end there what was begun."""
        state.settle()
        if self.pencil.is_drawing:
            self.pencil.finish(state)
        elif state.cursor is not None and not is_in_hand(state.geometry, state.cursor):
            self.pencil.begin(state.cursor, modifiers, state)

    def _first_cursor(self, state: BoardState) -> int:
        for square in (state.chosen, state.last_cursor, state.pointed):
            if square is not None:
                return square
        if state.allowed:
            return state.origin(state.allowed[0])
        return next(iter(state.pieces), 0)

    def _confirm(self, state: BoardState) -> Move | None:
        square = state.cursor
        if state.moves_to(square):
            return self._complete(square, state)
        if square is not None and state.is_own(square) and square != state.chosen:
            state.choose(square)
        elif state.chosen is not None and square != state.chosen:
            self._refuse_or_let_go(square, state)
        else:
            state.let_go()
        return None

    # Promotion

    def _complete(self, square: int | None, state: BoardState) -> Move | None:
        moves = state.moves_to(square)
        if not self.asks_promotion or (len(moves) == 1 and moves[0].promotion is None):
            return moves[0]
        state.ask_promotion(moves)
        return None

    def _answer(self, state: BoardState, index: int | None) -> Move | None:
        if index is None or state.promotion is None:
            state.let_go()
            return None
        move = state.promotion.moves[index]
        state.close_promotion()
        return move

    def _answer_by_key(self, event: pygame.Event, state: BoardState, choice: PromotionChoice) -> Move | None:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            state.mark_promotion((choice.marked + step) % len(choice.moves))
        elif event.key in CONFIRM:
            return self._answer(state, choice.marked)
        elif event.key == pygame.K_ESCAPE:
            state.let_go()
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
    across, down = ARROWS[key][0], -ARROWS[key][1]
    start = layout.rect_of(place).center

    def cost(other: int) -> float:
        x, y = (there - here for there, here in zip(layout.rect_of(other).center, start, strict=True))
        along, aside = x * across + y * down, abs(x * down) + abs(y * across)
        return along + 2 * aside if along > 0 else float("inf")

    squares = range(layout.geometry.squares) if is_in_hand(layout.geometry, place) else ()
    best = min((*layout.slots, *squares), key=cost)
    return place if cost(best) == float("inf") else best


def square_beside(geometry: Geometry, square: int, key: int, flipped: bool = False) -> int:
    """The square to which an arrow key leads: the nearest one, preferably straight ahead.

    At the edge it is the same square.
    """
    across, up = ARROWS[key]
    if flipped:
        across, up = -across, -up
    column, row = geometry.place[square]

    def cost(other: int) -> float:
        along = (geometry.place[other][0] - column) * across + (geometry.place[other][1] - row) * up
        aside = abs((geometry.place[other][0] - column) * up) + abs((geometry.place[other][1] - row) * across)
        return along + 2 * aside if along > 0 else float("inf")

    best = min(range(geometry.squares), key=cost)
    return square if cost(best) == float("inf") else best

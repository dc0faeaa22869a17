"""The user's edits on the board and the palette, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil, hypot
from typing import Protocol

import pygame

from wormhole import Piece
from wormhole.gui.board.board_layout import BoardArea
from wormhole.gui.board.hands import is_in_hand, piece_of
from wormhole.gui.board.input import (
    ARROWS,
    CONFIRM,
    LEAST_DRAG_PIXELS,
    LEFT_BUTTON,
    RIGHT_BUTTON,
    place_beside,
)
from wormhole.gui.board.pointing import hide_cursor, move_cursor, point_at
from wormhole.gui.board.state import BoardState
from wormhole.gui.editor import edits
from wormhole.gui.editor.draft import Draft, has_holes
from wormhole.gui.editor.edits import Brush, EditorTool
from wormhole.gui.editor.palette import Palette
from wormhole.gui.look.focus import PAGE_KEYS
from wormhole.rules import fen as fens

Pixel = tuple[int, int]
Edit = Callable[[Draft, int], Draft]

MIDDLE_BUTTON = 2
ERASING = (pygame.K_DELETE, pygame.K_BACKSPACE)
HOLE_KEY = pygame.K_x
PROMOTED_KEY = "+"
COPYING = pygame.KMOD_CTRL | pygame.KMOD_META


@dataclass(frozen=True)
class EditorDrag:
    """A piece or a hole that is dragged: from a square or, without one, from the palette."""

    brush: Brush
    pressed: Pixel
    at: Pixel
    square: int | None = None
    before: Brush = EditorTool.MOVE
    """What was chosen before it was taken from the palette."""
    is_pulled: bool = False
    """Whether the pointer has gone far enough for a drag."""


class EditableDraft(Protocol):
    """A draft that the user changes."""

    @property
    def draft(self) -> Draft:
        """The draft as it is now."""
        ...

    def begin(self) -> None:
        """Begin a stroke: the edits from here are one step for undo."""
        ...

    def change(self, draft: Draft) -> None:
        """Continue with another draft."""
        ...


class EditorInput:
    """Handles the events of the board and the palette. `brush` is what is chosen there.

    If it `exchanges`, a piece that is put on another one changes places with it; else the other one is gone.
    """

    _place: BoardArea
    _palette: Palette

    def __init__(self, session: EditableDraft, state: BoardState, exchanges: bool = False) -> None:
        self._exchanges = exchanges
        self.brush: Brush = EditorTool.MOVE
        self.held: EditorDrag | None = None
        self.lifted: int | None = None
        """The square of the piece that the keyboard has lifted."""
        self._session = session
        self._state = state
        self._stroke: Edit | None = None
        self._last_pixel: Pixel = (0, 0)

    @property
    def pulled(self) -> int | None:
        """The place on the board from which something is dragged."""
        return self.held.square if self.held is not None and self.held.is_pulled else None

    def place(self, place: BoardArea, palette: Palette) -> None:
        """Take over where the board and the palette are. Called before all else."""
        self._place, self._palette = place, palette
        self._let_go()

    def choose(self, brush: Brush) -> None:
        """Choose what to paint with."""
        self.brush = brush
        self.lifted = None

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event of the mouse or a key; returns whether it was used."""
        if event.type == pygame.MOUSEMOTION:
            return self._go(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (LEFT_BUTTON, RIGHT_BUTTON):
            return self._press(event.pos, is_left=event.button == LEFT_BUTTON)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == MIDDLE_BUTTON:
            return self._pick(self._place_at(event.pos))
        if event.type == pygame.MOUSEWHEEL and event.y:
            self._choose_next(-event.y)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button in (LEFT_BUTTON, RIGHT_BUTTON):
            return self._release(event.pos)
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self._let_go()
            self._palette.point_at(None)
            if self._state.pointing.cursor is None:
                point_at(self._state, None)
        elif event.type == pygame.KEYDOWN and not event.mod & (COPYING | pygame.KMOD_ALT):
            return self._key(event)
        return False

    # The mouse

    def _press(self, pixel: Pixel, is_left: bool) -> bool:
        self.lifted = None
        square = self._place_at(pixel)
        if square is not None:
            self._session.begin()
            point_at(self._state, square)
            if is_left and self.brush is EditorTool.MOVE:
                self._take(square, pixel)
            else:
                self._stroke = self._stroke_at(square, is_left)
                self._last_pixel = pixel
                self._apply(square)
            return True
        brush = self._palette.brush_at(pixel)
        if brush is not None and is_left:
            before = self.brush
            self.choose(EditorTool.MOVE if brush == before else brush)
            if not isinstance(brush, EditorTool) or brush is EditorTool.HOLE:
                self.held = EditorDrag(brush, pixel, pixel, before=before)
        return brush is not None

    def _pick(self, square: int | None) -> bool:
        """Choose what is on a square to paint with it."""
        if square is not None:
            self.choose(self._on(square) or EditorTool.MOVE)
        return square is not None

    def _on(self, square: int) -> Brush | None:
        """The brush for what is on a square, if anything is."""
        draft = self._session.draft
        if square in draft.in_hand:
            return piece_of(draft.variant, square)
        return draft.pieces.get(square) or (EditorTool.HOLE if square in draft.holes else None)

    def _choose_next(self, step: int) -> None:
        every = edits.brushes(self._session.draft.variant)
        self.choose(every[(every.index(self.brush) + step) % len(every)])

    def _take(self, square: int, pixel: Pixel) -> None:
        """Take what is on a square, if anything is."""
        brush = self._on(square)
        if brush is not None:
            self.held = EditorDrag(brush, pixel, pixel, square)

    def _stroke_at(self, square: int, is_left: bool) -> Edit:
        """The edit that a stroke from here makes on every square."""
        brush = self.brush
        if is_in_hand(self._state.variant.geometry, square) and not is_left:
            return edits.erased
        if not is_left:
            if not isinstance(brush, Piece):
                return edits.erased
            brush = Piece(brush.letter, not brush.color)
        edit = edits.unpainted if edits.is_painted(self._session.draft, square, brush) else edits.painted
        return lambda draft, square: edit(draft, square, brush)

    def _go(self, event: pygame.Event) -> bool:
        pixel, is_held = event.pos, any(event.buttons)
        self._palette.point_at(pixel)
        if not is_held and (self.held is not None or self._stroke is not None):
            self._let_go()  # the button was released outside the window
        square = self._place_at(pixel)
        if self._state.pointing.cursor is None or square != self._state.pointing.at:
            point_at(self._state, square)
        if self.held is not None:
            far = hypot(pixel[0] - self.held.pressed[0], pixel[1] - self.held.pressed[1])
            pulled = self.held.is_pulled or far >= LEAST_DRAG_PIXELS
            self.held = replace(self.held, at=pixel, is_pulled=pulled)
        elif self._stroke is not None:
            for passed in self._passed(pixel):
                self._apply(passed)
            self._last_pixel = pixel
        return self.held is not None or self._stroke is not None

    def _passed(self, pixel: Pixel) -> Iterator[int]:
        """The squares between the last pixel and this one."""
        (x, y), (to_x, to_y) = self._last_pixel, pixel
        step = self._place.layout(self._state.flipped).pitch / 3
        count = max(1, ceil(hypot(to_x - x, to_y - y) / step))
        for index in range(1, count + 1):
            share = index / count
            square = self._square_at((round(x + (to_x - x) * share), round(y + (to_y - y) * share)))
            if square is not None:
                yield square

    def _release(self, pixel: Pixel) -> bool:
        held, stroke = self.held, self._stroke
        self.held = self._stroke = None
        if held is None:
            return stroke is not None
        square = self._place_at(pixel)
        if held.square is None:
            if held.is_pulled and not self._palette.rect.collidepoint(pixel):
                self.choose(held.before)
                if square is not None:
                    self._session.begin()
                    self._session.change(edits.painted(self._session.draft, square, held.brush))
        elif held.is_pulled:
            self._put(held.square, square)
        return True

    def _put(self, from_square: int, square: int | None) -> None:
        """Drop what was dragged from a square on another one, or off the board."""
        self._session.begin()
        draft = self._session.draft
        if square is None:
            self._session.change(edits.erased(draft, from_square))
        else:
            copies = bool(pygame.key.get_mods() & COPYING)
            self._session.change(self._moved(draft, from_square, square, copies))

    def _moved(self, draft: Draft, from_square: int, square: int, copies: bool = False) -> Draft:
        if self._exchanges and not copies:
            return edits.exchanged(draft, from_square, square)
        return edits.moved(draft, from_square, square, copies)

    def _apply(self, square: int) -> None:
        assert self._stroke is not None
        self._session.change(self._stroke(self._session.draft, square))

    def _let_go(self) -> None:
        self.held = self._stroke = None

    def _square_at(self, pixel: Pixel) -> int | None:
        return self._place.square_at(pixel, self._state.flipped)

    def _place_at(self, pixel: Pixel) -> int | None:
        return self._place.place_at(pixel, self._state.flipped)

    # The keyboard

    def _key(self, event: pygame.Event) -> bool:
        cursor = self._state.pointing.cursor
        if event.key == pygame.K_ESCAPE:
            return self._escape()
        if event.key in ARROWS:
            self._step(event.key)
            return True
        if event.key in PAGE_KEYS:
            self._choose_next(PAGE_KEYS[event.key])
            return True
        if cursor is None and event.key in CONFIRM:
            move_cursor(self._state, self._first_cursor())
            return True
        square = self._state.pointing.at if cursor is None else cursor
        edit = None if square is None else self._edit_of_key(event, square)
        if edit is None:
            return False
        self._session.begin()
        self._session.change(edit)
        return True

    def _edit_of_key(self, event: pygame.Event, square: int) -> Draft | None:
        """The draft after a key on the square of the cursor or the pointer; None if it does nothing there."""
        draft, typed = self._session.draft, event.unicode
        if event.key in ERASING:
            return edits.erased(draft, square)
        if event.key in CONFIRM:
            return self._confirm(draft, square)
        if event.key == HOLE_KEY and has_holes(draft.variant):
            return _switched(draft, square, EditorTool.HOLE)
        if typed == PROMOTED_KEY and fens.has_marks(draft.variant):
            return _switched(draft, square, EditorTool.PROMOTED)
        letter = draft.variant.letter_of(typed) if typed.isalpha() and typed.isascii() else None
        if letter is None:
            return None
        return edits.painted(draft, square, Piece(letter, typed.isupper()))

    def _confirm(self, draft: Draft, square: int) -> Draft:
        """Paint on the cursor's square or, with the hand, lift what is there and put it down."""
        if self.brush is not EditorTool.MOVE:
            return _switched(draft, square, self.brush)
        if self.lifted is not None:
            lifted, self.lifted = self.lifted, None
            return self._moved(draft, lifted, square)
        if self._on(square) is not None:
            self.lifted = square
        return draft

    def _escape(self) -> bool:
        """Let go of what is held or chosen; returns whether there was anything."""
        if self.held is not None or self._stroke is not None or self.lifted is not None:
            self._let_go()
            self.lifted = None
        elif self.brush is not EditorTool.MOVE:
            self.choose(EditorTool.MOVE)
        elif self._state.pointing.cursor is not None:
            hide_cursor(self._state)
        else:
            return False
        return True

    def _step(self, key: int) -> None:
        state = self._state
        if state.pointing.cursor is None:
            move_cursor(state, self._first_cursor())
        else:
            move_cursor(state, place_beside(self._place.layout(state.flipped), state.pointing.cursor, key))

    def _first_cursor(self) -> int:
        for square in (self._state.pointing.last_cursor, self._state.pointing.at):
            if square is not None:
                return square
        geometry = self._state.variant.geometry
        middle = geometry.square_at[geometry.columns // 2, (geometry.rows - 1) // 2]
        return middle if middle < geometry.squares else 0


def _switched(draft: Draft, square: int, brush: Brush) -> Draft:
    """The square painted or, if it has that already, without it."""
    change = edits.unpainted if edits.is_painted(draft, square, brush) else edits.painted
    return change(draft, square, brush)

"""The layers of a board that is edited: the board itself, and what the pointer holds or would place."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole import Piece, Variant
from wormhole.gui.board.board_layout import DRAG_SCALE
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.drawing.brush import faded
from wormhole.gui.board.drawing.square_parts import grin, wall
from wormhole.gui.board.hands import is_in_hand
from wormhole.gui.board.scene import Ground, closed_ground
from wormhole.gui.board.selection import piece_at
from wormhole.gui.board.state import BoardState
from wormhole.gui.editor.editor_input import EditorInput
from wormhole.gui.editor.edits import Brush, EditorTool
from wormhole.gui.look.layers import Pixel, Pointer, Spot
from wormhole.gui.look.look import Look

GHOST_OPACITY = 0.5
PIECE_SHARE = 0.94


class CoveredBoard:
    """The board as a layer that others may lie over; it is drawn with them where it changed."""

    def __init__(self, board: BoardLayer) -> None:
        self._board = board

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The board's rectangle, if anything on it changed."""
        return self._board.changed(now_seconds)

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the board."""
        self._board.draw(surface, now_seconds)


class EditorOverlay:
    """A layer with the dragged piece, or a pale picture of what is chosen on the square pointed at."""

    def __init__(
        self, look: Look, view: BoardView, state: BoardState, user: EditorInput, variant: Variant
    ) -> None:
        self._look = look
        self._view = view
        self._state = state
        self._input = user
        self._variant = variant
        self._drawn: tuple[object, pygame.Rect] | None = None

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """Where it was and where it is, if that differs."""
        before, now = self._drawn, self._place()
        if before == now:
            return ()
        self._drawn = now
        return [rect for _, rect in (place for place in (before, now) if place is not None)]

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The shape of the pointer over the board, and everywhere while something is dragged."""
        user, state = self._input, self._state
        if user.held is not None and user.held.is_pulled:
            return Spot((*pixel, 1, 1), Pointer.DRAGGED)
        square = self._view.place_at(pixel, state.flipped)
        if square is None:
            return None
        has_piece = piece_at(state, square) is not None
        can = user.brush is not EditorTool.MOVE or has_piece or square in state.scene.holes
        return Spot(tuple(self._view.rect), Pointer.HAND if can else Pointer.ARROW)

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw it."""
        place = self._place()
        if place is None:
            return
        (brush, opacity), rect = place
        if rect.colliderect(surface.get_clip()):
            surface.blit(faded(self._picture(brush, rect.width), opacity), rect)

    def _place(self) -> tuple[tuple[Brush, float], pygame.Rect] | None:
        """What is drawn, how solid, and where."""
        user, state = self._input, self._state
        side = self._view.layout(state.flipped).side
        if user.held is not None and user.held.is_pulled:
            big = round(DRAG_SCALE * PIECE_SHARE * side)
            rect = pygame.Rect(0, 0, big, big)
            rect.center = user.held.at
            return (user.held.brush, 1.0), rect
        if state.pointing.at is None or state.pointing.cursor is not None or user.held is not None:
            return None
        if user.brush in (EditorTool.MOVE, EditorTool.ERASE) or is_in_hand(
            state.variant.geometry, state.pointing.at
        ):
            return None
        if state.pointing.at in state.scene.pieces:
            return None
        small = round(PIECE_SHARE * side)
        rect = pygame.Rect(0, 0, small, small)
        rect.center = self._view.rect_of(state.pointing.at, state.flipped).center
        return (user.brush, GHOST_OPACITY), rect

    def _picture(self, brush: Brush, pixels: int) -> pygame.Surface:
        sprites = self._look.sprites
        if isinstance(brush, Piece):
            return sprites.piece(self._variant.piece_types[brush.letter], brush.color, pixels)
        if brush is EditorTool.PROMOTED:
            return sprites.icon("promoted", self._look.theme.colour.gold, pixels)
        closed = closed_ground(self._variant)
        if closed is Ground.WALL:
            return sprites.drawing(wall(self._look.theme, pixels))
        if closed is Ground.GONE:
            return sprites.drawing(grin(self._look.theme.colour.trace, 0.6, pixels, 2))
        return sprites.chip(pixels)

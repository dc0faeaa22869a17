"""The place of a board in the window: its rectangle, and which square lies under a pixel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.look.board_style import Coordinates

if TYPE_CHECKING:
    from wormhole import Geometry

DRAG_SCALE = 1.12  # size of a dragged piece, relative to one at rest


class BoardPlace:
    """A board's rectangle of the window, and its layouts for both orientations."""

    def __init__(self, geometry: Geometry, rect: pygame.Rect) -> None:
        self.geometry = geometry
        self.move_to(rect)

    def move_to(self, rect: pygame.Rect, coordinates: Coordinates = Coordinates.AROUND) -> None:
        """Set the rectangle, in pixels, and where the coordinates are."""
        self.rect = pygame.Rect(rect)
        self._layouts = {
            turned: BoardLayout.fit(self.rect, self.geometry, turned, coordinates) for turned in (False, True)
        }

    @property
    def frame(self) -> pygame.Rect:
        """The board's frame in pixels, without the labels."""
        return self._layouts[False].frame

    def layout(self, flipped: bool) -> BoardLayout:
        """The layout for this orientation."""
        return self._layouts[flipped]

    def square_at(self, pixel: tuple[int, int], flipped: bool = False) -> int | None:
        """The square (or hole) under a pixel; None off the board."""
        return self._layouts[flipped].square_at(pixel)

    def rect_of(self, square: int, flipped: bool = False) -> pygame.Rect:
        """The square's rectangle in pixels."""
        return self._layouts[flipped].rect_of(square)

    def held_at(self, pixel: tuple[int, int], flipped: bool = False) -> tuple[float, float]:
        """The point where a piece dragged to ``pixel`` is drawn: always wholly within the rectangle."""
        layout = self._layouts[flipped]
        side = round(DRAG_SCALE * layout.pitch)
        piece = pygame.Rect(0, 0, side, side)
        piece.center = pixel
        return layout.point_at(piece.clamp(self.rect).center)

"""Where the board's squares are on screen. Pure arithmetic, all in whole pixels.

There are two kinds of coordinates: pixels, and *points*. A point is (column, row) of the board, row 0 at
White's side, with whole numbers at the centres of squares. Points stay valid when the board is resized or
flipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.look.theme import Coordinates

if TYPE_CHECKING:
    from wormhole import Geometry

Point = tuple[float, float]
Pixel = tuple[float, float]

FRAME = 0.13  # shares of the pitch, which is the distance from one square's centre to the next
GUTTER = 0.4
MARGIN_GUTTER = 0.52
GAP_AT = 84  # pixels of pitch for each pixel of gap between squares
CORNER = 5 / 82
SMALLEST_PITCH = 8

DRAG_SCALE = 1.12  # size of a dragged piece, relative to one at rest


@dataclass(frozen=True)
class BoardLayout:
    """A board's grid in a rectangle of the window, as large as fits."""

    geometry: Geometry
    left: int
    top: int
    pitch: int
    flipped: bool = False
    coordinates: Coordinates = Coordinates.AROUND

    @classmethod
    def fit(
        cls,
        rect: pygame.Rect,
        geometry: Geometry,
        flipped: bool = False,
        coordinates: Coordinates = Coordinates.AROUND,
    ) -> BoardLayout:
        """The largest board that fits into ``rect`` with its frame and labels, centred."""
        gutter_share = GUTTER if coordinates is Coordinates.AROUND and not has_margin(geometry) else 0.0
        around = 2 * FRAME + gutter_share
        room = min(rect.width / (geometry.columns + around), rect.height / (geometry.rows + around))
        pitch = max(SMALLEST_PITCH, floor(room))
        frame, gutter = _round(FRAME * pitch), _round(gutter_share * pitch)
        spare_x = rect.width - gutter - 2 * frame - geometry.columns * pitch
        spare_y = rect.height - gutter - 2 * frame - geometry.rows * pitch
        return cls(
            geometry,
            left=rect.left + max(0, spare_x) // 2 + gutter + frame,
            top=rect.top + max(0, spare_y) // 2 + frame,
            pitch=pitch,
            flipped=flipped,
            coordinates=coordinates,
        )

    @property
    def gap(self) -> int:
        """Pixels between adjacent squares."""
        return gap_of(self.pitch)

    @property
    def side(self) -> int:
        """A square's side in pixels."""
        return self.pitch - self.gap

    @property
    def corner(self) -> int:
        """Radius of a square's corners."""
        return max(2, _round(CORNER * self.side))

    @property
    def grid(self) -> pygame.Rect:
        """The rectangle of all squares and void places."""
        columns, rows = self.geometry.columns, self.geometry.rows
        return pygame.Rect(self.left, self.top, columns * self.pitch - self.gap, rows * self.pitch - self.gap)

    @property
    def frame(self) -> pygame.Rect:
        """The frame around the grid, without the labels."""
        thickness = _round(FRAME * self.pitch)
        return self.grid.inflate(2 * thickness, 2 * thickness)

    @property
    def gutter(self) -> int:
        """Pixels for labels left of the board's edge and below it; more on void places around it."""
        return _round((MARGIN_GUTTER if has_margin(self.geometry) else GUTTER) * self.pitch)

    def rect_of(self, square: int) -> pygame.Rect:
        """The square's rectangle in pixels."""
        column, row = self.cell_of(square)
        return pygame.Rect(self.left + column * self.pitch, self.top + row * self.pitch, self.side, self.side)

    def cell_of(self, square: int) -> tuple[int, int]:
        """The square's column and row on screen, counted from the left and from the top."""
        column, row = self._on_screen(*self.geometry.place[square])
        return int(column), int(row)

    def pixel_of(self, point: Point) -> Pixel:
        """The pixel at a point of the board."""
        column, row = self._on_screen(*point)
        return self.left + column * self.pitch + self.side / 2, self.top + row * self.pitch + self.side / 2

    def point_at(self, pixel: Pixel) -> Point:
        """The point of the board under a pixel; coordinates continue beyond the board."""
        column = (pixel[0] - self.left - self.side / 2) / self.pitch
        row = (pixel[1] - self.top - self.side / 2) / self.pitch
        return self._on_screen(column, row)

    def square_at(self, pixel: Pixel) -> int | None:
        """The square (or hole) under a pixel, gaps included; None off the board and on void places."""
        column = floor((pixel[0] - self.left) / self.pitch)
        row = floor((pixel[1] - self.top) / self.pitch)
        place = self._on_screen(column, row)
        square = self.geometry.square_at.get((int(place[0]), int(place[1])))
        return square if square is not None and square < self.geometry.squares else None

    def is_light(self, square: int) -> bool:
        """Whether the square is a light one; the corner at White's left is dark."""
        column, row = self.geometry.place[square]
        return (column + row) % 2 == 1

    def _on_screen(self, column: float, row: float) -> Point:
        """Convert board to screen and, as it is its own inverse, screen to board."""
        if self.flipped:
            return self.geometry.columns - 1 - column, row
        return column, self.geometry.rows - 1 - row


def gap_of(pitch: int) -> int:
    """Pixels between squares that are ``pitch`` pixels apart."""
    return max(1, _round(pitch / GAP_AT))


def has_margin(geometry: Geometry) -> bool:
    """Whether void places surround the labelled columns and rows, so that labels fit there."""
    columns = [column for column, label in enumerate(geometry.file_labels) if label]
    rows = [row for row, label in enumerate(geometry.row_labels) if label]
    last_column, last_row = geometry.columns - 1, geometry.rows - 1
    ring = [(column, row) for column in columns for row in (0, last_row)]
    ring += [(column, row) for row in rows for column in (0, last_column)]
    return all(geometry.square_at[place] >= geometry.squares for place in ring)


def _round(value: float) -> int:
    return floor(value + 0.5)


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

"""Where the board's squares are on screen. Pure arithmetic, all in whole pixels.

There are two kinds of coordinates: pixels, and *points*. A point is (column, row) of the board, row 0 at
White's side, with whole numbers at the centres of squares. Points stay valid when the board is resized or
flipped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import floor, inf
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.hands import AWAY, PADDING, Places, Trays, is_in_hand
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
    """A board's grid in a rectangle of the window, as large as fits, with trays for what is in hand."""

    geometry: Geometry
    left: int
    top: int
    pitch: int
    flipped: bool = False
    coordinates: Coordinates = Coordinates.AROUND
    hands: Places = ()
    trays: Trays | None = None

    @classmethod
    def fit(
        cls,
        rect: pygame.Rect,
        geometry: Geometry,
        flipped: bool = False,
        coordinates: Coordinates = Coordinates.AROUND,
        hands: Places = (),
    ) -> BoardLayout:
        """The largest board that fits into ``rect`` with its frame, labels and trays, centred."""
        around = 2 * FRAME + _gutter_share(geometry, coordinates)
        trays = best_trays(rect.size, geometry, around, hands)
        room = _pitch(rect.size, geometry, around, trays)
        pitch = max(SMALLEST_PITCH, floor(room))
        frame, gutter = _round(FRAME * pitch), _round(_gutter_share(geometry, coordinates) * pitch)
        across, above = (0, 0) if trays is None else trays_pixels(trays, pitch)
        spare_x = rect.width - gutter - 2 * frame - geometry.columns * pitch - across
        spare_y = rect.height - gutter - 2 * frame - geometry.rows * pitch - 2 * above
        return cls(
            geometry,
            left=rect.left + max(0, spare_x) // 2 + gutter + frame,
            top=rect.top + max(0, spare_y) // 2 + frame + above,
            pitch=pitch,
            flipped=flipped,
            coordinates=coordinates,
            hands=hands,
            trays=trays,
        )

    @cached_property
    def gap(self) -> int:
        """Pixels between adjacent squares."""
        return gap_of(self.pitch)

    @cached_property
    def side(self) -> int:
        """A square's side in pixels."""
        return self.pitch - self.gap

    @cached_property
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

    @property
    def outline(self) -> pygame.Rect:
        """The rectangle of the frame and the trays."""
        return self.frame.unionall([*self.tray_rects.values()])

    @cached_property
    def tray_rects(self) -> Mapping[bool, pygame.Rect]:
        """The rectangle of each side's tray; empty without hands."""
        if self.trays is None:
            return {}
        trays, pitch, frame = self.trays, self.pitch, self.frame
        slot, padding, away = floor(trays.slot * pitch), _round(PADDING * pitch), _round(AWAY * pitch)
        lower = pygame.Rect(0, 0, trays.steps * slot + 2 * padding, trays.lanes * slot + 2 * padding)
        if trays.are_beside:
            lower.size = lower.height, lower.width
            lower.bottomleft = frame.right + away, frame.bottom
            upper = lower.move_to(top=frame.top)
        else:
            gutter = _round(_gutter_share(self.geometry, self.coordinates) * pitch)
            lower.topright = frame.right, frame.bottom + gutter + away
            upper = lower.move_to(bottom=frame.top - away, left=frame.left)
        return {not self.flipped: lower, self.flipped: upper}

    @cached_property
    def slots(self) -> Mapping[int, pygame.Rect]:
        """The rectangle of each place in hand."""
        if self.trays is None:
            return {}
        found: dict[int, pygame.Rect] = {}
        slot, padding = floor(self.trays.slot * self.pitch), _round(PADDING * self.pitch)
        for color, tray in self.tray_rects.items():
            is_lower = color is not self.flipped
            for place, (lane, step) in zip(self.hands, self.trays.slots(is_lower), strict=True):
                across, down = (lane, step) if self.trays.are_beside else (step, lane)
                corner = tray.left + padding + across * slot, tray.top + padding + down * slot
                found[place if color else place + 1] = pygame.Rect(corner, (slot, slot))
        return found

    def place_at(self, pixel: Pixel) -> int | None:
        """The square or the place in hand under a pixel."""
        square = self.square_at(pixel)
        if square is not None:
            return square
        return next((place for place, slot in self.slots.items() if slot.collidepoint(pixel)), None)

    def centre_of(self, place: int) -> Pixel:
        """The middle of a square or of a place in hand."""
        return (
            self.slots[place].center
            if is_in_hand(self.geometry, place)
            else self.pixel_of(self.geometry.place[place])
        )

    def rect_of(self, square: int) -> pygame.Rect:
        """The rectangle in pixels of a square or of a place in hand."""
        if is_in_hand(self.geometry, square):
            return self.slots[square].copy()
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


def best_trays(size: tuple[int, int], geometry: Geometry, around: float, hands: Places) -> Trays | None:
    """The trays that leave the board largest; None without hands.

    ``around`` is what frame and labels take of the width and of the height, in pitches.
    """
    if not hands:
        return None
    choices = Trays.choices(geometry, len(hands), FRAME)
    return max(choices, key=lambda trays: _pitch(size, geometry, around, trays))


def _pitch(size: tuple[int, int], geometry: Geometry, around: float, trays: Trays | None) -> float:
    """The pitch of a board that fills a rectangle of that size."""
    across, down = (0.0, 0.0) if trays is None else (trays.across, trays.down)
    return min(size[0] / (geometry.columns + around + across), size[1] / (geometry.rows + around + down))


def trays_pixels(trays: Trays, pitch: int) -> tuple[int, int]:
    """What trays take beside the board, and what one of them takes above it or below it."""
    slot, padding, away = floor(trays.slot * pitch), _round(PADDING * pitch), _round(AWAY * pitch)
    taken = away + trays.lanes * slot + 2 * padding
    return (taken, 0) if trays.are_beside else (0, taken)


def _gutter_share(geometry: Geometry, coordinates: Coordinates) -> float:
    """Of the pitch, left of the board and below it."""
    return GUTTER if coordinates is Coordinates.AROUND and not has_margin(geometry) else 0.0


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


def nearest(start: Point, points: Mapping[int, Point], across: int, along: int) -> int | None:
    """The nearest one of the points in a direction, preferably straight ahead; None if there is none."""

    def cost(index: int) -> float:
        x, y = points[index][0] - start[0], points[index][1] - start[1]
        ahead, aside = x * across + y * along, abs(x * along) + abs(y * across)
        return ahead + 2 * aside if ahead > 0 else inf

    best = min(points, key=cost, default=None)
    return None if best is None or cost(best) == inf else best


def _round(value: float) -> int:
    return floor(value + 0.5)


class BoardArea:
    """A board's rectangle of the window, and its layouts for both orientations."""

    def __init__(self, geometry: Geometry, rect: pygame.Rect, hands: Places = ()) -> None:
        self.geometry = geometry
        self.hands = hands
        self.move_to(rect)

    def move_to(self, rect: pygame.Rect, coordinates: Coordinates = Coordinates.AROUND) -> None:
        """Set the rectangle, in pixels, and where the coordinates are."""
        self.rect = pygame.Rect(rect)
        self._layouts = {
            turned: BoardLayout.fit(self.rect, self.geometry, turned, coordinates, self.hands)
            for turned in (False, True)
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

    def place_at(self, pixel: tuple[int, int], flipped: bool = False) -> int | None:
        """The square or the place in hand under a pixel."""
        return self._layouts[flipped].place_at(pixel)

    def rect_of(self, square: int, flipped: bool = False) -> pygame.Rect:
        """The rectangle in pixels of a square or of a place in hand."""
        return self._layouts[flipped].rect_of(square)

    def held_at(self, pixel: tuple[int, int], flipped: bool = False) -> tuple[float, float]:
        """The point where a piece dragged to ``pixel`` is drawn: always wholly within the rectangle."""
        layout = self._layouts[flipped]
        side = round(DRAG_SCALE * layout.pitch)
        piece = pygame.Rect(0, 0, side, side)
        piece.center = pixel
        return layout.point_at(piece.clamp(self.rect).center)

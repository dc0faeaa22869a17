"""Draws a move's route: a dotted line with joints, past holes, through wormholes and around the edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.layout import BoardLayout, Pixel, Point
from wormhole.gui.board.plans import dives
from wormhole.gui.board.route import Stretch, between, distance, stretches_of
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, mixed

if TYPE_CHECKING:
    from wormhole import Route
    from wormhole.gui.board.state import BoardState

BEADS_A_SQUARE = 7
BEADS_APART = 11  # pixels, at least
BEAD = 0.085  # shares of the pitch
BEAD_GLOW = 0.34
LINK_BEAD = 0.74  # shares of a bead
LINK_OPACITY = 0.8
LINK_BULGE = 0.29  # of a link's length
WIDEST_BULGE = 0.75  # squares
JOINT = 0.23
ROUTE_BEGINS = 0.42
TARGET_RADIUS = 0.36
CAPTURE_RADIUS = 0.52


class RouteDrawing:
    """Draws routes in one layout."""

    def __init__(self, sprites: Sprites, layout: BoardLayout) -> None:
        self._sprites = sprites
        self._layout = layout

    def draw_on(self, state: BoardState, brush: Brush, route: Route, colour: Colour) -> None:
        """Draw a route of a piece of this position."""
        variant = state.variant
        piece = state.pieces.get(route.from_square) or state.pieces.get(route.to_square)
        rides = piece is not None and any(path.ride for path in variant.piece_types[piece.letter].paths)
        self.draw(brush, route, colour, dives(variant), rides)

    def draw(self, brush: Brush, route: Route, colour: Colour, through: bool, rides: bool) -> None:
        """Draw the whole route. ``through``: its holes are wormholes; ``rides``: the piece is a rider."""
        layout, place = self._layout, self._layout.geometry.place
        steps = stretches_of(route, layout.geometry)
        if through:
            for hole in route.holes:
                brush.put(self._rim(colour), layout.pixel_of(place[hole]))
        for stretch in (stretch for step in steps for stretch in step if stretch.is_link):
            self._draw_link(brush, stretch, colour)
        ends_before = TARGET_RADIUS if route.captured is None else CAPTURE_RADIUS
        lines = lines_of(steps)
        for index, line in enumerate(lines):
            points = dotted(
                [layout.pixel_of(point) for point in line],
                max(BEADS_APART, layout.pitch / BEADS_A_SQUARE),
                ROUTE_BEGINS * layout.pitch if index == 0 else 0,
                ends_before * layout.pitch if index == len(lines) - 1 else 0,
            )
            self._draw_beads(brush, points, colour)
        for stand in joints(steps, rides):
            brush.put(self._joint(colour), layout.pixel_of(stand))

    def painting(self, colour: Colour) -> Iterator[None]:
        """Paint the pictures for routes of a colour ahead, in small steps."""
        for paint in (self._rim, self._joint, self._glow, self._bead, self._link_bead):
            paint(colour)
            yield

    def _draw_beads(self, brush: Brush, points: Sequence[Pixel], colour: Colour) -> None:
        glow, bead = self._glow(colour), self._bead(colour)
        for point in points:
            brush.put(glow, point)
        for point in points:
            brush.put(bead, point)

    def _draw_link(self, brush: Brush, link: Stretch, colour: Colour) -> None:
        """Draw a faint arc of small dots: the piece is hidden here."""
        pitch = self._layout.pitch
        bead = self._link_bead(colour)
        count = max(
            4, round(distance(link.start, link.end) * pitch / max(BEADS_APART, pitch / BEADS_A_SQUARE))
        )
        for number in range(1, count):
            brush.put(bead, self._layout.pixel_of(arc(link.start, link.end, number / count)), LINK_OPACITY)

    def _rim(self, colour: Colour) -> pygame.Surface:
        return self._sprites.drawing(marks.skipped(colour, self._layout.side))

    def _joint(self, colour: Colour) -> pygame.Surface:
        pixels = max(9, round(JOINT * self._layout.pitch))
        return self._sprites.drawing(marks.joint(colour, self._sprites.theme.colour.shade, pixels))

    def _glow(self, colour: Colour) -> pygame.Surface:
        return self._sprites.drawing(marks.glow(colour, 0.34, ceil(BEAD_GLOW * self._layout.pitch)))

    def _bead(self, colour: Colour) -> pygame.Surface:
        return self._bead_of(colour, max(5, round(BEAD * self._layout.pitch)))

    def _link_bead(self, colour: Colour) -> pygame.Surface:
        return self._bead_of(colour, max(3, round(LINK_BEAD * BEAD * self._layout.pitch)))

    def _bead_of(self, colour: Colour, pixels: int) -> pygame.Surface:
        dark = self._sprites.theme.colour
        return self._sprites.drawing(marks.bead(colour, mixed(dark.choice_deep, dark.shade, 0.4), pixels))


def lines_of(steps: Sequence[Sequence[Stretch]]) -> list[list[Point]]:
    """The corners of each unbroken line: its start, the ends of steps, its end."""
    lines: list[list[Point]] = []
    goes_on = False
    for step in steps:
        for stretch in step:
            if stretch.is_link:
                goes_on = False
                continue
            if goes_on and lines[-1][-1] == stretch.start:
                if stretch is not step[0]:
                    lines[-1].pop()
                lines[-1].append(stretch.end)
            else:
                lines.append([stretch.start, stretch.end])
            goes_on = True
    return lines


def joints(steps: Sequence[Sequence[Stretch]], rides: bool) -> list[Point]:
    """The ends of steps that are drawn: all of them, or for a rider only those where it turns."""
    return [
        after[0].start
        for before, after in pairwise(steps)
        if not rides or _direction(before[-1]) != _direction(after[0])
    ]


def arc(start: Point, end: Point, share: float) -> Point:
    """The point at ``share`` (0..1) of an arc beside the straight line."""
    length = distance(start, end)
    bulge = min(WIDEST_BULGE, LINK_BULGE * length) * 4 * share * (1 - share)
    x, y = between(start, end, share)
    return x - bulge * (end[1] - start[1]) / length, y + bulge * (end[0] - start[0]) / length


def dotted(
    corners: Sequence[Pixel], apart: float, skipped_at_start: float, skipped_at_end: float
) -> list[Pixel]:
    """Points about ``apart`` pixels from each other on a line through ``corners``; both ends stay free."""
    points: list[Pixel] = []
    last = len(corners) - 2
    for index in range(last + 1):
        (x, y), (end_x, end_y) = corners[index], corners[index + 1]
        length = hypot(end_x - x, end_y - y)
        count = max(1, round(length / apart))
        for number in range(count):
            share = number / count
            before, after = share * length, (1 - share) * length
            if (index > 0 or before >= skipped_at_start) and (index < last or after >= skipped_at_end):
                points.append((x + (end_x - x) * share, y + (end_y - y) * share))
    return points


def _direction(stretch: Stretch) -> tuple[int, int]:
    (x, y), (end_x, end_y) = stretch.start, stretch.end
    return (end_x > x) - (end_x < x), (end_y > y) - (end_y < y)

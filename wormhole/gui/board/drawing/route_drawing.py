"""Draws a move's route: a dotted line with joints, past holes, through wormholes and around the edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, floor, hypot
from typing import TYPE_CHECKING

import numpy as np
import pygame

from wormhole.gui.board.board_layout import BoardLayout, Pixel, Point
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.arrows import InkPicture
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.route_stretches import Stretch, between, distance, stretches_of
from wormhole.gui.board.wormhole_travel import dives
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, mixed

if TYPE_CHECKING:
    from wormhole import Route
    from wormhole.gui.board.state import BoardState

BEND = 0.5  # squares before and behind a corner, in which a curve turns
BEND_PARTS = 8

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

DOTS_APART = 0.025  # squares between two dots of a ribbon
LINK_APART = 0.13
BEGINS, ENDS = 0.36, 0.16  # squares from the centres of the first and last square that stay free
ENDS_AT_PIECE = 0.3
WIDEST, NARROWEST = 0.1, 0.055  # shares of the pitch, at the piece and far from it
NARROW_AFTER = 5.0  # squares
LINK_WIDTH = 0.05
RIBBON_RIM = 0.018
THROAT = 0.42  # squares from a hole's centre, where a ribbon begins to dive
SUNK_WIDTH, SUNK_OPACITY = 0.5, 0.12
BLUSH_BEGINS, BLUSH_ENDS = 0.9, 0.35  # squares before a captured piece, where the ribbon takes its colour
LEVELS = 6  # shades of colour and opacity
RIBBON_OPACITY = 0.95
FINER = 4  # dots are drawn this much larger, and then shrunk

WIDTH, DANGER, DEPTH, COLUMNS = 2, 3, 4, 5
"""The columns of a dot behind its point: its width in shares of the pitch, how near it is to a captured piece
and how deep in a hole, from 0 to 1."""


def curve(corners: Sequence[Point], apart: float) -> np.ndarray:
    """Points ``apart`` squares from each other on a curve that cuts the corners: an array of pairs."""
    bent = np.array(_bent(corners))
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(bent, axis=0).T))])
    along = np.arange(0.0, lengths[-1], apart)
    return np.stack([np.interp(along, lengths, bent[:, axis]) for axis in (0, 1)], axis=1)


def _bent(corners: Sequence[Point]) -> list[Point]:
    """The line with a bend of several points instead of each corner."""
    points = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        reach = min(BEND, distance(before, corner) / 2, distance(corner, after) / 2)
        start = between(corner, before, reach / distance(before, corner))
        end = between(corner, after, reach / distance(corner, after))
        for part in range(BEND_PARTS + 1):
            share = part / BEND_PARTS
            points.append(between(between(start, corner, share), between(corner, end, share), share))
    points.append(corners[-1])
    return points


class RouteDrawing:
    """Draws routes in one layout."""

    def __init__(self, sprites: Sprites, layout: BoardLayout) -> None:
        self._sprites = sprites
        self._layout = layout

    def draw_on(self, state: BoardState, brush: Brush, route: Route, colour: Colour) -> None:
        """Draw a route of a piece of this position."""
        variant = state.variant
        piece = state.scene.pieces.get(route.from_square) or state.scene.pieces.get(route.to_square)
        # a piece that has exploded or turned to stone is not there any more
        rides = piece is None or any(path.ride for path in variant.piece_types[piece.letter].paths)
        self.draw(brush, route, colour, dives(variant), rides)

    def draw(self, brush: Brush, route: Route, colour: Colour, through: bool, rides: bool) -> None:
        """Draw the whole route. ``through``: its holes are wormholes; ``rides``: the piece is a rider."""
        layout, place = self._layout, self._layout.geometry.place
        steps = stretches_of(route, layout.geometry)
        if through:
            for hole in route.holes:
                brush.put(self._rim(colour), layout.pixel_of(place[hole]))
        for square in route.over:
            brush.put(self._hopped(colour), layout.pixel_of(place[square]))
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

    def _hopped(self, colour: Colour) -> pygame.Surface:
        rim = self._sprites.theme.colour.choice_deep
        return self._sprites.drawing(marks.hopped(colour, rim, self._layout.side))

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


class Ribbons:
    """Draws the routes of one piece in one layout."""

    def __init__(self, sprites: Sprites, layout: BoardLayout, colour: Colour, dives: bool) -> None:
        self._sprites = sprites
        self._layout = layout
        self._colour = colour
        self._dives = dives
        self._kept: dict[tuple[int, ...], pygame.Surface] = {}

    def picture(self, routes: Sequence[Route]) -> InkPicture | None:
        """All routes in one picture, with marks on the squares where they end; None without routes.

        A piece that passes, or promotes where it stands, has none.
        """
        routes = [route for route in routes if route.steps != ((route.from_square,),)]
        if not routes:
            return None
        marked = [self._around(square) for route in routes for square in _squares(route)]
        dots = np.concatenate([part for route in _longest(routes) for part in self._dots(route)])
        dots[:, :2] = self._pixels(dots[:, :2])
        rect = _around_all(dots[:, :2], round(WIDEST * self._layout.pitch)).unionall(marked)
        dots[:, :2] -= rect.topleft
        picture = pygame.Surface(rect.size, pygame.SRCALPHA)
        self._put_rings(picture, rect, routes)
        is_sunk = dots[:, DEPTH] > 0
        picture.fblits(self._discs(dots[is_sunk], is_rim=False), pygame.BLEND_RGBA_MAX)
        picture.fblits(self._discs(dots[~is_sunk], is_rim=True))
        picture.fblits(self._discs(dots[~is_sunk], is_rim=False))
        self._put_ends(picture, rect, routes)
        return InkPicture(picture, rect)

    def _dots(self, route: Route) -> Iterator[np.ndarray]:
        """The dots of one route, from the piece on."""
        place = self._layout.geometry.place
        steps = stretches_of(route, self._layout.geometry)
        for stretch in (stretch for step in steps for stretch in step if stretch.is_link):
            yield _link(stretch)
        points = np.concatenate([curve(line, DOTS_APART) for line in lines_of(steps)])
        passed = np.arange(len(points)) * DOTS_APART
        left = passed[-1] - passed - (ENDS if route.captured != route.to_square else ENDS_AT_PIECE)
        dots = np.zeros((len(points), COLUMNS))
        dots[:, :2] = points
        dots[:, WIDTH] = np.maximum(NARROWEST, WIDEST - (WIDEST - NARROWEST) * passed / NARROW_AFTER)
        if route.captured is not None:
            dots[:, DANGER] = _smooth((BLUSH_BEGINS - left) / (BLUSH_BEGINS - BLUSH_ENDS))
        for hole in route.holes if self._dives else ():
            nearness = _smooth(1 - np.hypot(*(points - place[hole]).T) / THROAT)
            dots[:, DEPTH] = np.maximum(dots[:, DEPTH], nearness)
        yield dots[(passed >= BEGINS) & (left >= 0)]

    def _discs(self, dots: np.ndarray, is_rim: bool) -> Iterable[tuple[pygame.Surface, tuple[int, int]]]:
        """A picture for each dot, and where it goes."""
        width = dots[:, WIDTH] * (1 - (1 - SUNK_WIDTH) * dots[:, DEPTH]) + 2 * RIBBON_RIM * is_rim
        finest = np.rint(FINER * width * self._layout.pitch).astype(int)
        corner = np.rint(2 * dots[:, :2] - (finest // FINER + 3)[:, None]).astype(int)
        danger = np.rint(LEVELS * dots[:, DANGER]).astype(int)
        level = np.rint(LEVELS * (1 - (1 - SUNK_OPACITY) * dots[:, DEPTH])).astype(int)
        keys = zip(finest.tolist(), danger.tolist(), level.tolist(), *(corner % 2).T.tolist(), strict=True)
        places = map(tuple, (corner // 2).tolist())
        return [(self._disc(is_rim, *key), place) for key, place in zip(keys, places, strict=True)]

    def _disc(self, is_rim: bool, finest: int, danger: int, level: int, *shift: int) -> pygame.Surface:
        """A disc with this diameter in fine pixels, shifted by half pixels."""
        key = is_rim, finest, danger, level, *shift
        if key not in self._kept:
            colours = self._sprites.theme.colour
            calm, alarm = (
                (colours.choice_deep, colours.warning_deep) if is_rim else (self._colour, colours.warning)
            )
            colour = mixed(calm, alarm, danger / LEVELS)
            room = finest // FINER + 3
            large = pygame.Surface((FINER * room, FINER * room), pygame.SRCALPHA)
            large.fill((*colour, 0))
            middle = [FINER * (room + half) / 2 for half in shift]
            pygame.draw.circle(
                large, (*colour, round(255 * RIBBON_OPACITY * level / LEVELS)), middle, finest / 2
            )
            self._kept[key] = pygame.transform.smoothscale(large, (room, room))
        return self._kept[key]

    def _put_rings(self, picture: pygame.Surface, rect: pygame.Rect, routes: Sequence[Route]) -> None:
        """Ring the holes through which routes pass, and the pieces that they hop over."""
        ring = self._sprites.drawing(marks.skipped(self._colour, self._layout.side))
        for hole in {hole for route in routes for hole in route.holes} if self._dives else ():
            picture.blit(ring, self._around(hole).move(-rect.left, -rect.top))
        rim = self._sprites.theme.colour.choice_deep
        ring = self._sprites.drawing(marks.hopped(self._colour, rim, self._layout.side))
        for square in {square for route in routes for square in route.over}:
            picture.blit(ring, self._around(square).move(-rect.left, -rect.top))

    def _put_ends(self, picture: pygame.Surface, rect: pygame.Rect, routes: Sequence[Route]) -> None:
        """Mark the squares where routes end, and the pieces that are captured."""
        colours, side = self._sprites.theme.colour, self._layout.side
        sight = self._sprites.drawing(marks.capture(colours, side))
        dot = self._sprites.drawing(marks.dot(self._colour, colours.choice_deep, side))
        for route in routes:
            if route.captured is not None:
                picture.blit(sight, self._around(route.captured).move(-rect.left, -rect.top))
            if route.captured != route.to_square:
                picture.blit(dot, self._around(route.to_square).move(-rect.left, -rect.top))

    def _around(self, square: int) -> pygame.Rect:
        return self._layout.rect_of(square)

    def _pixels(self, points: np.ndarray) -> np.ndarray:
        layout = self._layout
        origin, across, up = (np.array(layout.pixel_of(point)) for point in ((0, 0), (1, 0), (0, 1)))
        return origin + points[:, :1] * (across - origin) + points[:, 1:] * (up - origin)


def _link(link: Stretch) -> np.ndarray:
    """Small dots on an arc between two wormholes, where the piece is hidden."""
    count = max(4, round(distance(link.start, link.end) / LINK_APART))
    dots = np.zeros((count - 1, COLUMNS))
    dots[:, :2] = [arc(link.start, link.end, number / count) for number in range(1, count)]
    dots[:, WIDTH] = LINK_WIDTH
    return dots


def _around_all(points: np.ndarray, margin: int) -> pygame.Rect:
    """The rectangle around all points, with a margin."""
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    rect = pygame.Rect(floor(left), floor(top), ceil(right - left) + 1, ceil(bottom - top) + 1)
    return rect.inflate(2 * margin, 2 * margin)


def _longest(routes: Sequence[Route]) -> list[Route]:
    """The routes without those that are the beginning of another one."""
    begun = {route.steps[:count] for route in routes for count in range(1, len(route.steps))}
    return [route for route in routes if route.steps not in begun or route.captured is not None]


def _squares(route: Route) -> list[int]:
    """The squares that have marks."""
    captured = [] if route.captured is None else [route.captured]
    return [route.to_square, *route.holes, *route.over, *captured]


def _smooth(shares: np.ndarray) -> np.ndarray:
    """As ``easing.smooth``, for an array."""
    shares = np.clip(shares, 0.0, 1.0)
    return shares * shares * (3 - 2 * shares)

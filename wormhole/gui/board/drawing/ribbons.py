"""Draws all routes of a piece at once: ribbons that part where the routes do and dive under holes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np
import pygame

from wormhole.gui.board.curves import curve
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.arrows import Inked
from wormhole.gui.board.drawing.route_drawing import arc, lines_of
from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.board.route import Stretch, distance, stretches_of
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, mixed

if TYPE_CHECKING:
    from wormhole import Route

APART = 0.025  # squares between two dots of a ribbon
LINK_APART = 0.13
BEGINS, ENDS = 0.36, 0.16  # squares from the centres of the first and last square that stay free
ENDS_AT_PIECE = 0.3
WIDEST, NARROWEST = 0.1, 0.055  # shares of the pitch, at the piece and far from it
NARROW_AFTER = 5.0  # squares
LINK_WIDTH = 0.05
RIM = 0.018
THROAT = 0.42  # squares from a hole's centre, where a ribbon begins to dive
SUNK_WIDTH, SUNK_OPACITY = 0.5, 0.12
BLUSH_BEGINS, BLUSH_ENDS = 0.9, 0.35  # squares before a captured piece, where the ribbon takes its colour
LEVELS = 6  # shades of colour and opacity
OPACITY = 0.95
FINER = 4  # dots are drawn this much larger, and then shrunk

WIDTH, DANGER, DEPTH, COLUMNS = 2, 3, 4, 5
"""The columns of a dot behind its point: its width in shares of the pitch, how near it is to a captured piece
and how deep in a hole, from 0 to 1."""


class Ribbons:
    """Draws the routes of one piece in one layout."""

    def __init__(self, sprites: Sprites, layout: BoardLayout, colour: Colour, dives: bool) -> None:
        self._sprites = sprites
        self._layout = layout
        self._colour = colour
        self._dives = dives
        self._kept: dict[tuple[int, ...], pygame.Surface] = {}

    def picture(self, routes: Sequence[Route]) -> Inked | None:
        """All routes in one picture, with marks on the squares where they end; None without routes."""
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
        return Inked(picture, rect)

    def _dots(self, route: Route) -> Iterator[np.ndarray]:
        """The dots of one route, from the piece on."""
        place = self._layout.geometry.place
        steps = stretches_of(route, self._layout.geometry)
        for stretch in (stretch for step in steps for stretch in step if stretch.is_link):
            yield _link(stretch)
        points = np.concatenate([curve(line, APART) for line in lines_of(steps)])
        passed = np.arange(len(points)) * APART
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
        width = dots[:, WIDTH] * (1 - (1 - SUNK_WIDTH) * dots[:, DEPTH]) + 2 * RIM * is_rim
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
            pygame.draw.circle(large, (*colour, round(255 * OPACITY * level / LEVELS)), middle, finest / 2)
            self._kept[key] = pygame.transform.smoothscale(large, (room, room))
        return self._kept[key]

    def _put_rings(self, picture: pygame.Surface, rect: pygame.Rect, routes: Sequence[Route]) -> None:
        """Ring the holes through which routes pass."""
        ring = self._sprites.drawing(marks.skipped(self._colour, self._layout.side))
        for hole in {hole for route in routes for hole in route.holes} if self._dives else ():
            picture.blit(ring, self._around(hole).move(-rect.left, -rect.top))

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
    return [route.to_square, *route.holes, *captured]


def _smooth(shares: np.ndarray) -> np.ndarray:
    """As ``easing.smooth``, for an array."""
    shares = np.clip(shares, 0.0, 1.0)
    return shares * shares * (3 - 2 * shares)

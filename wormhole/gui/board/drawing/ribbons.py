"""Draws all routes of a piece at once: ribbons that part where the routes do and dive under holes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.curves import curve
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.arrows import Inked
from wormhole.gui.board.drawing.route_drawing import arc, lines_of
from wormhole.gui.board.layout import BoardLayout, Point
from wormhole.gui.board.route import Stretch, distance, stretches_of
from wormhole.gui.look.easing import progress, smooth
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, mixed

if TYPE_CHECKING:
    from wormhole import Route

APART = 0.02  # squares between two stamps
LINK_APART = 0.13
BEGINS, ENDS = 0.36, 0.16  # squares from the centres of the first and last square that stay free
ENDS_AT_PIECE = 0.3
WIDEST, NARROWEST = 0.1, 0.055  # shares of the pitch, at the piece and far from it
NARROW_AFTER = 5.0  # squares
LINK_WIDTH = 0.05
RIM = 0.018
THROAT = 0.42  # squares from a hole's centre, where a ribbon begins to dive
SUNK_WIDTH, SUNK_OPACITY = 0.5, 0.12
BLUSH = (0.9, 0.35)  # squares before the end of a capture, where the ribbon takes its colour
LEVELS = 6  # shades of colour and opacity
OPACITY = 0.95
SKIPPED_OPACITY = 0.5


@dataclass(frozen=True)
class Stamp:
    """One dot of a ribbon: where it is, how wide, how near to a capture and how deep in a hole, 0..1."""

    at: Point
    width: float
    danger: float = 0.0
    depth: float = 0.0


class Ribbons:
    """Draws the routes of one piece in one layout."""

    def __init__(self, sprites: Sprites, layout: BoardLayout, colour: Colour, dives: bool) -> None:
        self._sprites = sprites
        self._layout = layout
        self._colour = colour
        self._dives = dives
        self._discs: dict[tuple[int, Colour, int], pygame.Surface] = {}

    def picture(self, routes: Sequence[Route]) -> Inked:
        """All routes in one picture, with marks on the squares where they end."""
        rect = self._layout.frame
        stamps = [stamp for route in routes for stamp in self._stamps(route)]
        picture = pygame.Surface(rect.size, pygame.SRCALPHA)
        holes = {hole for route in routes for hole in route.holes} if self._dives else set()
        place = self._layout.geometry.place
        rim = self._sprites.drawing(marks.skipped(self._colour, self._layout.side))
        for hole in holes:
            self._put(picture, rim, place[hole])
        for shade in (True, False):
            layer = pygame.Surface(rect.size, pygame.SRCALPHA)
            layer.fblits(self._dots([stamp for stamp in stamps if stamp.depth], shade), pygame.BLEND_RGBA_MAX)
            layer.fblits(self._dots([stamp for stamp in stamps if not stamp.depth], shade))
            picture.blit(layer, (0, 0))
        for route in routes:
            self._put_end(picture, route)
        return Inked(picture, rect)

    def _stamps(self, route: Route) -> Iterator[Stamp]:
        """The stamps of one route, from the piece on."""
        place = self._layout.geometry.place
        steps = stretches_of(route, self._layout.geometry)
        holes = [place[hole] for hole in route.holes] if self._dives else []
        for stretch in (stretch for step in steps for stretch in step if stretch.is_link):
            yield from self._link(stretch)
        lines = [curve(line, APART) for line in lines_of(steps)]
        length = sum(map(len, lines)) * APART
        free = ENDS if route.captured != route.to_square else ENDS_AT_PIECE
        passed = 0.0
        for point in (point for line in lines for point in line):
            passed += APART
            left = length - free - passed
            if passed < BEGINS or left < 0:
                continue
            width = max(NARROWEST, WIDEST - (WIDEST - NARROWEST) * passed / NARROW_AFTER)
            danger = (
                0.0 if route.captured is None else smooth(progress(-left, -BLUSH[0], BLUSH[0] - BLUSH[1]))
            )
            nearest = min((distance(point, hole) for hole in holes), default=THROAT)
            yield Stamp(point, width, danger, smooth(1 - nearest / THROAT))

    def _link(self, link: Stretch) -> Iterator[Stamp]:
        """Small dots on an arc between two wormholes, where the piece is hidden."""
        count = max(4, round(distance(link.start, link.end) / LINK_APART))
        for number in range(1, count):
            yield Stamp(arc(link.start, link.end, number / count), LINK_WIDTH)

    def _dots(self, stamps: Sequence[Stamp], shade: bool) -> list[tuple[pygame.Surface, tuple[float, float]]]:
        layout, colours = self._layout, self._sprites.theme.colour
        left, top = layout.frame.topleft
        dots = []
        for stamp in stamps:
            width = stamp.width * (1 - (1 - SUNK_WIDTH) * stamp.depth) + 2 * RIM * shade
            opacity = round(LEVELS * (1 - (1 - SUNK_OPACITY) * stamp.depth))
            danger = round(LEVELS * stamp.danger) / LEVELS
            if shade:
                colour = mixed(colours.choice_deep, colours.warning_deep, danger)
            else:
                colour = mixed(self._colour, colours.warning, danger)
            disc = self._disc(max(2, round(width * layout.pitch)), colour, opacity)
            x, y = layout.pixel_of(stamp.at)
            half = disc.get_width() / 2
            dots.append((disc, (round(x - left - half), round(y - top - half))))
        return dots

    def _disc(self, pixels: int, colour: Colour, level: int) -> pygame.Surface:
        key = pixels, colour, level
        if key not in self._discs:
            size = 4 * (pixels + 2)
            large = pygame.Surface((size, size), pygame.SRCALPHA)
            large.fill((*colour, 0))
            alpha = round(255 * OPACITY * level / LEVELS)
            pygame.draw.circle(large, (*colour, alpha), (size / 2, size / 2), 2 * pixels)
            self._discs[key] = pygame.transform.smoothscale(large, (pixels + 2, pixels + 2))
        return self._discs[key]

    def _put_end(self, picture: pygame.Surface, route: Route) -> None:
        colours, side = self._sprites.theme.colour, self._layout.side
        place = self._layout.geometry.place
        if route.captured is not None:
            self._put(picture, self._sprites.drawing(marks.capture(colours, side)), place[route.captured])
        if route.captured != route.to_square:
            dot = self._sprites.drawing(marks.dot(self._colour, colours.choice_deep, side))
            self._put(picture, dot, place[route.to_square])

    def _put(self, picture: pygame.Surface, mark: pygame.Surface, at: Point) -> None:
        x, y = self._layout.pixel_of(at)
        frame = self._layout.frame
        picture.blit(mark, mark.get_rect(center=(round(x - frame.left), round(y - frame.top))))

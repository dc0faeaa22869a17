"""Draws circles and arrows: pictures with soft edges, in the pixels of one layout of the board."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, ceil, cos, floor, hypot, pi, sin, tan

import pygame

from wormhole.gui.board.layout import Pixel
from wormhole.gui.look.theme import Colour

FINER = 2  # pictures are drawn this much larger, and then shrunk
PART = 240  # pixels: the largest side of a picture
CAP_POINTS = 12
RING_POINTS = 96
RING_RADIUS, RING_WIDTH = 0.455, 0.075  # shares of the pitch
RIM = 0.02
BEGINS, ENDS = 0.28, 0.1  # from the centres of the squares


@dataclass(frozen=True)
class Style:
    """How an arrow or a ring looks; lengths are shares of the pitch."""

    colour: Colour
    rim: Colour
    opacity: float
    width: float = 0.15
    tail: float = 0.15
    """The width where an arrow begins."""
    head: tuple[float, float] = (0.4, 0.36)
    """The head's width and length."""


@dataclass(frozen=True, eq=False)
class Inked:
    """A picture and its place in the window."""

    picture: pygame.Surface
    rect: pygame.Rect


Area = tuple[tuple[int, ...], list[Pixel]]
"""A filled outline; its colour may be transparent."""


def arrow(start: Pixel, end: Pixel, pitch: int, style: Style) -> list[Area]:
    """An arrow between the centres of two squares: areas from the lowest up."""
    begin, tip = _shortened(start, end, BEGINS * pitch, ENDS * pitch)
    sizes = [share * pitch for share in (style.tail, style.width, *style.head)]
    return [
        (style.rim, _arrow_outline(begin, tip, *sizes, _rim(pitch))),
        (style.colour, _arrow_outline(begin, tip, *sizes, 0.0)),
    ]


def ring(centre: Pixel, pitch: int, style: Style) -> list[Area]:
    """A circle around a square: areas from the lowest up."""
    outer, width, rim = RING_RADIUS * pitch, RING_WIDTH * pitch, _rim(pitch)
    clear = (*style.rim, 0)
    return [
        (style.rim, _circle(centre, outer)),
        (style.colour, _circle(centre, outer - rim)),
        (style.rim, _circle(centre, outer + rim - width)),
        (clear, _circle(centre, outer - width)),
    ]


def _rim(pitch: int) -> float:
    return max(1.0, RIM * pitch)


def _shortened(start: Pixel, end: Pixel, at_start: float, at_end: float) -> tuple[Pixel, Pixel]:
    length = hypot(end[0] - start[0], end[1] - start[1])
    across, up = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    return (
        (start[0] + at_start * across, start[1] + at_start * up),
        (end[0] - at_end * across, end[1] - at_end * up),
    )


def _arrow_outline(
    begin: Pixel, tip: Pixel, tail: float, width: float, head_width: float, head_length: float, rim: float
) -> list[Pixel]:
    """The corners of an arrow with a round tail, grown by ``rim`` on all sides."""
    angle = atan2(tip[1] - begin[1], tip[0] - begin[0])
    length = hypot(tip[0] - begin[0], tip[1] - begin[1])
    head_length = min(head_length, length)
    slope = atan2(head_width / 2, head_length)
    neck, point = length - head_length - rim, length + rim / sin(slope)
    wing = (point - neck) * tan(slope)
    start, end = tail / 2 + rim, width / 2 + rim
    turns = [pi * number / CAP_POINTS for number in range(CAP_POINTS + 1)]
    corners = [(-start * sin(turn), -start * cos(turn)) for turn in turns]
    corners += [(neck, end), (neck, wing), (point, 0.0), (neck, -wing), (neck, -end)]
    across, up = cos(angle), sin(angle)
    return [(begin[0] + x * across - y * up, begin[1] + x * up + y * across) for x, y in corners]


def _circle(centre: Pixel, radius: float) -> list[Pixel]:
    turns = [2 * pi * number / RING_POINTS for number in range(RING_POINTS)]
    return [(centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)) for turn in turns]


def painted(areas: list[Area], opacity: float) -> tuple[Inked, ...]:
    """Pictures of the areas, each over those before it; of a long arrow only the parts that it crosses."""
    xs, ys = zip(*(point for _, outline in areas for point in outline), strict=True)
    left, top, right, bottom = floor(min(xs)) - 1, floor(min(ys)) - 1, ceil(max(xs)) + 1, ceil(max(ys)) + 1
    parts = (
        pygame.Rect(x, y, min(PART, right - x), min(PART, bottom - y))
        for y in range(top, bottom, PART)
        for x in range(left, right, PART)
    )
    return tuple(_part(areas, opacity, part) for part in parts if _is_crossed(part, areas))


def _is_crossed(part: pygame.Rect, areas: list[Area]) -> bool:
    """Whether an outline crosses it. None is so wide that it could lie around it."""
    return any(
        part.clipline(start, end)
        for _, outline in areas
        for start, end in zip(outline, [*outline[1:], outline[0]], strict=True)
    )


def _part(areas: list[Area], opacity: float, rect: pygame.Rect) -> Inked:
    large = pygame.Surface((FINER * rect.width, FINER * rect.height), pygame.SRCALPHA)
    large.fill((*areas[0][0][:3], 0))
    for fill, outline in areas:
        corners = [(FINER * (x - rect.left), FINER * (y - rect.top)) for x, y in outline]
        pygame.draw.polygon(large, fill, corners)
    picture = pygame.transform.smoothscale(large, rect.size)
    picture.fill((255, 255, 255, round(255 * opacity)), special_flags=pygame.BLEND_RGBA_MULT)
    return Inked(picture, rect)

"""Draws a board's annotations: circles and arrows with soft edges, in the pixels of one layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, ceil, cos, floor, hypot, pi, sin, tan

import pygame

from wormhole.gui.board.annotations import Advice, Annotations, Suggestion
from wormhole.gui.board.board_layout import BoardLayout, Pixel
from wormhole.gui.board.hands import is_in_hand
from wormhole.gui.look.theme import Colour, Colours, mixed

FINER = 2  # pictures are drawn this much larger, and then shrunk
BAND = 80  # pixels: the height of a picture
CAP_POINTS = 12
RING_POINTS = 96
RING_RADIUS, RING_WIDTH = 0.455, 0.075  # shares of the pitch
RIM = 0.02
BEGINS, ENDS = 0.28, 0.1  # from the centres of the squares
MARK_OPACITY = 0.86
SUGGESTED = (  # opacity and width of the arrows of the analysis, the best move first
    (0.74, 1.0),
    (0.68, 0.8),
    (0.62, 0.66),
    (0.56, 0.55),
    (0.5, 0.46),
)
DARKER = 0.72  # of a rim, towards black


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
class InkPicture:
    """A picture and its place in the window."""

    picture: pygame.Surface
    rect: pygame.Rect


Area = tuple[tuple[int, ...], list[Pixel]]
"""A filled outline; its colour may be transparent."""


def arrow(start: Pixel, end: Pixel, pitch: int, style: Style) -> list[Area]:
    """An arrow between the centres of two squares: areas from the lowest up."""
    begin, tip = _shortened(start, end, BEGINS * pitch, ENDS * pitch)
    tail, width, length, spread = (share * pitch for share in (style.tail, style.width, *style.head))
    return [
        (style.rim, _arrow_outline(begin, tip, tail, width, length, spread, _rim(pitch))),
        (style.colour, _arrow_outline(begin, tip, tail, width, length, spread, 0.0)),
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


def painted(areas: list[Area], opacity: float) -> tuple[InkPicture, ...]:
    """Pictures of the areas, each over those before it, in bands from the top down."""
    heights = [y for _, outline in areas for _, y in outline]
    top, bottom = floor(min(heights)) - 1, ceil(max(heights)) + 1
    bands = (_band(areas, opacity, y, min(y + BAND, bottom)) for y in range(top, bottom, BAND))
    return tuple(band for band in bands if band is not None)


def _band(areas: list[Area], opacity: float, top: int, bottom: int) -> InkPicture | None:
    """What lies between two heights; None if nothing does."""
    alpha = round(255 * opacity)
    parts = [((*fill, alpha)[:4], _between(outline, top - 1, bottom + 1)) for fill, outline in areas]
    across = [x for _, outline in parts for x, _ in outline]
    if not across:
        return None
    left, right = floor(min(across)) - 1, ceil(max(across)) + 1
    rect = pygame.Rect(left, top, right - left, bottom - top)
    large = pygame.Surface((FINER * rect.width, FINER * rect.height), pygame.SRCALPHA)
    large.fill((*areas[0][0][:3], 0))
    for fill, outline in parts:
        if outline:
            corners = [(floor(FINER * (x - left)), floor(FINER * (y - top))) for x, y in outline]
            pygame.draw.polygon(large, fill, corners)
    return InkPicture(pygame.transform.smoothscale(large, rect.size), rect)


def _between(outline: list[Pixel], top: float, bottom: float) -> list[Pixel]:
    """The outline of the part between two heights."""
    return _below(_below(outline, top, 1), bottom, -1)


def _below(outline: list[Pixel], height: float, down: int) -> list[Pixel]:
    """The outline of the part below a height, or above it if ``down`` is -1."""
    part: list[Pixel] = []
    for (x, y), (next_x, next_y) in zip(outline, [*outline[1:], *outline[:1]], strict=True):
        is_in, next_is_in = (y - height) * down >= 0, (next_y - height) * down >= 0
        if is_in:
            part.append((x, y))
        if is_in is not next_is_in:
            part.append((x + (next_x - x) * (height - y) / (next_y - y), height))
    return part


Spec = tuple[int, int, Style]
"""The first and the last square, and how it is drawn."""


class Ink:
    """Draws the annotations in one layout."""

    def __init__(self, colours: Colours, layout: BoardLayout) -> None:
        self._colours = colours
        self._layout = layout
        self._kept: dict[Spec, tuple[InkPicture, ...]] = {}
        self.is_unfinished = False
        """Whether `pictures` left some out."""

    def pictures(self, annotations: Annotations, most: int | None = None) -> tuple[InkPicture, ...]:
        """The pictures from the lowest up. Equal annotations give the same pictures.

        At most ``most`` are drawn, the highest first; those left out come with the next calls. In a large
        window one long arrow takes a third of a frame's time.
        """
        specs = [*dict.fromkeys(self.specs(annotations))]
        missing = [spec for spec in reversed(specs) if spec not in self._kept]
        self.is_unfinished = most is not None and len(missing) > most
        new = {spec: painted(self.areas(spec), spec[2].opacity) for spec in missing[:most]}
        known = self._kept | new
        self._kept = {spec: known[spec] for spec in specs if spec in known}
        return tuple(inked for pictures in self._kept.values() for inked in pictures)

    def specs(self, annotations: Annotations) -> list[Spec]:
        """What is drawn, from the lowest up: from which square, to which one, and how."""
        return [*self._suggested(annotations), *self._drawn(annotations)]

    def areas(self, spec: Spec) -> list[Area]:
        """The areas of one circle or arrow, each over those before it."""
        from_square, to_square, style = spec
        layout = self._layout
        if is_in_hand(layout.geometry, from_square) and from_square not in layout.slots:
            from_square = to_square
        start = layout.centre_of(from_square)
        if from_square == to_square:
            return ring(start, layout.rect_of(from_square).width + layout.gap, style)
        return arrow(start, layout.centre_of(to_square), layout.pitch, style)

    def _drawn(self, annotations: Annotations) -> Iterator[Spec]:
        colours = self._colours
        by_name = {
            "green": colours.shape_green,
            "red": colours.shape_red,
            "yellow": colours.shape_yellow,
            "blue": colours.shape_blue,
        }
        for shape in annotations.drawn:
            colour = by_name[shape.colour]
            style = Style(colour, mixed(colour, (0, 0, 0), DARKER), MARK_OPACITY)
            yield shape.from_square, shape.to_square, style

    def _suggested(self, annotations: Annotations) -> Iterator[Spec]:
        """The arrows of the analysis, the best one on top; they grow towards their heads."""
        for suggestion in sorted(annotations.arrows, key=lambda each: -each.rank):
            opacity, size = SUGGESTED[min(suggestion.rank, len(SUGGESTED) - 1)]
            colour = self._colour_of(suggestion)
            rim = mixed(colour, (0, 0, 0), DARKER)
            style = Style(colour, rim, opacity, 0.2 * size, 0.05 * size, (0.46 * size, 0.42 * size))
            yield suggestion.from_square, suggestion.to_square, style

    def _colour_of(self, suggestion: Suggestion) -> Colour:
        colours = self._colours
        if suggestion.advice is Advice.THREAT:
            return colours.threat
        if suggestion.advice is Advice.BETTER:
            return colours.better
        return colours.best if suggestion.rank == 0 else colours.other_line

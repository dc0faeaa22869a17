"""The frame around the board, and other cards of the same outline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

import pygame

from wormhole.gui.board.board_layout import GAP_AT, BoardLayout, Pixel
from wormhole.gui.look.card import card, card_svg
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, Theme, hexed

Corner = tuple[int, int]
Side = tuple[Corner, Corner]


def outline(layout: BoardLayout, margin: float) -> list[list[Pixel]]:
    """Closed lines around the squares, ``margin`` pixels away from them, with the board on their left.

    Squares that meet only at a corner share one line.
    """
    places = {layout.cell_of(square) for square in range(layout.geometry.squares)}
    return [_moved_out(loop, layout, margin) for loop in _loops(places)]


def rounded_path(line: Sequence[Pixel], radius: float) -> str:
    """The closed line as SVG path data, with corners rounded as far as its sides allow."""
    parts: list[str] = []
    count = len(line)
    for index, corner in enumerate(line):
        before, after = line[index - 1], line[(index + 1) % count]
        start = _towards(corner, before, radius)
        end = _towards(corner, after, radius)
        parts.append(f"{'L' if parts else 'M'}{_text(start)}Q{_text(corner)} {_text(end)}")
    return " ".join(parts) + "Z"


def _loops(places: set[Corner]) -> list[list[Corner]]:
    """The corners of the grid at which the border of ``places`` turns, loop by loop."""
    ahead: dict[Corner, list[Corner]] = {}
    for start, end in _sides(places):
        ahead.setdefault(start, []).append(end)
    loops = []
    while ahead:
        start = min(ahead)  # only one place touches this corner
        loop = [start]
        here, came = start, (0, 0)
        while here in ahead:
            following = max(ahead[here], key=lambda corner: _turn(came, _step(here, corner)))
            ahead[here].remove(following)
            if not ahead[here]:
                del ahead[here]
            came = _step(here, following)
            here = following
            loop.append(here)
        loops.append(_turns(loop[:-1]))
    return loops


def _sides(places: set[Corner]) -> Iterator[Side]:
    """The border sides of places, each with its place on the left as seen on screen."""
    for x, y in places:
        if (x - 1, y) not in places:
            yield (x, y), (x, y + 1)
        if (x, y + 1) not in places:
            yield (x, y + 1), (x + 1, y + 1)
        if (x + 1, y) not in places:
            yield (x + 1, y + 1), (x + 1, y)
        if (x, y - 1) not in places:
            yield (x + 1, y), (x, y)


def _step(start: Corner, end: Corner) -> Corner:
    return end[0] - start[0], end[1] - start[1]


def _turn(came: Corner, goes: Corner) -> int:
    """Above 0 for a turn away from the board; such turns join places that meet only at a corner."""
    return came[0] * goes[1] - came[1] * goes[0]


def _turns(loop: list[Corner]) -> list[Corner]:
    around = [loop[-1], *loop, loop[0]]
    steps = [_step(start, end) for start, end in pairwise(around)]
    return [corner for corner, (before, after) in zip(loop, pairwise(steps), strict=True) if before != after]


def _moved_out(loop: list[Corner], layout: BoardLayout, margin: float) -> list[Pixel]:
    """The loop in pixels, each side moved away from the board."""
    moved = []
    for index, (x, y) in enumerate(loop):
        out_x = out_y = 0
        for start, end in ((loop[index - 1], (x, y)), ((x, y), loop[(index + 1) % len(loop)])):
            down, right = end[1] - start[1], end[0] - start[0]
            if down:
                out_x = -1 if down > 0 else 1
            if right:
                out_y = 1 if right > 0 else -1
        moved.append(
            (_beyond(x, out_x, layout.left, layout, margin), _beyond(y, out_y, layout.top, layout, margin))
        )
    return moved


def _beyond(line: int, outward: int, origin: int, layout: BoardLayout, margin: float) -> float:
    gap = layout.gap if outward > 0 else 0
    return origin + line * layout.pitch - gap + outward * margin


def _towards(corner: Pixel, other: Pixel, distance: float) -> Pixel:
    length = hypot(other[0] - corner[0], other[1] - corner[1])
    share = min(0.5, distance / length)
    return corner[0] + (other[0] - corner[0]) * share, corner[1] + (other[1] - corner[1]) * share


def _text(pixel: Pixel) -> str:
    return f"{pixel[0]:.2f} {pixel[1]:.2f}"


def frame_card(sprites: Sprites, layout: BoardLayout, fill: Colour, opacity: float) -> pygame.Surface:
    """A card the size of the board's frame; its top left corner is the frame's."""
    theme = sprites.theme
    line, corner = _line(layout), _corner(theme, layout)
    if _is_full(layout):
        return card(sprites, layout.frame.size, corner, fill, opacity, theme.colour.board_line, line)
    return sprites.drawing(frame_svg(theme, layout, fill, opacity))


def frame_svg(theme: Theme, layout: BoardLayout, fill: Colour, opacity: float) -> str:
    """SVG text of that card."""
    line, corner, border = _line(layout), _corner(theme, layout), theme.colour.board_line
    if _is_full(layout):
        return card_svg(layout.frame.size, corner, fill, opacity, border, line)
    return _shaped(layout, corner, line, fill, opacity, border)


def _line(layout: BoardLayout) -> int:
    return max(1, round(layout.pitch / GAP_AT))


def _corner(theme: Theme, layout: BoardLayout) -> int:
    return round(theme.panel.corner * layout.pitch / GAP_AT)


def _is_full(layout: BoardLayout) -> bool:
    """Whether every place of the grid is a square."""
    return layout.geometry.squares == layout.geometry.columns * layout.geometry.rows


def _shaped(layout: BoardLayout, corner: int, line: int, fill: Colour, opacity: float, border: Colour) -> str:
    """SVG text of a card in the shape of a board with void places."""
    frame = layout.frame
    margin = layout.grid.left - frame.left - line / 2
    paths = " ".join(rounded_path(edge, corner) for edge in outline(layout, margin))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{frame.width}" height="{frame.height}" '
        f'viewBox="{frame.left} {frame.top} {frame.width} {frame.height}">'
        f'<path d="{paths}" fill="{hexed(fill)}" fill-opacity="{opacity}" '
        f'stroke="{hexed(border)}" stroke-width="{line}"/></svg>'
    )

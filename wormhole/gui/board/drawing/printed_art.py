"""Drawings of what is printed on a square: a goal, the lines of a palace, the bank of a river.

They are SVG text in a box of 100 by 100, in ink that stands out from a light or a dark square.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wormhole.gui.board.printed import NORTH, SOUTH, Printed
from wormhole.gui.look.theme import Colour, Theme, hexed, mixed
from wormhole.rules.betza import DIRECTIONS

GOAL = 9
"""From the side of the square to the frame of a goal."""
STAR = "M50 27L55.5 44.5L73 50L55.5 55.5L50 73L44.5 55.5L27 50L44.5 44.5Z"
LEFT_HALF, RIGHT_HALF = '<rect width="50" height="100"/>', '<rect x="50" width="50" height="100"/>'
WAVES = "M0 0H100V8" + "".join(f"Q{x - 6.25} 14 {x - 12.5} 8T{x - 25} 8" for x in (100, 75, 50, 25)) + "Z"
BANK = "M0 0H100V4H0Z"


def printed_svg(
    printed: Printed, theme: Theme, ink: Colour, pixels: int, corner: int, has_piece: bool
) -> str:
    """Everything that is printed on one square; under a piece, the star of a goal is left out."""
    parts = [*_river(printed, theme), *_lines(printed, ink)]
    if printed.goal_of:
        parts += [_frame(ink, corner / pixels), *([] if has_piece else _star(printed, theme))]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" viewBox="0 0 100 100">'
        f"{''.join(parts)}</svg>"
    )


def _river(printed: Printed, theme: Theme) -> Iterator[str]:
    """Waves along a side."""
    for direction, turn in ((NORTH, 0), (SOUTH, 180)):
        if printed.river >> direction & 1:
            water = hexed(mixed(theme.colour.premove, theme.colour.square_dark_top, 0.4))
            yield (
                f'<g transform="rotate({turn} 50 50)" fill="{water}">'
                f'<path d="{WAVES}" fill-opacity="0.45"/><path d="{BANK}" fill-opacity="0.45"/></g>'
            )


def _lines(printed: Printed, ink: Colour) -> Iterator[str]:
    """Lines from the middle to the corners."""
    ends = [end for direction, end in enumerate(DIRECTIONS) if printed.lines >> direction & 1]
    if ends:
        path = "".join(f"M50 50L{50 + 52 * x} {50 - 52 * y}" for x, y in ends)
        yield f'<path d="{path}" stroke="{hexed(ink)}" stroke-opacity="0.7" stroke-width="3.5"/>'


def _frame(ink: Colour, corner: float) -> str:
    """The frame of a goal."""
    side = 100 - 2 * GOAL
    return (
        f'<rect x="{GOAL}" y="{GOAL}" width="{side}" height="{side}" rx="{100 * corner}" fill="none" '
        f'stroke="{hexed(ink)}" stroke-opacity="0.6" stroke-width="2.5"/>'
    )


def _star(printed: Printed, theme: Theme) -> Iterator[str]:
    """A star in the colour of the pieces that win there; in both, if it is a goal of both sides."""
    for color, half in _shares(printed.goal_of):
        colours = theme.pieces(color)
        yield (
            f'<clipPath id="half{color:d}">{half}</clipPath>'
            f'<path d="{STAR}" clip-path="url(#half{color:d})" fill="{hexed(colours.top)}" '
            f'stroke="{hexed(colours.line)}" stroke-width="2" stroke-linejoin="round"/>'
        )


def _shares(sides: Collection[bool]) -> Iterator[tuple[bool, str]]:
    """The sides with the part of the star that is theirs."""
    halves = (LEFT_HALF, RIGHT_HALF) if len(sides) > 1 else (LEFT_HALF + RIGHT_HALF,)
    return zip(sorted(sides, reverse=True), halves, strict=True)

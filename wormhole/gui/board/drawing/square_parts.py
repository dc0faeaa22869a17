"""Drawings of what is on a square: arrows, gates, a counter, stone, the trace of a vanished square, and what
is printed there: a goal, the lines of a palace, the bank of a river.

They are SVG text in a box of 100 by 100.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wormhole.gui.board.drawing.marks import svg
from wormhole.gui.board.printed import NORTH, SOUTH, SquarePrint
from wormhole.gui.look.contrast import contrast
from wormhole.gui.look.theme import Colour, Colours, Theme, hexed, mixed
from wormhole.rules.betza import DIRECTIONS

ARROW_TIP = 47.5  # from the middle of the square
ARROW_LENGTH, ARROW_HALF_WIDTH = 10.5, 9.0
CORNER_TIP = 1.29  # relative to a tip at the side

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
GREY = (128, 126, 122)
BOULDER = "M11 70L17 36L39 14L67 17L87 41L90 70L70 88L31 88"
FACETS = (
    ("M39 14L67 17L60 39L33 37", 0.5),
    ("M17 36L39 14L33 37L26 63L11 70", 0.3),
    ("M33 37L60 39L65 67L40 72L26 63", 0.14),
    ("M67 17L87 41L90 70L65 67L60 39", -0.12),
    ("M11 70L26 63L40 72L65 67L90 70L70 88L31 88", -0.34),
)
"""The sides of a boulder, and how much lighter or darker than the stone each is."""

GOAL = 9
"""From the side of the square to the frame of a goal."""
STAR = "M50 27L55.5 44.5L73 50L55.5 55.5L50 73L44.5 55.5L27 50L44.5 44.5Z"
LEFT_HALF, RIGHT_HALF = '<rect width="50" height="100"/>', '<rect x="50" width="50" height="100"/>'
WAVES = "M0 0H100V8" + "".join(f"Q{x - 6.25} 14 {x - 12.5} 8T{x - 25} 8" for x in (100, 75, 50, 25)) + "Z"
BANK = "M0 0H100V4H0Z"


def arrows(mask: int, colour: Colour, light: Colour, pixels: int) -> str:
    """Arrowheads on the rim: bit d of ``mask`` for direction d, clockwise from straight up."""
    heads = [_arrowhead(direction) for direction in range(8) if mask >> direction & 1]
    cut = "".join(heads)
    line = 100 / pixels
    return svg(
        pixels,
        f'<g fill="{hexed(light)}" fill-opacity="0.55" transform="translate(0 {line})">{cut}</g>',
        f'<g fill="{hexed(colour)}">{cut}</g>',
    )


def arrow_colours(colours: Colours, is_light: bool) -> tuple[Colour, Colour]:
    """The colour of arrows on a light or dark square, as far from it as can be, and that of their edge."""
    square = colours.square_light_foot if is_light else colours.square_dark_foot
    dark = mixed(colours.square_dark_foot, colours.shade, 0.55)
    light = mixed(colours.square_light_foot, colours.square_dark_top, 0.1)
    if contrast(dark, square) > contrast(light, square):
        return dark, colours.square_light_top
    return light, colours.shade


def grin(colour: Colour, opacity: float, pixels: int, corner: int) -> str:
    """What stays of a vanished square: a trace of its outline, and the Cheshire Cat's grin."""
    line, rx = 100 / pixels, 100 * corner / pixels
    ink = hexed(colour)
    return svg(
        pixels,
        f'<rect x="{4}" y="{4}" width="92" height="92" rx="{rx}" fill="none" stroke="{ink}" '
        f'stroke-opacity="{0.5 * opacity}" stroke-width="{max(1.0, line)}" stroke-dasharray="2 7.2"/>',
        f'<path d="M24 50Q50 88 76 50Q50 68 24 50Z" fill="{ink}" fill-opacity="{opacity}" '
        f'stroke="{ink}" stroke-opacity="{opacity}" stroke-width="1.5" stroke-linejoin="round"/>',
    )


def wall(theme: Theme, pixels: int) -> str:
    """A piece that has turned to stone: a boulder with facets, lit from the left."""
    colour = theme.colour
    stone = mixed(mixed(colour.square_dark_foot, colour.square_light_foot, 0.35), GREY, 0.6)
    facets = "".join(
        f'<path d="{path}Z" fill="{hexed(mixed(stone, WHITE if light > 0 else BLACK, abs(light)))}"/>'
        for path, light in FACETS
    )
    return svg(
        pixels,
        f'<ellipse cx="51" cy="84" rx="40" ry="9" fill="{hexed(colour.shade)}" fill-opacity="0.45"/>',
        facets,
        f'<path d="{BOULDER}Z" fill="none" stroke="{hexed(mixed(stone, BLACK, 0.72))}" stroke-width="3" '
        f'stroke-linejoin="round"/>',
        f'<path d="M35 37L44 51L38 58M63 43L57 54" fill="none" stroke="{hexed(mixed(stone, BLACK, 0.55))}" '
        f'stroke-width="1.8" stroke-linecap="round"/>',
    )


def promoted(colours: Colours, pixels: int) -> str:
    """The sign of a promoted piece that becomes in a hand what it was: a plus in the corner."""
    return svg(
        pixels,
        f'<circle cx="83" cy="17" r="12" fill="{hexed(colours.panel)}" stroke="{hexed(colours.gold)}" '
        f'stroke-width="3"/>',
        f'<path d="M83 10.5V23.5M76.5 17H89.5" stroke="{hexed(colours.gold)}" stroke-width="4"/>',
    )


def gating(ink: Colour, pixels: int) -> str:
    """The mark of a square where a piece in hand may come in: brackets at its foot."""
    return svg(
        pixels,
        f'<path d="M5 74V90Q5 95 10 95H24M95 74V90Q95 95 90 95H76" fill="none" stroke="{hexed(ink)}" '
        f'stroke-opacity="0.75" stroke-width="4" stroke-linecap="round"/>',
    )


def counter_rim(colours: Colours, pixels: int) -> str:
    """A counter under a piece: the rim of its chip around the piece's foot."""
    core = hexed(colours.wormhole_core)
    around = '<ellipse cx="50" cy="86" rx="43" ry="10"'
    rim = f'{around} fill="none"'
    return svg(
        pixels,
        f'{around} fill="{core}" fill-opacity="0.62"/>',
        f'{rim} stroke="{core}" stroke-opacity="0.6" stroke-width="7.5"/>',
        f'{rim} stroke="{hexed(colours.wormhole)}" stroke-width="5"/>',
        f'{rim} stroke="{hexed(colours.wormhole_rim)}" stroke-width="5" stroke-dasharray="8 9.6"/>',
    )


def gate(colours: Colours, width: int, height: int) -> str:
    """A wormhole at the upper edge whose throat opens through the frame; drawn over its chip.

    As wide as the square; higher by the frame's thickness.
    """
    top = 100 - 100 * height / width
    stripe = f'd="M35 27C33 13 26 9 25 {top} M65 27C67 13 74 9 75 {top}" fill="none" stroke-width="6.5"'
    light = hexed(colours.wormhole)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 {top} 100 {100 - top}">'
        f'<defs><linearGradient id="light" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="{top}" y2="16">'
        f'<stop offset="0" stop-color="{light}" stop-opacity="0.9"/>'
        f'<stop offset="1" stop-color="{light}" stop-opacity="0"/></linearGradient></defs>'
        f'<path d="M36 33C34 13 27 9 26 {top}H74C73 9 66 13 64 33Z" fill="#000"/>'
        f'<path d="M36 33C34 13 27 9 26 {top}H74C73 9 66 13 64 33Z" fill="url(#light)"/>'
        f'<path {stripe} stroke="{light}"/>'
        f'<path {stripe} stroke="{hexed(colours.wormhole_rim)}" stroke-dasharray="6.6 7.2"/></svg>'
    )


def far_door(colours: Colours, width: int, height: int) -> str:
    """A mark on the frame above a square: pieces that left through the gate opposite come in here."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<line x1="{0.2 * width}" x2="{0.8 * width}" y1="{height / 2}" y2="{height / 2}" '
        f'stroke="{hexed(colours.wormhole_rim)}" stroke-width="{0.5 * height}" stroke-opacity="0.8" '
        f'stroke-linecap="round" stroke-dasharray="{0.06 * width} {0.12 * width}"/></svg>'
    )


def _arrowhead(direction: int) -> str:
    tip = ARROW_TIP * (CORNER_TIP if direction % 2 else 1.0)
    top, foot = 50 - tip, 50 - tip + ARROW_LENGTH
    left, right = 50 - ARROW_HALF_WIDTH, 50 + ARROW_HALF_WIDTH
    return f'<path d="M50 {top}L{right} {foot}H{left}Z" transform="rotate({45 * direction} 50 50)"/>'


def printed_art(
    printed: SquarePrint, theme: Theme, ink: Colour, pixels: int, corner: int, has_piece: bool
) -> str:
    """Everything that is printed on one square; under a piece, the star of a goal is left out."""
    parts = [*_river(printed, theme), *_lines(printed, ink)]
    if printed.goal_of:
        parts += [_frame(ink, corner / pixels), *([] if has_piece else _star(printed, theme))]
    return svg(pixels, *parts)


def _river(printed: SquarePrint, theme: Theme) -> Iterator[str]:
    """Waves along a side."""
    for direction, turn in ((NORTH, 0), (SOUTH, 180)):
        if printed.river >> direction & 1:
            water = hexed(mixed(theme.colour.premove, theme.colour.square_dark_top, 0.4))
            yield (
                f'<g transform="rotate({turn} 50 50)" fill="{water}">'
                f'<path d="{WAVES}" fill-opacity="0.45"/><path d="{BANK}" fill-opacity="0.45"/></g>'
            )


def _lines(printed: SquarePrint, ink: Colour) -> Iterator[str]:
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


def _star(printed: SquarePrint, theme: Theme) -> Iterator[str]:
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

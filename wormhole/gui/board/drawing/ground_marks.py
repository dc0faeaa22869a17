"""Drawings of what is part of a square: arrows, gates, a counter under a piece, a vanished square's trace.

Each function returns SVG text, in a box of 100 by 100.
"""

from __future__ import annotations

from wormhole.gui.look.contrast import contrast
from wormhole.gui.look.theme import Colour, Colours, hexed, mixed

ARROW_TIP = 47.5  # from the middle of the square
ARROW_LENGTH, ARROW_HALF_WIDTH = 10.5, 9.0
CORNER_TIP = 1.29  # relative to a tip at the side


def arrows(mask: int, colour: Colour, light: Colour, pixels: int) -> str:
    """Arrowheads on the rim: bit d of ``mask`` for direction d, clockwise from straight up."""
    heads = [_arrowhead(direction) for direction in range(8) if mask >> direction & 1]
    cut = "".join(heads)
    line = 100 / pixels
    return _svg(
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
    return _svg(
        pixels,
        f'<rect x="{4}" y="{4}" width="92" height="92" rx="{rx}" fill="none" stroke="{ink}" '
        f'stroke-opacity="{0.5 * opacity}" stroke-width="{max(1.0, line)}" stroke-dasharray="2 7.2"/>',
        f'<path d="M24 50Q50 88 76 50Q50 68 24 50Z" fill="{ink}" fill-opacity="{opacity}" '
        f'stroke="{ink}" stroke-opacity="{opacity}" stroke-width="1.5" stroke-linejoin="round"/>',
    )


def counter_rim(colours: Colours, pixels: int) -> str:
    """A counter under a piece: the rim of its chip around the piece's foot."""
    core = hexed(colours.wormhole_core)
    around = '<ellipse cx="50" cy="86" rx="43" ry="10"'
    rim = f'{around} fill="none"'
    return _svg(
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


def _svg(pixels: int, *parts: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" viewBox="0 0 100 100">'
        f"{''.join(parts)}</svg>"
    )

"""Drawings of highlights: chosen piece, target, capture, check, last move, cursor, route.

Each function takes colours and a size in pixels and returns SVG text, in a box of 100 by 100. Highlights
differ in shape as well as in colour: a dot, a broken ring, a whole ring, a frame, a line, corners.
"""

from __future__ import annotations

from wormhole.gui.look.theme import Colour, Colours, hexed

ARC, ARC_GAP = 48, 21.1  # a quarter of a capture's ring of radius 44


def svg(pixels: int, *parts: str) -> str:
    """A square drawing of so many pixels; its parts are in a box of 100 by 100."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" viewBox="0 0 100 100">'
        f"{''.join(parts)}</svg>"
    )


def slab_edge(colour: Colour, pixels: int, corner: int) -> str:
    """The side of a slab, visible where the square below it is gone."""
    return svg(pixels, _square(0, 100 * corner / pixels, f'fill="{hexed(colour)}"'))


def chosen(colours: Colours, pixels: int, corner: int) -> str:
    """The chosen piece's square: a tint and a solid frame."""
    rx = 100 * corner / pixels
    return svg(
        pixels,
        _square(0, rx, f'fill="{hexed(colours.choice)}" fill-opacity="0.74"'),
        _square(2.25, rx, f'fill="none" stroke="{hexed(colours.path)}" stroke-width="4.5"'),
    )


def closed(colours: Colours, pixels: int, has_piece: bool) -> str:
    """A square that a king may not go to: a cross; in the corner, if a piece is to be seen there."""
    arms, width = ("M79 9 91 21M91 9 79 21", 6) if has_piece else ("M36 36 64 64M64 36 36 64", 8.5)
    return svg(
        pixels,
        f'<path d="{arms}" stroke="{hexed(colours.shade)}" stroke-opacity="0.6" '
        f'stroke-width="{width + 6.5}" stroke-linecap="round"/>',
        f'<path d="{arms}" stroke="{hexed(colours.threat)}" stroke-width="{width}" stroke-linecap="round"/>',
    )


def hover(colours: Colours, pixels: int, corner: int) -> str:
    """A square whose piece could be chosen."""
    rx = 100 * corner / pixels
    return svg(
        pixels,
        _square(0, rx, f'fill="{hexed(colours.choice)}" fill-opacity="0.16"'),
        _square(1.5, rx, f'fill="none" stroke="{hexed(colours.path)}" stroke-opacity="0.5" stroke-width="3"'),
    )


def last_move(colours: Colours, pixels: int, corner: int) -> str:
    """The last move's target square: gold, with a thin line inside."""
    gold, rx = hexed(colours.gold), 100 * corner / pixels
    return svg(
        pixels,
        _square(0, rx, f'fill="{gold}" fill-opacity="0.66"'),
        _square(6, rx / 2, 'fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="2"'),
    )


def left_square(colours: Colours, pixels: int) -> str:
    """The hole that the last move left: a gold rim around its chip."""
    return svg(
        pixels,
        _ring(46, 7, colours.gold, 0.22),
        _ring(46, 3, colours.gold),
    )


def rolled(colours: Colours, pixels: int) -> str:
    """The square that the dice named: the outline of a die."""
    die = '<path d="M50 4L96 50L50 96L4 50Z" fill="none" stroke-linejoin="round"'
    return svg(
        pixels,
        f'{die} stroke="{hexed(colours.wormhole_core)}" stroke-opacity="0.55" stroke-width="6.5"/>',
        f'{die} stroke="{hexed(colours.wormhole_rim)}" stroke-width="3"/>',
    )


def target(colours: Colours, pixels: int) -> str:
    """A square that the chosen piece can move to: a dot."""
    return dot(colours.choice, colours.choice_deep, pixels)


def dot(colour: Colour, rim: Colour, pixels: int) -> str:
    """A dot in the middle of a square."""
    return svg(pixels, _disc(12, rim, 0.85), _disc(9, colour))


def pointed_target(colours: Colours, pixels: int) -> str:
    """The target under the pointer: a ring."""
    return svg(
        pixels,
        _disc(30, colours.choice, 0.25),
        _ring(30, 8, colours.choice_deep),
        _ring(30, 5, colours.choice),
    )


def capture(colours: Colours, pixels: int) -> str:
    """A piece that the chosen one can capture: a ring broken in four, like a gunsight."""
    return svg(pixels, _sight(10, colours.warning_deep), _sight(6, colours.warning))


def pointed_capture(colours: Colours, pixels: int) -> str:
    """The capture under the pointer: the same, stronger."""
    return svg(
        pixels,
        _disc(44, colours.warning, 0.38),
        _sight(12, colours.warning_deep),
        _sight(8, colours.warning),
    )


def within_reach(colours: Colours, pixels: int) -> str:
    """A square where a piece could go that is not to move: a small ring."""
    return svg(pixels, _ring(9, 6.5, colours.choice_deep, 0.85), _ring(9, 3.5, colours.choice))


def capture_within_reach(colours: Colours, pixels: int) -> str:
    """A piece that one which is not to move could capture: a thin broken ring."""
    return svg(pixels, _sight(6.5, colours.warning_deep), _sight(3, colours.warning))


def premove(colours: Colours, pixels: int, corner: int) -> str:
    """A square of the move chosen for the next turn: a tint and a broken frame."""
    rx, blue = 100 * corner / pixels, hexed(colours.premove)
    return svg(
        pixels,
        _square(0, rx, f'fill="{blue}" fill-opacity="0.55"'),
        _square(4, rx, f'fill="none" stroke="{blue}" stroke-width="5" stroke-dasharray="14 9"'),
    )


def premove_target(colours: Colours, pixels: int) -> str:
    """A square that can be chosen for the next turn: a small ring."""
    return svg(pixels, _ring(13, 9, colours.sky_edge, 0.45), _ring(13, 5.5, colours.premove))


def premove_capture(colours: Colours, pixels: int) -> str:
    """An occupied square that can be chosen for the next turn: a broken ring."""
    return svg(pixels, _sight(9, colours.sky_edge), _sight(6, colours.premove))


def pointed_premove_target(colours: Colours, pixels: int) -> str:
    """Such a square under the pointer: a larger ring."""
    return svg(
        pixels,
        _disc(30, colours.premove, 0.3),
        _ring(30, 8, colours.sky_edge, 0.5),
        _ring(30, 5, colours.premove),
    )


def check(colours: Colours, pixels: int) -> str:
    """A king in check: a whole ring over a red glow."""
    red = hexed(colours.warning)
    return svg(
        pixels,
        f"<defs>{_light([(0.35, red, 0.75), (1, red, 0.12)])}</defs>",
        '<circle cx="50" cy="50" r="46" fill="url(#light)"/>',
        _ring(45, 8, colours.warning_deep, 0.8),
        _ring(45, 5, colours.warning),
    )


def cursor(colours: Colours, pixels: int) -> str:
    """The keyboard cursor: four corners around the square."""
    corners = "M4 26V10Q4 4 10 4H26 M74 4H90Q96 4 96 10V26 M96 74V90Q96 96 90 96H74 M26 96H10Q4 96 4 90V74"
    line = f'<path d="{corners}" fill="none" stroke-linecap="round"'
    return svg(
        pixels,
        f'{line} stroke="{hexed(colours.choice_deep)}" stroke-width="9"/>',
        f'{line} stroke="{hexed(colours.cursor)}" stroke-width="5"/>',
    )


def shadow(colour: Colour, pixels: int) -> str:
    """The soft shadow at a piece's foot."""
    return svg(
        pixels,
        f"<defs>{_light([(0.3, hexed(colour), 0.5), (1, hexed(colour), 0)])}</defs>",
        '<ellipse cx="50" cy="89.5" rx="39" ry="8.5" fill="url(#light)"/>',
    )


def flash(colour: Colour, pixels: int) -> str:
    """The light of a hole that a piece passes through."""
    rim = hexed(colour)
    stops = [(0, rim, 0), (0.5, rim, 0.2), (0.72, rim, 0.95), (1, rim, 0)]
    return svg(pixels, f"<defs>{_light(stops)}</defs>", '<circle cx="50" cy="50" r="50" fill="url(#light)"/>')


def burst(colours: Colours, pixels: int) -> str:
    """The light of an explosion that has spread: a ring around a fainter glow."""
    hot, rim = hexed(colours.gold), hexed(colours.warning)
    stops = [(0.0, hot, 0.5), (0.55, hot, 0.3), (0.78, hot, 0.85), (0.88, rim, 0.7), (1.0, rim, 0.0)]
    return svg(pixels, f"<defs>{_light(stops)}</defs>", '<circle cx="50" cy="50" r="50" fill="url(#light)"/>')


def glow(colour: Colour, opacity: float, pixels: int) -> str:
    """A soft point of light."""
    stops = [(0.0, hexed(colour), opacity), (1.0, hexed(colour), 0.0)]
    return svg(pixels, f"<defs>{_light(stops)}</defs>", '<circle cx="50" cy="50" r="50" fill="url(#light)"/>')


def bead(colour: Colour, rim: Colour, pixels: int) -> str:
    """One dot of a route."""
    return svg(pixels, _disc(50, rim, 0.7), _disc(37, colour))


def joint(colour: Colour, core: Colour, pixels: int) -> str:
    """The end of a step of a route."""
    return svg(pixels, _disc(48, core, 0.8), _disc(34, core), _ring(34, 18, colour))


def removed(colours: Colours, pixels: int) -> str:
    """A removed square on a seam: a small chip."""
    return svg(
        pixels,
        _disc(50, colours.well, 0.9),
        _disc(44, colours.wormhole),
        _ring(36, 8, colours.wormhole_rim),
        _disc(28, colours.wormhole_core),
    )


def repeated(colour: Colour, pixels: int) -> str:
    """A square that is seen at more than one place: two squares, one behind the other."""
    back = '<rect x="34" y="10" width="54" height="54" rx="10" fill="none"'
    front = '<rect x="12" y="34" width="54" height="54" rx="10"'
    ink = f'stroke="{hexed(colour)}" stroke-width="11"'
    return svg(pixels, f"{back} {ink}/>", f'{front} fill="{hexed(colour)}" {ink}/>')


def cross(colour: Colour, pixels: int) -> str:
    """The sign of what closes something."""
    line = f'stroke="{hexed(colour)}" stroke-width="9" stroke-linecap="round"'
    return svg(pixels, f'<path d="M27 27L73 73M73 27L27 73" fill="none" {line}/>')


def plate(colour: Colour, opacity: float, width: int, height: int) -> str:
    """The ground of a short text: a lozenge with round ends."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" rx="{height / 3}" fill="{hexed(colour)}" '
        f'fill-opacity="{opacity}"/></svg>'
    )


def badge(colour: Colour, rim: Colour, width: int, height: int) -> str:
    """The ground of a number in the corner of a picture: a pill."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect x="0.75" y="0.75" width="{width - 1.5}" height="{height - 1.5}" rx="{height / 2 - 0.75}" '
        f'fill="{hexed(colour)}" stroke="{hexed(rim)}" stroke-width="1.5"/></svg>'
    )


def void(colour: Colour, pixels: int, corner: int) -> str:
    """A place without a square that a leap crosses: a dotted outline."""
    dots = f'stroke="{hexed(colour)}" stroke-opacity="0.4" stroke-width="{max(1.2, 100 / pixels)}"'
    return svg(pixels, _square(3, 100 * corner / pixels, f'fill="none" {dots} stroke-dasharray="1.5 6"'))


def skipped(colour: Colour, pixels: int) -> str:
    """A hole that a route passes through: its rim in the route's colour."""
    return svg(pixels, _ring(45, 6, colour, 0.22), _ring(45, 2, colour, 0.85))


def hopped(colour: Colour, rim: Colour, pixels: int) -> str:
    """A piece that a route hops over: a dotted ring around it."""
    dashes = 'stroke-dasharray="9 8.3" stroke-linecap="butt"'
    return svg(pixels, _ring(43, 7, rim, 0.6, dashes), _ring(43, 4, colour, 1, dashes))


def _square(inset: float, rx: float, paint: str) -> str:
    side = 100 - 2 * inset
    return (
        f'<rect x="{inset}" y="{inset}" width="{side}" height="{side}" rx="{max(0.0, rx - inset)}" {paint}/>'
    )


def _disc(radius: float, colour: Colour, opacity: float = 1) -> str:
    return f'<circle cx="50" cy="50" r="{radius}" fill="{hexed(colour)}" fill-opacity="{opacity}"/>'


def _ring(radius: float, width: float, colour: Colour, opacity: float = 1, dashes: str = "") -> str:
    return (
        f'<circle cx="50" cy="50" r="{radius}" fill="none" stroke="{hexed(colour)}" stroke-width="{width}" '
        f'stroke-opacity="{opacity}" {dashes}/>'
    )


def _sight(width: float, colour: Colour) -> str:
    dashes = f'stroke-dasharray="{ARC} {ARC_GAP}" stroke-dashoffset="{-ARC_GAP / 2}"'
    return _ring(44, width, colour, dashes=dashes)


def _light(stops: list[tuple[float, str, float]]) -> str:
    return f'<radialGradient id="light">{_stops(stops)}</radialGradient>'


def _stops(stops: list[tuple[float, str, float]]) -> str:
    return "".join(
        f'<stop offset="{offset}" stop-color="{colour}" stop-opacity="{opacity}"/>'
        for offset, colour, opacity in stops
    )

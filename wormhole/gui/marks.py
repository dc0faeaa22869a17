"""The drawings that say how a square stands: chosen, target, capture, check, last move, cursor, way.

Each is a function from colours and a size in pixels to SVG text, in a box of 100 by 100. States differ in shape
as well as in colour: a dot, a broken ring, a whole ring, a frame, corners.
"""

from __future__ import annotations

from wormhole.gui.theme import Colours, hexed


def tile(top: str, foot: str, pixels: int, corner: int) -> str:
    """One square of the board: a slab lit from above."""
    rx = 100 * corner / pixels
    line = 100 / pixels
    return _svg(
        pixels,
        f'<defs><linearGradient id="f" x1="0" y1="0" x2="0.35" y2="1"><stop offset="0" stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{foot}"/></linearGradient>'
        '<linearGradient id="e" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.42"/>'
        '<stop offset="0.3" stop-color="#fff" stop-opacity="0.05"/><stop offset="0.75" stop-color="#000" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#000" stop-opacity="0.26"/></linearGradient></defs>'
        f'<rect width="100" height="100" rx="{rx}" fill="url(#f)"/>'
        f'<rect x="{line / 2}" y="{line / 2}" width="{100 - line}" height="{100 - line}" rx="{rx - line / 2}" '
        f'fill="none" stroke="url(#e)" stroke-width="{line}"/>',
    )


def slab_edge(colour: str, pixels: int, corner: int) -> str:
    """The side of a slab, seen below it where the next square is gone."""
    rx = 100 * corner / pixels
    return _svg(pixels, f'<rect width="100" height="100" rx="{rx}" fill="{colour}"/>')


def chosen(colours: Colours, pixels: int, corner: int) -> str:
    """The chosen man's square: tinted, with a firm frame."""
    return _tint(hexed(colours.choice), hexed(colours.path), 0.74, 4.5, pixels, corner)


def hover(colours: Colours, pixels: int, corner: int) -> str:
    """A square whose man could be chosen."""
    return _tint(hexed(colours.choice), hexed(colours.path), 0.16, 3, pixels, corner)


def last_move(colours: Colours, pixels: int, corner: int) -> str:
    """The square that the last move ended on."""
    return _tint(hexed(colours.gold), hexed(colours.gold), 0.58, 4, pixels, corner)


def left_square(colours: Colours, pixels: int) -> str:
    """The hole that the last move left: a gold rim around its chip."""
    gold = hexed(colours.gold)
    return _svg(
        pixels,
        f'<circle cx="50" cy="50" r="46" fill="none" stroke="{gold}" stroke-opacity="0.22" stroke-width="7"/>'
        f'<circle cx="50" cy="50" r="46" fill="none" stroke="{gold}" stroke-width="3"/>',
    )


def target(colours: Colours, pixels: int, pointed: bool) -> str:
    """A square where the chosen man may go: a dot; a larger one with a ring when pointed at."""
    fill, rim = hexed(colours.choice), hexed(colours.choice_deep)
    dot = (
        f'<circle cx="50" cy="50" r="12" fill="{rim}" fill-opacity="0.85"/>'
        f'<circle cx="50" cy="50" r="9" fill="{fill}"/>'
    )
    ring = (
        f'<circle cx="50" cy="50" r="30" fill="{fill}" fill-opacity="0.25" stroke="{rim}" stroke-width="8"/>'
        f'<circle cx="50" cy="50" r="30" fill="none" stroke="{fill}" stroke-width="5"/>'
    )
    return _svg(pixels, ring if pointed else dot)


def capture(colours: Colours, pixels: int, pointed: bool) -> str:
    """A man that the chosen one may capture: a ring broken in four, like a sight."""
    strong = 8 if pointed else 6
    glow = (
        f'<circle cx="50" cy="50" r="44" fill="{hexed(colours.warning)}" fill-opacity="0.38"/>'
        if pointed
        else ""
    )
    arc = 'fill="none" stroke-dasharray="48 21.1" stroke-dashoffset="-10.5"'
    return _svg(
        pixels,
        f'{glow}<circle cx="50" cy="50" r="44" {arc} stroke="{hexed(colours.warning_deep)}" stroke-width="{strong + 4}"/>'
        f'<circle cx="50" cy="50" r="44" {arc} stroke="{hexed(colours.warning)}" stroke-width="{strong}"/>',
    )


def check(colours: Colours, pixels: int) -> str:
    """The king in check: a whole ring over a red glow."""
    red, deep = hexed(colours.warning), hexed(colours.warning_deep)
    return _svg(
        pixels,
        f'<defs><radialGradient id="g"><stop offset="0.35" stop-color="{red}" stop-opacity="0.75"/>'
        f'<stop offset="1" stop-color="{red}" stop-opacity="0.12"/></radialGradient></defs>'
        '<circle cx="50" cy="50" r="46" fill="url(#g)"/>'
        f'<circle cx="50" cy="50" r="45" fill="none" stroke="{deep}" stroke-opacity="0.8" stroke-width="8"/>'
        f'<circle cx="50" cy="50" r="45" fill="none" stroke="{red}" stroke-width="5"/>',
    )


def cursor(colours: Colours, pixels: int) -> str:
    """The keyboard's cursor: four corners around the square."""
    corners = "M4 26V10Q4 4 10 4H26 M74 4H90Q96 4 96 10V26 M96 74V90Q96 96 90 96H74 M26 96H10Q4 96 4 90V74"
    return _svg(
        pixels,
        f'<path d="{corners}" fill="none" stroke="{hexed(colours.choice_deep)}" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="{corners}" fill="none" stroke="{hexed(colours.ink)}" stroke-width="5" stroke-linecap="round"/>',
    )


def shadow(pixels: int) -> str:
    """The soft shadow at a man's foot."""
    return _svg(
        pixels,
        '<defs><radialGradient id="s"><stop offset="0.3" stop-color="#05060f" stop-opacity="0.5"/>'
        '<stop offset="1" stop-color="#05060f" stop-opacity="0"/></radialGradient></defs>'
        '<ellipse cx="50" cy="89.5" rx="39" ry="8.5" fill="url(#s)"/>',
    )


def flash(colour: str, pixels: int) -> str:
    """The light of a hole that takes a man."""
    return _svg(
        pixels,
        f'<defs><radialGradient id="l"><stop offset="0" stop-color="{colour}" stop-opacity="0"/>'
        f'<stop offset="0.5" stop-color="{colour}" stop-opacity="0.2"/>'
        f'<stop offset="0.72" stop-color="{colour}" stop-opacity="0.95"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient></defs>'
        '<circle cx="50" cy="50" r="50" fill="url(#l)"/>',
    )


def glow(colour: str, opacity: float, pixels: int) -> str:
    """A soft point of light."""
    return _svg(
        pixels,
        f'<defs><radialGradient id="l"><stop offset="0" stop-color="{colour}" stop-opacity="{opacity}"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient></defs>'
        '<circle cx="50" cy="50" r="50" fill="url(#l)"/>',
    )


def bead(colour: str, rim: str, pixels: int) -> str:
    """One dot of a way."""
    return _svg(
        pixels,
        f'<circle cx="50" cy="50" r="50" fill="{rim}" fill-opacity="0.7"/><circle cx="50" cy="50" r="37" fill="{colour}"/>',
    )


def joint(colour: str, core: str, pixels: int) -> str:
    """Where a step of the way stands."""
    return _svg(
        pixels,
        f'<circle cx="50" cy="50" r="48" fill="{core}" fill-opacity="0.8"/>'
        f'<circle cx="50" cy="50" r="34" fill="{core}" stroke="{colour}" stroke-width="18"/>',
    )


def skipped(colour: str, pixels: int) -> str:
    """A hole that the way passes through: its rim in the way's light."""
    return _svg(
        pixels,
        f'<circle cx="50" cy="50" r="45" fill="none" stroke="{colour}" stroke-opacity="0.22" stroke-width="6"/>'
        f'<circle cx="50" cy="50" r="45" fill="none" stroke="{colour}" stroke-opacity="0.85" stroke-width="2"/>',
    )


def _tint(fill: str, line: str, opacity: float, width: float, pixels: int, corner: int) -> str:
    rx, inset = 100 * corner / pixels, width / 2
    return _svg(
        pixels,
        f'<rect width="100" height="100" rx="{rx}" fill="{fill}" fill-opacity="{opacity}"/>'
        f'<rect x="{inset}" y="{inset}" width="{100 - width}" height="{100 - width}" rx="{max(0.0, rx - inset)}" '
        f'fill="none" stroke="{line}" stroke-width="{width}" stroke-opacity="{min(1.0, opacity + 0.3)}"/>',
    )


def _svg(pixels: int, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" viewBox="0 0 100 100">'
        f"{inside}</svg>"
    )

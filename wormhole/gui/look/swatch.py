"""A small picture of a theme: its sky, a corner of its board with a hole and two pawns, and a panel."""

from __future__ import annotations

from wormhole.gui.look.theme import PieceColours, Theme, hexed

PAWN = "M8 2.2a3 3 0 0 1 1.9 5.3q.8 3 3.1 4.5v2H3v-2q2.3-1.5 3.1-4.500A3 3 0 0 1 8 2.200z"
"""In a square of 16 by 16."""


def swatch(theme: Theme, width: int, height: int) -> str:
    """SVG text of that size; in its box of 96 by 48 the board is at the left, the panel at the right."""
    colour = theme.colour
    squares = "".join(
        f'<rect x="{4 + 16 * column}" y="{8 + 16 * row}" width="15.4" height="15.4" rx="1.2" '
        f'fill="{hexed(colour.square_light_foot if (column + row) % 2 else colour.square_dark_top)}"/>'
        for row in range(2)
        for column in range(3)
        if (column, row) != (1, 0)
    )
    lines = "".join(
        f'<rect x="64" y="{y}" width="{long}" height="2.6" rx="1.3" fill="{hexed(ink)}"/>'
        for y, long, ink in ((14, 20, colour.ink), (19.5, 24, colour.muted), (25, 15, colour.accent))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 96 48" '
        f'preserveAspectRatio="xMidYMid slice">'
        f'<defs><radialGradient id="sky" cx="0.4" cy="0.34" r="0.75">'
        f'<stop offset="0" stop-color="{hexed(colour.sky_centre)}"/>'
        f'<stop offset="1" stop-color="{hexed(colour.sky_edge)}"/></radialGradient></defs>'
        f'<rect x="-40" y="-20" width="176" height="88" fill="url(#sky)"/>'
        f'<rect x="1.5" y="5.5" width="52.4" height="36.4" rx="2.5" fill="{hexed(colour.frame)}" '
        f'stroke="{hexed(colour.board_line)}" stroke-width="0.8"/>'
        f'<rect x="3.7" y="7.7" width="48" height="32" fill="{hexed(colour.well)}"/>{squares}'
        f'<circle cx="27.7" cy="15.7" r="5.6" fill="{hexed(colour.wormhole_core)}" '
        f'stroke="{hexed(colour.wormhole)}" stroke-width="2.4"/>'
        f'<circle cx="27.7" cy="15.7" r="5.6" fill="none" stroke="{hexed(colour.wormhole_rim)}" '
        f'stroke-width="2.4" stroke-dasharray="1.8 1.7"/>'
        f"{_pawn(theme.black, 3.7, 8)}{_pawn(theme.white, 35.7, 23.6)}"
        f'<circle cx="27.7" cy="31.7" r="2.5" fill="{hexed(colour.choice)}" '
        f'stroke="{hexed(colour.choice_deep)}" stroke-width="0.8"/>'
        f'<rect x="59" y="5.5" width="35.5" height="36.4" rx="3" fill="{hexed(colour.panel)}" '
        f'stroke="{hexed(colour.panel_line)}" stroke-width="0.8"/>{lines}'
        f'<rect x="64" y="31" width="25.5" height="6.5" rx="1.6" fill="{hexed(colour.hot)}"/></svg>'
    )


def _pawn(side: PieceColours, x: float, y: float) -> str:
    return (
        f'<path transform="translate({x} {y})" d="{PAWN}" fill="{hexed(side.foot)}" '
        f'stroke="{hexed(side.line)}" stroke-width="1" stroke-linejoin="round"/>'
    )

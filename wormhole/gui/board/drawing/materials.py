"""What the squares of a board are made of.

They are SVG text in a box of 100 by 100. Grain and spots come from a fixed seed for each `kind` of square, so
that neighbours differ and a board always looks the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from wormhole.gui.board.drawing.marks import svg
from wormhole.gui.look.theme import Colour, Material, hexed, mixed

KINDS = 5
"""How many squares of one colour differ, where the material has a grain."""
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
LIT = ((0, "#fff", 0.42), (0.3, "#fff", 0.05), (0.75, "#000", 0), (1, "#000", 0.26))
"""The edge of a square that is lit from above: offset, colour, opacity."""
SOFTLY_LIT = ((0, "#fff", 0.25), (0.4, "#fff", 0.0), (0.7, "#000", 0), (1, "#000", 0.2))


def kind_of(material: Material, square: int) -> int:
    """Which of the kinds a square is: always 0 where the material has no grain."""
    return square * 7 % KINDS if material in _GRAINS else 0


def tile(material: Material, top: Colour, foot: Colour, pixels: int, corner: int, kind: int) -> str:
    """A square of the board."""
    rx, line = 100 * corner / pixels, 100 / pixels
    grain = "".join(_GRAINS[material](top, foot, random.Random(1000 + kind))) if material in _GRAINS else ""
    face = _all('fill="url(#face)"')
    lit = {Material.SLAB: LIT, Material.WOOD: SOFTLY_LIT, Material.STONE: LIT}.get(material, ())
    stops = "".join(
        f'<stop offset="{offset}" stop-color="{colour}" stop-opacity="{opacity}"/>'
        for offset, colour, opacity in lit
    )
    edge = (
        f'<rect x="{line / 2}" y="{line / 2}" width="{100 - line}" height="{100 - line}" '
        f'rx="{max(0.0, rx - line / 2)}" fill="none" stroke="url(#edge)" stroke-width="{line}"/>'
        if lit
        else ""
    )
    face = _all('fill="url(#face)"')
    return svg(
        pixels,
        f'<defs><linearGradient id="face" x1="0" y1="0" x2="0.35" y2="1">'
        f'<stop offset="0" stop-color="{hexed(top)}"/><stop offset="1" stop-color="{hexed(foot)}"/>'
        f'</linearGradient><linearGradient id="edge" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'
        f'<clipPath id="shape"><rect width="100" height="100" rx="{rx}"/></clipPath></defs>'
        f'<g clip-path="url(#shape)">{face}{grain}</g>{edge}',
    )


def _all(paint: str) -> str:
    return f'<rect width="100" height="100" {paint}/>'


def _wood(top: Colour, foot: Colour, chance: random.Random) -> Iterator[str]:
    """Long lines of grain, bent around each other; some squares have a wide cathedral of arches."""
    dark, light = hexed(mixed(foot, BLACK, 0.34)), hexed(mixed(top, WHITE, 0.3))
    lean = chance.uniform(-7, 7)
    x = chance.uniform(-6, 2)
    while x < 108:
        wide = chance.uniform(0.5, 2.6)
        bends = [x + lean * share + chance.uniform(-1.7, 1.7) for share in (0, 0.33, 0.66, 1)]
        opacity = chance.uniform(0.07, 0.26)
        yield (
            f'<path d="M{bends[0]:.1f} -2C{bends[1]:.1f} 34 {bends[2]:.1f} 66 {bends[3]:.1f} 102" '
            f'fill="none" stroke="{dark if chance.random() < 0.72 else light}" stroke-width="{wide:.1f}" '
            f'stroke-opacity="{opacity:.2f}"/>'
        )
        x += chance.uniform(2.2, 8.5)
    for _ in range(26):
        x, y, long = chance.uniform(0, 100), chance.uniform(0, 96), chance.uniform(2, 7)
        yield (
            f'<path d="M{x:.1f} {y:.1f}l{lean * long / 100:.1f} {long:.1f}" stroke="{dark}" '
            f'stroke-width="0.7" stroke-opacity="0.3"/>'
        )


def _stone(top: Colour, foot: Colour, chance: random.Random) -> Iterator[str]:
    """Pores and a vein or two."""
    dark, light = hexed(mixed(foot, BLACK, 0.5)), hexed(mixed(top, WHITE, 0.4))
    for _ in range(46):
        x, y, size = chance.uniform(0, 100), chance.uniform(0, 100), chance.uniform(0.5, 1.7)
        ink = dark if chance.random() < 0.65 else light
        yield (
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{size * chance.uniform(0.8, 1.7):.1f}" ry="{size:.1f}" '
            f'fill="{ink}" fill-opacity="{chance.uniform(0.08, 0.3):.2f}"/>'
        )
    for _ in range(2):
        x, y = chance.uniform(-10, 60), chance.uniform(0, 100)
        steps = " ".join(f"l{chance.uniform(9, 22):.1f} {chance.uniform(-13, 13):.1f}" for _ in range(5))
        yield (
            f'<path d="M{x:.1f} {y:.1f}{steps}" fill="none" stroke="{dark}" stroke-width="0.9" '
            f'stroke-opacity="0.22" stroke-linejoin="round"/>'
        )


def _paper(top: Colour, foot: Colour, chance: random.Random) -> Iterator[str]:
    """Watercolour: darker at the rim, where it dried, and thinner in places."""
    dark, light = hexed(mixed(foot, BLACK, 0.3)), hexed(mixed(top, WHITE, 0.6))
    yield '<filter id="soft"><feGaussianBlur stdDeviation="8"/></filter>'
    for _ in range(3):
        x, y, size = chance.uniform(5, 95), chance.uniform(5, 95), chance.uniform(20, 42)
        yield (
            f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{size:.0f}" ry="{size * chance.uniform(0.6, 1):.0f}" '
            f'fill="{light}" fill-opacity="{chance.uniform(0.1, 0.24):.2f}" filter="url(#soft)"/>'
        )
    yield _all(f'fill="none" stroke="{dark}" stroke-width="5" stroke-opacity="0.12"')
    yield _all(f'fill="none" stroke="{dark}" stroke-width="2" stroke-opacity="0.2"')


_GRAINS: dict[Material, Callable[[Colour, Colour, random.Random], Iterator[str]]] = {
    Material.WOOD: _wood,
    Material.STONE: _stone,
    Material.PAPER: _paper,
}

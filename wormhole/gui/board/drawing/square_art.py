"""Everything that a square of the board can look like, at one size: its slab, its marks, its piece.

Drawings of parts (arrows, gates, a counter, the trace of a vanished square) and of materials are SVG text in
a box of 100 by 100. Grain and spots of a material come from a fixed seed for each `kind` of square, so that
neighbours differ and a board always looks the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.cells import EAST, NORTH, SOUTH, Cell, Door, SquareMark
from wormhole.gui.board.drawing.labels import written_on
from wormhole.gui.board.scene import Ground
from wormhole.gui.look.contrast import contrast
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, Colours, Coordinates, Material, hexed, mixed

if TYPE_CHECKING:
    from wormhole import Variant

ARROW_TIP = 47.5  # from the middle of the square
ARROW_LENGTH, ARROW_HALF_WIDTH = 10.5, 9.0
CORNER_TIP = 1.29  # relative to a tip at the side

KINDS = 5
"""How many squares of one colour differ, where the material has a grain."""
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
LIT = ((0, "#fff", 0.42), (0.3, "#fff", 0.05), (0.75, "#000", 0), (1, "#000", 0.26))
"""The edge of a square that is lit from above: offset, colour, opacity."""
SOFTLY_LIT = ((0, "#fff", 0.25), (0.4, "#fff", 0.0), (0.7, "#000", 0), (1, "#000", 0.2))

OPACITIES = (0.5, 0.64, 0.78)  # for one attacker, two, more
EDGE = 0.03  # of the square's side

SLAB = 0.055  # thickness of the squares
GHOST_OPACITY = 0.32
PIECE_SIZE = 0.94
PIECE_SIZE_AMONG_ARROWS = 0.82
GRIN_OPACITY = 0.2
LEFT_GRIN_OPACITY = 0.7

FRAMES = {
    SquareMark.LAST_MOVE: marks.last_move,
    SquareMark.CHOSEN: marks.chosen,
    SquareMark.HOVER: marks.hover,
    SquareMark.PREMOVE: marks.premove,
}
SHAPES = {
    SquareMark.LEFT_SQUARE: marks.left_square,
    SquareMark.ROLLED: marks.rolled,
    SquareMark.TARGET: marks.target,
    SquareMark.TARGET_POINTED: marks.pointed_target,
    SquareMark.CAPTURE: marks.capture,
    SquareMark.CAPTURE_POINTED: marks.pointed_capture,
    SquareMark.WITHIN_REACH: marks.within_reach,
    SquareMark.CAPTURE_WITHIN_REACH: marks.capture_within_reach,
    SquareMark.CHECK: marks.check,
    SquareMark.PREMOVE_TARGET: marks.premove_target,
    SquareMark.PREMOVE_CAPTURE: marks.premove_capture,
    SquareMark.PREMOVE_TARGET_POINTED: marks.pointed_premove_target,
}


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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" viewBox="0 0 100 100">'
        f'<defs><linearGradient id="face" x1="0" y1="0" x2="0.35" y2="1">'
        f'<stop offset="0" stop-color="{hexed(top)}"/><stop offset="1" stop-color="{hexed(foot)}"/>'
        f'</linearGradient><linearGradient id="edge" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'
        f'<clipPath id="shape"><rect width="100" height="100" rx="{rx}"/></clipPath></defs>'
        f'<g clip-path="url(#shape)">{face}{grain}</g>{edge}</svg>'
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


def reach_tint(colours: Colours, white: int, black: int) -> tuple[Colour, float]:
    """The colour of a square with these numbers of attackers, and its opacity.

    It goes from White's colour over the mixture, for equal numbers, to Black's.
    """
    white, black = min(white, len(OPACITIES)), min(black, len(OPACITIES))
    share = 2 * black / (white + black)
    if share <= 1:
        colour = mixed(colours.reach_white, colours.reach_both, share)
    else:
        colour = mixed(colours.reach_both, colours.reach_black, share - 1)
    return colour, OPACITIES[max(white, black) - 1]


def painted_tint(colour: Colour, opacity: float, side: int, corner: int) -> pygame.Surface:
    """A wash of colour over a square, a little stronger at its edge. Painted at once: there are many."""
    tint = pygame.Surface((side, side), pygame.SRCALPHA)
    stronger = 1 - (1 - opacity) ** 2
    pygame.draw.rect(tint, (*colour, round(255 * stronger)), tint.get_rect(), border_radius=corner)
    edge = max(1, round(EDGE * side))
    inner = tint.get_rect().inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(tint, (*colour, round(255 * opacity)), inner, border_radius=max(0, corner - edge))
    return tint


class SquareArt:
    """Paints squares and pieces at the size of a layout.

    It remembers its pictures by what they show: to write the SVG text that `Sprites` knows a picture by would
    take longer than to paint it.
    """

    def __init__(self, sprites: Sprites, lettering: Lettering, variant: Variant, layout: BoardLayout) -> None:
        self.layout = layout
        self._sprites = sprites
        self._lettering = lettering
        self._piece_types = variant.piece_types
        self._arrows_of = variant.arrows
        self._piece_size = PIECE_SIZE_AMONG_ARROWS if variant.arrows else PIECE_SIZE
        self._pictures: dict[Hashable, pygame.Surface] = {}
        self._written: dict[tuple[int, bool], tuple[tuple[pygame.Surface, tuple[int, int]], ...]] = {}

    def piece(self, letter: str, color: bool) -> pygame.Surface:
        """A piece at the size of this layout."""
        pixels = round(self._piece_size * self.layout.side)
        piece, is_turned = self._piece_types[letter], color is self.layout.flipped
        return self._picture(
            ("piece", letter, color),
            lambda: self._sprites.piece(piece, color, pixels, is_turned=is_turned),
        )

    def tile(self, square: int) -> pygame.Surface:
        """The square's slab."""
        kind = kind_of(self._sprites.theme.material, square)
        return self.bare_tile(self.layout.is_light(square), kind)

    def bare_tile(self, is_light: bool, kind: int = 0) -> pygame.Surface:
        """A light or dark slab, of one of the kinds of the theme's material."""
        key = ("tile", is_light, kind, self.layout.side, self.layout.corner)
        return self._picture(
            key, lambda: self._sprites.kept(key, lambda: self._sprites.sketch(self._tile_svg(is_light, kind)))
        )

    def slab(self, square: int) -> pygame.Surface:
        """The square's slab with the arrows on it, if there are any."""
        arrows = self._arrows_of[square] if self._arrows_of else 0
        if not arrows:
            return self.tile(square)
        slab = self.tile(square).copy()
        slab.blit(self._arrows(square, arrows), (0, 0))
        return slab

    @property
    def chip(self) -> pygame.Surface:
        """The chip at the size of this layout."""
        return self._picture("chip", lambda: self._sprites.chip(self.layout.side))

    @property
    def shadow(self) -> pygame.Surface:
        """The soft shadow at a piece's foot."""
        shade = self._sprites.theme.colour.shade
        pixels = round(self.layout.side * self._piece_size / PIECE_SIZE)
        return self._drawn("shadow", lambda: marks.shadow(shade, pixels))

    @property
    def grin(self) -> pygame.Surface:
        """The trace of a vanished square."""
        return self._grin(self._sprites.theme.colour.trace, GRIN_OPACITY)

    @property
    def left_grin(self) -> pygame.Surface:
        """The trace of the square that vanished last."""
        return self._grin(self._sprites.theme.colour.gold, LEFT_GRIN_OPACITY)

    def painting(self) -> Iterator[None]:
        """Paint the marks ahead, in small steps."""
        for mark in SquareMark:
            self._mark(mark, Ground.SQUARE)
            yield

    def paint(self, surface: pygame.Surface, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """Paint these squares with what rests on them, each in its rectangle."""
        self.paint_grounds(surface, near)
        self.paint_pieces(surface, near)

    def paint_grounds(self, surface: pygame.Surface, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """Paint these squares without their pieces."""
        slab = max(2, round(SLAB * self.layout.pitch))
        for square, cell, rect in near:
            if cell.ground is Ground.SQUARE:
                surface.blit(self._slab_edge(square), rect.move(0, slab))
        for square, cell, rect in near:
            if cell.ground is Ground.SQUARE:
                surface.blit(self.tile(square), rect)
        for square, cell, rect in near:
            self._paint_ground_marks(surface, square, cell, rect)

    def paint_pieces(self, surface: pygame.Surface, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """Paint the pieces on these squares."""
        for _, cell, rect in near:
            if cell.piece is not None:
                self._paint_piece(surface, cell, rect)

    def _paint_ground_marks(
        self, surface: pygame.Surface, square: int, cell: Cell, rect: pygame.Rect
    ) -> None:
        """Paint what lies on a square, under its piece."""
        if cell.tint is not None and cell.ground in (Ground.SQUARE, Ground.CHIP):
            surface.blit(self._tint(cell.tint), rect)
        if cell.ground is Ground.CHIP:
            surface.blit(self.chip, self.chip.get_rect(center=rect.center))
        elif cell.ground is Ground.GONE:
            surface.blit(self.grin, rect)
        for door in cell.doors:
            self._paint_door(surface, door, rect)
        for mark in cell.marks:
            if mark in FRAMES:
                surface.blit(self._mark(mark, cell.ground), rect)
        if cell.arrows:
            surface.blit(self._arrows(square, cell.arrows), rect)
        for mark in cell.marks:
            if mark not in FRAMES:
                surface.blit(self._mark(mark, cell.ground), rect)
        if self.layout.coordinates is not Coordinates.OFF:
            self._paint_name(surface, square, cell, rect)

    def _paint_door(self, surface: pygame.Surface, door: Door, rect: pygame.Rect) -> None:
        """Paint a gate through the frame, or the mark on the frame opposite to it."""
        layout, colour = self.layout, self._sprites.theme.colour
        direction = (door.direction + 4) % 8 if layout.flipped else door.direction
        thickness = layout.grid.left - layout.frame.left
        if door.is_gate:
            upright = gate(colour, rect.width, rect.height + thickness)
        else:
            upright = far_door(colour, rect.width, thickness)
        picture = self._sprites.turned(upright, 45 * direction)
        place = picture.get_rect(center=rect.center)
        if direction == NORTH:
            place.top = rect.top - thickness
        elif direction == EAST:
            place.right = rect.right + thickness
        elif direction == SOUTH:
            place.bottom = rect.bottom + thickness
        else:
            place.left = rect.left - thickness
        surface.blit(picture, place)

    def _paint_name(self, surface: pygame.Surface, square: int, cell: Cell, rect: pygame.Rect) -> None:
        on_light = cell.ground is Ground.SQUARE and self.layout.is_light(square)
        key = square, on_light
        if key not in self._written:
            colour = self._sprites.theme.colour
            ink = colour.square_dark_foot if on_light else colour.square_light_foot
            self._written[key] = tuple(written_on(self.layout, square, self._lettering, ink))
        for text, (left, top) in self._written[key]:
            surface.blit(text, (rect.left + left, rect.top + top))

    def _paint_piece(self, surface: pygame.Surface, cell: Cell, rect: pygame.Rect) -> None:
        assert cell.piece is not None
        piece = self.piece(cell.piece.letter, cell.piece.color)
        if cell.is_ghost:
            piece = piece.copy()
            piece.set_alpha(round(255 * GHOST_OPACITY))
        else:
            surface.blit(self.shadow, self.shadow.get_rect(center=rect.center))
        if cell.sleeps:
            colour, side = self._sprites.theme.colour, self.layout.side
            surface.blit(self._drawn("rim", lambda: counter_rim(colour, side)), rect)
        surface.blit(piece, piece.get_rect(center=rect.center))

    def _tile_svg(self, is_light: bool, kind: int) -> str:
        colour, layout, material = self._sprites.theme.colour, self.layout, self._sprites.theme.material
        top, foot = (
            (colour.square_light_top, colour.square_light_foot)
            if is_light
            else (colour.square_dark_top, colour.square_dark_foot)
        )
        return tile(material, top, foot, layout.side, layout.corner, kind)

    def _arrows(self, square: int, mask: int) -> pygame.Surface:
        is_light = self.layout.is_light(square)
        if self.layout.flipped:
            mask = (mask >> 4 | mask << 4) & 255

        def svg() -> str:
            ink, edge = arrow_colours(self._sprites.theme.colour, is_light)
            return arrows(mask, ink, edge, self.layout.side)

        return self._drawn(("arrows", is_light, mask), svg)

    def _tint(self, attackers: tuple[int, int]) -> pygame.Surface:
        colour, opacity = reach_tint(self._sprites.theme.colour, *attackers)
        side, corner = self.layout.side, self.layout.corner
        return self._sprites.kept(
            ("tint", colour, opacity, side), lambda: painted_tint(colour, opacity, side, corner)
        )

    def _grin(self, colour: Colour, opacity: float) -> pygame.Surface:
        side, corner = self.layout.side, self.layout.corner
        return self._drawn(("grin", opacity), lambda: grin(colour, opacity, side, corner))

    def _mark(self, mark: SquareMark, ground: Ground) -> pygame.Surface:
        colour, side, corner = self._sprites.theme.colour, self.layout.side, self.layout.corner
        if mark is SquareMark.LEFT_SQUARE and ground is Ground.GONE:
            return self.left_grin
        if mark in FRAMES:
            return self._drawn(mark, lambda: FRAMES[mark](colour, side, corner))
        return self._drawn(mark, lambda: SHAPES[mark](colour, side))

    def _slab_edge(self, square: int) -> pygame.Surface:
        is_light = self.layout.is_light(square)

        def svg() -> str:
            colour = self._sprites.theme.colour
            foot = colour.square_light_foot if is_light else colour.square_dark_foot
            return marks.slab_edge(mixed(foot, colour.shade, 0.62), self.layout.side, self.layout.corner)

        return self._drawn(("edge", is_light), svg)

    def _drawn(self, key: Hashable, svg: Callable[[], str]) -> pygame.Surface:
        """The picture remembered for ``key``, drawn from this SVG text the first time."""
        return self._picture(key, lambda: self._sprites.drawing(svg()))

    def _picture(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture remembered for ``key``."""
        if key not in self._pictures:
            self._pictures[key] = make()
        return self._pictures[key]

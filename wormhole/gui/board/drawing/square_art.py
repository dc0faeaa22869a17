"""Everything that a square of the board can look like, at one size: its slab, its marks, its piece."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.board.drawing import marks
from wormhole.gui.board.drawing.cells import EAST, NORTH, SOUTH, Cell, Door, SquareMark
from wormhole.gui.board.drawing.labels import SMALLEST_NAME, written_on
from wormhole.gui.board.drawing.materials import kind_of, tile
from wormhole.gui.board.drawing.square_parts import (
    arrow_colours,
    arrows,
    counter_rim,
    far_door,
    gate,
    gating,
    grin,
    printed_art,
    promoted,
    wall,
)
from wormhole.gui.board.printed import SquarePrint, printed_on
from wormhole.gui.board.scene import Ground
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Blindfold, BoardStyle, Colour, Colours, Coordinates, mixed

if TYPE_CHECKING:
    from wormhole import Piece, PieceType, Variant

OPACITIES = (0.5, 0.64, 0.78)  # for one attacker, two, more
EDGE = 0.03  # of the square's side

SLAB = 0.055  # thickness of the squares
GHOST_OPACITY = 0.32
PIECE_SIZE = 0.94
PIECE_SIZE_AMONG_ARROWS = 0.82
TURN = 0.24  # of the side: the height of a premove's number
GRIN_OPACITY = 0.2
LEFT_GRIN_OPACITY = 0.7

PAVED = (Ground.SQUARE, Ground.WALL)
"""What lies on a slab."""

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


USUAL_STYLE = BoardStyle()


def facing_piece(
    sprites: Sprites, piece: PieceType, color: bool, pixels: int, is_turned: bool, is_facing: bool
) -> pygame.Surface:
    """A piece as on the side where it is; ``is_facing``: upside down, whatever is drawn on it."""
    if not is_facing:
        return sprites.piece(piece, color, pixels, is_turned=is_turned)
    return pygame.transform.flip(sprites.piece(piece, color, pixels), True, True)


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

    def __init__(
        self,
        sprites: Sprites,
        lettering: Lettering,
        variant: Variant,
        layout: BoardLayout,
        style: BoardStyle = USUAL_STYLE,
    ) -> None:
        self.layout = layout
        self.style = style
        self._sprites = sprites
        self._lettering = lettering
        self._piece_types = variant.piece_types
        self._arrows_of = variant.arrows
        piece_size = PIECE_SIZE_AMONG_ARROWS if variant.arrows else PIECE_SIZE
        self._piece_pixels = round(piece_size * layout.side)
        self._printed = {square: each.seen(layout.flipped) for square, each in printed_on(variant).items()}
        self._pictures: dict[Hashable, pygame.Surface] = {}
        self._written: dict[tuple[int, bool], tuple[tuple[pygame.Surface, tuple[int, int]], ...]] = {}

    def is_hidden(self, color: bool) -> bool:
        """Whether the pieces of a side are not seen."""
        is_far = color is self.layout.flipped
        blindfold = self.style.blindfold
        return blindfold is Blindfold.HIDDEN or (blindfold is Blindfold.OWN and is_far)

    def piece(self, letter: str, color: bool) -> pygame.Surface:
        """A piece at the size of this layout, as it is seen."""
        pixels = self._piece_pixels
        if self.is_hidden(color):
            return self._picture("nothing", lambda: pygame.Surface((pixels, pixels), pygame.SRCALPHA))
        if self.style.blindfold is Blindfold.DISCS:
            return self._picture(("disc", color), lambda: self._sprites.disc(color, pixels))
        return self.face(letter, color)

    def shadow_of(self, piece: Piece) -> pygame.Surface:
        """The soft shadow at a piece's foot; nothing under one that is not seen."""
        if self.is_hidden(piece.color):
            return self.piece(piece.letter, piece.color)
        if not (self.style.faces_both and piece.color is self.layout.flipped):
            return self.shadow
        return self._picture("far-shadow", lambda: pygame.transform.flip(self.shadow, True, True))

    def face(self, letter: str, color: bool) -> pygame.Surface:
        """A piece at the size of this layout."""
        pixels = self._piece_pixels
        piece, is_turned = self._piece_types[letter], color is self.layout.flipped
        is_facing = self.style.faces_both and is_turned
        return self._picture(
            ("piece", letter, color),
            lambda: facing_piece(self._sprites, piece, color, pixels, is_turned, is_facing),
        )

    def tile(self, square: int) -> pygame.Surface:
        """The square's slab."""
        kind = kind_of(self._sprites.theme.board.material, square)
        return self.bare_tile(self.layout.is_light(square), kind)

    def bare_tile(self, is_light: bool, kind: int = 0) -> pygame.Surface:
        """A light or dark slab, of one of the kinds of the theme's material."""
        key = ("tile", is_light, kind, self.layout.side, self.layout.corner)
        return self._picture(
            key,
            lambda: self._sprites.kept(key, lambda: self._sprites.picture(self._tile_svg(is_light, kind))),
        )

    def slab(self, square: int) -> pygame.Surface:
        """The square's slab with what is printed on it and its arrows, if there are any."""
        arrows = self._arrows_of[square] if self._arrows_of else 0
        over = [self._print_on(square), self._arrows(square, arrows) if arrows else None]
        if not any(over):
            return self.tile(square)
        slab = self.tile(square).copy()
        for picture in over:
            if picture is not None:
                slab.blit(picture, (0, 0))
        return slab

    @property
    def chip(self) -> pygame.Surface:
        """The chip at the size of this layout."""
        return self._picture("chip", lambda: self._sprites.chip(self.layout.side))

    @property
    def wall(self) -> pygame.Surface:
        """A piece that has turned to stone."""
        return self._drawn("wall", lambda: wall(self._sprites.theme, self.layout.side))

    def walled(self, square: int) -> pygame.Surface:
        """The square's slab with such a piece on it."""
        slab = self.tile(square).copy()
        slab.blit(self.wall, (0, 0))
        return slab

    @property
    def shadow(self) -> pygame.Surface:
        """The soft shadow at a piece's foot."""
        shade = self._sprites.theme.colour.shade
        pixels = round(self._piece_pixels / PIECE_SIZE)
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
            if cell.ground in PAVED:
                surface.blit(self._slab_edge(square), rect.move(0, slab))
        for square, cell, rect in near:
            if cell.ground in PAVED:
                surface.blit(self.tile(square), rect)
        for square, cell, rect in near:
            self._paint_ground_marks(surface, square, cell, rect)

    def paint_pieces(self, surface: pygame.Surface, near: Sequence[tuple[int, Cell, pygame.Rect]]) -> None:
        """Paint the pieces on these squares."""
        for _, cell, rect in near:
            if cell.piece is not None and not self.is_hidden(cell.piece.color):
                self._paint_piece(surface, cell, rect)
            if cell.turns:
                badge = self._turns(" ".join(map(str, cell.turns)))
                surface.blit(badge, badge.get_rect(topright=rect.topright))

    def _paint_ground_marks(
        self, surface: pygame.Surface, square: int, cell: Cell, rect: pygame.Rect
    ) -> None:
        """Paint what lies on a square, under its piece."""
        if cell.tint is not None and cell.ground in (*PAVED, Ground.CHIP):
            surface.blit(self._tint(cell.tint), rect)
        printed = self._print_on(square, cell.piece is not None) if cell.ground is Ground.SQUARE else None
        if printed is not None:
            surface.blit(printed, rect)
        if cell.ground is Ground.CHIP:
            surface.blit(self.chip, self.chip.get_rect(center=rect.center))
        elif cell.ground is Ground.GONE:
            surface.blit(self.grin, rect)
        for door in cell.doors:
            self._paint_door(surface, door, rect)
        for mark in cell.marks:
            if mark in FRAMES:
                surface.blit(self._mark(mark, cell.ground), rect)
        if cell.ground is Ground.WALL:
            surface.blit(self.wall, rect)
        if cell.is_gate:
            surface.blit(self._gate_mark(self.layout.is_light(square)), rect)
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
        on_light = cell.ground in PAVED and self.layout.is_light(square)
        key = square, on_light
        if key not in self._written:
            colour = self._sprites.theme.colour
            ink = colour.square_dark_foot if on_light else colour.square_light_foot
            self._written[key] = tuple(
                written_on(self.layout, square, self._lettering, ink, self.style.enlargement)
            )
        for text, (left, top) in self._written[key]:
            surface.blit(text, (rect.left + left, rect.top + top))

    def _paint_piece(self, surface: pygame.Surface, cell: Cell, rect: pygame.Rect) -> None:
        assert cell.piece is not None
        piece = self.piece(cell.piece.letter, cell.piece.color)
        if cell.is_ghost:
            piece = piece.copy()
            piece.set_alpha(round(255 * GHOST_OPACITY))
        else:
            shadow = self.shadow_of(cell.piece)
            surface.blit(shadow, shadow.get_rect(center=rect.center))
        if cell.sleeps:
            colour, side = self._sprites.theme.colour, self.layout.side
            surface.blit(self._drawn("rim", lambda: counter_rim(colour, side)), rect)
        surface.blit(piece, piece.get_rect(center=rect.center))
        if cell.is_promoted:
            colour, side = self._sprites.theme.colour, self.layout.side
            surface.blit(self._drawn("promoted", lambda: promoted(colour, side)), rect)

    def _turns(self, numbers: str) -> pygame.Surface:
        """The numbers of premoves, on a plate."""

        def paint() -> pygame.Surface:
            colour, pixels = self._sprites.theme.colour, max(SMALLEST_NAME, round(TURN * self.layout.side))
            text = self._lettering.font(pixels, bold=True).render(numbers, True, colour.sky_edge)
            height = text.get_height()
            plate = pygame.Surface((max(height, text.get_width() + height // 2), height), pygame.SRCALPHA)
            pygame.draw.rect(plate, colour.premove, plate.get_rect(), border_radius=height // 2)
            plate.blit(text, text.get_rect(center=plate.get_rect().center))
            return plate

        return self._picture(("turns", numbers), paint)

    def _tile_svg(self, is_light: bool, kind: int) -> str:
        colour, layout, material = self._sprites.theme.colour, self.layout, self._sprites.theme.board.material
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

    def _print_on(self, square: int, has_piece: bool = False) -> pygame.Surface | None:
        printed = self._printed.get(square)
        if printed is None:
            return None
        return self._print(printed, self.layout.is_light(square), has_piece and bool(printed.goal_of))

    def _print(self, printed: SquarePrint, is_light: bool, has_piece: bool) -> pygame.Surface:
        """What is printed on a square."""
        theme, layout = self._sprites.theme, self.layout

        def svg() -> str:
            ink, _edge = arrow_colours(theme.colour, is_light)
            return printed_art(printed, theme, ink, layout.side, layout.corner, has_piece)

        return self._drawn((printed, is_light, has_piece), svg)

    def _gate_mark(self, is_light: bool) -> pygame.Surface:
        def svg() -> str:
            ink, _edge = arrow_colours(self._sprites.theme.colour, is_light)
            return gating(ink, self.layout.side)

        return self._drawn(("gating", is_light), svg)

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

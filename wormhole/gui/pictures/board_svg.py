"""Stand-ins for surfaces that keep their SVG: what paints a board on a surface paints it as SVG, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pygame

from wormhole import PieceType, assets
from wormhole.gui.board.board_layout import BoardLayout, Pixel
from wormhole.gui.board.drawing.arrows import Ink
from wormhole.gui.board.drawing.cells import cells_of, hand_cells_of, left_out_marks, without
from wormhole.gui.board.drawing.frame import frame_svg
from wormhole.gui.board.drawing.labels import write_labels
from wormhole.gui.board.drawing.route_drawing import RouteDrawing
from wormhole.gui.board.drawing.square_art import SquareArt
from wormhole.gui.board.drawing.still import WELL_OPACITY
from wormhole.gui.board.drawing.tray_art import TrayArt
from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Art, Sprites, chip_style_sheet, style_sheet
from wormhole.gui.look.theme import Colour, Coordinates, Theme, hexed
from wormhole.gui.pictures.reel import MARGIN, PictureStyle, picture_size
from wormhole.gui.pictures.svg_symbols import SVG, rules_of, symbol

FAMILY = "Noto Sans"


@dataclass(frozen=True)
class Drawing:
    """A drawing with its size on the sheet, as a surface has one."""

    svg: str
    size: tuple[int, int]
    css: str = ""
    opacity: float = 1.0
    degrees: int = 0

    def get_rect(self, **place: object) -> pygame.Rect:
        """The rectangle of the drawing, with its sides swapped if it is turned on its side."""
        width, height = self.size
        size = (height, width) if self.degrees % 180 else (width, height)
        return _rect(size, place)


@dataclass(frozen=True)
class SvgText:
    """A line of text."""

    text: str
    pixels: int
    colour: Colour
    bold: bool
    size: tuple[int, int]
    ascent: int

    def get_rect(self, **place: object) -> pygame.Rect:
        """The rectangle of the text."""
        return _rect(self.size, place)


class SvgSheet:
    """What is painted, from the lowest up; each drawing is written once and used in many places."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._symbols: dict[tuple[str, str], str] = {}
        self._definitions: list[str] = []

    def blit(self, what: Drawing | SvgText, place: pygame.Rect | tuple[int, int]) -> None:
        """Put something at a place, as on a surface."""
        left, top = place[0], place[1]
        if isinstance(what, SvgText):
            weight = ' font-weight="bold"' if what.bold else ""
            self.parts.append(
                f'<text x="{left}" y="{top + what.ascent}" font-family="{FAMILY}, sans-serif" '
                f'font-size="{what.pixels}"{weight} fill="{hexed(what.colour)}">{escape(what.text)}</text>'
            )
            return
        box = what.get_rect(topleft=(left, top))
        upright = pygame.Rect((0, 0), what.size)
        upright.center = box.center
        turned = f' transform="rotate({what.degrees} {box.centerx} {box.centery})"' if what.degrees else ""
        opacity = f' opacity="{what.opacity:.3g}"' if what.opacity < 1 else ""
        self.parts.append(
            f'<use href="#{self._symbol(what)}" x="{upright.left}" y="{upright.top}" '
            f'width="{upright.width}" height="{upright.height}"{opacity}{turned}/>'
        )

    def text(self, size: tuple[int, int], title: str) -> str:
        """The whole document."""
        width, height = size
        return (
            f'<svg xmlns="{SVG}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
            f"<title>{escape(title)}</title>\n"
            f"<defs>\n{_lines(self._definitions)}</defs>\n{_lines(self.parts)}</svg>\n"
        )

    def _symbol(self, drawing: Drawing) -> str:
        key = (drawing.svg, drawing.css)
        if key not in self._symbols:
            name = f"d{len(self._symbols)}"
            self._symbols[key] = name
            self._definitions.append(symbol(drawing.svg, name, rules_of(drawing.css)))
        return self._symbols[key]


class SheetBrush:
    """A brush that draws on a sheet."""

    def __init__(self, sheet: SvgSheet) -> None:
        self._sheet = sheet

    def put(self, drawing: Drawing | SvgText, centre: tuple[float, float], opacity: float = 1.0) -> None:
        """Put the drawing, or an opaque text, with its centre at a pixel."""
        width, height = drawing.size
        place = round(centre[0] - width / 2), round(centre[1] - height / 2)
        if isinstance(drawing, SvgText):
            self._sheet.blit(drawing, place)
            return
        self._sheet.blit(replace(drawing, opacity=drawing.opacity * opacity), place)


StandIn = Any
"""A `Drawing`, which what paints a board takes as a surface."""


class SvgSprites(Sprites):
    """The art as drawings, where the window has surfaces."""

    def piece(self, piece: PieceType | str, color: bool, pixels: int, *, is_turned: bool = False) -> StandIn:
        """A piece's picture in White's or Black's colours."""
        css = style_sheet(self.theme.pieces(color))
        return Drawing(self.piece_text(piece, color, is_turned), (pixels, pixels), css)

    def chip(self, pixels: int) -> StandIn:
        """The chip that lies on a hole."""
        text = (assets.sprites() / "chips" / f"{self.art.chip}.svg").read_text(encoding="utf-8")
        return Drawing(text, (pixels, pixels), chip_style_sheet(self.theme.colour))

    def drawing(self, svg: str) -> StandIn:
        """SVG text at its own size."""
        root = ElementTree.fromstring(svg)
        return Drawing(svg, (round(float(root.attrib["width"])), round(float(root.attrib["height"]))))

    def picture(self, svg: str) -> StandIn:
        """SVG text at its own size."""
        return self.drawing(svg)

    def sketch(self, svg: str) -> StandIn:
        """SVG text at its own size."""
        return self.drawing(svg)

    def turned(self, svg: str, degrees: int) -> StandIn:
        """SVG text turned clockwise."""
        return replace(self.drawing(svg), degrees=degrees % 360)


class SvgLettering:
    """Fonts whose lines of text stay text."""

    def __init__(self) -> None:
        self._lettering = Lettering()

    def font(self, pixels: int, bold: bool = False, italic: bool = False) -> SvgFont:
        """The font of that size."""
        return SvgFont(self._lettering.font(pixels, bold, italic), pixels, bold)


@dataclass(frozen=True)
class SvgFont:
    """A font that measures as the one of the window."""

    font: pygame.Font
    pixels: int
    bold: bool

    def render(self, text: str, _smooth: bool, colour: Colour) -> SvgText:
        """A line of text."""
        return SvgText(text, self.pixels, colour, self.bold, self.font.size(text), self.font.get_ascent())


def _rect(size: tuple[int, int], place: Mapping[str, object]) -> pygame.Rect:
    rect = pygame.Rect((0, 0), size)
    for name, value in place.items():
        setattr(rect, name, value)
    return rect


def _lines(parts: list[str]) -> str:
    return "".join(f"{part}\n" for part in parts)


def svg_of(
    theme: Theme, art: Art, state: BoardState, style: PictureStyle, title: str, *, has_route: bool = False
) -> str:
    """The document; `state` is at rest. `title` describes it in words.

    With `has_route`, the route of the last move is drawn.
    """
    geometry, colour, hands = state.variant.geometry, theme.colour, places_in_hand(state.variant)
    size = picture_size(geometry, style, hands)
    margin = round(MARGIN * style.size)
    place = pygame.Rect((0, 0), size).inflate(-2 * margin, -2 * margin)
    layout = BoardLayout.fit(place, geometry, state.flipped, style.coordinates, hands)
    sprites = SvgSprites(theme, art, waits=True)
    sheet: Any = SvgSheet()  # the painting code gets it as a surface
    lettering: Any = SvgLettering()
    sheet.parts.append(f'<rect width="{size[0]}" height="{size[1]}" fill="{hexed(colour.sky_middle)}"/>')
    sheet.blit(sprites.drawing(frame_svg(theme, layout, colour.well, WELL_OPACITY)), layout.frame)
    brush: Any = SheetBrush(sheet)
    trays = TrayArt(sprites, lettering, state.variant, layout)
    trays.paint_trays(brush)
    trays.paint_slots(brush, hand_cells_of(state, layout.slots, 0.0))
    if style.coordinates is Coordinates.AROUND:
        write_labels(sheet, pygame.Rect(0, 0, 0, 0), layout, lettering, colour.muted)
    left_out = left_out_marks(style.board_style)
    cells = [without(cell, left_out) for cell in cells_of(state, 0.0)]
    near = [(square, cell, layout.rect_of(square)) for square, cell in enumerate(cells)]
    SquareArt(sprites, lettering, state.variant, layout).paint(sheet, near)
    if has_route and state.scene.route is not None:
        RouteDrawing(sprites, layout).draw_on(state, brush, state.scene.route, colour.gold)
    sheet.parts += _ink(state, layout, theme)
    return sheet.text(size, title)


def _ink(state: BoardState, layout: BoardLayout, theme: Theme) -> Iterator[str]:
    """The circles and arrows. Their areas are nested: each is cut out of the one below it."""
    ink = Ink(theme.colour, layout)
    for spec in ink.specs(state.annotations):
        areas = ink.areas(spec)
        paths = [*(_path(outline) for _, outline in areas), ""]
        drawn = "".join(
            f'<path fill="{hexed(colour)}" fill-rule="evenodd" d="{path}{above}"/>'
            for (colour, _), (path, above) in zip(areas, pairwise(paths), strict=True)
            if len(colour) == 3
        )
        yield f'<g opacity="{spec[2].opacity}">{drawn}</g>'


def _path(outline: list[Pixel]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in outline) + "Z"

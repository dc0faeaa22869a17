"""A position as an SVG file: the same drawings as in the window, each written once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pygame

from wormhole.gui.board.drawing.cells import cells_of, left_out_marks, without
from wormhole.gui.board.drawing.frame import frame_svg
from wormhole.gui.board.drawing.ink import Ink
from wormhole.gui.board.drawing.labels import write_labels
from wormhole.gui.board.drawing.route_drawing import RouteDrawing
from wormhole.gui.board.drawing.square_art import SquareArt
from wormhole.gui.board.drawing.still import WELL_OPACITY
from wormhole.gui.board.layout import BoardLayout, Pixel
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.board_style import Coordinates
from wormhole.gui.look.sprites import Art
from wormhole.gui.look.theme import Theme, hexed
from wormhole.gui.pictures.board_picture import MARGIN, PictureStyle, picture_size
from wormhole.gui.pictures.svg_art import Sheet, SheetBrush, SvgLettering, SvgSprites


def svg_of(
    theme: Theme, art: Art, state: BoardState, style: PictureStyle, title: str, *, has_route: bool = False
) -> str:
    """The document; `state` is at rest. `title` says in words what it is.

    With `has_route`, the way of the last move is drawn.
    """
    geometry, colour = state.geometry, theme.colour
    size = picture_size(geometry, style)
    margin = round(MARGIN * style.size)
    place = pygame.Rect((0, 0), size).inflate(-2 * margin, -2 * margin)
    layout = BoardLayout.fit(place, geometry, state.flipped, style.coordinates)
    sprites = SvgSprites(theme, art, waits=True)
    sheet: Any = Sheet()  # the painting code gets it as a surface
    lettering: Any = SvgLettering()
    sheet.parts.append(f'<rect width="{size[0]}" height="{size[1]}" fill="{hexed(colour.sky_middle)}"/>')
    sheet.blit(sprites.drawing(frame_svg(theme, layout, colour.well, WELL_OPACITY)), layout.frame)
    if style.coordinates is Coordinates.AROUND:
        write_labels(sheet, pygame.Rect(0, 0, 0, 0), layout, lettering, colour.muted)
    left_out = left_out_marks(style.board_style)
    cells = [without(cell, left_out) for cell in cells_of(state, 0.0)]
    near = [(square, cell, layout.rect_of(square)) for square, cell in enumerate(cells)]
    SquareArt(sprites, lettering, state.variant, layout).paint(sheet, near)
    if has_route and state.last_route is not None:
        brush: Any = SheetBrush(sheet)
        RouteDrawing(sprites, layout).draw_on(state, brush, state.last_route, colour.gold)
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

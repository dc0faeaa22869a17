"""The frame around the board, and other cards of the same outline."""

from __future__ import annotations

import pygame

from wormhole.gui.board.drawing.outline import outline, rounded_path
from wormhole.gui.board.layout import GAP_AT, BoardLayout
from wormhole.gui.look.card import card, card_svg
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, Theme, hexed


def frame_card(sprites: Sprites, layout: BoardLayout, fill: Colour, opacity: float) -> pygame.Surface:
    """A card the size of the board's frame; its top left corner is the frame's."""
    theme = sprites.theme
    line, corner = _line(layout), _corner(theme, layout)
    if _is_full(layout):
        return card(sprites, layout.frame.size, corner, fill, opacity, theme.colour.board_line, line)
    return sprites.drawing(frame_svg(theme, layout, fill, opacity))


def frame_svg(theme: Theme, layout: BoardLayout, fill: Colour, opacity: float) -> str:
    """SVG text of that card."""
    line, corner, border = _line(layout), _corner(theme, layout), theme.colour.board_line
    if _is_full(layout):
        return card_svg(layout.frame.size, corner, fill, opacity, border, line)
    return _shaped(layout, corner, line, fill, opacity, border)


def _line(layout: BoardLayout) -> int:
    return max(1, round(layout.pitch / GAP_AT))


def _corner(theme: Theme, layout: BoardLayout) -> int:
    return round(theme.corner_pixels * layout.pitch / GAP_AT)


def _is_full(layout: BoardLayout) -> bool:
    """Whether every place of the grid is a square."""
    return layout.geometry.squares == layout.geometry.columns * layout.geometry.rows


def _shaped(layout: BoardLayout, corner: int, line: int, fill: Colour, opacity: float, border: Colour) -> str:
    """SVG text of a card in the shape of a board with void places."""
    frame = layout.frame
    margin = layout.grid.left - frame.left - line / 2
    paths = " ".join(rounded_path(edge, corner) for edge in outline(layout, margin))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{frame.width}" height="{frame.height}" '
        f'viewBox="{frame.left} {frame.top} {frame.width} {frame.height}">'
        f'<path d="{paths}" fill="{hexed(fill)}" fill-opacity="{opacity}" '
        f'stroke="{hexed(border)}" stroke-width="{line}"/></svg>'
    )

"""A board drawn by itself, without a window: what a picture of a position or a game shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.board.layout import FRAME, GUTTER, BoardLayout, has_margin
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.board_style import BoardStyle, Coordinates
from wormhole.gui.look.sprites import Art, Sprites
from wormhole.gui.look.theme import Theme

if TYPE_CHECKING:
    from wormhole import Geometry

LEAST_SIZE, MOST_SIZE = 120, 4000
MARGIN = 0.01
"""Of the longer side, around the board."""


@dataclass(frozen=True)
class PictureStyle:
    """How a picture looks: its longer side in pixels, the side below, and what is marked."""

    size: int = 640
    flipped: bool = False
    coordinates: Coordinates = Coordinates.AROUND
    last_move: bool = True
    shapes: bool = True
    """Whether the circles and arrows of a person are drawn."""

    @property
    def board_style(self) -> BoardStyle:
        """The style of the board."""
        return BoardStyle(self.coordinates, targets=False, last_move=self.last_move)


class BoardPicture:
    """Paints the states of a board on one surface. Each thread needs one of its own."""

    def __init__(self, theme: Theme, art: Art, geometry: Geometry, style: PictureStyle) -> None:
        self.theme = replace(theme, stars=0.0)
        """The theme; few colours make a small file."""
        self.sprites = Sprites(self.theme, art, waits=True)
        self.style = style
        self.rect = pygame.Rect((0, 0), picture_size(geometry, style))
        margin = round(MARGIN * style.size)
        self._view = BoardView(self.sprites, geometry)
        self._view.place(self.rect.inflate(-2 * margin, -2 * margin), None, style.board_style)
        self._surface = pygame.Surface(self.rect.size, depth=32)
        self._surface.fill(self.theme.colour.sky_middle)

    @property
    def layout(self) -> BoardLayout:
        """Where the squares are."""
        return self._view.layout(self.style.flipped)

    def paint(self, state: BoardState, now_seconds: float) -> pygame.Surface:
        """The picture of a state. The next call paints over it."""
        self._view.draw(self._surface, state, now_seconds)
        return self._surface


def picture_size(geometry: Geometry, style: PictureStyle) -> tuple[int, int]:
    """The width and height of a picture of this board."""
    around = 2 * FRAME
    if style.coordinates is Coordinates.AROUND and not has_margin(geometry):
        around += GUTTER
    columns, rows = geometry.columns + around, geometry.rows + around
    longer = max(columns, rows)
    return round(style.size * columns / longer), round(style.size * rows / longer)

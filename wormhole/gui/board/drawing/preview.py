"""A small still picture of a position, for the home screen and dialogs."""

from __future__ import annotations

import pygame

from wormhole import Board, Variant
from wormhole.gui.board.drawing.cells import cells_of
from wormhole.gui.board.drawing.frame import frame_card
from wormhole.gui.board.drawing.still import StillBoard
from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.board_style import Coordinates
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme

WHITE_FILL = (255, 255, 255)


def board_preview(
    theme: Theme, sprites: Sprites, variant: Variant, size: tuple[int, int], fen: str | None = None
) -> pygame.Surface:
    """A game's first position, or another one, centred on a transparent surface of ``size`` pixels.

    It has no labels. ``sprites`` caches the surface: do not draw on it.
    """
    key = ("board", variant, fen, size)
    return sprites.kept(key, lambda: _paint(theme, sprites, Board(variant, fen), size))


def _paint(theme: Theme, sprites: Sprites, board: Board, size: tuple[int, int]) -> pygame.Surface:
    rect = pygame.Rect((0, 0), size)
    layout = BoardLayout.fit(rect, board.variant.geometry, coordinates=Coordinates.OFF)
    state = BoardState.of(board)
    still = StillBoard(sprites, Lettering(), board.variant, layout, rect, sky=None)
    still.update(cells_of(state, now_seconds=0.0), dimness=0.0)
    shape = pygame.Surface(size, pygame.SRCALPHA)
    shape.blit(frame_card(sprites, layout, WHITE_FILL, opacity=1.0), layout.frame)
    shape.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    shape.blit(still.surface, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return shape

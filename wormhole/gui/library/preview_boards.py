"""The boards on which the preview shows games, one for each kind of game, made ahead of their first use."""

from __future__ import annotations

from collections import OrderedDict

import pygame

from wormhole import Board, Variant
from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.board_style import BoardStyle
from wormhole.gui.look.sprites import Sprites

KEPT = 16
"""Boards: enough for every game of the catalogue."""


class PreviewBoard:
    """A board with its state and its layer. It may be made in another thread: it shares nothing."""

    def __init__(
        self,
        sprites: Sprites,
        place: pygame.Rect,
        ground: pygame.Surface,
        board: Board,
        style: BoardStyle | None = None,
    ) -> None:
        self.state = BoardState.of(board)
        view = BoardView(sprites.another(), board.variant.geometry)
        view.place(place, ground, style)
        view.prepare(self.state)
        self.layer = BoardLayer(view, self.state)


class PreviewBoards:
    """The boards for one rectangle of the window; `ground` is the window's picture without them."""

    def __init__(
        self, sprites: Sprites, place: pygame.Rect, ground: pygame.Surface, style: BoardStyle
    ) -> None:
        self._sprites = sprites
        self._style = style
        self._place = place
        self._ground = ground
        self._kept: OrderedDict[Variant, PreviewBoard] = OrderedDict()

    def has(self, variant: Variant) -> bool:
        """Whether there is a board for this game."""
        return variant in self._kept

    def made(self, board: Board) -> PreviewBoard:
        """A new board that shows this position, to be kept with `keep`. This takes longer than a frame."""
        return PreviewBoard(self._sprites, self._place, self._ground, board, self._style)

    def keep(self, made: PreviewBoard) -> None:
        """Keep a board for the next games of its kind."""
        self._kept[made.state.variant] = made
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def of(self, board: Board) -> PreviewBoard:
        """The board for this game; made now if there is none."""
        if board.variant not in self._kept:
            self.keep(self.made(board))
        self._kept.move_to_end(board.variant)
        return self._kept[board.variant]

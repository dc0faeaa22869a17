"""Reading the board from the screen: which of some positions is it that is drawn there?

The board's own view draws what each would look like; it is the one that looks just so.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pygame

from wormhole import Board
from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.board.state import BoardState
from wormhole.gui.board.view import BoardView
from wormhole.gui.layout import game_layout
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme


class Eyes:
    """Eyes for a window of ``size`` pixels in which a game of Wormhole Chess is open."""

    def __init__(self, size: tuple[int, int], flipped: bool = False) -> None:
        self._size, self._flipped = size, flipped
        geometry = Board().variant.geometry
        area = game_layout(size, geometry).board
        self.squares = BoardLayout.fit(area, geometry, flipped)
        self._geometry = geometry
        theme = Theme.load()
        self._view = BoardView(theme, Sprites(theme), geometry)
        self._view.place(area, Backdrop(theme).surface(size))

    def pixel(self, name: str) -> tuple[int, int]:
        """The middle of a square of the board."""
        return self.squares.rect_of(self._geometry.parse(name)).center

    def square(self, picture: np.ndarray, name: str) -> np.ndarray:
        """The part of the window's picture that shows a square."""
        rect = self.squares.rect_of(self._geometry.parse(name))
        return picture[rect.top : rect.bottom, rect.left : rect.right]

    def read(self, picture: np.ndarray, boards: Iterable[Board]) -> Board | None:
        """Which of ``boards`` the window shows, to the last pixel; None if none of them."""
        seen = self._board_in(picture)
        return next((board for board in boards if np.array_equal(seen, self._drawn(board))), None)

    def _board_in(self, picture: np.ndarray) -> np.ndarray:
        grid = self.squares.grid
        return picture[grid.top : grid.bottom, grid.left : grid.right]

    def _drawn(self, board: Board) -> np.ndarray:
        state = BoardState.of(board, self._flipped)
        surface = pygame.Surface(self._size)
        self._view.draw(surface, state, 0.0)
        return self._board_in(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def after_any_move(board: Board) -> list[Board]:
    """The boards that the side to move may leave behind."""
    boards = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        boards.append(after)
    return boards

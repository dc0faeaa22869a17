"""Reads the position from the screen.

The board's view draws each candidate position; the one with the same pixels is on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pygame

from wormhole import Board, Move, Variant
from wormhole.gui.board import positions
from wormhole.gui.board.annotations import Advice, Suggestion
from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.game.game_layout import Place, Wanted, game_layout
from wormhole.gui.home.home import home_layout
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.rules.routes import Route

LETTERS_PIXELS = 100
"""At least so many pixels of an offer have the colour of its text."""
NEARLY = 32
"""How far a pixel's red, green and blue may be from it: some versions of SDL never blend text fully."""


class Eyes:
    """Reads a window of ``size`` pixels with a game, or with a board in ``area``.

    ``wanted`` are the optional places that a game shows.
    """

    def __init__(
        self,
        size: tuple[int, int],
        flipped: bool = False,
        variant: str | Variant = "wormhole",
        wanted: frozenset[Place] = frozenset(),
        area: pygame.Rect | None = None,
    ) -> None:
        self._size, self._flipped = size, flipped
        game = Board(variant).variant
        geometry, hands = game.geometry, places_in_hand(game)
        area = area or game_layout(size, Wanted(geometry, wanted, hands=hands))[Place.BOARD]
        self.squares = BoardLayout.fit(area, geometry, flipped, hands=hands)
        self._geometry = geometry
        theme = Theme.load()
        self._view = BoardView(Sprites(theme), geometry, hands)
        self._view.place(area, Backdrop(theme).surface(size))

    def pixel(self, name: str) -> tuple[int, int]:
        """The middle of a square of the board."""
        return self.squares.rect_of(self._geometry.parse(name)).center

    def square(self, picture: np.ndarray, name: str) -> np.ndarray:
        """The part of the window's picture that shows a square."""
        rect = self.squares.rect_of(self._geometry.parse(name))
        return picture[rect.top : rect.bottom, rect.left : rect.right]

    def read(self, picture: np.ndarray, boards: Iterable[Board]) -> Board | None:
        """The one of ``boards`` that the window shows exactly; None if none."""
        seen = self._board_in(picture)
        return next((board for board in boards if np.array_equal(seen, self._drawn(board))), None)

    def read_arrow(
        self,
        picture: np.ndarray,
        board: Board,
        moves: Iterable[Move],
        advice: Advice,
        attacks: tuple[Route, ...] = (),
    ) -> str | None:
        """The one of ``moves`` whose arrow is the only one that the window shows on this board.

        The window also shows the routes of these ``attacks``.
        """
        seen = self._board_in(picture)
        for move in moves:
            arrow = Suggestion(move.from_square, move.to_square, advice=advice)
            if np.array_equal(seen, self._drawn(board, arrow, attacks=attacks)):
                return str(move)
        return None

    def _board_in(self, picture: np.ndarray) -> np.ndarray:
        grid = self.squares.grid
        return picture[grid.top : grid.bottom, grid.left : grid.right]

    def _drawn(self, board: Board, *arrows: Suggestion, attacks: tuple[Route, ...] = ()) -> np.ndarray:
        state = positions.state_of(board, self._flipped)
        annotate(state, suggestions=tuple(arrows), attacks=attacks)
        surface = pygame.Surface(self._size)
        self._view.draw(surface, state, 0.0)
        return self._board_in(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def shows_an_offer(picture: np.ndarray, size: tuple[int, int]) -> bool:
    """Whether a picture of the home screen offers a lesson or a game, some moments after it is shown."""
    left, top, width, height = home_layout(size).offer
    place = picture[top : top + height, left : left + width].astype(int)
    is_ink = (abs(place - tuple(Theme.load().colour.ink)) <= NEARLY).all(axis=2)
    return is_ink.sum() > LETTERS_PIXELS


def after_any_move(board: Board) -> list[Board]:
    """The boards after each legal move."""
    boards = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        boards.append(after)
    return boards

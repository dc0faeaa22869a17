"""Where the squares of a board lie, what they are called, and which is next to which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

import numpy as np

from wormhole.rules.betza import DIRECTIONS
from wormhole.rules.errors import WormholeError

OFF = 255
"""The square number that stands for "no square": beyond the edge, or captured."""

MAX_SQUARES = 250
ROW = 256
"""Length of one direction's row in the flat array of links."""


@dataclass(frozen=True)
class Geometry:
    """A board's squares on a grid of ``columns`` by ``rows``, row 0 at White's side.

    ``place[square]`` is its (column, row); a place of the grid that no square names is void.
    """

    columns: int
    rows: int
    place: tuple[tuple[int, int], ...]
    file_labels: tuple[str, ...]
    row_labels: tuple[str, ...]

    @staticmethod
    def of_grid(grid: list[list[bool]]) -> Geometry:
        """The geometry of ``grid[row][column]``, row 0 at White's side; False is void."""
        columns, rows = len(grid[0]), len(grid)
        place = tuple((x, y) for y in range(rows) for x in range(columns) if grid[y][x])
        return Geometry(
            columns, rows, place, tuple(ascii_lowercase[:columns]), tuple(str(y + 1) for y in range(rows))
        )

    @property
    def squares(self) -> int:
        """How many squares the board has before any is removed."""
        return len(self.place)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each square, such as ``e4``."""
        return tuple(self.file_labels[x] + self.row_labels[y] for x, y in self.place)

    @cached_property
    def square_at(self) -> dict[tuple[int, int], int]:
        """The square at each (column, row) that is not void."""
        return {place: square for square, place in enumerate(self.place)}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: square for square, name in enumerate(self.names)}

    def parse(self, name: str) -> int:
        """The square called ``name``. Raises :class:`WormholeError` if there is none."""
        try:
            return self._numbers[name]
        except KeyError:
            raise WormholeError(f"{name!r} is no square of this board") from None

    def step(self, square: int, direction: int) -> int:
        """The neighbour of ``square`` on the whole board, holes counted as squares; ``OFF`` at the edge."""
        x, y = self.place[square]
        dx, dy = DIRECTIONS[direction]
        return self.square_at.get((x + dx, y + dy), OFF)

    @cached_property
    def links(self) -> np.ndarray:
        """uint8[8 * 256]: ``links[direction << 8 | square]`` is the next square, ``OFF`` beyond the edge."""
        links = np.full(8 * ROW, OFF, np.uint8)
        for direction in range(8):
            for square in range(self.squares):
                links[direction * ROW + square] = self.step(square, direction)
        links.flags.writeable = False
        return links

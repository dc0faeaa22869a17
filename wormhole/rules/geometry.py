"""The board before any fold: squares, their places, names and neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

import numpy as np

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted
from wormhole.rules.betza import DIRECTIONS

OFF = 255
"""The number for "no square": beyond the edge, or the square of a captured piece."""

MAX_SQUARES = 250
ROW = 256
"""Length of one direction's row in the flat array of links."""


@dataclass(frozen=True)
class Geometry:
    """A board's squares on a grid of ``columns`` by ``rows``, row 0 at White's side.

    ``place[square]`` is its (column, row). After the squares, ``place`` has the void places of the grid: no
    piece may stand there, but a leap may cross them, so they have numbers too. The label of a column or row
    may be ``""``; its squares are then named by ``other_names``.
    """

    columns: int
    rows: int
    squares: int
    place: tuple[tuple[int, int], ...]
    file_labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    other_names: tuple[str, ...] = ()

    @staticmethod
    def of_grid(
        grid: list[list[bool]],
        file_labels: tuple[str, ...] = (),
        row_labels: tuple[str, ...] = (),
        other_names: tuple[str, ...] = (),
    ) -> Geometry:
        """The geometry of ``grid[row][column]``, row 0 at White's side; False is void.

        ``other_names`` name the squares in columns or rows without a label, row by row. Raises
        :class:`WormholeError` if labels and grid do not match.
        """
        columns, rows = len(grid[0]), len(grid)
        places = [(x, y) for y in range(rows) for x in range(columns)]
        squares = [(x, y) for x, y in places if grid[y][x]]
        voids = [(x, y) for x, y in places if not grid[y][x]]
        files = file_labels or tuple(ascii_lowercase[:columns])
        ranks = row_labels or tuple(str(y + 1) for y in range(rows))
        if (len(files), len(ranks)) != (columns, rows):
            raise WormholeError(
                "the labels are for a board of {count} by {ranks} squares; it is {columns} by {rows}",
                count=len(files),
                ranks=len(ranks),
                columns=columns,
                rows=rows,
            )
        unlabelled = sum(not (files[x] and ranks[y]) for x, y in squares)
        if unlabelled != len(other_names):
            raise WormholeError(
                "squares without a label: {unlabelled}; other names: {count}",
                unlabelled=unlabelled,
                count=len(other_names),
            )
        return Geometry(columns, rows, len(squares), (*squares, *voids), files, ranks, other_names)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each square, such as ``e4``."""
        others = iter(self.other_names)
        return tuple(
            self.file_labels[x] + self.row_labels[y]
            if self.file_labels[x] and self.row_labels[y]
            else next(others)
            for x, y in self.place[: self.squares]
        )

    @cached_property
    def square_at(self) -> dict[tuple[int, int], int]:
        """The number of each (column, row), including void places."""
        return {place: square for square, place in enumerate(self.place)}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each square, by name."""
        return {name: square for square, name in enumerate(self.names)}

    def parse(self, name: str) -> int:
        """The square called ``name``. Raises :class:`WormholeError` if there is none."""
        try:
            return self.numbers[name]
        except KeyError:
            raise WormholeError("{name} is not a square of this board", name=quoted(name)) from None

    def listed(self, text: str) -> frozenset[int]:
        """The squares of a list such as ``a2 c3-e5``; two joined ones are corners of a rectangle.

        Raises :class:`WormholeError` if one of them is not a square.
        """
        found: set[int] = set()
        for word in text.split():
            corners = [self.place[self.parse(name)] for name in word.split("-", 1)]
            columns, rows = (sorted(each) for each in zip(*corners, strict=True))
            found |= {
                square
                for square, (x, y) in enumerate(self.place[: self.squares])
                if columns[0] <= x <= columns[-1] and rows[0] <= y <= rows[-1]
            }
        return frozenset(found)

    def step(self, square: int, direction: int) -> int:
        """The neighbour of ``square`` on the board without holes; ``OFF`` beyond the edge."""
        x, y = self.place[square]
        dx, dy = DIRECTIONS[direction]
        return self.square_at.get((x + dx, y + dy), OFF)

    def beyond(self, square: int, across: int, up: int, *, gate: bool = False, sideways: bool = False) -> int:
        """The target of a leap of so many files and ranks; ``OFF`` if off the board.

        From a ``gate``, a wormhole on the edge, it continues on the opposite edge; with ``sideways``, only on
        the opposite side.
        """
        column, row = self.place[square]
        x, y = column + across, row + up
        if gate and (column in (0, self.columns - 1) or row in (0, self.rows - 1)):
            x %= self.columns
            y = y if sideways else y % self.rows
        target = self.square_at.get((x, y), OFF)
        return target if target < self.squares else OFF

    def mirrored(self, square: int) -> int:
        """``square`` mirrored from top to bottom."""
        x, y = self.place[square]
        return self.square_at[x, self.rows - 1 - y]

    def turned(self, square: int) -> int:
        """``square`` on the board turned round: the same square for the player on the other side."""
        x, y = self.place[square]
        return self.square_at[self.columns - 1 - x, self.rows - 1 - y]

    def seen_by(self, square: int, color: bool) -> int:
        """``square`` as a side sees it: White's is the same, Black's the one on the board turned round."""
        return square if color else self.turned(square)

    @cached_property
    def links(self) -> np.ndarray:
        """uint8[2 * 8 * 256]: ``links[direction << 8 | square]`` is the next square, ``OFF`` beyond the edge.

        The second half is a copy, for steps that do not fold.
        """
        links = np.full(8 * ROW, OFF, np.uint8)
        for direction in range(8):
            for square in range(len(self.place)):
                links[direction * ROW + square] = self.step(square, direction)
        return np.concatenate([links, links])

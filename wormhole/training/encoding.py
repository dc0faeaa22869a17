"""Positions as features of a network: which piece is on which square, and which squares are removed.

The features are those of one side's view: own pieces, the other side's pieces and removed squares, each on
every square, Black's board mirrored from top to bottom. Feature ``plane * squares + square``, with the planes
of own piece types first, then those of the other side's, then the removed squares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from wormhole.rules.tables import EMPTY, FIRST_PIECE, GONE, PIECE_NUMBERS
from wormhole.rules.tabulation import start_square
from wormhole.rules.variant import Variant

ROWS_AT_ONCE = 1 << 16
"""Positions that are encoded at a time, since the numbers between need six times the memory."""


@dataclass(frozen=True)
class Encoding:
    """The features of a game's positions."""

    variant: Variant

    @property
    def squares(self) -> int:
        """The number of squares."""
        return self.variant.geometry.squares

    @property
    def planes(self) -> int:
        """The number of planes: own piece types, the other side's, removed squares."""
        return 2 * len(self.variant.piece_types) + 1

    @property
    def features(self) -> int:
        """The number of features."""
        return self.planes * self.squares

    @cached_property
    def mirror(self) -> np.ndarray:
        """int64[squares]: each square mirrored from top to bottom."""
        geometry = self.variant.geometry
        return np.array([geometry.mirrored(square) for square in range(self.squares)])

    @cached_property
    def other_view(self) -> np.ndarray:
        """int64[features]: each feature as the other side sees it."""
        types = len(self.variant.piece_types)
        planes = [*range(types, 2 * types), *range(types), 2 * types]
        return (np.array(planes)[:, None] * self.squares + self.mirror).ravel()

    @cached_property
    def royal(self) -> np.ndarray:
        """bool[features]: those of both royal pieces."""
        types = list(self.variant.piece_types.values())
        planes = [piece_type.royal for piece_type in types * 2] + [False]
        return np.repeat(planes, self.squares)

    @cached_property
    def sideways(self) -> np.ndarray | None:
        """uint16[features + 1]: each feature mirrored from left to right, if the rules are the same there.

        The last one stands for none. Castling is not the same there: :attr:`one_sided`.
        """
        sides = self._sides
        if sides is None or not _is_symmetric(self.variant):
            return None
        mirrored = np.arange(self.planes)[:, None] * self.squares + sides
        return np.append(mirrored, self.features).astype(np.uint16)

    @cached_property
    def one_sided(self) -> np.ndarray:
        """bool[features + 1]: those of which the mirror image counts for something else.

        They are those of a king that could castle, on the square where it begins, and of one that would seem
        to.
        """
        found = np.zeros((self.planes, self.squares), bool)
        castler, sides = self.variant.castler, self._sides
        if self.variant.has_castling and sides is not None:
            index = list(self.variant.piece_types).index(castler.letter)
            for side, plane in enumerate((index, len(self.variant.piece_types) + index)):
                if (castler.letter if side == 0 else castler.letter.lower()) not in self.variant.start:
                    continue
                start = start_square(self.variant, castler.letter, side)
                found[plane, [start, sides[start]]] = True
        return np.append(found, False)

    @cached_property
    def _sides(self) -> np.ndarray | None:
        """int64[squares]: each square mirrored from left to right; None if one has no mirror image."""
        geometry = self.variant.geometry
        try:
            return np.array(
                [geometry.square_at[geometry.columns - 1 - x, y] for x, y in geometry.place[: self.squares]]
            )
        except KeyError:
            return None

    def of_rows(self, rows: np.ndarray) -> np.ndarray:
        """uint16[n, squares]: the feature on each square for the side to move; ``features`` for none.

        ``rows`` uint8[n, squares + 1] are those of a :class:`~wormhole.training.self_play_games.Batch`.
        """
        found = np.empty((len(rows), self.squares), np.uint16)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            part = slice(start, start + ROWS_AT_ONCE)
            found[part] = self._of_few(rows[part])
        return found

    def _of_few(self, rows: np.ndarray) -> np.ndarray:
        turns = rows[:, -1].astype(bool)
        pieces = rows[:, :-1].copy()
        pieces[turns] = pieces[turns][:, self.mirror]
        planes = np.where(turns[:, None], self._planes[1][pieces], self._planes[0][pieces])
        features = planes * self.squares + np.arange(self.squares, dtype=np.uint16)
        return np.where(pieces == EMPTY, np.uint16(self.features), features)

    @cached_property
    def _planes(self) -> np.ndarray:
        """uint16[2, 64]: the plane of each piece number, for White's and for Black's view."""
        types = len(self.variant.piece_types)
        planes = np.zeros((2, PIECE_NUMBERS), np.uint16)
        planes[:, GONE] = 2 * types
        for index in range(types):
            for side in (0, 1):
                number = FIRST_PIECE + 2 * index + side
                planes[side, number] = index
                planes[1 - side, number] = types + index
        return planes


def _is_symmetric(variant: Variant) -> bool:
    """Whether pieces move alike to the left and to the right, but for castling, and goals lie alike."""
    geometry = variant.geometry
    for squares in variant.endings.goal_squares:
        places = {geometry.place[square] for square in squares}
        if {(geometry.columns - 1 - x, y) for x, y in places} != places:
            return False
    return not variant.arrows and all(
        {replace(path, steps=tuple(-step % 8 for step in path.steps)) for path in piece_type.paths}
        == set(piece_type.paths)
        for piece_type in variant.piece_types.values()
    )

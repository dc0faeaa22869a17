"""Positions as features of a network: the piece on each square, the removed squares, and the pieces in hand.

The features are those of one side's view: own pieces, the other side's pieces and removed squares, each on
every place, Black's board mirrored from top to bottom. The places are the squares and, in a game with hands,
the hand, whose features a position may have several times. Feature ``plane * places + place``, with the
planes of own piece types first, then those of the other side's, then the removed squares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from wormhole.engine.network import mirrored_places, places_of
from wormhole.rules.tables import EMPTY, FIRST_PIECE, GONE, PIECE_NUMBERS, WALL
from wormhole.rules.tabulation import start_square
from wormhole.rules.variant import Variant
from wormhole.training.self_play_games import kinds_held

ROWS_AT_ONCE = 1 << 16
"""Positions that are encoded at a time: intermediate arrays need six times the memory."""


@dataclass(frozen=True)
class Encoding:
    """The features of a game's positions."""

    variant: Variant

    @property
    def squares(self) -> int:
        """The number of squares."""
        return self.variant.geometry.squares

    @property
    def places(self) -> int:
        """The number of places: the squares, and the hand in a game with hands."""
        return places_of(self.variant)

    @property
    def most_held(self) -> int:
        """The most pieces in hands in a game from the start: no more than there are pieces."""
        pieces = self.variant.start + self.variant.hands.start
        return sum(map(str.isalpha, pieces)) if self.variant.hands else 0

    @property
    def planes(self) -> int:
        """The number of planes: own piece types, the other side's, removed squares."""
        return 2 * len(self.variant.piece_types) + 1

    @property
    def features(self) -> int:
        """The number of features."""
        return self.planes * self.places

    @cached_property
    def mirror(self) -> np.ndarray:
        """int64[places]: each place mirrored from top to bottom."""
        return mirrored_places(self.variant)

    @cached_property
    def other_view(self) -> np.ndarray:
        """int64[features]: each feature as the other side sees it."""
        types = len(self.variant.piece_types)
        planes = [*range(types, 2 * types), *range(types), 2 * types]
        return (np.array(planes)[:, None] * self.places + self.mirror).ravel()

    @cached_property
    def royal(self) -> np.ndarray:
        """bool[features]: those of both royal pieces."""
        types = list(self.variant.piece_types.values())
        planes = [piece_type.royal for piece_type in types * 2] + [False]
        return np.repeat(planes, self.places)

    @cached_property
    def in_hand(self) -> np.ndarray:
        """bool[features]: those of pieces in hand."""
        return np.tile(np.arange(self.places) >= self.squares, self.planes)

    @cached_property
    def sideways(self) -> np.ndarray | None:
        """uint16[features + 1]: each feature mirrored from left to right, if the rules are the same on both
        sides.

        The last one stands for none. Castling differs between the sides: :attr:`one_sided`.
        """
        sides = self._sides
        if sides is None or not _is_symmetric(self.variant):
            return None
        sides = np.append(sides, np.arange(self.squares, self.places))
        mirrored = np.arange(self.planes)[:, None] * self.places + sides
        return np.append(mirrored, self.features).astype(np.uint16)

    @cached_property
    def one_sided(self) -> np.ndarray:
        """bool[features + 1]: those whose mirror image means something else.

        They are those of a king that could castle, on its first square, and of one that would seem to.
        """
        found = np.zeros((self.planes, self.places), bool)
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
        """uint16[n, squares + most_held]: the feature on each square for the side to move, then those of the
        pieces in hand; ``features`` for none.

        ``rows`` uint8[n, :] are those of a :class:`~wormhole.training.self_play_games.Batch`.
        """
        found = np.empty((len(rows), self.squares + self.most_held), np.uint16)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            part = slice(start, start + ROWS_AT_ONCE)
            found[part] = self._of_few(rows[part])
        return found

    def _of_few(self, rows: np.ndarray) -> np.ndarray:
        turns = rows[:, -1].astype(bool)
        pieces = rows[:, : self.squares].copy()
        pieces[turns] = pieces[turns][:, self.mirror[: self.squares]]
        planes = np.where(turns[:, None], self._planes[1][pieces], self._planes[0][pieces])
        features = planes * self.places + np.arange(self.squares, dtype=np.uint16)
        none = np.uint16(self.features)
        on_board = np.where((pieces == EMPTY) | (pieces == WALL), none, features)
        if not self.variant.hands:
            return on_board
        numbers = FIRST_PIECE + np.arange(kinds_held(self.variant))
        held = np.append(self._planes[:, numbers] * self.places + self.squares, [[none]] * 2, axis=1)
        until = rows[:, self.squares : -1].cumsum(axis=1)  # the pieces in hand, in the order of their numbers
        which = np.stack([(until <= place).sum(axis=1) for place in range(self.most_held)], axis=1)
        in_hand = held[turns.astype(np.intp)[:, None], which]
        return np.concatenate([on_board, in_hand.astype(np.uint16)], axis=1)

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
    """Whether pieces move alike to the left and to the right, apart from castling, and goals lie alike."""
    geometry = variant.geometry
    for squares in variant.goals:
        places = {geometry.place[square] for square in squares}
        if {(geometry.columns - 1 - x, y) for x, y in places} != places:
            return False
    return not variant.arrows and all(
        {replace(path, steps=tuple(-step % 8 for step in path.steps)) for path in piece_type.paths}
        == set(piece_type.paths)
        for piece_type in variant.piece_types.values()
    )

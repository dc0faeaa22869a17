"""The inputs of a game's network: what is on each place, in planes, as one side sees it.

The planes are those of own piece types, of the other side's, and of removed squares. The places are the
squares and, in a game with hands, the hand, whose inputs a position may have several times. Input
``plane * places + place``. Black sees the board mirrored from top to bottom.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from wormhole.rules.geometry import ROW
from wormhole.rules.tables import FIRST_PIECE, GONE, HAND, PIECE_NUMBERS
from wormhole.rules.tabulation import start_square
from wormhole.rules.variant import Variant


@dataclass(frozen=True)
class NetworkInputs:
    """The inputs of a game."""

    variant: Variant

    @property
    def squares(self) -> int:
        """The number of squares."""
        return self.variant.geometry.squares

    @property
    def places(self) -> int:
        """The number of places of a piece: the squares, then the hand of its side, in a game with hands."""
        return self.squares + bool(self.variant.hands)

    @property
    def planes(self) -> int:
        """The number of planes."""
        return 2 * len(self.variant.piece_types) + 1

    @property
    def features(self) -> int:
        """The number of inputs; as an input, none."""
        return self.planes * self.places

    def places_of_piece(self, piece: int) -> list[int]:
        """The number of each place in arrays that have 256 numbers for each piece."""
        return [*range(self.squares), HAND + piece][: self.places]

    @cached_property
    def mirror(self) -> np.ndarray:
        """int64[places]: each place mirrored from top to bottom."""
        geometry = self.variant.geometry
        squares = [geometry.mirrored(square) for square in range(self.squares)]
        return np.array([*squares, *range(self.squares, self.places)])

    @cached_property
    def other_view(self) -> np.ndarray:
        """int64[features]: each input as the other side sees it."""
        types = len(self.variant.piece_types)
        planes = [*range(types, 2 * types), *range(types), 2 * types]
        return (np.array(planes)[:, None] * self.places + self.mirror).ravel()

    @cached_property
    def seen(self) -> np.ndarray:
        """uint16[4 * 64 * 256]: the input of piece ``m`` on a place, at ``m << 8 | place``.

        In four faces: as White sees it, as White would if the board were mirrored sideways, and the same for
        Black.
        """
        types = len(self.variant.piece_types)
        table = np.full((4, PIECE_NUMBERS, ROW), self.features, np.uint16)
        for view, places in enumerate((np.arange(self.places), self.mirror)):
            for index in range(types):
                for side in (0, 1):
                    number = FIRST_PIECE + 2 * index + side
                    plane = index + types * (side != view)
                    table[2 * view, number, self.places_of_piece(number)] = plane * self.places + places
            squares = places[: self.squares]
            table[2 * view, GONE, : self.squares] = 2 * types * self.places + squares
            table[2 * view + 1] = table[2 * view] if self.sideways is None else self.sideways[table[2 * view]]
        return table.ravel()

    @cached_property
    def sideways(self) -> np.ndarray | None:
        """uint16[features + 1]: each input mirrored from left to right, if the rules are the same on both
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

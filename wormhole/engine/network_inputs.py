"""The inputs of a game's network: what is on each place, in planes, as one side sees it.

The planes are those of own piece types, of the other side's, of removed squares and, where checks are
counted, of the number of checks that the side and the other side have to give yet. The places are the squares
and, in a game with hands, the hand, whose inputs a position may have several times. Input ``plane * places +
place``. Black sees the board mirrored from top to bottom.

In a game with one king, a network may have other weights for each zone of the viewing side's king. Where the
rules are the same to the left and to the right, a side with its king in the right half sees the board
mirrored sideways, so that there are fewer zones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from wormhole.engine.loops.workspace import MOST_ROWS
from wormhole.rules.endings import MOST_CHECKS
from wormhole.rules.geometry import ROW
from wormhole.rules.tables import FIRST_PIECE, GATE, GONE, HAND, PIECE_NUMBERS
from wormhole.rules.tabulation import start_square
from wormhole.rules.variant import Variant

BLACKS_CHECKS = 16
"""The first place of the checks that Black has to give yet; White's begin at 0."""


@dataclass(frozen=True)
class NetworkInputs:
    """The inputs of a game. ``counts_checks``: whether counted checks are among them."""

    variant: Variant
    counts_checks: bool = False

    @property
    def squares(self) -> int:
        """The number of the board's squares."""
        return self.variant.geometry.squares

    @property
    def places(self) -> int:
        """The number of places of a piece: the squares, then the hand of its side, in a game with hands."""
        return self.squares + bool(self.variant.hands)

    @property
    def planes(self) -> int:
        """The number of planes: of both sides' piece types, of removed squares, and of counted checks."""
        return 2 * len(self.variant.piece_types) + 1 + 2 * self.counts_checks

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
        found = np.array(planes)[:, None] * self.places + self.mirror
        if self.counts_checks:
            checks = np.arange(planes[-1] + 1, self.planes)[::-1, None] * self.places
            found = np.concatenate([found, checks + np.arange(self.places)])
        return found.ravel()

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
            for side in (0, 1) if self.counts_checks else ():
                left = np.arange(min(MOST_CHECKS + 1, self.places))
                table[2 * view, GATE, BLACKS_CHECKS * side + left] = (
                    2 * types + 1 + (side != view)
                ) * self.places + left
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
        if self.counts_checks:
            mirrored[-2:] = np.arange(self.features).reshape(mirrored.shape)[-2:]
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
    def kings(self) -> int:
        """The number of zones of a king that networks of this game may distinguish; 1 for none."""
        start, letter = self.variant.start, self.variant.royal.letter
        is_one = bool(letter) and start.count(letter) == start.count(letter.lower()) == 1
        if not is_one or self.variant.holds_royal or self.variant.crowned:
            return 1
        count = 4 if self._is_mirrored else 5
        return count if count * (self.features + 1) <= MOST_ROWS else 1

    @property
    def _is_mirrored(self) -> bool:
        """Whether a side with its king in the right half sees the board mirrored."""
        return self.sideways is not None

    @cached_property
    def zones(self) -> np.ndarray:
        """int64[2 * 256]: by side and square of its king, twice the zone, plus 1 if its board is mirrored.

        The zones are the first rank, in two halves or in three parts, the second rank, and all others.
        """
        found = np.zeros((2, ROW), np.int64)
        geometry = self.variant.geometry
        for square, (file, rank) in enumerate(geometry.place[: self.squares]):
            is_right = self._is_mirrored and 2 * file >= geometry.columns
            column = geometry.columns - 1 - file if is_right else file
            parts = 2 if self._is_mirrored else 3
            across = -(-geometry.columns // 2) if self._is_mirrored else geometry.columns
            zone = column * parts // across if rank == 0 else parts + (rank > 1)
            found[0, square] = found[1, geometry.mirrored(square)] = 2 * zone + is_right
        return found.ravel()

    @property
    def outputs_from(self) -> int:
        """One more than the most pieces on the board, or squares left: what outputs share."""
        if self.variant.squares_go:
            return self.squares + 1
        return min(self.squares, sum(map(str.isalpha, self.variant.start + self.variant.hands.start))) + 1

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

"""Ways: everywhere that the steps of a piece lead, with the direction of each step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from wormhole.rules.betza import DIRECTIONS
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.passage_paths import vector_of
from wormhole.rules.position import EP_SQUARE, EP_SQUARE_TOO, EP_VICTIM, TURN, Position, Scratch
from wormhole.rules.routes import Steps, walked
from wormhole.rules.tables import CAPTURES, GONE, MOVES, PASSAGES, PIECE_NUMBERS, TREADS, piece_number
from wormhole.rules.tabulation import GAMES_KEPT, plain_tables, side_paths
from wormhole.rules.variant import Variant

Vector = tuple[int, int]
"""Files and ranks."""


@dataclass(frozen=True)
class Way:
    """The steps of a piece to one square, as in a :class:`.Route`, whether or not it may end there.

    ``vectors`` has the files and ranks of each step on a board without holes. With neither ``moves`` nor
    ``captures`` the piece only passes the square.
    """

    from_square: int
    steps: Steps
    vectors: tuple[Vector, ...]
    moves: bool
    """Whether the way may end on an empty square."""
    captures: bool
    """Whether the way may end on an enemy piece."""
    ends: bool
    """Whether one of them fits what stands there; whether the king would be in check is not asked."""
    castled: tuple[int, int] | None = None
    """Origin and target of the castling rook."""

    @property
    def to_square(self) -> int:
        """The last square."""
        return self.steps[-1][-1]


def ways(variant: Variant, position: Position, scratch: Scratch, square: int) -> Iterator[Way]:
    """Every way of the piece on ``square``, without castling, whichever side is to move."""
    tables = plain_tables(variant)
    piece = position.pieces[square]
    position = _to_move(position, piece & 1)
    chains = _chains(variant)
    state = position.state
    en_passant = (state[EP_SQUARE], state[EP_SQUARE_TOO]) if tables.en_passant[piece] else ()
    for node, steps in walked(tables, position, scratch, square):
        flags, chain, target = tables.node_flags[node], chains[node], steps[-1][-1]
        found = position.pieces[target]
        ends = bool(
            flags >> tables.found[(piece & 1) * PIECE_NUMBERS | found] & 1
            or (flags & TREADS and found == GONE and tables.options[PASSAGES])
            or (flags & CAPTURES and target in en_passant)
        )
        vectors = chain + chain[-1:] * (len(steps) - len(chain))
        yield Way(square, steps, vectors, bool(flags & MOVES), bool(flags & CAPTURES), ends)


def _to_move(position: Position, side: int) -> Position:
    """The position with that side to move: its first-move rights count, and en passant only if it was."""
    if position.state[TURN] == side:
        return position
    state = position.state.tolist()
    state[TURN] = side
    state[EP_SQUARE : EP_VICTIM + 1] = [OFF] * (EP_VICTIM + 1 - EP_SQUARE)
    return position._replace(state=state)


@lru_cache(maxsize=GAMES_KEPT)
def _chains(variant: Variant) -> tuple[tuple[Vector, ...], ...]:
    """For each node the vectors of the steps that lead to it; the last one is repeated by a ride or walk."""
    tables = plain_tables(variant)
    if tables.options[PASSAGES]:
        chains: list[tuple[Vector, ...]] = [()]
        for letter, piece_type in variant.piece_types.items():
            for side in (0, 1):
                assert len(chains) == tables.first[piece_number(variant, letter, side)]
                chains += ((vector_of(path),) for path in side_paths(piece_type, side))
        return tuple(chains)
    chains = [()]
    for node in range(1, tables.first[PIECE_NUMBERS]):
        direction = DIRECTIONS[tables.node_link[node] // ROW % len(DIRECTIONS)]
        chains.append((*chains[tables.node_parent[node]], direction))
    return tuple(chains)

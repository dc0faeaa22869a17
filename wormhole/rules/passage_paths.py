"""The paths of pieces on a board with passages, and their vectors, as tables for the loops.

They are walked by :mod:`wormhole.rules.loops.passages`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from wormhole.rules.betza import DIRECTIONS, Path
from wormhole.rules.errors import VariantError
from wormhole.rules.geometry import MAX_SQUARES, OFF, ROW
from wormhole.rules.message import Message
from wormhole.rules.step_trees import Node
from wormhole.rules.tables import (
    CAPTURES,
    FROM_HOME,
    LEAPS,
    MAX_NODES,
    MOVES,
    PIECE_NUMBERS,
    RIDES,
    TREADS,
    VECTORS,
)
from wormhole.rules.variant import PieceType, Variant

LONGEST_WALK = (MAX_NODES - 1) // MAX_SQUARES
"""Greatest number of steps in a row for which ``Scratch.reach`` has room."""


def passage_paths(
    variant: Variant, numbered: Mapping[int, tuple[PieceType, int]], walks: Mapping[int, tuple[Path, ...]]
) -> tuple[np.ndarray, np.ndarray, list[Node], np.ndarray]:
    """For a game with passages: the vectors, their orbits, a node for each path, and where each piece's nodes
    begin."""
    row = [Node()]
    first = np.zeros(PIECE_NUMBERS + 1, np.uint64)
    rows: dict[tuple[int, int, bool], int] = {}
    for number in range(PIECE_NUMBERS):
        first[number] = len(row)
        for path in walks.get(number, ()):
            piece_type = numbered[number][0]
            is_walk = _is_walk(path)
            if is_walk and len(path.steps) > LONGEST_WALK:
                raise VariantError(
                    "{variant}: {piece} walks {count} steps in a row; "
                    "with random wormholes at most {most} are allowed",
                    variant=variant.name,
                    piece=Message(piece_type.name),
                    count=len(path.steps),
                    most=LONGEST_WALK,
                )
            vector = rows.setdefault((*vector_of(path), piece_type.pawn), len(rows))
            special = FROM_HOME * path.from_home | RIDES * path.ride | LEAPS * (not is_walk)
            ends = MOVES * path.moves | CAPTURES * path.captures | TREADS * piece_type.royal
            row.append(Node(vector * 2, special, ends, parent=len(path.steps) if is_walk else 1))
    first[PIECE_NUMBERS] = len(row)
    if len(rows) > VECTORS:
        raise VariantError(
            "{variant}: its pieces move by {count} vectors; at most {most} are allowed",
            variant=variant.name,
            count=len(rows),
            most=VECTORS,
        )
    vectors = np.full(VECTORS * 2 * ROW, OFF, np.uint8)
    for (across, up, is_pawn), index in rows.items():
        for square in range(variant.geometry.squares):
            at = index * 2 * ROW + square
            vectors[at] = variant.geometry.beyond(square, across, up)
            vectors[at + ROW] = variant.geometry.beyond(square, across, up, gate=True, sideways=is_pawn)
    return vectors, _orbits(vectors), row, first


def _orbits(vectors: np.ndarray) -> np.ndarray:
    """uint8[64 * 256]: for each vector, the least square of those that its steps connect with each square."""
    orbits = np.tile(np.arange(ROW, dtype=np.uint8), VECTORS)
    for index, steps in enumerate(vectors.reshape(VECTORS, 2, ROW)):
        orbit = orbits[index * ROW : (index + 1) * ROW]
        origins = np.nonzero(steps != OFF)[1]
        targets = steps[steps != OFF]
        before = np.zeros_like(orbit)
        while (before != orbit).any():
            before = orbit.copy()
            np.minimum.at(orbit, origins, orbit[targets])
            np.minimum.at(orbit, targets, orbit[origins])
    return orbits


def vector_of(path: Path) -> tuple[int, int]:
    """The (files, ranks) of one step of a path: of a whole leap, or of each step of a walk."""
    steps = path.steps[:1] if _is_walk(path) else path.steps
    across, up = (sum(DIRECTIONS[step][axis] for step in steps) for axis in (0, 1))
    return across, up


def _is_walk(path: Path) -> bool:
    """Whether the path is walked step by step in one direction; other paths are leaps."""
    return len(set(path.steps)) == 1 and (len(path.steps) == 1 or path.lame)

"""The ways of pieces as trees of steps, laid out in rows for the loops to walk.

The paths of a piece share their beginnings, so they are kept as a tree of steps. A node is one step from
where its parent stands; the nodes of one piece lie in a row, parents first. Attack is the same trees
turned round: from a square back along each path to where an attacker would stand, all pieces of a side in
one tree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from wormhole.rules.betza import Path
from wormhole.rules.geometry import ROW
from wormhole.rules.tables import (
    ARROWED,
    CAPTURES,
    FROM_HOME,
    LAME,
    MOVES,
    NO_FOLD,
    PIECE_NUMBERS,
    RIDES,
)


@dataclass
class Node:
    """A step of a tree while it is built; ``number`` and ``last`` are its place in the row of all."""

    direction: int = 0
    special: int = 0
    ends: int = 0
    pieces: int = 0
    number: int = 0
    last: int = 0
    parent: int = 0
    children: dict[tuple[int, int], Node] = field(default_factory=dict)

    def grow(self, steps: tuple[int, ...], path: Path) -> Node:
        """The node at the end of ``steps``, made where it was not there yet.

        Paths share a node where direction and special flags are the same. A ride never goes on into other
        steps, and first-move power belongs to the last step alone.
        """
        node = self
        for index, direction in enumerate(steps):
            special = RIDES * path.ride | LAME * (path.lame and index > 0)
            if index == len(steps) - 1:
                special |= FROM_HOME * path.from_home
            node = node.children.setdefault((direction, special), Node(direction, special))
        return node

    def link(self, unfolded: bool) -> int:
        """Where in the links this step looks; ``unfolded`` says that only rides pass over holes."""
        return self.direction * ROW + (NO_FOLD if unfolded and not self.special & RIDES else 0)

    def lay_out(self, row: list[Node], parent: int) -> None:
        """Append the tree below this node to ``row``, every node before what follows from it."""
        for node in self.children.values():
            node.number, node.parent = len(row), parent
            row.append(node)
            node.lay_out(row, node.number)
            node.last = len(row)


def move_trees(walks: Mapping[int, tuple[Path, ...]], arrowed: bool) -> tuple[list[Node], np.ndarray]:
    """The nodes by which each piece moves, and where each piece's begin: uint64[65]."""
    row = [Node()]
    first = np.zeros(PIECE_NUMBERS + 1, np.uint64)
    for number in range(PIECE_NUMBERS):
        first[number] = len(row)
        tree = Node()
        for path in walks.get(number, ()):
            tree.grow(path.steps, path).ends |= MOVES * path.moves | CAPTURES * path.captures
        for node in tree.children.values():
            node.special |= ARROWED * arrowed
        tree.lay_out(row, 0)
    first[PIECE_NUMBERS] = len(row)
    return row, first


def attack_trees(walks: Mapping[int, tuple[Path, ...]]) -> tuple[list[Node], np.ndarray]:
    """The nodes by which each side attacks, backwards, and where each side's begin: uint64[3]."""
    row = [Node()]
    first = np.zeros(3, np.uint64)
    for side in (0, 1):
        first[side] = len(row)
        tree = Node()
        for number, paths in walks.items():
            for path in paths:
                if number % 2 == side and path.captures and not path.from_home:
                    back = tuple((step + 4) % 8 for step in reversed(path.steps))
                    tree.grow(back, path).pieces |= 1 << number
        tree.lay_out(row, 0)
    first[2] = len(row)
    return row, first

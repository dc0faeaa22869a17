"""Building the trees of steps that the loops walk.

Paths of a piece that begin alike share their first steps, as a tree. A node is one step from its parent's
square; the nodes of a piece are contiguous, parents first. The attack trees are reversed: they lead from a
square back along each path to a possible attacker, with all pieces of a side in one tree.
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
    """A step of a tree under construction; its subtree is nodes ``number`` to ``last - 1`` of all nodes."""

    direction: int = 0
    special: int = 0
    ends: int = 0
    pieces: int = 0
    number: int = 0
    last: int = 0
    parent: int = 0
    children: dict[tuple[int, int], Node] = field(default_factory=dict)

    def grow(self, steps: tuple[int, ...], path: Path) -> Node:
        """The node at the end of ``steps``; missing nodes are made.

        Paths share a node if direction and special flags are the same. A ride has no steps after it, and the
        first-move flag is on the last step only.
        """
        node = self
        for index, direction in enumerate(steps):
            special = RIDES * path.ride | LAME * (path.lame and index > 0)
            if index == len(steps) - 1:
                special |= FROM_HOME * path.from_home
            node = node.children.setdefault((direction, special), Node(direction, special))
        return node

    def link(self, unfolded: bool) -> int:
        """The offset of this step in the links; ``unfolded`` means that only rides pass over holes."""
        return self.direction * ROW + (NO_FOLD if unfolded and not self.special & RIDES else 0)

    def lay_out(self, row: list[Node], parent: int) -> None:
        """Append the nodes below this one to ``row``, each before its descendants."""
        for node in self.children.values():
            node.number, node.parent = len(row), parent
            row.append(node)
            node.lay_out(row, node.number)
            node.last = len(row)


def move_trees(walks: Mapping[int, tuple[Path, ...]], arrowed: bool) -> tuple[list[Node], np.ndarray]:
    """The nodes of all pieces' moves, and the first node of each piece: uint64[65]."""
    row = [Node()]
    first = np.zeros(PIECE_NUMBERS + 1, np.uint64)
    for number in range(PIECE_NUMBERS):
        first[number] = len(row)
        tree = Node()
        for path in walks.get(number, ()):
            tree.grow(path.steps, path).ends |= MOVES * path.moves | CAPTURES * path.captures
        # The loops count the squares that a ride passes as listed. So one that only captures comes last.
        tree.children = dict(sorted(tree.children.items(), key=lambda child: _only_captures(child[1])))
        for node in tree.children.values():
            node.special |= ARROWED * arrowed
        tree.lay_out(row, 0)
    first[PIECE_NUMBERS] = len(row)
    return row, first


def _only_captures(node: Node) -> bool:
    return bool(node.special & RIDES) and not node.ends & MOVES


def attack_trees(walks: Mapping[int, tuple[Path, ...]]) -> tuple[list[Node], np.ndarray]:
    """The nodes of both sides' attacks, reversed, and the first node of each side: uint64[3]."""
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

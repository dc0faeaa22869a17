"""A game compiled to small arrays, which the loops walk without knowing any game by name.

Men are numbers, ``2 * kind + side`` with White 0 and Black 1. Number 0 is an empty square and 1 is no square
at all: gone, or beyond the edge.

The paths of a man share their beginnings, so they are kept as a tree of steps. A node is one step from where
its parent stands; the nodes of one man lie in a row, parents first. Attack is the same trees turned round:
from a square back along each path to where an attacker would stand, all men of a side in one tree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np

from wormhole.rules.betza import Path
from wormhole.rules.errors import VariantError
from wormhole.rules.geometry import ROW
from wormhole.rules.variant import LeftSquare, Man, Stalemate, Variant

EMPTY, GONE = 0, 1
FIRST_MAN = 2
KINDS = 31
"""Kinds of men a game may have: the numbers of all men must be bits of one int64."""

MAN_NUMBERS = 2 * KINDS + 2

ON_EMPTY, ON_ENEMY, ON_OTHER = 0, 1, 2
"""What a man finds on a square; also the bit of a node's flags that lets it end there."""

MOVES = 1 << ON_EMPTY
CAPTURES = 1 << ON_ENEMY
SPECIAL = 8
"""Flags from here up are for nodes that are no plain step."""
RIDES = 8
LAME = 16
FROM_HOME = 32

FOLDS, STALEMATE_DRAWS = 0, 1
OPTIONS = 2


class Tables(NamedTuple):
    """What the loops know of a game. All arrays are flat and read-only.

    * ``links`` uint8[2048]: ``links[direction << 8 | square]``, the board with no square removed
    * ``first`` uint16[65]: the nodes of man ``m`` are ``first[m]`` to ``first[m + 1]``
    * ``node_link`` uint16: a node's direction << 8; ``node_parent`` uint16: the node it steps on from, 0 for
      the man's own square; ``node_flags`` uint8: where it may end, and what is special about it
    * ``found`` uint8[128]: ``found[side << 6 | m]`` is what man ``m`` is to a mover of that side
    * ``promotions`` uint8[64 * 16]: what man ``m`` may become, from ``m << 4``, 0 after the last
    * ``zone`` uint8[64 * 256]: 1 where man ``m`` promotes, at ``m << 8 | square``
    * ``home`` uint8[64 * 256]: 1 where man ``m`` has its first-move powers
    * ``watch_first`` uint16[3]: the nodes by which side 0 and side 1 attack; ``watch_link``,
      ``watch_parent``, ``watch_flags`` as above, backwards; ``watch_last`` uint16: the node after all that
      follow from this one; ``watch_men`` int64: bit ``m`` where man ``m`` attacks from that node
    * ``resets`` uint8[64]: 1 for men whose moves reset the half-move clock
    * ``options`` int64: ``FOLDS``, ``STALEMATE_DRAWS``, each 0 or 1
    """

    links: np.ndarray
    first: np.ndarray
    node_link: np.ndarray
    node_parent: np.ndarray
    node_flags: np.ndarray
    found: np.ndarray
    promotions: np.ndarray
    zone: np.ndarray
    home: np.ndarray
    watch_first: np.ndarray
    watch_link: np.ndarray
    watch_parent: np.ndarray
    watch_last: np.ndarray
    watch_flags: np.ndarray
    watch_men: np.ndarray
    resets: np.ndarray
    options: np.ndarray


def man_number(variant: Variant, letter: str, side: int) -> int:
    """The number of the man with that upper-case letter, on side 0 (White) or 1."""
    return FIRST_MAN + 2 * list(variant.men).index(letter) + side


def man_letter(variant: Variant, number: int) -> str:
    """The upper-case letter of a man's number."""
    return list(variant.men)[(number - FIRST_MAN) // 2]


@cache
def tables(variant: Variant) -> Tables:
    """The tables of a game. Raises :class:`VariantError` if the game does not fit into them."""
    if len(variant.men) > KINDS:
        raise VariantError(f"{variant.name}: {len(variant.men)} kinds of men; {KINDS} at most")
    numbered = {
        man_number(variant, man.letter, side): (man, side) for man in variant.men.values() for side in (0, 1)
    }
    walks = {number: _side_paths(man, side) for number, (man, side) in numbered.items()}
    nodes, first = _move_trees(walks)
    watch, watch_first = _watch_trees(walks)
    zone, home = _zones(variant, numbered)
    options = np.zeros(OPTIONS, np.int64)
    options[FOLDS] = variant.left_square is LeftSquare.FOLDS
    options[STALEMATE_DRAWS] = variant.stalemate is Stalemate.DRAW
    resets = np.zeros(MAN_NUMBERS, np.uint8)
    for number, (man, _side) in numbered.items():
        resets[number] = bool(man.promotes_to)
    made = Tables(
        links=variant.geometry.links,
        first=first,
        node_link=np.array([node.direction * ROW for node in nodes], np.uint16),
        node_parent=np.array([node.parent for node in nodes], np.uint16),
        node_flags=np.array([node.ends | node.special for node in nodes], np.uint8),
        found=_found(),
        promotions=_promotions(variant, numbered),
        zone=zone,
        home=home,
        watch_first=watch_first,
        watch_link=np.array([node.direction * ROW for node in watch], np.uint16),
        watch_parent=np.array([node.parent for node in watch], np.uint16),
        watch_last=np.array([node.last for node in watch], np.uint16),
        watch_flags=np.array([node.special for node in watch], np.uint8),
        watch_men=np.array([node.men for node in watch], np.int64),
        resets=resets,
        options=options,
    )
    for array in made:
        array.flags.writeable = False
    return made


@dataclass
class _Node:
    """A step of a tree while it is built; ``number`` and ``last`` are its place in the row of all nodes."""

    direction: int = 0
    special: int = 0
    ends: int = 0
    men: int = 0
    number: int = 0
    last: int = 0
    parent: int = 0
    children: dict[tuple[int, int], _Node] = field(default_factory=dict)

    def grow(self, steps: tuple[int, ...], path: Path) -> _Node:
        """The node at the end of ``steps``, made where it was not there yet.

        Paths share a node where direction and special flags are the same. A ride never goes on into other
        steps, and first-move power belongs to the last step alone.
        """
        node = self
        for index, direction in enumerate(steps):
            special = RIDES * path.ride | LAME * (path.lame and index > 0)
            if index == len(steps) - 1:
                special |= FROM_HOME * path.from_home
            node = node.children.setdefault((direction, special), _Node(direction, special))
        return node

    def lay_out(self, row: list[_Node], parent: int) -> None:
        """Append the tree below this node to ``row``, every node before what follows from it."""
        for node in self.children.values():
            node.number, node.parent = len(row), parent
            row.append(node)
            node.lay_out(row, node.number)
            node.last = len(row)


def _side_paths(man: Man, side: int) -> tuple[Path, ...]:
    return man.paths if side == 0 else tuple(path.turned() for path in man.paths)


def _move_trees(walks: Mapping[int, tuple[Path, ...]]) -> tuple[list[_Node], np.ndarray]:
    row = [_Node()]
    first = np.zeros(MAN_NUMBERS + 1, np.uint16)
    for number in range(MAN_NUMBERS):
        first[number] = len(row)
        tree = _Node()
        for path in walks.get(number, ()):
            tree.grow(path.steps, path).ends |= MOVES * path.moves | CAPTURES * path.captures
        tree.lay_out(row, 0)
    first[MAN_NUMBERS] = len(row)
    return row, first


def _watch_trees(walks: Mapping[int, tuple[Path, ...]]) -> tuple[list[_Node], np.ndarray]:
    row = [_Node()]
    first = np.zeros(3, np.uint16)
    for side in (0, 1):
        first[side] = len(row)
        tree = _Node()
        for number, paths in walks.items():
            for path in paths:
                if number % 2 == side and path.captures:
                    back = tuple((step + 4) % 8 for step in reversed(path.steps))
                    tree.grow(back, path).men |= 1 << number
        tree.lay_out(row, 0)
    first[2] = len(row)
    return row, first


def _found() -> np.ndarray:
    found = np.full(2 * MAN_NUMBERS, ON_OTHER, np.uint8)
    for side in (0, 1):
        found[side * MAN_NUMBERS + EMPTY] = ON_EMPTY
        for number in range(FIRST_MAN, MAN_NUMBERS):
            if number % 2 != side:
                found[side * MAN_NUMBERS + number] = ON_ENEMY
    return found


def _promotions(variant: Variant, numbered: Mapping[int, tuple[Man, int]]) -> np.ndarray:
    promotions = np.zeros(MAN_NUMBERS * 16, np.uint8)
    for number, (man, side) in numbered.items():
        if len(man.promotes_to) > 15:
            raise VariantError(f"{variant.name}: {man.name} promotes to more than 15 men")
        for index, letter in enumerate(man.promotes_to):
            promotions[number * 16 + index] = man_number(variant, letter, side)
    return promotions


def _zones(variant: Variant, numbered: Mapping[int, tuple[Man, int]]) -> tuple[np.ndarray, np.ndarray]:
    """Where men promote (the last rank), and where they have their first-move powers."""
    zone = np.zeros(MAN_NUMBERS * ROW, np.uint8)
    home = np.zeros(MAN_NUMBERS * ROW, np.uint8)
    rows = variant.geometry.rows
    for number, (man, side) in numbered.items():
        for square, (_, row) in enumerate(variant.geometry.place):
            rank = row + 1 if side == 0 else rows - row
            zone[number * ROW + square] = bool(man.promotes_to) and rank == rows
            home[number * ROW + square] = rank == man.home_rank
    return zone, home

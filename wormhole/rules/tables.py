"""A game compiled to small arrays, which the loops walk without knowing any game by name.

Men are numbers, ``2 * kind + side`` with White 0 and Black 1. Number 0 is an empty square and 1 is no square
at all: gone, or beyond the edge.

The paths of a man share their beginnings, so they are kept as a tree of steps. A node is one step from where
its parent stands; the nodes of one man lie in a row, parents first. Attack is the same trees turned round:
from a square back along each path to where an attacker would stand, all men of a side in one tree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np

from wormhole.rules.arrays import record
from wormhole.rules.betza import DIRECTIONS, Path
from wormhole.rules.errors import VariantError
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.placement import read_rows
from wormhole.rules.variant import Goal, LeftSquare, Man, NoMove, Variant

EMPTY, GONE = 0, 1
FIRST_MAN = 2
KINDS = 31
"""Kinds of men a game may have: the numbers of all men must be bits of one int64."""

MAN_NUMBERS = 2 * KINDS + 2

MAX_NODES = 4096
"""Room for the trees of a game; the same for all, so that the loops are compiled once."""

ON_EMPTY, ON_ENEMY, ON_OTHER = 0, 1, 2
"""What a man finds on a square; also the bit of a node's flags that lets it end there."""

MOVES = 1 << ON_EMPTY
CAPTURES = 1 << ON_ENEMY
SPECIAL = 8
"""Flags from here up are for nodes that are no plain step."""
RIDES = 8
LAME = 16
FROM_HOME = 32
ARROWED = 64
LEAPS, TREADS = 16, 64
"""In games with passages instead of ``LAME`` and ``ARROWED``: what leaps, and what treads on wormholes."""

VECTORS = 64
"""Vectors that the men of a game with passages may move by."""

NOT_AT_HOME, AT_HOME, AT_HOME_BY_RIGHT = 0, 1, 2
"""Whether a man on a square has its first-move powers: by its place alone, or while its right holds, too."""

SHORT, LONG = 0, 1
"""The wings a king castles to: towards the last file, and the first."""

(
    STAYS,
    FOLDS,
    VANISHES,
    PASSAGES,
    TRACKS,
    ROYAL_CAPTURE,
    STALEMATE_DRAWS,
    STALEMATE_WINS,
    BARE_DRAWS,
    REPEATS,
) = range(10)
QUIET_LIMIT = 10
OPTIONS = 11

NO_FOLD = 8 * ROW
"""Added to a direction's row, this leads to the links that do not fold."""


class Tables(NamedTuple):
    """What the loops know of a game. All arrays are flat and read-only; rows of nodes are 4096 long.

    * ``links`` uint8[4096]: ``links[direction << 8 | square]``, the board with no square removed, twice:
      steps that fold use the first half, others the second
    * ``ground`` uint8[256]: ``EMPTY`` for the board's squares, ``GONE`` for all other numbers
    * ``first`` uint16[65]: the nodes of man ``m`` are ``first[m]`` to ``first[m + 1]``
    * ``node_link`` uint16: where in ``links`` a node's direction begins; ``node_parent`` uint16: the node it
      steps on from, 0 for the man's own square; ``node_flags`` uint8: where it may end, and what is special
    * ``vectors`` uint8[64 * 512]: see :mod:`wormhole.rules.loops.passages`
    * ``found`` uint8[128]: ``found[side << 6 | m]`` is what man ``m`` is to a mover of that side
    * ``promotions`` uint8[64 * 16]: what man ``m`` may become, from ``m << 4``, 0 after the last
    * ``zone`` uint8[64 * 256]: 1 where man ``m`` promotes, at ``m << 8 | square``
    * ``home`` uint8[64 * 256]: ``AT_HOME`` and the like for man ``m``
    * ``watch_first`` uint16[3]: the nodes by which side 0 and side 1 attack; ``watch_link``,
      ``watch_parent``, ``watch_flags`` as above, backwards; ``watch_last`` uint16: the node after all that
      follow from this one; ``watch_men`` int64: bit ``m`` where man ``m`` attacks from that node
    * ``resets`` uint8[64]: 1 for men whose moves reset the half-move clock
    * ``passant`` uint8[64]: 1 for men that take, and are taken, en passant
    * ``leave`` uint8[256]: bit d where a man may leave the square in direction d
    * ``keeps`` int64[256]: the rights that outlive a move from or to the square; bit ``2 * side + wing``
    * ``castle`` uint8[16]: king from, king to, rook from, rook to, at ``(2 * side + wing) * 4``
    * ``zobrist`` int64[64 * 256 + 32]: random numbers for men on squares, then rights, then the side to move
    * ``options`` int64: 0 or 1 each, but ``QUIET_LIMIT`` is a number of single moves. ``TRACKS``: positions
      have rights or en passant to keep track of
    """

    links: np.ndarray
    ground: np.ndarray
    first: np.ndarray
    node_link: np.ndarray
    node_parent: np.ndarray
    node_flags: np.ndarray
    vectors: np.ndarray
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
    passant: np.ndarray
    leave: np.ndarray
    keeps: np.ndarray
    castle: np.ndarray
    zobrist: np.ndarray
    options: np.ndarray


def man_number(variant: Variant, letter: str, side: int) -> int:
    """The number of the man with that upper-case letter, on side 0 (White) or 1."""
    return FIRST_MAN + 2 * list(variant.men).index(letter) + side


def man_letter(variant: Variant, number: int) -> str:
    """The upper-case letter of a man's number."""
    return list(variant.men)[(number - FIRST_MAN) // 2]


@cache
def table_record(variant: Variant) -> np.void:
    """The tables of a game as the compiled loops take them."""
    return record(tables(variant))


@cache
def tables(variant: Variant) -> Tables:
    """The tables of a game. Raises :class:`VariantError` if the game does not fit into them."""
    if len(variant.men) > KINDS:
        raise VariantError(f"{variant.name}: {len(variant.men)} kinds of men; {KINDS} at most")
    numbered = {
        man_number(variant, man.letter, side): (man, side) for man in variant.men.values() for side in (0, 1)
    }
    walks = {number: _side_paths(man, side) for number, (man, side) in numbered.items()}
    if variant.left_square is LeftSquare.RANDOM:
        vectors, nodes, first = _passage_paths(variant, numbered, walks)
    else:
        vectors = np.full(VECTORS * 2 * ROW, OFF, np.uint8)
        nodes, first = _move_trees(walks, bool(variant.arrows))
    watch, watch_first = _watch_trees(walks)
    zone, home = _zones(variant, numbered)
    unfolded = variant.left_square is LeftSquare.VANISHES
    castle = _castle(variant)
    made = Tables(
        links=variant.geometry.links,
        ground=_by_square(variant, EMPTY, GONE),
        first=first,
        node_link=_row(variant, [node.link(unfolded) for node in nodes], np.uint16),
        node_parent=_row(variant, [node.parent for node in nodes], np.uint16),
        node_flags=_row(variant, [node.ends | node.special for node in nodes], np.uint8),
        vectors=vectors,
        found=_found(),
        promotions=_promotions(variant, numbered),
        zone=zone,
        home=home,
        watch_first=watch_first,
        watch_link=_row(variant, [node.link(unfolded) for node in watch], np.uint16),
        watch_parent=_row(variant, [node.parent for node in watch], np.uint16),
        watch_last=_row(variant, [node.last for node in watch], np.uint16),
        watch_flags=_row(variant, [node.special for node in watch], np.uint8),
        watch_men=_row(variant, [node.men for node in watch], np.int64),
        resets=_of_men(numbered, lambda man: man.pawn),
        passant=_of_men(numbered, lambda man: man.en_passant),
        leave=_leave(variant),
        keeps=_keeps(variant, castle),
        castle=castle,
        zobrist=np.random.default_rng(2000).integers(-(1 << 63), 1 << 63, MAN_NUMBERS * ROW + 32, np.int64),
        options=_options(variant, castle),
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

    def link(self, unfolded: bool) -> int:
        """Where in the links this step looks; ``unfolded`` says that only rides pass over holes."""
        return self.direction * ROW + (NO_FOLD if unfolded and not self.special & RIDES else 0)

    def lay_out(self, row: list[_Node], parent: int) -> None:
        """Append the tree below this node to ``row``, every node before what follows from it."""
        for node in self.children.values():
            node.number, node.parent = len(row), parent
            row.append(node)
            node.lay_out(row, node.number)
            node.last = len(row)


def _row(variant: Variant, values: list[int], kind: type[np.generic]) -> np.ndarray:
    if len(values) > MAX_NODES:
        raise VariantError(f"{variant.name}: its men move in too many ways; {MAX_NODES} steps are the most")
    row = np.zeros(MAX_NODES, kind)
    row[: len(values)] = values
    return row


def _side_paths(man: Man, side: int) -> tuple[Path, ...]:
    return man.paths if side == 0 else tuple(path.turned() for path in man.paths)


def _move_trees(walks: Mapping[int, tuple[Path, ...]], arrowed: bool) -> tuple[list[_Node], np.ndarray]:
    row = [_Node()]
    first = np.zeros(MAN_NUMBERS + 1, np.uint16)
    for number in range(MAN_NUMBERS):
        first[number] = len(row)
        tree = _Node()
        for path in walks.get(number, ()):
            tree.grow(path.steps, path).ends |= MOVES * path.moves | CAPTURES * path.captures
        for node in tree.children.values():
            node.special |= ARROWED * arrowed
        tree.lay_out(row, 0)
    first[MAN_NUMBERS] = len(row)
    return row, first


def _passage_paths(
    variant: Variant, numbered: Mapping[int, tuple[Man, int]], walks: Mapping[int, tuple[Path, ...]]
) -> tuple[np.ndarray, list[_Node], np.ndarray]:
    """Vectors, and a node for each path, for a game with passages."""
    row = [_Node()]
    first = np.zeros(MAN_NUMBERS + 1, np.uint16)
    rows: dict[tuple[int, int, bool], int] = {}
    for number in range(MAN_NUMBERS):
        first[number] = len(row)
        for path in walks.get(number, ()):
            man = numbered[number][0]
            is_walk = len(set(path.steps)) == 1 and (len(path.steps) == 1 or path.lame)
            steps = path.steps[:1] if is_walk else path.steps
            across, up = (sum(DIRECTIONS[step][axis] for step in steps) for axis in (0, 1))
            vector = rows.setdefault((across, up, man.pawn), len(rows))
            special = FROM_HOME * path.from_home | RIDES * path.ride | LEAPS * (not is_walk)
            ends = MOVES * path.moves | CAPTURES * path.captures | TREADS * man.royal
            row.append(_Node(vector * 2, special, ends, parent=len(path.steps) if is_walk else 1))
    first[MAN_NUMBERS] = len(row)
    if len(rows) > VECTORS:
        raise VariantError(f"{variant.name}: its men move by {len(rows)} vectors; {VECTORS} are the most")
    vectors = np.full(VECTORS * 2 * ROW, OFF, np.uint8)
    for (across, up, is_pawn), index in rows.items():
        for square in range(variant.geometry.squares):
            at = index * 2 * ROW + square
            vectors[at] = _beyond(variant, square, across, up, gate=False)
            vectors[at + ROW] = _beyond(variant, square, across, up, gate=True, sideways=is_pawn)
    return vectors, row, first


def _beyond(
    variant: Variant, square: int, across: int, up: int, *, gate: bool, sideways: bool = False
) -> int:
    """Where a vector leads; through a gate also round to the opposite edge, or only round the sides."""
    geometry = variant.geometry
    column, row = geometry.place[square]
    x, y = column + across, row + up
    if gate and (column in (0, geometry.columns - 1) or row in (0, geometry.rows - 1)):
        x %= geometry.columns
        y = y if sideways else y % geometry.rows
    target = geometry.square_at.get((x, y), OFF)
    return target if target < geometry.squares else OFF


def _watch_trees(walks: Mapping[int, tuple[Path, ...]]) -> tuple[list[_Node], np.ndarray]:
    row = [_Node()]
    first = np.zeros(3, np.uint16)
    for side in (0, 1):
        first[side] = len(row)
        tree = _Node()
        for number, paths in walks.items():
            for path in paths:
                if number % 2 == side and path.captures and not path.from_home:
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
    """Where men promote, and where they have their first-move powers."""
    zone = np.zeros(MAN_NUMBERS * ROW, np.uint8)
    home = np.zeros(MAN_NUMBERS * ROW, np.uint8)
    for number, (man, side) in numbered.items():
        for squares, table in ((man.promotion_squares, zone), (man.home_squares, home)):
            for square in squares:
                table[number * ROW + _seen_by(variant, square, side)] = AT_HOME
        if man.royal and man.has_first_move:
            home[number * ROW + start_square(variant, man.letter, side)] = AT_HOME_BY_RIGHT
    return zone, home


def _seen_by(variant: Variant, square: int, side: int) -> int:
    return square if side == 0 else variant.geometry.mirrored(square)


def start_square(variant: Variant, letter: str, side: int) -> int:
    """Where a side's only man of that letter starts."""
    return _start_squares(variant)[letter if side == 0 else letter.lower()][0]


def _start_squares(variant: Variant) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for y, row in enumerate(reversed(read_rows(variant.start))):
        for x, symbol in enumerate(row):
            found.setdefault(symbol, []).append(variant.geometry.square_at[x, y])
    return found


def _castle(variant: Variant) -> np.ndarray:
    """King from, king to, rook from, rook to for each side and wing; all ``OFF`` where there is no castling.

    The king goes two squares towards the nearest man that it castles with on its rank, which lands on the
    square that the king passed. It needs squares that stay when they are left.
    """
    castle = np.full(16, OFF, np.uint8)
    if variant.left_square in (LeftSquare.FOLDS, LeftSquare.VANISHES):
        return castle
    king = variant.royal
    for side in (0, 1):
        rooks = _start_squares(variant).get(
            king.castles_with.upper() if side == 0 else king.castles_with.lower()
        )
        if not king.castles_with or not rooks:
            continue
        start = start_square(variant, king.letter, side)
        column, row = variant.geometry.place[start]
        for wing, toward in ((SHORT, 1), (LONG, -1)):
            columns = [
                variant.geometry.place[rook][0] for rook in rooks if variant.geometry.place[rook][1] == row
            ]
            beyond = [x for x in columns if (x - column) * toward > 2]
            if beyond:
                rook = min(beyond, key=lambda x: abs(x - column))
                squares = (column, column + 2 * toward, rook, column + toward)
                index = (2 * side + wing) * 4
                castle[index : index + 4] = [variant.geometry.square_at[x, row] for x in squares]
    return castle


def _keeps(variant: Variant, castle: np.ndarray) -> np.ndarray:
    keeps = np.full(ROW, 15, np.int64)
    for right in range(4):
        king_from, _, rook_from, _ = castle[4 * right : 4 * right + 4]
        if king_from != OFF:
            keeps[king_from] &= ~(1 << right)
            keeps[rook_from] &= ~(1 << right)
    if variant.royal.has_first_move:
        for side in (0, 1):
            keeps[start_square(variant, variant.royal.letter, side)] &= ~(1 << 2 * side)
    return keeps


def _by_square(variant: Variant, here: int, elsewhere: int) -> np.ndarray:
    made = np.full(ROW, elsewhere, np.uint8)
    made[: variant.geometry.squares] = here
    return made


def _leave(variant: Variant) -> np.ndarray:
    leave = np.full(ROW, 255, np.uint8)
    leave[: len(variant.arrows)] = variant.arrows
    return leave


def _of_men(numbered: Mapping[int, tuple[Man, int]], question: Callable[[Man], bool]) -> np.ndarray:
    made = np.zeros(MAN_NUMBERS, np.uint8)
    for number, (man, _side) in numbered.items():
        made[number] = question(man)
    return made


def _options(variant: Variant, castle: np.ndarray) -> np.ndarray:
    endings = variant.endings
    has_rights = bool((castle != OFF).any()) or variant.royal.has_first_move
    options = np.zeros(OPTIONS, np.int64)
    options[STAYS] = variant.left_square in (LeftSquare.STAYS, LeftSquare.RANDOM)
    options[PASSAGES] = variant.left_square is LeftSquare.RANDOM
    options[FOLDS] = variant.left_square is LeftSquare.FOLDS
    options[VANISHES] = variant.left_square is LeftSquare.VANISHES
    options[STALEMATE_DRAWS] = endings.stalemate is NoMove.DRAW
    options[STALEMATE_WINS] = endings.stalemate is NoMove.WIN
    options[ROYAL_CAPTURE] = endings.goal is Goal.CAPTURE
    options[TRACKS] = has_rights or any(man.en_passant for man in variant.men.values())
    options[BARE_DRAWS] = is_dead(variant, (variant.royal.letter, variant.royal.letter))
    options[QUIET_LIMIT] = endings.quiet_moves
    options[REPEATS] = endings.repetitions > 0
    return options


def is_dead(variant: Variant, material: tuple[str, str]) -> bool:
    """Whether nobody can win with that material, as :class:`Endings` lists it.

    Where a side without a move loses, bare kings still play for that, unless kings are there to be captured.
    """
    endings = variant.endings
    if endings.stalemate is not NoMove.DRAW and endings.goal is Goal.CHECKMATE:
        return False
    return material in endings.dead

"""Making the tables of a game, which the loops read, from its :class:`.Variant`.

Paths of a piece that begin alike share their first steps, as a tree. A node is one step from its parent's
square; the nodes of a piece are contiguous, parents first. The attack trees are reversed: they lead from a
square back along each path to a possible attacker, with all pieces of a side in one tree. On a board with
passages, :mod:`wormhole.rules.loops.passages` walks the paths themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache, partial
from typing import Any

import numpy as np

from wormhole.base.errors import Message, VariantError
from wormhole.compiling.arrays import block, record, views
from wormhole.rules.betza import DIRECTIONS, Hop, Path
from wormhole.rules.draw_limits import COUNTING_RULES
from wormhole.rules.endings import MOST_EXTINCTIONS, Goal, GoalWins, NoMove, Passing, Repetition, Royal
from wormhole.rules.geometry import MAX_SQUARES, OFF, ROW
from wormhole.rules.hands import Drops
from wormhole.rules.placement import read_rows
from wormhole.rules.position import BY_DECLARED_RULE, Position, new_scratch
from wormhole.rules.rule import is_set, reasons_of, rules_of
from wormhole.rules.tables import (
    ALL_ROYAL,
    ARROWED,
    AT_HOME,
    AT_HOME_BY_RIGHT,
    AT_HOME_BY_SECOND_RIGHT,
    BY_CAPTURE,
    CAPTURED_ROYAL,
    CAPTURES,
    CASTLES,
    CASTLES_WITH,
    CONFINED,
    COUNT_ROW,
    COUNT_ROWS,
    CROWNED,
    CROWNED_OTHER_SIDE,
    DESPITE_PAWNS,
    DRAWN,
    DUPLE_ROYAL,
    EMPTY,
    EXTINCT_ROW,
    FACES,
    FEW,
    FIRST_PIECE,
    FROM_HOME,
    FROM_PIECES,
    GATES_ONCE,
    GATES_REFILLED,
    GOAL_AT_ONCE,
    GOAL_IF_SAFE,
    GOAL_NEXT_TURN,
    GOAL_UNLESS_ANSWERED,
    GONE,
    HAND,
    HOPS,
    LAME,
    LAST_ROYAL,
    LEAPS,
    LEAVES,
    LINED,
    LONE,
    LONG,
    LOST,
    MARKS_OF_OWN,
    MARKS_OF_PARTNER,
    MAX_NODES,
    MAX_PIECE_TYPES,
    MAY_STAY,
    MEETING_WALKS,
    MOST_COUNTED,
    MOST_IN_HAND,
    MOVES,
    NO_FOLD,
    NOT_WITH_CHECK,
    NOT_WITH_MATE,
    ON_EMPTY,
    ON_ENEMY,
    ON_OTHER,
    OTHERWISE,
    PASSAGE_WALKS,
    PIECE_NUMBERS,
    PROMOTES,
    REPEATS_DECIDE,
    REPEATS_DRAW,
    RIDES,
    SEVERAL,
    SHORT,
    SPARES,
    STEPS,
    STRAIGHT,
    SURVIVES_ALL,
    SURVIVES_BESIDE,
    TO_LOST,
    TREADS,
    VECTORS,
    WALKS,
    WALL,
    WON,
    Options,
    Tables,
    piece_number,
)
from wormhole.rules.variant import Capture, LeftSquare, PieceType, Promotion, Survives, Variant

LONGEST_WALK = (MAX_NODES - 1) // MAX_SQUARES
"""Greatest number of steps in a row for which ``Scratch.reach`` has room."""

RANDOM_NUMBERS = PIECE_NUMBERS * ROW + 32 + 256 + PIECE_NUMBERS * MOST_IN_HAND + PIECE_NUMBERS * ROW

GAMES_KEPT = 32
"""Number of games whose tables are kept in memory."""


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
    ridden: bool = False
    children: dict[tuple[int, int, bool, bool], Node] = field(default_factory=dict)

    def grow(self, path: Path, *, back: bool = False) -> Node:
        """The node at the end of a path, or of the path ``back``; missing nodes are made.

        Paths share a node if direction, special flags and what it does at holes are the same, but no ride
        that only leads to a hop.
        The first-move flag is on the last step only.
        """
        steps = tuple((step + 4) % 8 for step in reversed(path.steps)) if back else path.steps
        specials = _specials(path)
        if back:
            specials[1:] = reversed(specials[1:])
        if path.hop in (Hop.OVER, Hop.BEHIND):
            steps *= 2
            if back and path.hop is Hop.BEHIND:
                specials = [0, HOPS | RIDES]
        specials[-1] |= FROM_HOME * path.from_home
        ridden = [index < path.ridden for index in range(len(steps))]
        node = self
        for direction, special, is_ridden in zip(steps, specials, ridden[:: -1 if back else 1], strict=True):
            key = (direction, special, path.hop is not Hop.NONE, is_ridden)
            if key not in node.children:
                node.children[key] = Node(direction, special, ridden=is_ridden)
            node = node.children[key]
        return node

    def link(self, unfolded: bool) -> int:
        """The offset of this step in the links; ``unfolded`` means that only rides pass over holes."""
        rides = self.special & RIDES or self.ridden
        return self.direction * ROW + (NO_FOLD if unfolded and not rides else 0)

    def rides_last(self) -> None:
        """Put rides whose squares are no moves last, below each node.

        The loops count the squares that a ride passes as listed.
        """
        self.children = dict(sorted(self.children.items(), key=lambda child: child[1].only_passes))
        for node in self.children.values():
            node.rides_last()

    @property
    def only_passes(self) -> bool:
        """Whether this is a ride that does not end on the empty squares that it passes."""
        return bool(self.special & RIDES) and not self.ends & MOVES

    def lay_out(self, row: list[Node], parent: int) -> None:
        """Append the nodes below this one to ``row``, each before its descendants."""
        for node in self.children.values():
            node.number, node.parent = len(row), parent
            row.append(node)
            node.lay_out(row, node.number)
            node.last = len(row)


def _specials(path: Path) -> list[int]:
    """The special flags of each step of a path, first moves aside."""
    if path.hop is Hop.OVER:
        return [RIDES, HOPS | RIDES]
    if path.hop is Hop.BEHIND:
        return [RIDES, HOPS]
    if path.ride:
        return [RIDES]
    screen = path.screen if path.hop is Hop.JUMP else 0
    return [
        LAME * (path.lame and index > 0 and index % path.stride == 0 and index != screen)
        | HOPS * (index > 0 and index == screen)
        | LINED * path.lined
        for index in range(len(path.steps))
    ]


def move_trees(variant: Variant, walks: Mapping[int, tuple[Path, ...]]) -> tuple[list[Node], np.ndarray]:
    """The nodes of all pieces' moves, and the first node of each piece: uint64[65].

    Raises :class:`VariantError` as soon as there are too many.
    """
    row = [Node()]
    first = np.zeros(PIECE_NUMBERS + 1, np.uint64)
    for number in range(PIECE_NUMBERS):
        first[number] = len(row)
        tree = Node()
        for path in walks.get(number, ()):
            tree.grow(path).ends |= MOVES * path.moves | CAPTURES * path.captures
        tree.rides_last()
        for node in tree.children.values():
            node.special |= ARROWED * bool(variant.arrows)
        tree.lay_out(row, 0)
        _check_steps(variant, len(row))
    first[PIECE_NUMBERS] = len(row)
    return row, first


def _kinds_of_paths(
    variant: Variant, numbered: Mapping[int, tuple[PieceType, int]], nodes: list[Node], first: np.ndarray
) -> np.ndarray:
    """uint8[64]: what the paths of each piece are."""
    kinds = np.zeros(PIECE_NUMBERS, np.uint8)
    for number, (piece_type, _) in numbered.items():
        own = nodes[int(first[number]) : int(first[number + 1])]
        if variant.left_square is LeftSquare.RANDOM:
            kinds[number] = PASSAGE_WALKS
        elif _may_meet(variant, variant.paths_of(piece_type)):
            kinds[number] = MEETING_WALKS
        else:
            kinds[number] = WALKS if any(node.special for node in own) else STEPS
    return kinds


def _may_meet(variant: Variant, paths: tuple[Path, ...]) -> bool:
    """Whether two of these paths may end on the same square in the same way.

    Without folds they do if the sums of their steps are the same. A fold leaves lines straight: straight
    paths meet no others there, if all of them fold. Hops have no certain length and are taken to meet.
    """
    if any(path.hop is not Hop.NONE for path in paths):
        return True
    if variant.left_square is not LeftSquare.STAYS:
        if any(len(set(path.steps)) > 1 for path in paths):
            return True
        if variant.left_square is LeftSquare.VANISHES and len({path.ride for path in paths}) > 1:
            return True
    farthest = max(variant.geometry.columns, variant.geometry.rows)
    ends = Counter(
        (end, *(times * sum(DIRECTIONS[step][axis] for step in path.steps) for axis in (0, 1)))
        for path in paths
        for end, may_end in ((MOVES, path.moves), (CAPTURES, path.captures))
        if may_end
        for times in (range(1, farthest) if path.ride else (1,))
    )
    return max(ends.values(), default=0) > 1


def attack_trees(
    numbered: Mapping[int, tuple[PieceType, int]], walks: Mapping[int, tuple[Path, ...]]
) -> tuple[list[Node], np.ndarray]:
    """The nodes of both sides' attacks, reversed, and the first node of each side: uint64[3]."""
    row = [Node()]
    first = np.zeros(3, np.uint64)
    for side in (0, 1):
        first[side] = len(row)
        tree = Node()
        for number, paths in walks.items():
            piece_type, piece_side = numbered[number]
            if piece_side != side:
                continue
            for path in paths:
                if path.captures and (piece_type.home_attacks or not path.from_home):
                    tree.grow(path, back=True).pieces |= 1 << number
            for direction in (0, 4) if piece_type.faces and piece_type.royal else ():
                special = RIDES | FACES
                tree.children[direction, special, False, False] = Node(direction, special, pieces=1 << number)
        tree.lay_out(row, 0)
    first[2] = len(row)
    return row, first


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
            if _times(path) > LONGEST_WALK:
                raise VariantError(
                    "{variant}: {piece} walks {count} steps in a row; "
                    "with random wormholes at most {most} are allowed",
                    variant=variant.name,
                    piece=Message(piece_type.name),
                    count=_times(path),
                    most=LONGEST_WALK,
                )
            vector = rows.setdefault((*vector_of(path), piece_type.pawn), len(rows))
            special = FROM_HOME * path.from_home | RIDES * path.ride | LEAPS * (not is_walk)
            if path.hop is not Hop.NONE:
                special ^= HOPS | RIDES * (path.hop is Hop.BEHIND)
            ends = MOVES * path.moves | CAPTURES * path.captures | TREADS * piece_type.royal
            row.append(Node(vector * 2, special, ends, parent=_times(path)))
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
    steps = path.steps[:1] if _is_walk(path) else path.steps[: len(path.steps) // _times(path)]
    across, up = (sum(DIRECTIONS[step][axis] for step in steps) for axis in (0, 1))
    return across, up


def _is_walk(path: Path) -> bool:
    """Whether the path is walked step by step in one direction; other paths are leaps."""
    return len(set(path.steps)) == 1 and path.stride == 1 and (len(path.steps) == 1 or path.lame)


def _times(path: Path) -> int:
    """How often a path on a board with passages makes its step or leap; a ride as often as it can."""
    if path.hop is not Hop.NONE:
        return 2
    return len(path.steps) // path.stride if path.lame else 1


def blocks(variant: Variant, position: Position, *, fast: bool) -> tuple[Any, Any, Any]:
    """The first arguments of every loop: the tables of a game, a position, and new scratch arrays.

    With ``fast``, records for the compiled loops, with a copy of the position; else memoryviews, which share
    its memory.
    """
    if fast:
        return table_block(variant)[0], record(position), record(new_scratch())
    return plain_tables(variant), views(position), views(new_scratch())


@lru_cache(maxsize=GAMES_KEPT)
def table_block(variant: Variant) -> np.ndarray:
    """The tables of a game for the compiled loops: an array of one record."""
    return block(tables(variant))


@lru_cache(maxsize=GAMES_KEPT)
def plain_tables(variant: Variant) -> Tables:
    """The tables of a game for the plain loops: memoryviews."""
    return views(tables(variant))


@lru_cache(maxsize=GAMES_KEPT)
def tables(variant: Variant) -> Tables:
    """The tables of a game. Raises :class:`VariantError` if the game is too large for them."""
    if len(variant.piece_types) > MAX_PIECE_TYPES:
        raise VariantError(
            "{variant}: {count} piece types; at most {most} are allowed",
            variant=variant.name,
            count=len(variant.piece_types),
            most=MAX_PIECE_TYPES,
        )
    numbered = {
        piece_number(variant, piece_type.letter, side): (piece_type, side)
        for piece_type in variant.piece_types.values()
        for side in (0, 1)
    }
    walks = {number: side_paths(variant, piece_type, side) for number, (piece_type, side) in numbered.items()}
    if variant.left_square is LeftSquare.RANDOM:
        vectors, orbits, nodes, first = passage_paths(variant, numbered, walks)
        walks = {}
    else:
        vectors = np.full(VECTORS * 2 * ROW, OFF, np.uint8)
        orbits = np.zeros(VECTORS * ROW, np.uint8)
        nodes, first = move_trees(variant, walks)

    def each(question: Callable[[PieceType, int], int], kind: type[np.generic] = np.uint8) -> np.ndarray:
        return _of_pieces(numbered, question, kind)

    def on_squares(squares_of: Callable[[PieceType], Iterable[int]]) -> np.ndarray:
        return _on_squares(variant, numbered, squares_of)

    def bits(letters: Iterable[str], side: int) -> int:
        return sum(1 << piece_number(variant, letter, side) for letter in letters)

    every, comes = range(variant.geometry.squares), variant.hands.captures or variant.hands.from_partner
    attacks, attack_first = attack_trees(numbered, walks)
    zone, home = _zones(variant, numbered)
    unfolded = variant.left_square is LeftSquare.VANISHES
    castle = _castle(variant)
    made = Tables(
        links=variant.geometry.links,
        board=_board(variant, numbered),
        first=first,
        paths=_kinds_of_paths(variant, numbered, nodes, first),
        node_link=_row(variant, [node.link(unfolded) for node in nodes], np.uint16),
        node_parent=_row(variant, [node.parent for node in nodes], np.uint16),
        node_flags=_row(variant, [node.ends | node.special for node in nodes], np.uint16),
        vectors=vectors,
        orbits=orbits,
        found=_found(),
        promotions=_promotions(variant, numbered),
        promotion_zone=zone,
        filters=each(lambda piece, _: _filter(variant, piece)),
        standing=_standing(variant, numbered),
        at_first=each(partial(_at_first, variant)),
        in_hand=each(
            lambda piece, side: (
                piece_number(variant, piece.in_hand or piece.letter, 1 - side)
                if comes and not piece.royal
                else 0
            )
        ),
        drops=on_squares(partial(_may_drop, variant)),
        other_side=each(
            lambda piece, side: (
                piece_number(variant, piece.drops.other_side, side) if piece.drops.other_side else 0
            )
        ),
        per_file=each(lambda piece, _: piece.drops.per_file),
        mateless=each(lambda piece, _: _mateless(piece)),
        files=_files(variant),
        limited=each(
            lambda piece, side: bits(
                piece.promotes_to if piece.promotion is Promotion.LOST else piece.promotes_if_lost, side
            ),
            np.int64,
        ),
        royals=each(lambda piece, _: _royalty(piece)),
        lines=_lines(variant),
        stops=_stops(numbered),
        spared=each(lambda piece, side: bits(piece.spares, 1 - side), np.int64),
        points=each(lambda piece, _: 2 * piece.points, np.int64),
        in_place=each(lambda piece, _: piece.promotes_in_place),
        castles=each(lambda piece, _: _castling(variant, piece)),
        shades=_shades(variant),
        home=home,
        aims=_aims(variant),
        attack_first=attack_first,
        attack_link=_row(variant, [node.link(unfolded) for node in attacks], np.uint16),
        attack_parent=_row(variant, [node.parent for node in attacks], np.uint16),
        attack_last=_row(variant, [node.last for node in attacks], np.uint64),
        attack_flags=_row(variant, [node.special for node in attacks], np.uint16),
        attack_pieces=_row(variant, [node.pieces for node in attacks], np.int64),
        resets_clock=each(lambda piece, _: piece.pawn),
        survives=each(lambda piece, _: _SURVIVES[piece.survives]),
        en_passant=each(lambda piece, _: _passing(piece)),
        long_steps=each(lambda piece, side: sum(1 << (step + 4 * side) % 8 for step in piece.long_steps)),
        passable=on_squares(
            lambda piece: every if piece.en_passant_squares is None else piece.en_passant_squares
        ),
        arrows=_arrows(variant),
        rights_kept=_rights_kept(variant, castle),
        castle=castle,
        goals=_goals(variant),
        reaches_goal=each(lambda piece, _: piece.letter in variant.endings.goal_pieces),
        extinct=_extinct(variant),
        counting=_counting(variant),
        zobrist=np.random.default_rng(2000).integers(-(1 << 63), 1 << 63, RANDOM_NUMBERS, np.int64),
        options=_options(variant, castle),
    )
    for array in made:
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return made


def _row(variant: Variant, values: list[int], kind: type[np.generic]) -> np.ndarray:
    _check_steps(variant, len(values))
    row = np.zeros(MAX_NODES, kind)
    row[: len(values)] = values
    return row


def _check_steps(variant: Variant, count: int) -> None:
    if count > MAX_NODES:
        raise VariantError(
            "{variant}: its pieces move in too many ways; at most {most} steps are allowed",
            variant=variant.name,
            most=MAX_NODES,
        )


def side_paths(variant: Variant, piece_type: PieceType, side: int) -> tuple[Path, ...]:
    """The paths of a piece of side 0 (White) or 1, in the order of its nodes where there are passages."""
    paths = variant.paths_of(piece_type)
    if side:
        paths = tuple(path.turned() for path in paths)
    if variant.left_square is LeftSquare.RANDOM:
        return paths
    longest = max(variant.geometry.columns, variant.geometry.rows)
    on_line = longest_line(variant)
    made = (each for path in paths for each in path.unrolled(on_line if path.lined else longest))
    if variant.left_square is LeftSquare.VANISHES:
        return tuple(made)
    return tuple(replace(path, ridden=0) if path.ridden else path for path in made)


def longest_line(variant: Variant) -> int:
    """The most squares of lines in a row, gaps aside."""
    places = [variant.geometry.place[square] for square in variant.lines]
    rows = [(("x", x), ("y", y), ("+", x + y), ("-", x - y)) for x, y in places]
    return max(Counter(row for each in rows for row in each).values(), default=1)


def _found() -> np.ndarray:
    found = np.full(2 * PIECE_NUMBERS, ON_OTHER, np.uint8)
    for side in (0, 1):
        found[side * PIECE_NUMBERS + EMPTY] = ON_EMPTY
        for number in range(FIRST_PIECE, WALL):
            if number % 2 != side:
                found[side * PIECE_NUMBERS + number] = ON_ENEMY
    return found


def _promotions(variant: Variant, numbered: Mapping[int, tuple[PieceType, int]]) -> np.ndarray:
    promotions = np.zeros(PIECE_NUMBERS * 16, np.uint8)
    for number, (piece_type, side) in numbered.items():
        if len(piece_type.promotes_to) > 15:
            raise VariantError(
                "{variant}: {piece} promotes to more than 15 pieces",
                variant=variant.name,
                piece=Message(piece_type.name),
            )
        for index, letter in enumerate(piece_type.promotes_to):
            promotions[number * 16 + index] = piece_number(variant, letter, side)
    return promotions


def _zones(variant: Variant, numbered: Mapping[int, tuple[PieceType, int]]) -> tuple[np.ndarray, np.ndarray]:
    """The tables ``promotion_zone`` and ``home``."""
    zone = np.zeros(PIECE_NUMBERS * ROW, np.uint8)
    home = np.zeros(PIECE_NUMBERS * ROW, np.uint8)
    for number, (piece_type, side) in numbered.items():
        for square in piece_type.promotion_squares:
            zone[number * ROW + variant.geometry.seen_by(square, side == 0)] = 1
        for square in piece_type.home_of(side == 0, variant.geometry):
            home[number * ROW + square] = AT_HOME
    kinds = (AT_HOME_BY_RIGHT, AT_HOME_BY_SECOND_RIGHT)
    for right, (letter, square) in enumerate(first_movers(variant)):
        if letter:
            home[piece_number(variant, letter, right // 2) * ROW + square] = kinds[right % 2]
    return zone, home


def first_movers(variant: Variant) -> list[tuple[str, int]]:
    """For each right, the letter and the start square of the piece whose first moves it allows; empty and
    ``OFF`` for none."""
    starts = _start_squares(variant)
    holders = (*variant.right_holders, "", "")[:2]
    return [
        (letter, starts[symbol][0]) if letter and symbol in starts else ("", OFF)
        for side in (0, 1)
        for letter in holders
        for symbol in (letter if side == 0 else letter.lower(),)
    ]


def _aims(variant: Variant) -> np.ndarray:
    aims = np.zeros(ROW, np.int64)
    movers = first_movers(variant)
    for letter in variant.royal.home_lost_to:
        for side in (0, 1):
            paths = side_paths(variant, variant.piece_types[letter], side)
            for square in range(variant.geometry.squares):
                if any(_leads_to(variant, path, square, movers[2 * (1 - side)][1]) for path in paths):
                    aims[square] |= 1 << piece_number(variant, letter, side)
    return aims


def _leads_to(variant: Variant, path: Path, origin: int, target: int) -> bool:
    """Whether a capture by a path leads from a square to another on the board without pieces."""
    here, links = origin, variant.geometry.links
    if not path.captures or path.from_home or path.hop is not Hop.NONE:
        return False
    if variant.arrows and not variant.arrows[origin] >> path.steps[0] & 1:
        return False
    squares = [here]
    for step in path.steps:
        here = int(links[step * ROW + here])
        squares.append(here)
    while path.ride and here != target and here < variant.geometry.squares:
        here = int(links[path.steps[0] * ROW + here])
    return here == target != OFF and not (path.lined and set(squares) - variant.lines)


def _filter(variant: Variant, piece_type: PieceType) -> int:
    """What restricts the moves of a piece."""
    kinds = [piece_type, *(variant.piece_types[letter] for letter in piece_type.promotes_to)]
    found = CONFINED * any(kind.standing is not None for kind in kinds) | SPARES * bool(piece_type.spares)
    if not piece_type.promotes_to or piece_type.promotes_in_place:
        return found
    limited = piece_type.promotion is Promotion.LOST or piece_type.promotes_if_lost
    return (
        found
        | PROMOTES
        | MAY_STAY * (piece_type.promotion is not Promotion.FORCED)
        | LEAVES * piece_type.promotes_leaving
        | BY_CAPTURE * piece_type.promotes_capturing
        | TO_LOST * bool(limited)
    )


def _standing(variant: Variant, numbered: Mapping[int, tuple[PieceType, int]]) -> np.ndarray:
    standing = np.full(ROW, -1, np.int64)
    for number, (piece_type, side) in numbered.items():
        if piece_type.standing is not None:
            allowed = [variant.geometry.seen_by(square, side == 0) for square in piece_type.standing]
            forbidden = np.ones(ROW, bool)
            forbidden[allowed] = False
            standing[forbidden] &= ~(1 << number)
    return standing


def _at_first(variant: Variant, piece_type: PieceType, side: int) -> int:
    """How many of a side's pieces there are in the start position."""
    symbol = piece_type.letter if side == 0 else piece_type.letter.lower()
    return len(_start_squares(variant).get(symbol, ())) + variant.hands.start.count(symbol)


def _lines(variant: Variant) -> np.ndarray:
    lines = np.zeros(ROW, np.uint8)
    lines[list(variant.lines)] = 1
    return lines


def _stops(numbered: Mapping[int, tuple[PieceType, int]]) -> np.ndarray:
    stops = np.full(PIECE_NUMBERS, LAME, np.uint8)
    stops[:FIRST_PIECE] = HOPS
    for number, (piece_type, _side) in numbered.items():
        if not piece_type.screens:
            stops[number] = LAME | HOPS
    return stops


def start_square(variant: Variant, letter: str, side: int) -> int:
    """The start square of a side's only piece with that letter; where it castles if it is in hand."""
    origin = variant.castler.castles_from
    if origin is not None and letter == variant.castler.letter:
        return origin if side == 0 else variant.geometry.mirrored(origin)
    return _start_squares(variant)[letter if side == 0 else letter.lower()][0]


def _start_squares(variant: Variant) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for y, row in enumerate(reversed(read_rows(variant.start))):
        for x, symbol in enumerate(row):
            found.setdefault(symbol, []).append(variant.geometry.square_at[x, y])
    return found


def _castle(variant: Variant) -> np.ndarray:
    """King from, king to, rook from, rook to for each side and wing; all ``OFF`` if there is no castling.

    The king goes to a square of ``castles_to``, or else two squares towards the nearest rook on its rank. The
    rook lands beside it, on the side that the king came from. From any array, it is the farthest rook.
    """
    castle = np.full(16, OFF, np.uint8)
    if not variant.has_castling:
        return castle
    king = variant.castler
    for side in (0, 1):
        there = _start_squares(variant).get(king.letter if side == 0 else king.letter.lower(), ())
        if king.castles_from is None and len(there) != 1:
            continue
        start = start_square(variant, king.letter, side)
        if start >= variant.geometry.squares:
            continue
        column, row = variant.geometry.place[start]
        if king.castles_to and row != castling_row(variant, side):
            continue
        rooks = [
            variant.geometry.place[square][0]
            for letter in king.castles_with
            for square in _start_squares(variant).get(letter.upper() if side == 0 else letter.lower(), ())
            if variant.geometry.place[square][1] == row
        ]
        if king.castles_from is not None:
            columns = [x for x, y in variant.geometry.place[: variant.geometry.squares] if y == row]
            rooks = [min(columns), max(columns)]
        for wing, toward in ((SHORT, 1), (LONG, -1)):
            king_to, rook_to = castling_ends(variant, side, wing)
            least = 0 if king.castles_to or king.castles_anywhere else 2
            beyond = sorted(
                (x for x in rooks if (x - column) * toward > least), key=lambda x: abs(x - column)
            )
            if not beyond or king_to == OFF:
                continue
            if king.castles_anywhere or (variant.geometry.place[king_to][0] - column) * toward >= 2:
                rook = variant.geometry.square_at[beyond[-1 if king.castles_anywhere else 0], row]
                index = (2 * side + wing) * 4
                castle[index : index + 4] = [start, king_to, rook, rook_to]
    return castle


def castling_row(variant: Variant, side: int) -> int:
    """The row on which a side's king castles."""
    if variant.castler.castles_to:
        square = variant.castler.castles_to[0]
        return variant.geometry.place[square if side == 0 else variant.geometry.mirrored(square)][1]
    return variant.geometry.place[start_square(variant, variant.castler.letter, side)][1]


def castling_ends(variant: Variant, side: int, wing: int) -> tuple[int, int]:
    """Where king and rook go by castling; ``OFF`` if that is not on the board."""
    geometry, king = variant.geometry, variant.castler
    toward = 1 if wing == SHORT else -1
    if king.castles_to:
        column = geometry.place[king.castles_to[wing]][0]
    else:
        column = geometry.place[start_square(variant, king.letter, side)][0] + 2 * toward
    row = castling_row(variant, side)
    king_to, rook_to = (geometry.square_at.get((x, row), OFF) for x in (column, column - toward))
    return (king_to, rook_to) if max(king_to, rook_to) < geometry.squares else (OFF, OFF)


def castles(variant: Variant) -> bool:
    """Whether any king can castle from the start position, once nothing is in its way."""
    return bool((_castle(variant) != OFF).any())


def rights_kept(castle: np.ndarray) -> np.ndarray:
    """uint8[256]: the rights kept after a move from or to each square, given where kings and rooks castle."""
    keeps = np.full(ROW, 15, np.uint8)
    for right in range(4):
        king_from, _, rook_from, _ = castle[4 * right : 4 * right + 4]
        if king_from != OFF:
            keeps[king_from] &= 15 - (1 << right)
            keeps[rook_from] &= 15 - (1 << right)
    return keeps


def _rights_kept(variant: Variant, castle: np.ndarray) -> np.ndarray:
    keeps = rights_kept(castle)
    for right, (letter, square) in enumerate(first_movers(variant)):
        if letter:
            keeps[square] &= 15 - (1 << right)
    return keeps


def _board(variant: Variant, numbered: Iterable[int]) -> np.ndarray:
    made = np.full(ROW, GONE, np.uint8)
    made[: variant.geometry.squares] = EMPTY
    for number in numbered if variant.hands else ():
        made[HAND + number] = number
    return made


def _may_drop(variant: Variant, piece_type: PieceType) -> Iterable[int]:
    """White's squares on which a piece may be dropped."""
    if piece_type.royal and not variant.holds_royal:
        return ()
    squares = piece_type.drops.squares
    every = range(variant.geometry.squares) if squares is None else squares
    return [square for square in every if piece_type.standing is None or square in piece_type.standing]


def _castling(variant: Variant, piece_type: PieceType) -> int:
    """What a piece is to castling."""
    if piece_type is variant.castler:
        return CASTLES
    return CASTLES_WITH if piece_type.letter in variant.castler.castles_with else 0


def _shades(variant: Variant) -> np.ndarray:
    shades = np.zeros(ROW, np.uint8)
    places = variant.geometry.place[: variant.geometry.squares]
    shades[: variant.geometry.squares] = [sum(place) % 2 for place in places]
    return shades


def _bits(variant: Variant, letters: Iterable[str]) -> int:
    """Bit ``m`` for each piece of these types."""
    return sum(3 << piece_number(variant, letter, 0) for letter in letters)


def _mateless(piece_type: PieceType) -> int:
    """What a drop of the piece may not give."""
    return NOT_WITH_CHECK if not piece_type.drops.checks else NOT_WITH_MATE * (not piece_type.drops.mates)


def _files(variant: Variant) -> np.ndarray:
    files = np.zeros(ROW, np.uint8)
    files[: variant.geometry.squares] = [
        variant.geometry.place[square][0] for square in range(variant.geometry.squares)
    ]
    return files


def _arrows(variant: Variant) -> np.ndarray:
    arrows = np.full(ROW, 255, np.uint8)
    arrows[: len(variant.arrows)] = variant.arrows
    return arrows


def _of_pieces(
    numbered: Mapping[int, tuple[PieceType, int]],
    question: Callable[[PieceType, int], int],
    kind: type[np.generic] = np.uint8,
) -> np.ndarray:
    """A number for each piece, asked with its type and its side."""
    made = np.zeros(PIECE_NUMBERS, kind)
    for number, (piece_type, side) in numbered.items():
        made[number] = question(piece_type, side)
    return made


def _on_squares(
    variant: Variant,
    numbered: Mapping[int, tuple[PieceType, int]],
    squares_of: Callable[[PieceType], Iterable[int]],
) -> np.ndarray:
    """int64[256]: bit ``m`` on the squares of piece ``m``, of which White's are given."""
    made = np.zeros(ROW, np.int64)
    for number, (piece_type, side) in numbered.items():
        for square in squares_of(piece_type):
            made[variant.geometry.seen_by(square, side == 0)] |= 1 << number
    return made


def _royalty(piece_type: PieceType) -> int:
    """Whether a piece is one of several royal ones, and another one's other side."""
    return (CROWNED_OTHER_SIDE if piece_type.promoted_from else CROWNED) if piece_type.crowned else 0


def _passing(piece_type: PieceType) -> int:
    """How a piece passes squares on which it can be captured."""
    if not piece_type.en_passant:
        return 0
    is_plain = piece_type.long_steps <= {0} and piece_type.en_passant_squares is None
    return STRAIGHT if is_plain else OTHERWISE


def _goals(variant: Variant) -> np.ndarray:
    goals = np.full(2 * ROW, OFF, np.uint8)
    for side, squares in enumerate(variant.goals):
        goals[side * ROW : side * ROW + len(squares)] = sorted(squares)
    return goals


def _extinct(variant: Variant) -> np.ndarray:
    extinct = np.zeros(MOST_EXTINCTIONS * EXTINCT_ROW, np.int64)
    for index, rule in enumerate(variant.endings.extinct):
        piece = piece_number(variant, rule.letter, 0) if rule.letter else 0
        row = (piece, rule.most, _RESULTS[rule.result], rule.against, rule.waits)
        extinct[index * EXTINCT_ROW : (index + 1) * EXTINCT_ROW] = row
    return extinct


_SURVIVES = {Survives.NOTHING: 0, Survives.BESIDE: SURVIVES_BESIDE, Survives.ALL: SURVIVES_ALL}


def _counting(variant: Variant) -> np.ndarray:
    made = np.zeros(COUNT_ROWS + MOST_COUNTED * COUNT_ROW, np.int64)
    rule = COUNTING_RULES.get(variant.endings.count)
    if rule is None:
        return made
    from wormhole.rules import fairy_betza  # not needed for the first picture

    made[[SEVERAL, FEW, DESPITE_PAWNS, FROM_PIECES, LONE]] = (
        *(2 * rule.several, rule.few, rule.despite_pawns, rule.from_pieces),
        2 * rule.against_others,
    )
    rows = [
        (piece_number(variant, letter, 0), number, 2 * limit)
        for moves, number, limit in rule.against
        for letter, piece_type in variant.piece_types.items()
        if not piece_type.royal and fairy_betza.same(moves, piece_type.paths)
    ]
    made[COUNT_ROWS : COUNT_ROWS + len(rows) * COUNT_ROW] = np.array(rows, np.int64).ravel()
    return made


_RESULTS = {NoMove.LOSS: LOST, NoMove.DRAW: DRAWN, NoMove.WIN: WON}
_REPEATED = {
    Repetition.DRAW: (DRAWN, DRAWN),
    Repetition.LOSS: (WON, WON),
    Repetition.WIN: (LOST, LOST),
    Repetition.WHITE_LOSES: (LOST, WON),
    Repetition.WHITE_WINS: (WON, LOST),
}
"""The results for White and Black if they are to move."""
_ROYALS = {
    Royal.ONE: 0,
    Royal.NONE: 0,
    Royal.ALL: ALL_ROYAL,
    Royal.LAST: LAST_ROYAL,
    Royal.DUPLE: DUPLE_ROYAL,
}
_GOAL_WINS = {
    GoalWins.AT_ONCE: GOAL_AT_ONCE,
    GoalWins.NEXT_TURN: GOAL_NEXT_TURN,
    GoalWins.UNLESS_ANSWERED: GOAL_UNLESS_ANSWERED,
    GoalWins.IF_SAFE: GOAL_IF_SAFE,
}


def _has(variant: Variant, does: str) -> bool:
    """Whether a rule of the game does something that a :class:`Rule` tells."""
    return any(
        getattr(rule, does) and is_set(table, name)
        for table in (
            variant.endings,
            variant.hands,
            *variant.piece_types.values(),
            *_drops_of(variant).values(),
        )
        for name, rule in rules_of(type(table)).items()
    )


def _drops_of(variant: Variant) -> Mapping[str, Drops]:
    """How the pieces are dropped, in a game with hands."""
    return {letter: each.drops for letter, each in variant.piece_types.items()} if variant.hands else {}


def _declared(variant: Variant) -> dict[str, int]:
    """The options that rules declare."""
    found: dict[str, int] = {}
    for table in (variant.endings, variant.hands):
        for name, rule in rules_of(type(table)).items():
            value = getattr(table, name)
            found |= {option: value is each for each, option in rule.loops.items()}
            if rule.loop and rule.reason:
                number = BY_DECLARED_RULE + reasons_of(type(table)).index(rule.reason)
                found[rule.loop] = number * is_set(table, name)
            elif rule.loop:
                found[rule.loop] = _number(variant, value, is_set(table, name))
    for kind, tables in ((PieceType, variant.piece_types), (Drops, _drops_of(variant))):
        for name, rule in rules_of(kind).items():
            if rule.loop:
                pieces = [letter for letter, table in tables.items() if is_set(table, name)]
                found[rule.loop] = _bits(variant, pieces)
    return found


def _number(variant: Variant, value: object, is_set: bool) -> int:
    """A value as the loops read it: pieces as bits of their numbers, one of several by its place."""
    if isinstance(value, str):
        return _bits(variant, value)
    if isinstance(value, Enum):
        return list(type(value)).index(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else is_set


def _options(variant: Variant, castle: np.ndarray) -> Options:
    endings, hands, types = variant.endings, variant.hands, variant.piece_types.values()
    has_rights = bool((castle != OFF).any()) or any(variant.right_holders) or variant.castles_anywhere
    has_en_passant = any(piece_type.en_passant for piece_type in types)
    in_place = any(piece_type.promotes_in_place for piece_type in types)
    passages = variant.left_square is LeftSquare.RANDOM
    hoppers = any(path.hop is not Hop.NONE and path.captures for each in types for path in each.paths)
    places = any(
        each.standing is not None or each.faces or each.home_attacks or each.spares for each in types
    )
    royal_capture = endings.goal is Goal.CAPTURE or endings.royal is not Royal.ONE
    aftermath = variant.capture is not Capture.STAYS
    untested = royal_capture or aftermath
    aims = variant.royal.has_first_move and bool(variant.royal.home_lost_to)
    calm_first_moves = variant.royal.has_first_move and not variant.royal.home_in_check and not royal_capture
    mateless = bool(hands and not royal_capture) and any(map(_mateless, types))
    several = endings.royal.is_several
    marks = repeats = gates = 0
    if hands.from_partner:
        marks = MARKS_OF_PARTNER
    elif hands.captures and not hands.keeps_promotion:
        marks = MARKS_OF_OWN
    if endings.repetitions:
        repeats = REPEATS_DECIDE if endings.repetition_may_decide else REPEATS_DRAW
    if variant.gates:
        gates = GATES_REFILLED if hands.captures or hands.from_partner else GATES_ONCE
    repeated_for_white, repeated_for_black = _REPEATED[endings.repetition]
    options = Options(
        stays=variant.left_square in (LeftSquare.STAYS, LeftSquare.RANDOM),
        folds=variant.left_square is LeftSquare.FOLDS,
        vanishes=variant.left_square is LeftSquare.VANISHES,
        passages=passages,
        lines=bool(variant.lines),
        hoppers=hoppers,
        places=places,
        any_pinned=passages or hoppers or places or bool(variant.lines),
        unpinned=untested or hoppers,
        untested=untested,
        in_place=in_place,
        tracks=has_rights
        or has_en_passant
        or endings.passing is not Passing.NEVER
        or in_place
        or bool(hands),
        aims=aims,
        calm_first_moves=calm_first_moves,
        castles_dropped=variant.castler.castles_from is not None and variant.has_castling,
        royal_capture=royal_capture,
        royals=_ROYALS[endings.royal] | CAPTURED_ROYAL * (endings.goal is Goal.CAPTURE),
        shielded=variant.capture is Capture.EXPLODES
        and not royal_capture
        and variant.royal.survives is Survives.NOTHING,
        aftermath=aftermath,
        petrifies=variant.capture is Capture.PETRIFIES,
        hands=variant.geometry.squares if hands else 0,
        mateless=mateless,
        marks=marks,
        held_royal=piece_number(variant, variant.royal.letter, 0) if variant.holds_royal else 0,
        gates=gates,
        consequences=_has(variant, "judges") or several or bool(hands) or aftermath or aims,
        duties=_has(variant, "duty")
        or endings.goal_wins is GoalWins.UNLESS_ANSWERED
        or several
        or calm_first_moves
        or aftermath
        or in_place,
        goal=_GOAL_WINS[endings.goal_wins] if any(variant.goals) else 0,
        extinctions=len(endings.extinct),
        answered=any(rule.waits for rule in endings.extinct),
        bare_draws=variant.is_dead((variant.royal.letter, variant.royal.letter)),
        repeats=repeats,
        repeated_for_white=repeated_for_white,
        repeated_for_black=repeated_for_black,
        black_points=int(2 * endings.black_points),
        **_declared(variant),
    )
    return Options(*map(int, options))

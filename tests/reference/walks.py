"""The squares that a piece reaches on a board with holes, step by step; checks are ignored here."""

from __future__ import annotations

from tests.reference.position import Position, Square, is_white
from tests.reference.rules import ARROWS, Direction

ORTHOGONALS: list[Direction] = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONALS: list[Direction] = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
ALL_EIGHT = ORTHOGONALS + DIAGONALS

Path = list[Direction]


def outward(orthogonal: Direction) -> list[Direction]:
    """The two diagonal directions beside an orthogonal one."""
    return [diagonal for diagonal in DIAGONALS if orthogonal in ((diagonal[0], 0), (0, diagonal[1]))]


def one_step(directions: list[Direction]) -> list[Path]:
    """Paths of a single step."""
    return [[direction] for direction in directions]


def two_steps(directions: list[Direction]) -> list[Path]:
    """Paths of two steps in one direction."""
    return [[direction, direction] for direction in directions]


# Leapers. Pieces between do not matter, only the end of the path.
LEAPS: dict[str, list[Path]] = {
    "king": one_step(ALL_EIGHT),
    "lion": two_steps(ALL_EIGHT),
    "wizard": one_step(DIAGONALS) + [[o, o, d] for o in ORTHOGONALS for d in outward(o)],
    "knight": [[o, d] for o in ORTHOGONALS for d in outward(o)],
    "champion": one_step(ORTHOGONALS) + two_steps(ALL_EIGHT),
    "short rook": one_step(ORTHOGONALS) + two_steps(ORTHOGONALS),
    "short bishop": one_step(DIAGONALS) + two_steps(DIAGONALS),
    "short queen": one_step(ALL_EIGHT) + two_steps(ALL_EIGHT),
}
LEAPS_TO_CAPTURE: dict[str, list[Path]] = {"lion": one_step(ALL_EIGHT)}

# Riders. They repeat their step until a piece stops them.
RIDES: dict[str, list[Direction]] = {"rook": ORTHOGONALS, "bishop": DIAGONALS, "queen": ALL_EIGHT}

KNIGHT_LEAPS: list[Direction] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def beside(square: Square, direction: Direction) -> Square:
    """The next place in that direction, a square or not."""
    return (square[0] + direction[0], square[1] + direction[1])


def step(position: Position, square: Square, direction: Direction) -> Square | None:
    """The end of one step, not for Random Wormhole Chess.

    On a board that folds, a step skips holes. On other boards a step may end on a hole, but a move may not. A
    void counts as a step.
    """
    place = beside(square, direction)
    if position.rules.left_square == "folds":
        while place in position.holes:
            place = beside(place, direction)
    if position.is_square(place) or position.is_void(place):
        return place
    return None


def may_stand(position: Position, square: Square) -> bool:
    """Whether the board allows a move to end here."""
    return position.is_square(square) and square not in position.holes


def ends_of_paths(position: Position, square: Square, paths: list[Path]) -> list[Square]:
    """The squares at the ends of the paths."""
    ends = []
    for path in paths:
        place: Square | None = square
        for direction in path:
            if place is not None:
                place = step(position, place, direction)
        if place is not None and may_stand(position, place):
            ends.append(place)
    return ends


def squares_ridden(position: Position, square: Square, direction: Direction) -> list[Square]:
    """The squares that a rider reaches in that direction, up to the first piece and that piece's square
    too."""
    reached = []
    place = step(position, square, direction)
    while place is not None and not position.is_void(place):
        if may_stand(position, place):
            reached.append(place)
        if place in position.pieces:
            break
        place = step(position, place, direction)
    return reached


# Random Wormhole Chess: one step may end on several squares.


def next_place(
    position: Position, square: Square, direction: Direction, over_the_ends: bool
) -> Square | None:
    """The next place on the line. A wormhole on the edge is a gate to the opposite edge.

    Pawns do not pass the first or last rank: for them `over_the_ends` is false.
    """
    place = beside(square, direction)
    if position.is_square(place):
        return place
    if square not in position.holes:
        return None
    if not 0 <= place[1] < position.rules.ranks and not over_the_ends:
        return None
    return (place[0] % position.rules.files, place[1] % position.rules.ranks)


def next_wormhole(
    position: Position, wormhole: Square, direction: Direction, over_the_ends: bool
) -> Square | None:
    """The next wormhole on the line, beyond any pieces."""
    place = next_place(position, wormhole, direction, over_the_ends)
    while place is not None and place != wormhole:
        if place in position.holes:
            return place
        place = next_place(position, place, direction, over_the_ends)
    return None


def wormhole_steps(
    position: Position, square: Square, direction: Direction, over_the_ends: bool = True
) -> list[Square]:
    """All squares where one step from this square may end.

    At each wormhole the step either passes over it, or goes in and comes out of the next wormhole on the
    line. Either way it goes on to the next place, which may be a wormhole again.
    """
    arrived_at = [next_place(position, square, direction, over_the_ends)]
    for place in arrived_at:
        if place is None or place not in position.holes:
            continue
        for leaves_from in (place, next_wormhole(position, place, direction, over_the_ends)):
            if leaves_from is None:
                continue
            comes_to = next_place(position, leaves_from, direction, over_the_ends)
            if comes_to not in arrived_at:
                arrived_at.append(comes_to)
    return [place for place in arrived_at if place is not None and place not in position.holes]


def wormhole_squares_ridden(position: Position, square: Square, direction: Direction) -> list[Square]:
    """The squares that a rider reaches; each step goes through or over wormholes, and a piece stops it."""
    reached: list[Square] = []
    stands_on = [square]
    for place in stands_on:
        for end in wormhole_steps(position, place, direction):
            if end in reached:
                continue
            reached.append(end)
            if end not in position.pieces:
                stands_on.append(end)
    return reached


def on_the_edge(position: Position, square: Square) -> bool:
    """Whether the square is on the first or last file or rank."""
    return square[0] in (0, position.rules.files - 1) or square[1] in (0, position.rules.ranks - 1)


def wormhole_knight_leap(position: Position, square: Square, leap: Direction) -> Square | None:
    """The end of a knight's leap. From a wormhole it leaps again, from one on the edge also over any edge."""
    wormholes: list[Square] = []
    place = square
    while True:
        place = beside(place, leap)
        if not position.is_square(place):
            if not wormholes or not on_the_edge(position, wormholes[-1]):
                return None
            place = (place[0] % position.rules.files, place[1] % position.rules.ranks)
        if place not in position.holes:
            return place
        if place in wormholes:
            return None
        wormholes.append(place)


def king_steps_in_random(position: Position, square: Square) -> list[Square]:
    """The steps of a king, which treats wormholes as squares."""
    return [beside(square, d) for d in ALL_EIGHT if position.is_square(beside(square, d))]


# Squares that a piece reaches.


def reached_in_random(position: Position, square: Square) -> list[Square]:
    """The squares that a piece other than a pawn reaches in Random Wormhole Chess."""
    kind = position.kind(square)
    if kind == "king":
        return king_steps_in_random(position, square)
    reached = []
    if kind == "knight":
        for leap in KNIGHT_LEAPS:
            end = wormhole_knight_leap(position, square, leap)
            if end is not None:
                reached.append(end)
    else:
        for direction in RIDES[kind]:
            reached.extend(wormhole_squares_ridden(position, square, direction))
    return reached


def reached_in_smess(position: Position, square: Square) -> list[Square]:
    """The squares that a piece reaches along arrows."""
    reached = []
    for direction in ARROWS[square]:
        if position.kind(square) == "numskull":
            reached.extend(squares_ridden(position, square, direction))
        else:
            reached.extend(ends_of_paths(position, square, [[direction]]))
    return reached


def reached(position: Position, square: Square, capturing: bool) -> list[Square]:
    """The squares that this piece, not a pawn, reaches to capture, or else to move without a capture.

    Pieces on those squares are ignored. The first move of Cheshire's king is left out, as it gives no check.
    """
    kind = position.kind(square)
    if position.rules.arrows:
        return reached_in_smess(position, square)
    if position.rules.left_square == "dice":
        return reached_in_random(position, square)
    ends = ends_of_paths(position, square, LEAPS.get(kind, []))
    if capturing:
        ends.extend(ends_of_paths(position, square, LEAPS_TO_CAPTURE.get(kind, [])))
    for direction in RIDES.get(kind, []):
        ends.extend(squares_ridden(position, square, direction))
    return ends


# Pawns.


def forward(white: bool) -> int:
    """The direction of that player's pawns."""
    return 1 if white else -1


def pawn_captures(position: Position, square: Square) -> list[Square]:
    """The squares that this pawn attacks."""
    up = forward(is_white(position.pieces[square]))
    ends = []
    for side in (-1, 1):
        if position.rules.left_square == "dice":
            ends.extend(wormhole_steps(position, square, (side, up), over_the_ends=False))
        else:
            ends.extend(ends_of_paths(position, square, [[(side, up)]]))
    return ends


def pawn_walks(position: Position, square: Square) -> list[list[Square]]:
    """The routes of this pawn forward over empty squares: the squares of each, its end last."""
    white = is_white(position.pieces[square])
    direction = (0, forward(white))
    at_home = square[1] == position.rules.pawn_rank(white) and 0 <= square[0] < position.rules.files
    steps = position.rules.first_pawn_steps if at_home else 1
    if position.rules.left_square == "dice":
        return pawn_walks_in_random(position, square, direction, steps)
    walks = []
    walk: list[Square] = []
    place = step(position, square, direction)
    for _ in range(steps):
        if place is None or position.is_void(place) or place in position.pieces:
            break
        walk.append(place)
        if may_stand(position, place):
            walks.append(list(walk))
        place = step(position, place, direction)
    return walks


def pawn_walks_in_random(
    position: Position, square: Square, direction: Direction, steps: int
) -> list[list[Square]]:
    """The same with steps through wormholes."""
    walks = []
    for first in wormhole_steps(position, square, direction, over_the_ends=False):
        if first in position.pieces:
            continue
        walks.append([first])
        if steps < 2:
            continue
        for second in wormhole_steps(position, first, direction, over_the_ends=False):
            if second not in position.pieces:
                walks.append([first, second])
    return walks


def attacks(position: Position, white: bool, target: Square) -> bool:
    """Whether one of that player's pieces attacks the target."""
    for square, piece in position.pieces.items():
        if is_white(piece) != white:
            continue
        if position.kind(square) == "pawn":
            ends = pawn_captures(position, square)
        else:
            ends = reached(position, square, capturing=True)
        if target in ends:
            return True
    return False

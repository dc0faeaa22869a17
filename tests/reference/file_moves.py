"""The moves of any game's file, found square by square."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.reference.betza import Reach, Vector, sign
from tests.reference.file_rules import FileRules, Kind, Square


@dataclass
class Place:
    """A position."""

    rules: FileRules
    pieces: dict[Square, str]
    holes: set[Square]
    white: bool = True
    rights: set[str] = field(default_factory=set)
    passed: list[Square] = field(default_factory=list)
    passer: Square | None = None
    clock: int = 0
    number: int = 1
    asleep: set[Square] = field(default_factory=set)

    def copy(self) -> Place:
        """The same position, to be changed."""
        return replace(
            self,
            pieces=dict(self.pieces),
            holes=set(self.holes),
            rights=set(self.rights),
            passed=list(self.passed),
            asleep=set(self.asleep),
        )

    def kind(self, square: Square) -> Kind:
        """The type of the piece there."""
        return self.rules.kinds[self.pieces[square].upper()]

    def is_white(self, square: Square) -> bool:
        """Whether the piece there is White's."""
        return self.pieces[square].isupper()

    def king(self, white: bool) -> Square | None:
        """Where a side's royal piece is."""
        letter = self.rules.royal.letter
        wanted = letter if white else letter.lower()
        return next((square for square, piece in self.pieces.items() if piece == wanted), None)


@dataclass(frozen=True)
class Step:
    """A move. ``passes`` are the squares where it can be captured en passant."""

    start: Square
    end: Square
    becomes: str = ""
    takes: Square | None = None
    passes: tuple[Square, ...] = ()
    rook: tuple[Square, Square] | None = None


def own_way(vector: Vector, white: bool) -> Vector:
    """A direction of White's as a side has it: Black sits opposite."""
    return vector if white else (-vector[0], -vector[1])


def plus(square: Square, vector: Vector) -> Square:
    """The place so far from a square."""
    return square[0] + vector[0], square[1] + vector[1]


def on_grid(place: Place, square: Square) -> bool:
    """Whether the rectangle round the board has this place."""
    return 0 <= square[0] < place.rules.columns and 0 <= square[1] < place.rules.rows


# Boards without passages.


def next_place(place: Place, square: Square, vector: Vector, *, over: bool) -> Square | None:
    """Where one step leads, a void perhaps; ``over`` holes, or onto them."""
    square = plus(square, vector)
    while over and square in place.holes:
        square = plus(square, vector)
    return square if on_grid(place, square) else None


def walk(place: Place, square: Square, way: Reach, white: bool) -> list[list[Square]]:
    """The places that a way passes, for each of its ends; what stands on the ends is not asked."""
    folds = place.rules.left_square == "fold"
    passed: list[Square] = []
    here: Square | None = square
    if way.hop in ("p", "g"):
        return hops(place, square, way, white)
    if way.endless and len(way.steps) > 1:
        return leaps(place, square, way, white)
    if way.endless:
        routes = []
        while True:
            here = next_place(place, here, own_way(way.steps[0], white), over=place.rules.squares_go)
            if here is None or here not in place.rules.squares:
                return routes
            passed.append(here)
            routes.append(list(passed))
            if here in place.pieces:
                return routes
    for count, step in enumerate(way.steps):
        if way.blockable and count and count % way.stride == 0 and here in place.pieces:
            return []
        if way.hop == "j" and count and here not in place.pieces:
            return []
        here = next_place(place, here, own_way(step, white), over=folds)
        if here is None:
            return []
        passed.append(here)
    return [passed] if here in place.rules.squares and here not in place.holes else []


def hops(place: Place, square: Square, way: Reach, white: bool) -> list[list[Square]]:
    """The places that a hopper passes: to a piece, and on to the next one, or to the square behind it."""
    routes, passed, mounted = [], [square], False
    while True:
        lands = mounted and way.hop == "g"
        over = place.rules.left_square == "fold" or (place.rules.squares_go and not lands)
        here = next_place(place, passed[-1], own_way(way.steps[0], white), over=over)
        if here not in place.rules.squares or here in place.holes:
            return routes
        passed.append(here)
        if mounted:
            routes.append(passed[1:])
            if lands or here in place.pieces:
                return routes
        mounted = mounted or here in place.pieces


def leaps(place: Place, square: Square, way: Reach, white: bool) -> list[list[Square]]:
    """The places that a rider of leaps passes. Its leaps cross voids, and holes where squares vanish."""
    routes, passed = [], [square]
    while True:
        for count, step in enumerate(way.steps):
            if len(passed) > 1 and passed[-1] in place.pieces and (not count or way.blockable):
                return routes
            here = next_place(place, passed[-1], own_way(step, white), over=place.rules.left_square == "fold")
            if here is None:
                return routes
            passed.append(here)
        if passed[-1] in place.rules.squares and passed[-1] not in place.holes:
            routes.append(passed[1:])


# Boards with passages.


def through(place: Place, square: Square, vector: Vector, pawn: bool) -> Square | None:
    """The square so far away; from a wormhole on the edge, round the board. Pawns go round sideways only."""
    rules = place.rules
    x, y = plus(square, vector)
    if square in place.holes and (square[0] in (0, rules.columns - 1) or square[1] in (0, rules.rows - 1)):
        x %= rules.columns
        if not pawn:
            y %= rules.rows
    return (x, y) if (x, y) in rules.squares else None


def way_out(place: Place, entry: Square, vector: Vector, pawn: bool) -> Square | None:
    """The next wormhole on the line."""
    here = through(place, entry, vector, pawn)
    while here is not None and here not in place.holes:
        here = through(place, here, vector, pawn)
    return here


def ends_through(place: Place, square: Square, vector: Vector, pawn: bool, leaps: bool) -> list[Square]:
    """Where one step or leap may end: beyond wormholes, or out of the next one."""
    arrived = [through(place, square, vector, pawn)]
    for here in arrived:
        if here is None or here not in place.holes:
            continue
        goes_on = [here] if leaps else [here, way_out(place, here, vector, pawn)]
        for origin in goes_on:
            end = None if origin is None else through(place, origin, vector, pawn)
            if end not in arrived:
                arrived.append(end)
    return [here for here in arrived if here is not None and here not in place.holes]


def walk_through(place: Place, square: Square, way: Reach, white: bool) -> list[list[Square]]:
    """As :func:`walk`, with passages."""
    kind = place.kind(square)
    whole = (sum(step[0] for step in way.steps), sum(step[1] for step in way.steps))
    if kind.royal:
        end = plus(square, own_way(whole, white))
        return [[end]] if end in place.rules.squares else []
    unit = way.stride if way.blockable else len(way.steps)
    vector = own_way(
        (sum(step[0] for step in way.steps[:unit]), sum(step[1] for step in way.steps[:unit])), white
    )

    def goes(origin: Square) -> list[Square]:
        return ends_through(place, origin, vector, kind.pawn, unit > 1)

    def rides(origins: list[Square]) -> list[Square]:
        stands, found = list(origins), []
        for here in stands:
            for end in goes(here):
                if end not in found:
                    found.append(end)
                    if end not in place.pieces or (end == square and square not in origins):
                        stands.append(end)
        return found

    if way.hop:
        mounts = [end for end in rides([square]) if end in place.pieces and end != square]
        behind = [end for mount in mounts for end in goes(mount)]
        return [[end] for end in (rides(mounts) if way.hop == "p" else behind)]
    if way.endless:
        return [[end] for end in rides([square])]
    routes: list[list[Square]] = [[square]]
    for count in range(len(way.steps) // unit):
        routes = [
            [*route, end]
            for route in routes
            if not count or route[-1] not in place.pieces
            for end in goes(route[-1])
        ]
    return [route[1:] for route in routes]


# Moves.


def routes(place: Place, square: Square, way: Reach) -> list[list[Square]]:
    """The places that a piece passes by one of its ways, for each end."""
    white = place.is_white(square)
    if place.rules.arrows is not None and own_way(way.steps[0], white) not in place.rules.arrows[square]:
        return []
    if place.rules.left_square == "random":
        return walk_through(place, square, way, white)
    return walk(place, square, way, white)


def ends(place: Place, square: Square, way: Reach) -> list[Square]:
    """Where a piece may end by one of its ways."""
    return [route[-1] for route in routes(place, square, way)]


def is_first(place: Place, square: Square) -> bool:
    """Whether the piece may make its first move."""
    kind, white = place.kind(square), place.is_white(square)
    if kind.royal:
        start = next(at for at, piece in place.rules.start.items() if piece == place.pieces[square])
        return square == start and ("K" if white else "k") in place.rights
    return (square if white else place.rules.turned(square)) in kind.home


def attacked(place: Place, target: Square, by_white: bool) -> bool:
    """Whether a side could capture there, first moves aside."""
    wraps = place.rules.left_square == "random"
    for square in place.pieces:
        if place.is_white(square) is by_white:
            side = own_way((sign(target[0] - square[0]), sign(target[1] - square[1])), by_white)
            for way in place.kind(square).ways:
                near = way.takes and (wraps or way.side == side)
                near = near and (
                    not way.first or (place.kind(square).home_attacks and is_first(place, square))
                )
                if near and target in ends(place, square, way) and becoming(place, square, target, False):
                    return True
    return False


def in_check(place: Place, white: bool) -> bool:
    """Whether a side's king is attacked."""
    king = place.king(white)
    if place.rules.goal == "capture" or king is None:
        return False
    return attacked(place, king, not white) or (place.rules.royal.faces and is_faced(place, king))


def is_faced(place: Place, king: Square) -> bool:
    """Whether the other king stands on the same file with no piece, and no void, between."""
    other = place.king(not place.is_white(king))
    if other is None or other[0] != king[0]:
        return False
    if place.rules.arrows is not None:
        toward = (0, 1 if other[1] < king[1] else -1)
        if toward not in place.rules.arrows[other]:
            return False
    between = [(king[0], y) for y in range(min(king[1], other[1]) + 1, max(king[1], other[1]))]
    return all(square in place.rules.squares and square not in place.pieces for square in between)


def possible(place: Place) -> list[Step]:
    """All moves, without a look at checks, and without castling."""
    found = []
    for square in place.pieces:
        if place.is_white(square) is place.white:
            for way in place.kind(square).ways:
                if not way.first or is_first(place, square):
                    for route in routes(place, square, way):
                        found += ending(place, square, way, route)
    return found


def ending(place: Place, square: Square, way: Reach, route: list[Square]) -> list[Step]:
    """The moves that this route makes: none, one, or one for each promotion."""
    end, kind = route[-1], place.kind(square)
    if end in place.pieces:
        if not way.takes or place.is_white(end) is place.white:
            return []
        move = Step(square, end, takes=end)
    elif way.moves:
        move = Step(square, end, passes=passes(place, square, route))
    elif kind.passes and end in place.passed and end not in place.holes and place.passer is not None:
        move = Step(square, end, takes=place.passer)
    else:
        return []
    return [replace(move, becomes=letter) for letter in becoming(place, square, end, True)]


def becoming(place: Place, start: Square, end: Square, counts: bool) -> list[str]:
    """What a piece may be after a move, ``""`` for what it is; ``counts`` what is lost."""
    rules, kind, white = place.rules, place.kind(start), place.is_white(start)
    first, last = (square if white else rules.turned(square) for square in (start, end))
    found = [""]
    if last in kind.zone or (kind.leaving and first in kind.zone):
        found = [*kind.becomes, *([""] * (kind.promotion != "forced"))]
    if kind.promotion == "lost" and counts:
        own = {letter: letter.upper() if white else letter.lower() for letter in kind.becomes}
        now, before = list(place.pieces.values()), list(rules.start.values())
        found = [each for each in found if not each or now.count(own[each]) < before.count(own[each])]
    return [
        each
        for each in found
        if (stands := rules.kinds[each or kind.letter].stands) is None or last in stands
    ]


def passes(place: Place, square: Square, route: list[Square]) -> tuple[Square, ...]:
    """The squares that can be captured on after this move."""
    if not place.kind(square).passes or len(route) < 2:
        return ()
    if place.rules.left_square == "random":
        ordinary = own_way((0, 1), place.white)
        between = plus(square, ordinary)
        if len(route) != 2 or route[-1] != plus(between, ordinary) or between in place.pieces:
            return ()
        return (between,) if between in place.rules.squares and between not in place.holes else ()
    return tuple(each for each in route[:-1] if each in place.rules.squares and each not in place.holes)


def castlings(place: Place) -> list[Step]:
    """Castling, with all that it asks for but the last check."""
    found = []
    if in_check(place, place.white):
        return []
    for right in sorted(place.rights & place.rules.castlings.keys()):
        if right.isupper() is not place.white:
            continue
        king, end, rook, beside = place.rules.castlings[right]
        low, high = sorted((king[0], rook[0]))
        between = [(x, king[1]) for x in range(low + 1, high)]
        free = all(
            each in place.rules.squares and each not in place.pieces and each not in place.holes
            for each in between
        )
        if free and not in_check(after(place, Step(king, beside)), place.white):
            found.append(Step(king, end, rook=(rook, beside)))
    return found


def legal(place: Place) -> dict[str, Step]:
    """The legal moves by their texts."""
    if place.king(place.white) is None:
        return {}
    moves = possible(place)
    if place.rules.goal == "checkmate":
        moves = [move for move in moves + castlings(place) if not in_check(after(place, move), place.white)]
    names = place.rules.names
    return {names[move.start] + names[move.end] + move.becomes.lower(): move for move in moves}


def after(place: Place, move: Step) -> Place:
    """The position after a move, before dice are rolled."""
    new = place.copy()
    kind = place.kind(move.start)
    piece = new.pieces.pop(move.start)
    leave(new, move.start)
    if move.takes is not None:
        del new.pieces[move.takes]
        if move.takes != move.end:
            wake(new, move.takes)
    if move.becomes:
        piece = move.becomes.upper() if place.white else move.becomes.lower()
    new.pieces[move.end] = piece
    if kind.royal:
        new.holes.discard(move.end)
        new.asleep.discard(move.end)
    if move.rook is not None:
        new.pieces[move.rook[1]] = new.pieces.pop(move.rook[0])
        leave(new, move.rook[0])
    for right, squares in list(right_squares(place.rules).items()):
        if {move.start, move.end} & squares:
            new.rights.discard(right)
    new.passed, new.passer = list(move.passes), move.end if move.passes else None
    new.clock = 0 if kind.pawn or move.takes is not None else place.clock + 1
    new.white = not place.white
    new.number += new.white
    return new


def right_squares(rules: FileRules) -> dict[str, set[Square]]:
    """For each right, the squares where it was given: of king and rook, or of a king with a first move."""
    if any(way.first for way in rules.royal.ways):
        kings = {rules.royal.letter: "K", rules.royal.letter.lower(): "k"}
        return {kings[piece]: {square} for square, piece in rules.start.items() if piece in kings}
    return {right: {king, rook} for right, (king, _, rook, _) in rules.castlings.items()}


def leave(place: Place, square: Square) -> None:
    """What the mutator does to a square that was left."""
    if place.rules.squares_go:
        place.holes.add(square)
    wake(place, square)


def wake(place: Place, square: Square) -> None:
    """A counter under a piece that has left is a wormhole."""
    if square in place.asleep:
        place.asleep.remove(square)
        place.holes.add(square)

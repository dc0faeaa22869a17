"""The moves of any game's file, found square by square."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.reference.betza import Reach, Vector, sign
from tests.reference.counting import counted
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
    fallen: bool | None = None
    """The side that has lost one of several royal pieces, and with it the game."""
    has_passed: bool = False
    """Whether the last move was a pass."""
    ended: bool = False
    """Whether a pass has ended the game."""
    checks: dict[bool, int] = field(default_factory=dict)
    """How many checks White (True) and Black have to give yet, where they are counted."""
    held: list[str] = field(default_factory=list)
    """The pieces in hand, White's in capitals."""
    promoted: dict[Square, str] = field(default_factory=dict)
    """What promoted pieces were, by their squares."""
    gates: set[Square] = field(default_factory=set)
    """The squares whose piece has not moved and may let in another one."""

    strong: frozenset[bool] = frozenset()
    """The sides whose unbroken checks have one that makes checkmate win."""
    count: tuple[int, int] = (0, 0)
    """The limit of counted moves and how many are counted, in plies."""

    def copy(self) -> Place:
        """The same position, to be changed."""
        return replace(
            self,
            pieces=dict(self.pieces),
            holes=set(self.holes),
            rights=set(self.rights),
            passed=list(self.passed),
            asleep=set(self.asleep),
            checks=dict(self.checks),
            held=list(self.held),
            promoted=dict(self.promoted),
            gates=set(self.gates),
        )

    def kind(self, square: Square) -> Kind:
        """The type of the piece there."""
        return self.rules.kinds[self.pieces[square].upper()]

    def is_white(self, square: Square) -> bool:
        """Whether the piece there is White's."""
        return self.pieces[square].isupper()

    def king(self, white: bool) -> Square | None:
        """Where a side's royal piece is."""
        letter = self.rules.royal
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
    drops: str = ""
    """The piece in hand that is put on ``end``, where it is what it ``becomes``, if that is another one."""
    is_pass: bool = False
    in_place: bool = False
    """Whether it promotes instead of moving."""
    enters: str = ""
    """The piece in hand that comes in on the square ``gate``."""
    gate: Square | None = None


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


def is_wall(place: Place, square: Square | None) -> bool:
    """Whether a petrified piece stands there, on a board that keeps its squares."""
    return square in place.holes and place.rules.left_square == "none"


def is_occupied(place: Place, square: Square | None) -> bool:
    """Whether a piece stands there, of flesh or of stone."""
    return square in place.pieces or is_wall(place, square)


def is_hurdle(place: Place, square: Square) -> bool:
    """Whether hoppers may pass over what stands there."""
    return is_wall(place, square) or (square in place.pieces and place.kind(square).screens)


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
            if here is None or here not in place.rules.squares or is_wall(place, here):
                return routes
            passed.append(here)
            routes.append(list(passed))
            if here in place.pieces:
                return routes
    for count, step in enumerate(way.steps):
        if way.blockable and count and count % way.stride == 0 and is_occupied(place, here):
            return []
        if way.hop == "j" and count and not is_hurdle(place, here):
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
        if here not in place.rules.squares or (here in place.holes and not is_wall(place, here)):
            return routes
        passed.append(here)
        if mounted:
            if not is_wall(place, here):
                routes.append(passed[1:])
            if lands or is_occupied(place, here):
                return routes
        elif is_occupied(place, here) and not is_hurdle(place, here):
            return routes
        mounted = mounted or is_occupied(place, here)


def leaps(place: Place, square: Square, way: Reach, white: bool) -> list[list[Square]]:
    """The places that a rider of leaps passes. Its leaps cross voids, and holes where squares vanish."""
    routes, passed = [], [square]
    while True:
        for count, step in enumerate(way.steps):
            if len(passed) > 1 and is_occupied(place, passed[-1]) and (not count or way.blockable):
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
    if kind.royal:
        end = plus(square, own_way(way.whole, white))
        return [[end]] if end in place.rules.squares else []
    unit = way.stride if way.blockable else len(way.steps)
    vector = own_way(way.unit, white)

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
    found = walk(place, square, way, white)
    if way.lined:
        found = [route for route in found if {square, *route} <= place.rules.lines]
    return found


def ends(place: Place, square: Square, way: Reach) -> list[Square]:
    """Where a piece may end by one of its ways."""
    return [route[-1] for route in routes(place, square, way)]


def is_first(place: Place, square: Square) -> bool:
    """Whether the piece may make its first move."""
    kind, white = place.kind(square), place.is_white(square)
    if kind.royal or kind.until_moved:
        right = "K" if kind.royal else "Q"
        if not kind.first_in_check and in_check(place, white):
            return False
        right = right if white else right.lower()
        return right in place.rights and square in right_squares(place.rules)[right]
    if not white and kind.black_home is not None:
        return square in kind.black_home
    return (square if white else place.rules.turned(square)) in kind.home


def attacked(place: Place, target: Square, by_white: bool) -> bool:
    """Whether a side could capture there, first moves aside."""
    return next(attackers(place, target, by_white), None) is not None


def checkers(place: Place, white: bool) -> set[Square | None]:
    """The pieces that give check to a side's only king."""
    king, other = place.king(white), place.king(not white)
    assert king is not None
    faced = {other} if place.kind(king).faces and is_faced(place, king) else set()
    return {*attackers(place, king, not white), *faced}


def attackers(place: Place, target: Square, by_white: bool) -> Iterator[Square]:
    """Where a side's pieces are that could capture there, first moves aside; each way of them counts."""
    wraps = place.rules.left_square == "random" and bool(place.holes)
    for square in place.pieces:
        if place.is_white(square) is by_white:
            if is_suicide(place, square) or spares(place, square, target):
                continue
            kind = place.kind(square)
            side = own_way((sign(target[0] - square[0]), sign(target[1] - square[1])), by_white)
            for way in kind.ways:
                near = way.takes and (wraps or way.side == side)
                near = near and (not way.first or (kind.home_attacks and is_first(place, square)))
                if near and target in ends(place, square, way) and becoming(place, square, target, False):
                    yield square


def spares(place: Place, square: Square, target: Square) -> bool:
    """Whether the piece there never captures what stands on the target."""
    return target in place.pieces and place.pieces[target].upper() in place.kind(square).spares


def in_check(place: Place, white: bool, turned: Square | None = None) -> bool:
    """Whether a side's king is attacked, whatever else has just ``turned`` into a second one."""
    if place.rules.goal != "capture" and crowned(place, white):
        rule = place.rules.endings["royal"]
        hit = [
            attacked(place, square, not white)
            for square in crowned(place, white)
            if rule == "all" or square != turned
        ]
        if rule == "all":
            return any(hit)
        return all(hit) and (rule == "duple" or len(hit) == 1)
    king = place.king(white)
    if place.rules.goal == "capture" or king is None:
        return False
    other = place.king(not white)
    if explodes(place) and place.kind(king).survives == "nothing" and other in neighbours(place, king):
        return False  # to capture it would be suicide
    return attacked(place, king, not white) or (place.kind(king).faces and is_faced(place, king))


def explodes(place: Place) -> bool:
    """Whether captures explode."""
    return place.rules.capture == "explode"


def neighbours(place: Place, centre: Square) -> set[Square | None]:
    """The squares a king's step away."""
    over = place.rules.left_square == "fold"
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    return {next_place(place, centre, step, over=over) for step in steps} - {None}


def is_suicide(place: Place, square: Square) -> bool:
    """Whether a piece makes no captures, being royal, since it would be gone; else it may, and loses."""
    rules, kind = place.rules, place.kind(square)
    dies = rules.capture != "stay" and kind.survives != "all"
    return dies and kind.royal and rules.goal == "checkmate"


def crowned(place: Place, white: bool) -> list[Square]:
    """Where a side's royal pieces are, if there may be several."""
    return [
        square for square in place.pieces if place.kind(square).crowned and place.is_white(square) is white
    ]


def is_faced(place: Place, king: Square) -> bool:
    """Whether the other king faces the king on a file, and arrows let it go there."""
    other = place.king(not place.is_white(king))
    if other is None or not facing(place):
        return False
    if place.rules.arrows is not None:
        toward = (0, 1 if other[1] < king[1] else -1)
        if toward not in place.rules.arrows[other]:
            return False
    return True


def royal_is_gone(place: Place, white: bool) -> bool:
    """Whether a side has lost its royal piece; it may have had none."""
    if place.fallen is not None:
        return place.fallen is white
    letter = place.rules.royal if white else place.rules.royal.lower()
    owns = letter in place.rules.start.values() or letter in place.rules.hands.get("start", "")
    return bool(letter) and owns and place.king(white) is None and letter not in place.held


def possible(place: Place) -> list[Step]:
    """All moves, without a look at checks, and without castling."""
    found = []
    for square in place.pieces:
        if place.is_white(square) is place.white:
            found += moves_from(place, square)
    return found + dropping(place)


def moves_from(place: Place, square: Square, *, counts: bool = True) -> list[Step]:
    """The moves of the piece there, without a look at checks; ``counts`` what is lost."""
    found = []
    for way in place.kind(square).ways:
        if not way.first or is_first(place, square):
            for route in routes(place, square, way):
                found += ending(place, square, way, route, counts)
    return found


def dropping(place: Place) -> list[Step]:
    """The drops, without a look at checks."""
    rules, found = place.rules, []
    if not rules.hands.get("drops", True):
        return []
    for piece in sorted(set(place.held)):
        if piece.isupper() is not place.white:
            continue
        kind = rules.kinds[piece.upper()]
        for square in rules.squares - place.holes - place.pieces.keys():
            seen = square if place.white else rules.turned(square)
            if may_be_put(kind, seen) and has_room(place, piece, square):
                found.append(Step(square, square, drops=piece))
            other = kind.drops.get("other_side")
            if other and may_be_put(rules.kinds[other], seen):
                found.append(Step(square, square, other, drops=piece))
    return found


def has_room(place: Place, piece: str, square: Square) -> bool:
    """Whether other pieces of its side allow a piece of the hand on a square."""
    rules, kind = place.rules, place.rules.kinds[piece.upper()]
    same = [at for at, other in place.pieces.items() if other == piece and at[0] == square[0]]
    if 0 < kind.drops.get("per_file", 0) <= len(same):
        return False
    shade = sum(square) % 2
    for other in set(place.held):
        if other.isupper() is not piece.isupper() or not rules.kinds[other.upper()].drops.get("apart"):
            continue
        shades = {sum(at) % 2 for at, standing in place.pieces.items() if standing == other}
        if other == piece and shade in shades:
            return False
        if other == piece or shade in shades or place.held.count(other) < 2 - len(shades):
            continue
        free = [
            at
            for at in rules.squares - place.holes - place.pieces.keys()
            if sum(at) % 2 == shade
            and may_be_put(rules.kinds[other.upper()], at if piece.isupper() else rules.turned(at))
        ]
        if free == [square]:
            return False
    return True


def lettings_in(place: Place, moves: list[Step]) -> list[Step]:
    """The same moves once more for each piece in hand that may come in where a piece leaves."""
    found = []
    for move in moves:
        if move.drops or move.is_pass or move.becomes:
            continue
        left = [move.start, move.rook[0]] if move.rook else [move.start]
        filled = [move.end, move.rook[1]] if move.rook else [move.end]
        for gate in left:
            if gate not in place.gates or gate in filled or gate in place.asleep or place.kind(gate).becomes:
                continue
            for piece in sorted(set(place.held)):
                seen = gate if place.white else place.rules.turned(gate)
                if (
                    piece.isupper() is place.white
                    and may_be_put(place.rules.kinds[piece.upper()], seen)
                    and has_room(place, piece, gate)
                ):
                    found.append(replace(move, enters=piece, gate=gate))
    return found


def promotions_in_place(place: Place) -> list[Step]:
    """The promotions instead of moves, without a look at checks."""
    found, pieces = [], place.pieces
    for square, piece in pieces.items():
        kind = place.kind(square)
        if not kind.in_place or place.is_white(square) is not place.white:
            continue
        seen = square if place.white else place.rules.turned(square)
        if seen not in kind.zone and [*pieces.values()].count(piece) > 1:
            continue
        for letter in kind.becomes:
            own = letter if place.white else letter.lower()
            if is_limited(kind, letter) and [*pieces.values()].count(own) >= at_first(place.rules, own):
                continue
            new = place.copy()
            new.pieces[square] = own
            ends = {square} | {
                step.end for step in moves_from(new, square) if step.takes is None and not step.becomes
            }
            found += [
                Step(square, end, letter, in_place=True)
                for end in ends
                if end not in pieces or end == square
                if (stands := place.rules.kinds[letter].stands) is None
                or (end if place.white else place.rules.turned(end)) in stands
            ]
    return [move for move in found if is_peaceful(after(place, move), move.end)]


def is_peaceful(place: Place, square: Square) -> bool:
    """Whether the piece there attacks none, whatever is lost."""
    turned = place.copy()
    turned.white, turned.passed = not place.white, []
    return all(step.takes is None for step in moves_from(turned, square, counts=False))


def is_limited(kind: Kind, letter: str) -> bool:
    """Whether a piece becomes another one only if such a piece was lost."""
    return kind.promotion == "lost" or letter in kind.limited


def at_first(rules: FileRules, piece: str) -> int:
    """How many of a piece there are at first, those in hand included."""
    return [*rules.start.values()].count(piece) + rules.hands.get("start", "").count(piece)


def may_be_put(kind: Kind, seen: Square) -> bool:
    """Whether a piece may be dropped on a square, as its side sees it."""
    return all(squares is None or seen in squares for squares in (kind.dropped_on, kind.stands))


def ending(place: Place, square: Square, way: Reach, route: list[Square], counts: bool) -> list[Step]:
    """The moves that this route makes: none, one, or one for each promotion."""
    end, kind = route[-1], place.kind(square)
    if end in place.pieces:
        if not way.takes or place.is_white(end) is place.white or spares(place, square, end):
            return []
        move = Step(square, end, takes=end)
    elif way.moves:
        move = Step(square, end, passes=passes(place, square, way, route))
    elif kind.passes and end in place.passed and end not in place.holes and place.passer is not None:
        move = Step(square, end, takes=place.passer)
    else:
        return []
    return [replace(move, becomes=letter) for letter in becoming(place, square, end, counts)]


def becoming(place: Place, start: Square, end: Square, counts: bool) -> list[str]:
    """What a piece may be after a move, ``""`` for what it is; ``counts`` what is lost."""
    rules, kind, white = place.rules, place.kind(start), place.is_white(start)
    first, last = (square if white else rules.turned(square) for square in (start, end))
    found = [""]
    promotes = last in kind.zone or (kind.leaving and first in kind.zone)
    if not kind.in_place and (promotes or (kind.capturing and end in place.pieces)):
        found = [*kind.becomes, *([""] * (kind.promotion != "forced"))]
    if kind.promotion == "lost" and counts:
        own = {letter: letter.upper() if white else letter.lower() for letter in kind.becomes}
        now = list(place.pieces.values())
        found = [each for each in found if not each or now.count(own[each]) < at_first(rules, own[each])]
    for limited in kind.limited if counts else "":
        own_letter = limited if white else limited.lower()
        if [*place.pieces.values()].count(own_letter) >= at_first(rules, own_letter):
            found = [each for each in found if each != limited]
    return [
        each
        for each in found
        if (stands := rules.kinds[each or kind.letter].stands) is None or last in stands
    ]


def passes(place: Place, square: Square, way: Reach, route: list[Square]) -> tuple[Square, ...]:
    """The squares that can be captured on after this move."""
    kind, white = place.kind(square), place.white
    if not kind.passes or len(route) < 2:
        return ()
    passed = route[:-1]
    if place.rules.left_square == "random":
        ordinary = own_way(way.steps[0], white)
        between = plus(square, ordinary)
        if len(route) != 2 or route[-1] != plus(between, ordinary) or between in place.pieces:
            return ()
        passed = [between]
    return tuple(
        each
        for each in passed
        if each in place.rules.squares
        and each not in place.holes
        and (kind.passed is None or (each if white else place.rules.turned(each)) in kind.passed)
    )


def castlings(place: Place) -> list[Step]:
    """Castling, with all that it asks for but the last check."""
    found = []
    several = place.rules.endings.get("royal") in ("all", "last", "duple")
    if not several and in_check(place, place.white):
        return []
    for right in sorted(place.rights & place.rules.castlings.keys()):
        if right.isupper() is not place.white:
            continue
        king, end, rook, beside = place.rules.castlings[right]
        passed = [*between(king, end), *between(rook, beside), end, beside]
        free = all(
            each in place.rules.squares
            and each not in place.holes
            and (each not in place.pieces or each in (king, rook))
            for each in passed
        )
        if not free or (beside == king and king in place.asleep):
            continue
        if several:
            least = place.rules.endings["royal"] == "all" or len(crowned(place, place.white)) == 1
            safe = not (least and place.kind(king).crowned) or not any(
                attacked(standing(place, king, each), each, not place.white)
                for each in [king, *between(king, end)]
            )
        else:
            safe = not any(in_check(standing(place, king, each), place.white) for each in between(king, end))
        if safe:
            found.append(Step(king, end, rook=(rook, beside)))
    return found


def between(one: Square, other: Square) -> list[Square]:
    """The squares between two of a rank."""
    low, high = sorted((one[0], other[0]))
    return [(x, one[1]) for x in range(low + 1, high)]


def standing(place: Place, king: Square, passed: Square) -> Place:
    """The position while a king passes a square."""
    new = place.copy()
    piece = new.pieces.pop(king)
    wake(new, king)
    new.pieces[passed] = piece
    return new


def legal(place: Place) -> dict[str, Step]:
    """The legal moves by their texts."""
    if any(royal_is_gone(place, white) for white in (True, False)) or verdict(place) is not None:
        return {}
    moves = possible(place) + promotions_in_place(place)
    if place.rules.goal == "checkmate":
        moves = [move for move in moves + castlings(place) if is_safe(place, move)]
    moves += [
        move for move in lettings_in(place, moves) if place.rules.goal != "checkmate" or is_safe(place, move)
    ]
    endings = place.rules.endings
    moves = [move for move in moves if not mates_unduly(place, move)]
    if not endings.get("fleeing", True) and in_check(place, place.white):
        moves = [move for move in moves if is_brave(place, move)]
    if not endings.get("checking", True):
        moves = [move for move in moves if not in_check(after(place, move), not place.white)]
    kinds = place.rules.kinds
    forced = [move for move in moves if move.drops and kinds[move.drops.upper()].drops.get("forced")]
    moves = forced or moves
    if endings.get("must_capture"):
        moves = [move for move in moves if move.takes is not None] or moves
    bikjang = endings.get("bikjang", False)
    if bikjang and facing(place):
        moves = [move for move in moves if not facing(after(place, move))]
    passing = endings.get("passing", "never")
    checked = in_check(place, place.white) and not (bikjang and facing(place))
    own = sorted((y, x) for x, y in place.pieces if place.is_white((x, y)) is place.white)
    square = place.king(place.white) or (own[0][::-1] if own else None)
    if square and not checked and (passing == "always" or (passing == "stuck" and not moves)):
        moves = [*moves, Step(square, square, is_pass=True)]
    if must_answer(place) and not any(arrived(after(place, move), place.white) for move in moves):
        return {}
    return {text_of(place, move): move for move in moves}


def mates_unduly(place: Place, move: Step) -> bool:
    """Whether a move is a drop that gives mate, or check, and may not."""
    if not move.drops or move.becomes:
        return False
    kind = place.rules.kinds[move.drops.upper()]
    new = after(place, move)
    if not kind.drops.get("checks", True) and in_check(new, new.white):
        return True
    if kind.drops.get("mates", True) or not in_check(new, new.white) or verdict(new) is not None:
        return False
    answers = possible(new) + castlings(new)
    return all(in_check(after(new, answer), new.white) for answer in answers)


def is_brave(place: Place, move: Step) -> bool:
    """Whether the king in check stays, or captures the one piece that gives the check."""
    if move.drops or move.start != place.king(place.white):
        return True
    return checkers(place, place.white) == {move.takes}


def is_safe(place: Place, move: Step) -> bool:
    """Whether a move leaves its side's king on the board, and safe unless the other one explodes."""
    new = after(place, move)
    if royal_is_gone(new, place.white):
        return False
    turned = move.end if move.becomes and place.rules.kinds[move.becomes.upper()].front else None
    return (explodes(place) and royal_is_gone(new, not place.white)) or not in_check(new, place.white, turned)


def facing(place: Place) -> bool:
    """Whether the kings stand on one file with no piece, and no void, between."""
    king, other = place.king(True), place.king(False)
    if king is None or other is None or other[0] != king[0]:
        return False
    between = [(king[0], y) for y in range(min(king[1], other[1]) + 1, max(king[1], other[1]))]
    return all(square in place.rules.squares and not is_occupied(place, square) for square in between)


def arrived(place: Place, white: bool, *, safely: bool = False) -> bool:
    """Whether a side has a piece on a goal, perhaps only one that is neither attacked there nor in check."""
    rules, endings = place.rules, place.rules.endings
    goals = rules.squares_named(endings.get("goal_squares", ""))
    if not white:
        own = rules.squares_named(endings.get("black_goal_squares", ""))
        goals = own or {rules.turned(square) for square in goals}
    wanted = endings.get("goal_pieces", "")
    return any(
        place.pieces[square].upper() in wanted
        and place.is_white(square) is white
        and not (safely and is_in_danger(place, square))
        for square in goals & place.pieces.keys()
    )


def is_in_danger(place: Place, square: Square) -> bool:
    """Whether the piece there is attacked or, if it is royal and not captured, in check."""
    white = place.is_white(square)
    if place.kind(square).royal and place.rules.goal == "checkmate":
        return in_check(place, white)
    return attacked(place, square, not white)


def must_answer(place: Place) -> bool:
    """Whether White has arrived first, and Black may do so now."""
    return (
        place.rules.endings.get("goal_wins") == "unless answered" and not place.white and arrived(place, True)
    )


def verdict(place: Place) -> str | None:
    """The result if the position itself ends the game: a goal, extinction, counted checks, passes."""
    found = verdict_of_position(place)
    return "1/2-1/2" if found is None and place.ended else found


def verdict_of_position(place: Place) -> str | None:
    """The same, whatever the last moves were."""
    endings = place.rules.endings
    wins = {True: "1-0", False: "0-1"}
    for white in (not place.white, place.white):
        for text in endings.get("extinct", []):
            words = text.split()
            numbers = [int(word) for word in words if word.isdigit()]
            most = int(words[1]) if words[1].isdigit() else 0
            against = numbers[-1] if "against" in words else 0
            against += words[-1] == "answered" and white is place.white
            result = next(word for word in words if word in ("loss", "win", "draw"))
            for letter in words[0]:
                if letter != "*" and letter not in place.rules.kinds:
                    continue
                own, other = (owned(place, letter, side) for side in (white, not white))
                if own <= most and other >= against:
                    return {"loss": wins[not white], "win": wins[white], "draw": "1/2-1/2"}[result]
    wins_when = endings.get("goal_wins", "at once")
    own, other = arrived(place, place.white), arrived(place, not place.white)
    if wins_when == "at once":
        if other:
            return wins[not place.white]
    elif wins_when == "if safe":
        for white in (not place.white, place.white):
            if arrived(place, white, safely=True):
                return wins[white]
    elif own:
        both = wins_when == "unless answered" and place.white and other
        return "1/2-1/2" if both else wins[place.white]
    elif other and wins_when == "unless answered" and place.white:
        return wins[False]
    if place.checks and place.checks[not place.white] == 0:
        return wins[not place.white]
    return None


def drawn(place: Place) -> str:
    """The result of a drawn game, which somebody may win."""
    winner = place.rules.endings.get("draw_goes_to", "nobody")
    if winner in ("white", "black"):
        return "1-0" if winner == "white" else "0-1"
    lead = 0.0
    if winner == "pieces":
        lead = number_of(place, "*", True) - number_of(place, "*", False)
    elif winner == "points":
        for square in place.pieces:
            lead += place.kind(square).points * (1 if place.is_white(square) else -1)
        lead -= place.rules.endings.get("black_points", 0)
    return "1-0" if lead > 0 else "0-1" if lead < 0 else "1/2-1/2"


def number_of(place: Place, letter: str, white: bool) -> int:
    """How many pieces of a kind a side has; all of them for a star."""
    return sum(piece.isupper() is white and letter in ("*", piece.upper()) for piece in place.pieces.values())


def owned(place: Place, letter: str, white: bool) -> int:
    """As :func:`number_of`, with the pieces in hand."""
    held = sum(piece.isupper() is white and letter in ("*", piece.upper()) for piece in place.held)
    return number_of(place, letter, white) + held


def text_of(place: Place, move: Step) -> str:
    """A move as it is written."""
    if move.drops:
        return f"{'+' * bool(move.becomes)}{move.drops.upper()}@{place.rules.names[move.end]}"
    if move.rook and move.gate == move.rook[0]:
        return place.rules.names[move.gate] + place.rules.names[move.start] + move.enters.lower()
    end = move.rook[0] if move.rook is not None and place.rules.anywhere else move.end
    kinds = place.rules.kinds
    sign = move.becomes.lower()
    if sign and kinds[move.becomes.upper()].front:
        sign = "+"
    elif sign and any(
        kind.front == move.becomes.upper() and move.becomes.upper() in kind.becomes for kind in kinds.values()
    ):
        sign = "-"
    return place.rules.names[move.start] + place.rules.names[end] + (sign or move.enters.lower())


def after(place: Place, move: Step) -> Place:
    """The position after a move, before dice are rolled."""
    new = place.copy()
    new.has_passed = move.is_pass
    if move.is_pass:
        new.passed, new.passer = [], None
        new.clock, new.white = place.clock + 1, not place.white
        new.number += new.white
        bikjang = place.rules.endings.get("bikjang", False)
        new.ended = place.has_passed or (bikjang and facing(new))
        note_check(new)
        new.count = counted(new, "", False, place.count)
        return new
    if move.drops:
        return after_drop(new, move)
    kind = place.kind(move.start)
    piece = new.pieces.pop(move.start)
    was = new.promoted.pop(move.start, "")
    if move.takes is not None:
        taken_was = new.promoted.pop(move.takes, "")
        if place.rules.hands.get("captures"):
            take(new, place.pieces[move.takes], taken_was)
    if move.becomes and comes_back(place.rules, kind.letter, move.becomes):
        was = was or piece.upper()
    if was:
        new.promoted[move.end] = was
    if move.start != move.end:
        leave(new, move.start)
    if move.takes is not None:
        taken = place.kind(move.takes)
        del new.pieces[move.takes]
        if taken.crowned and (place.rules.endings["royal"] == "all" or not crowned(new, not place.white)):
            new.fallen = not place.white
        if move.takes != move.end:
            wake(new, move.takes)
    if move.rook is not None:
        rook = new.pieces.pop(move.rook[0])
        leave(new, move.rook[0])
        new.pieces[move.rook[1]] = rook
    if move.becomes:
        piece = move.becomes.upper() if place.white else move.becomes.lower()
    new.pieces[move.end] = piece
    new.gates -= {move.start, move.end, *(move.rook or ())}
    if move.gate is not None:
        new.pieces[move.gate] = move.enters
        new.held.remove(move.enters)
    if kind.royal and move.start != move.end:
        new.holes.discard(move.end)
        new.asleep.discard(move.end)
    for right, squares in list(right_squares(place.rules).items()):
        if {move.start, move.end} & squares:
            new.rights.discard(right)
    if aims_at_king(place, move):
        new.rights.discard("k" if place.white else "K")
    new.passed, new.passer = list(move.passes), move.end if move.passes else None
    if move.takes is not None:
        blow_up(new, move.end, kind)
    new.clock = 0 if kind.pawn or move.takes is not None else place.clock + 1
    new.white = not place.white
    new.number += new.white
    if new.checks and in_check(new, new.white):
        new.checks[place.white] -= 1
    note_check(new)
    new.count = counted(new, place.pieces[move.takes] if move.takes else "", bool(move.becomes), place.count)
    return new


def note_check(place: Place) -> None:
    """Remember whether the side that has moved goes on to give check, and by what."""
    mating, mover = place.rules.endings.get("mating", ""), not place.white
    if mating:
        found = checkers(place, place.white) if place.king(place.white) else set()
        letters = {kind_of_checker(place, square) for square in found}
        kept = place.strong & {mover} if letters else set()
        place.strong = (place.strong - {mover}) | kept | ({mover} if letters & set(mating) else set())


def kind_of_checker(place: Place, square: Square | None) -> str:
    """The letter of a piece that gives check."""
    assert square is not None
    return place.kind(square).letter


def result_of_mate(place: Place) -> str:
    """The result for the side that is checkmated: loss, win or draw."""
    endings = place.rules.endings
    if not endings.get("mating"):
        return endings.get("checkmate", "loss")
    letters = {kind_of_checker(place, square) for square in checkers(place, place.white)}
    if letters <= set(endings.get("mate_loses", "")):
        return "win"
    return "loss" if (not place.white) in place.strong else "draw"


def aims_at_king(place: Place, move: Step) -> bool:
    """Whether the piece that moves could then go to where the other king started, if the board were empty."""
    rules, piece = place.rules, place.pieces[move.start]
    if not rules.royal or place.kind(move.start).letter not in rules.kinds[rules.royal].lost_to:
        return False
    starts = right_squares(rules).get("k" if place.white else "K", set())
    alone = Place(rules, {move.end: piece}, set())
    ways = [way for way in place.kind(move.start).ways if way.takes and not way.first and not way.hop]
    return any(starts & {*ends(alone, move.end, way)} for way in ways)


def comes_back(rules: FileRules, was: str, letter: str) -> bool:
    """Whether a piece that was promoted to this kind is in a hand what it was, unlike others of this kind."""
    hands = rules.hands
    return bool(
        (hands.get("captures") or hands.get("from_partner"))
        and not hands.get("keeps_promotion")
        and rules.kinds[letter].in_hand in ("", letter)
        and (rules.kinds[was].in_hand or was) != letter
    )


def take(place: Place, piece: str, was: str) -> None:
    """A captured piece goes into the other side's hand."""
    kind = place.rules.kinds[(was or piece).upper()]
    if not kind.royal:
        letter = kind.in_hand or kind.letter
        place.held.append(letter.lower() if piece.isupper() else letter)


def after_drop(new: Place, move: Step) -> Place:
    """The position, changed by a drop."""
    new.held.remove(move.drops)
    letter = move.becomes or move.drops
    new.pieces[move.end] = letter.upper() if new.white else letter.lower()
    if new.rules.drops_castle:
        give_rights(new, move.end)
    new.passed, new.passer, new.clock = [], None, 0
    new.white = not new.white
    new.number += new.white
    if new.checks and in_check(new, new.white):
        new.checks[not new.white] -= 1
    note_check(new)
    new.count = counted(new, "", False, new.count)
    return new


def give_rights(place: Place, dropped: Square) -> None:
    """Give the rights to castle of a king and a rook, one of which was dropped there."""
    for right, (king, _, rook, _) in place.rules.castlings.items():
        white = right.isupper()
        wanted = place.rules.castler if white else place.rules.castler.lower()
        partner = place.pieces.get(rook, "")
        if (
            dropped in (king, rook)
            and place.pieces.get(king) == wanted
            and partner.upper() in [*place.rules.partners]
            and partner.isupper() is white is place.white
        ):
            place.rights.add(right)


def blow_up(place: Place, end: Square, mover: Kind) -> None:
    """What a capture on a square brings about."""
    gone: set[Square] = set()
    if explodes(place):
        beside = [each for each in place.pieces if each in neighbours(place, end)]
        gone = {each for each in beside if place.kind(each).survives == "nothing"}
        gone |= {end} if place.kind(end).survives != "all" else set()
    elif place.rules.capture == "petrify" and mover.survives != "all":
        gone = {end}
    for square in gone:
        del place.pieces[square]
        place.promoted.pop(square, None)
        if explodes(place):
            wake(place, square)
        else:
            place.asleep.discard(square)
            place.holes.add(square)
        place.gates.discard(square)
        for right, squares in right_squares(place.rules).items():
            if square in squares:
                place.rights.discard(right)
        if square == place.passer:
            place.passed, place.passer = [], None


def right_squares(rules: FileRules) -> dict[str, set[Square]]:
    """For each right, the squares where it was given: of king and rook, or of a king with a first move."""
    holders = {}
    for kind in rules.kinds.values():
        if any(way.first for way in kind.ways) and (kind.royal or kind.until_moved):
            right = "K" if kind.royal else "Q"
            holders |= {kind.letter: right, kind.letter.lower(): right.lower()}
    if holders:
        return {holders[piece]: {square} for square, piece in rules.start.items() if piece in holders}
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

"""What a move does to the attacks of both sides: checks, forks, pins, lines that a fold opens or ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from wormhole.engine.piece_values import piece_value
from wormhole.learn.facts import (
    FEW,
    Attack,
    BoardShrunk,
    Captured,
    Castled,
    Cause,
    Check,
    CheckAnswered,
    CheckEscape,
    ClosedWormhole,
    Crossed,
    Crossing,
    Discovered,
    DoorShut,
    Ended,
    Exploded,
    Exposed,
    Fact,
    FewMovesLeft,
    Fork,
    Gated,
    KingShutIn,
    LostProtection,
    Passed,
    PassedOver,
    Petrified,
    Pinned,
    PlayedMove,
    Promoted,
    Removed,
    Rolled,
    Threat,
    WentThrough,
)
from wormhole.rules.board import Board
from wormhole.rules.loops.move_encoding import from_square
from wormhole.rules.move import Move
from wormhole.rules.piece import Piece
from wormhole.rules.refusals import Reason, refusal
from wormhole.rules.routes import Route, Way
from wormhole.rules.variant import Capture, LeftSquare

MARGIN = 40
"""An exchange wins something if the captured piece is worth more by at least so many centipawns."""


class AttackMap:
    """The attacks and the values of the pieces on a board, which must not change any more."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.pieces = board.piece_map()

    @cached_property
    def passed(self) -> Board | None:
        """The board after the side to move passed; None if it may not. It must not change, either."""
        return self.board.passed()

    @cached_property
    def captures_after_a_pass(self) -> frozenset[tuple[int, int]] | None:
        """From where to where the side that is not to move could capture, if the other one passed.

        None if it may not pass.
        """
        passed = self.passed
        if passed is None:
            return None
        captures = ((move.from_square, passed.captured_square(move)) for move in passed.legal_moves)
        return frozenset((origin, target) for origin, target in captures if target is not None)

    def could_capture(self, origin: int, target: int) -> bool:
        """Whether a piece that attacks another one could capture it after a pass: it may be pinned.

        Where the side to move may not pass, it is asked only whether the capture exposes the other king.
        """
        legal = self.captures_after_a_pass
        if legal is not None:
            return (origin, target) in legal
        color, taken = self.pieces[origin].color, self.board.after(origin, target)
        king = taken.king(color)
        return king is None or not taken.attackers(not color, king)

    def could_recapture(self, square: int, origin: int, target: int) -> bool:
        """Whether the piece on ``square`` could recapture on ``target``, if one on ``origin`` captured there.

        Not if the side to move may not pass: then the other side could not take at once.
        """
        if self.passed is None or target not in self.ways.get(square, {}):
            return False
        for move in self.passed.legal_moves:
            if (move.from_square, self.passed.captured_square(move)) == (origin, target):
                taken = self.passed.copy()
                taken.push(move)
                return any(
                    (answer.from_square, taken.captured_square(answer)) == (square, target)
                    for answer in taken.legal_moves
                )
        return False

    @cached_property
    def ways(self) -> dict[int, dict[int, Way]]:
        """For each piece the squares that it attacks, with its shortest way to each; by their squares."""
        return {square: self._attacking_ways(square) for square in self.pieces}

    def attackers(self, square: int, by: bool) -> list[Way]:
        """The ways of a side's pieces by which they could capture on a square."""
        return [
            found[square]
            for origin, found in self.ways.items()
            if square in found and self.pieces[origin].color is by
        ]

    def value(self, piece: Piece) -> int:
        """What a piece is worth, in centipawns."""
        variant = self.board.variant
        return piece_value(variant.geometry, variant.piece_types[piece.letter])

    def is_royal(self, piece: Piece) -> bool:
        """Whether a piece is royal: it must not be lost."""
        return piece.letter == self.board.variant.royal.letter

    def is_worth_capturing(self, square: int, value: int) -> bool:
        """Whether a piece of that value would win something by capturing a piece here, now or by exchange.

        The least valuable pieces do not count: they are everywhere.
        """
        piece = self.pieces[square]
        if self.is_royal(piece):
            return True
        if self.is_least(piece):
            return False
        return self.value(piece) > value + MARGIN or not self.attackers(square, piece.color)

    def is_safe(self, square: int) -> bool:
        """Whether the other side cannot win the piece on a square by capturing it at once."""
        piece = self.pieces[square]
        attackers = self.attackers(square, not piece.color)
        if not attackers:
            return True
        is_protected = bool(self.attackers(square, piece.color))
        cheapest = min(self.value(self.pieces[way.from_square]) for way in attackers)
        return is_protected and cheapest + MARGIN >= self.value(piece)

    def is_least(self, piece: Piece) -> bool:
        """Whether no piece type of the game is worth less."""
        return self.value(piece) <= self._least

    @cached_property
    def _least(self) -> int:
        variant = self.board.variant
        return min(piece_value(variant.geometry, kind) for kind in variant.piece_types.values())

    def _attacking_ways(self, square: int) -> dict[int, Way]:
        found: dict[int, Way] = {}
        for way in self.board.ways(square):
            target = way.to_square
            if way.captures and (target not in found or len(way.steps) < len(found[target].steps)):
                found[target] = way
        kind = self.board.variant.piece_types[self.pieces[square].letter]
        if any(path.from_home and path.captures for path in kind.paths):
            attacked = self.board.attacks(square)
            found = {target: way for target, way in found.items() if target in attacked}
        return found


def squares_of(way: Way) -> frozenset[int]:
    """All squares between the beginning and the end of a way, removed or not."""
    return frozenset(square for step in way.steps for square in step) - {way.to_square}


@dataclass(frozen=True)
class MoveContext:
    """One move of a side."""

    before: AttackMap
    after: AttackMap
    move: Move
    route: Route

    @classmethod
    def last_of(cls, board: Board) -> MoveContext:
        """The last move of a board, which is not the null move."""
        before = board.copy()
        move = before.pop()
        return cls(AttackMap(before), AttackMap(board), move, before.route(move))

    @property
    def color(self) -> bool:
        """The side that moved."""
        return self.piece.color

    @property
    def piece(self) -> Piece:
        """The piece that moved, as it was before, or that was dropped."""
        moved = self.before.pieces.get(self.route.from_square)
        return moved or self.after.pieces[self.route.to_square]

    @cached_property
    def removed(self) -> tuple[int, ...]:
        """The squares that the move removed, that of the piece first."""
        if not self.after.board.variant.squares_go:
            return ()
        gone = self.after.board.holes - self.before.board.holes
        return tuple(sorted(gone, key=lambda square: (square != self.route.from_square, square)))

    @cached_property
    def moved_to(self) -> dict[int, int]:
        """Where each piece that moved now stands, by its former square."""
        moved = {self.route.from_square: self.route.to_square}
        if self.route.castled is not None:
            moved[self.route.castled[0]] = self.route.castled[1]
        return moved

    def recaptures_on(self, square: int) -> bool:
        """Whether the other side's last move captured on this square."""
        earlier = self.before.board.copy()
        if not earlier.move_stack or not earlier.peek():
            return False
        last = earlier.pop()
        return last.to_square == square and earlier.is_capture(last)

    def attack(self, way: Way) -> Attack:
        """A way of the position after the move as an attack."""
        return self._attack(self.after, way, self.cause(way))

    def former_attack(self, way: Way) -> Attack:
        """A way of the position before the move as an attack, which the move has ended."""
        return self._attack(self.before, way, Cause.FOLD)

    def is_new(self, way: Way) -> bool:
        """Whether an attack of the position after the move was not there before."""
        if way.from_square in self.moved_to.values():
            return True
        target = way.to_square
        came_from = next((old for old, new in self.moved_to.items() if new == target), target)
        return came_from not in self.before.ways.get(way.from_square, {})

    def cause(self, way: Way) -> Cause:
        """What made an attack of the position after the move possible."""
        if way.from_square == self.route.to_square:
            return Cause.MOVED
        passed = squares_of(way)
        variant = self.after.board.variant
        if variant.left_square is LeftSquare.FOLDS and passed.intersection(self.removed):
            return Cause.FOLD
        if self.route.from_square in passed and way.to_square != self.route.to_square:
            return Cause.LINE
        if self.move.roll is not None and self.move.roll in passed:
            return Cause.DICE
        return Cause.OTHER

    @staticmethod
    def _attack(sight: AttackMap, way: Way, cause: Cause) -> Attack:
        return Attack(sight.pieces[way.from_square], sight.pieces[way.to_square], way.capture, cause)


def effects(turn: MoveContext) -> Iterator[Fact]:
    """All facts about attacks."""
    yield from _checks(turn)
    yield from _answered(turn)
    yield from _own_attacks(turn)
    yield from _discovered(turn)
    yield from _exposed(turn)
    yield from _doors_shut(turn)
    yield from _protections_lost(turn)
    yield from _pins(turn)


def _checks(turn: MoveContext) -> Iterator[Fact]:
    board = turn.after.board
    checked = board.checked
    if checked is not None:
        attackers = turn.after.attackers(checked, turn.color)
        yield Check(tuple(map(turn.attack, sorted(attackers, key=lambda way: way.from_square))))


def _answered(turn: MoveContext) -> Iterator[Fact]:
    """How the side that moved has ended a check."""
    board = turn.before.board
    king = board.king(turn.color)
    if king is None or not board.is_check():
        return
    attackers = turn.before.attackers(king, not turn.color)
    if turn.route.captured in {way.from_square for way in attackers}:
        yield CheckAnswered(CheckEscape.CAPTURED)
    elif turn.before.is_royal(turn.piece):
        yield CheckAnswered(CheckEscape.KING_MOVED)
    elif any(squares_of(way).intersection(turn.removed) for way in attackers):
        yield CheckAnswered(CheckEscape.FOLDED)
    else:
        yield CheckAnswered(CheckEscape.BLOCKED)


def _own_attacks(turn: MoveContext) -> Iterator[Fact]:
    """The squares that the piece that moved attacks now."""
    origin = turn.route.to_square
    if origin not in turn.after.pieces or not turn.after.is_safe(origin):  # it may have exploded
        return
    found = list(_worth(turn, turn.after.ways[origin].values()))
    if len(found) > 1:
        yield Fork(tuple(found))
    elif found and not (turn.after.is_royal(found[0].victim) and turn.after.board.is_check()):
        yield Threat(found[0])


def _discovered(turn: MoveContext) -> Iterator[Fact]:
    """New attacks of other pieces of the side that moved; a check is a fact of its own."""
    for origin, ways in turn.after.ways.items():
        if turn.after.pieces[origin].color is not turn.color or origin in turn.moved_to.values():
            continue
        for attack in _worth(turn, filter(turn.is_new, ways.values())):
            is_check = turn.after.is_royal(attack.victim) and turn.after.board.is_check()
            if attack.cause in (Cause.FOLD, Cause.LINE, Cause.DICE) and not is_check:
                yield Discovered(attack)


def _exposed(turn: MoveContext) -> Iterator[Fact]:
    """Ways of enemy pieces that the move opened."""
    for origin, ways in turn.after.ways.items():
        if turn.after.pieces[origin].color is turn.color:
            continue
        for attack in _worth(turn, filter(turn.is_new, ways.values())):
            if attack.cause in (Cause.FOLD, Cause.LINE, Cause.DICE):
                yield Exposed(attack)


def _worth(turn: MoveContext, ways: Iterable[Way]) -> Iterator[Attack]:
    """The attacks by these ways that would win something."""
    sight = turn.after
    for way in ways:
        victim, attacker = sight.pieces.get(way.to_square), sight.pieces[way.from_square]
        if victim is None or victim.color is attacker.color:
            continue
        if sight.is_worth_capturing(way.to_square, sight.value(attacker)):
            yield turn.attack(way)


def _doors_shut(turn: MoveContext) -> Iterator[Fact]:
    """Attacks on pieces of the side that moved which the fold has ended."""
    for origin, ways in turn.before.ways.items():
        attacker = turn.before.pieces[origin]
        if attacker.color is turn.color or turn.after.pieces.get(origin) != attacker:
            continue
        for way in ways.values():
            victim = turn.before.pieces.get(way.to_square)
            if (
                victim is not None
                and victim.color is turn.color
                and turn.after.pieces.get(way.to_square) == victim
                and not turn.before.is_royal(victim)
                and way.to_square not in turn.after.ways[origin]
                and squares_of(way).intersection(turn.removed)
                and not turn.before.is_least(victim)
            ):
                yield DoorShut(turn.former_attack(way))


def _protections_lost(turn: MoveContext) -> Iterator[Fact]:
    """Pieces of both sides that can be captured and were protected until the fold."""
    for square, piece in turn.after.pieces.items():
        if (
            turn.before.pieces.get(square) != piece
            or turn.after.is_royal(piece)
            or turn.after.attackers(square, piece.color)
            or not turn.after.attackers(square, not piece.color)
        ):
            continue
        for way in turn.before.attackers(square, piece.color):
            protector = turn.before.pieces[way.from_square]
            stands = turn.after.pieces.get(way.from_square) == protector
            if stands and squares_of(way).intersection(turn.removed):
                yield LostProtection(piece, square, protector, way.from_square)
                break


def _pins(turn: MoveContext) -> Iterator[Fact]:
    """Enemy pieces that the move has pinned so that they cannot move at all."""
    board = turn.after.board
    if board.is_check() or board.king(board.turn) is None:
        return
    movable = {from_square(number) for number in board.legal_numbers}
    for square, piece in turn.after.pieces.items():
        if piece.color is turn.color or square in movable or turn.after.is_royal(piece):
            continue
        attack = _pinning(board, square)
        if attack is None:
            continue
        if attack.from_square in turn.moved_to.values() or squares_of(attack).intersection(
            {*turn.removed, turn.route.from_square}
        ):
            yield Pinned(piece, square, turn.after.pieces[attack.from_square], attack.from_square)


def _pinning(board: Board, square: int) -> Way | None:
    """The attack on its king that keeps the piece on a square there, wherever it would go."""
    refused = [
        refusal(board, square, end) for end in {way.to_square for way in board.ways(square) if way.ends}
    ]
    attacks = [why.attack for why in refused if why is not None and why.reason is Reason.OPENS_LINE]
    origins = {None if attack is None else attack.from_square for attack in attacks}
    return attacks[0] if len(attacks) == len(refused) and len(origins) == 1 else None


def last_move(board: Board) -> PlayedMove | None:
    """The last move of a board with its facts; None before the first move and after a null move.

    It takes some milliseconds, longer on large boards.

    >>> board = Board()
    >>> _ = board.push_uci("b1c3")
    >>> last_move(board).facts
    (Removed(squares=(1,)),)
    """
    if not board.move_stack or not board.peek():
        return None
    return played_move(MoveContext.last_of(board))


def played_move(turn: MoveContext) -> PlayedMove:
    """A move with its facts."""
    return PlayedMove(turn.piece, turn.route, (*_of_the_way(turn), *effects(turn), *_of_the_end(turn)))


def _of_the_way(turn: MoveContext) -> Iterator[Fact]:
    """Facts about pieces and squares: captures, promotions, removed squares, rolls."""
    route, board = turn.route, turn.after.board
    if turn.removed:
        yield Removed(turn.removed)
    yield from _passages(turn) if board.has_dice else _crossings(turn)
    if route.captured is not None:
        captured, recaptures = turn.before.pieces[route.captured], turn.recaptures_on(route.captured)
        yield Captured(captured, route.captured, recaptures, route.captured != route.to_square)
    if turn.move.is_pass:
        yield Passed()
    yield from _destruction(turn)
    if turn.move.promotion is not None:
        yield Promoted(turn.move.promotion)
    if turn.move.enters is not None and turn.move.gate is not None:
        yield Gated(Piece(turn.move.enters, turn.color), turn.move.gate)
    if route.castled is not None:
        yield Castled(*route.castled)
    if turn.move.roll is not None:
        roll = turn.move.roll
        yield Rolled(roll, roll in board.counters, board.piece_at(roll) is not None)


def _destruction(turn: MoveContext) -> Iterator[Fact]:
    """What a capture has destroyed beside the captured piece."""
    route, variant = turn.route, turn.after.board.variant
    if route.captured is None or variant.capture is Capture.STAYS:
        return
    mover = route.to_square not in turn.after.pieces
    if variant.capture is Capture.PETRIFIES:
        if mover:
            yield Petrified(route.to_square)
        return
    played = {route.from_square, route.captured}
    gone = turn.before.pieces.keys() - turn.after.pieces.keys() - played
    if gone or mover:
        yield Exploded(tuple(sorted(gone)), mover)


def _crossings(turn: MoveContext) -> Iterator[Fact]:
    """The holes that the piece crossed: by folded steps, or by passing over what has vanished."""
    route = turn.route
    if turn.after.board.variant.left_square is LeftSquare.FOLDS:
        squares = turn.after.board.variant.geometry.squares
        crossings, here = [], route.from_square
        for step in route.steps:
            if len(step) > 1 and max(here, step[-1]) < squares:  # a leap may also step on the void
                crossings.append(Crossing(here, step[:-1], step[-1]))
            here = step[-1]
        if crossings:
            yield Crossed(tuple(crossings))
    elif route.holes:
        yield PassedOver(route.holes)


def _passages(turn: MoveContext) -> Iterator[Fact]:
    """The wormholes of the dice that the piece passed."""
    route, before = turn.route, turn.before.board
    if route.castled is None and route.holes:
        yield WentThrough(route.holes, _goes_around(turn))
    if route.to_square in before.holes:
        yield ClosedWormhole(route.to_square)


def _goes_around(turn: MoveContext) -> bool:
    """Whether the piece went from one edge of the board to the opposite one in one step."""
    geometry = turn.after.board.variant.geometry
    path = [turn.route.from_square, *(square for step in turn.route.steps for square in step)]
    return any(
        abs(geometry.place[one][0] - geometry.place[other][0]) > geometry.columns // 2
        or abs(geometry.place[one][1] - geometry.place[other][1]) > geometry.rows // 2
        for one, other in pairwise(path)
        if one in turn.before.board.holes
    )


def _of_the_end(turn: MoveContext) -> Iterator[Fact]:
    """Facts about the number of squares and moves that are left, and the end of the game."""
    board = turn.after.board
    if turn.removed:
        yield from _shrinking(turn)
    outcome = board.outcome()
    if outcome is not None:
        yield Ended(outcome)
        return
    if len(board.legal_numbers) <= FEW:
        yield FewMovesLeft(len(board.legal_numbers))
    king = board.king(board.turn)
    if king is not None and not board.is_check() and not _moves_from(board, king):
        earlier = turn.before.board.copy()
        if not earlier.is_check():
            earlier.push(Move.null())
            if _moves_from(earlier, king):
                yield KingShutIn(king)


def _shrinking(turn: MoveContext) -> Iterator[Fact]:
    board = turn.after.board
    whole = board.variant.geometry.squares
    left = whole - len(board.holes)
    for parts in (4, 2):
        if left * parts <= whole < (left + len(turn.removed)) * parts:
            yield BoardShrunk(left, parts)


def _moves_from(board: Board, square: int) -> bool:
    return any(from_square(number) == square for number in board.legal_numbers)

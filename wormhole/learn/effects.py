"""What a move does to the attacks of both sides: checks, forks, pins, lines that a fold opens or ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wormhole.learn.facts import (
    Answer,
    Attack,
    Cause,
    Check,
    CheckAnswered,
    Discovered,
    DoorShut,
    Exposed,
    Fact,
    Fork,
    LostProtection,
    Pinned,
    Threat,
)
from wormhole.learn.sight import squares_of
from wormhole.learn.turn import Turn
from wormhole.rules.refusals import Reason, refusal
from wormhole.rules.ways import Way


def effects(turn: Turn) -> Iterator[Fact]:
    """All facts about attacks."""
    yield from _checks(turn)
    yield from _answered(turn)
    yield from _own_attacks(turn)
    yield from _discovered(turn)
    yield from _exposed(turn)
    yield from _doors_shut(turn)
    yield from _protections_lost(turn)
    yield from _pins(turn)


def _checks(turn: Turn) -> Iterator[Fact]:
    board = turn.after.board
    king = board.king(board.turn)
    if king is not None and board.is_check():
        attackers = turn.after.attackers(king, turn.color)
        yield Check(tuple(map(turn.attack, sorted(attackers, key=lambda way: way.from_square))))


def _answered(turn: Turn) -> Iterator[Fact]:
    """How the side that moved has ended a check."""
    board = turn.before.board
    king = board.king(turn.color)
    if king is None or not board.is_check():
        return
    attackers = turn.before.attackers(king, not turn.color)
    if turn.route.captured in {way.from_square for way in attackers}:
        yield CheckAnswered(Answer.CAPTURED)
    elif turn.before.is_royal(turn.piece):
        yield CheckAnswered(Answer.KING_MOVED)
    elif any(squares_of(way).intersection(turn.removed) for way in attackers):
        yield CheckAnswered(Answer.FOLDED)
    else:
        yield CheckAnswered(Answer.BLOCKED)


def _own_attacks(turn: Turn) -> Iterator[Fact]:
    """What the piece that moved attacks now."""
    origin = turn.route.to_square
    if not turn.after.is_safe(origin):
        return
    found = list(_worth(turn, turn.after.ways[origin].values()))
    if len(found) > 1:
        yield Fork(tuple(found))
    elif found and not (turn.after.is_royal(found[0].victim) and turn.after.board.is_check()):
        yield Threat(found[0])


def _discovered(turn: Turn) -> Iterator[Fact]:
    """What other pieces of the side that moved attack now; a check is told by itself."""
    for origin, ways in turn.after.ways.items():
        if turn.after.pieces[origin].color is not turn.color or origin in turn.moved_to.values():
            continue
        for attack in _worth(turn, filter(turn.is_new, ways.values())):
            is_check = turn.after.is_royal(attack.victim) and turn.after.board.is_check()
            if attack.cause in (Cause.FOLD, Cause.LINE, Cause.DICE) and not is_check:
                yield Discovered(attack)


def _exposed(turn: Turn) -> Iterator[Fact]:
    """Ways of enemy pieces that the move opened."""
    for origin, ways in turn.after.ways.items():
        if turn.after.pieces[origin].color is turn.color:
            continue
        for attack in _worth(turn, filter(turn.is_new, ways.values())):
            if attack.cause in (Cause.FOLD, Cause.LINE, Cause.DICE):
                yield Exposed(attack)


def _worth(turn: Turn, ways: Iterable[Way]) -> Iterator[Attack]:
    """The attacks by these ways that would win something."""
    sight = turn.after
    for way in ways:
        victim, attacker = sight.pieces.get(way.to_square), sight.pieces[way.from_square]
        if victim is None or victim.color is attacker.color:
            continue
        if sight.is_worth_capturing(way.to_square, sight.value(attacker)):
            yield turn.attack(way)


def _doors_shut(turn: Turn) -> Iterator[Fact]:
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


def _protections_lost(turn: Turn) -> Iterator[Fact]:
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


def _pins(turn: Turn) -> Iterator[Fact]:
    """Enemy pieces that the move has pinned so that they cannot move at all."""
    board = turn.after.board
    if board.is_check() or board.king(board.turn) is None:
        return
    movable = {number & 255 for number in board.legal_numbers}
    for square, piece in turn.after.pieces.items():
        if piece.color is turn.color or square in movable or turn.after.is_royal(piece):
            continue
        ending = next((way for way in board.ways(square) if way.ends), None)
        refused = None if ending is None else refusal(board, square, ending.to_square)
        if refused is None or refused.reason is not Reason.OPENS_LINE or refused.attack is None:
            continue
        attack = refused.attack
        if attack.from_square in turn.moved_to.values() or squares_of(attack).intersection(
            {*turn.removed, turn.route.from_square}
        ):
            yield Pinned(piece, square, turn.after.pieces[attack.from_square], attack.from_square)

"""Why a move was a mistake: what the best reply to it does, and what the move did that allows it.

Each sentence follows from the rules alone: from the attacks on the board before and after the moves of a
line, and from the pieces that are captured in it. Nothing is claimed that the line does not show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from wormhole.base.errors import Message
from wormhole.learn.captions import object_of, sentence_of, subject, without_repetition
from wormhole.learn.exchanges import balance, position_after
from wormhole.learn.fact_finder import MoveContext, effects, played_move
from wormhole.learn.facts import (
    Attack,
    Cause,
    Check,
    CheckAnswered,
    CheckEscape,
    Discovered,
    DoorShut,
    Exposed,
    Fact,
    FewMovesLeft,
    Fork,
    KingShutIn,
    LostProtection,
    Pinned,
    PlayedMove,
    Promoted,
    Threat,
)
from wormhole.learn.last_chances import beside_king, flights, moves_left, threatened_end
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import Piece
from wormhole.rules.routes import Route

MOST_SENTENCES = 3
TELLING = (Fork, Discovered, Pinned, Check, Promoted, KingShutIn, FewMovesLeft, DoorShut, CheckAnswered)
"""The facts of a move that may be why it is good."""


class ReasonKind(Enum):
    """What a reason is about."""

    END = "end"
    """The end of the game, or what threatens it."""
    KING = "king"
    """Squares near a king, and those that it can go to."""
    ROUTE = "route"
    """A route through holes, or one that a fold opened or closed."""
    TACTIC = "tactic"
    """Several pieces attacked at once, a pin, a check, a line that a piece opened."""
    HANGING = "hanging"
    """A piece that can be captured, or is won."""
    RACE = "race"
    """The moves that are left, promotions."""


@dataclass(frozen=True)
class Reason:
    """A sentence, and the routes of the attacks that it names."""

    sentence: Message
    kind: ReasonKind
    routes: tuple[Route, ...] = ()

    def __str__(self) -> str:
        """The sentence in English."""
        return str(self.sentence)


def why_bad(board: Board, reply: Sequence[str]) -> tuple[Reason, ...]:
    """What the last move of ``board`` allows, as the best ``reply`` shows, a line in UCI notation.

    Empty if no move was played, or the line shows no reason. It takes some milliseconds.
    """
    line = _legal_part(board, reply)
    if not line or not board.move_stack or not board.peek():
        return ()
    turn = MoveContext.last_of(board)
    taken = turn.route.captured
    given = () if taken is None else (turn.before.pieces[taken],)
    return _reasons(board, line, _first_of(board, line), (*_allowed(turn, line[0]),), given, turn)


def why_good(board: Board, line: Sequence[str]) -> tuple[Reason, ...]:
    """What the first move of a ``line`` from ``board`` does that makes it good; empty if nothing is shown."""
    moves = _legal_part(board, line)
    if not moves:
        return ()
    turn = _first_of(board, moves)
    return _reasons(board, moves, turn) or tuple(_saved(turn))


def route_of(board: Board, line: Sequence[str]) -> tuple[Route, ...]:
    """The route of the first move of a line, to draw it; nothing of a drop, a pass, or a move with dice."""
    return tuple(board.route(move) for move in _legal_part(board, line[:1]) if move and move.drop is None)


def way_through(board: Board, line: Sequence[str]) -> tuple[Route, ...]:
    """The route of the first move of a line if it leads through holes, which an arrow does not show."""
    return tuple(route for route in route_of(board, line) if route.holes)


def routes_of(reasons: Iterable[Reason]) -> tuple[Route, ...]:
    """What is to be drawn for these reasons."""
    return tuple(dict.fromkeys(route for reason in reasons for route in reason.routes))


def _first_of(board: Board, line: Sequence[Move]) -> MoveContext:
    return MoveContext.last_of(position_after(board, line[:1]))


def _reasons(
    board: Board,
    line: Sequence[Move],
    turn: MoveContext,
    allowed: Sequence[Reason] = (),
    given: Sequence[Piece] = (),
    mistake: MoveContext | None = None,
) -> tuple[Reason, ...]:
    """Why a line, whose first move is ``turn``, is good for the side to move: it ends the game, or what was
    ``allowed`` before it and what it does.

    ``given``: what the other side has captured just before, with the ``mistake``.
    """
    end = (*_end_of(board, line),)
    played = played_move(turn)
    if end and len(line) == 1:
        return (*end, *allowed, *_near_king(mistake))[:MOST_SENTENCES]
    is_check = turn.after.board.is_check()  # then few moves are left anyway
    kinds = tuple(kind for kind in TELLING if not (is_check and kind is FewMovesLeft))
    told = [*_telling(turn, played, kinds)]
    found = [*end, *allowed, *told]
    if end or is_check or any(reason.kind is ReasonKind.KING for reason in told):
        shut_in = [Reason(sentence, ReasonKind.KING) for sentence in flights(turn)]
        if shut_in:
            found = [reason for reason in found if reason.kind is not ReasonKind.RACE]
        found += (*shut_in, *_near_king(mistake))
    won = None if end else balance(board, line, given)
    if won is not None:
        found = [*found[: MOST_SENTENCES - 1], Reason(won, ReasonKind.HANGING)]
    elif not end:
        found += (Reason(threat, ReasonKind.END) for threat in threatened_end(turn))
    found += (Reason(left, ReasonKind.RACE) for left in moves_left(turn))
    if not found and not board.variant.endings.must_capture:
        found += _telling(turn, played, (Threat,))
    return tuple(dict.fromkeys(found))[:MOST_SENTENCES]


def _near_king(mistake: MoveContext | None) -> Iterator[Reason]:
    """That a mistake has removed a square beside its own king."""
    if mistake is not None:
        yield from (Reason(sentence, ReasonKind.KING) for sentence in beside_king(mistake))


def _legal_part(board: Board, line: Sequence[str]) -> tuple[Move, ...]:
    """The moves of a line, as far as they are legal; none where dice follow each."""
    if board.has_dice:
        return ()
    position, moves = board.copy(), []
    for text in line:
        move = None if position.is_game_over() else position.legal_move(text)
        if move is None:
            break
        moves.append(move)
        position.push(move)
    return tuple(moves)


def _end_of(board: Board, line: Sequence[Move]) -> Iterator[Reason]:
    """That the line ends the game for the side to move, and in how many moves."""
    outcome = position_after(board, line).outcome()
    if outcome is None or outcome.winner is not board.turn:
        return
    count = (len(line) + 1) // 2
    reason = outcome.reason()
    if count > 1:
        reason = Message(Message("In {count} moves: {reason}"), count=count, reason=reason)
    yield Reason(reason, ReasonKind.END)


def _allowed(turn: MoveContext, reply: Move) -> Iterator[Reason]:
    """What the move did that makes the reply possible; a sentence, or none."""
    after = turn.after
    if reply.is_pass or reply.from_square not in after.ways:
        return
    target = after.board.captured_square(reply)
    aim = after.board.king(turn.color) if target is None else target
    played = PlayedMove(turn.piece, turn.route, tuple(effects(turn)))
    for fact in played.facts:
        opens = isinstance(fact, Exposed) and (fact.attack.from_square, fact.attack.to_square) == (
            reply.from_square,
            aim,
        )
        bares = (
            isinstance(fact, LostProtection)
            and fact.square == target
            and turn.before.could_recapture(fact.protector_square, reply.from_square, target)
        )
        if opens or bares:
            yield _told(fact, played, turn)
            return
    if target is not None and target in after.pieces:
        yield from _of_victim(turn, reply.from_square, target)


def _of_victim(turn: MoveContext, origin: int, target: int) -> Iterator[Reason]:
    """Why the piece on ``target`` can be captured by that on ``origin``."""
    before, after, variant = turn.before, turn.after, turn.after.board.variant
    names, way = variant.geometry.names, after.ways[origin].get(target)
    routes = () if way is None else (way.capture,)
    kind = ReasonKind.ROUTE if any(route.holes for route in routes) else ReasonKind.HANGING
    left, reached = turn.route.from_square, turn.route.to_square
    if target == reached:
        taken = turn.route.captured
        if taken is not None and before.value(before.pieces[taken]) >= before.value(after.pieces[target]):
            return  # it was an exchange
        template = Message("{piece} on {start} can capture {victim} on {end}.")
    elif target not in after.ways.get(reached, {}) and before.could_recapture(left, origin, target):
        sentence = Message(
            Message("{piece} left {start} and no longer protects {end}."),
            piece=subject(turn.piece, variant),
            start=names[left],
            end=names[target],
        )
        yield Reason(sentence, kind, routes)
        return
    elif target in before.ways.get(origin, {}) and before.could_capture(origin, target):
        template = Message("{piece} on {start} already attacked {victim} on {end}.")
    else:
        return
    sentence = Message(
        template,
        piece=subject(after.pieces[origin], variant),
        start=names[origin],
        victim=object_of(after.pieces[target], variant),
        end=names[target],
    )
    yield Reason(sentence, kind, routes)


def _telling(turn: MoveContext, played: PlayedMove, kinds: tuple[type[Fact], ...]) -> Iterator[Reason]:
    """The facts of these kinds, forks first."""
    facts = without_repetition(played.facts)
    for fact in sorted(facts, key=lambda fact: not isinstance(fact, Fork)):
        is_plain = isinstance(fact, CheckAnswered) and fact.answer is not CheckEscape.FOLDED
        if isinstance(fact, kinds) and not is_plain and _can_be_carried_out(turn, fact):
            yield _told(fact, played, turn)


def _told(fact: Fact, played: PlayedMove, turn: MoveContext) -> Reason:
    """A fact with its sentence and its routes."""
    sentence, attacks = sentence_of(fact, played, turn.after.board.variant), _attacks(fact)
    routes = tuple(attack.route for attack in attacks)
    if isinstance(fact, DoorShut):
        return Reason(sentence, ReasonKind.ROUTE)  # the route is no more
    if any(attack.holes or attack.cause is Cause.FOLD for attack in attacks):
        return Reason(sentence, ReasonKind.ROUTE, routes)
    return Reason(sentence, _KINDS[type(fact)], routes)


_KINDS = {
    Fork: ReasonKind.TACTIC,
    Discovered: ReasonKind.TACTIC,
    Exposed: ReasonKind.TACTIC,
    Pinned: ReasonKind.TACTIC,
    Check: ReasonKind.TACTIC,
    KingShutIn: ReasonKind.KING,
    CheckAnswered: ReasonKind.ROUTE,
    LostProtection: ReasonKind.ROUTE,
    Threat: ReasonKind.HANGING,
    Promoted: ReasonKind.RACE,
    FewMovesLeft: ReasonKind.RACE,
}
"""What each fact is about, unless its attacks lead through holes."""


def _attacks(fact: Fact) -> tuple[Attack, ...]:
    if isinstance(fact, Fork | Check):
        return fact.attacks
    return (fact.attack,) if isinstance(fact, Threat | Discovered | Exposed | DoorShut) else ()


def _can_be_carried_out(turn: MoveContext, fact: Fact) -> bool:
    """Whether the attacks of a fact are legal captures, or were, unless there is a check first."""
    if isinstance(fact, DoorShut):
        captures = turn.before.captures_after_a_pass or frozenset()
        return (fact.attack.from_square, fact.attack.to_square) in captures
    if not isinstance(fact, Fork | Threat | Discovered):
        return True
    return all(turn.after.could_capture(attack.from_square, attack.to_square) for attack in _attacks(fact))


def _saved(turn: MoveContext) -> Iterator[Reason]:
    """That a move saved a piece from capture: it left, or is protected now."""
    before, after, variant = turn.before, turn.after, turn.after.board.variant
    if variant.endings.must_capture:
        return
    for square, piece in sorted(before.pieces.items(), key=lambda entry: -before.value(entry[1])):
        if piece.color is not turn.color or before.is_royal(piece) or before.is_least(piece):
            continue
        now = turn.moved_to.get(square, square)
        if before.is_safe(square) or after.pieces.get(now) != piece or not after.is_safe(now):
            continue
        attackers = [
            way
            for way in before.attackers(square, not turn.color)
            if before.could_capture(way.from_square, square)
        ]
        if not attackers:
            continue
        way = min(attackers, key=lambda way: before.value(before.pieces[way.from_square]))
        sentence = Message(
            Message("{piece} on {start} threatened {victim} on {end}."),
            piece=subject(before.pieces[way.from_square], variant),
            start=variant.geometry.names[way.from_square],
            victim=object_of(piece, variant),
            end=variant.geometry.names[square],
        )
        yield Reason(sentence, ReasonKind.ROUTE if way.capture.holes else ReasonKind.HANGING)
        return

"""Why a move was a mistake: what the best reply to it does, and what the move did that allows it.

Each sentence follows from the rules alone: from the attacks on the board before and after the moves of a
line, and from the pieces that are captured in it. Nothing is claimed that the line does not show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from wormhole.base.errors import Message
from wormhole.learn.captions import joined, object_of, sentence_of, subject, without_repetition
from wormhole.learn.fact_finder import AttackMap, MoveContext, effects, played_move
from wormhole.learn.facts import (
    Attack,
    Check,
    Discovered,
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
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import Piece, side_name
from wormhole.rules.variant import Capture

MOST_SENTENCES = 3
TELLING = (Fork, Discovered, Pinned, Check, Promoted, KingShutIn, FewMovesLeft)
"""The facts of a move that may be why it is good."""
LEAST_CENTIPAWNS = 80
"""A smaller balance of captured pieces is not worth a sentence."""


@dataclass(frozen=True)
class Exchange:
    """The pieces that a line captures until it is quiet: those that the side to move wins, and those that it
    gives for them. ``plies`` is how long that takes."""

    won: tuple[Piece, ...]
    given: tuple[Piece, ...]
    plies: int


def why_bad(board: Board, reply: Sequence[str]) -> tuple[Message, ...]:
    """What the last move of ``board`` allows, as the best ``reply`` shows, a line in UCI notation.

    Empty if no move was played, or the line shows no reason. It takes some milliseconds.
    """
    line = _legal_part(board, reply)
    if not line or not board.move_stack or not board.peek():
        return ()
    turn = MoveContext.last_of(board)
    taken = turn.route.captured
    given = () if taken is None else (turn.before.pieces[taken],)
    return _reasons(board, line, _first_of(board, line), _allowed(turn, line[0]), given)


def why_good(board: Board, line: Sequence[str]) -> tuple[Message, ...]:
    """What the first move of a ``line`` from ``board`` does that makes it good; empty if nothing is shown."""
    moves = _legal_part(board, line)
    if not moves:
        return ()
    turn = _first_of(board, moves)
    return _reasons(board, moves, turn) or tuple(_saved(turn))


def _first_of(board: Board, line: Sequence[Move]) -> MoveContext:
    return MoveContext.last_of(_after(board, line[:1]))


def _reasons(
    board: Board,
    line: Sequence[Move],
    turn: MoveContext,
    allowed: Iterable[Message] = (),
    given: Sequence[Piece] = (),
) -> tuple[Message, ...]:
    """Why a line, whose first move is ``turn``, is good for the side to move: it ends the game, or what was
    ``allowed`` before it and what it does.

    ``given``: what the other side has captured just before.
    """
    found = [*_end_of(board, line)]
    if not found:
        played = played_move(turn)
        found = [*allowed, *_telling(turn, played, TELLING), *_balance(board, line, given)]
        if not found and not board.variant.endings.must_capture:
            found = [*_telling(turn, played, (Threat,))]
    return tuple(dict.fromkeys(found))[:MOST_SENTENCES]


def exchange(board: Board, line: Sequence[Move], given: Sequence[Piece] = ()) -> Exchange | None:
    """What a line captures until it is quiet; None if it ends in the middle of an exchange, or explodes.

    ``given``: what the other side has captured just before.
    """
    if board.variant.capture is not Capture.STAYS:
        return None
    side, position = board.turn, board.copy()
    pieces: dict[bool, list[Piece]] = {side: [], not side: [*given]}
    last = 0
    for ply, move in enumerate(line, 1):
        captured = position.captured_square(move)
        if captured is not None:
            victim = position.piece_at(captured)
            assert victim is not None
            pieces[position.turn].append(victim)
            last = ply
        elif last and ply - last >= 2:
            break
        position.push(move)
    if not last or not _is_quiet_after(board, line, last):
        return None
    return Exchange(*_without_equal(pieces[side], pieces[not side]), last)


def _is_quiet_after(board: Board, line: Sequence[Move], plies: int) -> bool:
    """Whether the last capture of an exchange is not answered by another one that pays."""
    if len(line) > plies:
        return True  # the line goes on without one
    target, pieces = line[plies - 1].to_square, AttackMap(_after(board, line))
    return target not in pieces.pieces or pieces.is_safe(target)


def _without_equal(
    won: Sequence[Piece], given: Sequence[Piece]
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both, without pairs of the same type."""
    won_alone, given_alone = list(won), list(given)
    for piece in given:
        equal = Piece(piece.letter, not piece.color)
        if equal in won_alone:
            won_alone.remove(equal)
            given_alone.remove(piece)
    return tuple(won_alone), tuple(given_alone)


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


def _after(board: Board, moves: Sequence[Move]) -> Board:
    position = board.copy()
    for move in moves:
        position.push(move)
    return position


def _end_of(board: Board, line: Sequence[Move]) -> Iterator[Message]:
    """That the line ends the game for the side to move, and in how many moves."""
    outcome = _after(board, line).outcome()
    if outcome is None or outcome.winner is not board.turn:
        return
    count = (len(line) + 1) // 2
    if count == 1:
        yield outcome.reason()
    else:
        yield Message(Message("In {count} moves: {reason}"), count=count, reason=outcome.reason())


def _allowed(turn: MoveContext, reply: Move) -> Iterator[Message]:
    """What the move did that makes the reply possible; a sentence, or none."""
    after, variant = turn.after, turn.after.board.variant
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
        if opens or (isinstance(fact, LostProtection) and fact.square == target):
            yield sentence_of(fact, played, variant)
            return
    if target is not None and target in after.pieces:
        yield from _of_victim(turn, reply.from_square, target)


def _of_victim(turn: MoveContext, origin: int, target: int) -> Iterator[Message]:
    """Why the piece on ``target`` can be captured by that on ``origin``."""
    before, after, variant = turn.before, turn.after, turn.after.board.variant
    names = variant.geometry.names
    left, reached = turn.route.from_square, turn.route.to_square
    if target == reached:
        template = Message("{piece} on {start} can capture {victim} on {end}.")
    elif target in before.ways.get(left, {}) and target not in after.ways.get(reached, {}):
        yield Message(
            Message("{piece} left {start} and no longer protects {end}."),
            piece=subject(turn.piece, variant),
            start=names[left],
            end=names[target],
        )
        return
    elif target in before.ways.get(origin, {}):
        template = Message("{piece} on {start} already attacked {victim} on {end}.")
    else:
        return
    yield Message(
        template,
        piece=subject(after.pieces[origin], variant),
        start=names[origin],
        victim=object_of(after.pieces[target], variant),
        end=names[target],
    )


def _telling(turn: MoveContext, played: PlayedMove, kinds: tuple[type[Fact], ...]) -> Iterator[Message]:
    """The facts of these kinds, forks first."""
    facts = without_repetition(played.facts)
    for fact in sorted(facts, key=lambda fact: not isinstance(fact, Fork)):
        if isinstance(fact, kinds) and _can_be_carried_out(turn, fact):
            yield sentence_of(fact, played, turn.after.board.variant)


def _can_be_carried_out(turn: MoveContext, fact: Fact) -> bool:
    """Whether the attacks of a fact are legal captures, unless there is a check first."""
    if isinstance(fact, Fork):
        attacks: tuple[Attack, ...] = fact.attacks
    elif isinstance(fact, Threat | Discovered):
        attacks = (fact.attack,)
    else:
        return True
    legal = turn.threatened_captures
    return legal is None or all((attack.from_square, attack.to_square) in legal for attack in attacks)


def _saved(turn: MoveContext) -> Iterator[Message]:
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
        attackers = (way.from_square for way in before.attackers(square, not turn.color))
        origin = min(attackers, key=lambda origin: before.value(before.pieces[origin]))
        yield Message(
            Message("{piece} on {start} threatened {victim} on {end}."),
            piece=subject(before.pieces[origin], variant),
            start=variant.geometry.names[origin],
            victim=object_of(piece, variant),
            end=variant.geometry.names[square],
        )
        return


def _balance(board: Board, line: Sequence[Move], given: Sequence[Piece] = ()) -> Iterator[Message]:
    """What the side to move wins by a line, for what was ``given`` before."""
    variant = board.variant
    found = None if variant.endings.must_capture else exchange(board, line, given)
    if found is None:
        return
    value = AttackMap(board).value
    if sum(map(value, found.won)) - sum(map(value, found.given)) < LEAST_CENTIPAWNS:
        return
    side = side_name(board.turn)
    won = joined([object_of(piece, variant) for piece in found.won])
    if found.given:
        others = joined([object_of(piece, variant) for piece in found.given])
        yield Message(Message("{side} wins {pieces} for {others}."), side=side, pieces=won, others=others)
    else:
        yield Message(Message("{side} wins {pieces}."), side=side, pieces=won)

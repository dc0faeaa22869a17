"""Why a piece cannot go to a square, or be dropped on it: the reason, and the squares that show it.

A piece in hand is named by its number beyond the board (:data:`wormhole.rules.tables.HAND`).
It asks the same ways and attacks as the moves, so that it can neither refuse nor allow what the rules do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from itertools import cycle
from typing import TYPE_CHECKING

from wormhole.base.errors import Message
from wormhole.rules.betza import Hop
from wormhole.rules.geometry import OFF
from wormhole.rules.hands import Drops
from wormhole.rules.loops import move_encoding
from wormhole.rules.loops.drops import can_drop
from wormhole.rules.loops.move_encoding import DROP
from wormhole.rules.piece import WHITE
from wormhole.rules.routes import Way
from wormhole.rules.rule import NOTHING, Rule, rules_of
from wormhole.rules.tables import HAND, Tables
from wormhole.rules.tabulation import blocks, plain_tables
from wormhole.rules.variant import LeftSquare

if TYPE_CHECKING:
    from wormhole.rules.board import Board


class Reason(Enum):
    """Why a piece cannot go to a square."""

    OTHER_SIDE = auto()
    """The other side is to move."""
    HOLE = auto()
    """The square is removed."""
    STONE = auto()
    """A piece that has turned to stone blocks the square."""
    OWN_PIECE = auto()
    """A piece of the same side stands there."""
    ONLY_CAPTURES = auto()
    """The piece goes there to capture only."""
    NEVER_CAPTURES = auto()
    """The piece goes there if the square is empty only."""
    SPARED = auto()
    """The piece cannot capture that kind of piece."""
    NEVER_THERE = auto()
    """The piece may not stand there."""
    NEEDS_HURDLE = auto()
    """The piece could go there if exactly one piece were in between, to hop over."""
    NO_WAY = auto()
    """No way of the piece leads there."""
    STAYS_IN_CHECK = auto()
    """The king is in check, and would be afterwards."""
    WALKS_INTO_CHECK = auto()
    """The king would stand on an attacked square."""
    MAY_NOT_FLEE = auto()
    """The king is in check, and may not move away from it in this game."""
    OPENS_LINE = auto()
    """The king would be attacked once the piece has left, or is there for others to hop over."""
    ROYAL_ATTACKED = auto()
    """One of several royal pieces would be attacked."""
    KING_EXPLODES = auto()
    """The king would vanish in the explosion."""
    GIVES_CHECK = auto()
    """The move would give check, which no move may."""
    MUST_CAPTURE = auto()
    """Some piece can capture, and must."""
    NOT_HERE = auto()
    """Another rule of the game forbids it in this position."""
    ONTO_HOLE = auto()
    """A drop: the square is removed."""
    ONTO_PIECE = auto()
    """A drop: a piece stands there."""
    NO_DROP = auto()
    """The piece is never dropped there."""
    FULL_FILE = auto()
    """A drop: as many of its kind as may be stand on this file."""
    DROP_MATES = auto()
    """The drop would give mate, which it may not."""
    DROP_CHECKS = auto()
    """The drop would give check, which it may not."""
    DROP_RULE = auto()
    """A rule of drops that declares what is said then."""
    NEVER_DROPPED = auto()
    """Pieces come in from the hand by other moves only."""
    MUST_DROP = auto()
    """A piece in hand must be dropped first."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused.

    ``attack`` is the way onto the mover's king, if that is why; ``rule`` the message of the rule that is why.
    """

    reason: Reason
    attack: Way | None = None
    rule: Message = NOTHING


@dataclass(frozen=True)
class Immobility:
    """Why a piece has no move at all: none of its ways is free, or all leave its king to ``attacks``."""

    reason: Reason
    attacks: tuple[Way, ...] = ()


def refusal(board: Board, from_square: int, to_square: int) -> Refusal | None:
    """Why the piece on a square cannot go to another; None if it can, or if there is no piece."""
    piece = board.piece_at(from_square)
    if piece is None or any(
        (move_encoding.from_square(number), move_encoding.to_square(number)) == (from_square, to_square)
        for number in board.legal_numbers
    ):
        return None
    if piece.color is not board.turn:
        return Refusal(Reason.OTHER_SIDE)
    if _is_in_hand(board, from_square):
        return _refusal_of_drop(board, from_square, to_square)
    there = [way for way in board.ways(from_square) if way.to_square == to_square]
    if any(way.ends for way in there):
        en_passant = board.piece_at(to_square) is None and not any(way.ends and way.moves for way in there)
        return _unsafe(board, from_square, to_square, en_passant)
    return Refusal(_no_end(board, there, from_square, to_square))


def refusal_ahead(board: Board, from_square: int, to_square: int) -> Refusal:
    """Why a piece cannot be meant to go to a square at its next turn, if that is no premove."""
    if _is_in_hand(board, from_square):
        return Refusal(_no_drop(board, from_square, to_square) or Reason.NO_DROP)
    return Refusal(Reason.HOLE if to_square in board.holes else Reason.NO_WAY)


def immobility(board: Board, square: int) -> Immobility | None:
    """Why the piece on a square has no move, or would have none if it were its turn.

    None if it has one, if there is no piece, or if its side could not be to move here.
    """
    piece = board.piece_at(square)
    if piece is None or board.routes(square):
        return None
    if piece.color is not board.turn:
        passed = board.passed()
        if passed is None:
            return None
        board = passed
    targets = {way.to_square for way in board.ways(square) if way.ends}
    refused = [
        why for why in (refusal(board, square, target) for target in sorted(targets)) if why is not None
    ]
    if not refused:
        return Immobility(Reason.NO_WAY)
    attacks = (why.attack for why in refused if why.attack is not None)
    return Immobility(refused[0].reason, tuple(dict.fromkeys(attacks)))


def attacks_on(board: Board, square: int, by: bool) -> tuple[Way, ...]:
    """The ways by which the side ``by`` could capture a piece on ``square``, one for each of its pieces."""
    return tuple(
        min(
            (way for way in board.ways(origin) if way.captures and way.to_square == square),
            key=lambda way: len(way.steps),
        )
        for origin in sorted(board.attackers(by, square))
    )


def _no_end(board: Board, there: list[Way], origin: int, square: int) -> Reason:
    """Why the piece on ``origin`` cannot end on a square which is no end of its ways, ``there``."""
    if square in board.holes:
        return Reason.STONE if board.variant.left_square is LeftSquare.STAYS else Reason.HOLE
    standing = board.piece_at(square)
    if standing is not None and standing.color is board.turn:
        return Reason.OWN_PIECE if there else Reason.NO_WAY
    piece_type = board.variant.piece_types[_letter(board, origin)]
    seen = board.variant.geometry.seen_by(square, board.turn)
    if there and piece_type.standing is not None and seen not in piece_type.standing:
        return Reason.NEVER_THERE
    if there and standing is not None and standing.letter in piece_type.spares:
        return Reason.SPARED
    if any(way.captures for way in there):
        return Reason.ONLY_CAPTURES
    if _could_hop(board, origin, square):
        return Reason.NEEDS_HURDLE
    return Reason.NEVER_CAPTURES if any(way.moves for way in there) else Reason.NO_WAY


def _could_hop(board: Board, origin: int, square: int) -> bool:
    """Whether a path of the piece that hops would lead to a square, if there were a piece in between."""
    variant, links = board.variant, board.position.links
    is_capture = board.piece_at(square) is not None
    for path in variant.paths_of(variant.piece_types[_letter(board, origin)]):
        if path.hop is Hop.NONE or not (path.captures if is_capture else path.moves):
            continue
        steps = path.steps if board.turn is WHITE else path.turned().steps
        here, passed = origin, 0
        for step in cycle(steps) if path.hop is not Hop.JUMP else steps:
            here, passed = int(links[step << 8 | here]), passed + 1
            if here in (OFF, square):
                break
        if here == square and passed > 1 and (path.hop is not Hop.JUMP or passed == len(steps)):
            return True
    return False


def _refusal_of_drop(board: Board, from_square: int, to_square: int) -> Refusal:
    """Why a piece in hand cannot be dropped on a square."""
    no_drop = _no_drop(board, from_square, to_square)
    if no_drop is not None:
        return Refusal(no_drop)
    unsafe = _unsafe(board, from_square, to_square, en_passant=False)
    if unsafe.attack is not None:
        return unsafe
    forbidding = _forbidding(board, from_square, to_square)
    if forbidding:
        return Refusal(Reason.DROP_RULE, rule=forbidding)
    drops = board.variant.piece_types[_letter(board, from_square)].drops
    after = board.after(from_square, to_square)
    if not _is_attacked(after, after.king(not board.turn), board.turn):
        return unsafe
    if not drops.checks:
        return Refusal(Reason.DROP_CHECKS)
    return unsafe if drops.mates or unsafe.reason is not Reason.NOT_HERE else Refusal(Reason.DROP_MATES)


def _forbidding(board: Board, from_square: int, to_square: int) -> Message:
    """The message of the rule without which the loops would list a drop; empty if there is none."""
    tables, position, scratch = blocks(board.variant, board.position, fast=False)
    drop = move_encoding.move_of_kind(from_square, to_square, DROP)
    if can_drop(tables, position, scratch, drop):
        return NOTHING
    for rule in rules_of(Drops).values():
        if rule.refusal and can_drop(_without(tables, rule), position, scratch, drop):
            return rule.refusal
    return NOTHING


def _without(tables: Tables, rule: Rule) -> Tables:
    """The tables of the same game without a rule that the loops read by a name."""
    return tables._replace(options=tables.options._replace(**{rule.loop: 0}))


def _no_drop(board: Board, from_square: int, to_square: int) -> Reason | None:
    """Why a square is none for a piece in hand, whatever the other side does."""
    tables, letter = plain_tables(board.variant), _letter(board, from_square)
    if not board.variant.hands.drops:
        return Reason.NEVER_DROPPED
    if to_square in board.holes:
        return Reason.ONTO_HOLE
    if board.piece_at(to_square) is not None:
        return Reason.ONTO_PIECE
    if not tables.drops[to_square] >> (from_square - HAND) & 1:
        return Reason.NO_DROP
    most, file = board.variant.piece_types[letter].drops.per_file, tables.files[to_square]
    own = [
        square
        for square, piece in board.piece_map().items()
        if piece == board.piece_at(from_square) and tables.files[square] == file
    ]
    return Reason.FULL_FILE if 0 < most <= len(own) else None


def _is_in_hand(board: Board, place: int) -> bool:
    """Whether a number is that of a piece in hand, not of a square."""
    return place >= board.variant.geometry.squares


def _letter(board: Board, square: int) -> str:
    piece = board.piece_at(square)
    assert piece is not None, "the caller has looked"
    return piece.letter


def _unsafe(board: Board, from_square: int, to_square: int, en_passant: bool) -> Refusal:
    """Why a move that the piece could make is not allowed: its king could be captured, or another rule."""
    after = board.after(from_square, to_square, en_passant=en_passant)
    if not board.variant.endings.checking and _is_attacked(after, after.king(not board.turn), board.turn):
        return Refusal(Reason.GIVES_CHECK)
    king = after.king(board.turn)
    if king is None and board.king(board.turn) is not None:
        return Refusal(Reason.KING_EXPLODES)
    attack = _attack_on_royals(after, board.turn)
    if attack is not None:
        return Refusal(Reason.ROYAL_ATTACKED, attack)
    attack = next(iter(attacks_on(after, king, not board.turn)), None) if king is not None else None
    if attack is None:
        return Refusal(_unfit(board, from_square))
    if board.king(board.turn) == from_square:
        return Refusal(Reason.WALKS_INTO_CHECK, attack)
    if board.is_check():
        return Refusal(Reason.STAYS_IN_CHECK, attack)
    return Refusal(Reason.OPENS_LINE, attack)


def _is_attacked(board: Board, square: int | None, by: bool) -> bool:
    return square is not None and bool(board.attackers(by, square))


def _attack_on_royals(board: Board, color: bool) -> Way | None:
    """An attack on one of several royal pieces of a side, if there is one."""
    attacks = (attack for square in board.crowned(color) for attack in attacks_on(board, square, not color))
    return next(attacks, None)


def _unfit(board: Board, from_square: int) -> Reason:
    """Why a move is not legal though the king is safe after it."""
    endings, pieces, legal = board.variant.endings, board.variant.piece_types, board.legal_numbers
    drops = (move_encoding.from_square(number) for number in legal if move_encoding.kind_of(number) == DROP)
    is_forced = _is_in_hand(board, from_square) and pieces[_letter(board, from_square)].drops.forced
    if not is_forced and any(pieces[_letter(board, place)].drops.forced for place in drops):
        return Reason.MUST_DROP
    if endings.must_capture and any(board.captured_by(number) is not None for number in legal):
        return Reason.MUST_CAPTURE
    if board.king(board.turn) == from_square and board.is_check() and not endings.fleeing:
        return Reason.MAY_NOT_FLEE
    return Reason.NOT_HERE

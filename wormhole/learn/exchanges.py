"""The pieces that a line of moves captures, and what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from wormhole.base.errors import Message
from wormhole.learn.captions import joined, object_of
from wormhole.learn.fact_finder import AttackMap
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE, Piece, side_name
from wormhole.rules.variant import Capture, Variant

LEAST_CENTIPAWNS = 50
"""A smaller balance of captured pieces is not worth a sentence. A pawn of chess is worth 72."""
MOST_PLIES = 7
"""The plies of a line that a sentence names."""


@dataclass(frozen=True)
class Exchange:
    """The pieces that a line captures until it is quiet: those that the side to move wins, and those that it
    gives for them. ``plies`` is how long that takes."""

    won: tuple[Piece, ...]
    given: tuple[Piece, ...]
    plies: int


def exchange(
    board: Board, line: Sequence[Move], given: Sequence[Piece] = (), *, whole: bool = False
) -> Exchange | None:
    """What a line captures until it is quiet, or as a ``whole``.

    None if it ends in the middle of an exchange, or explodes.

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
        elif last and ply - last >= 2 and not whole:
            break
        position.push(move)
    if not last or not _is_quiet_after(board, line, last):
        return None
    return Exchange(*_without_equal(pieces[side], pieces[not side]), last)


def _is_quiet_after(board: Board, line: Sequence[Move], plies: int) -> bool:
    """Whether the last capture of an exchange is not answered by another one that pays."""
    if len(line) > plies:
        return True  # the line goes on without one
    return not _won_on(position_after(board, line), line[-1].to_square)


def _won_on(position: Board, square: int, *, tries_all: bool = True) -> int:
    """What the side to move wins by captures on a square, in centipawns, after the first the cheapest ones.

    See https://www.chessprogramming.org/Static_Exchange_Evaluation. The first capture may be any, since one
    that gives mate is not answered.
    """
    pieces = AttackMap(position)
    captures = [
        move for move in position.legal_moves if square == move.to_square == position.captured_square(move)
    ]
    captures.sort(key=lambda move: pieces.value(pieces.pieces[move.from_square]))
    won = 0
    for move in captures if tries_all else captures[:1]:
        answer = _won_on(position_after(position, [move]), square, tries_all=False)
        won = max(won, pieces.value(pieces.pieces[square]) - answer)
    return won


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


def balance(board: Board, line: Sequence[Move], given: Sequence[Piece] = ()) -> Message | None:
    """What the side to move wins by a line, for what was ``given`` before, and by which moves.

    If the first exchange wins nothing, it is what the whole line wins. Nothing is told that is lost again
    later in the line.
    """
    if board.variant.endings.must_capture or _gain(board, line, given) < LEAST_CENTIPAWNS:
        return None
    value = AttackMap(board).value
    for whole in (False, True):
        found = exchange(board, line, given, whole=whole)
        if found is None:
            continue
        if sum(map(value, found.won)) - sum(map(value, found.given)) >= LEAST_CENTIPAWNS:
            return _told(board, found, line[: found.plies])
    return None


def _gain(board: Board, line: Sequence[Move], given: Sequence[Piece]) -> int:
    """What the side to move gains by a whole line in centipawns: by captures, those that are due at its end
    included, and by promotions."""
    side, position, value = board.turn, board.copy(), AttackMap(board).value
    gain, captured = -sum(map(value, given)), None
    for move in line:
        pieces, captured = position.piece_map(), position.captured_square(move)
        more = 0 if captured is None else value(pieces[captured])
        if move.promotion is not None and move.drop is None:
            new = Piece(move.promotion, position.turn)
            more += value(new) - value(pieces[move.from_square])
        gain += more if position.turn is side else -more
        position.push(move)
    if captured is not None:
        due = _won_on(position, line[-1].to_square)
        gain += due if position.turn is side else -due
    return gain


def _told(board: Board, found: Exchange, line: Sequence[Move]) -> Message:
    """What is won, with the moves, unless there is one only or there are too many."""
    variant = board.variant
    told: dict[str, object] = {
        "side": side_name(board.turn),
        "pieces": _listed(found.won, variant),
    }
    if found.given:
        told["others"] = _listed(found.given, variant)
    if not 1 < found.plies <= MOST_PLIES:
        template = (
            Message("{side} wins {pieces} for {others}.") if found.given else Message("{side} wins {pieces}.")
        )
        return Message(template, **told)
    template = (
        Message("{side} wins {pieces} for {others}: {line}.")
        if found.given
        else Message("{side} wins {pieces}: {line}.")
    )
    return Message(template, **told, line=_written(board, line))


def _listed(pieces: Sequence[Piece], variant: Variant) -> Message:
    """Pieces within a sentence, each type once."""
    parts = []
    for piece, count in Counter(pieces).items():
        name = object_of(piece, variant)
        parts.append(
            name
            if count == 1
            else Message(Message("{piece} ({count}\N{MULTIPLICATION SIGN})"), piece=name, count=count)
        )
    return joined(parts)


def _written(board: Board, line: Sequence[Move]) -> str:
    """Moves with their numbers: "5.Nc6 Bxc6"."""
    position, parts = board.copy(), []
    for move in line:
        number = position.fullmove_number
        if position.turn is WHITE:
            parts.append(f"{number}.{position.san(move)}")
        else:
            parts.append(position.san(move) if parts else f"{number}…{position.san(move)}")
        position.push(move)
    return " ".join(parts)


def position_after(board: Board, moves: Sequence[Move]) -> Board:
    """A copy of a board on which these moves are played."""
    position = board.copy()
    for move in moves:
        position.push(move)
    return position

"""The themes of puzzles: names of special features of a solution, by which puzzles can be filtered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wormhole.engine.piece_values import piece_value
from wormhole.learn.fact_finder import last_move
from wormhole.learn.facts import (
    Captured,
    Castled,
    Cause,
    Check,
    Crossed,
    DoorShut,
    Ended,
    Fact,
    Fork,
    PlayedMove,
    Promoted,
    Removed,
    WentThrough,
)
from wormhole.rules.board import Board
from wormhole.rules.endings import Goal, NoMove
from wormhole.rules.outcome import Termination

THEMES = (
    "through-a-wormhole",
    "through-many-wormholes",
    "mate-through-a-wormhole",
    "discovered-by-a-fold",
    "discovered-check",
    "double-check",
    "door-shut",
    "takes-a-flight-square",
    "shut-in-king",
    "king-hunt",
    "last-move-left",
    "quiet-first-move",
    "sacrifice",
    "fork",
    "promotion",
    "underpromotion",
    "en-passant",
    "castling",
    "pawn-mate",
    "half-the-board",
    "drop",
    "explosion",
)
"""Every theme, in the order in which a puzzle lists them."""

MANY_HOLES = 3
"""A move over so many holes passes many wormholes."""

HUNTED_MOVES = 3
"""A king that moves so often in a solution is hunted."""

SACRIFICED_CENTIPAWNS = 100
"""The material that the solver must be behind after the exchanges of the solution."""


def themes_of(board: Board, moves: Sequence[str]) -> tuple[str, ...]:
    """The themes of a solution, which begins with the solver's move and ends with one, in ``board``."""
    found = set(_of_the_line(board, moves))
    return tuple(theme for theme in THEMES if theme in found)


def _of_the_line(start: Board, moves: Sequence[str]) -> Iterator[str]:
    board = start.copy()
    if 2 * len(board.holes) >= board.variant.geometry.squares:
        yield "half-the-board"
    played: list[PlayedMove] = []
    balance = 0
    wins_without_pieces = any(rule.result is NoMove.WIN for rule in board.variant.endings.extinct)
    for number, text in enumerate(moves):
        flights = _flights(board, not board.turn)
        board.push_uci(text)
        move = last_move(board)
        assert move is not None, "nobody passes in a puzzle"
        played.append(move)
        if number % 2 == 0:
            if board.peek().drop:
                yield "drop"
            balance += _gains(board, move)
            yield from _of_a_move(board, move, flights, is_first=number == 0)
            yield from _of_the_end(board, move)
        else:
            balance -= _gains(board, move)
            if balance <= -SACRIFICED_CENTIPAWNS and not wins_without_pieces:
                yield "sacrifice"
    royal = board.variant.royal.letter
    if sum(reply.piece.letter == royal for reply in played[1::2]) >= HUNTED_MOVES:
        yield "king-hunt"


def _of_a_move(board: Board, move: PlayedMove, flights: frozenset[int], *, is_first: bool) -> Iterator[str]:
    """The themes of one of the solver's moves; ``flights`` are the squares to which the other king could step
    before."""
    is_quiet = not _threatens_royal(board)
    for fact in move.facts:
        match fact:
            case Crossed(holes=holes) | WentThrough(wormholes=holes) if is_first:
                yield "through-a-wormhole"
                if len(holes) >= MANY_HOLES:
                    yield "through-many-wormholes"
            case Check():
                is_quiet = False
                yield from _of_a_check(fact)
            case Captured():
                is_quiet = False
                if fact.en_passant:
                    yield "en-passant"
            case Promoted(letter=letter):
                is_quiet = False
                yield "promotion"
                strongest = board.variant.piece_types[move.piece.letter].promotes_to[:1]
                if letter != strongest:
                    yield "underpromotion"
            case Castled():
                yield "castling"
            case Fork():
                yield "fork"
            case DoorShut() if is_first:
                yield "door-shut"
            case Removed(squares=squares) if flights & set(squares):
                yield "takes-a-flight-square"
    if is_first and is_quiet:
        yield "quiet-first-move"


def _threatens_royal(board: Board) -> bool:
    """Whether the royal piece of the side to move could be captured, in a game in which that is legal."""
    king = board.king(board.turn)
    is_goal = board.variant.endings.goal is Goal.CAPTURE
    return is_goal and king is not None and bool(board.attackers(not board.turn, king))


def _of_a_check(check: Check) -> Iterator[str]:
    if check.is_double:
        yield "double-check"
    causes = {attack.cause for attack in check.attacks}
    if Cause.FOLD in causes:
        yield "discovered-by-a-fold"
    if Cause.LINE in causes:
        yield "discovered-check"


def _of_the_end(board: Board, move: PlayedMove) -> Iterator[str]:
    """The themes of the last position, if the move ended the game."""
    ended = next((fact for fact in move.facts if isinstance(fact, Ended)), None)
    if ended is None:
        return
    if ended.outcome.termination is Termination.STALEMATE:
        yield "last-move-left"
    if ended.outcome.termination is Termination.EXPLOSION:
        yield "explosion"
    if ended.outcome.termination is not Termination.CHECKMATE:
        return
    if board.variant.piece_types[move.piece.letter].pawn:
        yield "pawn-mate"
    if not _flights(board, board.turn):
        yield "shut-in-king"
    if _mates_through_holes(move.facts):
        yield "mate-through-a-wormhole"


def _mates_through_holes(facts: Sequence[Fact]) -> bool:
    return any(isinstance(fact, Check) and fact.holes for fact in facts)


def _flights(board: Board, side: bool) -> frozenset[int]:
    """The squares to which the royal piece of a side could step, attacked or not."""
    king = board.king(side)
    return frozenset() if king is None else frozenset(way.to_square for way in board.ways(king) if way.ends)


def _gains(board: Board, move: PlayedMove) -> int:
    """The value of what a move captured."""
    captured = next((fact.piece for fact in move.facts if isinstance(fact, Captured)), None)
    variant = board.variant
    return 0 if captured is None else piece_value(variant.geometry, variant.piece_types[captured.letter])

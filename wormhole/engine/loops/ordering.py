"""In which order moves are tried: the sooner the best comes, the less of the others must be looked at."""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.exchange import least_attacker, loses_exchange
from wormhole.engine.loops.workspace import EXCHANGE, HISTORY, KILLERS, RECAPTURE, Workspace
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE
from wormhole.rules.loops.moves import EN_PASSANT
from wormhole.rules.position import SAVED, TURN, Position, Scratch
from wormhole.rules.tables import FIRST_PIECE, Tables

BEST_FIRST = 1 << 40
CAPTURE_FIRST = 1 << 30
KILLER_FIRST = 1 << 28
MOST_HISTORY = 1 << 14
LOSING_LAST = -(1 << 30)


def is_quiet(position: Position, move: int) -> bool:
    """Whether a move takes nothing and promotes nobody."""
    return (
        position.pieces[move >> 8 & 255] < FIRST_PIECE and move >> 16 & 255 == 0 and move >> 24 != EN_PASSANT
    )


def may_lose(work: Workspace, move: int) -> bool:
    """Whether to ask if a capture loses the exchange; a promotion or one en passant is taken to win it."""
    return work.features[EXCHANGE] != 0 and move >> 16 == 0


def mvv_lva(position: Position, work: Workspace, move: int) -> int:
    """A number that grows with the piece taken or promoted to, and then the smaller the piece that takes."""
    pieces, piece_square = position.pieces, work.piece_square
    origin, target, promoted = move & 255, move >> 8 & 255, move >> 16 & 255
    won = piece_square[pieces[target] << 8 | target] + piece_square[promoted << 8 | target]
    return 16 * won - piece_square[pieces[origin] << 8 | origin]


def recapture(tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int) -> int:
    """The capture of the piece that has just moved by the least that attacks it; 0 if that loses the
    exchange.

    It may be unsafe, or want a promotion named.
    """
    if work.played[ply] == 0 or not work.features[RECAPTURE]:
        return 0
    square = work.played[ply] >> 8 & 255
    side = position.state[TURN]
    origin = least_attacker(tables, position, scratch, work, square, side, NONE_GONE, -1)
    move = origin | square << 8
    if origin == OFF:
        return 0
    loses = may_lose(work, move) and loses_exchange(tables, position, scratch, work, move, ply * SAVED)
    return 0 if loses else move


def score_moves(position: Position, work: Workspace, start: int, end: int, ply: int, known: int) -> None:
    """Give every move its key: the ``known`` best, then captures, killers, history."""
    pieces = position.pieces
    for index in range(start, end):
        move = work.moves[index]
        if move == known:
            key = BEST_FIRST
        elif not is_quiet(position, move):
            key = CAPTURE_FIRST + mvv_lva(position, work, move)
        elif move == work.killers[2 * ply] or move == work.killers[2 * ply + 1]:
            key = KILLER_FIRST
        else:
            key = work.history[pieces[move & 255] << 8 | move >> 8 & 255]
        work.order[index] = key


def pick_sound(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    index: int,
    end: int,
    ply: int,
) -> int:
    """As :func:`pick`, but captures that lose the exchange are put off until all others were picked."""
    while True:
        move = pick(work.moves, work.order, index, end)
        key = work.order[index]
        if not CAPTURE_FIRST // 2 < key < BEST_FIRST or not may_lose(work, move):
            return move
        if not loses_exchange(tables, position, scratch, work, move, ply * SAVED):
            return move
        work.order[index] = key - CAPTURE_FIRST + LOSING_LAST


def pick(moves: np.ndarray, order: np.ndarray, index: int, end: int) -> int:
    """Bring the move with the highest key in ``order`` to ``index`` and return it."""
    best, key = index, order[index]
    for other in range(index + 1, end):
        if order[other] > key:
            best, key = other, order[other]
    move = moves[best]
    moves[best], order[best] = moves[index], order[index]
    moves[index], order[index] = move, key
    return move


def record_cutoff(position: Position, work: Workspace, start: int, index: int, ply: int, depth: int) -> None:
    """Learn from the quiet move at ``index`` that refuted the one before it, as those tried first did not."""
    refutation = work.moves[index]
    if work.features[KILLERS] and work.killers[2 * ply] != refutation:
        work.killers[2 * ply + 1] = work.killers[2 * ply]
        work.killers[2 * ply] = refutation
    if work.features[HISTORY]:
        bonus = min(depth * depth, 400)
        for tried in range(start, index):
            if is_quiet(position, work.moves[tried]):
                _update_history(position, work, work.moves[tried], -bonus)
        _update_history(position, work, refutation, bonus)


def _update_history(position: Position, work: Workspace, move: int, bonus: int) -> None:
    """Move a quiet move's history by ``bonus``, the less the nearer it comes to the most."""
    place = position.pieces[move & 255] << 8 | move >> 8 & 255
    known = work.history[place]
    work.history[place] = known + 16 * bonus - known * abs(bonus) * 16 // MOST_HISTORY

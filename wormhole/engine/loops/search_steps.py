"""Steps common to searches: count a node, find checks, play a move, update the best line."""

from __future__ import annotations

from wormhole.engine.loops.accumulators import complete_accumulator, update_accumulator
from wormhole.engine.loops.evaluate import KINDS_OF_TERMS, copy_terms, count_checks, count_piece
from wormhole.engine.loops.histories import place_of
from wormhole.engine.loops.workspace import (
    BALANCE,
    CURRENT_MOVE,
    IN_USE,
    LINE_LENGTH,
    MOVES_START,
    NODE_LIMIT,
    NODES,
    PLACE,
    SELECTIVE_DEPTH,
    STOP,
    Workspace,
    at,
)
from wormhole.rules.geometry import ROW
from wormhole.rules.loops.attack import mark_checks, may_attack
from wormhole.rules.loops.move_encoding import from_square, promotion_of, to_square
from wormhole.rules.loops.play_and_undo import play
from wormhole.rules.position import MAX_PLY, SLOTS, TURN, VICTIMS, Position, Scratch
from wormhole.rules.tables import Tables
from wormhole.rules.undo_record import SAVED


def enter_node(work: Workspace, ply: int) -> bool:
    """Count the node at ``ply`` and clear its principal variation; False if the search must stop."""
    control = work.control
    work.stack[at(ply, LINE_LENGTH)] = 0
    if control[STOP] != 0:
        return False
    control[NODES] += 1
    if control[NODES] >= control[NODE_LIMIT]:
        control[STOP] = 1
        return False
    control[SELECTIVE_DEPTH] = max(control[SELECTIVE_DEPTH], ply)
    return True


def make_move(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    move: int,
    gained: int,
    ply: int,
    start: int,
) -> None:
    """Play a move that gains ``gained`` centipawns; write the next ply's balance, terms and accumulator.

    The next ply's moves will begin at index ``start`` of ``work.moves``.
    """
    stack = work.stack
    stack[at(ply, CURRENT_MOVE)] = move
    stack[at(ply, PLACE)] = place_of(position.pieces[from_square(move)], to_square(move))
    stack[at(ply + 1, BALANCE)] = -stack[at(ply, BALANCE)] - gained
    stack[at(ply + 1, MOVES_START)] = start
    if work.network[IN_USE]:
        update_accumulator(tables, position, work, move, ply)
    mover = position.state[TURN]
    copy_terms(work, mover, ply)
    count_piece(tables, position, scratch, work, from_square(move), ply + 1, -1, start)
    count = position.state[VICTIMS]
    play(tables, position, scratch, move, work.saved, ply * SAVED)
    if work.network[IN_USE]:
        complete_accumulator(tables, position, work, count, ply + 1)
    count_piece(tables, position, scratch, work, to_square(move), ply + 1, 1, start)
    count_checks(tables, position, work, mover, (2 * ply + 2 + mover) * KINDS_OF_TERMS)


def update_pv(work: Workspace, ply: int, move: int) -> None:
    """Set the principal variation at ``ply``: ``move``, then that of the next ply."""
    lines, stack = work.lines, work.stack
    below = stack[at(ply + 1, LINE_LENGTH)]
    lines[ply * MAX_PLY] = move
    for index in range(below):
        lines[ply * MAX_PLY + index + 1] = lines[(ply + 1) * MAX_PLY + index]
    stack[at(ply, LINE_LENGTH)] = below + 1


def mark_checks_of_node(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int
) -> None:
    """Write which moves may give check at ``ply`` into ``work.checking``."""
    turn = position.state[TURN]
    king = position.squares[(1 - turn) * SLOTS]
    mark_checks(tables, position, scratch, king, turn, work.checking, ply * ROW)


def may_give_check(position: Position, work: Workspace, move: int, ply: int) -> bool:
    """Whether a move may give check by its piece, or by one behind it or beyond the fold."""
    origin, promoted = from_square(move), promotion_of(move)
    piece = promoted if promoted else position.pieces[origin]
    return may_attack(work.checking, ply * ROW, piece, origin, to_square(move))

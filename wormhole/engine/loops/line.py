"""Steps common to searches: count a node, play a move, update the best line."""

from __future__ import annotations

from wormhole.engine.loops.accumulators import remove_victims, update_accumulator
from wormhole.engine.loops.evaluate import copy_terms, count_piece
from wormhole.engine.loops.workspace import IN_USE, NODE_LIMIT, NODES, SELECTIVE_DEPTH, STOP, Workspace
from wormhole.rules.loops.play_and_undo import play
from wormhole.rules.position import MAX_PLY, SAVED, TURN, VICTIMS, Position, Scratch
from wormhole.rules.tables import Tables


def enter_node(work: Workspace, ply: int) -> bool:
    """Count the node at ``ply`` and clear its principal variation; False if the search must stop."""
    report = work.report
    work.lengths[ply] = 0
    if report[STOP] != 0:
        return False
    report[NODES] += 1
    if report[NODES] >= report[NODE_LIMIT]:
        report[STOP] = 1
        return False
    report[SELECTIVE_DEPTH] = max(report[SELECTIVE_DEPTH], ply)
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

    May overwrite ``work.moves`` from index ``start``.
    """
    work.balances[ply + 1] = -work.balances[ply] - gained
    if work.network[IN_USE]:
        update_accumulator(tables, position, work, move, ply)
    copy_terms(work, position.state[TURN], ply)
    count_piece(tables, position, scratch, work, move & 255, ply + 1, -1, start)
    count = position.state[VICTIMS]
    play(tables, position, scratch, move, work.saved, ply * SAVED)
    if work.network[IN_USE] and tables.options.aftermath:
        remove_victims(position, work, count, ply + 1)
    count_piece(tables, position, scratch, work, move >> 8 & 255, ply + 1, 1, start)


def update_pv(work: Workspace, ply: int, move: int) -> None:
    """Set the principal variation at ``ply``: ``move``, then that of the next ply."""
    lines, lengths = work.lines, work.lengths
    lines[ply * MAX_PLY] = move
    for index in range(lengths[ply + 1]):
        lines[ply * MAX_PLY + index + 1] = lines[(ply + 1) * MAX_PLY + index]
    lengths[ply] = lengths[ply + 1] + 1

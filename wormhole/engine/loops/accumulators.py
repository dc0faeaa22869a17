"""The learned evaluation: a small network whose hidden layer is updated with each move.

The hidden layer has ``WIDTH`` numbers for each side's view of the board, White's first. The output squares
the clipped numbers (https://www.chessprogramming.org/NNUE). The loops over ``WIDTH`` numbers of 16 bits have
no branches and a constant length, so the compiler turns them into SIMD instructions.

A feature is ``piece << 8 | place``. Each piece in hand adds the row of its number beyond the board,
``HAND + piece``; so a drop is a move from there. The checks that a side has to give yet are a feature of
``GATE``.

A network may have a bank of rows for each zone of the viewing side's king. When the king enters another zone,
that view is stale; it is computed anew only if the position is evaluated. For each zone the pieces and sums
of its last refreshing are kept, so only the rows of what differs are added.
"""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.workspace import (
    COUNTS_CHECKS,
    COUNTS_SQUARES,
    HAS_HANDS,
    KINGS,
    MOST_HIDDEN,
    MOST_ZONES,
    OF_CHECKS,
    OUTPUTS,
    OUTPUTS_FROM,
    REFRESHED,
    ROWS_A_KING,
    SCALE,
    SCALE_BITS,
    SEEN,
    SQUARES,
    VIEWS,
    WIDTH,
    Workspace,
)
from wormhole.rules.geometry import ROW
from wormhole.rules.loops.move_encoding import (
    EN_PASSANT,
    PASS,
    PROMOTION_IN_PLACE,
    corner_of,
    entering,
    from_square,
    gate_of,
    is_castling,
    kind_of,
    promotion_of,
    to_square,
)
from wormhole.rules.loops.moves import gained_piece, left_behind
from wormhole.rules.position import (
    CHECKS_LEFT,
    EP_VICTIM,
    ROOK_FROM,
    ROOK_TO,
    SLOTS,
    TURN,
    VICTIM,
    VICTIM_PIECE,
    VICTIM_SQUARE,
    VICTIMS,
    Position,
)
from wormhole.rules.tables import EMPTY, FIRST_PIECE, GATE, GONE, HAND, PIECE_NUMBERS, WALL, Tables


def refresh_accumulator(position: Position, work: Workspace) -> None:
    """Compute the hidden layer of the position at ply 0."""
    for view in range(2):
        work.zones_seen[view] = work.zones[view << 8 | position.squares[view * SLOTS]]
        refresh_view(position, work, view, 0)
    work.checks_seen[0] = position.state[CHECKS_LEFT]


def refresh_view(position: Position, work: Workspace, view: int, ply: int) -> None:
    """Compute one view of the position at ``ply``, from the last one with the king in the same zone."""
    network, kept, sums = work.network, work.refreshed, work.refreshed_sums
    zone = work.zones_seen[2 * ply + view]
    entry = view * MOST_ZONES + zone
    start, first = entry * REFRESHED, entry * WIDTH
    for square in range(network[SQUARES]):
        now, before = position.pieces[square], kept[start + square]
        if now != before:
            kept[start + square] = now
            _replace_row(work, sums, first, view, zone, now << 8 | square, before << 8 | square)
    if network[HAS_HANDS]:
        for piece in range(FIRST_PIECE, PIECE_NUMBERS):
            while kept[start + ROW + piece] < position.hands[piece]:
                kept[start + ROW + piece] += 1
                _replace_row(work, sums, first, view, zone, piece << 8 | HAND + piece, EMPTY)
            while kept[start + ROW + piece] > position.hands[piece]:
                kept[start + ROW + piece] -= 1
                _replace_row(work, sums, first, view, zone, EMPTY, piece << 8 | HAND + piece)
    if network[COUNTS_CHECKS]:
        now, before = position.state[CHECKS_LEFT], kept[start + OF_CHECKS]
        if now != before:
            kept[start + OF_CHECKS] = now
            for side in range(2):
                _replace_row(work, sums, first, view, zone, _checks(now, side), _checks(before, side))
    goal = (2 * ply + view) * WIDTH
    for index in range(WIDTH):
        work.hidden[goal + index] = sums[first + index]
    work.stale[2 * ply + view] = 0


def _checks(left: int, side: int) -> int:
    """The feature of the checks that a side has to give yet."""
    return GATE << 8 | side << 4 | (left >> 4 * side & 15)


def update_accumulator(tables: Tables, position: Position, work: Workspace, move: int, ply: int) -> None:
    """Compute the hidden layer after a move that is about to be played, from the one at ``ply``."""
    pieces, hidden, rows = position.pieces, work.hidden, work.rows
    origin, target, promoted, kind = from_square(move), to_square(move), promotion_of(move), kind_of(move)
    piece, captured = pieces[origin], pieces[target]
    if kind == PASS or kind == PROMOTION_IN_PLACE:
        copy_accumulator(work, ply)
        if kind == PROMOTION_IN_PLACE:
            _replace_feature(work, ply + 1, promoted << 8 | target, piece << 8 | target)
        return
    arriving = promoted if promoted else piece
    left = left_behind(position, origin) if tables.options.stays else GONE
    work.checks_seen[ply + 1] = work.checks_seen[ply]
    for view in range(2):
        place = 2 * ply + view
        zone = work.zones_seen[place]
        work.zones_seen[place + 2], work.stale[place + 2] = zone, work.stale[place]
        gone, come = (
            row_of(work, view, zone, piece << 8 | origin),
            row_of(work, view, zone, arriving << 8 | target),
        )
        before, after = (
            row_of(work, view, zone, captured << 8 | target),
            row_of(work, view, zone, left << 8 | origin),
        )
        source, goal = place * WIDTH, (place + 2) * WIDTH
        # One loop for both squares: SIMD code needs input and output that do not overlap.
        for index in range(WIDTH):
            hidden[goal + index] = (
                hidden[source + index]
                + rows[come + index]
                + rows[after + index]
                - rows[gone + index]
                - rows[before + index]
            )
    if kind == EN_PASSANT:
        victim = position.state[EP_VICTIM]
        _replace_feature(
            work, ply + 1, left_behind(position, victim) << 8 | victim, pieces[victim] << 8 | victim
        )
    entered = entering(move)
    if entered:
        _replace_feature(work, ply + 1, entered << 8 | gate_of(position, move), entered << 8 | HAND + entered)
    if is_castling(move):
        corner = corner_of(position, move)
        rook_from, rook_to = position.castle[corner + ROOK_FROM], position.castle[corner + ROOK_TO]
        rook = pieces[rook_from]
        if captured >= FIRST_PIECE:  # where the king goes, its rook or the king itself stands
            _replace_feature(work, ply + 1, captured << 8 | target, EMPTY << 8 | target)
        _replace_feature(work, ply + 1, rook << 8 | rook_to, rook << 8 | rook_from)
        return
    if tables.options.hands:
        gained = gained_piece(tables, position, move)
        if gained:
            _replace_feature(work, ply + 1, gained << 8 | HAND + gained, EMPTY)


def complete_accumulator(tables: Tables, position: Position, work: Workspace, victims: int, ply: int) -> None:
    """Take what followed from a move that was played into the hidden layer at ``ply``.

    ``victims`` of explosions are older than the move.
    """
    if tables.options.aftermath:
        _remove_victims(position, work, victims, ply)
    if work.network[COUNTS_CHECKS] and work.checks_seen[ply] != position.state[CHECKS_LEFT]:
        before = work.checks_seen[ply]
        work.checks_seen[ply] = position.state[CHECKS_LEFT]
        for side in range(2):
            _replace_feature(work, ply, _checks(work.checks_seen[ply], side), _checks(before, side))
    if work.network[KINGS] > 1:
        for view in range(2):
            zone = work.zones[view << 8 | position.squares[view * SLOTS]]
            if zone != work.zones_seen[2 * ply + view]:
                work.zones_seen[2 * ply + view], work.stale[2 * ply + view] = zone, 1


def _remove_victims(position: Position, work: Workspace, count: int, ply: int) -> None:
    """Take the pieces that have exploded or turned to stone out of the hidden layer at ``ply``.

    ``count`` victims are older than the move that led there.
    """
    victims = position.victims
    for index in range(count * VICTIM, position.state[VICTIMS] * VICTIM, VICTIM):
        square, piece = victims[index + VICTIM_SQUARE], victims[index + VICTIM_PIECE]
        now = position.pieces[square]
        _replace_feature(work, ply, (now if now == GONE else EMPTY) << 8 | square, piece << 8 | square)


def copy_accumulator(work: Workspace, ply: int) -> None:
    """Copy the hidden layer at ``ply`` for the ply after a null move."""
    for index in range(VIEWS):
        work.hidden[(ply + 1) * VIEWS + index] = work.hidden[ply * VIEWS + index]
    work.checks_seen[ply + 1] = work.checks_seen[ply]
    for place in range(2 * ply, 2 * ply + 2):
        work.zones_seen[place + 2], work.stale[place + 2] = work.zones_seen[place], work.stale[place]


def evaluate_network(position: Position, work: Workspace, ply: int) -> int:
    """The network's output at ``ply`` for the side to move, in centipawns."""
    hidden, output, turn = work.hidden, work.output, position.state[TURN]
    if work.network[KINGS] > 1:
        for view in range(2):
            if work.stale[2 * ply + view]:
                refresh_view(position, work, view, ply)
    own, other = (2 * ply + turn) * WIDTH, (2 * ply + 1 - turn) * WIDTH
    first = output_of(position, work) * VIEWS if work.network[OUTPUTS] > 1 else 0
    second = first + WIDTH
    total = 0
    for index in range(WIDTH):
        clipped = min(max(hidden[own + index], 0), MOST_HIDDEN)
        total += clipped * clipped * output[first + index]
    for index in range(WIDTH):
        clipped = min(max(hidden[other + index], 0), MOST_HIDDEN)
        total += clipped * clipped * output[second + index]
    return total * work.network[SCALE] >> SCALE_BITS


def output_of(position: Position, work: Workspace) -> int:
    """Which output evaluates the position: by the number of pieces on the board, or of squares left."""
    network, count = work.network, 0
    if network[COUNTS_SQUARES]:
        for square in range(network[SQUARES]):
            count += position.pieces[square] != GONE
    else:
        for square in range(network[SQUARES]):
            count += position.pieces[square] >= FIRST_PIECE and position.pieces[square] != WALL
    return min(count * network[OUTPUTS] // network[OUTPUTS_FROM], network[OUTPUTS] - 1)


def row_of(work: Workspace, view: int, zone: int, feature: int) -> int:
    """Where the row of a feature begins, as a side sees it with its king in that zone."""
    seen = work.seen[(2 * view + (zone & 1)) * SEEN + feature]
    return ((zone >> 1) * work.network[ROWS_A_KING] + seen) * WIDTH


def _replace_feature(work: Workspace, ply: int, added: int, removed: int) -> None:
    """Add one feature to the hidden layer at ``ply`` and remove another. The rows of empty squares are 0."""
    for view in range(2):
        place = 2 * ply + view
        _replace_row(work, work.hidden, place * WIDTH, view, work.zones_seen[place], added, removed)


def _replace_row(
    work: Workspace, sums: np.ndarray, goal: int, view: int, zone: int, added: int, removed: int
) -> None:
    """Add the row of one feature to ``WIDTH`` numbers of ``sums`` and subtract that of another."""
    rows, more, less = work.rows, row_of(work, view, zone, added), row_of(work, view, zone, removed)
    for index in range(WIDTH):
        sums[goal + index] += rows[more + index] - rows[less + index]

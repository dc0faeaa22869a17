"""The learned evaluation: a small network whose hidden layer is updated with each move.

The hidden layer has ``WIDTH`` numbers for each side's view of the board. Both views lie side by side, White's
first, so that one row of weights updates both. The output squares the clipped numbers
(https://www.chessprogramming.org/NNUE). The loops over ``VIEWS`` numbers of 16 bits have no branches and a
constant length, so the compiler turns them into SIMD instructions.

Each piece in hand adds the row of its number beyond the board, ``HAND + piece``; so a drop is a move from
there.
"""

from __future__ import annotations

from wormhole.engine.loops.workspace import MOST_HIDDEN, SCALE, SCALE_BITS, VIEWS, WIDTH, Workspace
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
    EP_VICTIM,
    ROOK_FROM,
    ROOK_TO,
    VICTIM,
    VICTIM_PIECE,
    VICTIM_SQUARE,
    VICTIMS,
    Position,
)
from wormhole.rules.tables import EMPTY, FIRST_PIECE, GONE, HAND, PIECE_NUMBERS, Tables


def refresh_accumulator(tables: Tables, position: Position, work: Workspace) -> None:
    """Compute the hidden layer of the position at ply 0."""
    for index in range(VIEWS):
        work.hidden[index] = work.bias[index]
    held = tables.options.hands
    for square in range(held if held else ROW):
        if position.pieces[square] != EMPTY:
            _replace_feature(work, 0, position.pieces[square] << 8 | square, EMPTY)
    if held:
        for piece in range(FIRST_PIECE, PIECE_NUMBERS):
            for _ in range(position.hands[piece]):
                _replace_feature(work, 0, piece << 8 | HAND + piece, EMPTY)


def update_accumulator(tables: Tables, position: Position, work: Workspace, move: int, ply: int) -> None:
    """Compute the hidden layer after a move that is about to be played, from the one at ``ply``."""
    pieces, hidden, rows = position.pieces, work.hidden, work.rows
    origin, target, promoted, kind = from_square(move), to_square(move), promotion_of(move), kind_of(move)
    piece, captured = pieces[origin], pieces[target]
    arriving = promoted if promoted else piece
    left = left_behind(position, origin) if tables.options.stays else GONE
    source, goal = ply * VIEWS, (ply + 1) * VIEWS
    gone, come = (piece << 8 | origin) * VIEWS, (arriving << 8 | target) * VIEWS
    before, after = (captured << 8 | target) * VIEWS, (left << 8 | origin) * VIEWS
    # One loop for both squares: SIMD code needs input and output that do not overlap.
    for index in range(VIEWS):
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
    elif kind == PASS or kind == PROMOTION_IN_PLACE:
        copy_accumulator(work, ply)
        if kind == PROMOTION_IN_PLACE:
            _replace_feature(work, ply + 1, promoted << 8 | target, piece << 8 | target)
        return
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


def remove_victims(position: Position, work: Workspace, count: int, ply: int) -> None:
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


def evaluate_network(work: Workspace, turn: int, ply: int) -> int:
    """The network's output at ``ply`` for the side to move, in centipawns."""
    hidden, output = work.hidden, work.output
    own, other = ply * VIEWS + turn * WIDTH, ply * VIEWS + (1 - turn) * WIDTH
    total = 0
    for index in range(WIDTH):
        clipped = min(max(hidden[own + index], 0), MOST_HIDDEN)
        total += clipped * clipped * output[index]
    for index in range(WIDTH):
        clipped = min(max(hidden[other + index], 0), MOST_HIDDEN)
        total += clipped * clipped * output[WIDTH + index]
    return total * work.network[SCALE] >> SCALE_BITS


def _replace_feature(work: Workspace, ply: int, added: int, removed: int) -> None:
    """Add one feature to the hidden layer at ``ply`` and remove another.

    A feature is ``piece << 8 | square``; the rows of empty squares are zero.
    """
    hidden, rows = work.hidden, work.rows
    goal, more, less = ply * VIEWS, added * VIEWS, removed * VIEWS
    for index in range(VIEWS):
        hidden[goal + index] += rows[more + index] - rows[less + index]

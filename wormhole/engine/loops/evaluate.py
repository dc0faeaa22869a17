"""Static evaluation: piece-square values, with a network or other terms.

The balance of the piece-square values (``work.piece_square``) is updated with each move (:func:`gain`). In a
game with a network, its output is added (:mod:`.accumulators`). The other terms are counted on the current,
folded board; terms with weight 0 are not counted.
"""

from __future__ import annotations

from wormhole.engine.loops.accumulators import evaluate_network
from wormhole.engine.loops.workspace import (
    BALANCE,
    CHECKS,
    FLIGHTS,
    IN_USE,
    KING_SHIELD,
    MOBILITY,
    OPEN_PROMOTION,
    PROMOTION,
    SCARCITY,
    TEMPO,
    TERMS,
    WEIGHT_SCALE,
    Workspace,
    at,
)
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.judgement import checks_left
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
from wormhole.rules.loops.moves import add_moves, gained_piece, step_on
from wormhole.rules.loops.promotion import ALL, FORCING, filtered, may_promote, promote
from wormhole.rules.position import (
    EP_VICTIM,
    MAX_MOVES,
    ROOK_FROM,
    ROOK_TO,
    SLOTS,
    SLOTS_USED,
    TURN,
    Position,
    Scratch,
)
from wormhole.rules.tables import (
    EMPTY,
    FIRST_PIECE,
    FROM_HOME,
    HAND,
    MOVES,
    NO_FOLD,
    ON_ENEMY,
    PIECE_NUMBERS,
    PROMOTES,
    RIDES,
    SURVIVES_ALL,
    WALL,
    Tables,
)

FEW_MOVES = 12
"""The scarcity term counts below this number of moves, if having none loses."""

FEW_PIECES = 8
"""With more pieces than this, a side is assumed to have enough moves."""

NEAR_STEPS = 6
"""The promotion terms count below this number of steps to promotion."""

MOST_NEAR = 12
"""The term of checks of a side that has one check left to give; with more, it is divided by their number."""

KINDS_OF_TERMS = len(TERMS)


def balance_of(position: Position, work: Workspace) -> int:
    """The balance of piece-square values and of the hands for the side to move, in centipawns."""
    turn = position.state[TURN]
    balance = 0
    for side in range(2):
        for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
            square = position.squares[slot]
            if square != OFF:
                value = work.piece_square[position.pieces[square] << 8 | square]
                balance += value if side == turn else -value
    for piece in range(FIRST_PIECE, PIECE_NUMBERS):
        if position.hands[piece]:
            value = _value_in_hand(work, piece) * position.hands[piece]
            balance += value if piece & 1 == turn else -value
    return balance


def _value_in_hand(work: Workspace, piece: int) -> int:
    return work.piece_square[piece << 8 | HAND + piece]


def gain(tables: Tables, position: Position, work: Workspace, move: int) -> int:
    """The gain in the balance for the side that makes a move, in centipawns."""
    pieces, piece_square = position.pieces, work.piece_square
    origin, target, promoted, kind = from_square(move), to_square(move), promotion_of(move), kind_of(move)
    piece, taken = pieces[origin], pieces[target]
    if kind == PASS:
        return 0
    if kind == PROMOTION_IN_PLACE:
        return piece_square[promoted << 8 | target] - piece_square[piece << 8 | origin]
    if tables.options.aftermath and (taken >= FIRST_PIECE or kind == EN_PASSANT):
        return _gain_with_aftermath(tables, position, work, move)
    won = piece_square[taken << 8 | target] - piece_square[piece << 8 | origin]
    won += piece_square[promoted << 8 | target] if promoted else piece_square[piece << 8 | target]
    if kind == EN_PASSANT:
        victim = position.state[EP_VICTIM]
        won += piece_square[pieces[victim] << 8 | victim]
    elif is_castling(move):
        corner = corner_of(position, move)
        rook_from, rook_to = position.castle[corner + ROOK_FROM], position.castle[corner + ROOK_TO]
        rook = pieces[rook_from]
        won -= piece_square[taken << 8 | target]
        won += piece_square[rook << 8 | rook_to] - piece_square[rook << 8 | rook_from]
        return won + _gain_by_gating(position, work, move) if tables.options.gates else won
    return won + _gain_in_hand(tables, position, work, move) if tables.options.hands else won


def _gain_by_gating(position: Position, work: Workspace, move: int) -> int:
    """What a piece that comes in is worth more on its square than in the hand."""
    piece = entering(move)
    if not piece:
        return 0
    return work.piece_square[piece << 8 | gate_of(position, move)] - _value_in_hand(work, piece)


def _gain_in_hand(tables: Tables, position: Position, work: Workspace, move: int) -> int:
    """The value in hand of the piece that a move captures, and what a piece gains that it lets in."""
    gained = gained_piece(tables, position, move)
    won = _value_in_hand(work, gained) if gained else 0
    return won + _gain_by_gating(position, work, move) if tables.options.gates else won


def _gain_with_aftermath(tables: Tables, position: Position, work: Workspace, move: int) -> int:
    """The gain of a capture with what explodes or petrifies after it."""
    pieces, piece_square = position.pieces, work.piece_square
    origin, target, promoted = from_square(move), to_square(move), promotion_of(move)
    victim = position.state[EP_VICTIM] if kind_of(move) == EN_PASSANT else target
    piece, taken, side = pieces[origin], pieces[victim], position.state[TURN]
    arriving = promoted if promoted else piece
    won = piece_square[taken << 8 | victim] - piece_square[piece << 8 | origin]
    if tables.options.hands:
        won += _gain_in_hand(tables, position, work, move)
    if tables.survives[piece if tables.options.petrifies else arriving] == SURVIVES_ALL:
        won += piece_square[arriving << 8 | target]
    if tables.options.petrifies:
        return won
    unfolded = NO_FOLD if tables.options.vanishes else 0
    for direction in range(0, 8 * ROW, ROW):
        square = position.links[direction + unfolded | target]
        if square == origin and tables.options.folds:
            square = position.links[direction | square]
        beside = pieces[square]
        if beside < FIRST_PIECE or beside == WALL or square == origin or square == victim:
            continue
        if tables.survives[beside] == 0:
            value = piece_square[beside << 8 | square]
            won += -value if beside & 1 == side else value
    return won


def counts_moves(position: Position, work: Workspace, side: int) -> bool:
    """Whether the evaluation needs the number of a side's moves."""
    if work.weights[MOBILITY] != 0:
        return True
    return work.weights[SCARCITY] != 0 and count_pieces(position, side) <= FEW_PIECES


def counts_promotion(work: Workspace) -> bool:
    """Whether the promotion terms have any weight."""
    return work.weights[PROMOTION] != 0 or work.weights[OPEN_PROMOTION] != 0


def count_pieces(position: Position, side: int) -> int:
    """The number of a side's pieces."""
    count = 0
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        count += position.squares[slot] != OFF
    return count


def survey(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, side: int, ply: int, start: int
) -> int:
    """Count a side's moves at ``ply`` of the line, and write its pseudo-legal captures and promotions.

    They are written to ``work.moves`` from index ``start``, possibly with duplicates, without en passant.
    Returns the end.
    """
    terms, moves = work.terms, work.moves
    row = (2 * ply + side) * KINDS_OF_TERMS
    terms[row + MOBILITY] = 0
    loses = not tables.options.stalemate_draws and not tables.options.stalemate_wins
    counts = work.weights[MOBILITY] != 0 or (loses and work.weights[SCARCITY] != 0)
    end = start
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        if square == OFF:
            continue
        if end > start + MAX_MOVES:
            break
        if tables.options.passages:
            if counts:
                terms[row + MOBILITY] += count_moves(tables, position, scratch, work, square, end)
            end = add_moves(tables, position, scratch, square, FORCING, moves, end)
        else:
            end = _survey_piece(tables, position, scratch, work, square, row, end)
    few = max(FEW_MOVES - terms[row + MOBILITY], 0)
    terms[row + SCARCITY] = few * few if loses else 0
    return end


def count_standing(tables: Tables, position: Position, work: Workspace, side: int, ply: int) -> None:
    """Count a side's king safety and promotion terms; clear its other terms."""
    pieces, squares, terms, weights = position.pieces, position.squares, work.terms, work.weights
    row = (2 * ply + side) * KINDS_OF_TERMS
    for term in range(KINDS_OF_TERMS):
        terms[row + term] = 0
    first = side * SLOTS
    if counts_promotion(work):
        for slot in range(first, first + position.state[SLOTS_USED + side]):
            if squares[slot] != OFF:
                count_promotion(tables, position, work, squares[slot], row, 1)
    flights, king_shield = 0, 0
    king = squares[first]
    weighs = weights[FLIGHTS] != 0 or weights[KING_SHIELD] != 0
    if weighs and king != OFF and not tables.options.passages:
        for node in range(tables.first[pieces[king]], tables.first[pieces[king] + 1]):
            if tables.node_parent[node] == 0 and not tables.node_flags[node] & FROM_HOME:
                found = pieces[position.links[tables.node_link[node] | king]]
                flights += found == EMPTY
                king_shield += found >= FIRST_PIECE and (found & 1) == side
    terms[row + FLIGHTS], terms[row + KING_SHIELD] = flights, king_shield
    count_checks(tables, position, work, side, row)


def count_checks(tables: Tables, position: Position, work: Workspace, side: int, row: int) -> None:
    """Write how near a side is to winning by counted checks to its terms at ``row``."""
    if tables.options.checks:
        work.terms[row + CHECKS] = MOST_NEAR // max(checks_left(position, side), 1)


def count_terms(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, side: int, ply: int, start: int
) -> None:
    """Count all terms of a side that have weight."""
    count_standing(tables, position, work, side, ply)
    if counts_moves(position, work, side):
        survey(tables, position, scratch, work, side, ply, start)


def _survey_piece(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, square: int, row: int, end: int
) -> int:
    """Count the moves of the piece on ``square`` and write its captures from ``end``; returns the new end.

    As ``add_moves``, but two routes to one square count twice, which saves marking squares.
    """
    links, pieces, reach, moves = position.links, position.pieces, scratch.reach, work.moves
    piece = pieces[square]
    side = (piece & 1) * PIECE_NUMBERS
    filters = tables.filters[piece]
    promotes = filters & PROMOTES != 0
    reach[0] = square
    count, start = 0, end
    for node in range(tables.first[piece], tables.first[piece + 1]):
        direction = tables.node_link[node]
        flags = tables.node_flags[node]
        here = step_on(tables, position, node, square, reach[tables.node_parent[node]])
        if flags & RIDES:
            while pieces[here] == EMPTY:
                count += flags & MOVES
                here = links[direction | here]
        reach[node] = here
        found = tables.found[side | pieces[here]]
        fits = flags >> found & 1
        count += fits
        # Few squares hold an enemy, so this branch is predicted well.
        if (found == ON_ENEMY or (promotes and may_promote(tables, piece, square, here, False))) and fits:
            moves[end] = square | here << 8
            end += 1
    work.terms[row + MOBILITY] += count
    if filters == PROMOTES:
        return promote(tables, position, piece, ALL, moves, start, end)
    return filtered(tables, position, piece, FORCING, moves, start, end) if filters else end


def count_moves(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, square: int, start: int
) -> int:
    """The number of pseudo-legal moves of the piece on ``square``; writes ``work.moves`` from ``start``."""
    return add_moves(tables, position, scratch, square, ALL, work.moves, start) - start


def count_promotion(
    tables: Tables, position: Position, work: Workspace, square: int, row: int, times: int
) -> None:
    """Add ``times`` the promotion terms of the piece on ``square`` to the terms at ``row``."""
    if tables.promotions[position.pieces[square] << 4] == 0:
        return
    steps = steps_to_promote(tables, position, square)
    near = NEAR_STEPS - (steps & 15)
    if near > 0:
        work.terms[row + PROMOTION] += near * near * times
        if steps < 16:
            work.terms[row + OPEN_PROMOTION] += near * near * times


def copy_terms(work: Workspace, side: int, ply: int) -> None:
    """Copy the terms of the side to move at ``ply`` to the next ply."""
    row, after = (2 * ply + side) * KINDS_OF_TERMS, (2 * ply + 2 + side) * KINDS_OF_TERMS
    for term in range(KINDS_OF_TERMS):
        work.terms[after + term] = work.terms[row + term]


def count_piece(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    square: int,
    ply: int,
    times: int,
    start: int,
) -> None:
    """Add ``times`` the terms of the piece on ``square`` to its side's terms at ``ply``.

    A move subtracts the piece's terms on its old square and adds those on its new one. Changes for the side's
    other pieces are ignored until the next survey, which halves the work.
    """
    row = (2 * ply + (position.pieces[square] & 1)) * KINDS_OF_TERMS
    if work.weights[MOBILITY] != 0:
        work.terms[row + MOBILITY] += times * count_moves(tables, position, scratch, work, square, start)
    if counts_promotion(work):
        count_promotion(tables, position, work, square, row, times)


def evaluate(position: Position, work: Workspace, ply: int) -> int:
    """The static score for the side to move in centipawns, from the balance and terms at ``ply``."""
    terms, weights = work.terms, work.weights
    turn = position.state[TURN]
    own, other = (2 * ply + turn) * KINDS_OF_TERMS, (2 * ply + 1 - turn) * KINDS_OF_TERMS
    score = weights[TEMPO]
    for term in range(KINDS_OF_TERMS):
        score += weights[term] * (terms[own + term] - terms[other + term])
    learned = evaluate_network(position, work, ply) if work.network[IN_USE] else 0
    return work.stack[at(ply, BALANCE)] + learned + score // WEIGHT_SCALE


def steps_to_promote(tables: Tables, position: Position, square: int) -> int:
    """Steps straight ahead from ``square`` to the promotion zone of its piece; 15 if there are many.

    Plus 16 if another piece is in its way.
    """
    pieces = position.pieces
    piece = pieces[square]
    forward = (piece & 1) * 4 * ROW + (NO_FOLD if tables.options.vanishes else 0)
    here = position.links[forward | square]
    blocked = 0
    for steps in range(1, NEAR_STEPS):
        if here == OFF:
            break
        if pieces[here] != EMPTY:
            blocked = 16
        if tables.promotion_zone[piece << 8 | here]:
            return steps + blocked
        here = position.links[forward | here]
    return 15 + blocked

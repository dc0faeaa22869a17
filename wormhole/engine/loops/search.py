"""Principal variation search, fail-soft: https://www.chessprogramming.org/Principal_Variation_Search.

Scores are centipawns for the side to move. When ``control[STOP]`` is set, every call returns at once with a
meaningless score. :func:`search` is called for depth 1, 2, 3, ... in turn; the transposition table carries
the best moves from one depth to the next.

A node is one of three kinds. The *root* has no move before it. A *PV node* has an open window. All others
have a null window; of these, a *cut node* is one in which a beta cutoff is expected.

Moves are pruned only when some move is known that does not lose by force. So a score beyond ``MATE_BOUND`` is
proven, but its mate need not be the shortest.
"""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.accumulators import copy_accumulator, refresh_accumulator
from wormhole.engine.loops.endings import (
    has_ended,
    is_drawn,
    is_repeated,
    score_at_end,
    score_at_repetition,
    score_of_draw,
    score_without_move,
)
from wormhole.engine.loops.evaluate import balance_of, copy_terms, count_terms, evaluate, gain
from wormhole.engine.loops.exchange import can_be_won, loses_exchange
from wormhole.engine.loops.histories import (
    can_correct,
    correction,
    is_quiet,
    record_cutoff,
    structure_after,
    structure_correction,
    structure_of,
    update_correction,
)
from wormhole.engine.loops.move_picker import (
    BAD_CAPTURES,
    KILLERS_FIRST,
    begin_picking,
    may_lose,
    next_move,
    ordering_score,
    recapture,
)
from wormhole.engine.loops.quiescence import quiesce
from wormhole.engine.loops.search_steps import (
    enter_node,
    make_move,
    mark_checks_of_node,
    may_give_check,
    update_pv,
)
from wormhole.engine.loops.transposition import (
    EXACT,
    LOWER_BOUND,
    UPPER_BOUND,
    bound_of,
    gives_cutoff,
    move_of,
    prefetch_entry,
    probe,
    score_of,
    store,
)
from wormhole.engine.loops.workspace import (
    AGE,
    ALLOWED,
    BALANCE,
    CAPTURE_EXCHANGE,
    CAPTURE_REDUCTION,
    CHECK_EXTENSION,
    CHECK_REDUCTION,
    CHECKED,
    CORRECTION,
    CURRENT_MOVE,
    CUT_REDUCTION,
    FUTILITY,
    FUTILITY_BASE,
    HISTORY_REDUCTION,
    IMPROVING,
    IN_USE,
    INTERNAL_REDUCTION,
    KILLER,
    LATE_MOVES,
    MATE,
    MATE_BOUND,
    MOVES_END,
    MOVES_START,
    NEXT_MOVE,
    NULL_MOVE,
    OLDER_KILLER,
    PAST,
    PLACE,
    QUIET_EXCHANGE,
    RAZORING,
    REDUCED_PRUNING,
    REDUCTION_ROW,
    REVERSE_FUTILITY,
    SOUND_CHECKS,
    STATIC,
    STOP,
    STRUCTURE,
    TABLE,
    TABLE_STATIC,
    UNKNOWN,
    Workspace,
    at,
)
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.key import key_after, key_after_consequences
from wormhole.rules.loops.legal import has_legal_move
from wormhole.rules.loops.move_encoding import to_square
from wormhole.rules.loops.moves import is_safe
from wormhole.rules.loops.play_and_undo import play_null, undo, undo_null
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import EP_SQUARE, MAX_PLY, ROOM, SLOTS, SLOTS_USED, TURN, Position, Scratch
from wormhole.rules.tables import PIECE_NUMBERS, Tables
from wormhole.rules.undo_record import SAVED

PLY = 100
"""The unit of reductions before they are rounded: hundredths of a ply."""

SHALLOW = 4
"""Greatest depth at which moves are pruned."""

RAZORING_DEPTH = 2
"""Greatest depth at which razoring is tried."""

NO_STATIC = -MATE
"""The static evaluation of a node in check."""


def search(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    table: np.ndarray,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    cut_node: int,
) -> int:
    """The score of a position searched ``depth`` plies deep, exact within ``alpha`` to ``beta``.

    ``cut_node`` is 1 if a beta cutoff is expected. The caller has written the position's Zobrist key into
    ``work.keys`` and, beyond ply 0, ``BALANCE``, ``CHECKED``, ``STRUCTURE`` and ``MOVES_START`` of the ply.
    The principal variation is left in ``work.lines``.
    """
    if depth <= 0:
        return quiesce(tables, position, scratch, work, ply, alpha, beta)
    control, features, stack = work.control, work.features, work.stack
    is_root, is_pv = ply == 0, alpha + 1 < beta

    # 1. Count the node.
    if not enter_node(work, ply):
        return 0

    # 2. The game may be over, or the position may have occurred before.
    if has_ended(position):
        return score_at_end(position, ply)
    if is_root:
        begin_at_root(tables, position, scratch, work)
    elif is_repeated(tables, position, work, ply):
        return score_at_repetition(tables, position, work, ply)

    # 3. Mate distance pruning: no mate from here is shorter than one that is known.
    if not is_root:
        alpha, beta = max(alpha, ply - MATE), min(beta, MATE - ply)
        if alpha >= beta:
            return alpha

    # 4. Transposition table.
    drawn = not is_root and is_drawn(tables, position)
    key = work.keys[control[PAST] + ply]
    place = key ^ tables.zobrist[position.state[EP_SQUARE]]
    entry = probe(table, place) if features[TABLE] else 0
    hash_move = move_of(entry)
    if not is_pv and not is_root and not drawn and gives_cutoff(entry, ply, depth, alpha, beta):
        return score_of(entry, ply)

    # 5. Static evaluation, corrected by the errors that searches have found in it. A score in the table may
    #    be nearer to the truth.
    turn, in_check = position.state[TURN], stack[at(ply, CHECKED)] != 0
    static, improving = NO_STATIC, False
    count_terms(tables, position, scratch, work, turn, ply, stack[at(ply, MOVES_START)])
    if in_check:
        stack[at(ply, STATIC)] = stack[at(ply - 2, STATIC)] if ply > 1 else NO_STATIC
    else:
        static = evaluate(position, work, ply)
        if features[CORRECTION]:
            if stack[at(ply, STRUCTURE)] == UNKNOWN:
                stack[at(ply, STRUCTURE)] = structure_of(tables, position)
            static += correction(work, ply) + structure_correction(position, work, ply)
        stack[at(ply, STATIC)] = static
        improving = features[IMPROVING] != 0 and (ply < 2 or static > stack[at(ply - 2, STATIC)])
        if features[TABLE_STATIC] and entry != 0:
            static = nearer_to_truth(entry, ply, static)
    if ply + 1 >= MAX_PLY or stack[at(ply, MOVES_START)] + 2 * ROOM > len(work.moves):
        return evaluate(position, work, ply)
    stack[at(ply + 1, KILLER)], stack[at(ply + 1, OLDER_KILLER)] = 0, 0  # they were another node's

    if not is_pv and not in_check and not drawn and abs(beta) < MATE_BOUND:
        # 6. Reverse futility pruning: the static evaluation is so high that a search would hardly change it.
        if features[REVERSE_FUTILITY] and depth <= SHALLOW:
            sure = static - features[REVERSE_FUTILITY] * (depth - improving)
            if sure >= beta and abs(static) < MATE_BOUND:
                return sure

        # 7. Razoring: so low that only captures could help.
        if features[RAZORING] and depth <= RAZORING_DEPTH and static + features[RAZORING] * depth <= alpha:
            score = quiesce(tables, position, scratch, work, ply, alpha, beta)
            if score <= alpha:
                return score

        # 8. Null move pruning: if passing is good enough, a move is, too.
        if static >= beta and may_try_null_move(tables, position, work, turn, ply, depth):
            deeper = depth - 1 - features[NULL_MOVE] - depth // 4
            make_null_move(position, work, turn, ply)
            work.keys[control[PAST] + ply + 1] = key ^ tables.zobrist[PIECE_NUMBERS * ROW + 16]
            score = -search(
                tables, position, scratch, work, table, ply + 1, deeper, -beta, 1 - beta, 1 - cut_node
            )
            undo_null(position, work.saved, ply * SAVED)
            if control[STOP] != 0:
                return 0
            if score >= beta:
                return beta if score > MATE_BOUND else score

    # 9. Internal iterative reduction: without a hash move, a node is rarely worth its full depth.
    if features[INTERNAL_REDUCTION] and hash_move == 0 and depth > SHALLOW:
        depth -= 1

    # 10. Draws by rule. Mate comes first, so there must be a legal move.
    if drawn and has_legal_move(tables, position, scratch, work.moves, stack[at(ply, MOVES_START)]):
        return score_of_draw(tables, position, ply)

    # 11. All moves, the most promising first.
    if hash_move == 0 and not is_root:
        hash_move = recapture(tables, position, scratch, work, ply)
    begin_picking(tables, position, scratch, work, ply, hash_move)
    start = stack[at(ply, MOVES_START)]
    prunes = not is_root and not in_check
    prunes_late = prunes and depth <= SHALLOW and features[LATE_MOVES] != 0
    most_quiets = features[LATE_MOVES] + depth * depth
    if features[IMPROVING] and not improving:
        most_quiets //= 2
    best, best_move, floor = -MATE, 0, alpha
    move_count, quiets, is_marked = 0, 0, False
    while True:
        is_late = prunes_late and quiets > most_quiets
        # Late moves are searched only if they give check or lose a little, so their order hardly matters.
        move = next_move(tables, position, scratch, work, ply, not is_late)
        if move == 0:
            break
        quiet, order = is_quiet(position, move), ordering_score(work, ply)
        quiets += quiet
        won = gain(tables, position, work, move)
        usual = usual_reduction(work, depth, move_count)

        # 12. Pruning at low depth: late moves, moves that cannot reach alpha, and those that lose more by
        #     exchanges than can be regained. For quiet moves, that is the depth which the usual reduction
        #     leaves them. Moves that may give check are searched all the same.
        depth_left = max(depth - usual // PLY, 1) if quiet and features[REDUCED_PRUNING] else depth
        if (
            prunes
            and depth_left <= SHALLOW
            and best > -MATE_BOUND
            and (
                (is_late and quiet)
                or is_futile(work, depth_left, static + won, alpha)
                or (
                    (quiet or order < BAD_CAPTURES // 2)
                    and gives_away(tables, position, scratch, work, move, quiet, depth_left, ply)
                )
            )
        ):
            if not is_marked:
                is_marked = True
                mark_checks_of_node(tables, position, scratch, work, ply)
            if not may_give_check(position, work, move, ply):
                continue
        if not is_safe(tables, position, scratch, move):
            continue

        # 13. Make the move. A check is searched deeper, unless it gives its piece away.
        play_move(tables, position, scratch, work, table, move, won, ply)
        checks, deeper = stack[at(ply + 1, CHECKED)] != 0, depth - 1
        if checks and not (
            features[SOUND_CHECKS]
            and can_be_won(tables, position, scratch, work, to_square(move), max(won, 0), (ply + 1) * SAVED)
        ):
            deeper += features[CHECK_EXTENSION]

        # 14. Late move reductions: moves that are ordered late are searched less deep first.
        reduction = 0
        is_calm = not in_check and not checks
        if usual > 0 and (is_calm or features[CHECK_REDUCTION]) and (quiet or features[CAPTURE_REDUCTION]):
            reduction = usual
            if features[IMPROVING] and not improving:
                reduction += PLY
            if cut_node:
                reduction += features[CUT_REDUCTION]
            if quiet:
                if features[HISTORY_REDUCTION] and order < KILLERS_FIRST:
                    reduction -= PLY * order // features[HISTORY_REDUCTION]
            else:
                reduction -= features[CAPTURE_REDUCTION]
            reduction = min(reduction // PLY, deeper - 1)
        move_count += 1

        # 15. Search it with a null window, first reduced; then, as a new best move of a PV node, with the
        #     full window.
        score, below, expected_cut = alpha + 1, -alpha - 1, max(cut_node, 1)
        if reduction > 0:
            score = -search(
                tables,
                position,
                scratch,
                work,
                table,
                ply + 1,
                deeper - reduction,
                below,
                -alpha,
                expected_cut,
            )
        if move_count > 1 and score > alpha:
            score = -search(
                tables, position, scratch, work, table, ply + 1, deeper, below, -alpha, 1 - cut_node
            )
        if move_count == 1 or alpha < score < beta:
            next_cut = (1 - cut_node) * (1 - is_pv)
            score = -search(tables, position, scratch, work, table, ply + 1, deeper, -beta, -alpha, next_cut)

        # 16. Undo the move and compare its score.
        undo(tables, position, move, work.saved, ply * SAVED)
        if control[STOP] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move = score, move
                update_pv(work, ply, move)
                if alpha >= beta:
                    record_cutoff(position, work, start, stack[at(ply, NEXT_MOVE)] - 1, ply, depth)
                    break

    # 17. No legal move: mate, or stalemate.
    if move_count == 0:
        return score_without_move(tables, position, in_check, ply)

    # 18. Store the result.
    if features[TABLE] and (not is_root or control[ALLOWED] == 0):
        bound = LOWER_BOUND if best >= beta else EXACT if best > floor else UPPER_BOUND
        store(table, place, control[AGE], best_move, depth, bound, best, ply)
        corrected = stack[at(ply, STATIC)]
        if features[CORRECTION] and not in_check and can_correct(position, best_move, bound, best, corrected):
            update_correction(position, work, ply, depth, best - corrected)
    return best


LAST = REDUCTION_ROW - 1
"""The last depth and the last move number that have a reduction of their own."""


def begin_at_root(tables: Tables, position: Position, scratch: Scratch, work: Workspace) -> None:
    """Write what a search needs to know of the position at ply 0."""
    stack, turn = work.stack, position.state[TURN]
    stack[at(0, MOVES_START)] = 0
    stack[at(0, BALANCE)], stack[at(0, STRUCTURE)] = balance_of(position, work), UNKNOWN
    if work.network[IN_USE]:
        refresh_accumulator(position, work)
    count_terms(tables, position, scratch, work, 1 - turn, 0, 0)
    stack[at(0, CHECKED)] = is_in_check(tables, position, scratch, turn)


def nearer_to_truth(entry: int, ply: int, static: int) -> int:
    """The static evaluation, or the score of an entry if its bound shows that this is nearer to the truth."""
    score, bound = score_of(entry, ply), bound_of(entry)
    if abs(score) > MATE_BOUND:
        return static
    if (
        bound == EXACT
        or (bound == LOWER_BOUND and score > static)
        or (bound == UPPER_BOUND and score < static)
    ):
        return score
    return static


def may_try_null_move(
    tables: Tables, position: Position, work: Workspace, side: int, ply: int, depth: int
) -> bool:
    """Whether to try a null move: not twice in a row, and not with fewer than two pieces beside pawns and
    king (zugzwang)."""
    if not work.features[NULL_MOVE] or ply == 0 or depth < 2 or work.stack[at(ply - 1, CURRENT_MOVE)] == 0:
        return False
    non_pawns = 0
    for slot in range(side * SLOTS + 1, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        non_pawns += square != OFF and tables.promotions[position.pieces[square] << 4] == 0
    return non_pawns > 1


def make_null_move(position: Position, work: Workspace, turn: int, ply: int) -> None:
    """Pass the turn; write what the next ply needs to know, except its key."""
    stack = work.stack
    stack[at(ply, CURRENT_MOVE)], stack[at(ply, PLACE)] = 0, 0
    stack[at(ply + 1, BALANCE)], stack[at(ply + 1, CHECKED)] = -stack[at(ply, BALANCE)], 0
    stack[at(ply + 1, MOVES_START)] = stack[at(ply, MOVES_START)]
    stack[at(ply + 1, STRUCTURE)] = stack[at(ply, STRUCTURE)]
    copy_terms(work, turn, ply)
    if work.network[IN_USE]:
        copy_accumulator(work, ply)
    play_null(position, work.saved, ply * SAVED)


def play_move(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    table: np.ndarray,
    move: int,
    won: int,
    ply: int,
) -> None:
    """Play a legal move that gains ``won`` centipawns; write what the next ply needs to know."""
    stack = work.stack
    next_key = key_after(tables, position, move, work.keys[work.control[PAST] + ply])
    # Most positions have no en passant square: this is their key in the table.
    prefetch_entry(table, next_key ^ tables.zobrist[OFF])
    stack[at(ply + 1, STRUCTURE)] = structure_after(tables, position, work, move, ply)
    make_move(tables, position, scratch, work, move, won, ply, stack[at(ply, MOVES_END)])
    if tables.options.consequences:
        next_key = key_after_consequences(tables, position, work.saved, ply * SAVED, next_key)
    work.keys[work.control[PAST] + ply + 1] = next_key
    stack[at(ply + 1, CHECKED)] = is_in_check(tables, position, scratch, position.state[TURN])


def usual_reduction(work: Workspace, depth: int, move_count: int) -> int:
    """The late move reduction of the next move after ``move_count`` others, in hundredths of a ply."""
    if depth <= 2 or move_count <= 2:
        return 0
    return work.reductions[min(depth, LAST) * REDUCTION_ROW + min(move_count + 1, LAST)]


def is_futile(work: Workspace, depth: int, hoped: int, alpha: int) -> bool:
    """Whether a move with the static score ``hoped`` after it is unlikely to reach alpha at this depth."""
    margin = work.features[FUTILITY]
    return margin != 0 and hoped + work.features[FUTILITY_BASE] + margin * depth <= alpha


def gives_away(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    move: int,
    quiet: bool,
    depth: int,
    ply: int,
) -> bool:
    """Whether a move loses more by exchanges than can be regained at this depth."""
    features = work.features
    margin = features[QUIET_EXCHANGE] * depth * depth if quiet else features[CAPTURE_EXCHANGE] * depth
    if margin == 0 or not may_lose(work, move):
        return False
    return loses_exchange(tables, position, scratch, work, move, margin, ply * SAVED)

"""Principal variation search, fail-soft: https://www.chessprogramming.org/Principal_Variation_Search.

Scores are centipawns for the side to move. When ``control[STOP]`` is set, every call returns at once with a
meaningless score. :func:`search` is called for depth 1, 2, 3, ... in turn; the transposition table carries
the best moves from one depth to the next.

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
from wormhole.engine.loops.evaluate import (
    balance_of,
    copy_terms,
    count_terms,
    evaluate,
    gain,
)
from wormhole.engine.loops.exchange import loses_exchange
from wormhole.engine.loops.histories import can_correct, correction, is_quiet, place_of, update_correction
from wormhole.engine.loops.ordering import (
    KILLER_FIRST,
    LOSING_LAST,
    may_lose,
    pick_sound,
    recapture,
    record_cutoff,
    score_moves,
)
from wormhole.engine.loops.quiescence import quiesce
from wormhole.engine.loops.search_steps import enter_node, make_move, update_pv
from wormhole.engine.loops.transposition import (
    EXACT,
    LOWER_BOUND,
    UPPER_BOUND,
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
    CHECK_EXTENSION,
    CORRECTION,
    FUTILITY,
    HISTORY_REDUCTION,
    IMPROVING,
    IN_USE,
    INTERNAL_REDUCTION,
    LATE_MOVES,
    MATE,
    MATE_BOUND,
    NULL_MOVE,
    QUIET_EXCHANGE,
    RAZORING,
    REDUCTION_ROW,
    REVERSE_FUTILITY,
    STOP,
    TABLE,
    Workspace,
)
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.attack import mark_attackers
from wormhole.rules.loops.key import key_after, key_after_consequences
from wormhole.rules.loops.legal import has_legal_move, moves_to_try
from wormhole.rules.loops.move_encoding import from_square, to_square
from wormhole.rules.loops.moves import (
    is_pseudo_legal,
    is_safe,
)
from wormhole.rules.loops.play_and_undo import play_null, undo, undo_null
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import (
    EP_SQUARE,
    MAX_PLY,
    ROOM,
    SLOTS,
    SLOTS_USED,
    TURN,
    Position,
    Scratch,
)
from wormhole.rules.tables import PIECE_NUMBERS, Tables
from wormhole.rules.undo_record import SAVED

SHALLOW = 4
"""Greatest depth at which moves are pruned."""


def search(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    table: np.ndarray,
    key: int,
    start: int,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The score of a position searched ``depth`` plies deep, exact within ``alpha`` to ``beta``.

    ``key`` is the position's Zobrist key. ``work.moves`` is written from index ``start``; the principal
    variation is left in ``work.lines`` at ``ply``. Beyond ply 0, the caller has filled ``work.balances``,
    ``work.checks`` and ``work.played``.
    """
    if depth <= 0:
        return quiesce(tables, position, scratch, work, start, ply, alpha, beta)
    control, moves, features = work.control, work.moves, work.features
    if not enter_node(work, ply):
        return 0
    if has_ended(position):
        return score_at_end(position, ply)
    if ply == 0:
        work.balances[0] = balance_of(position, work)
        if work.network[IN_USE]:
            refresh_accumulator(position, work)
        count_terms(tables, position, scratch, work, 1 - position.state[TURN], 0, start)
        work.checks[0] = is_in_check(tables, position, scratch, position.state[TURN])
    elif is_repeated(tables, position, work, key, ply):
        return score_at_repetition(tables, position, work, key, ply)
    balance, in_check = work.balances[ply], work.checks[ply]
    is_open = alpha + 1 < beta
    drawn = ply > 0 and is_drawn(tables, position)
    place = key ^ tables.zobrist[position.state[EP_SQUARE]]
    entry = probe(table, place) if features[TABLE] else 0
    if not is_open and ply > 0 and not drawn and gives_cutoff(entry, ply, depth, alpha, beta):
        return score_of(entry, ply)
    turn = position.state[TURN]
    count_terms(tables, position, scratch, work, turn, ply, start)
    static, uncorrected, improving = -MATE, -MATE, False
    work.statics[ply] = work.statics[ply - 2] if ply > 1 else -MATE
    if not in_check:
        uncorrected = evaluate(position, work, ply)
        static = uncorrected + correction(work, ply) if features[CORRECTION] else uncorrected
        work.statics[ply] = static
        improving = features[IMPROVING] != 0 and (ply < 2 or static > work.statics[ply - 2])
        if not is_open and not drawn and abs(beta) < MATE_BOUND:
            if features[REVERSE_FUTILITY] and depth <= SHALLOW:
                sure = static - features[REVERSE_FUTILITY] * (depth - improving)
                if sure >= beta:
                    return sure
            if features[RAZORING] and depth <= 2 and static + features[RAZORING] * depth <= alpha:
                score = quiesce(tables, position, scratch, work, start, ply, alpha, beta)
                if score <= alpha:
                    return score
            if static >= beta and may_try_null_move(tables, position, work, turn, ply, depth):
                work.balances[ply + 1], work.checks[ply + 1], work.played[ply + 1] = -balance, 0, 0
                work.places[ply + 2] = 0
                copy_terms(work, turn, ply)
                if work.network[IN_USE]:
                    copy_accumulator(work, ply)
                play_null(position, work.saved, ply * SAVED)
                next_key = key ^ tables.zobrist[PIECE_NUMBERS * ROW + 16]
                deeper = depth - 1 - features[NULL_MOVE] - depth // 4
                score = -search(
                    tables, position, scratch, work, table, next_key, start, ply + 1, deeper, -beta, 1 - beta
                )
                undo_null(position, work.saved, ply * SAVED)
                if control[STOP] != 0:
                    return 0
                if score >= beta:
                    return beta if score > MATE_BOUND else score
    if features[INTERNAL_REDUCTION] and move_of(entry) == 0 and depth > SHALLOW:
        depth -= 1
    if drawn and has_legal_move(tables, position, scratch, moves, start):
        return score_of_draw(tables, position, ply)
    known = move_of(entry)
    if known == 0 and ply > 0:
        known = recapture(tables, position, scratch, work, ply)
    listed = ply == 0 or not is_pseudo_legal(tables, position, scratch, known, moves, start)
    if listed:
        end = list_moves(tables, position, scratch, work, ply, start)
    else:
        # Often this move causes a cutoff, and the others need not be generated.
        moves[start], end = known, start + 1
    if ply + 1 >= MAX_PLY or start + 2 * ROOM > len(moves):
        return evaluate(position, work, ply)
    score_moves(position, work, start, end, ply, known)
    prunes = ply > 0 and not in_check and depth <= SHALLOW
    most_quiets = features[LATE_MOVES] + depth * depth
    if features[IMPROVING] and not improving:
        most_quiets //= 2
    best, best_move, floor, tried, quiets, index, marked = -MATE, 0, alpha, 0, 0, start, False
    while index < end or not listed:
        if index == end:
            listed, index = True, start
            end = drop(work, known, start, list_moves(tables, position, scratch, work, ply, start))
            score_moves(position, work, start, end, ply, known)
            continue
        is_late = prunes and features[LATE_MOVES] != 0 and quiets > most_quiets
        # Late moves are searched only if they give check, so their order makes no difference.
        move = moves[index] if is_late else pick_sound(tables, position, scratch, work, index, end, ply)
        is_late = is_late or (features[LATE_MOVES] != 0 and work.order[index] < LOSING_LAST // 2)
        index += 1
        quiet = is_quiet(position, move)
        quiets += quiet
        won = gain(tables, position, work, move)
        if (
            prunes
            and best > -MATE_BOUND
            and (
                is_late
                or is_futile(work, depth, static + won, alpha)
                or (quiet and gives_away(tables, position, scratch, work, move, depth, ply))
            )
        ):
            if not marked:
                marked = True
                king = position.squares[(1 - turn) * SLOTS]
                mark_attackers(tables, position, scratch, king, turn, work.checking, ply * ROW)
            if not gives_direct_check(position, work, move, ply):
                continue
        if not is_safe(tables, position, scratch, move):
            continue
        next_key = key_after(tables, position, move, key)
        # Most positions have no en passant square: this is their key in the table.
        prefetch_entry(table, next_key ^ tables.zobrist[OFF])
        work.played[ply + 1] = move
        work.places[ply + 2] = place_of(position.pieces[from_square(move)], to_square(move))
        order = work.order[index - 1]
        make_move(tables, position, scratch, work, move, won, ply, end)
        if tables.options.consequences:
            next_key = key_after_consequences(tables, position, work.saved, ply * SAVED, next_key)
        checks = is_in_check(tables, position, scratch, 1 - turn)
        work.checks[ply + 1] = checks
        deeper = depth - 1 + (features[CHECK_EXTENSION] if checks else 0)
        less = 0
        if quiet and not in_check and not checks and depth > 2 and tried > 2:
            less = min(reduction(work, depth, tried, order, improving), deeper - 1)
        tried += 1
        below = -alpha - 1
        score = alpha + 1
        if less > 0:
            score = -search(
                tables, position, scratch, work, table, next_key, end, ply + 1, deeper - less, below, -alpha
            )
        if tried > 1 and score > alpha:
            score = -search(
                tables, position, scratch, work, table, next_key, end, ply + 1, deeper, below, -alpha
            )
        if tried == 1 or alpha < score < beta:
            score = -search(
                tables, position, scratch, work, table, next_key, end, ply + 1, deeper, -beta, -alpha
            )
        undo(tables, position, move, work.saved, ply * SAVED)
        if control[STOP] != 0:
            return 0
        if score > best:
            best, best_move = score, move
            if score > alpha:
                alpha = score
                update_pv(work, ply, move)
        if alpha >= beta:
            if quiet:
                record_cutoff(position, work, start, index - 1, ply, depth)
            break
    if tried == 0:
        return score_without_move(tables, position, in_check != 0, ply)
    if features[TABLE] and (ply > 0 or control[ALLOWED] == 0):
        bound = LOWER_BOUND if best >= beta else EXACT if best > floor else UPPER_BOUND
        store(table, place, control[AGE], best_move, depth, bound, best, ply)
        if (
            features[CORRECTION]
            and not in_check
            and can_correct(position, best_move, bound, best, uncorrected)
        ):
            update_correction(work, ply, depth, best - uncorrected)
    return best


def may_try_null_move(
    tables: Tables, position: Position, work: Workspace, side: int, ply: int, depth: int
) -> bool:
    """Whether to try a null move: not twice in a row, and not with fewer than two pieces beside pawns and
    king (zugzwang)."""
    if not work.features[NULL_MOVE] or ply == 0 or depth < 2 or work.played[ply] == 0:
        return False
    non_pawns = 0
    for slot in range(side * SLOTS + 1, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        non_pawns += square != OFF and tables.promotions[position.pieces[square] << 4] == 0
    return non_pawns > 1


def is_futile(work: Workspace, depth: int, hoped: int, alpha: int) -> bool:
    """Whether a move with the static score ``hoped`` after it is unlikely to reach alpha at this depth."""
    margin = work.features[FUTILITY]
    return margin != 0 and hoped + margin * depth <= alpha


def gives_away(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, move: int, depth: int, ply: int
) -> bool:
    """Whether a quiet move loses its piece for more than can be regained at this depth."""
    margin = work.features[QUIET_EXCHANGE] * depth * depth
    if margin == 0 or not may_lose(work, move):
        return False
    return loses_exchange(tables, position, scratch, work, move, margin, ply * SAVED)


def reduction(work: Workspace, depth: int, tried: int, order: int, improving: bool) -> int:
    """Late move reduction in plies, after ``tried`` moves, of a quiet move with this ordering score.

    It is less for a move with a good history, and more for one with a bad history or where the static
    evaluation is no better than two plies ago.
    """
    features, last = work.features, REDUCTION_ROW - 1
    less = work.reductions[min(depth, last) * REDUCTION_ROW + min(tried, last)]
    less += features[IMPROVING] != 0 and not improving
    if features[HISTORY_REDUCTION] and order < KILLER_FIRST:
        less -= order // features[HISTORY_REDUCTION]
    return less


def gives_direct_check(position: Position, work: Workspace, move: int, ply: int) -> bool:
    """Whether the moved piece itself gives check, on the board as it is before the move."""
    return work.checking[ply * ROW + to_square(move)] >> position.pieces[from_square(move)] & 1 != 0


def list_moves(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, ply: int, start: int
) -> int:
    """Write the pseudo-legal moves into ``work.moves`` from index ``start``; returns the end.

    Few of them are searched, so testing those for legality costs less than testing all.
    """
    end = moves_to_try(tables, position, scratch, work.checks[ply] != 0, work.moves, start)
    return keep_allowed(work, start, end) if ply == 0 and work.control[ALLOWED] != 0 else end


def drop(work: Workspace, move: int, start: int, end: int) -> int:
    """Remove one move from a list; returns the new end."""
    kept = start
    for index in range(start, end):
        work.moves[kept] = work.moves[index]
        kept += work.moves[index] != move
    return kept


def keep_allowed(work: Workspace, start: int, end: int) -> int:
    """Drop the moves that are not among ``work.allowed``; returns the new end."""
    kept = start
    for index in range(start, end):
        for allowed in range(work.control[ALLOWED]):
            if work.moves[index] == work.allowed[allowed]:
                work.moves[kept] = work.moves[index]
                kept += 1
                break
    return kept

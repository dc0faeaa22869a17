"""The arrays of one search: its input, its working memory, its results, and the flag that stops it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.rules.position import MAX_MOVES, MAX_PLY, MOVES_OF_LINE, SAVED_OF_LINE
from wormhole.rules.tables import PIECE_NUMBERS

MAX_PAST = 1024
"""The most earlier positions that repetition depends on: plies without a capture or pawn move."""

MATE = 1_000_000
"""A mate in n plies scores this less n."""

MATE_BOUND = MATE - 2 * MAX_PLY
"""Scores beyond this are mate scores."""

# Indices of ``Workspace.control``; the first three are also those of the solver's.
STOP = 0
"""1 if the search must stop."""
NODES = 1
"""The nodes so far."""
NODE_LIMIT = 2
"""The most nodes."""
PAST = 3
"""How many positions of ``keys`` are from before the search."""
ALLOWED = 4
"""How many moves are searched at the root; 0 for all."""
SELECTIVE_DEPTH = 5
"""The greatest ply that was reached."""
AGE = 6
"""The number of the search, for the entries of the table."""

NO_LIMIT = 1 << 62
"""A node limit that no search reaches."""

FEATURES = (
    "table",
    "killers",
    "history",
    "recapture",
    "exchange",
    "check_extension",
    "null_move",
    "reductions",
    "late_moves",
    "futility",
    "reverse_futility",
    "razoring",
    "internal_reduction",
    "delta",
    "lazy",
    "aspiration",
    "history_reduction",
    "improving",
    "correction",
    "continuations",
    "quiet_exchange",
    "table_static",
    "cut_reduction",
    "capture_reduction",
    "capture_history",
    "forced_captures",
    "reduced_pruning",
    "futility_base",
    "capture_exchange",
    "sound_checks",
    "check_reduction",
)
"""Features of the search; ``search.toml`` gives each its number and meaning, and 0 switches it off."""
(
    TABLE,
    KILLERS,
    HISTORY,
    RECAPTURE,
    EXCHANGE,
    CHECK_EXTENSION,
    NULL_MOVE,
    REDUCTIONS,
    LATE_MOVES,
    FUTILITY,
    REVERSE_FUTILITY,
    RAZORING,
    INTERNAL_REDUCTION,
    DELTA,
    LAZY,
    ASPIRATION,
    HISTORY_REDUCTION,
    IMPROVING,
    CORRECTION,
    CONTINUATIONS,
    QUIET_EXCHANGE,
    TABLE_STATIC,
    CUT_REDUCTION,
    CAPTURE_REDUCTION,
    CAPTURE_HISTORY,
    FORCED_CAPTURES,
    REDUCED_PRUNING,
    FUTILITY_BASE,
    CAPTURE_EXCHANGE,
    SOUND_CHECKS,
    CHECK_REDUCTION,
) = range(len(FEATURES))

TERMS = (
    "mobility",
    "flights",
    "king_shield",
    "scarcity",
    "promotion",
    "open_promotion",
    "checks",
    "tempo",
)
"""Evaluation terms of each side beside its piece-square values; see :mod:`.evaluate`."""
MOBILITY, FLIGHTS, KING_SHIELD, SCARCITY, PROMOTION, OPEN_PROMOTION, CHECKS, TEMPO = range(len(TERMS))

WEIGHT_SCALE = 16
"""Weights of terms are sixteenths of a centipawn."""

WIDTH = 128
"""Numbers in the network's hidden layer for each side's view."""
VIEWS = 2 * WIDTH

MOST_HIDDEN = 255
"""The number that stands for 1.0 in the hidden layer, beyond which it is clipped."""

MOST_ROWS = 1 << 15
"""The most rows of all banks of a network, with a row of zeros in each."""
MOST_KINGS, MOST_OUTPUTS = 8, 8
"""The most banks by the king's zone, and the most outputs by what is left."""
MOST_ZONES = 2 * MOST_KINGS
"""Twice the bank, plus 1 if the board is seen mirrored sideways."""
SEEN = PIECE_NUMBERS << 8
"""The features of a face, see :attr:`wormhole.engine.network_inputs.NetworkInputs.seen`."""
OF_CHECKS = 256 + PIECE_NUMBERS
REFRESHED = OF_CHECKS + 1
"""Numbers kept of a refreshing: the pieces on all squares, those in hands, and the counted checks."""
NO_CHECKS = 255
"""Instead of counted checks, before the first refreshing."""

(
    IN_USE,
    SCALE,
    KINGS,
    ROWS_A_KING,
    OUTPUTS,
    OUTPUTS_FROM,
    COUNTS_SQUARES,
    SQUARES,
    HAS_HANDS,
    COUNTS_CHECKS,
) = range(10)
"""Indices of ``Workspace.network``."""
SCALE_BITS = 32
"""The output times ``network[SCALE]`` is centipawns, shifted by so many bits."""

PLACES = 1 << 11
"""The number of places of moves, see :mod:`.histories`."""

CAPTURED = 8
"""Kinds of captured pieces that the history of captures tells apart; with more, some share one."""

STRUCTURES = 1 << 13
"""The number of places of pawn structures for each side to move, see :mod:`.histories`."""
UNKNOWN = -1
"""Instead of a pawn structure that has not been counted."""

REDUCTION_ROW = 64
"""Length of a row of ``Workspace.reductions``."""

(
    CURRENT_MOVE,
    PLACE,
    CHECKED,
    BALANCE,
    STATIC,
    STRUCTURE,
    KILLER,
    OLDER_KILLER,
    LINE_LENGTH,
    STAGE,
    MOVES_START,
    MOVES_END,
    NEXT_MOVE,
) = range(13)
"""The fields of a row of ``Workspace.stack``:

* ``CURRENT_MOVE``: the move that is searched at this ply, 0 for none and for a null move
* ``PLACE``: its place, see :mod:`.histories`
* ``CHECKED``: 1 if the side to move is in check
* ``BALANCE``: the balance of piece-square values for the side to move
* ``STATIC``: the static evaluation; in check, that of two plies ago
* ``STRUCTURE``: the pawn structure, see :mod:`.histories`; ``UNKNOWN`` until it is counted
* ``KILLER``, ``OLDER_KILLER``: quiet moves that caused a cutoff at this ply, after the same move before
* ``LINE_LENGTH``: the length of the principal variation in ``lines``
* ``STAGE``, ``MOVES_START``, ``MOVES_END``, ``NEXT_MOVE``: the move picker's, see :mod:`.move_picker`
"""
STACK_ROW = 13
ROWS_BEFORE = 2
"""Rows before that of ply 0, so that the last two moves have a row at any ply."""


class Workspace(NamedTuple):
    """The arrays that a search needs beside the position; one workspace for each thread.

    A ply is one of the line; the arrays by ply have one element more than ``MAX_PLY`` if not said otherwise.
    """

    piece_square: np.ndarray
    """int64[64 * 256]: value of piece ``m`` on a square in centipawns, at ``m << 8 | square``."""
    weights: np.ndarray
    """int64[8]: weight of each term, in sixteenths of a centipawn."""
    network: np.ndarray
    """int64[10]: whether the game has a network, the scale of its output, and its form, see ``IN_USE``."""
    rows: np.ndarray
    """int16[32768 * 128]: what an input adds to a view, for each bank."""
    seen: np.ndarray
    """uint16[4 * 64 * 256]: the input of piece ``m`` on a place, at ``m << 8 | place``, for each face."""
    zones: np.ndarray
    """int64[2 * 256]: the zone of a king by side and square."""
    output: np.ndarray
    """int16[8 * 256]: the weights of each output, those of the view of the side to move first."""
    refreshed: np.ndarray
    """int64[2 * 16 * 321]: what the position had when a view was last refreshed, by view and zone."""
    refreshed_sums: np.ndarray
    """int16[2 * 16 * 128]: the view that it had; at first that of an empty board."""
    hidden: np.ndarray
    """int16: both views by ply, 256 numbers each."""
    zones_seen: np.ndarray
    """int64: the zones of both kings by ply, for which the views are."""
    stale: np.ndarray
    """int64: whether each view has to be refreshed, by ply."""
    checks_seen: np.ndarray
    """int64: the checks left in the views, by ply."""
    features: np.ndarray
    """int64: the numbers of ``FEATURES``."""
    reductions: np.ndarray
    """int64[64 * 64]: late move reduction of move number ``n`` at depth ``d``, at ``d * 64 + n``, in
    hundredths of a ply."""
    terms: np.ndarray
    """int64: the terms by ply and side, 8 numbers each."""
    moves: np.ndarray
    """int64: the moves of all plies, one ply after the other."""
    order: np.ndarray
    """int64: the ordering scores of ``moves``."""
    saved: np.ndarray
    """int64: the records of moves by ply."""
    history: np.ndarray
    """int16[2048]: the history of quiet moves by their place, see :mod:`.histories`."""
    captures: np.ndarray
    """int16[2048 * 8]: the history of captures by their place and the captured piece."""
    continuations: np.ndarray
    """int16[1024 * 1024]: that of moves after one of the last two moves."""
    corrections: np.ndarray
    """int16[2 * 2048 + 2 * 8192]: the errors that searches found in the static evaluation after the last
    move, by its place; then the same for the move before that one, and for the pawn structure."""
    stack: np.ndarray
    """int64: by ply, the numbers of a node; see ``CURRENT_MOVE`` and :func:`at`."""
    lines: np.ndarray
    """int64[MAX_PLY * MAX_PLY]: the principal variation from each ply."""
    checking: np.ndarray
    """int64: by ply and square, which moves may give check, see ``mark_checks``; filled when the first
    move may be pruned."""
    keys: np.ndarray
    """int64: keys of the ``control[PAST]`` positions before the search, then of those on the line."""
    past_checks: np.ndarray
    """int64: whether the side to move was in check in the ``control[PAST]`` positions, where a repetition may
    decide the game."""
    allowed: np.ndarray
    """int64: the ``control[ALLOWED]`` moves that are searched at the root; if it is 0, all are."""
    control: np.ndarray
    """int64[7]: the stop flag, counters and limits, see ``STOP``."""


def at(ply: int, field: int) -> int:
    """The index of a field of the row of ``Workspace.stack`` for this ply, -2 or more."""
    return (ply + ROWS_BEFORE) * STACK_ROW + field


class NetworkArrays(NamedTuple):
    """The arrays of a learned evaluation; see :class:`Workspace`."""

    network: np.ndarray
    rows: np.ndarray
    seen: np.ndarray
    zones: np.ndarray
    output: np.ndarray
    refreshed: np.ndarray
    refreshed_sums: np.ndarray


def no_network() -> NetworkArrays:
    """The arrays of a game without a learned evaluation."""
    return NetworkArrays(
        network=np.zeros(COUNTS_CHECKS + 1, np.int64),
        rows=np.zeros(MOST_ROWS * WIDTH, np.int16),
        seen=np.zeros(4 * SEEN, np.uint16),
        zones=np.zeros(2 * 256, np.int64),
        output=np.zeros(MOST_OUTPUTS * VIEWS, np.int16),
        refreshed=np.zeros(2 * MOST_ZONES * REFRESHED, np.int64),
        refreshed_sums=np.zeros(2 * MOST_ZONES * WIDTH, np.int16),
    )


def new_workspace(
    piece_square: np.ndarray, weights: np.ndarray, features: np.ndarray, network: NetworkArrays
) -> Workspace:
    """A workspace with this evaluation and these features."""
    return Workspace(
        piece_square=piece_square,
        weights=weights,
        **network._asdict(),
        hidden=np.zeros((MAX_PLY + 1) * VIEWS, np.int16),
        zones_seen=np.zeros(2 * (MAX_PLY + 1), np.int64),
        stale=np.zeros(2 * (MAX_PLY + 1), np.int64),
        checks_seen=np.zeros(MAX_PLY + 1, np.int64),
        features=features,
        reductions=reductions(int(features[REDUCTIONS])),
        terms=np.zeros((MAX_PLY + 1) * 2 * len(TERMS), np.int64),
        moves=np.zeros(MOVES_OF_LINE, np.int64),
        order=np.zeros(MOVES_OF_LINE, np.int64),
        saved=np.zeros(SAVED_OF_LINE, np.int64),
        history=np.zeros(PLACES, np.int16),
        captures=np.zeros(PLACES * CAPTURED, np.int16),
        continuations=np.zeros(PLACES * PLACES // 4, np.int16),
        corrections=np.zeros(2 * (PLACES + STRUCTURES), np.int16),
        stack=np.zeros((ROWS_BEFORE + MAX_PLY + 1) * STACK_ROW, np.int64),
        lines=np.zeros(MAX_PLY * MAX_PLY, np.int64),
        checking=np.zeros((MAX_PLY + 1) * 256, np.int64),
        keys=np.zeros(MAX_PAST + MAX_PLY + 1, np.int64),
        past_checks=np.zeros(MAX_PAST, np.int64),
        allowed=np.zeros(MAX_MOVES, np.int64),
        control=np.zeros(AGE + 1, np.int64),
    )


def reductions(percent: int) -> np.ndarray:
    """int64[64 * 64]: late move reductions in hundredths of a ply, at ``depth * 64 + number``.

    They are ``percent`` times the product of the logarithms of depth and move number, see https://www.chessprogramming.org/Late_Move_Reductions.
    """
    logarithms = np.log(np.maximum(np.arange(REDUCTION_ROW), 1))
    return (percent * np.outer(logarithms, logarithms)).astype(np.int64).ravel()

"""The arrays that a search writes on, and through which it is watched, told what to do, and stopped."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.rules.position import MAX_MOVES, MAX_PLY, MOVES_OF_LINE, SAVED_OF_LINE
from wormhole.rules.tables import PIECE_NUMBERS

MAX_PAST = 1024
"""No game has more moves in a row without a capture or a pawn's move that matter."""

MATE = 1_000_000
"""Score of a game lost on the spot; one lost in n plies scores n less."""

MATE_BOUND = MATE - 2 * MAX_PLY
"""Scores beyond this are mates."""

STOP, NODES, NODE_LIMIT, PAST, ALLOWED, SELECTIVE_DEPTH, AGE = range(7)
"""Indices of ``Workspace.report``."""

NO_LIMIT = 1 << 62
"""As many nodes as no search reaches."""

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
)
"""What a search may do or leave; ``search.toml`` says what each number means, and 0 switches it off."""
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
) = range(len(FEATURES))

TERMS = ("mobility", "flights", "king_shield", "scarcity", "promotion", "open_promotion", "tempo")
"""What is counted for each side beside its pieces and where they stand; see :mod:`.evaluate`."""
MOBILITY, FLIGHTS, KING_SHIELD, SCARCITY, PROMOTION, OPEN_PROMOTION, TEMPO = range(len(TERMS))

WEIGHT_SCALE = 16
"""Weights of terms are sixteenths of a centipawn."""

REDUCTION_ROW = 64
"""Length of a row of ``Workspace.reductions``."""


class Workspace(NamedTuple):
    """Everything a search needs beside the position; one for each thread.

    * ``piece_square`` int64[64 * 256]: centipawns that piece ``m`` is worth on a square, at ``m << 8 |
      square``
    * ``weights`` int64[7]: value of one more of each term, in sixteenths of a centipawn
    * ``features`` int64[16]: what the search does
    * ``reductions`` int64[64 * 64]: plies by which the ``n``-th move is searched less deep at depth ``d``, at
      ``d * 64 + n``
    * ``terms`` int64[(MAX_PLY + 1) * 2 * 7]: what was counted at each ply of the line for each side
    * ``moves``, ``order`` int64: the moves of all plies of the line, one ply behind the other, and the keys
      they are sorted by
    * ``saved`` int64: records to take moves back
    * ``killers`` int64[2 * MAX_PLY]: quiet moves that refuted a sibling
    * ``history`` int64[64 * 256]: how well piece ``m``'s move to a square does, at ``m << 8 | square``
    * ``lines`` int64[MAX_PLY * MAX_PLY]: the best line from each ply; ``lengths`` int64[MAX_PLY]
    * ``balances``, ``checks``, ``played`` int64[MAX_PLY + 1]: at each ply of the line, how much more the
      pieces of the side to move are worth, whether it stands in check, and the move that led there, 0 for
      none
    * ``checking`` int64[(MAX_PLY + 1) * 256]: at each ply, bit ``m`` where piece ``m`` would give check,
      once a move may be left out
    * ``keys`` int64: keys of the ``report[PAST]`` positions before the search, then of those on the line
    * ``allowed`` int64: the ``report[ALLOWED]`` moves that are considered first; all, if it is 0
    * ``report`` int64: what the search tells and is told, see ``STOP`` and the rest
    """

    piece_square: np.ndarray
    weights: np.ndarray
    features: np.ndarray
    reductions: np.ndarray
    terms: np.ndarray
    moves: np.ndarray
    order: np.ndarray
    saved: np.ndarray
    killers: np.ndarray
    history: np.ndarray
    lines: np.ndarray
    lengths: np.ndarray
    balances: np.ndarray
    checks: np.ndarray
    played: np.ndarray
    checking: np.ndarray
    keys: np.ndarray
    allowed: np.ndarray
    report: np.ndarray


def new_workspace(piece_square: np.ndarray, weights: np.ndarray, features: np.ndarray) -> Workspace:
    """Room for one search that values pieces and terms so, and does so much."""
    return Workspace(
        piece_square=piece_square,
        weights=weights,
        features=features,
        reductions=_reductions(int(features[REDUCTIONS])),
        terms=np.zeros((MAX_PLY + 1) * 2 * len(TERMS), np.int64),
        moves=np.zeros(MOVES_OF_LINE, np.int64),
        order=np.zeros(MOVES_OF_LINE, np.int64),
        saved=np.zeros(SAVED_OF_LINE, np.int64),
        killers=np.zeros(2 * MAX_PLY, np.int64),
        history=np.zeros(PIECE_NUMBERS * 256, np.int64),
        lines=np.zeros(MAX_PLY * MAX_PLY, np.int64),
        lengths=np.zeros(MAX_PLY + 1, np.int64),
        balances=np.zeros(MAX_PLY + 1, np.int64),
        checks=np.zeros(MAX_PLY + 1, np.int64),
        played=np.zeros(MAX_PLY + 1, np.int64),
        checking=np.zeros((MAX_PLY + 1) * 256, np.int64),
        keys=np.zeros(MAX_PAST + MAX_PLY + 1, np.int64),
        allowed=np.zeros(MAX_MOVES, np.int64),
        report=np.zeros(AGE + 1, np.int64),
    )


def _reductions(percent: int) -> np.ndarray:
    """Plies to take off: ``percent`` / 100 times the product of the logarithms of depth and move number.

    See https://www.chessprogramming.org/Late_Move_Reductions.
    """
    logarithms = np.log(np.maximum(np.arange(REDUCTION_ROW), 1))
    return (percent / 100 * np.outer(logarithms, logarithms)).astype(np.int64).ravel()

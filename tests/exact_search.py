"""A search that leaves nothing out, so that what it must find is certain."""

from __future__ import annotations

EXACT = dict.fromkeys(
    (
        "check_extension",
        "delta",
        "exchange",
        "futility",
        "internal_reduction",
        "late_moves",
        "null_move",
        "razoring",
        "reductions",
        "reverse_futility",
    ),
    0,
)
"""Overrides for a thinker: no move is left out, none is looked at less deep or deeper than another."""

LISTING_PLY = 1
"""Mate is known where the moves are listed, which takes one ply more than the mate is long."""

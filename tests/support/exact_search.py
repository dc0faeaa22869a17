"""A search without pruning, so that its result is known for certain."""

from __future__ import annotations

EXACT = dict.fromkeys(
    (
        "check_extension",
        "delta",
        "exchange",
        "futility",
        "internal_reduction",
        "late_moves",
        "lazy",
        "null_move",
        "razoring",
        "reductions",
        "reverse_futility",
    ),
    0,
)
"""Overrides for a thinker: no pruning, reductions or extensions."""

LISTING_PLY = 1
"""A mate is found one ply deeper than it is long, where its moves are listed."""

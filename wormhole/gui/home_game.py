"""The game that plays itself on the home screen: chosen for how much of the folding board it shows."""

from __future__ import annotations

FIRST_SHOWN = 10
"""So many single moves have been played when the home screen opens."""

MOVES = tuple(
    [
        "g2g3",
        "b7b6",
        "f1e4",
        "f8e5",
        "e4f5",
        "f7f6",
        "f5g4",
        "e8g6",
        "b1c3",
        "g6g5",
        "g4h8",
        "d8h8",
        "c3h7",
        "h8h7",
        "g1h4",
        "e5d1",
        "h1d1",
        "h7c2",
        "f2f4",
        "g5h5",
        "e2e6",
        "h5f3",
        "e6g8w",
        "f6h4",
        "a2a3",
        "e7e3",
        "g3h4",
        "c2h2",
        "d1a4",
        "e3d2",
        "c1d2",
        "h2b2",
        "a4c4",
        "b2d2",
        "e1d2",
        "f3h3",
    ]
)

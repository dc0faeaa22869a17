"""How fast the search is, on positions that are always the same."""

from __future__ import annotations

import time

from wormhole.engine.levels import Limit
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.compiled import available
from wormhole.rules.gamefile import variant

POSITIONS = (
    "cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC w - - 0 1",
    "cwkxxxwn/ppxppppx/2lxxW2/4x2p/3P1x2/3n1x2/PPPxPPPP/CWxxxNKC b - - 0 9",
    "xnxckxnx/pppxppxx/2nxx1w1/2p1x1xx/x2PxP2/2xPxNp1/PPPxPxxP/CxxxKxxC w - - 0 14",
    "1nwlkxn1/1ppx4/2x5/2xp4/5xxN/8/3x4/4K3 b - - 0 20",
)
DEPTH = 6


def run() -> int:
    """Search every position, print nodes a second, and a node count that changes only when search does."""
    thinker = Thinker(variant("wormhole"), fast=available())
    thinker.think(Board(), Limit(depth=1))
    nodes, seconds = 0, 0.0
    for fen in POSITIONS:
        begun = time.perf_counter()
        thinker.think(Board(fen=fen), Limit(depth=DEPTH))
        took = time.perf_counter() - begun
        thought = thinker.thought()
        nodes += thought.nodes
        seconds += took
        print(
            f"{thought.nodes:>10,} nodes  {took:6.2f} s  {thought.nodes / took / 1e6:5.2f} million/s  {fen}"
        )
    print(f"{nodes:>10,} nodes  {seconds:6.2f} s  {nodes / seconds / 1e6:5.2f} million/s  signature {nodes}")
    return 0

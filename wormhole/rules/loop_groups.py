"""The loops of the rules that Python calls compiled, in groups."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.rules import fen as fens
from wormhole.rules.arrays import record
from wormhole.rules.compiled import LoopGroup
from wormhole.rules.fingerprint import Loop
from wormhole.rules.gamefile import variant
from wormhole.rules.loops.perft import new_buffers, perft
from wormhole.rules.tabulation import blocks


def _call_perft(twin: Callable[[Loop], Loop]) -> None:
    game = variant("wormhole")
    position, _ = fens.read(game, fens.start(game))
    twin(perft)(*blocks(game, position, fast=True), record(new_buffers()), 0, 1)


PERFT = LoopGroup(f"{__name__}:PERFT", [perft], _call_perft)

"""The group of compiled loops of training."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.rules.arrays import record
from wormhole.rules.compiled import LoopGroup
from wormhole.rules.fingerprint import Loop
from wormhole.rules.gamefile import variant
from wormhole.rules.loop_groups import start_blocks
from wormhole.training.loops.self_play import MOST_PLIES, NODES_A_MOVE, PLAN, SQUARES, play_game


def _call_self_play(twin: Callable[[Loop], Loop]) -> None:
    plan = np.zeros(PLAN, np.int64)
    plan[[SQUARES, NODES_A_MOVE, MOST_PLIES]] = 64, 2, 1
    work = record(workspace_for(variant("wormhole")))
    arrays = np.zeros(65, np.uint8), np.zeros(1, np.int64)
    table = new_table(2)
    twin(play_game)(*start_blocks(), work, work, table, table, plan, *arrays)


SELF_PLAY = LoopGroup(f"{__name__}:SELF_PLAY", [play_game], _call_self_play)

"""The groups of compiled loops of training: self-play, and fitting a network."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from wormhole.compiling.arrays import record
from wormhole.compiling.fingerprint import Loop
from wormhole.compiling.groups import LoopGroup
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.rules.game_file import variant
from wormhole.rules.loop_groups import start_blocks
from wormhole.training.loops.descent import NetworkWeights, adam_step, add_gradients, run_forward
from wormhole.training.loops.packing import LENGTH, SEEN, encode
from wormhole.training.loops.self_play import MOST_PLIES, NODES_A_MOVE, PLAN, SQUARES, play_game
from wormhole.training.positions import form_of


def _call_self_play(twin: Callable[[Loop], Loop]) -> None:
    plan = np.zeros(PLAN, np.int64)
    plan[[SQUARES, NODES_A_MOVE, MOST_PLIES]] = 64, 2, 1
    work = record(workspace_for(variant("wormhole")))
    form, table = form_of(variant("wormhole")), new_table(2)
    records = np.zeros(form[LENGTH], np.uint8)
    twin(play_game)(*start_blocks(), work, work, table, table, plan, form, records)


def _call_fitting(twin: Callable[[Loop], Loop]) -> None:
    # Two features, and a hidden layer of one number.
    weights, slopes = (NetworkWeights.random(np.zeros(2), 1, 0) for _ in range(2))
    features, other_view = np.full((1, 1), 2, np.uint16), np.arange(2)
    hidden, seen, one = np.zeros(2, np.float32), np.zeros(1, np.int64), np.zeros(1, np.float32)
    twin(add_gradients)(features, one, other_view, weights, slopes, hidden, seen)
    twin(run_forward)(features, other_view, weights, hidden, seen, one)
    twin(adam_step)(one, one, one, one, one, 0.0, 1.0, 0.0)
    form, inputs = form_of(variant("wormhole")), np.zeros(4 * SEEN, np.uint16)
    twin(encode)(np.zeros(form[LENGTH], np.uint8), form, inputs, np.zeros((1, 64), np.uint16))


SELF_PLAY = LoopGroup(f"{__name__}:SELF_PLAY", [play_game], _call_self_play)
DESCENT = add_gradients, run_forward, adam_step
FITTING = LoopGroup(f"{__name__}:FITTING", [*DESCENT, encode], _call_fitting)

"""The groups of compiled loops of training: self-play, and fitting a network."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from wormhole.compiling.arrays import record
from wormhole.compiling.fingerprint import Loop
from wormhole.compiling.groups import LoopGroup
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import SEEN
from wormhole.rules.game_file import variant
from wormhole.rules.loop_groups import start_blocks
from wormhole.training.loops.descent import NetworkWeights, adam_step, add_gradients, run_forward
from wormhole.training.loops.packing import LENGTH, encode
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
    features, banks, faces = (
        np.full((1, 1), 2, np.uint16),
        np.zeros((1, 3), np.uint8),
        np.zeros((4, 3), np.int64),
    )
    hidden, active, one = np.zeros(2, np.float32), np.zeros((3, 1), np.int64), np.zeros(1, np.float32)
    twin(add_gradients)(features, banks, one, faces, weights, slopes, hidden, active)
    twin(run_forward)(features, banks, faces, weights, hidden, active, one)
    twin(adam_step)(one, one, one, one, one, 0.0, 1.0, 0.0)
    record, form = np.zeros(form_of(variant("wormhole"))[LENGTH], np.uint8), form_of(variant("wormhole"))
    inputs, zones, selects = np.zeros(4 * SEEN, np.uint16), np.zeros(512, np.int64), np.ones(4, np.int64)
    twin(encode)(record, form, inputs, zones, selects, np.zeros((1, 64), np.uint16), banks)


SELF_PLAY = LoopGroup(f"{__name__}:SELF_PLAY", [play_game], _call_self_play)
DESCENT = add_gradients, run_forward, adam_step
FITTING = LoopGroup(f"{__name__}:FITTING", [*DESCENT, encode], _call_fitting)

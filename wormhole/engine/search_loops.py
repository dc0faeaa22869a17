"""The groups of compiled loops of the computer player: search and solver."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.compiling.arrays import record
from wormhole.compiling.fingerprint import Loop
from wormhole.compiling.groups import LoopGroup, use_all
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.proofs import SURE
from wormhole.engine.loops.search import search
from wormhole.engine.loops.solve import explore, new_solver_workspace
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE, NODE_LIMIT
from wormhole.rules.game_file import variant
from wormhole.rules.loop_groups import start_blocks


def _call_search(twin: Callable[[Loop], Loop]) -> None:
    work = workspace_for(variant("wormhole"))
    work.control[NODE_LIMIT] = 1
    twin(search)(*start_blocks(), record(work), new_table(2), 0, 1, -MATE, MATE, 0)


def _call_solver(twin: Callable[[Loop], Loop]) -> None:
    proof = new_solver_workspace()
    proof.control[NODE_LIMIT] = 1
    twin(explore)(*start_blocks(), record(proof), new_table(4), 0, 0, 0, 1, 0, SURE, SURE)


SEARCH = LoopGroup(f"{__name__}:SEARCH", [search], _call_search)
SOLVER = LoopGroup(f"{__name__}:SOLVER", [explore], _call_solver)

PLAYER = (SEARCH, SOLVER)
"""All groups that the computer player calls."""


def has_fast_loops() -> bool:
    """Load or compile the computer player's loops; returns whether that succeeded."""
    return use_all(PLAYER)

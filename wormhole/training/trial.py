"""A match that decides whether a newly learned network replaces the one before."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from functools import partial

from wormhole.arena.sprt import Sprt
from wormhole.arena.tally import Tally
from wormhole.rules.variant import Variant
from wormhole.training.duel import Duel, Duelist
from wormhole.work.crew import Crew

STRONGER = Sprt(0, 15)
"""A network is kept if this test accepts the higher difference."""
NODES = 1500
"""Of each search."""
MOST_PAIRS = 10_000


def trial(
    variant: Variant,
    network: bytes,
    before: bytes | None,
    crew: Crew,
    seed: int,
    seconds: float,
    told: Callable[[Tally], bool],
) -> Tally:
    """Play the new network against the one before until the test or the time ends it.

    ``before`` None stands for the evaluation that the program has. ``told`` each tally, it says whether to go
    on.
    """
    tally, begun = Tally(), time.monotonic()
    duels = (Duel((seed << 32) + number) for number in range(MOST_PAIRS))
    pairs = crew.results(partial(Duelist, variant, NODES, (network, before)), duels)
    with contextlib.closing(pairs):
        for _, pair in pairs:
            tally = tally.with_pair(pair)
            is_decided = STRONGER.accepted(tally.pentanomial) is not None
            if not told(tally) or is_decided or time.monotonic() - begun > seconds:
                break
    return tally


def is_stronger(tally: Tally) -> bool:
    """Whether the test says that the new network is stronger."""
    return STRONGER.accepted(tally.pentanomial) == STRONGER.elo1

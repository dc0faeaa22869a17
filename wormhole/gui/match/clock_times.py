"""What the clocks show at a node of a game, by the record alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wormhole.library.record import GameNode
from wormhole.library.time_control import Kind, TimeControls

if TYPE_CHECKING:
    from wormhole.engine.clock import Clock

FREE_PLIES = 2
"""The first move of each side takes no time, as on lichess."""
SPARED_SECONDS, SPARED_SHARE = 0.25, 0.25
"""What the computer does not use, the smaller one: the window may be busy when the answer comes."""


def turn_at(node: GameNode) -> bool:
    """The side to move at a node."""
    start = node.game().start.turn
    return start if node.plies() % 2 == 0 else not start


def left_at(node: GameNode, controls: TimeControls, color: bool) -> float | None:
    """What the clock of ``color`` shows when the turn at ``node`` begins; None without a clock."""
    control = controls.of(color)
    if control is None:
        return None
    here: GameNode | None = node if turn_at(node) != color else node.parent
    while here is not None and here.parent is not None:
        left = here.clock()
        if left is not None:
            return control.at_turn(left) if turn_at(node) == color else left
        here = here.parent.parent
    return control.start


def is_timed_at(node: GameNode) -> bool:
    """Whether the turn at ``node`` takes time."""
    return node.plies() >= FREE_PLIES


def thinking_clock(node: GameNode, controls: TimeControls, color: bool) -> Clock | None:
    """The clock by which the computer thinks at ``node``; None if its turn takes no time."""
    control, left = controls.of(color), left_at(node, controls, color)
    if control is None or left is None or not is_timed_at(node):
        return None
    from wormhole.engine.clock import Clock  # not needed for the first picture

    delay = control.bonus if control.kind is Kind.DELAY else 0.0
    time = left + delay
    usable = time - min(SPARED_SECONDS, SPARED_SHARE * time)
    return Clock(usable, control.bonus, moves_to_go=1 if control.kind is Kind.MOVE else None)

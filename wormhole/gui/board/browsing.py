"""Plans how the board goes from one position of a game to another: a move on, a move back, or a jump."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wormhole.gui.board.animation import Animation
from wormhole.gui.board.jump import plan_jump
from wormhole.gui.board.plans import plan_move, plan_step_back
from wormhole.gui.board.scene import Scene
from wormhole.gui.look.theme import Motion

if TYPE_CHECKING:
    from wormhole import Board, Move, Route, Variant

BROWSING = 0.6  # durations of a browsed move, relative to a played one


@dataclass(frozen=True)
class Shown:
    """A position of a game, the moves that led to it, and the last one with its route.

    ``route`` and ``last_move`` are None at the start and after a null move.
    """

    scene: Scene = field(default_factory=Scene)
    moves: tuple[str, ...] = ()
    route: Route | None = None
    last_move: Move | None = None

    @classmethod
    def of(cls, board: Board) -> Shown:
        """The position of ``board``."""
        route = board.last_route()
        moves = tuple(map(str, board.move_stack))
        return cls(Scene.of(board), moves, route, None if route is None else board.peek())


def plan_browsing(
    before: Shown, after: Shown, variant: Variant, motion: Motion, now_seconds: float
) -> Animation:
    """Plan the animation between two positions of one game."""
    scenes = before.scene, after.scene
    if before.route is not None and after.moves == before.moves[:-1]:
        return plan_step_back(*scenes, before.route, variant, motion, now_seconds)
    if after.route is not None and after.last_move is not None and after.moves[:-1] == before.moves:
        return plan_move(*scenes, after.route, after.last_move.roll, variant, motion, now_seconds)
    return plan_jump(*scenes, variant, motion, now_seconds)

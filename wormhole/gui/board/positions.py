"""Shows a position on a board: at once, by a move, or by browsing in a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wormhole.gui.board.animation import Animation
from wormhole.gui.board.animation_plans import BROWSING, plan_browsing, plan_move
from wormhole.gui.board.annotations import Annotations, Explanation
from wormhole.gui.board.fold_turns import follow
from wormhole.gui.board.hands import counted, origin_of
from wormhole.gui.board.move_sounds import sounds_of_move
from wormhole.gui.board.scene import Scene
from wormhole.gui.board.selection import allow, let_go
from wormhole.gui.board.state import BoardState, Dimming, Insight, Selection
from wormhole.gui.look.theme import Motion

if TYPE_CHECKING:
    from wormhole import Board

BROWSED_SECONDS = 0.28  # about what a browsed move takes; quicker steps shorten it
QUIET_SECONDS = 0.09  # a step that is followed by another one this soon has no sound


def state_of(board: Board, flipped: bool = False) -> BoardState:
    """The state that shows ``board`` at rest."""
    state = BoardState(board.variant, flipped=flipped)
    show(state, board)
    return state


def show(state: BoardState, board: Board) -> None:
    """Show a position of any game without animation; clears the choice and any running animation."""
    before = state.scene
    _jump_to(state, board)
    state.fold.awaits_piece = False
    follow(state, before, Animation(0.0), 0.0, None, of_one_game=False)


def arrange(state: BoardState, scene: Scene, chosen: int | None, board: Board | None = None) -> None:
    """Show a position that no move led to; `board` has it, if it is a possible one."""
    state.scene = scene
    state.insight = None if board is None else Insight(board)
    state.selection = replace(state.selection, square=chosen)
    state.revision += 1


def play(state: BoardState, board: Board, now_seconds: float, motion: Motion) -> None:
    """Animate the last move of ``board``, unless it is null, from the position shown now."""
    return_to_game(state)
    before, dropped, move, color = state.scene, state.dropped, board.peek(), not board.turn
    is_dropped = dropped is not None and dropped.square == origin_of(state.variant, move, color)
    _replace_scene(state, board)
    state.movable = replace(state.movable, color=color)
    state.animation = None
    if state.scene.route is None:
        follow(state, before, Animation(0.0), now_seconds, None)
        return
    dropped_at = dropped.at if dropped is not None and is_dropped else None
    plan = plan_move(before, state.scene, state.variant, motion, now_seconds, dropped_at)
    state.animation = None if motion.is_still else plan
    follow(state, before, plan, now_seconds, motion)
    for at, name in sounds_of_move(plan, state.scene, state.variant):
        state.sounds.add(now_seconds + at, name)


def browse(state: BoardState, board: Board, now_seconds: float, motion: Motion) -> None:
    """Show another position of the game: the move there or back is animated, or a jump is.

    It takes less time than ``play``, the less the sooner it follows the last call, so that steps in
    quick succession do not pile up.
    """
    return_to_game(state)
    before = state.scene
    _jump_to(state, board)
    pace = min(1.0, (now_seconds - state.browsed_seconds) / BROWSED_SECONDS)
    state.browsed_seconds = now_seconds
    motion = motion.scaled(BROWSING * pace).without_dice()
    plan = plan_browsing(before, state.scene, state.variant, motion, now_seconds)
    state.animation = None if motion.is_still else plan
    follow(state, before, plan, now_seconds, motion)
    if plan.travels:
        state.sounds.add(now_seconds + max(plan.arrives, QUIET_SECONDS), "move")


def look_ahead(state: BoardState, ahead: Board) -> None:
    """Show the position after the premoves, without what is not known of it: moves and checks."""
    return_to_game(state)
    actual = state.scene
    pieces = ahead.piece_map()
    sleepers = ahead.counters.intersection(pieces) if ahead.has_dice else frozenset[int]()
    state.scene = replace(
        actual,
        pieces=pieces,
        holes=ahead.holes,
        sleepers=sleepers,
        hands=counted(ahead),
        promoted=ahead.promoted,
        gates=ahead.gates,
        check=None,
    )
    state.actual, state.insight = actual, Insight(ahead.copy())
    state.revision += 1


def return_to_game(state: BoardState) -> None:
    """Show the position of the game, not that after the premoves; the `insight` remains to be set."""
    if state.actual is not None:
        ahead, state.scene, state.actual = state.scene, state.actual, None
        follow(state, ahead, Animation(0.0), 0.0, None, of_one_game=False)
        state.revision += 1


def finish(state: BoardState, now_seconds: float, motion: Motion) -> None:
    """Show that the game has ended: the board dims."""
    state.dimming = Dimming(now_seconds, motion.dim)
    state.movable = replace(state.movable, moves=())
    let_go(state)
    state.revision += 1


def flip(state: BoardState) -> None:
    """Show the board from the other side."""
    state.flipped = not state.flipped
    state.selection = replace(state.selection, drag=None)
    state.revision += 1


def _jump_to(state: BoardState, board: Board) -> None:
    _replace_scene(state, board)
    state.animation = state.dimming = None
    state.sounds.clear()


def _replace_scene(state: BoardState, board: Board) -> None:
    state.scene, state.actual = Scene.of(board), None
    state.explanation = Explanation.of(board)
    state.insight = Insight(board.copy())
    state.dwell.wait(state.pointing.at)
    state.selection, state.dropped = Selection(), None
    state.annotations = Annotations()
    allow(state, None)

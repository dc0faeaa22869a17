"""What time does on a board: animations end, sounds become due, a piece is studied, the board dims."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Container

from wormhole.gui.board.state import BoardState
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER


def is_moving(state: BoardState, now_seconds: float) -> bool:
    """Whether pieces or squares are moving."""
    if state.fold.is_moving(now_seconds):
        return True
    return state.animation is not None and not state.animation.is_over(now_seconds)


def dimness(state: BoardState, now_seconds: float) -> float:
    """How far the board has dimmed after the end of a game, 0 to 1."""
    if state.dimming is None or is_moving(state, now_seconds):
        return 0.0
    return state.dimming.share(now_seconds)


def is_changing(state: BoardState, now_seconds: float) -> bool:
    """Whether the picture changes with time."""
    return is_moving(state, now_seconds) or (state.dimming is not None and dimness(state, now_seconds) < 1)


def is_rolling(state: BoardState, now_seconds: float) -> bool:
    """Whether the running animation includes dice."""
    if state.animation is None or not is_moving(state, now_seconds):
        return False
    roll = state.animation.roll
    return roll is not None and roll.tumble > 0


def due(state: BoardState, now_seconds: float) -> float:
    """When `update` is due next."""
    if is_changing(state, now_seconds):
        return EVERY_FRAME
    return min(state.sounds.due, state.dwell.due(_pieces(state)) if state.studies else NEVER)


def update(state: BoardState, now_seconds: float, play_sound: Callable[[str], object] | None = None) -> float:
    """Advance to the time `now_seconds`; returns when it is due next. `play_sound` makes it heard."""
    advance(state, now_seconds)
    if play_sound is None:
        state.sounds.clear()
    else:
        for name in state.sounds.pop_due(now_seconds):
            play_sound(name)
    return due(state, now_seconds)


def advance(state: BoardState, now_seconds: float) -> None:
    """Drop an animation that is over. Call it once a frame."""
    if state.fold.advance(now_seconds):
        state.revision += 1
    chosen = state.fold.view.square if state.fold.is_open else state.selection.square
    pointed = None if state.fold.is_open else state.pointing.at
    if state.studies and state.dwell.follow(chosen, pointed, _pieces(state), now_seconds):
        state.revision += 1
    if state.animation is not None and state.animation.is_over(now_seconds):
        settle(state)


def settle(state: BoardState) -> None:
    """End the animation at once. Of the sounds to come, those of its result are kept."""
    if state.fold.settle():
        state.revision += 1
    if state.animation is not None:
        state.animation = None
        state.sounds.cut_short()
        state.revision += 1


def _pieces(state: BoardState) -> Container[int]:
    """The squares of pieces and the places of those in hand."""
    return ChainMap({}, state.scene.pieces, state.scene.hands)  # type: ignore[arg-type]

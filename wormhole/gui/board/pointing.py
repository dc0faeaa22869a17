"""Moves the pointer and the keyboard cursor over a board."""

from __future__ import annotations

from wormhole.gui.board.state import BoardState, Dwell, Pointing


def point_at(state: BoardState, place: int | None) -> None:
    """Set the square under the pointer; hides the keyboard cursor."""
    if state.pointing.at != place or state.pointing.is_cursor:
        state.pointing = Pointing(place, last_cursor=state.pointing.last_cursor)
        state.revision += 1


def move_cursor(state: BoardState, place: int) -> None:
    """Put the keyboard cursor on a square, as if the pointer were there, too."""
    state.pointing = Pointing(place, is_cursor=True, last_cursor=place)
    state.revision += 1


def hide_cursor(state: BoardState) -> None:
    """Hide the keyboard cursor."""
    if state.pointing.is_cursor:
        point_at(state, None)


def study(state: BoardState, on: bool) -> None:
    """Whether a piece is studied when it is chosen or the pointer rests on it."""
    if on != state.studies:
        state.studies, state.dwell = on, Dwell()
        state.revision += 1

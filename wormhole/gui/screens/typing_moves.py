"""Moves that a person types or pastes, on any screen with a board."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pygame

from wormhole import Board, Move, WormholeError
from wormhole.gui.board.state import BoardState
from wormhole.gui.language import _
from wormhole.gui.screen import Stage


def ask_move(
    stage: Stage,
    board: Board,
    state: BoardState,
    frame: Callable[[], pygame.Rect],
    play: Callable[[Move], object],
) -> None:
    """Ask for a move of `board` beside the board's `frame`, and `play` it; nothing if no move is possible."""
    from wormhole.gui.dialogs.typed_move import TypedMoveDialog
    from wormhole.gui.match.typed import TypedMoves

    if not state.playable:
        stage.mention(_("You cannot move now"))
        return

    def take(moves: tuple[Move, ...]) -> None:
        if moves[0].promotion is None or len(moves) == 1:
            play(moves[0])
        elif moves[0] in state.playable:
            state.choose(moves[0].from_square)
            state.ask(moves)

    stage.open(TypedMoveDialog(stage, TypedMoves(board), frame, state.show_typed, take))


def move_written(board: Board, text: str) -> Move | None:
    """The move that a text in SAN or UCI notation means; None if it means no legal one."""
    for parse in (board.parse_san, board.parse_uci):
        with contextlib.suppress(WormholeError):
            return parse(text)
    return None

"""What a person does with the moves of a game: look at them, mark and comment them, order variations."""

from __future__ import annotations

from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame
from wormhole.library.record import GameNode


class MoveActions:
    """The actions of the move list, its menu and its keys on a running game."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game

    def go(self, node: GameNode) -> None:
        """Look at a move."""
        self._game.go(node, self._game.now_seconds)

    def open_menu(self, node: GameNode, pixel: tuple[int, int]) -> None:
        """Open the menu of a move."""

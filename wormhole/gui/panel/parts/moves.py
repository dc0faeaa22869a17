"""The move list."""

from __future__ import annotations

import pygame

from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.language import _
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.move_list import MoveList
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.screen import EVERY_FRAME, Stage
from wormhole.gui.screens.move_actions import MoveActions
from wormhole.gui.screens.running_game import RunningGame


class Moves(Part):
    """The moves of the running game."""

    list: MoveList

    def __init__(self, stage: Stage, game: RunningGame, actions: MoveActions) -> None:
        self._stage = stage
        self._game = game
        self._actions = actions

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the list."""
        variant = self._game.match.board.variant
        rect, look, actions = layout[Place.MOVES], self._stage.look, self._actions
        self.list = MoveList(
            rect,
            look,
            _(variant.title),
            _(variant.about),
            actions.go,
            actions.open_menu,
            lambda san: look.notation(san, variant.piece_types),
        )
        self.layers = (self.list,)

    def refresh(self) -> None:
        """Show the moves, and the one that is looked at."""
        match = self._game.match
        self.list.show(match.game, match.node, self._game.are_dice_rolling)

    def update(self, now_seconds: float) -> None:
        """Come nearer to a move in a long text."""
        self.list.begin_step()

    def wakes_in(self, now_seconds: float) -> float | None:
        """The next frame, until the move that is looked at is in sight."""
        return EVERY_FRAME if self.list.is_seeking else None

    def handle(self, event: pygame.Event) -> bool:
        """Let the list handle the mouse."""
        return self.list.handle(event)

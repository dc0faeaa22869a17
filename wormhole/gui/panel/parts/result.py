"""The banner at the end of a game, with its buttons."""

from __future__ import annotations

from pygame_gui.elements import UIButton

from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.keys import Command
from wormhole.gui.language import _
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.parts.moves import Moves
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.panel.result_banner import ResultBanner, result_of
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame


class Result(Part):
    """Lies over the lower end of the move list, which keeps that part free."""

    banner: ResultBanner

    def __init__(self, stage: Stage, game: RunningGame, moves: Moves) -> None:
        self._stage = stage
        self._game = game
        self._moves = moves

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the banner."""
        self.banner = ResultBanner(layout[Place.MOVES], self._stage.look)
        self.layers = (self.banner,)
        self._widgets = widgets
        self._buttons: list[UIButton] = []

    def refresh(self) -> None:
        """Show the result of a game that is over."""
        match = self._game.match
        outcome = match.outcome if self._game.is_over else None
        result = None if outcome is None else result_of(outcome, match.board.variant)
        if result == self.banner.result:
            return
        self.banner.show(result)
        self._moves.list.reserve(self.banner.height)
        for button in self._buttons:
            self._widgets.remove(button)
        self._buttons = []
        if result is not None:
            again, menu = self.banner.button_places()
            self._buttons = [
                self._widgets.button(again, _("New game"), self._play_again, PRIMARY),
                self._widgets.button(menu, _("Menu"), lambda: self._stage.command(Command.MENU)),
            ]

    def _play_again(self) -> None:
        self._stage.start(self._game.next_setup)

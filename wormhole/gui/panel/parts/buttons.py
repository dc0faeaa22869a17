"""The five buttons of a game."""

from __future__ import annotations

from functools import partial

from wormhole.gui.game_layout import GameLayout, Place, button_places
from wormhole.gui.key_words import tip_of
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _
from wormhole.gui.layout import widened_rows
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame

BUTTONS = (
    (N_("Undo"), Command.UNDO),
    (N_("Flip"), Command.FLIP),
    (N_("Resign"), Command.RESIGN),
    (N_("New game"), Command.NEW_GAME),
    (N_("Menu"), Command.MENU),
)


class Buttons(Part):
    """Buttons with words."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the buttons."""
        command = self._stage.command
        look = self._stage.look
        texts = [_(name) for name, _asked in BUTTONS]
        needs = [look.words.width(text, look.small) + look.scale.unit for text in texts]
        places = widened_rows(button_places(layout[Place.BUTTONS], look.scale), needs)
        self._widgets = widgets
        self._buttons = {
            asked: widgets.button(rect, text, partial(command, asked), tip=tip_of(asked))
            for (_name, asked), text, rect in zip(BUTTONS, texts, places, strict=True)
        }

    def refresh(self) -> None:
        """Enable what can be done."""
        match = self._game.match
        self._widgets.enable(self._buttons[Command.UNDO], match.can_undo)
        self._widgets.enable(self._buttons[Command.RESIGN], match.resigner is not None)

"""The menu of the game screen."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action

BUTTON_UNITS = 6


class MenuDialog(Dialog):
    """A column of buttons; the first goes back to the game."""

    heading = N_("Menu")

    def inner_units(self) -> tuple[float, float]:
        """The size of the column of buttons."""
        count = len(self._entries())
        return 32, count * BUTTON_UNITS + count - 1

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the buttons."""
        scale = self.stage.look.scale
        place = pygame.Rect(inner.left, inner.top, inner.width, scale.units(BUTTON_UNITS))
        for index, (name, action) in enumerate(self._entries()):
            button = self.widgets.button(place, name, action, None if index else PRIMARY)
            if index == 0:
                self.widgets.focus(button)
            place = place.move(0, place.height + scale.unit)

    def _entries(self) -> list[tuple[str, Action]]:
        return [
            (_("Back to the game"), self.stage.close_dialog),
            (_("Save game…"), lambda: self._open(Command.SAVE)),
            (_("Open game…"), lambda: self._open(Command.OPEN)),
            (_("Library"), lambda: self._open(Command.LIBRARY)),
            (_("Set up a position"), lambda: self._open(Command.EDITOR)),
            (_("Settings"), lambda: self._open(Command.SETTINGS)),
            (_("Keys"), lambda: self._open(Command.KEYS)),
            (_("Home screen"), self.stage.show_home),
            (_("Quit"), self.stage.quit),
        ]

    def _open(self, command: Command) -> None:
        self.stage.close_dialog()
        self.stage.command(command)

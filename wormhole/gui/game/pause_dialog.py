"""The pause of a game with clocks: the user's clock stands still, and the board is hidden meanwhile."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.button import Button
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.view import Caption, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.stage import Stage

WIDTH_UNITS = 40
GAP_UNITS = 3


class PauseDialog(Dialog):
    """Covers the window until the user continues, so that nobody thinks about the position."""

    heading = N_("Paused")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.first = self._button = Button(_("Continue"), stage.close_dialog, PRIMARY)

    def outer(self, size: tuple[int, int]) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect((0, 0), size)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """A line of text and the button, in the middle."""
        units = look.scale.units
        text = Caption(_("The clock stands still until you continue."), is_shrinking=True)
        lines: Parts = {
            "above": Fill(),
            text: look.words.height(look.small),
            self._button: units(BUTTON_UNITS),
            "below": Fill(),
        }
        middle = Column(lines, units(GAP_UNITS), size=units(WIDTH_UNITS))
        return Row({"left": Fill(), "middle": middle, "right": Fill()})

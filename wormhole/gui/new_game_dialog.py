"""What the next game is to be."""

from __future__ import annotations

import pygame

from wormhole.gui.choice import Choice
from wormhole.gui.dialog import Dialog
from wormhole.gui.game_choice import against_computer, demonstration, level_of, two_players
from wormhole.gui.game_form import GAP_UNITS, ROW_UNITS, GameForm
from wormhole.gui.layout import row
from wormhole.gui.match import Setup
from wormhole.gui.screen import Stage
from wormhole.gui.widget_theme import PRIMARY

COMPUTER, PERSONS, DEMONSTRATION = "computer", "persons", "demonstration"
KINDS = ((COMPUTER, "Computer"), (PERSONS, "Two players"), (DEMONSTRATION, "Demonstration"))
BUTTON_UNITS = 6


class NewGameDialog(Dialog):
    """Asks who plays; begun with the kind of the game that is left."""

    heading = "New game"

    def __init__(self, stage: Stage, left: Setup) -> None:
        super().__init__(stage)
        self._variant = left.variant
        self._kind = {2: PERSONS, 1: COMPUTER, 0: DEMONSTRATION}[len(left.persons)]

    def inner_units(self) -> tuple[float, float]:
        """The kind, the form, the buttons."""
        return 56, ROW_UNITS + GAP_UNITS + GameForm.height_units() + GAP_UNITS + BUTTON_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """From above: kind, side, level, buttons."""
        look = self.stage.look
        scale = look.scale
        kinds = pygame.Rect(inner.left, inner.top, inner.width, scale.units(ROW_UNITS))
        Choice(self.widgets, kinds, KINDS, self._kind, self._choose, scale.unit)
        top = kinds.bottom + scale.units(GAP_UNITS)
        area = pygame.Rect(inner.left, top, inner.width, scale.units(GameForm.height_units()))
        self._form = GameForm(self.stage, self.widgets, area)
        for label in self._form.labels:
            self.write(label.text, label.rect, look.theme.colour.muted)
        height = scale.units(BUTTON_UNITS)
        strip = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        start, cancel = row(strip, 2, scale.unit)
        self.widgets.focus(self.widgets.button(start, "Start", self._start, PRIMARY))
        self.widgets.button(cancel, "Cancel", self.stage.close_dialog)
        self._choose(self._kind)

    def _choose(self, kind: str) -> None:
        self._kind = kind
        self._form.enable(side=kind == COMPUTER, level=kind != PERSONS)

    def _start(self) -> None:
        settings = self.stage.settings
        level = level_of(settings.level)
        if self._kind == PERSONS:
            setup = two_players(self._variant)
        elif self._kind == DEMONSTRATION:
            setup = demonstration(level, self._variant)
        else:
            setup = against_computer(settings.side, level, self._variant)
        self.stage.start(setup)

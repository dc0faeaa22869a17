"""A button that shows the clocks of the next game and opens a list of the usual ones."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.clock import ClockDialog
from wormhole.gui.dialogs.clock_words import clock_words, clocks_words
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.language import N_, _
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage
from wormhole.library.settings import SAME_CLOCK
from wormhole.library.time_control import TimeControls, spoken, written

PRESETS: tuple[tuple[str, str], ...] = (
    ("1+0", N_("Bullet")),
    ("2+1", N_("Bullet")),
    ("3+2", N_("Blitz")),
    ("5+0", N_("Blitz")),
    ("5+3", N_("Blitz")),
    ("10+5", N_("Rapid")),
    ("15+10", N_("Rapid")),
    ("30+0", N_("Classical")),
    ("30+20", N_("Classical")),
)
"""As players write them, with the usual name of the pace."""


class ClockButton:
    """The choice is stored in the settings at once."""

    def __init__(self, stage: Stage, widgets: Widgets, rect: pygame.Rect) -> None:
        self._stage = stage
        self._widgets = widgets
        self._button = widgets.button(rect, self._words(rect.width), self._ask)

    def _words(self, width: int) -> str:
        """The clocks, in the longer form if it fits."""
        longer, shorter = clocks_words(self._stage.settings.clocks)
        look = self._stage.look
        return longer if look.words.width(longer, look.small) + 2 * look.scale.unit <= width else shorter

    def _ask(self) -> None:
        offered = (None, *(spoken(text) for text, _name in PRESETS))
        clocks = self._stage.settings.clocks
        names = [_("No clock")]
        names += [f"{clock_words(spoken(text))}  ·  {_(name)}" for text, name in PRESETS]
        names.append(_("Your own…"))
        own = len(offered)
        is_offered = clocks.white == clocks.black and clocks.white in offered
        chosen = offered.index(clocks.white) if is_offered else own

        def take(index: int) -> None:
            if index == own:
                self._stage.open(ClockDialog(self._stage, clocks, self._set))
            else:
                self._set(TimeControls.equal(offered[index]))

        self._stage.open(DropDown(self._stage, lambda: self._button.rect, names, chosen, take))

    def _set(self, clocks: TimeControls) -> None:
        other = SAME_CLOCK if clocks.white == clocks.black else written(clocks.black)
        self._stage.change_settings(clock=written(clocks.white), other_clock=other)
        self._widgets.write(self._button, self._words(self._button.rect.width))

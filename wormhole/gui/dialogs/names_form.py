"""The form for a game of two people: their names."""

from __future__ import annotations

from functools import partial

import pygame

from wormhole.gui.dialogs.game_form import LABEL_UNITS, ROW_UNITS, Line
from wormhole.gui.language import _
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage
from wormhole.library.seat_tags import LONGEST_NAME


class NamesForm:
    """A text field for each side, preset from the settings, which keep what is written."""

    def __init__(self, stage: Stage, widgets: Widgets, area: pygame.Rect) -> None:
        scale, settings = stage.look.scale, stage.settings
        label, height = scale.units(LABEL_UNITS), scale.units(ROW_UNITS)
        white = pygame.Rect(area.left, area.top, area.width, height)
        black = white.move(0, height + scale.unit)
        self.labels = tuple(
            Line(text, pygame.Rect(place.topleft, (label, height)))
            for text, place in ((_("White"), white), (_("Black"), black))
        )
        names = (("name", settings.name, white), ("other_name", settings.other_name, black))
        self.fields = tuple(
            widgets.text_line(
                pygame.Rect(place.left + label, place.top, place.width - label, height),
                text,
                LONGEST_NAME,
                _("Name, if you like"),
                partial(_change, stage, setting),
            )
            for setting, text, place in names
        )


def _change(stage: Stage, setting: str, written: str) -> None:
    stage.change_settings(**{setting: written})

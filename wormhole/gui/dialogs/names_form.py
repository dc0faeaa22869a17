"""The form for a game of two people: their names, and whether the board turns between them."""

from __future__ import annotations

from functools import partial

import pygame

from wormhole.gui.dialogs.game_form import LABEL_UNITS, ROW_UNITS, Line
from wormhole.gui.language import N_, _, named
from wormhole.gui.layout import row
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage
from wormhole.library.seat_tags import LONGEST_NAME

TURNING = ((False, N_("The board stays")), (True, N_("The board turns")))
GAP_UNITS = 0.75


class NamesForm:
    """A text field for each side, and a choice. The settings keep what is written and chosen."""

    def __init__(self, stage: Stage, widgets: Widgets, area: pygame.Rect) -> None:
        scale, settings = stage.look.scale, stage.settings
        label, height = scale.units(LABEL_UNITS), scale.units(ROW_UNITS)
        white = pygame.Rect(area.left, area.top, area.width, height)
        black, board = (white.move(0, count * (height + scale.units(GAP_UNITS))) for count in (1, 2))
        self.labels = tuple(
            Line(text, pygame.Rect(place.topleft, (label, height)))
            for text, place in ((_("White"), white), (_("Black"), black), (_("Board"), board))
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
        cells = row(pygame.Rect(board.left + label, board.top, board.width - label, height), 2, scale.unit)
        Choice(
            widgets,
            cells,
            named(TURNING),
            settings.turns_board,
            lambda turns: stage.change_settings(turns_board=turns),
        )


def _change(stage: Stage, setting: str, written: str) -> None:
    stage.change_settings(**{setting: written})

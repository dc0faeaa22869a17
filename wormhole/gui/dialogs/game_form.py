"""The two questions before a game against the computer: which side, which level."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wormhole.engine.levels import LEVELS
from wormhole.gui.layout import row
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.match.choice import level_of
from wormhole.gui.screen import Stage

SIDES = (("white", "White"), ("random", "Random"), ("black", "Black"))
MOST_NAMES = 4  # with more levels than this, their numbers stand for them
ROW_UNITS = 5.5
GAP_UNITS = 1.5
LABEL_UNITS = 9
ABOUT_UNITS = 3


@dataclass(frozen=True)
class Line:
    """A line of text of the form, to be drawn by whoever owns it."""

    text: str
    rect: pygame.Rect


class GameForm:
    """Side and level, begun with what was chosen last. What is chosen goes into the settings at once."""

    def __init__(self, stage: Stage, widgets: Widgets, area: pygame.Rect) -> None:
        self._stage = stage
        scale = stage.look.scale
        settings = stage.settings
        label_width = scale.units(LABEL_UNITS)
        side_row = pygame.Rect(area.left, area.top, area.width, scale.units(ROW_UNITS))
        level_row = side_row.move(0, side_row.height + scale.units(GAP_UNITS))
        self._about = pygame.Rect(
            area.left + label_width, level_row.bottom, area.width - label_width, scale.units(ABOUT_UNITS)
        )
        self.labels = (
            Line("You play", pygame.Rect(side_row.topleft, (label_width, side_row.height))),
            Line("Level", pygame.Rect(level_row.topleft, (label_width, level_row.height))),
        )
        names = [
            (level.number, level.name if len(LEVELS) <= MOST_NAMES else str(level.number)) for level in LEVELS
        ]
        self._side = Choice(
            widgets,
            row(_right_part(side_row, label_width), len(SIDES), scale.unit),
            SIDES,
            settings.side,
            lambda side: stage.change_settings(side=side),
        )
        self._level = Choice(
            widgets,
            row(_right_part(level_row, label_width), len(names), scale.unit),
            names,
            level_of(settings.level).number,
            lambda number: stage.change_settings(level=number),
        )

    @staticmethod
    def height_units() -> float:
        """How high the form is, in steps of the grid."""
        return 2 * ROW_UNITS + GAP_UNITS + ABOUT_UNITS

    def about(self) -> Line:
        """What the chosen level is like."""
        return Line(level_of(self._stage.settings.level).about, self._about)

    def enable(self, side: bool, level: bool) -> None:
        """Which of the two questions matter."""
        self._side.enable(side)
        self._level.enable(level)


def _right_part(area: pygame.Rect, left: int) -> pygame.Rect:
    return pygame.Rect(area.left + left, area.top, area.width - left, area.height)

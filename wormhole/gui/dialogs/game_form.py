"""The form for a game against the computer: side and level."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wormhole.engine.levels import LEVELS
from wormhole.gui.dialogs.level_words import LevelWords
from wormhole.gui.language import N_, _, named
from wormhole.gui.layout import row
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.match.choice import level_of
from wormhole.gui.screen import Stage

SIDES = (("white", N_("White")), ("random", N_("Random")), ("black", N_("Black")))
ROW_UNITS = 5.5
GAP_UNITS = 1.5
LABEL_UNITS = 9
NAME_UNITS = 4
NUMBERS_UNITS = 4.5
ABOUT_UNITS = 3


@dataclass(frozen=True)
class Line:
    """A line of text of the form; the form's owner draws it."""

    text: str
    rect: pygame.Rect


class GameForm:
    """Side and level, preset from the settings. Each choice is stored in the settings at once."""

    def __init__(self, stage: Stage, widgets: Widgets, area: pygame.Rect) -> None:
        self._stage = stage
        scale = stage.look.scale
        settings = stage.settings
        label_width = scale.units(LABEL_UNITS)
        sides = pygame.Rect(area.left, area.top, area.width, scale.units(ROW_UNITS))
        name = pygame.Rect(area.left, sides.bottom + scale.unit, area.width, scale.units(NAME_UNITS))
        numbers = pygame.Rect(area.left, name.bottom, area.width, scale.units(NUMBERS_UNITS))
        about = pygame.Rect(area.left, numbers.bottom, area.width, scale.units(ABOUT_UNITS))
        self.labels = (
            Line(_("You play"), pygame.Rect(sides.topleft, (label_width, sides.height))),
            Line(_("Level"), pygame.Rect(name.topleft, (label_width, name.height))),
        )
        self._side = Choice(
            widgets,
            row(_right_part(sides, label_width), len(SIDES), scale.unit),
            named(SIDES),
            settings.side,
            lambda side: stage.change_settings(side=side),
        )
        level = level_of(settings.level)
        self.words = LevelWords(stage.look, _right_part(name, label_width), about, level)
        """A layer, to be drawn above the form's card."""
        self._level = Choice(
            widgets,
            row(numbers, len(LEVELS), scale.pixels(4)),
            [(level.number, str(level.number)) for level in LEVELS],
            level.number,
            self._choose_level,
        )

    @staticmethod
    def height_units() -> float:
        """The form's height in grid units."""
        return ROW_UNITS + 1 + NAME_UNITS + NUMBERS_UNITS + ABOUT_UNITS

    def enable(self, side: bool, level: bool) -> None:
        """Enable or disable the two questions."""
        self._side.enable(side)
        self._level.enable(level)
        self.words.enable(level)

    def _choose_level(self, number: int) -> None:
        self._stage.change_settings(level=number)
        self.words.show(level_of(number))


def _right_part(area: pygame.Rect, left: int) -> pygame.Rect:
    return pygame.Rect(area.left + left, area.top, area.width - left, area.height)

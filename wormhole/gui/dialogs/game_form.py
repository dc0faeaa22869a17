"""The form for a game against the computer: side and level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from wormhole.engine.levels import LEVELS, Level
from wormhole.gui.languages.language import N_, _, named
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.layout import Column, Fill, Row, row
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.screen import Stage
from wormhole.library.headers import LONGEST_NAME
from wormhole.library.settings import TURNING
from wormhole.play.seats import level_of


class LevelWords:
    """A layer that shows one level. `name` and `about` are rectangles of the window."""

    def __init__(self, look: Look, name: pygame.Rect, about: pygame.Rect, level: Level) -> None:
        self._look = look
        self._name = name
        self._about = about
        self._level = level
        self._matters = True
        self._is_stale = False

    def show(self, level: Level) -> None:
        """Show this level."""
        if level != self._level:
            self._level = level
            self._is_stale = True

    def enable(self, can: bool) -> None:
        """Whether the level matters; if not, the words are dimmed."""
        if can != self._matters:
            self._matters = can
            self._is_stale = True

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """Both lines, if they changed."""
        if self._is_stale:
            self._is_stale = False
            return (self._name, self._about)
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the name at the left, the strength at the right, and the description."""
        look, colour = self._look, self._look.theme.colour
        asleep = look.theme.asleep
        strength = look.words.line(
            _("strength {elo}").format(elo=self._level.elo),
            look.small,
            colour.muted if self._matters else asleep,
        )
        surface.blit(strength, strength.get_rect(midright=self._name.midright))
        name = self._name.copy()
        name.width -= strength.get_width() + look.scale.unit
        self._write(surface, _(self._level.name), name, look.body, colour.ink if self._matters else asleep)
        about = _(self._level.about)
        self._write(
            surface, about, self._about, look.scale.text(13), colour.muted if self._matters else asleep
        )

    def _write(
        self, surface: pygame.Surface, text: str, rect: pygame.Rect, pixels: int, colour: Colour
    ) -> None:
        """Draw a line at the left of a rectangle, smaller if it would not fit."""
        words = self._look.words
        pixels = words.largest([text], pixels, rect.width)
        line = words.line(words.fitted(text, pixels, rect.width), pixels, colour)
        surface.blit(line, line.get_rect(midleft=rect.midleft))


SIDES = (("white", N_("White")), ("random", N_("Random")), ("black", N_("Black")))
ROW_UNITS = 5.5
GAP_UNITS = 1.5
LABEL_UNITS = 9
NAME_UNITS = 4
NUMBERS_UNITS = 4.5
ABOUT_UNITS = 3


@dataclass(frozen=True)
class FormLine:
    """A line of text of the form, drawn by the form's owner."""

    text: str
    rect: pygame.Rect


class GameForm:
    """Side and level, preset from the settings. Each choice is stored in the settings at once."""

    def __init__(self, stage: Stage, widgets: Widgets, area: pygame.Rect) -> None:
        self._stage = stage
        scale = stage.look.scale
        settings = stage.settings
        label = scale.units(LABEL_UNITS)
        level_column = Column(
            {
                "name_row": Row({"level_label": label, "name": Fill()}, size=scale.units(NAME_UNITS)),
                "numbers": scale.units(NUMBERS_UNITS),
                "about": scale.units(ABOUT_UNITS),
            }
        )
        side_row = Row({"side_label": label, "side": Fill()}, size=scale.units(ROW_UNITS))
        places = Column({"side_row": side_row, "level": level_column}, scale.unit).at(area)
        self.labels = (
            FormLine(_("You play"), places["side_label"]),
            FormLine(_("Level"), places["level_label"]),
        )
        self._side = Choice(
            widgets,
            row(places["side"], len(SIDES), scale.unit),
            named(SIDES),
            settings.side,
            lambda side: stage.change_settings(side=side),
        )
        level = level_of(settings.level)
        self.words = LevelWords(stage.look, places["name"], places["about"], level)
        """A layer, to be drawn above the form's card."""
        self._level = Choice(
            widgets,
            row(places["numbers"], len(LEVELS), scale.pixels(4)),
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


NAMES_GAP_UNITS = 0.75


class NamesForm:
    """A text field for each side, and a choice. The settings keep what is written and chosen."""

    def __init__(self, stage: Stage, widgets: Widgets, area: pygame.Rect) -> None:
        scale, settings = stage.look.scale, stage.settings
        label, height = scale.units(LABEL_UNITS), scale.units(ROW_UNITS)
        rows = {
            name: Row({f"{name}_label": label, f"{name}_field": Fill()}, size=height)
            for name in ("white", "black", "board")
        }
        places = Column(rows, scale.units(NAMES_GAP_UNITS)).at(area)
        texts = (("white", _("White")), ("black", _("Black")), ("board", _("Board")))
        self.labels = tuple(FormLine(text, places[f"{name}_label"]) for name, text in texts)
        names = (("name", settings.name, "white"), ("other_name", settings.other_name, "black"))
        self.fields = tuple(
            widgets.text_line(
                places[f"{place}_field"],
                text,
                LONGEST_NAME,
                _("Name (optional)"),
                partial(_change, stage, setting),
            )
            for setting, text, place in names
        )
        cells = row(places["board_field"], 2, scale.unit)
        Choice(
            widgets,
            cells,
            named(TURNING.items()),
            settings.turns_board,
            lambda turns: stage.change_settings(turns_board=turns),
        )


def _change(stage: Stage, setting: str, written: str) -> None:
    stage.change_settings(**{setting: written})

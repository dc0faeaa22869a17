"""The themes as small pictures to press, in the settings dialog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.language import N_, _
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.look import Look
from wormhole.gui.look.swatch import swatch
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.theme_files import OURS
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage
from wormhole.library.settings import Settings

TITLES = {
    "night": N_("Night"),
    "abyss": N_("Abyss"),
    "ember": N_("Ember"),
    "walnut": N_("Walnut"),
    "tournament": N_("Tournament"),
    "paper": N_("Paper"),
    "porcelain": N_("Porcelain"),
    "distinct": N_("Colour-blind"),
    "contrast": N_("High contrast"),
}
COLUMNS, ROWS = 3, 4
GAP_UNITS = 1
TITLE_UNITS = 2.5
MOST = COLUMNS * ROWS


@dataclass(frozen=True)
class Entry:
    """A theme and its name on screen."""

    name: str
    title: str
    theme: Theme


class ThemeGrid:
    """A button for each theme, with its picture and name."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        found = stage.find_themes()
        self.complaints: Sequence[str] = found.complaints
        """What is wrong with a person's own themes that are left out."""
        own = {theme.name: theme for theme in found.own}
        ours = [Entry(name, _(TITLES[name]), own.get(name) or Theme.load(name)) for name in OURS]
        others = [Entry(name, name, theme) for name, theme in own.items() if name not in OURS]
        self._entries = [*ours, *others][:MOST]
        self.layers: Sequence[Layer] = ()
        """The pictures, above the widgets. New after every `place`."""

    def place(self, widgets: Widgets, area: pygame.Rect) -> None:
        """Lay the buttons out, row by row."""
        look, stage = self._stage.look, self._stage
        cells = self._cells(area, look)
        names = [(entry.name, "") for entry in self._entries]
        self._choice = Choice(
            widgets, cells, names, stage.settings.theme, lambda name: stage.change_settings(theme=name)
        )
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        for entry, cell in zip(self._entries, cells, strict=True):
            self._draw(picture, entry, cell.move(-area.left, -area.top), look)
        self.layers = (Picture(picture, area.topleft),)

    def show(self, settings: Settings) -> None:
        """Light the chosen theme."""
        self._choice.show(settings.theme)

    def _cells(self, area: pygame.Rect, look: Look) -> list[pygame.Rect]:
        gap = look.scale.units(GAP_UNITS)
        rows = ROWS if len(self._entries) > COLUMNS * (ROWS - 1) else ROWS - 1
        width, height = (area.width + gap) // COLUMNS, (area.height + gap) // rows
        return [
            pygame.Rect(
                area.left + index % COLUMNS * width,
                area.top + index // COLUMNS * height,
                width - gap,
                height - gap,
            )
            for index in range(len(self._entries))
        ]

    def _draw(self, picture: pygame.Surface, entry: Entry, cell: pygame.Rect, look: Look) -> None:
        inner = cell.inflate(-2 * look.scale.pixels(5), -2 * look.scale.pixels(5))
        title = pygame.Rect(inner.left, 0, inner.width, look.scale.units(TITLE_UNITS))
        title.bottom = inner.bottom
        height = max(1, title.top - inner.top)
        picture.blit(look.sprites.drawing(swatch(entry.theme, inner.width, height)), inner)
        words = look.words
        name = words.line(
            words.fitted(entry.title, look.small, title.width), look.small, look.theme.colour.ink
        )
        picture.blit(name, name.get_rect(center=title.center))

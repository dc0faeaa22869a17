"""The themes as small pictures to press, in the settings dialog."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

import pygame

from wormhole.gui.language import _
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.look import Look
from wormhole.gui.look.swatch import swatch
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage
from wormhole.library.settings import Settings

COLUMNS = 3
GAP_UNITS = 1
TITLE_UNITS = 2.5


class ThemeGrid:
    """A button for each theme, with its picture and name."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        found = stage.find_themes()
        self.complaints: Sequence[str] = found.complaints
        """What is wrong with the themes that are left out."""
        self._themes = found.themes
        self.layers: Sequence[Layer] = ()
        """The pictures, above the widgets. New after every `place`."""

    def place(self, widgets: Widgets, area: pygame.Rect) -> None:
        """Lay the buttons out, row by row."""
        look, stage = self._stage.look, self._stage
        cells = self._cells(area, look)
        names = [(theme.name, "") for theme in self._themes]
        self._choice = Choice(
            widgets, cells, names, stage.settings.theme, lambda name: stage.change_settings(theme=name)
        )
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        for theme, cell in zip(self._themes, cells, strict=True):
            self._draw(picture, theme, cell.move(-area.left, -area.top), look)
        self.layers = (Picture(picture, area.topleft),)

    def show(self, settings: Settings) -> None:
        """Light the chosen theme."""
        self._choice.show(settings.theme)

    def _cells(self, area: pygame.Rect, look: Look) -> list[pygame.Rect]:
        gap, count = look.scale.units(GAP_UNITS), len(self._themes)
        columns = max(COLUMNS, isqrt(max(0, count - COLUMNS)))
        rows = max(COLUMNS, -(-count // columns))
        width, height = (area.width + gap) // columns, (area.height + gap) // rows
        return [
            pygame.Rect(
                area.left + index % columns * width,
                area.top + index // columns * height,
                width - gap,
                height - gap,
            )
            for index in range(count)
        ]

    def _draw(self, picture: pygame.Surface, theme: Theme, cell: pygame.Rect, look: Look) -> None:
        inner = cell.inflate(-2 * look.scale.pixels(5), -2 * look.scale.pixels(5))
        title = pygame.Rect(inner.left, 0, inner.width, look.scale.units(TITLE_UNITS))
        title.bottom = inner.bottom
        height = max(1, title.top - inner.top)
        picture.blit(look.sprites.drawing(swatch(theme, inner.width, height)), inner)
        words = look.words
        text = _(theme.title)
        pixels = words.largest([text], look.small, title.width)
        name = words.line(words.fitted(text, pixels, title.width), pixels, look.theme.colour.ink)
        picture.blit(name, name.get_rect(center=title.center))

"""The chosen level in words: name and strength above the row of numbers, a description below."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.engine.levels import Level
from wormhole.gui.language import _
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour


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

"""Operates the library screen."""

from __future__ import annotations

import pygame

from tests.support.hand import Hand


class Librarian(Hand):
    """Opens the library screen, and waits until what it reads is there."""

    def open_library(self):
        self.key(pygame.K_l, modifiers=pygame.KMOD_CTRL)
        self.rest()

    def rest(self):
        """Step until nothing is read any more, and a little longer: what is typed is looked for later."""
        for _ in range(4):
            self.step(0.1)
            self.until(lambda: not self.is_reading)

    @property
    def is_reading(self):
        games = self.screen.games
        asked = (self.screen, games, games.preview, self.screen.statistics)
        return self.screen.reading_variants.is_busy or any(asker.reading.is_busy for asker in asked)

    @property
    def listed(self):
        """White's and Black's names in each row of the list."""
        return [f"{row[2]} - {row[3]}" for row in self.screen.games.rows]

    def type(self, text):
        super().type(text)
        self.rest()

    def import_file(self, path):
        self.press("Import\u2026")
        self.fill(str(path))
        self.key(pygame.K_RETURN, "\r")
        self.wait_for_reading()

    def pick(self, button, name):
        """Choose a name from the list that a button opens."""
        self.press(button)
        names = [name for (name,) in self.app.dialog.table.rows]
        self.key(pygame.K_HOME)
        for _ in range(names.index(name)):
            self.key(pygame.K_DOWN)
        self.key(pygame.K_RETURN, "\r")
        self.rest()

"""The font for all text that is not a widget's: the NotoSans that comes with pygame_gui."""

from __future__ import annotations

import io
from importlib import resources

import pygame

FACES = {False: "NotoSans-Regular.ttf", True: "NotoSans-Bold.ttf"}


class Lettering:
    """Fonts by size and weight, each opened once."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[int, bool], pygame.Font] = {}

    def font(self, pixels: int, bold: bool = False) -> pygame.Font:
        """The font with a height of about ``pixels``."""
        key = (pixels, bold)
        if key not in self._fonts:
            if not pygame.font.get_init():
                pygame.font.init()
            face = (resources.files("pygame_gui.data") / FACES[bold]).read_bytes()
            self._fonts[key] = pygame.Font(io.BytesIO(face), pixels)  # SDL keeps reading from it
        return self._fonts[key]

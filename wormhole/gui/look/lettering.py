"""Type on the board and the panel: NotoSans as pygame_gui brings it."""

from __future__ import annotations

import io
from importlib import resources

import pygame

FACES = {False: "NotoSans-Regular.ttf", True: "NotoSans-Bold.ttf"}


class Lettering:
    """Fonts by size, each opened once."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[int, bool], pygame.Font] = {}

    def font(self, pixels: int, bold: bool = False) -> pygame.Font:
        """The font whose letters stand on a body of about ``pixels``."""
        key = (pixels, bold)
        if key not in self._fonts:
            if not pygame.font.get_init():
                pygame.font.init()
            face = (resources.files("pygame_gui.data") / FACES[bold]).read_bytes()
            self._fonts[key] = pygame.Font(io.BytesIO(face), pixels)  # SDL goes on reading from it
        return self._fonts[key]

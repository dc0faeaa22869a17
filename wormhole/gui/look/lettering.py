"""The font for all text that is not a widget's: the NotoSans that comes with pygame_gui."""

from __future__ import annotations

import io
import threading
from collections import OrderedDict
from functools import cache
from importlib import resources

import pygame

FACES = {
    (False, False): "NotoSans-Regular.ttf",
    (True, False): "NotoSans-Bold.ttf",
    (False, True): "NotoSans-Italic.ttf",
    (True, True): "NotoSans-BoldItalic.ttf",
}
"""The file of each face: bold or not, italic or not."""

KEPT = 20
"""Open fonts. Each takes half a megabyte, and up to another one for the pictures of its letters."""

_OPENING = threading.Lock()
"""FreeType opens and closes one font at a time."""


class Lettering:
    """Fonts by size, weight and slant; those used last stay open."""

    def __init__(self) -> None:
        self._fonts: OrderedDict[tuple[int, bool, bool], pygame.Font] = OrderedDict()

    def font(self, pixels: int, bold: bool = False, italic: bool = False) -> pygame.Font:
        """The font with a height of about ``pixels``."""
        key = (pixels, bold, italic)
        if key not in self._fonts:
            face = _face(FACES[bold, italic])
            with _OPENING:
                if not pygame.font.get_init():
                    pygame.font.init()
                self._fonts[key] = pygame.Font(io.BytesIO(face), pixels)  # SDL keeps reading from it
                if len(self._fonts) > KEPT:
                    self._fonts.popitem(last=False)
        self._fonts.move_to_end(key)
        return self._fonts[key]


@cache
def _face(file: str) -> bytes:
    """The bytes of a font's file, which its fonts of all sizes share."""
    return (resources.files("pygame_gui.data") / file).read_bytes()

"""The font for all text that is not a widget's: the NotoSans that comes with pygame_gui.

What it lacks comes from other fonts.
"""

from __future__ import annotations

import io
import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import pygame

from wormhole.gui.look.font_files import file_with, has, script_of
from wormhole.gui.look.theme import Colour

FACES = {
    (False, False): "NotoSans-Regular.ttf",
    (True, False): "NotoSans-Bold.ttf",
    (False, True): "NotoSans-Italic.ttf",
    (True, True): "NotoSans-BoldItalic.ttf",
}
"""The file of each face: bold or not, italic or not."""

KEPT = 20
"""Open fonts. Each takes half a megabyte, and up to another one for the pictures of its letters."""

OTHERS_KEPT = 12
"""Open fonts for letters that ours lack."""
JOINERS = "\u200c\u200d"
SCRIPTS = {
    "ARABIC": "Arab",
    "HEBREW": "Hebr",
    "THAI": "Thai",
    "LAO": "Laoo",
    "KHMER": "Khmr",
    "MYANMAR": "Mymr",
    "DEVANAGARI": "Deva",
    "BENGALI": "Beng",
    "GURMUKHI": "Guru",
    "GUJARATI": "Gujr",
    "ORIYA": "Orya",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "KANNADA": "Knda",
    "MALAYALAM": "Mlym",
    "SINHALA": "Sinh",
    "TIBETAN": "Tibt",
    "HANGUL": "Hang",
}
"""The codes of ISO 15924 for the scripts whose letters change with their neighbours."""
SHAPED = range(0x0590, 0x1200)
"""Where Unicode has them, but for Hangul, which our font lacks."""
RIGHT_TO_LEFT = ("Arab", "Hebr")
TALLEST = 1.6
"""Letters that are higher than this, in lines, have one size only, as emoji have; they are scaled."""

_OPENING = threading.Lock()
"""FreeType opens and closes one font at a time."""


@dataclass(frozen=True)
class Face:
    """A font file, and the script in which it is to be written; an empty one for ours."""

    path: Path
    script: str = ""


OURS = Face(Path())


class OtherFonts:
    """Open fonts for letters that ours lack; those used last stay open."""

    def __init__(self) -> None:
        self._fonts: OrderedDict[tuple[Face, int], pygame.Font] = OrderedDict()

    def font(self, face: Face, pixels: int) -> pygame.Font | None:
        """The font of that face and size; None if the file cannot be used."""
        key = face, pixels
        if key not in self._fonts:
            with _OPENING:
                try:
                    font = pygame.Font(str(face.path), pixels)
                    if face.script:
                        font.set_script(face.script)
                    if face.script in RIGHT_TO_LEFT:
                        font.set_direction(pygame.DIRECTION_RTL)
                except (pygame.error, OSError):
                    return None
                self._fonts[key] = font
                if len(self._fonts) > OTHERS_KEPT:
                    self._fonts.popitem(last=False)
        self._fonts.move_to_end(key)
        return self._fonts[key]


class LineFont(pygame.Font):
    """One of our fonts, which takes letters that it lacks from others, on the same base line."""

    def __init__(self, source: Any, pixels: int, bold: bool, others: OtherFonts) -> None:
        super().__init__(source, pixels)
        self._pixels, self._bold, self._others = pixels, bold, others

    def size(self, text: str) -> tuple[int, int]:  # type: ignore[override]
        """The width and height of a line."""
        if _is_ours(text):
            return super().size(text)
        return sum(picture.get_width() for picture, _ in self._pictures(text, (0, 0, 0))), self.get_linesize()

    def render(self, text: str, antialias: bool, colour: Colour) -> pygame.Surface:  # type: ignore[override]
        """A line of text."""
        if _is_ours(text):
            return super().render(text, antialias, colour)
        pictures = list(self._pictures(text, colour))
        width = sum(picture.get_width() for picture, _ in pictures)
        line = pygame.Surface((width, self.get_linesize()), pygame.SRCALPHA)
        left = 0
        for picture, top in pictures:
            line.blit(picture, (left, top))
            left += picture.get_width()
        return line

    def _pictures(self, text: str, colour: Colour) -> Iterator[tuple[pygame.Surface, int]]:
        """The parts of a line, each with the place of its upper edge."""
        for face, part in parts_of(text, self._bold):
            font = None if face == OURS else self._others.font(face, self._pixels)
            if font is None:
                yield super().render(part, True, colour), 0
                continue
            picture = font.render(part, True, colour)
            height = self.get_linesize()
            if picture.get_height() > TALLEST * height:
                picture = picture.convert_alpha() if pygame.display.get_surface() else picture
                width = max(1, picture.get_width() * height // picture.get_height())
                yield pygame.transform.smoothscale(picture, (width, height)), 0
            else:
                yield picture, self.get_ascent() - font.get_ascent()


def parts_of(text: str, bold: bool = False) -> Iterator[tuple[Face, str]]:
    """The parts of a text that one font can write. Marks stay with their letters, and blanks between them."""
    face, part, blanks = OURS, "", ""
    for letter in text:
        if part and (letter in JOINERS or unicodedata.category(letter)[0] == "M"):
            part, blanks = part + blanks + letter, ""
        elif part and face != OURS and unicodedata.category(letter)[0] in "ZP" and _is_ours(letter):
            blanks += letter
        else:
            own = face_of(letter, bold)
            if own == face:
                part, blanks = part + blanks + letter, ""
                continue
            if part:
                yield face, part
            if blanks and own != OURS:
                yield OURS, blanks
                blanks = ""
            face, part, blanks = own, blanks + letter, ""
    if part:
        yield face, part
    if blanks:
        yield OURS, blanks


@lru_cache(maxsize=4096)
def face_of(letter: str, bold: bool) -> Face:
    """The font that writes a letter; ours if there is no better one."""
    if _is_ours(letter):
        return OURS
    path = file_with(letter, bold)
    return OURS if path is None else Face(path, SCRIPTS.get(script_of(letter), ""))


def _is_ours(text: str) -> bool:
    return text.isascii() or all(map(_is_our_letter, text))


@lru_cache(maxsize=4096)
def _is_our_letter(letter: str) -> bool:
    """Whether our font has the letter, and it needs no shaping."""
    return ord(letter) not in SHAPED and has(_our_path(), letter)


@cache
def _our_path() -> Path:
    return Path(str(resources.files("pygame_gui.data") / FACES[False, False]))


class Lettering:
    """Fonts by size, weight and slant; those used last stay open."""

    def __init__(self) -> None:
        self._fonts: OrderedDict[tuple[int, bool, bool], pygame.Font] = OrderedDict()
        self._others = OtherFonts()

    def font(self, pixels: int, bold: bool = False, italic: bool = False) -> pygame.Font:
        """The font with a height of about ``pixels``."""
        key = (pixels, bold, italic)
        if key not in self._fonts:
            face = _face(FACES[bold, italic])
            with _OPENING:
                if not pygame.font.get_init():
                    pygame.font.init()
                # SDL keeps reading from it.
                self._fonts[key] = LineFont(io.BytesIO(face), pixels, bold, self._others)
                if len(self._fonts) > KEPT:
                    self._fonts.popitem(last=False)
        self._fonts.move_to_end(key)
        return self._fonts[key]


@cache
def _face(file: str) -> bytes:
    """The bytes of a font's file, which its fonts of all sizes share."""
    return (resources.files("pygame_gui.data") / file).read_bytes()

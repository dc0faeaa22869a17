"""Lines of text as surfaces, each rendered once and cached.

Figurine notation: moves written with pictures of the pieces instead of their letters.

In a text a picture is one character of Unicode's private use area; `look/words.py` draws it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING

import pygame

from wormhole import assets
from wormhole.base.quoting import printable
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.theme import Colour

if TYPE_CHECKING:
    from wormhole import PieceType

FIRST = 0xE000
FIGURES = re.compile(f"[{chr(FIRST)}-{chr(FIRST + 255)}]")
"""Any picture of a piece in a text."""
_LETTERS = re.compile(r"^[A-Z](?=[a-z1-9x@])|(?<=[=/])[A-Z]")
"""In SAN: the letter of the piece that moves or is dropped, and of the one that it becomes or lets in."""


def figured(san: str, piece_types: Mapping[str, PieceType]) -> str:
    """The move with a picture for each piece that the program has one of."""

    def figure(letter: re.Match[str]) -> str:
        piece_type = piece_types.get(letter[0])
        return letter[0] if piece_type is None else _figures().get(piece_type.sprite, letter[0])

    return _LETTERS.sub(figure, san)


def sprite_of(figure: str) -> str:
    """The name of the picture that a character stands for."""
    return _sprites()[ord(figure) - FIRST]


@cache
def _sprites() -> tuple[str, ...]:
    return tuple(sorted(assets.piece_pictures()))


@cache
def _figures() -> Mapping[str, str]:
    return {sprite: chr(FIRST + index) for index, sprite in enumerate(_sprites())}


WHITE = (255, 255, 255)
KEPT = 400  # lines: enough for a few screens
WIDTHS_KEPT, HEIGHTS_KEPT = 2000, 200
_BREAKS = re.compile(r"[ \t\n\r]+(?![·\u2013])")
"""Where a line may be broken: not at a no-break space, nor before a dot or dash between two parts."""
_SENTENCES = re.compile(r"(?<=[.!?]) ")
LEAST_PIXELS = 11  # text that does not fit shrinks to this before it is cut off


Figure = Callable[[str, int, Colour], pygame.Surface]
"""Draws a piece, by the name of its picture, in a size and one colour."""
MOST_SMALLER = 0.9
FIGURE_SIZE = 1.3
"""The height of a piece in a text, relative to the text's size."""
FIGURE_ADVANCE = 0.86
"""The width that it takes, relative to its height."""


class Words:
    """Renders, measures and wraps text, with pieces in it; caches rendered lines."""

    def __init__(self, lettering: Lettering, figure: Figure | None = None) -> None:
        self._lettering = lettering
        self._figure = figure
        self._line = lru_cache(maxsize=KEPT)(self._rendered)
        self._width = lru_cache(maxsize=WIDTHS_KEPT)(self._measured)
        self._height = lru_cache(maxsize=HEIGHTS_KEPT)(lambda pixels: lettering.font(pixels).get_linesize())

    def line(
        self, text: str, pixels: int, colour: Colour, bold: bool = False, italic: bool = False
    ) -> pygame.Surface:
        """One line of text, as high as the font's line."""
        return self._line(text, pixels, colour, bold, italic)

    def clear(self) -> None:
        """Remove all lines and close the fonts, each of which keeps the picture of every letter it drew."""
        self._line.cache_clear()
        self._width.cache_clear()
        self._height.cache_clear()
        self._lettering.close()
        if "labels" in vars(self):
            self.labels.clear()

    @cached_property
    def labels(self) -> Words:
        """The same for the texts of widgets, whose letters are set closer."""
        return Words(Lettering("Latn"), self._figure)

    def inked(self, text: str, pixels: int, colour: Colour, bold: bool = False) -> pygame.Surface:
        """One line of text with premultiplied alpha, for pictures that have it, too."""
        line = self.line(text, pixels, WHITE, bold).premul_alpha()
        line.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
        return line

    def width(self, text: str, pixels: int, bold: bool = False, italic: bool = False) -> int:
        """The width of a line in pixels."""
        return self._width(text, pixels, bold, italic)

    def _measured(self, text: str, pixels: int, bold: bool, italic: bool) -> int:
        font = self._lettering.font(pixels, bold, italic)
        if FIGURES.search(text) is None:
            return font.size(printable(text))[0]
        letters = sum(font.size(printable(part))[0] for part in FIGURES.split(text) if part)
        return letters + len(FIGURES.findall(text)) * _figure_advance(pixels)

    def height(self, pixels: int) -> int:
        """The distance from one line to the next in pixels."""
        return self._height(pixels)

    def middle(self, pixels: int, bold: bool = False) -> int:
        """From the top of a line to the middle of its letters, without what is below the base line."""
        font = self._lettering.font(pixels, bold)
        below = 1 - font.get_descent()
        return below + round((font.get_ascent() - below) / 2)

    def largest(self, texts: Iterable[str], pixels: int, width: int, bold: bool = False) -> int:
        """The largest size, from LEAST_PIXELS to ``pixels``, at which all ``texts`` fit."""
        texts = tuple(texts)

        def widest(size: int) -> int:
            return max((self.width(text, size, bold) for text in texts), default=0)

        needed = widest(pixels)
        if needed <= width or pixels <= LEAST_PIXELS:
            return pixels
        # A font is opened for each size that is tried, so the search begins near the end.
        size = max(LEAST_PIXELS, min(pixels - 1, pixels * width // needed))
        while size > LEAST_PIXELS and widest(size) > width:
            size -= 1
        while size < pixels - 1 and widest(size + 1) <= width:
            size += 1
        return size

    def nearly(self, text: str, pixels: int, width: int, bold: bool = False) -> int:
        """The largest size at which a text fits, at most a tenth smaller than ``pixels``; else ``pixels``.

        Letters are not exactly twice as wide in twice the size.
        """
        if MOST_SMALLER * self.width(text, pixels, bold) > width:
            return pixels
        size = self.largest([text], pixels, width, bold)
        return size if self.width(text, size, bold) <= width else pixels

    def first_fitting(self, texts: Sequence[str], pixels: int, width: int, bold: bool = False) -> str:
        """The first of `texts`, which become shorter, that fits; else the last one with an ellipsis."""
        fits = (text for text in texts if self.width(text, pixels, bold) <= width)
        return next(fits, None) or self.fitted(texts[-1], pixels, width, bold)

    def fitted(self, text: str, pixels: int, width: int, bold: bool = False) -> str:
        """`text`, or as much of it as fits into `width` with an ellipsis."""
        if self.width(text, pixels, bold) <= width:
            return text
        fits, too_many = 0, len(text)
        while too_many - fits > 1:
            middle = (fits + too_many) // 2
            if self.width(text[:middle] + "…", pixels, bold) <= width:
                fits = middle
            else:
                too_many = middle
        return text[:fits].rstrip(" ·,") + "…"

    def wrapped(self, text: str, pixels: int, width: int, bold: bool = False) -> list[str]:
        """`text` broken into lines no wider than `width`, between words or within one that is too long."""
        lines: list[str] = []
        words = [
            part for word in _BREAKS.split(text) if word for part in self._parts(word, pixels, width, bold)
        ]
        for word in words:
            if lines and self.width(f"{lines[-1]} {word}", pixels, bold) <= width:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines

    def lines_within(self, text: str, pixels: int, size: tuple[int, int], bold: bool = False) -> list[str]:
        """The lines of `text` in a room of that size; if there are too many, the last one ends with an
        ellipsis."""
        lines = self.wrapped(text, pixels, size[0], bold)
        most = max(0, size[1] // self.height(pixels))
        if len(lines) <= most:
            return lines
        rest = " ".join(lines[most - 1 :]) if most else ""
        return [*lines[: most - 1], self.fitted(rest, pixels, size[0], bold)] if most else []

    def write(
        self,
        surface: pygame.Surface,
        text: str,
        pixels: int,
        colour: Colour,
        *,
        width: int | None = None,
        bold: bool = False,
        italic: bool = False,
        **at: tuple[int, int],
    ) -> pygame.Rect:
        """Draw a line, no wider than ``width``, with a point of it, such as ``midleft``, at a pixel.

        Returns its rectangle.
        """
        fitted = text if width is None else self.fitted(text, pixels, width, bold)
        line = self.line(fitted, pixels, colour, bold, italic)
        place = line.get_rect(**at)
        surface.blit(line, place)
        return place

    def draw(
        self,
        surface: pygame.Surface,
        lines: Iterable[str],
        pixels: int,
        colour: Colour,
        topleft: tuple[int, int],
        bold: bool = False,
    ) -> int:
        """Draw lines below each other; returns the top of the next one."""
        left, top = topleft
        for text in lines:
            surface.blit(self.line(text, pixels, colour, bold), (left, top))
            top += self.height(pixels)
        return top

    def draw_centred(
        self, surface: pygame.Surface, text: str, pixels: int, colour: Colour, room: pygame.Rect
    ) -> None:
        """Draw a text in the middle of a room, without the lines that do not fit."""
        height = self.height(pixels)
        lines = self.wrapped(text, pixels, room.width)
        top = max(room.top, room.centery - len(lines) * height // 2)
        for each in lines[: max(1, room.height // height)]:
            self.write(surface, each, pixels, colour, midtop=(room.centerx, top))
            top += height

    def _rendered(self, text: str, pixels: int, colour: Colour, bold: bool, italic: bool) -> pygame.Surface:
        font = self._lettering.font(pixels, bold, italic)
        if self._figure is None or FIGURES.search(text) is None:
            return font.render(printable(text), True, colour)
        line = pygame.Surface((self.width(text, pixels, bold, italic), font.get_linesize()), pygame.SRCALPHA)
        left, size, advance = 0, round(FIGURE_SIZE * pixels), _figure_advance(pixels)
        for part in re.split(f"({FIGURES.pattern})", text):
            if FIGURES.fullmatch(part):
                picture = self._figure(sprite_of(part), size, colour)
                line.blit(picture, picture.get_rect(center=(left + advance // 2, line.get_height() // 2)))
                left += advance
            elif part:
                letters = font.render(printable(part), True, colour)
                line.blit(letters, (left, 0))
                left += letters.get_width()
        return line

    def sentences_within(self, text: str, pixels: int, size: tuple[int, int]) -> list[str]:
        """The lines of as many whole sentences of `text` as fit into a room of that size."""
        most = size[1] // self.height(pixels)
        sentences = _SENTENCES.split(text)
        while sentences and len(lines := self.wrapped(" ".join(sentences), pixels, size[0])) > most:
            sentences.pop()
        return lines if sentences else []

    def _parts(self, word: str, pixels: int, width: int, bold: bool) -> list[str]:
        """The word, split if it is wider than a line, such as a path."""
        if self.width(word, pixels, bold) <= width:
            return [word]
        parts = [""]
        for character in word:
            if parts[-1] and self.width(parts[-1] + character, pixels, bold) > width:
                parts.append("")
            parts[-1] += character
        return parts


def _figure_advance(pixels: int) -> int:
    return round(FIGURE_ADVANCE * FIGURE_SIZE * pixels)

"""What stands in a window: widgets, layers, words and groups of them, each placed by a layout.

They are made once. `arranged` gives them their rectangles whenever the window's size or its look changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pygame

from wormhole.gui.look.card import well
from wormhole.gui.look.focus import Widget
from wormhole.gui.look.layout import Box, Part
from wormhole.gui.look.look import Look, TextSize

Ink = Literal["ink", "muted", "accent", "alarm"]
"""The name of a colour of the theme for text."""


class Painting:
    """What its owner draws on its card, where it stays until everything is placed again."""

    def draw(self, look: Look, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it in a rectangle of the surface."""
        raise NotImplementedError


class Well(Painting):
    """The darker ground of a list or a text."""

    def draw(self, look: Look, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it as large as the rectangle."""
        surface.blit(well(look, rect.size), rect)


class Caption(Painting):
    """A line of text. It may be smaller where there is little room."""

    def __init__(
        self, text: str, ink: Ink = "muted", size: TextSize = "small", is_shrinking: bool = False
    ) -> None:
        self.text = text
        self._ink: Ink = ink
        self._size: TextSize = size
        self._is_shrinking = is_shrinking

    def draw(self, look: Look, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it at the left, vertically centred."""
        pixels, words = look.text(self._size), look.words
        fit = words.largest([self.text], pixels, rect.width)
        pixels = fit if self._is_shrinking else words.nearly(self.text, pixels, rect.width)
        ink = getattr(look.theme.colour, self._ink)
        words.write(surface, self.text, pixels, ink, width=rect.width, midleft=rect.midleft)


Leaf = Widget | Painting | Callable[[pygame.Rect], None]
"""What a layout places. A function is called with its rectangle."""

Layout = Box[Any]
"""Rows and columns of leaves and groups; names stand for empty space, and for boxes."""
Parts = dict[Any, Part[Any]]
"""What stands in a row or a column, with the sizes."""


class Group:
    """Several leaves with a layout of their own, such as a form."""

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """Where everything stands."""
        raise NotImplementedError

    def settle(self, look: Look) -> None:
        """Do nothing; called when its leaves have their places."""


def arranged(layout: Layout, look: Look, room: pygame.Rect) -> Iterator[tuple[Leaf, pygame.Rect]]:
    """Place all leaves of a layout, and of its groups, in a rectangle of the window."""
    for leaf, rect in layout.at(room).items():
        if isinstance(leaf, Group):
            yield from arranged(leaf.layout(look, rect), look, rect)
            leaf.settle(look)
        elif not isinstance(leaf, str):
            if isinstance(leaf, Widget):
                leaf.place(look, rect)
            yield leaf, rect

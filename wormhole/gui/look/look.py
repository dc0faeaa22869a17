"""Look: the means by which everything on screen is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import pygame

from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import BoardStyle, Theme
from wormhole.gui.look.words import Words, figured

if TYPE_CHECKING:
    from wormhole import PieceType

TextSize = Literal["note", "small", "body", "title", "display"]
NOTE_PIXELS = 13


@dataclass(frozen=True)
class Look:
    """The means of drawing: theme, art, text, backdrop and scale."""

    theme: Theme
    sprites: Sprites
    words: Words
    backdrop: Backdrop
    scale: Scale
    board_style: BoardStyle = field(default_factory=BoardStyle)
    pointer: Callable[[], tuple[int, int]] = pygame.mouse.get_pos
    """The pixel of the screens that the pointer is at."""
    figurines: bool = False
    """Whether moves are written with pictures of the pieces."""

    def notation(self, san: str, piece_types: Mapping[str, PieceType]) -> str:
        """A move as the user wants it written: with the pieces' letters or pictures."""
        return figured(san, piece_types) if self.figurines else san

    def text(self, size: TextSize) -> int:
        """A size of text in pixels."""
        return int(getattr(self, size))

    @cached_property
    def note(self) -> int:
        """Size of the smallest text in pixels."""
        return self.scale.text(NOTE_PIXELS)

    @cached_property
    def small(self) -> int:
        """Size of small text in pixels."""
        return self.scale.text(self.theme.text.small)

    @cached_property
    def body(self) -> int:
        """Size of ordinary text in pixels."""
        return self.scale.text(self.theme.text.body)

    @cached_property
    def title(self) -> int:
        """Size of headings in pixels."""
        return self.scale.text(self.theme.text.title)

    @cached_property
    def display(self) -> int:
        """Size of the largest text in pixels."""
        return self.scale.text(self.theme.text.display)

    @cached_property
    def corner(self) -> int:
        """Radius of a card's corners, in pixels."""
        return self.scale.pixels(self.theme.panel.corner)

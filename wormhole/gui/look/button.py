"""A button: its states, its text in the largest size in which it fits, its picture."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame

from wormhole.gui.look.layers import Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.widget_theme import State, button_style, inside_corner, rounded_shape

PICTURE_SHARE = 0.86
"""The size of a picture as a share of the button's height."""

PADDING_PIXELS, PADDING_SHARE = 4, 0.1
"""Between a text and the button's edge: at least, and of the button's height where there is room."""


def do_nothing(*_values: object) -> None:
    """The action of a widget that is closed."""


class Button:
    """A rounded rectangle with a text, and the action of a press."""

    def __init__(
        self, text: str, action: Callable[[], None], kind: str | None = None, tip: Tip | None = None
    ) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.action = action
        self.kind = kind
        """One of the kinds of `widget_theme`; None for an ordinary button."""
        self.tip = tip
        self.name = ""
        """What it is called, if it has a picture instead of a text."""
        self.is_enabled = True
        self.is_selected = False
        """Whether it is shown as chosen."""
        self.hovered = False
        """Whether the pointer is on it, and it is not being pressed."""
        self._pictures: dict[State, pygame.Surface] = {}
        self._picture: pygame.Surface | None = None
        self._text = text
        self._text_pixels: int | None = None
        self._alike: Sequence[Button] = (self,)
        """The buttons whose texts have one size."""

    def place(self, look: Look, rect: pygame.Rect) -> None:
        """Fill a rectangle of the window, in this look."""
        self.rect = rect.copy()
        self._style = button_style(look.theme, look.scale, self.kind)
        self._words = look.words.labels
        self._measure_again()

    def enable(self, can: bool) -> None:
        """Enable or disable it. One that is disabled is no longer chosen."""
        if not can:
            self.is_selected = False
        self.is_enabled = can

    def allow(self, trouble: str) -> None:
        """Enable it or, if there is a reason against it, disable it with that as its tooltip."""
        self.enable(not trouble)
        self.tip = Tip(trouble) if trouble else None

    def close(self) -> None:
        """Let go of what its action refers to."""
        self.action = do_nothing

    @property
    def text(self) -> str:
        """What is written on it."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self._measure_again()

    @property
    def picture(self) -> pygame.Surface | None:
        """A small picture at its left, of `picture_pixels`."""
        return self._picture

    @picture.setter
    def picture(self, picture: pygame.Surface | None) -> None:
        if picture is not self._picture:
            self._picture = picture
            self._measure_again()

    @property
    def picture_pixels(self) -> int:
        """The size of its picture."""
        return round(PICTURE_SHARE * self.rect.height)

    @property
    def text_pixels(self) -> int:
        """The size of its text: the largest one in which all texts that are to be alike fit."""
        if self._text_pixels is None:
            pixels = min(each.largest_text_pixels() for each in self._alike)
            for each in self._alike:
                each._text_pixels = pixels
            return pixels
        return self._text_pixels

    def _measure_again(self) -> None:
        for each in self._alike:
            each._text_pixels = None
            each._pictures.clear()

    def largest_text_pixels(self) -> int:
        """The largest size in which the text fits: the theme's or a smaller one."""
        style = self._style
        padding = max(PADDING_PIXELS, round(PADDING_SHARE * self.rect.height))
        return self._words.largest([self._text], style.text, self._room(padding), style.bold)

    @property
    def fits(self) -> bool:
        """Whether the text is within the button."""
        return self._text_width <= self._room(PADDING_PIXELS)

    @property
    def state(self) -> State:
        """How it is shown."""
        if self.is_selected:
            return State.CHOSEN
        if not self.is_enabled:
            return State.DISABLED
        return State.HOVERED if self.hovered else State.NORMAL

    @property
    def look(self) -> Hashable:
        """What its picture depends on."""
        return self.state, self._text, self.text_pixels, id(self._picture)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it; each state is drawn once."""
        state = self.state
        if state not in self._pictures:
            self._pictures[state] = self._drawn(state)
        surface.blit(self._pictures[state], self.rect, special_flags=pygame.BLEND_PREMULTIPLIED)

    @property
    def _text_width(self) -> int:
        return self._words.width(self._text, self.text_pixels, self._style.bold)

    def _room(self, padding: int) -> int:
        """The width for a text with this space beside it."""
        left = padding if self._style.indent is None else self._style.indent
        beside = 0 if self._picture is None else 2 * self.rect.height  # the text stays in the middle
        return self.rect.width - left - padding - beside

    def _drawn(self, state: State) -> pygame.Surface:
        style, paint = self._style, self._style.paints[state]
        shape = rounded_shape(self.rect.size, style.corner, style.border, paint)
        if not self._text and self._picture is None:
            return shape
        picture = shape.copy()
        if self._picture is not None:
            middle = self.rect.height // 2
            face = self._picture.premul_alpha()
            rect = face.get_rect(center=(middle + style.border, middle))
            picture.blit(face, rect, special_flags=pygame.BLEND_PREMULTIPLIED)
        text = self._words.inked(self._text, self.text_pixels, paint.ink, style.bold)
        middle = self._words.middle(self.text_pixels, style.bold)
        place = self._text_left(), self.rect.height // 2 - middle
        picture.blit(text, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        return picture

    def _text_left(self) -> int:
        style, width = self._style, self._text_width
        if style.indent is None:
            return self.rect.width // 2 - min(width, self.rect.width) // 2
        edge = style.border + inside_corner(style.corner)
        is_tight = width > self.rect.width - 2 * edge - style.indent
        return style.indent if is_tight else style.indent + edge


def fit_alike(buttons: Sequence[Button]) -> None:
    """Draw the texts of buttons side by side in one size, in which all fit."""
    for button in buttons:
        button._alike = buttons
        button._measure_again()

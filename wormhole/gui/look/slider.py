"""A slider: a knob on a track, for a value from 0.0 to 1.0."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from wormhole.gui.look.widget_theme import SliderStyle, State, rounded_shape


class Slider:
    """A horizontal slider."""

    def __init__(self, rect: pygame.Rect, value: float, style: SliderStyle) -> None:
        self.rect = rect.copy()
        self.is_enabled = True
        self.hovered = False
        """Whether the pointer is on the knob, and it is not held."""
        self._grip = 0
        """Where the knob is held, in pixels from its left edge."""
        self._style = style
        self.value = value

    @property
    def value(self) -> float:
        """Where the knob is: 0.0 is at the left."""
        return self._value

    @value.setter
    def value(self, value: float) -> None:
        self._value = min(1.0, max(0.0, value))

    @property
    def knob(self) -> pygame.Rect:
        """The knob's place in the window."""
        inside = self.rect.inflate(-2 * self._style.border, -2 * self._style.border)
        return pygame.Rect(
            inside.left + int(self._travel * self._value), inside.top, self._style.knob_width, inside.height
        )

    @property
    def _travel(self) -> int:
        """How far the knob can move, in pixels."""
        return max(1, self.rect.width - 2 * self._style.border - self._style.knob_width)

    def press(self, pixel: tuple[int, int]) -> None:
        """Hold the knob; from elsewhere on the track it comes to the pointer."""
        on_knob = self.knob.collidepoint(pixel)
        self._grip = pixel[0] - self.knob.left if on_knob else self._style.knob_width // 2
        self.drag(pixel)

    def drag(self, pixel: tuple[int, int]) -> None:
        """Move the knob with the pointer."""
        if pixel[0] - self._grip != self.knob.left:
            self.value = (pixel[0] - self._grip - self.rect.left - self._style.border) / self._travel

    @property
    def look(self) -> Hashable:
        """What its picture depends on."""
        return self.knob.left, self._state

    @property
    def _state(self) -> State:
        if not self.is_enabled:
            return State.DISABLED
        return State.HOVERED if self.hovered else State.NORMAL

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the track and the knob."""
        style, state, knob = self._style, self._state, self.knob
        track = style.track[State.NORMAL if self.is_enabled else State.DISABLED]
        for rect, border, paint in ((self.rect, style.border, track), (knob, 0, style.knob[state])):
            shape = rounded_shape(rect.size, style.corner, border, paint)
            surface.blit(shape, rect, special_flags=pygame.BLEND_PREMULTIPLIED)

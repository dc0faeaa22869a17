"""A slider: a knob on a track, for a value from 0.0 to 1.0."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from wormhole.gui.look.button import do_nothing
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import mixed
from wormhole.gui.look.widget_theme import Paint, State, button_style, rounded_shape

STEP = 0.05
"""How far an arrow key moves a slider, usually."""


class Slider:
    """A horizontal slider."""

    def __init__(self, value: float, action: Callable[[float], None], slim_units: float = 0.0) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.action = action
        """Called with the value when a user moves it."""
        self._slim_units = slim_units
        """How much lower it is than its place, in grid units."""
        self.step = STEP
        """How far an arrow key moves it."""
        self.tip: Tip | None = None
        self.is_enabled = True
        self.hovered = False
        """Whether the pointer is on the knob, and it is not held."""
        self._grip = 0
        """Where the knob is held, in pixels from its left edge."""
        self.value = value

    def place(self, look: Look, rect: pygame.Rect) -> None:
        """Fill a rectangle of the window, in this look."""
        self.rect = rect.inflate(0, -look.scale.units(self._slim_units))
        colour, scale = look.theme.colour, look.scale
        asleep = button_style(look.theme, scale, None).paints[State.DISABLED]
        fill, line = mixed(colour.panel, colour.sky_edge, 0.7), mixed(colour.panel_line, colour.muted, 0.3)
        self._paints = {
            State.NORMAL: (Paint(fill, line), Paint(colour.hot, colour.hot)),
            State.HOVERED: (Paint(fill, line), Paint(colour.hot_line, colour.hot_line)),
            State.DISABLED: (Paint(colour.sky_edge, asleep.line), asleep),
        }
        """Of the track and of the knob."""
        self._corner, self._border, self._knob_width = map(scale.pixels, (8, 1, 22))

    def close(self) -> None:
        """Let go of what its action refers to."""
        self.action = do_nothing

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
        inside = self.rect.inflate(-2 * self._border, -2 * self._border)
        return pygame.Rect(
            inside.left + int(self._travel * self._value), inside.top, self._knob_width, inside.height
        )

    @property
    def _travel(self) -> int:
        """How far the knob can move, in pixels."""
        return max(1, self.rect.width - 2 * self._border - self._knob_width)

    def press(self, pixel: tuple[int, int]) -> None:
        """Hold the knob; from elsewhere on the track it comes to the pointer."""
        on_knob = self.knob.collidepoint(pixel)
        self._grip = pixel[0] - self.knob.left if on_knob else self._knob_width // 2
        self.drag(pixel)

    def drag(self, pixel: tuple[int, int]) -> None:
        """Move the knob with the pointer."""
        if pixel[0] - self._grip != self.knob.left:
            self.value = (pixel[0] - self._grip - self.rect.left - self._border) / self._travel

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
        track, knob = self._paints[self._state]
        for rect, border, paint in ((self.rect, self._border, track), (self.knob, 0, knob)):
            shape = rounded_shape(rect.size, self._corner, border, paint)
            surface.blit(shape, rect, special_flags=pygame.BLEND_PREMULTIPLIED)

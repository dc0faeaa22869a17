"""The keyboard focus among the widgets of a screen: how keys move it, its ring, the keys that press."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

import pygame

from wormhole.gui.look.button import Button
from wormhole.gui.look.card import rounded
from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look
from wormhole.gui.look.slider import Slider
from wormhole.gui.look.text_field import TextField

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
PRESSING = (*ENTER, pygame.K_SPACE)
"""The keys that press what has the focus."""
PAGE_KEYS = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
"""The keys that turn pages, each with its step."""

KEY_REPEAT_MILLISECONDS = 500, 25
"""When a held key begins to repeat itself in a text field, and how often it does."""
ASIDE_WEIGHT = 3
"""How much more a pixel aside counts than one ahead, where two widgets do not overlap."""


class FocusArea(Area):
    """A rectangle that is drawn by others but can have the keyboard focus, such as a list."""

    can_focus = True

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Do nothing."""


Widget = Button | Slider | TextField | Area
Mark = tuple[int | None, bool]
"""Which widget has the focus, counted as they were added, and whether its ring is shown."""


class KeyboardFocus:
    """The focus among the widgets of a screen."""

    def __init__(self, look: Look) -> None:
        self.dress(look)
        self._is_ring_shown = False
        self._ring_drawn: pygame.Rect | None = None
        self.widget: Widget | None = None
        """The widget that has the focus."""
        self.field: TextField | None = None
        """The text field that has it: there, and only there, held keys repeat."""

    def dress(self, look: Look) -> None:
        """Draw the ring in this look."""
        self._colour, self._pixels = look.theme.colour.accent, look.scale.pixels(2)

    def give(self, widget: Widget, is_ring_shown: bool = False) -> None:
        """Give a widget the focus; its ring is shown from now on, or stays as it is."""
        self.widget = widget
        self._is_ring_shown |= is_ring_shown
        self.write_in(widget if isinstance(widget, TextField) else None)

    def leave(self) -> None:
        """Let nothing have the focus."""
        self.widget = None
        self.write_in(None)
        self._is_ring_shown = False

    def write_in(self, field: TextField | None) -> None:
        """Let this text field have the caret, or none."""
        if field is self.field:
            return
        if self.field is not None:
            self.field.leave()
        self.field = field
        if field is not None:
            field.focus()
        self.repeat_keys()

    def repeat_keys(self) -> None:
        """Let held keys repeat themselves if a text field has the focus."""
        pygame.key.set_repeat(*(KEY_REPEAT_MILLISECONDS if self.field is not None else (0,)))

    def hide_ring(self) -> None:
        """Hide the ring until a key moves the focus."""
        self._is_ring_shown = False

    def mark(self, everything: Sequence[Widget]) -> Mark:
        """The place of the focus among all widgets."""
        index = everything.index(self.widget) if self.widget in everything else None
        return index, self._is_ring_shown

    def give_again(self, mark: Mark, everything: Sequence[Widget]) -> None:
        """Give the focus to the widget with this mark, after all were rebuilt."""
        index, is_ring_shown = mark
        if index is not None and index < len(everything):
            self.give(everything[index], is_ring_shown)

    def go_round(self, widgets: Sequence[Widget], step: int) -> None:
        """Move the focus on among these, the ones that can be reached in reading order, and show it."""
        self._is_ring_shown = True
        if not widgets:
            return
        if self.widget in widgets:
            self.give(widgets[(widgets.index(self.widget) + step) % len(widgets)])
        else:
            self.give(widgets[0 if step > 0 else -1])

    def go_toward(self, widgets: Sequence[Widget], direction: tuple[int, int]) -> None:
        """Move the focus to the nearest of these in that direction, and show it."""
        if self.widget is None:
            self.go_round(widgets, 1)
            return
        self._is_ring_shown = True
        self.give(nearest(self.widget, widgets, direction))

    @property
    def ring(self) -> pygame.Rect | None:
        """Where the ring is; a text field shows the focus by its caret."""
        if self.widget is None or not self._is_ring_shown or isinstance(self.widget, TextField):
            return None
        return pygame.Rect(self.widget.rect).inflate(4 * self._pixels, 4 * self._pixels)

    def changed(self) -> list[pygame.Rect]:
        """The areas where the ring was drawn last and is to be drawn now, if these differ."""
        ring, before = self.ring, self._ring_drawn
        self._ring_drawn = ring
        return [] if ring == before else [area for area in (ring, before) if area is not None]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the ring."""
        ring = self.ring
        if ring is not None:
            corner = min(ring.height // 4, 7 * self._pixels)
            rounded(surface, self._colour, ring, corner, self._pixels)


class HasPlace(Protocol):
    """What can have the focus."""

    rect: pygame.Rect


Placed = TypeVar("Placed", bound=HasPlace)


def nearest(here: Placed, others: Iterable[Placed], direction: tuple[int, int]) -> Placed:
    """The widget that is nearest in this direction; `here` if there is none."""
    distances = ((_distance(here.rect, other.rect, direction), other) for other in others)
    ahead = [(distance, other) for distance, other in distances if distance is not None]
    return min(ahead, key=lambda pair: pair[0])[1] if ahead else here


def _distance(here: pygame.Rect, there: pygame.Rect, direction: tuple[int, int]) -> int | None:
    """How far it is from one rectangle to another; None if that is not in this direction."""
    across, down = there.centerx - here.centerx, there.centery - here.centery
    ahead = across * direction[0] + down * direction[1]
    if ahead <= 0:
        return None
    aside = abs(across * direction[1]) + abs(down * direction[0])
    if direction[1]:
        overlaps = here.left < there.right and there.left < here.right
    else:
        overlaps = here.top < there.bottom and there.top < here.bottom
    return ahead + (0 if overlaps else ASIDE_WEIGHT * aside)

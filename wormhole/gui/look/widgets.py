"""The buttons, sliders and text fields of a screen as one layer, for mouse and keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from math import dist

import pygame

from wormhole.gui.look.button import Button
from wormhole.gui.look.focus import ENTER, PRESSING, FocusArea, KeyboardFocus, Mark, Widget
from wormhole.gui.look.layers import Area, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.scroll_area import DOUBLE_PRESS_SECONDS
from wormhole.gui.look.slider import Slider
from wormhole.gui.look.text_field import CARET_PAUSE_SECONDS, TextField
from wormhole.gui.look.view import Layout, Leaf, arranged

Action = Callable[[], None]
Seen = Button | Slider | TextField

DOUBLE_PRESS_PIXELS = 4
_ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_ENDS = {pygame.K_HOME: -1.0, pygame.K_END: 1.0}
"""What moves a slider to its ends."""


class Widgets:
    """Buttons, sliders and text fields of one screen or dialog."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._focus = KeyboardFocus(look)
        self._seen: list[Seen] = []
        self._areas: list[Area] = []
        self._drawn: set[tuple[Hashable, tuple[int, ...]]] = set()
        self._held: Seen | None = None
        """What the mouse button went down on, until it is up again."""
        self._pressed: tuple[TextField, Pixel, float] | None = None
        """The text field that was pressed last, where, and when."""
        self._is_new = True
        """Whether widgets were added since the pointer was looked for."""
        self._blinked_at: float | None = None

    # Making

    def show(self, look: Look, widgets: Iterable[Widget]) -> None:
        """Show these widgets, which have their places, and no others. The focus stays if its widget does."""
        shown = tuple(widgets)
        self._look = look
        self._focus.dress(look)
        self._seen = [each for each in shown if not isinstance(each, Area)]
        self._areas = [each for each in shown if isinstance(each, Area) and each.can_focus]
        self._is_new = True
        if self._focus.widget not in self.everything:
            self._focus.widget = None
            self._focus.write_in(None)
        if self._focus.field is not None:
            self._focus.repeat_keys()  # a dialog above may have turned that off

    def button(
        self, rect: pygame.Rect, text: str, action: Action, kind: str | None = None, tip: Tip | None = None
    ) -> Button:
        """Add a button for `action`, perhaps with a tooltip. `kind` is a constant of widget_theme."""
        button = Button(text, action, kind, tip)
        self.add(button, rect)
        return button

    def text_line(
        self,
        rect: pygame.Rect,
        text: str,
        most: int,
        placeholder: str = "",
        action: Callable[[str], None] | None = None,
    ) -> TextField:
        """Add a text field of one line and at most `most` characters; `placeholder` is shown if empty.

        `action` is called with the text whenever it was changed.
        """
        field = TextField(text, most, placeholder, action)
        self.add(field, rect)
        return field

    def area(self, rect: pygame.Rect) -> FocusArea:
        """Add an area that Tab reaches; its owner handles its keys."""
        area = FocusArea(rect)
        self._areas.append(area)
        return area

    def fill(self, box: Layout, room: pygame.Rect) -> list[tuple[Leaf, pygame.Rect]]:
        """Show the widgets of a layout, too; returns its other leaves with their rectangles."""
        others: list[tuple[Leaf, pygame.Rect]] = []
        for leaf, rect in arranged(box, self._look, room):
            if isinstance(leaf, Button | Slider | TextField):
                self.add(leaf, rect)
            else:
                others.append((leaf, rect))
        return others

    def add(self, widget: Seen, rect: pygame.Rect) -> None:
        """Show a widget in a rectangle of the window, too."""
        widget.place(self._look, rect)
        self._is_new = True
        self._seen.append(widget)

    # Changing

    def select(self, field: TextField, start: int, end: int) -> None:
        """Focus a text field and select its characters from `start` to `end`."""
        self.focus(field)
        field.select(start, end)

    def remove(self, button: Button) -> None:
        """Remove a button."""
        if self._focus.widget is button:
            self._focus.widget = None
        self._seen.remove(button)
        button.close()

    def close(self) -> None:
        """Release everything at once, rather than at the next collection of reference cycles."""
        self.leave()  # a text field that keeps the focus would let held keys repeat themselves for ever
        for widget in self._seen:
            widget.close()
        self._drawn.clear()
        self._held = self._pressed = None

    # What there is

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons, in the order in which they were added."""
        return tuple(each for each in self._seen if isinstance(each, Button))

    @property
    def everything(self) -> tuple[Widget, ...]:
        """All widgets, and the areas that can have the focus."""
        return (*self._seen, *self._areas)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The widget at this pixel of the window; areas are their owners' matter."""
        widget = self._widget_at(pixel)
        return None if widget is None else self._spot(widget)

    def _widget_at(self, pixel: Pixel) -> Seen | None:
        return next((widget for widget in self._seen if widget.rect.collidepoint(pixel)), None)

    def _spot(self, widget: Widget) -> Spot:
        pointer = Pointer.TEXT if isinstance(widget, TextField) else Pointer.HAND
        return Spot(tuple(widget.rect), pointer if widget.is_enabled else Pointer.ARROW, widget.tip)

    # The keyboard focus

    def focus(self, widget: Widget, is_ring_shown: bool = False) -> None:
        """Give a widget the keyboard focus. The focus ring appears when a key first moves the focus."""
        self._focus.give(widget, is_ring_shown)

    def is_focused(self, widget: Widget) -> bool:
        """Whether this widget has the keyboard focus."""
        return self._focus.widget is widget

    @property
    def focused(self) -> Widget | None:
        """The widget that has the keyboard focus, if any."""
        return self._focus.widget

    @property
    def has_focus(self) -> bool:
        """Whether any widget has the keyboard focus."""
        return self._focus.widget is not None

    def leave(self) -> None:
        """Clear the keyboard focus."""
        self._focus.leave()

    def focus_mark(self) -> Mark:
        """Which widget has the focus, counted as they were added, and whether its ring is shown."""
        return self._focus.mark(self.everything)

    def focus_again(self, mark: Mark) -> None:
        """Give the focus to the widget with this mark, after everything was laid out again."""
        self._focus.give_again(mark, self.everything)

    def focused_spot(self) -> Spot | None:
        """The widget inside the focus ring."""
        widget = self._focus.widget
        return None if widget is None or self._focus.ring is None else self._spot(widget)

    def _reachable(self) -> list[Widget]:
        """The widgets that can have the focus, in reading order."""
        widgets = [widget for widget in self.everything if widget.is_enabled]
        return sorted(widgets, key=lambda widget: (widget.rect.centery, widget.rect.left))

    # Input

    def handle(self, event: pygame.Event, arrows: bool = True) -> bool:
        """Handle an event; returns whether it was used. `arrows`: the arrow keys move the focus, too."""
        used = self._handle(event, arrows)
        self._find_hovered()
        for each in tuple(self._seen):
            if isinstance(each, TextField):
                each.report()
        if self._focus.field is not None:
            pygame.key.set_text_input_rect(self._focus.field.caret_rect)
        return used

    def _handle(self, event: pygame.Event, arrows: bool) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event, arrows)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._focus.hide_ring()
            return event.button == pygame.BUTTON_LEFT and self._press(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            return self._release(event.pos)
        if event.type == pygame.MOUSEMOTION:
            self._drag(event.pos)
        field = self._focus.field
        if event.type == pygame.TEXTINPUT and (field is not None or not event.text.isprintable()):
            if field is not None and event.text.isprintable():
                field.type(event.text)
            return True
        if event.type == pygame.TEXTEDITING and field is not None:
            field.composition = event.text
            return True
        return False

    def _handle_key(self, event: pygame.Event, arrows: bool) -> bool:
        focused = self._focus.widget
        if event.key == pygame.K_TAB and not event.mod & pygame.KMOD_CTRL:
            step = -1 if event.mod & pygame.KMOD_SHIFT else 1
            self._move_focus(lambda widgets: self._focus.go_round(widgets, step))
            return True
        if isinstance(focused, TextField) and focused.enter is not None and event.key in ENTER:
            focused.enter()
            return True
        if isinstance(focused, TextField) and not _is_for_the_window(event):
            focused.press_key(event)
            return True
        is_press = event.key in PRESSING and not event.mod & pygame.KMOD_CTRL
        if is_press and isinstance(focused, Button):
            if focused.is_enabled:  # it may have been disabled since it got the focus
                focused.action()
            return True
        if event.key in _ENDS and isinstance(focused, Slider):
            self._nudge(focused, _ENDS[event.key])
            return True
        if event.key in _ARROWS:
            across, _ = _ARROWS[event.key]
            if isinstance(focused, Slider) and across:
                self._nudge(focused, across * focused.step)
                return True
            if arrows:
                self._move_focus(lambda widgets: self._focus.go_toward(widgets, _ARROWS[event.key]))
                return True
        return False

    def _move_focus(self, move: Callable[[Sequence[Widget]], None]) -> None:
        """Move the focus by a key; all of a text field that gets it is selected."""
        move(self._reachable())
        field = self._focus.field
        if field is not None:
            field.select(0, len(field.get_text()))

    def _press(self, pixel: Pixel) -> bool:
        widget = self._widget_at(pixel)
        if widget is None or not widget.is_enabled:
            return widget is not None
        self._held = widget
        if isinstance(widget, Slider):
            widget.press(pixel)
            widget.action(widget.value)
        elif isinstance(widget, TextField):
            selecting = widget.is_focused and bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
            self.focus(widget)
            is_double = self._is_double(widget, pixel)
            self._pressed = None if is_double else (widget, pixel, time.monotonic())
            widget.press(pixel, is_double, selecting)
            if is_double:
                self._held = None  # to drag on would select letters
        return True

    def _is_double(self, field: TextField, pixel: Pixel) -> bool:
        """Whether a press on a text field comes soon after another one at the same place."""
        if self._pressed is None:
            return False
        before, place, seconds = self._pressed
        is_near = dist(place, pixel) <= DOUBLE_PRESS_PIXELS
        return before is field and is_near and time.monotonic() - seconds < DOUBLE_PRESS_SECONDS

    def _drag(self, pixel: Pixel) -> None:
        held = self._held
        if isinstance(held, TextField):
            held.drag(pixel)
        elif isinstance(held, Slider) and held.is_enabled:
            before = held.value
            held.drag(pixel)
            if held.value != before:
                held.action(held.value)

    def _release(self, pixel: Pixel) -> bool:
        held, self._held = self._held, None
        if isinstance(held, Button) and held.is_enabled and held.rect.collidepoint(pixel):
            held.action()
        return held is not None

    def _nudge(self, slider: Slider, change: float) -> None:
        slider.value += change
        slider.action(slider.value)

    def _find_hovered(self) -> None:
        """Find out what the pointer is on."""
        self._is_new = False
        pixel = self._look.pointer()
        for widget in self._seen:
            if not isinstance(widget, TextField):
                place = widget.knob if isinstance(widget, Slider) else widget.rect
                can = widget.is_enabled and widget is not self._held
                widget.hovered = can and place.collidepoint(pixel)

    def blink(self, now_seconds: float) -> float:
        """Let the caret blink of the text field that has the focus; returns when it is due next."""
        passed = 0.0 if self._blinked_at is None else now_seconds - self._blinked_at
        self._blinked_at = now_seconds
        self._find_hovered()
        if self._focus.field is None:
            return NEVER
        self._focus.field.blink(passed)
        return now_seconds + CARET_PAUSE_SECONDS

    # The layer

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The areas where a widget appeared, disappeared, moved or changed."""
        if self._is_new:
            self._find_hovered()
        drawn = {(widget.look, tuple(widget.rect)) for widget in self._seen}
        areas = [pygame.Rect(rect) for _, rect in drawn ^ self._drawn]
        self._drawn = drawn
        return areas + self._focus.changed()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw all widgets that the surface's clip does not cut off, and the focus ring."""
        clip = surface.get_clip()
        for widget in self._seen:
            if widget.rect.colliderect(clip):
                widget.draw(surface)
        self._focus.draw(surface)


def _is_for_the_window(event: pygame.Event) -> bool:
    """Whether a key is for the window even while one types: a function key, and to quit."""
    is_quit = event.key == pygame.K_q and bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    return is_quit or pygame.K_F2 <= event.key <= pygame.K_F11

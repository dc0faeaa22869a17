"""pygame_gui's widgets as one layer, redrawn only where they change, for mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame
from pygame_gui.elements import UIButton, UIHorizontalSlider, UITextEntryBox, UITextEntryLine

from wormhole.gui.look.button import Button
from wormhole.gui.look.button_text import fit
from wormhole.gui.look.focus import PRESSING
from wormhole.gui.look.keyboard_focus import Area, KeyboardFocus, Mark, Widget
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.text_field import CARET_PAUSE_SECONDS, TextField, is_full, paste, set_text
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.widget_manager import WidgetManager
from wormhole.rules.quoting import printable

Action = Callable[[], None]


_ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_SLIDER_STEP = 0.05


class Widgets:
    """Buttons, sliders and text fields of one screen or dialog, for one size of the window."""

    def __init__(self, size: tuple[int, int], theme: Theme, scale: Scale) -> None:
        self._ui = WidgetManager(size, theme, scale)
        self._focus = KeyboardFocus(theme.colour.accent, scale.pixels(2), self._ui.set_focus_set)
        self._placeholder_colour = theme.colour.muted
        self._placeholder_left = scale.pixels(10)
        self._actions: dict[UIButton, Action] = {}
        self._sliders: dict[UIHorizontalSlider, Callable[[float], None]] = {}
        self._values: dict[UIHorizontalSlider, float] = {}
        self._steps: dict[UIHorizontalSlider, float] = {}
        self._fields: dict[TextField, int] = {}
        """The text fields, each with the most characters that it takes."""
        self._written: dict[UITextEntryLine, tuple[str, Callable[[str], None]]] = {}
        """Text fields with what was in them last, and the action for another text."""
        self._areas: list[Area] = []
        self._placeholders: dict[UITextEntryLine, str] = {}
        self._tips: dict[Widget, Tip] = {}
        self._pressed: list[UIButton] = []
        self._drawn: set[tuple[pygame.Surface, tuple[int, ...]]] = set()
        self._blinked_at: float | None = None

    def button(
        self, rect: pygame.Rect, text: str, action: Action, kind: str | None = None, tip: Tip | None = None
    ) -> UIButton:
        """Add a button for `action`, perhaps with a tooltip. `kind` is a constant of widget_theme."""
        pressed = self._pressed
        button = Button(rect, text, self._ui, object_id=kind, command=lambda _data: pressed.append(button))
        fit(button)
        self._actions[button] = action
        self.explain(button, tip)
        return button

    def explain(self, widget: Widget, tip: Tip | None) -> None:
        """Give a widget another tooltip, or none."""
        if tip is None:
            self._tips.pop(widget, None)
        else:
            self._tips[widget] = tip

    def explain_all(self, action: Action, tip: Tip) -> None:
        """Give this tooltip to all buttons for `action` that have none."""
        for button, done in self._actions.items():
            if done == action:
                self._tips.setdefault(button, tip)

    def explain_kind(self, kind: str, tip: Tip) -> None:
        """Give this tooltip to all buttons of a kind that have none."""
        for button in self._actions:
            if button.object_ids[-1] == kind:
                self._tips.setdefault(button, tip)

    def slider(self, rect: pygame.Rect, value: float, action: Callable[[float], None]) -> UIHorizontalSlider:
        """Add a slider from 0.0 to 1.0 that calls `action` with its value when it is moved."""
        slider = UIHorizontalSlider(rect, value, (0.0, 1.0), self._ui)
        self._sliders[slider] = action
        self._values[slider] = value
        return slider

    def text_line(
        self,
        rect: pygame.Rect,
        text: str,
        most: int,
        placeholder: str = "",
        action: Callable[[str], None] | None = None,
    ) -> UITextEntryLine:
        """Add a text field of one line and at most `most` characters; `placeholder` is shown if empty.

        `action` is called with the text whenever it was changed.
        """
        line = UITextEntryLine(rect, self._ui)
        self._placeholders[line] = placeholder
        line.set_text_length_limit(most)
        self._fill(line, text, most)
        if action is not None:
            self._written[line] = line.get_text(), action
        return line

    def text_box(self, rect: pygame.Rect, text: str, most: int) -> UITextEntryBox:
        """Add a text field of several lines and at most `most` characters."""
        box = UITextEntryBox(rect, "", self._ui)
        self._fill(box, text, most)
        return box

    def _fill(self, field: TextField, text: str, most: int) -> None:
        set_text(field, printable(text)[:most])
        self._fields[field] = most

    def area(self, rect: pygame.Rect) -> Area:
        """Add an area that Tab reaches; its owner handles its keys."""
        area = Area(rect)
        self._areas.append(area)
        return area

    def select(self, field: TextField, start: int, end: int) -> None:
        """Focus a text field and select its characters from `start` to `end`."""
        self.focus(field)
        field.select_range = [start, end]
        field.edit_position = end
        field.cursor_has_moved_recently = True
        self.settle()

    def set_slider(self, slider: UIHorizontalSlider, value: float, step: float | None = None) -> None:
        """Move a slider without calling its action; `step` is what an arrow key moves it from now on."""
        slider.set_current_value(value)
        self._values[slider] = slider.get_current_value()
        if step is not None:
            self._steps[slider] = step

    def enable(self, button: UIButton | UIHorizontalSlider, can: bool) -> None:
        """Enable or disable a button or slider."""
        if bool(button.is_enabled) != can:
            if can:
                button.enable()
            else:
                button.disable()
            if can and isinstance(button, UIButton) and button.is_selected:
                button.select()  # pygame_gui has forgotten how that looks
            button.update(0.0)

    def write(self, button: UIButton, text: str) -> None:
        """Change a button's text."""
        if button.text != text:
            button.set_text(text)
            fit(button)
            if button.is_selected:
                button.select()  # pygame_gui has forgotten how that looks
            button.update(0.0)

    def light(self, button: UIButton, is_lit: bool) -> None:
        """Show a button as chosen or not."""
        if bool(button.is_selected) != is_lit:
            if is_lit:
                button.select()
            else:
                button.unselect()
            button.update(0.0)

    def remove(self, button: UIButton) -> None:
        """Remove a button."""
        if self._focus.widget is button:
            self._focus.widget = None
        del self._actions[button]
        self.explain(button, None)
        button.kill()

    def focus(self, widget: Widget, is_ring_shown: bool = False) -> None:
        """Give a widget the keyboard focus. The focus ring appears when a key first moves the focus."""
        self._focus.give(widget, is_ring_shown)

    def is_focused(self, widget: Widget) -> bool:
        """Whether this widget has the keyboard focus."""
        return self._focus.widget is widget

    @property
    def buttons(self) -> tuple[UIButton, ...]:
        """All buttons, in the order in which they were added."""
        return tuple(self._actions)

    def focus_mark(self) -> Mark:
        """Which widget has the focus, counted as they were added, and whether its ring is shown."""
        return self._focus.mark(self._everything())

    def focus_again(self, mark: Mark) -> None:
        """Give the focus to the widget with this mark, after everything was laid out anew."""
        self._focus.give_again(mark, self._everything())

    @property
    def has_focus(self) -> bool:
        """Whether any widget has the keyboard focus."""
        return self._focus.widget is not None

    def close(self) -> None:
        """Release everything at once, rather than at the next collection of reference cycles."""
        self.leave()  # a text field that keeps the focus would let held keys repeat themselves for ever
        self._actions.clear()
        self._sliders.clear()
        self._steps.clear()
        self._fields.clear()
        self._written.clear()
        self._pressed.clear()
        self._placeholders.clear()
        self._tips.clear()
        self._drawn.clear()
        root = self._ui.get_root_container()
        assert root is not None
        root.kill()

    def leave(self) -> None:
        """Clear the keyboard focus."""
        self._focus.leave()

    def handle(self, event: pygame.Event, arrows: bool = True) -> bool:
        """Handle an event; returns whether it was used. `arrows`: the arrow keys move the focus, too."""
        used = self._handle(event, arrows)
        for line, (before, action) in list(self._written.items()):
            if line.get_text() != before:
                self._written[line] = line.get_text(), action
                action(line.get_text())
        return used

    def _handle(self, event: pygame.Event, arrows: bool) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event, arrows)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._focus.hide_ring()
            self._focus_pressed_field(event.pos)
        if event.type == pygame.TEXTINPUT and not self._may_type(event.text):
            return True
        used = self._ui.process_events(event)
        self.settle()
        pressed, self._pressed[:] = self._pressed[:], []
        for button in pressed:
            if button in self._actions:
                self._actions[button]()
        for slider, action in list(self._sliders.items()):
            value = slider.get_current_value()
            if value != self._values[slider]:
                self._values[slider] = value
                action(value)
        return used or bool(pressed)

    def settle(self, seconds: float = 0.0) -> None:
        """Let pygame_gui update its state: what is hovered, pressed or new."""
        self._ui.update(seconds)

    def blink(self, now_seconds: float) -> float:
        """Let the caret blink of the text field that has the focus; returns when it is due next."""
        passed = 0.0 if self._blinked_at is None else now_seconds - self._blinked_at
        self._blinked_at = now_seconds
        self.settle(passed)
        return now_seconds + CARET_PAUSE_SECONDS

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The areas where a widget appeared, disappeared, moved or changed."""
        if self._ui.ui_group.should_update_visibility:
            self.settle()
        looks = {
            (element.image, tuple(element.rect))
            for element in self._ui.ui_group.sprites()
            if _is_seen(element)
        }
        areas = [pygame.Rect(rect) for _, rect in looks ^ self._drawn]
        self._drawn = looks
        return areas + self._focus.changed()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw all widgets, and the focus ring."""
        self._ui.draw_ui(surface)
        for line, text in self._placeholders.items():
            if text and not line.get_text():
                # pygame_gui writes a placeholder as if it were typed.
                assert line.font is not None
                words = line.font.render_premul(text, pygame.Color(self._placeholder_colour))
                place = words.get_rect(midleft=(line.rect.left + self._placeholder_left, line.rect.centery))
                surface.blit(words, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        self._focus.draw(surface)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The widget at this pixel of the window; areas are their owners' matter."""
        for widget in (*self._fields, *self._sliders, *self._actions):
            if widget.visible and widget.rect.collidepoint(pixel):
                return self._spot(widget)
        return None

    def focused_spot(self) -> Spot | None:
        """The widget inside the focus ring."""
        widget = self._focus.widget
        return None if widget is None or self._focus.ring is None else self._spot(widget)

    def _spot(self, widget: Widget) -> Spot:
        pointer = Pointer.TEXT if isinstance(widget, TextField) else Pointer.HAND
        return Spot(
            tuple(widget.rect), pointer if widget.is_enabled else Pointer.ARROW, self._tips.get(widget)
        )

    def _handle_key(self, event: pygame.Event, arrows: bool) -> bool:
        if event.key == pygame.K_TAB:
            self._focus.go_round(self._reachable(), -1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        focused = self._focus.widget
        if isinstance(focused, TextField) and not _is_for_the_window(event):
            self._edit(focused, event)
            return True
        if event.key in PRESSING and isinstance(focused, UIButton):
            if focused.is_enabled:  # it may have been disabled since it got the focus
                self._actions[focused]()
            return True
        if event.key in _ARROWS:
            across, _ = _ARROWS[event.key]
            if isinstance(focused, UIHorizontalSlider) and across:
                self._nudge(focused, across)
                return True
            if arrows:
                self._focus.go_toward(self._reachable(), _ARROWS[event.key])
                return True
        return False

    def _may_type(self, text: str) -> bool:
        field = self._focus.widget
        return text.isprintable() and not (
            isinstance(field, TextField) and is_full(field, self._fields[field], text)
        )

    def _focus_pressed_field(self, pixel: tuple[int, int]) -> None:
        for field in self._fields:
            if field.rect.collidepoint(pixel):
                self.focus(field)

    def _edit(self, field: TextField, event: pygame.Event) -> None:
        """Handle a key in a text field."""
        control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_v and control and not event.mod & pygame.KMOD_ALT:
            end = paste(field, self._fields[field])
            self.select(field, end, end)
        else:
            self._ui.process_events(event)
        self.settle()

    def _everything(self) -> list[Widget]:
        return [*self._actions, *self._sliders, *self._fields, *self._areas]

    def _reachable(self) -> list[Widget]:
        """The widgets that can have the focus, in reading order."""
        widgets = [widget for widget in self._everything() if widget.visible and widget.is_enabled]
        return sorted(widgets, key=lambda widget: (widget.rect.centery, widget.rect.left))

    def _nudge(self, slider: UIHorizontalSlider, steps: int) -> None:
        step = self._steps.get(slider, _SLIDER_STEP)
        value = min(1.0, max(0.0, slider.get_current_value() + steps * step))
        self.set_slider(slider, value)
        self.settle()
        self._sliders[slider](value)


def _is_for_the_window(event: pygame.Event) -> bool:
    """Whether a key is for the window even while one types: full screen, and to quit."""
    is_quit = event.key == pygame.K_q and bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    return is_quit or event.key == pygame.K_F11


def _is_seen(element: Any) -> bool:
    return bool(element.visible) and element.image is not None and element.rect.width > 0

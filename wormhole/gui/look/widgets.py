"""The buttons, sliders and text fields of a screen as one layer, for mouse and keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from math import dist

import pygame

from wormhole.gui.look.button import Button
from wormhole.gui.look.focus import PRESSING, FocusArea, KeyboardFocus, Mark, Widget
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.scroll_area import DOUBLE_PRESS_SECONDS
from wormhole.gui.look.slider import Slider
from wormhole.gui.look.text_field import CARET_PAUSE_SECONDS, EditedText, TextField

Action = Callable[[], None]
Seen = Button | Slider | TextField

DOUBLE_PRESS_PIXELS = 4
SLIDER_STEP = 0.05
_ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_ENDS = {pygame.K_HOME: -1.0, pygame.K_END: 1.0}
"""What moves a slider to its ends."""


class Widgets:
    """Buttons, sliders and text fields of one screen or dialog, for one size of the window."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._focus = KeyboardFocus(look.theme.colour.accent, look.scale.pixels(2))
        self._actions: dict[Button, Action] = {}
        """Here and not in the buttons, so that `close` frees whatever the actions refer to."""
        self._sliders: dict[Slider, Callable[[float], None]] = {}
        self._steps: dict[Slider, float] = {}
        self._fields: dict[TextField, tuple[str, Callable[[str], None] | None]] = {}
        """The text fields, each with what was in it last and the action for another text."""
        self._areas: list[FocusArea] = []
        self._tips: dict[Widget, Tip] = {}
        self._drawn: set[tuple[Hashable, tuple[int, ...]]] = set()
        self._held: Seen | None = None
        """What the mouse button went down on, until it is up again."""
        self._pressed: tuple[TextField, Pixel, float] | None = None
        """The text field that was pressed last, where, and when."""
        self._is_new = True
        """Whether widgets were added since the pointer was looked for."""
        self._blinked_at: float | None = None

    # Making

    def button(
        self, rect: pygame.Rect, text: str, action: Action, kind: str | None = None, tip: Tip | None = None
    ) -> Button:
        """Add a button for `action`, perhaps with a tooltip. `kind` is a constant of widget_theme."""
        button = Button(rect, text, kind, self._look)
        self._actions[button] = action
        self._is_new = True
        self.explain(button, tip)
        return button

    def slider(self, rect: pygame.Rect, value: float, action: Callable[[float], None]) -> Slider:
        """Add a slider from 0.0 to 1.0 that calls `action` with its value when it is moved."""
        slider = Slider(rect, value, self._look)
        self._sliders[slider] = action
        self._is_new = True
        return slider

    def text_line(
        self,
        rect: pygame.Rect,
        text: str,
        most: int,
        placeholder: str = "",
        action: Callable[[str], None] | None = None,
        *,
        is_box: bool = False,
    ) -> TextField:
        """Add a text field of one line and at most `most` characters; `placeholder` is shown if empty.

        `action` is called with the text whenever it was changed.
        """
        field = TextField(rect, self._look, EditedText(most), placeholder, is_box)
        field.set_text(text)
        self._fields[field] = field.get_text(), action
        return field

    def text_box(self, rect: pygame.Rect, text: str, most: int) -> TextField:
        """Add a text field of several lines and at most `most` characters."""
        return self.text_line(rect, text, most, is_box=True)

    def area(self, rect: pygame.Rect) -> FocusArea:
        """Add an area that Tab reaches; its owner handles its keys."""
        area = FocusArea(rect)
        self._areas.append(area)
        return area

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
            if button.kind == kind:
                self._tips.setdefault(button, tip)

    # Changing

    def select(self, field: TextField, start: int, end: int) -> None:
        """Focus a text field and select its characters from `start` to `end`."""
        self.focus(field)
        field.select(start, end)

    def set_slider(self, slider: Slider, value: float, step: float | None = None) -> None:
        """Move a slider without calling its action; `step` is what an arrow key moves it from now on."""
        slider.value = value
        if step is not None:
            self._steps[slider] = step

    def enable(self, widget: Button | Slider, can: bool) -> None:
        """Enable or disable a button or slider. One that is disabled is no longer chosen."""
        if widget.is_enabled and not can:
            self._held = None if self._held is widget else self._held
            if isinstance(widget, Button):
                widget.is_selected = False
        widget.is_enabled = can

    def allow(self, button: Button, trouble: str) -> None:
        """Enable a button or, if there is a reason against it, disable it with that as its tooltip."""
        self.enable(button, not trouble)
        self.explain(button, Tip(trouble) if trouble else None)

    def write(self, button: Button, text: str) -> None:
        """Change a button's text."""
        if button.text != text:
            button.text = text

    def light(self, button: Button, is_lit: bool) -> None:
        """Show a button as chosen or not."""
        button.is_selected = is_lit

    def remove(self, button: Button) -> None:
        """Remove a button."""
        if self._focus.widget is button:
            self._focus.widget = None
        del self._actions[button]
        self.explain(button, None)

    def close(self) -> None:
        """Release everything at once, rather than at the next collection of reference cycles."""
        self.leave()  # a text field that keeps the focus would let held keys repeat themselves for ever
        self._actions.clear()
        self._sliders.clear()
        self._steps.clear()
        self._fields.clear()
        self._tips.clear()
        self._drawn.clear()
        self._held = self._pressed = None

    # What there is

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons, in the order in which they were added."""
        return tuple(self._actions)

    @property
    def everything(self) -> tuple[Widget, ...]:
        """All widgets, and the areas that can have the focus."""
        return (*self._actions, *self._sliders, *self._fields, *self._areas)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The widget at this pixel of the window; areas are their owners' matter."""
        widget = self._widget_at(pixel)
        return None if widget is None else self._spot(widget)

    def _widget_at(self, pixel: Pixel) -> Seen | None:
        return next((widget for widget in self._visible if widget.rect.collidepoint(pixel)), None)

    def _spot(self, widget: Widget) -> Spot:
        pointer = Pointer.TEXT if isinstance(widget, TextField) else Pointer.HAND
        return Spot(
            tuple(widget.rect), pointer if widget.is_enabled else Pointer.ARROW, self._tips.get(widget)
        )

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
        for field, (before, action) in list(self._fields.items()):
            text = field.get_text()
            if text != before:
                self._fields[field] = text, action
                if action is not None:
                    action(text)
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
        if event.key == pygame.K_TAB:
            step = -1 if event.mod & pygame.KMOD_SHIFT else 1
            self._move_focus(lambda widgets: self._focus.go_round(widgets, step))
            return True
        if isinstance(focused, TextField) and not _is_for_the_window(event):
            focused.press_key(event)
            return True
        if event.key in PRESSING and isinstance(focused, Button):
            if focused.is_enabled:  # it may have been disabled since it got the focus
                self._actions[focused]()
            return True
        if event.key in _ENDS and isinstance(focused, Slider):
            self._nudge(focused, _ENDS[event.key])
            return True
        if event.key in _ARROWS:
            across, _ = _ARROWS[event.key]
            if isinstance(focused, Slider) and across:
                self._nudge(focused, across * self._steps.get(focused, SLIDER_STEP))
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
            self._sliders[widget](widget.value)
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
        elif isinstance(held, Slider):
            before = held.value
            held.drag(pixel)
            if held.value != before:
                self._sliders[held](held.value)

    def _release(self, pixel: Pixel) -> bool:
        held, self._held = self._held, None
        if isinstance(held, Button) and held in self._actions and held.rect.collidepoint(pixel):
            self._actions[held]()
        return held is not None

    def _nudge(self, slider: Slider, change: float) -> None:
        slider.value += change
        self._sliders[slider](slider.value)

    def _find_hovered(self) -> None:
        """Find out what the pointer is on."""
        self._is_new = False
        pixel = pygame.mouse.get_pos()
        for button in self._actions:
            button.hovered = self._is_hovered(button, button.rect, pixel)
        for slider in self._sliders:
            slider.hovered = self._is_hovered(slider, slider.knob, pixel)

    def _is_hovered(self, widget: Seen, place: pygame.Rect, pixel: Pixel) -> bool:
        return widget.is_enabled and widget is not self._held and place.collidepoint(pixel)

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
        drawn = {(widget.look, tuple(widget.rect)) for widget in self._visible}
        areas = [pygame.Rect(rect) for _, rect in drawn ^ self._drawn]
        self._drawn = drawn
        return areas + self._focus.changed()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw all widgets that the surface's clip does not cut off, and the focus ring."""
        clip = surface.get_clip()
        for widget in self._visible:
            if widget.rect.colliderect(clip):
                widget.draw(surface)
        self._focus.draw(surface)

    @property
    def _visible(self) -> Iterator[Seen]:
        yield from self._actions
        yield from self._sliders
        yield from self._fields


def _is_for_the_window(event: pygame.Event) -> bool:
    """Whether a key is for the window even while one types: full screen, and to quit."""
    is_quit = event.key == pygame.K_q and bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    return is_quit or event.key == pygame.K_F11

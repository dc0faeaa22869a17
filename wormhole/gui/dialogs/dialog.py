"""The bases of all dialogs: a card in the middle of the window with a heading; Esc closes it.

`TextDialog` asks for a text, `ListDialog` shows a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import pygame

from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow
from wormhole.gui.look.card import look_card, shadow
from wormhole.gui.look.focus import Widget
from wormhole.gui.look.layers import Area, Layer, Picture, Tip
from wormhole.gui.look.layout import Column, Fill, in_sight_if_large, is_narrow
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.table import Table
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.look.view import Caption, Group, Layout, Leaf, Painting, arranged
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window.heard import Heard, heard_of
from wormhole.gui.window.keys import SPEAKING, Command, cap_words
from wormhole.gui.window.screen import Opener
from wormhole.gui.window.stage import Stage

HEADING_UNITS = 5
BUTTON_UNITS = 6
SHADOW_UNITS = 4
EVERYWHERE = SPEAKING | {
    Command.MUTE,
    Command.LOUDER,
    Command.QUIETER,
    Command.LARGER_TEXT,
    Command.SMALLER_TEXT,
    Command.USUAL_TEXT,
    Command.MOTION,
    Command.FULL_SCREEN,
    Command.QUIT,
}
"""The commands whose keys work even while a dialog is open."""


class Popup:
    """The base of everything that opens over a screen and waits for the user, without animation."""

    pauses = True
    """Whether the user's clock waits while it is open."""
    is_alone = False
    """Whether what lies below is neither drawn nor updated."""
    is_part = False
    """Whether the dialog below is shown, too: this is a part of it, such as a list that a button opens."""

    @property
    def area(self) -> pygame.Rect | None:
        """The rectangle that it takes; None if it fills the window."""
        return None

    @property
    def layers(self) -> Sequence[Layer]:
        """None of its own."""
        return ()

    @property
    def heard(self) -> Heard:
        """What its layers say."""
        return heard_of(self.layers)

    @property
    def opener(self) -> Opener | None:
        """None: nothing can be dropped on it."""
        return None

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Swallow all commands for the screen below; those in EVERYWHERE are passed on."""
        return command not in EVERYWHERE

    def leave(self, go: Action) -> None:
        """Call `go`, which closes it; if something would be lost, ask the user first."""
        go()

    def update(self, now_seconds: float) -> float:
        """Do nothing; no update is due."""
        return NEVER


class Dialog(Popup, Group):
    """A dialog. Subclasses give `heading`, `size_units` and `layout`, and make their widgets once."""

    layers: Sequence[Layer] = ()
    heading = ""
    """Its English text or, if it is made of several parts, the text in the language in use."""
    padding_units: float = 3
    size_units: tuple[float, float]
    """Width and height of the layout's rectangle, in grid units, unless `inner_units` is overridden."""
    dims = True
    is_elastic = False
    """Whether with enlarged text it can do with the height that the window shows, such as with a list."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.widgets = Widgets(stage.look)
        self.first: Widget | None = None
        """What has the focus at first, and when the widget that had it is gone."""
        self._owned: set[Widget] = set()
        """What is released when the dialog is closed."""
        self._captions: list[tuple[str, pygame.Rect]] = []
        """The words on the card, with their places in the window."""
        self._picture: pygame.Surface
        self._card_layer: Picture | None = None
        self.size = (0, 0)
        """The window's size in pixels."""
        self._rect = pygame.Rect(0, 0, 0, 0)
        self.upper_layers: tuple[Layer, ...] = ()
        """Layers besides text and widgets."""
        self.top_layers: tuple[Layer, ...] = ()
        """Layers above the widgets."""

    @property
    def area(self) -> pygame.Rect | None:
        """The card's rectangle."""
        return self._rect

    @property
    def has_entries(self) -> bool:
        """Whether work was entered that would be lost if it closed (`WithEntries`)."""
        return False

    @property
    def heard(self) -> Heard:
        """The heading, the words on the card that label no widget, and what its layers and the focus say."""
        focused = self.widgets.focused
        label = "" if focused is None else self._label_of(focused)
        if isinstance(focused, TextField) and not (label or focused.placeholder):
            label = _(self.heading)
        labels = {self._label_of(widget) for widget in self.widgets.everything}
        text = " ".join(words for words, _place in self._captions if words not in labels)
        return {"heading": _(self.heading), "text": text, **heard_of(self.layers, self.widgets, label)}

    def _label_of(self, widget: Widget) -> str:
        """The words at the left of a widget, on its line."""
        middle = widget.rect.centery
        before = [
            (place.left, words)
            for words, place in self._captions
            if place.top <= middle < place.bottom and place.left < widget.rect.left
        ]
        return max(before, default=(0, ""))[1]

    def inner_units(self) -> tuple[float, float]:
        """Width and height of the layout's rectangle, in grid units."""
        return self.size_units

    @property
    def is_narrow(self) -> bool:
        """Whether the window is narrow, so that parts stand below each other, not side by side."""
        return is_narrow(self.size)

    def outer(self, size: tuple[int, int]) -> pygame.Rect:
        """The card's rectangle: in the middle of the window, no larger than the window."""
        scale = self.stage.look.scale
        width, height = self.inner_units()
        padding = scale.units(self.padding_units)
        rect = pygame.Rect(
            0,
            0,
            min(scale.units(width) + 2 * padding, size[0] - 2 * scale.unit),
            min(scale.units(height) + self._heading_height() + 2 * padding, size[1] - 2 * scale.unit),
        )
        rect.center = self.room(rect, size).center
        return rect

    def room(self, rect: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
        """Where a card like this is placed: within what is seen of the window or, if it is larger, of all."""
        seen, unit = self.stage.visible, self.stage.look.scale.unit
        fits = rect.width + 2 * unit <= seen.width and rect.height + 2 * unit <= seen.height
        return (seen if fits else pygame.Rect((0, 0), size)).inflate(-2 * unit, -2 * unit)

    def place(self, size: tuple[int, int]) -> None:
        """Lay the dialog out in a window of that size."""
        look = self.stage.look
        scale, colour = look.scale, look.theme.colour
        self.size = size = in_sight_if_large(size) if self.is_elastic else size
        padding, heading = scale.units(self.padding_units), self._heading_height()
        self._rect = self.outer(size)
        line = mixed(colour.panel_line, colour.muted, 0.3)
        self._picture = look_card(look, self._rect.size, colour.panel, line)
        width = self._rect.width - 2 * padding
        pixels = look.words.largest([_(self.heading)], scale.text(22), width, bold=True)
        words, at = _(self.heading), (padding, padding + heading // 2 - scale.unit)
        look.words.write(self._picture, words, pixels, colour.ink, width=width, bold=True, midleft=at)
        inner = self._rect.inflate(-2 * padding, -2 * padding)
        inner.top, inner.height = inner.top + heading, inner.height - heading
        self._place_leaves(look, inner)
        for button in self.widgets.buttons:
            closes = button.action in (self.stage.close_dialog, self.cancel)
            if closes or button.kind == PRIMARY:
                cap = "Esc" if closes else "Enter"
                button.tip = button.tip or Tip("", (cap_words(cap),))
        self._card_layer = Picture(self._picture, self._rect.topleft)
        self._shadow_layer = self._shadow()
        self.arrange()

    def _place_leaves(self, look: Look, inner: pygame.Rect) -> None:
        """Draw what belongs on the card; the rest are layers and widgets."""
        shown: list[Widget] = []
        self._captions = []
        for leaf, place in arranged(self.layout(look, inner), look, inner):
            if isinstance(leaf, Painting):
                if isinstance(leaf, Caption) and leaf.text:
                    self._captions.append((leaf.text, place))
                leaf.draw(look, self._picture, place.move(-self._rect.left, -self._rect.top))
            elif isinstance(leaf, Widget):
                shown.append(leaf)
            else:
                leaf(place)
        self._owned.update(shown)
        self.upper_layers = tuple(each for each in shown if isinstance(each, Area))
        self.widgets.show(look, shown)
        if self.first is not None and not self.widgets.has_focus:
            self.widgets.focus(self.first)
        self.settle(look)

    def own(self, *parts: Leaf | Group) -> None:
        """Release these when the dialog is closed, even if they are never shown."""
        for part in parts:
            self._owned.update(part.buttons if isinstance(part, ButtonRow) else ())
            self._owned.update((part,) if isinstance(part, Widget) else ())

    def arrange(self) -> None:
        """Put the layers together; called again when `upper_layers` changed."""
        if self._card_layer is not None:
            shadows = () if self._shadow_layer is None else (self._shadow_layer,)
            self.layers = (*shadows, self._card_layer, *self.upper_layers, self.widgets, *self.top_layers)

    def write(
        self, text: str, rect: pygame.Rect, colour: Colour | None = None, pixels: int | None = None
    ) -> None:
        """Write a line of text at the left of a rectangle of the window, vertically centred."""
        look = self.stage.look
        self._captions.append((text, rect))
        pixels = look.words.nearly(text, pixels or look.small, rect.width)
        ink = colour or look.theme.colour.ink
        at = (rect.left - self._rect.left, rect.centery - self._rect.top)
        look.words.write(self._picture, text, pixels, ink, width=rect.width, midleft=at)

    def paste(self, picture: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw a picture at a rectangle of the window."""
        self._picture.blit(picture, rect.move(-self._rect.left, -self._rect.top))

    def closing(self, action: Action) -> Action:
        """Close the dialog before this action, which may open another one."""

        def act() -> None:
            self.stage.close_dialog()
            action()

        return act

    def answers(self, yes: str, action: Action) -> ButtonRow:
        """Two buttons, one for `action` and one to cancel."""
        return ButtonRow(Button(yes, action, PRIMARY), Button(_("Cancel"), self.cancel))

    def cancel(self) -> None:
        """Close the dialog, unless the user wants to keep what was entered."""
        self.leave(self.stage.close_dialog)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets. Esc closes the dialog; so does a press outside the card, which may
        be a slip, if nothing was entered.
        """
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.cancel()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and not self._rect.collidepoint(event.pos):
            if not self.has_entries:
                self.stage.close_dialog()
            return True
        return self.widgets.handle(event)

    def update(self, now_seconds: float) -> float:
        """Let the caret blink."""
        return self.widgets.blink(now_seconds)

    def close(self) -> None:
        """Release everything at once, rather than at the next collection of reference cycles."""
        self.widgets.close()
        for each in self._owned:
            each.close()

    def _shadow(self) -> Picture | None:
        """A shadow that lifts the card off a window that is not darkened."""
        if self.dims:
            return None
        look = self.stage.look
        spread = look.scale.units(SHADOW_UNITS)
        picture = shadow(look.sprites, self._rect.size, look.corner, spread, look.theme.colour.veil)
        place = self._rect.inflate(2 * spread, 2 * spread)
        return Picture(picture, place.move(0, spread // 4).topleft)

    def _heading_height(self) -> int:
        return self.stage.look.scale.units(HEADING_UNITS) if self.heading else 0


class TextDialog(Dialog):
    """Asks for a text; `action` is called with it. Enter in the field confirms.

    The field is above two buttons, unless a subclass has another layout.
    """

    size_units: tuple[float, float] = (44, 5 + 2 + BUTTON_UNITS)

    def __init__(self, stage: Stage, field: TextField, action: Callable[[str], None] | None = None) -> None:
        super().__init__(stage)
        self.first = self.field = field
        field.enter = self.confirm
        self._action = action

    @cached_property
    def _answers(self) -> ButtonRow:
        return self.answers(_("OK"), self.confirm)

    def confirm(self) -> None:
        """Close the dialog, and hand the text on."""
        text = self.field.get_text()
        self.stage.close_dialog()
        if self._action is not None:
            self._action(text)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The field and the buttons."""
        return Column(
            {self.field: Fill(), self._answers: look.scale.units(BUTTON_UNITS)}, 2 * look.scale.unit
        )


class ListDialog(Dialog):
    """Shows a table, in which keys and the mouse choose a row. `fill` makes `table`."""

    table: Table
    is_elastic = True
    has_table = True
    uses_ends = True
    """Whether Home and End are for the table."""

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog; the keys of a table and the mouse choose a row."""
        return self._handle_table(event, now_seconds) or super().handle(event, now_seconds)

    def _handle_table(self, event: pygame.Event, now_seconds: float) -> bool:
        if not self.has_table:
            return False
        if event.type != pygame.KEYDOWN:
            return self.table.handle(event, now_seconds)
        extend = bool(event.mod & pygame.KMOD_SHIFT)
        return self.table.step(event.key, extend=extend, ends=self.uses_ends)

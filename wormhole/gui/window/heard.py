"""What is said of a screen: of its layers, of the widget that has the keyboard focus."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from wormhole.gui.look.focus import Widget
from wormhole.gui.look.focus_words import focus_words
from wormhole.gui.look.layers import Area, Layer
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.widgets import Widgets

Heard = Mapping[Hashable, str]
"""Texts, each under the thing that it is about. A text is said once it is new."""


@dataclass(frozen=True, eq=False)
class Focus:
    """A widget that has the keyboard focus."""

    widget: Widget

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Focus) and other.widget is self.widget

    def __hash__(self) -> int:
        return hash(id(self.widget))

    @property
    def is_said_once(self) -> bool:
        """Whether only the focus is news: what is typed in a field is not said, and a list says its rows."""
        return isinstance(self.widget, TextField | Area)


@dataclass(frozen=True)
class Urgent:
    """A thing whose text interrupts what is still being said, such as a move."""

    thing: Hashable


def heard_of(layers: Iterable[Layer], widgets: Widgets | None = None, label: str = "") -> Heard:
    """What the layers say, and the widget with the focus, which has this label."""
    heard: dict[Hashable, str] = {
        (type(layer), number): layer.heard
        for number, layer in enumerate(layers)
        if isinstance(layer, Area) and layer.heard
    }
    focused = None if widgets is None else widgets.focused
    if focused is not None:
        heard[Focus(focused)] = focus_words(focused, label)
    return heard

"""What is said of a widget that has the keyboard focus."""

from __future__ import annotations

from wormhole.gui.languages.language import _, percent
from wormhole.gui.look.button import Button
from wormhole.gui.look.focus import Widget
from wormhole.gui.look.slider import Slider
from wormhole.gui.look.text_field import TextField


def focus_words(widget: Widget, label: str = "") -> str:
    """The widget's label, its text or value, what it is, and whether it is chosen."""
    if isinstance(widget, Slider):
        parts = [label, percent(widget.value), _("slider")]
    elif isinstance(widget, TextField):
        parts = [label, widget.get_text() or widget.placeholder, _("text field")]
    elif isinstance(widget, Button):
        parts = [label, _button_words(widget), _("chosen") if widget.is_selected else _("button")]
    else:
        parts = [label, widget.heard, _("list")]
    return ", ".join(part for part in parts if part)


def _button_words(button: Button) -> str:
    """Its name or its text or, if that is only a sign, its tooltip."""
    has_words = any(letter.isalpha() for letter in button.text)
    tip = "" if button.tip is None else button.tip.text
    return button.name or (button.text if has_words else tip or button.text)

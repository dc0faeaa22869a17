"""Text fields of one line or several: their text, and pasting."""

from __future__ import annotations

import html

import pygame
from pygame_gui.elements import UITextEntryBox, UITextEntryLine

from wormhole.rules.quoting import printable

TextField = UITextEntryLine | UITextEntryBox

CARET_PAUSE_SECONDS = 0.25
"""How often a window with a text field is updated, so that its caret blinks."""


def set_text(field: TextField, text: str) -> None:
    """Replace the text of a field."""
    field.set_text(html.escape(text, quote=False) if isinstance(field, UITextEntryBox) else text)


def is_full(field: TextField, most: int, more: str) -> bool:
    """Whether a field of at most `most` characters has no room for these; a line takes care itself."""
    return isinstance(field, UITextEntryBox) and len(field.get_text()) + len(more) > most


def paste(field: TextField, most: int) -> int:
    """Paste the clipboard's text, made printable and cut to the limit; returns where the cursor belongs."""
    text = field.get_text()
    start, end = sorted(field.select_range)
    if start == end:
        start = end = field.edit_position
    room = max(0, most - len(text) + end - start)
    pasted = printable(" ".join(clipboard_text()[: 2 * most].split()))[:room]
    set_text(field, text[:start] + pasted + text[end:])
    return start + len(pasted)


def copy_text(text: str) -> str | None:
    """Put a text on the clipboard; returns what went wrong, or None."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error as error:
        return str(error)
    return None


def clipboard_text() -> str:
    """The text on the clipboard, or ""."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""

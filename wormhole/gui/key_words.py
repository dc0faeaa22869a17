"""How keys are written: in the list of keys, and in the tooltips of the buttons that do the same."""

from __future__ import annotations

import pygame

from wormhole.gui.keys import Chord, Command, binding_of
from wormhole.gui.language import _, _p
from wormhole.gui.look.spot import Tip


def caps_of(command: Command) -> tuple[str, ...]:
    """The keys of this command alone, as they are written on keyboards."""
    binding = binding_of(command)
    caps = (_cap(binding.chords[0]),) if binding.tip or not binding.caps else binding.caps
    return tuple(map(cap_words, caps))


def tip_of(command: Command, text: str = "") -> Tip:
    """The tooltip of a button that does this command: `text`, or else what the list says, and the keys."""
    binding = binding_of(command)
    return Tip(text or _(binding.tip or binding.meaning), caps_of(command))


def _cap(chord: Chord) -> str:
    """A chord as it is written in the list: "Ctrl+Z"."""
    name = chord.character or _CAPS.get(chord.key) or pygame.key.name(chord.key).title()
    return "".join(("Ctrl+" if chord.control else "", "Shift+" if chord.shift else "", name))


_CAPS = {
    pygame.K_PAGEUP: "PgUp",
    pygame.K_PAGEDOWN: "PgDn",
    pygame.K_DELETE: "Del",
    pygame.K_ESCAPE: "Esc",
}


def cap_words(cap: str) -> str:
    """A key as it is written on keyboards for the language in use: "Strg+Z" for "Ctrl+Z"."""
    names = {
        "Alt": _p("key", "Alt"),
        "Arrows": _p("key", "Arrows"),
        "Back": _p("key", "Backspace"),
        "Ctrl": _p("key", "Ctrl"),
        "Del": _p("key", "Del"),
        "Down": _p("key", "Down"),
        "End": _p("key", "End"),
        "Enter": _p("key", "Enter"),
        "Esc": _p("key", "Esc"),
        "Home": _p("key", "Home"),
        "Left": _p("key", "Left"),
        "PgDn": _p("key", "PgDn"),
        "PgUp": _p("key", "PgUp"),
        "Right": _p("key", "Right"),
        "Shift": _p("key", "Shift"),
        "Space": _p("key", "Space"),
        "Tab": _p("key", "Tab"),
        "Up": _p("key", "Up"),
        "1 to 6": _p("key", "1 to 6"),
    }
    return cap if len(cap) == 1 else "+".join(names.get(part, part) for part in cap.split("+"))

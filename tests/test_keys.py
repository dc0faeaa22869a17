from __future__ import annotations

import pygame
import pytest

from wormhole.gui.window.keys import KEYS, Command, command_of


def press(key, character="", modifiers=0):
    return pygame.event.Event(pygame.KEYDOWN, key=key, unicode=character, mod=modifiers)


@pytest.mark.parametrize(
    ("event", "command"),
    [
        (press(pygame.K_u, "u"), Command.UNDO),
        (press(pygame.K_z, "\x1a", pygame.KMOD_LCTRL), Command.UNDO),
        (press(pygame.K_z, "\x1a", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT), Command.REDO),
        (press(pygame.K_y, "\x19", pygame.KMOD_LCTRL), Command.REDO),
        (press(pygame.K_s, "\x13", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT), None),
        (press(pygame.K_f, "f"), Command.FLIP),
        (press(pygame.K_f, "F", pygame.KMOD_LSHIFT), Command.TURN_BOARD),
        (press(pygame.K_u, "U", pygame.KMOD_LSHIFT), Command.UNDO),
        (press(pygame.K_r, "r"), Command.RESIGN),
        (press(pygame.K_n, "n"), Command.NEW_GAME),
        (press(pygame.K_m, "m"), Command.MUTE),
        (press(pygame.K_SLASH, "?", pygame.KMOD_LSHIFT), Command.KEYS),
        (press(pygame.K_COMMA, "?", pygame.KMOD_LSHIFT), Command.KEYS),
        (press(pygame.K_F1), Command.RULES),
        (press(pygame.K_EQUALS, "+", pygame.KMOD_LSHIFT), Command.LOUDER),
        (press(pygame.K_KP_PLUS, "+"), Command.LOUDER),
        (press(pygame.K_KP_MINUS, "-"), Command.QUIETER),
        (press(pygame.K_F11), Command.FULL_SCREEN),
        (press(pygame.K_q, "\x11", pygame.KMOD_LCTRL), Command.QUIT),
        (press(pygame.K_ESCAPE), Command.MENU),
        (press(pygame.K_f, "f", pygame.KMOD_NUM | pygame.KMOD_CAPS), Command.FLIP),
        (press(pygame.K_q, "q"), None),
        (press(pygame.K_f, "", pygame.KMOD_LCTRL), None),
        (press(pygame.K_f, "f", pygame.KMOD_LALT), None),
        (press(pygame.K_RETURN, "\r"), None),
        (press(pygame.K_LEFT), Command.BACK),
        (press(pygame.K_DOWN), Command.NEXT_VARIATION),
        (press(pygame.K_END), Command.LAST),
        (press(pygame.K_DELETE, "\x7f"), Command.DELETE_VARIATION),
        (press(pygame.K_c, "c"), Command.COMMENT),
        (press(pygame.K_5, "5"), Command.MARK_SPECULATIVE),
        (press(pygame.K_AMPERSAND, "1", pygame.KMOD_LSHIFT), Command.MARK_GOOD),
        (press(pygame.K_F10, "", pygame.KMOD_LSHIFT), Command.CONTEXT_MENU),
        (press(pygame.K_F10), None),
    ],
)
def test_what_a_key_does(event, command):
    assert command_of(event) is command


def test_every_command_has_a_key_and_no_key_does_two_things():
    bindings = [binding for group in KEYS for binding in group.bindings]
    assert {binding.command for binding in bindings} >= set(Command)
    chords = [chord for binding in bindings for chord in binding.chords]
    assert len(chords) == len(set(chords))
    assert all(bool(binding.caps) == bool(binding.meaning) for binding in bindings)

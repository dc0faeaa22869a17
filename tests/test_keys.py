from __future__ import annotations

import pygame
import pytest

from tests.support.hand import driving
from wormhole.gui.window.keys import KEYS, PLACES, Command, command_of, in_latin


def press(key, character="", modifiers=0):
    return pygame.event.Event(pygame.KEYDOWN, key=key, unicode=character, mod=modifiers)


@pytest.mark.parametrize(
    ("event", "command"),
    [
        (press(pygame.K_u, "u"), Command.UNDO),
        (press(pygame.K_z, "\x1a", pygame.KMOD_LCTRL), Command.UNDO),
        (press(pygame.K_z, "\x1a", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT), Command.REDO),
        (press(pygame.K_y, "\x19", pygame.KMOD_LCTRL), Command.REDO),
        (press(pygame.K_s, "\x13", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT), Command.ADD_TO_STUDY),
        (press(pygame.K_b, "\x02", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT), None),
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


def at_skill(place, types, modifiers=0, text=None):
    """A press at the place of an English key, on a keyboard where that key types something else.

    With Shift, or for a letter with a mark, what it types may differ from what it is called: `text`.
    """
    scancode = next(code for code, letter in PLACES.items() if letter == place)
    character = types if text is None else text
    return pygame.event.Event(
        pygame.KEYDOWN, key=ord(types), unicode=character, mod=modifiers, scancode=scancode
    )


@pytest.mark.parametrize(
    ("event", "command"),
    [
        # As SDL 2.32 sends them under X11, seen with setxkbmap ru, gr, il, ara, ir, ge, th.
        (at_skill("f", "а"), Command.FLIP),  # noqa: RUF001
        (at_skill("f", "а", pygame.KMOD_LSHIFT, "А"), Command.TURN_BOARD),  # noqa: RUF001
        (at_skill("l", "д", pygame.KMOD_LCTRL), Command.LIBRARY),
        (at_skill("s", "ы"), Command.SETTINGS),
        (at_skill("/", ".", pygame.KMOD_LSHIFT, ","), Command.SETTINGS),
        (at_skill("f", "φ"), Command.FLIP),
        (at_skill("l", "λ", pygame.KMOD_LCTRL), Command.LIBRARY),
        (at_skill("w", "ς"), Command.ROUTES),
        (at_skill("q", ";", pygame.KMOD_LCTRL), Command.QUIT),
        (at_skill("f", "כ"), Command.FLIP),
        (at_skill("w", "'"), Command.ROUTES),
        (at_skill("q", "/", pygame.KMOD_LCTRL), Command.QUIT),
        (at_skill("q", "/"), Command.FIND),
        (at_skill("b", "ﻻ", 0, "ل"), Command.OPENINGS),
        (at_skill("/", "ظ", pygame.KMOD_LSHIFT, "؟"), Command.KEYS),
        (at_skill("5", "5", 0, "۵"), Command.MARK_SPECULATIVE),  # noqa: RUF001
        (at_skill("5", "5", 0, "ถ"), Command.MARK_SPECULATIVE),
        (at_skill("l", "ლ", pygame.KMOD_LCTRL), Command.LIBRARY),
        # Keyboards for Latin letters are left as they are.
        (at_skill("2", "é"), None),
        (at_skill("-", "ß"), None),
        (at_skill(";", "m"), Command.MUTE),
        (at_skill("m", ","), Command.SETTINGS),
        (at_skill("z", "w"), Command.ROUTES),
        (at_skill("=", "´", 0, ""), None),  # noqa: RUF001
        (at_skill("`", "º"), None),
    ],
)
def test_the_places_of_keys_count_where_other_scripts_are_typed(event, command):
    assert command_of(in_latin(event)) is command


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path, start_game=True) as drive:
        yield drive


def strike(driver, event):
    """Press a key; as with SDL under X11, even one with Ctrl types its letter, if that is Cyrillic."""
    pygame.event.post(event)
    driver.post(pygame.TEXTINPUT, text=event.unicode)
    driver.step()


def test_commands_and_letters_of_pieces_with_a_cyrillic_keyboard(drive):
    driver = drive(variant="chess", fen="4k3/P7/8/8/8/8/7r/4K3 w")
    strike(driver, at_skill("f", "а"))  # noqa: RUF001
    assert driver.screen.state.flipped
    driver.move("a7a8")
    strike(driver, at_skill("n", "т"))
    driver.settle()
    assert driver.match.cursor.nodes[-1].san() == "a8=N"


def test_a_shortcut_in_a_field_does_not_type_its_letter(drive):
    driver = drive()
    strike(driver, at_skill("s", "ы", pygame.KMOD_LCTRL))
    field = driver.top.widgets.focused
    field.set_text("a name")
    strike(driver, at_skill("a", "ф", pygame.KMOD_LCTRL))
    strike(driver, at_skill("c", "с", pygame.KMOD_LCTRL))  # noqa: RUF001
    assert field.get_text() == "a name"
    strike(driver, at_skill("s", "ы"))
    assert field.get_text() == "ы"

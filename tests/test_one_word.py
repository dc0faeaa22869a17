"""A command has one name: buttons and menus use the words of the list of keys, or a part of them."""

from __future__ import annotations

import pygame
import pytest

from tests.support.pupil import Pupil
from tools import texts
from wormhole import variant
from wormhole.gui.game.result_banner import WAYS_ON
from wormhole.gui.game.tools import BUTTONS, DRAW
from wormhole.gui.window import destination
from wormhole.gui.window.keys import KEYS, Command
from wormhole.play.seats import two_players

NAMES = {
    binding.command: {binding.meaning.casefold(), binding.tip.casefold()}
    for group in KEYS
    for binding in group.bindings
    if binding.command is not None
}
SAID_DIFFERENTLY = {
    Command.MENU: "in the menu, the key leads back to the game",
}


def is_named_so(text, command):
    word = text.rstrip("…").casefold()
    return command in SAID_DIFFERENTLY or any(word in name for name in NAMES[command])


@pytest.fixture
def person(tmp_path):
    with Pupil(tmp_path) as person:
        yield person


def test_the_buttons_of_a_game():
    assert [text for text, command in (*BUTTONS, DRAW, *WAYS_ON) if not is_named_so(text, command)] == []


def test_the_menu_of_a_game(person):
    person.app.stage.rooms.open(destination.Game(two_players(variant("chess"))))
    person.wait(0.3)
    person.key(pygame.K_ESCAPE)
    entries = [entry for entry in person.app.dialog.entries if entry.command is not None]
    assert entries
    assert [entry.text for entry in entries if not is_named_so(entry.text, entry.command)] == []


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Lessons", Command.LESSONS),
        ("Puzzles", Command.PUZZLES),
        ("Demonstration", Command.DEMONSTRATION),
        ("Set up", Command.EDITOR),
        ("Compose", Command.COMPOSE),
        ("Analysis", Command.ANALYSE),
        ("Library", Command.LIBRARY),
        ("Laboratory", Command.LABORATORY),
        ("Settings", Command.SETTINGS),
        ("Quit", Command.QUIT),
    ],
)
def test_the_home_screen(person, text, command):
    assert person.has(text)
    assert is_named_so(text, command)


REPLACED = {
    "game report": "review",
    "report: ": "review",
    "personalities": "characters",
    "levels and programs": "levels and engines",
    "programs need": "engines need",
}
"""Words for a thing that has another name."""


def test_the_texts_on_screen_use_one_name_for_one_thing():
    found = [str(message.id).casefold() for message in texts.texts() if message.id]
    assert [(text, name) for text in found for word, name in REPLACED.items() if word in text] == []

"""The names of the users who play: in the settings, the new game, the card's menu, the record."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole import BLACK, WHITE, Board
from wormhole.gui.game.card_words import player_names
from wormhole.gui.look.text_field import TextField
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.record import Game
from wormhole.play.seats import OpenedGame, Setup, against, level_of, set_out, two_players
from wormhole.players.spec import at_level


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path) as one:
        one.wait(0.3)
        yield one


def players(hand):
    """What both cards say, and what the record says."""
    match = hand.app.screen.match
    cards = tuple(player_names(match, color)[0] for color in (WHITE, BLACK))
    return cards, (match.game.headers["White"], match.game.headers["Black"])


def test_the_names_of_the_settings_are_those_of_the_next_game(hand):
    stage = hand.app.stage
    stage.preferences.change(name="Anna", other_name="Ben")
    stage.rooms.open(destination.Game(two_players()))
    hand.wait(0.1)
    assert players(hand) == (("Anna", "Ben"), ("Anna", "Ben"))
    stage.rooms.open(destination.Game(against("black", at_level(level_of(3)))))
    hand.wait(0.1)
    assert players(hand) == (
        ("Computer, level 3 · Learner", "Anna"),
        ("Computer, level 3", "Anna"),
    )


def test_without_names_all_is_as_before(hand):
    hand.app.stage.rooms.open(destination.Game(two_players()))
    hand.wait(0.1)
    assert players(hand) == (("White", "Black"), ("Person", "Person"))


def test_the_new_game_asks_two_people_for_their_names(hand):
    hand.app.stage.rooms.open(destination.Game(two_players()))
    hand.wait(0.1)
    hand.key(pygame.K_n, "n")
    fields = [widget for widget in hand.top.widgets.everything if isinstance(widget, TextField)]
    for field, name in zip(fields, ("Anna", "Ben"), strict=True):
        hand.app.dialog.widgets.focus(field)
        hand.type(name)
    hand.key(pygame.K_RETURN)
    hand.wait(0.3)
    assert players(hand)[0] == ("Anna", "Ben")
    settings = hand.app.stage.settings
    assert (settings.name, settings.other_name) == ("Anna", "Ben")


def test_the_menu_of_a_card_names_its_person(hand):
    hand.app.stage.rooms.open(destination.Game(two_players()))
    hand.wait(0.3)
    card = hand.app.screen.picture.players.rect_of(BLACK)
    hand.click(card.center, button=3)
    hand.press("Name…")
    hand.type("Ben")
    hand.key(pygame.K_RETURN)
    hand.wait(0.1)
    assert players(hand) == (("White", "Ben"), ("Person", "Ben"))
    assert hand.app.stage.settings.other_name == "Ben"
    hand.app.stage.command(Command.REMATCH)
    hand.wait(0.3)
    assert players(hand)[0] == ("Ben", "Black")


def test_an_opened_game_has_the_names_of_its_headers():
    game = Game(Board(), {"White": "Ada", "Black": "Computer, level 3"})
    setup = set_out(OpenedGame.at(game), Setup())
    assert (setup.white.name, setup.black.name) == ("Ada", "")


@pytest.mark.parametrize("name", ["Computer, level 3", " ", "?"])
def test_nobody_is_called_as_the_computer(name):
    assert not two_players().named_by(name, name).white.name

"""A player is chosen for a seat: by the level, by the list of all players, and again at the next start."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole import BLACK, WHITE, variant
from wormhole.base import toml
from wormhole.engine.ladders import ladder_of
from wormhole.engine.levels import LEVELS
from wormhole.gui.dialogs.player_picker import PlayerPicker
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.own_engines import OwnEngine, load, save, unused_name
from wormhole.play.offered_players import CHARACTER, LEVEL, PROGRAM, offered_players, player_of
from wormhole.play.seats import against
from wormhole.players.spec import at_level

ENGINES = (
    OwnEngine("Ada", "uci", ("ada", "--quick"), title="Ada 1.0", author="A. Lovelace", games=("chess",)),
    OwnEngine("Charles", "xboard", ("charles",), games=("chess", "wormhole"), seconds=0.5),
)


@pytest.fixture
def hand(tmp_path):
    save(tmp_path / "engines.toml", ENGINES)
    with Hand(tmp_path) as hand:
        yield hand


def choose(hand, text):
    """Choose the player of that name in the list."""
    assert isinstance(hand.app.dialog, PlayerPicker)
    listed = hand.app.dialog.list
    number = next(number for number, row in enumerate(listed.rows) if row.key and row.text == text)
    while not listed.rect.contains(listed.place_of(number)):
        hand.post(pygame.MOUSEWHEEL, x=0, y=-1 if listed.place_of(number).top > listed.rect.top else 1)
        hand.step()
    hand.click(listed.place_of(number).center)
    hand.press("Select")


def opponent(level, name):
    """The words of the button with the opponent's level and strength in Wormhole Chess."""
    return f"Level {level} · {name} · strength {ladder_of(None).elos[level - 1]}…"


def test_all_who_can_take_a_seat_are_data():
    players = offered_players(ENGINES, variant("wormhole"))
    assert [each.key for each in players[:10]] == [f"level:{number}" for number in range(1, 11)]
    assert {each.kind for each in players} == {LEVEL, CHARACTER, PROGRAM}
    assert [each.key for each in players[10:12]] == ["character:hasty:1", "character:miser:1"]
    ada, charles = players[18:]
    assert (ada.key, ada.name, ada.about) == ("engine:Ada", "Ada", "Ada 1.0")
    assert ada.trouble == "does not play Wormhole Chess"
    assert charles.trouble is None
    assert (charles.spec.command, charles.spec.limit.seconds) == (("charles",), 0.5)
    assert player_of("engine:Nobody", ENGINES) is None


def test_the_opponent_is_chosen_from_all_players_and_remembered(hand, tmp_path):
    hand.press(opponent(1, "Newcomer"))
    rows = hand.app.dialog.list.rows
    assert [row.text for row in rows if not row.can] == [
        "Computer",
        "Characters",
        "Engines",
        "Ada",
    ]
    choose(hand, "Charles")
    assert hand.app.stage.settings.opponent == "engine:Charles"
    hand.step(1.0)
    with Hand(tmp_path) as again:
        again.button("Charles…")
        again.press("4")
        again.button(opponent(4, "Casual player"))
        assert (again.app.stage.settings.opponent, again.app.stage.settings.level) == ("", 4)


def test_two_players_are_watched(hand):
    hand.press("Wormhole Chess…")
    hand.key(pygame.K_ESCAPE)
    hand.press("Two players")
    hand.press("New game")
    hand.press("Two computers")
    first = hand.top.widgets.buttons
    (white, black) = (button for button in first if button.text.startswith("Level 1"))
    hand.click(white.rect.center)
    choose(hand, "Beginner")
    hand.click(black.rect.center)
    choose(hand, "Learner")
    hand.press("Start")
    match = hand.app.screen.match
    assert [match.setup.seat(color).level.number for color in (WHITE, BLACK)] == [2, 3]


def test_a_program_that_does_not_play_the_game_is_not_started(hand):
    hand.app.stage.preferences.change(opponent="engine:Ada")
    hand.app.stage.rooms.open(destination.Home())
    hand.step()
    why = "Ada does not play Wormhole Chess."
    (play,) = (each for each in hand.app.screen.widgets.buttons if each.text == "Play")
    assert not play.is_enabled
    assert hand.app.screen.widgets.spot_at(play.rect.center).tip.text == why
    hand.app.stage.rooms.open(destination.Game(against("white", at_level(LEVELS[0]))))
    hand.until(lambda: isinstance(hand.app.screen, GameScreen))
    hand.app.stage.command(Command.NEW_GAME)
    hand.step()
    (start,) = (each for each in hand.app.dialog.widgets.buttons if each.text == "Start")
    assert hand.app.dialog.widgets.spot_at(start.rect.center).tip.text == why
    hand.press("3")
    assert start.is_enabled
    assert hand.app.dialog.widgets.spot_at(start.rect.center).tip is None


def test_the_list_of_engines_is_kept_and_a_bad_one_is_set_aside(tmp_path):
    path = tmp_path / "engines.toml"
    save(path, ENGINES)
    assert load(path) == (ENGINES, None)
    path.write_text(path.read_text().replace('"uci"', '"uzi"'))
    engines, trouble = load(path)
    assert engines == ENGINES[1:]
    assert trouble.startswith("Error in the list of engines: line 5, engine[1].protocol: 'uzi' is not one of")
    assert trouble.endswith("It was renamed to engines.toml.bad.")
    save(path, ENGINES)
    path.write_text(path.read_text().replace("origin", "origin_of_others"))
    engines, trouble = load(path)
    assert engines == ()
    assert trouble.endswith("by another user or on another machine. It was renamed to engines.toml.bad2.")
    for bad in (b"\xff", b"engine = [", b"[[engine]]\nname='a'\nprotocol='uci'\ncommand=[]\n", b"engine = 3"):
        path.write_bytes(bad)
        engines, trouble = load(path)
        assert engines == ()
        assert trouble is not None
    path.write_bytes(b"#" * (toml.MOST_BYTES + 1))
    engines, trouble = load(path)
    assert engines == ()
    assert "larger than 64 KB). It was renamed to engines.toml.bad" in trouble
    assert not path.exists(), "it would be overwritten"
    assert unused_name("\n", ()) == "Engine"


def test_a_character_keeps_its_face_at_another_level(hand):
    hand.press(opponent(1, "Newcomer"))
    hand.press("5")
    choose(hand, "Diver")
    settings = hand.app.stage.settings
    assert (settings.opponent, settings.level) == ("character:diver:5", 5)
    button = hand.button(opponent(5, "Diver"))
    assert button.picture is not None
    hand.press("8")
    hand.button(opponent(8, "Diver"))
    assert hand.app.stage.settings.opponent == "character:diver:8"


def test_a_window_that_is_laid_out_behind_the_list_shows_what_is_chosen(hand):
    hand.press(opponent(1, "Newcomer"))
    hand.app.screen.place((1280, 800))
    choose(hand, "Beginner")
    hand.button(opponent(2, "Beginner"))


def test_a_search_chooses_the_best_match_and_not_the_one_before(hand):
    hand.press(opponent(1, "Newcomer"))
    for text, found in (("beginner", ["Beginner", "Newcomer"]), ("level 10", ["Grandmaster"])):
        hand.post(pygame.MOUSEWHEEL, x=0, y=-3)
        hand.step()
        hand.fill("")
        hand.key(pygame.K_BACKSPACE)
        hand.type(text)
        assert [row.text for row in hand.app.dialog.list.rows] == found
    hand.fill("level 2")
    hand.press("Select")
    hand.button(opponent(2, "Beginner"))
    assert hand.app.stage.settings.level == 2


def test_nothing_is_selected_where_a_search_finds_nobody(hand):
    hand.press(opponent(1, "Newcomer"))
    hand.type("nobody of this name")
    assert not hand.button("Select").is_enabled
    hand.press("Select")
    assert isinstance(hand.app.dialog, PlayerPicker)
    hand.fill("diver")
    assert hand.button("Select").is_enabled
    hand.press("Select")
    assert hand.app.stage.settings.opponent == "character:diver:1"


def test_the_first_and_the_last_player_are_chosen_by_home_and_end(hand):
    hand.press(opponent(1, "Newcomer"))
    listed = hand.app.dialog.list
    hand.key(pygame.K_END, modifiers=pygame.KMOD_CTRL)
    assert listed.key == "engine:Charles"
    hand.key(pygame.K_HOME, modifiers=pygame.KMOD_CTRL)
    assert listed.key == "level:1"
    hand.key(pygame.K_TAB, "\t", pygame.KMOD_SHIFT)
    assert hand.top.widgets.is_focused(hand.button("Select"))
    hand.key(pygame.K_END)
    assert listed.key == "engine:Charles"

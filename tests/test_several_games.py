"""Several games are open at once: their tabs, what stands still, what is offered after a start."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.scripted_player import ScriptedPlayer
from wormhole import variant
from wormhole.engine.levels import LEVELS
from wormhole.gui.dialogs.context_menu import ContextMenu
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.learn.kiosk import ALONE_SECONDS
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.gui.window.open_games import MOST_GAMES
from wormhole.library.rated_games import new_id
from wormhole.library.time_control import TimeControls, parsed
from wormhole.play.seats import against, two_players
from wormhole.players.spec import at_level

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
CLOSE = "\N{MULTIPLICATION SIGN}"
CLOCKS = TimeControls.equal(parsed("300+0"))


class Players(Hand):
    """Opens games, and knows their tabs."""

    def begin(self, name="chess", moves=("e2e4",), **choices):
        self.app.stage.rooms.open(destination.Game(two_players(variant(name), **choices)))
        self.settle()
        for move in moves:
            self.move(move)
        return self.match

    def against_the_computer(self, name="chess", move="e2e4", **choices):
        self.app.stage.rooms.open(
            destination.Game(against("white", at_level(LEVELS[2]), variant(name), **choices))
        )
        self.settle()
        self.move(move)
        return self.match

    @property
    def tabs(self):
        """The buttons that say a game and its players, from left to right."""
        names = [button for button in self.top.widgets.buttons if "\N{EN DASH}" in button.text]
        return sorted(names, key=lambda button: button.rect.left)

    def press_tab(self, number, button=1):
        self.click(self.tabs[number].rect.center, button)
        self.settle()

    def press_close(self, number):
        crosses = [button for button in self.top.widgets.buttons if button.text == CLOSE]
        self.click(sorted(crosses, key=lambda button: button.rect.left)[number].rect.center)
        self.settle()

    def home(self):
        self.app.stage.rooms.open(destination.Home())
        self.until(lambda: self.app.screen.offer_search is None)

    @property
    def offer(self):
        return next((text for text in self.texts if text.startswith("Continue")), None)

    def until_at_a_game(self):
        self.until(lambda: isinstance(self.app.screen, GameScreen) and self.app.dialog is None)
        self.settle()


@pytest.fixture
def person(tmp_path):
    with Players(tmp_path, player=ScriptedPlayer()) as person:
        yield person


def sans(match):
    return [node.san() for node in match.game.mainline()]


def test_with_one_game_the_window_has_no_tabs(person):
    person.begin()
    person.point((1, 1))
    before = person.picture()
    person.begin("shogi", ("c3c4",))
    assert len(person.tabs) == 2
    person.key(pygame.K_w, "\x17", CTRL)
    person.point((1, 1))
    person.wait(1.0)
    assert person.tabs == []
    assert person.picture() == before


def test_games_are_played_beside_each_other_by_mouse(person):
    chess = person.begin()
    losers = person.begin("losers", ("d2d4",))
    assert [button.text.rpartition(" ")[0] for button in person.tabs] == [
        "\N{BULLET} Chess · White \N{EN DASH}",
        "\N{BULLET} Losers Chess · White \N{EN DASH}",
    ]
    person.press_tab(0)
    assert person.match is chess
    person.move("e7e5")
    person.press_tab(1)
    assert person.match is losers
    person.move("d7d5")
    assert (sans(chess), sans(losers)) == (["e4", "e5"], ["d4", "d5"])
    person.press_tab(0, button=2)
    assert person.match is losers
    assert person.tabs == []


def test_games_are_shown_and_closed_by_keys(person):
    matches = [person.begin(moves=(move,)) for move in ("e2e4", "d2d4", "c2c4")]
    for key, held, number in (
        (pygame.K_TAB, CTRL, 0),
        (pygame.K_TAB, CTRL, 1),
        (pygame.K_TAB, CTRL | SHIFT, 0),
        (pygame.K_TAB, CTRL | SHIFT, 2),
        (pygame.K_2, CTRL, 1),
        (pygame.K_9, CTRL, 1),
    ):
        person.key(key, modifiers=held)
        assert person.match is matches[number]
    person.key(pygame.K_w, "\x17", CTRL)
    assert person.match is matches[0]
    person.key(pygame.K_w, "\x17", CTRL)
    assert person.match is matches[2]
    person.key(pygame.K_w, "\x17", CTRL)
    assert isinstance(person.app.screen, HomeScreen)


def test_a_tab_is_reached_by_the_keyboard_and_a_hidden_game_closed_by_its_cross(person):
    chess, other = person.begin(), person.begin(moves=("d2d4",))
    person.tab_to(person.tabs[0].text)
    person.key(pygame.K_RETURN)
    assert person.match is chess
    person.press_close(1)
    assert person.match is chess
    assert person.tabs == []
    assert len(person.app.stage.games) == 1
    assert other.players.by_color == {}


def test_from_another_room_a_key_leads_to_the_game_shown_last(person):
    person.begin()
    last = person.begin(moves=("d2d4",))
    for room in (Command.LIBRARY, Command.LESSONS):
        person.app.stage.command(room)
        person.wait(0.5)
        person.key(pygame.K_TAB, modifiers=CTRL)
        assert person.match is last


def test_the_clock_of_a_hidden_game_stands_still_and_goes_on(person):
    person.begin(moves=("e2e4", "e7e5"), clocks=CLOCKS)
    clocks = person.screen.game.clocks
    person.wait(3.0)
    before = clocks.reading(True, person.seconds).seconds
    other = person.begin(moves=("d2d4",))
    person.wait(60.0)
    assert person.match is other
    person.click(person.tabs[0].rect.center)
    shown = clocks.reading(True, person.seconds)
    assert before - shown.seconds < 0.5
    assert shown.is_running
    person.wait(5.0)
    assert 4.5 < before - clocks.reading(True, person.seconds).seconds < 6.5


def test_the_computer_thinks_only_in_the_game_that_is_shown(person):
    chess = person.against_the_computer()
    asked = person.player.asked
    person.begin(moves=("d2d4",))
    assert person.player.asked is None
    assert person.tabs[0].text.startswith("Chess")
    assert not chess.players.is_thinking
    person.press_tab(0)
    assert chess.players.is_thinking
    assert person.player.asked is not asked
    person.player.answer("e7e5")
    person.wait(1.0)
    assert sans(chess) == ["e4", "e5"]
    assert person.tabs[0].text.startswith("\N{BULLET} Chess")


def test_a_late_answer_in_a_hidden_game_changes_nothing(person):
    person.against_the_computer()
    late = person.player.asked
    other = person.against_the_computer(move="d2d4")
    person.player.answer("d7d5")
    person.step()
    person.player.answer("e7e5", asked=late)
    person.wait(1.0)
    assert sans(other) == ["d4", "d5"]


def test_a_computer_that_is_asked_again_knows_the_time_that_its_turn_has_taken(person):
    person.against_the_computer(clocks=CLOCKS)
    person.player.answer("e7e5")
    person.wait(1.0)
    person.move("d2d4")
    person.wait(20.0)
    person.begin(moves=("d2d4",))
    person.press_tab(0)
    assert 275 < person.player.asked.clock.left_seconds < 281


def test_no_more_games_are_opened_than_have_a_place(person):
    matches = [person.begin() for _ in range(MOST_GAMES)]
    assert person.tabs[0].text == f"Game {MOST_GAMES} of {MOST_GAMES}: Chess · White \N{EN DASH} Black ▾"
    person.begin(moves=())
    assert person.match is matches[-1]
    assert person.app.notice.text.startswith(f"{MOST_GAMES} games are open")
    person.click(person.tabs[0].rect.center)
    assert isinstance(person.app.dialog, ContextMenu)
    person.press("\N{BULLET} Chess · White \N{EN DASH} Black")
    person.settle()
    assert person.match is matches[0]


def test_a_game_that_is_open_is_shown_and_not_opened_twice(person):
    match = person.begin(moves=("e2e4", "e7e5"))
    person.begin(moves=("d2d4",))
    person.app.stage.command(Command.LIBRARY)
    person.until(lambda: person.app.screen.games.words)
    number = next(iter(person.app.stage.games)).number
    person.app.screen.games.actions.open_kept(number, ())
    person.until_at_a_game()
    assert person.match is match
    assert len(person.app.stage.games) == 2


def test_a_game_that_is_deleted_in_the_library_is_closed(person, tmp_path):
    person.begin(moves=("e2e4", "e7e5"))
    other = person.begin(moves=("d2d4",))
    person.app.stage.command(Command.LIBRARY)
    person.until(lambda: person.app.screen.games.words)
    numbers = [next(iter(person.app.stage.games)).number]
    person.app.screen.games.actions.delete(numbers)
    person.until(lambda: person.app.notice is not None)
    assert len(person.app.stage.games) == 1
    person.app.stage.rooms.go_back()
    assert person.match is other
    person.app.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as library:
        assert library.execute("SELECT count(*) FROM games WHERE deleted IS NULL").fetchone() == (1,)


def test_what_was_open_is_offered_at_the_next_start(person, tmp_path):
    closed = person.begin("losers")
    chess, shogi = person.begin("chess", ("e2e4", "e7e5")), person.begin("shogi", ("c3c4",))
    assert closed is not chess
    person.press_close(0)
    person.app.close()
    with Players(tmp_path, player=ScriptedPlayer()) as again:
        again.home()
        assert again.offer == "Continue 2 games"
        again.press(again.offer)
        assert [entry.text for entry in again.app.dialog.entries] == [
            "Continue all",
            "Continue Shogi · two players · move 1",
            "Continue Chess · two players · move 2",
        ]
        again.key(pygame.K_RETURN)
        again.until(lambda: len(again.app.stage.games) == 2)
        again.until_at_a_game()
        assert sans(again.match) == sans(shogi)
        again.key(pygame.K_TAB, modifiers=CTRL)
        assert sans(again.match) == sans(chess)


def test_on_the_home_screen_one_of_the_open_games_is_chosen(person):
    chess = person.begin("chess", ("e2e4",))
    person.begin("shogi", ("c3c4",))
    person.home()
    person.press("Continue 2 games")
    person.press("Continue Chess · two players · move 1")
    person.until_at_a_game()
    assert person.match is chess
    assert len(person.app.stage.games) == 2


def test_games_that_are_alike_are_told_apart(person):
    person.begin("chess", ("d2d4",))
    person.begin("shogi", ("c3c4",))
    casual = person.against_the_computer(move="e2e4")
    setup = replace(against("white", at_level(LEVELS[2]), variant("chess")), rated=new_id())
    person.app.stage.rooms.open(destination.Game(setup))
    person.settle()
    person.move("g1f3")
    rated = person.match
    assert (rated.is_rated, casual.is_rated) == (True, False)
    person.home()
    person.press("Continue 4 games")
    assert [entry.text for entry in person.app.dialog.entries] == [
        "Continue all",
        "Continue Chess · level 3 · move 1 · 1. Nf3 · Rated",
        "Continue Chess · level 3 · move 1 · 1. e4",
        "Continue Shogi · two players · move 1",
        "Continue Chess · two players · move 1",
    ]


def test_a_game_left_to_itself_is_offered_alone_as_before(person, tmp_path):
    person.begin("shogi", ("c3c4",))
    person.key(pygame.K_w, "\x17", CTRL)
    person.begin("chess")
    person.app.close()
    with Players(tmp_path, player=ScriptedPlayer()) as again:
        again.home()
        assert again.offer == "Continue Chess · two players · move 1"


KILLED = """
import os, pathlib, sys
from tests.test_several_games import Players
from tests.support.scripted_player import ScriptedPlayer
person = Players(pathlib.Path(sys.argv[1]), player=ScriptedPlayer())
person.begin("chess", ("e2e4", "e7e5"))
person.begin("shogi", ("c3c4",))
os._exit(9)
"""


def test_after_a_crash_all_open_games_are_offered(tmp_path):
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    assert subprocess.run(command, env={**os.environ}, check=False).returncode == 9
    with Players(tmp_path, player=ScriptedPlayer()) as again:
        again.home()
        assert again.offer == "Continue 2 games"


def test_before_the_window_closes_it_asks_about_each_game_that_is_not_kept(tmp_path):
    (tmp_path / "file").write_text("")
    library = tmp_path / "file" / "games.sqlite3"
    with Players(tmp_path, player=ScriptedPlayer(), library_path=library) as person:
        chess, other = person.begin(), person.begin(moves=("d2d4",))
        person.home()
        person.press("Back to the game")
        assert person.match is chess
        person.home()
        for match in (chess, other):
            assert person.app.is_open
            if person.app.dialog is None:
                person.app.stage.quit()
            person.settle()
            assert person.app.dialog.heading == "Leave this game?"
            assert person.match is match
            person.press("Leave")
        assert not person.app.is_open


def test_the_next_visitor_of_a_kiosk_finds_no_open_game(tmp_path):
    with Players(tmp_path, player=ScriptedPlayer(), demo=True) as person:
        person.begin()
        person.begin(moves=("d2d4",))
        person.wait(ALONE_SECONDS + 1)
        assert not isinstance(person.app.screen, GameScreen)
        assert len(person.app.stage.games) == 0

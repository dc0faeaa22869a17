"""Esc returns to the previous screen: to the game that was left for another room, else home."""

from __future__ import annotations

import pygame
import pytest

from tests.support.pupil import Pupil
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.learn.course_screen import CourseScreen
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.database.connections import LibraryError
from wormhole.play.seats import two_players

ROOMS = (Command.LESSONS, Command.PUZZLES, Command.LIBRARY, Command.DEMONSTRATION, Command.EDITOR)


@pytest.fixture
def person(tmp_path):
    with Pupil(tmp_path) as person:
        person.app.stage.preferences.change(motion=False)
        yield person


def begin_game(person, *squares):
    person.app.stage.rooms.open(destination.Game(two_players()))
    person.wait(0.5)
    person.choose(*squares)
    person.until(lambda: person.app.screen.is_up_to_date)


def escape(person):
    person.key(pygame.K_ESCAPE)
    person.until(lambda: person.app.dialog is None)
    person.wait(0.3)


def visit(person, command):
    person.app.stage.command(command)
    person.wait(1.0)


@pytest.mark.parametrize("room", ROOMS)
def test_esc_leads_back_to_the_game(person, room):
    begin_game(person, "b1", "c3", "d7", "d5")
    visit(person, room)
    assert not isinstance(person.app.screen, GameScreen)
    escape(person)
    assert isinstance(person.app.screen, GameScreen)
    assert [str(move) for move in person.app.screen.match.cursor.board.move_stack] == ["b1c3", "d7d5"]


@pytest.mark.parametrize("room", ROOMS)
def test_without_a_game_esc_leads_home(person, room):
    begin_game(person, "b1", "c3")
    person.app.stage.rooms.open(destination.Home())
    visit(person, room)
    escape(person)
    assert isinstance(person.app.screen, HomeScreen)


@pytest.mark.parametrize("room", [Command.LESSONS, Command.PUZZLES, Command.LIBRARY])
def test_the_button_says_where_it_leads(person, room):
    begin_game(person, "b1", "c3")
    visit(person, room)
    assert not person.has("Home")
    person.press("Back")
    person.until(lambda: person.app.dialog is None)
    assert isinstance(person.app.screen, GameScreen)
    person.app.stage.rooms.open(destination.Home())
    visit(person, room)
    assert not person.has("Back")
    person.press("Home")
    assert isinstance(person.app.screen, HomeScreen)


def test_rooms_one_after_the_other_lead_back_to_the_game(person):
    begin_game(person, "b1", "c3")
    visit(person, Command.LIBRARY)
    visit(person, Command.LESSONS)
    person.until(lambda: person.has("Start"))
    person.press("Start")
    person.wait(0.5)
    assert isinstance(person.app.screen, ExerciseScreen)
    escape(person)
    assert isinstance(person.app.screen, CourseScreen)
    escape(person)
    assert isinstance(person.app.screen, GameScreen)


def test_a_game_without_a_move_is_there_again(person):
    begin_game(person)
    visit(person, Command.LESSONS)
    escape(person)
    assert person.app.screen.match.setup.is_two_player
    assert not person.app.screen.match.cursor.board.move_stack


def test_the_place_that_was_looked_at_is_shown_again(person):
    begin_game(person, "b1", "c3", "d7", "d5")
    person.key(pygame.K_LEFT)
    person.wait(0.5)
    visit(person, Command.PUZZLES)
    escape(person)
    assert person.app.screen.match.cursor.node.plies() == 1


def test_the_way_back_needs_no_library(person, monkeypatch):
    def fail():
        raise LibraryError("the disk is gone")

    begin_game(person, "b1", "c3")
    visit(person, Command.LESSONS)
    monkeypatch.setattr(person.app.stage.library, "open", fail)
    escape(person)
    assert isinstance(person.app.screen, GameScreen)
    assert person.app.screen.match.cursor.node.plies() == 1

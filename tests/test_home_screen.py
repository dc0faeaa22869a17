"""The home screen leads to everything that people come for, and to the laboratory for the rest."""

from __future__ import annotations

import pygame
import pytest

from tests.support.pupil import Pupil
from wormhole.gui.composer.composer_screen import ComposerScreen
from wormhole.gui.dialogs.teach_dialog import TeachDialog
from wormhole.gui.editor.editor_screen import EditorScreen
from wormhole.gui.engines.engines_dialog import EnginesDialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.home.laboratory import Laboratory
from wormhole.gui.learn.course_screen import CourseScreen
from wormhole.gui.learn.puzzles_screen import PuzzlesScreen
from wormhole.gui.library.library_screen import LibraryScreen
from wormhole.gui.rules_pages.rules_dialog import RulesDialog
from wormhole.gui.tournament.tournaments_screen import TournamentsScreen
from wormhole.gui.window import destination
from wormhole.library.chosen_game import named

SIZES = [(800, 600), (1280, 800), (1920, 1080), (600, 800), (900, 1200), (3840, 2160)]
ROOMS = {
    "Lessons": CourseScreen,
    "Puzzles": PuzzlesScreen,
    "Compose": ComposerScreen,
    "Set up": EditorScreen,
    "Analysis": GameScreen,
    "Library": LibraryScreen,
    "Laboratory": Laboratory,
}
IN_ORDER = [
    *(
        "Two players",
        "By mail",
        "Tournament",
        "Lessons",
        "Puzzles",
        "Demonstration",
        "Compose",
        "Set up",
        "Analysis",
    ),
    *("Library", "Laboratory", "Settings", "Quit"),
]


@pytest.fixture
def person(tmp_path):
    with Pupil(tmp_path) as person:
        yield person


@pytest.mark.parametrize("name", ROOMS)
def test_each_room_is_one_press_away(person, name):
    person.press(name)
    person.step()
    assert isinstance(person.app.screen, ROOMS[name])


def test_the_rules_of_the_chosen_game_are_one_press_away(person):
    person.app.stage.preferences.choose_game(named("omega"))
    person.app.stage.rooms.open(destination.Home())
    person.press("Rules")
    assert isinstance(person.app.dialog, RulesDialog)
    assert "Omega Chess" in person.app.dialog.heading


def test_tab_goes_through_the_buttons_in_the_order_of_reading(person):
    """Also if the offer below the board is found meanwhile."""
    person.tab_to("Two players")
    texts = []
    for _ in IN_ORDER:
        texts.append(next(b.text for b in person.top.widgets.buttons if person.top.widgets.is_focused(b)))
        person.key(pygame.K_TAB)
    assert texts == IN_ORDER


def test_the_analysis_board_analyses_and_no_other_game_does(person):
    person.press("Analysis")
    assert person.app.screen.game.analysis.is_on
    assert person.app.screen.match.setup.is_two_player
    person.app.stage.rooms.open(destination.Home())
    person.press("Two players")
    assert not person.app.screen.game.analysis.is_on


@pytest.mark.parametrize(
    ("name", "dialog"), [("Train the computer…", TeachDialog), ("Engines…", EnginesDialog)]
)
def test_the_laboratory_opens_dialogs(person, name, dialog):
    person.press("Laboratory")
    person.press(name)
    assert isinstance(person.app.dialog, dialog)
    person.key(pygame.K_ESCAPE)
    person.key(pygame.K_ESCAPE)
    assert isinstance(person.app.screen, HomeScreen)


def test_the_tournaments_of_programs_are_in_the_laboratory(person):
    person.keys(pygame.K_r, modifiers=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    person.press("Tournaments")
    assert isinstance(person.app.screen, TournamentsScreen)


@pytest.mark.parametrize("name", ["Tournament", "Laboratory", "You"])
def test_a_name_that_is_typed_without_a_field_changes_no_setting(person, name):
    settings = person.app.stage.settings
    person.type("a")
    assert person.app.stage.settings.motion is not settings.motion, "here is a board"
    person.type("a")
    settings = person.app.stage.settings
    person.until(lambda: person.has("You"))
    person.press(name)
    for letter in "mary":
        person.key(ord(letter), letter)
    assert person.app.stage.settings == settings


def test_the_tournaments_of_people_lead_to_those_of_programs(person):
    person.press("Tournament")
    assert "Tournaments of programs: in the laboratory, Ctrl+R" in person.hints
    person.keys(pygame.K_r, modifiers=pygame.KMOD_CTRL)
    assert isinstance(person.app.screen, TournamentsScreen)

"""The mistakes of the user in all analysed games against the computer: counted, shown, and practised."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from tests.support.hand import Hand, hands
from tests.support.pages import assert_apart
from tests.support.reviewed_games import KNIGHT_LOST, MATED
from wormhole.gui.learn.course_screen import CourseScreen
from wormhole.gui.learn.puzzles_screen import PuzzlesScreen
from wormhole.gui.window import destination
from wormhole.learn.course import outlines
from wormhole.learn.mistakes import MistakeKind
from wormhole.learn.own_mistakes import LESSONS, THEMES, OwnMistakes, own_mistakes
from wormhole.library import pgn
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState
from wormhole.training.puzzle_themes import THEMES as PUZZLE_THEMES

HANGING = KNIGHT_LOST.replace("CLOCK", "")
UNKNOWN = '[Variant "chess"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1'
AS_WHITE, AS_BLACK = PlayState(None, 3), PlayState(3, None)
END, HANGS = MistakeKind.END, MistakeKind.HANGING


def library(path, *games):
    with GameDatabase(path) as database:
        for text, state in games:
            (game,) = pgn.read(text)
            database.add(game, state)
    return GameDatabase(path)


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ((), []),
        (((MATED, AS_WHITE),), [{END: 1}]),
        (((MATED, AS_BLACK),), [{}]),
        (((UNKNOWN, AS_WHITE), (MATED, PlayState()), (MATED, None)), []),
        (((HANGING, AS_WHITE), (MATED, AS_WHITE)), [{HANGS: 1}, {END: 1}]),
    ],
    ids=["none", "the user's", "the computer's", "not analysed or not against it", "two"],
)
def test_the_mistakes_of_the_user_are_counted_game_by_game(tmp_path, games, expected):
    with library(tmp_path / "games.sqlite3", *games) as database:
        assert list(own_mistakes(database).games) == expected


def test_every_kind_leads_to_a_lesson_or_puzzles_that_there_are():
    assert set(THEMES) == set(MistakeKind)
    assert set(LESSONS.values()) <= {lesson.slug for lesson in outlines()}
    assert {theme for theme in THEMES.values() if theme} <= set(PUZZLE_THEMES)


@pytest.fixture
def player(tmp_path):
    library(tmp_path / "games.sqlite3", (HANGING, AS_WHITE), (MATED, AS_WHITE)).close()
    with hands(Hand, tmp_path) as open_window:
        hand = open_window()
        hand.app.stage.rooms.open(destination.Mistakes())
        hand.until(lambda: hand.app.screen.mistakes.found is not None)
        hand.step()
        yield hand


def test_the_page_leads_to_lessons_and_puzzles_of_the_theme(player):
    hand = player
    assert "2 reviewed games, 2 mistakes" in hand.hints
    assert {"Mate or end allowed", "Hanging pieces"} <= set(hand.hints)
    hand.press("Lesson")
    assert isinstance(hand.app.screen, CourseScreen)
    hand.app.stage.rooms.open(destination.Mistakes())
    hand.until(lambda: hand.app.screen.mistakes.found is not None)
    hand.step()
    hand.press("Puzzles")
    assert isinstance(hand.app.screen, PuzzlesScreen)
    hand.until(lambda: hand.app.screen.book is not None)
    assert hand.app.screen.book.wanted.theme in THEMES.values()


def test_each_card_says_what_will_stand_there(tmp_path, seen):
    with Hand(tmp_path) as hand:
        hand.app.stage.rooms.open(destination.Mistakes())
        hand.until(lambda: hand.app.screen.mistakes.found is not None)
        hand.step()
    text = " ".join(seen)
    assert "How many mistakes you make in a game will appear here." in text
    assert "Lessons and puzzles against your mistakes will appear here." in text


def test_the_page_is_reached_by_keyboard_from_the_library(player):
    hand = player
    hand.app.stage.rooms.open(destination.Library())
    hand.wait(0.3)
    hand.tab_to("Mistakes")
    hand.key(pygame.K_RETURN, "\r")
    hand.until(lambda: hand.app.screen.mistakes.found is not None)
    hand.step()
    hand.tab_to("Lesson")
    hand.key(pygame.K_RETURN, "\r")
    assert isinstance(hand.app.screen, CourseScreen)


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080), (600, 1000)])
def test_the_parts_of_the_page_do_not_overlap_and_three_kinds_have_room(player, size):
    page = player.screen.mistakes
    page.found = OwnMistakes((dict.fromkeys(MistakeKind, 1),))
    page.make(player.screen.widgets)
    assert_apart(player, size)
    assert player.texts.count("Puzzles") >= 3

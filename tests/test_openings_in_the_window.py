"""The openings beside the move list: by mouse and by keyboard."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from tests.support.hand import Hand, hands_at_games
from tests.support.library_games import played
from tests.support.parts import mostly_exhaustive
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.opening_card import OpeningCard
from wormhole.gui.look.focus import FocusArea
from wormhole.gui.window.keys import Command
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState

SIZES = mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600))
GAME = '[Variant "wormhole"]\n\n1. Nf3 g6 *'


class Student(Hand):
    """A user who reads openings."""

    @property
    def match(self):
        return self.app.screen.match

    @property
    def moves(self):
        """The moves that are shown, with their games."""
        known = self.app.screen.game.openings.statistics
        return None if known is None else [(move.san, move.counts.games) for move in known.moves]

    def show(self):
        self.key(pygame.K_b, "b")
        self.until(lambda: self.moves is not None)

    def row(self, number):
        return self.layer(OpeningCard).place_of(number).center


@pytest.fixture
def student(tmp_path):
    with hands_at_games(Student, tmp_path, GAME, white="person", black="person") as open_game:
        yield open_game


@pytest.mark.parametrize("size", SIZES)
def test_b_and_the_button_show_what_was_played(student, size):
    hand = student(size=size)
    hand.show()
    layout = hand.app.screen.picture.layout
    assert Place.OPENINGS in layout
    assert not layout[Place.OPENINGS].colliderect(layout[Place.MOVES])
    assert hand.layer(OpeningCard).rows_seen >= 2
    assert hand.moves[0][1] >= max(1, hand.moves[-1][1])
    assert hand.app.stage.settings.openings
    hand.app.stage.command(Command.OPENINGS)
    hand.wait(0.1)
    assert Place.OPENINGS not in hand.app.screen.picture.layout


def test_a_press_plays_a_move_and_the_list_follows(student):
    hand = student()
    hand.show()
    before = hand.moves
    hand.point(hand.row(0))
    hand.wait(0.1)
    assert hand.app.screen.state.annotations.suggestions
    hand.click(hand.row(0))
    assert hand.match.cursor.node.san() == before[0][0]
    hand.until(lambda: hand.moves != before)


def test_it_follows_who_looks_back_and_plays_from_there_by_keyboard(student):
    hand = student()
    hand.show()
    late = hand.moves
    hand.key(pygame.K_HOME)
    hand.until(lambda: hand.moves != late)
    assert sum(games for _, games in hand.moves) >= 300
    second = hand.moves[1][0]
    hand.tab_into(hand.app.screen.picture.layout[Place.OPENINGS])
    while not isinstance(hand.app.screen.widgets.focused, FocusArea):
        hand.key(pygame.K_TAB)
    hand.key(pygame.K_DOWN)
    hand.key(pygame.K_RETURN)
    assert hand.match.cursor.node.san() == second
    assert [node.san() for node in hand.match.game.variations] == ["Nf3", second]


def test_own_games_can_be_chosen(student, tmp_path):
    with GameDatabase(tmp_path / "games.sqlite3") as library:
        game = played("Nf3 g6 Nc3", "wormhole")
        game.set_result("1-0")
        library.add(game, PlayState(None, 4))
    hand = student()
    hand.show()
    hand.press("My games")
    hand.until(lambda: hand.moves == [("Nc3", 1)])
    assert hand.app.stage.settings.openings_of == "own"
    hand.press("Computer")
    hand.until(lambda: len(hand.moves) > 1)


def test_nothing_is_drawn_while_nothing_changes(student):
    hand = student()
    hand.show()
    hand.wait(1.0)
    assert not any(hand.step(0.1) for _ in range(20))


def test_it_is_off_at_first_against_the_computer(student, tmp_path):
    hand = student()
    hand.show()
    hand.app.close()
    with Student(tmp_path, start_game=True, white="person", black="computer") as against:
        assert Place.OPENINGS not in against.app.screen.picture.layout
        assert against.app.stage.settings.openings

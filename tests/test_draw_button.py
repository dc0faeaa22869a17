"""Draws, pauses and passes by a button where they are possible; and the entries of a game's menu."""

from __future__ import annotations

import pygame
import pytest

from tests.support.pupil import Pupil
from tests.support.scripted_player import ScriptedPlayer
from wormhole import BLACK, variant
from wormhole.gui.game.pause_dialog import PauseDialog
from wormhole.gui.game.review_dialog import ReviewDialog
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.time_control import TimeControls, spoken
from wormhole.play.draw_offer import DrawOffers, OfferState, Reply
from wormhole.play.match import Match
from wormhole.play.seats import against, level_of, two_players
from wormhole.players.spec import at_level


@pytest.fixture
def person(tmp_path):
    with Pupil(tmp_path) as person:
        person.app.stage.preferences.change(motion=False)
        yield person


def begin(person, game="chess"):
    person.app.stage.rooms.open(destination.Game(two_players(variant(game))))
    person.wait(0.5)


def play(person, *squares):
    person.choose(*squares)
    person.until(lambda: person.app.screen.is_up_to_date)


def is_lit(person, text):
    """Whether a button has the colour of what is on."""
    person.point((1, 1))
    person.wait(0.5)
    rect = person.button(text).rect
    seen = pygame.display.get_surface().get_at((rect.left + 5, rect.centery))
    hot = pygame.Color(*person.app.stage.look.theme.colour.hot)
    return max(abs(a - b) for a, b in zip(seen, hot, strict=True)) < 8


def test_a_draw_is_offered_and_accepted_by_the_button(person):
    begin(person)
    assert not is_lit(person, "Draw")
    person.press("Draw")
    person.wait(0.2)
    assert is_lit(person, "Offered")
    play(person, "e2", "e4")
    assert is_lit(person, "Accept")
    person.press("Accept")
    person.wait(0.5)
    assert person.app.screen.match.result.outcome.winner is None
    assert not person.button("Draw").is_enabled


def test_a_move_declines_it(person):
    begin(person)
    person.press("Draw")
    play(person, "e2", "e4")
    play(person, "e7", "e5")
    assert not is_lit(person, "Draw")
    assert person.button("Draw").is_enabled


def test_where_no_rule_makes_a_draw_there_is_no_button_and_the_menu_offers_none(person):
    begin(person, "wormhole")
    assert not person.has("Draw")
    person.key(pygame.K_ESCAPE)
    (draw,) = (entry for entry in person.app.dialog.entries if entry.command is Command.DRAW)
    assert not draw.can


def test_a_pause_stops_the_clock_and_hides_the_board_until_the_user_continues(person):
    clocks = TimeControls.equal(spoken("5+0"))
    person.app.stage.rooms.open(destination.Game(two_players(variant("chess"), clocks=clocks)))
    person.wait(0.5)
    play(person, "e2", "e4")
    play(person, "e7", "e5")
    play(person, "d2", "d4")

    def left():
        return round(person.screen.game.clocks.reading(BLACK, person.seconds).seconds)

    assert not person.has("New game")
    before = left()
    person.press("Pause")
    hidden = person.picture()
    person.wait(20)
    assert left() == before
    assert person.picture() == hidden
    person.press("Continue")
    person.wait(3)
    assert left() == before - 3
    person.key(pygame.K_p, modifiers=pygame.KMOD_SHIFT)
    assert isinstance(person.app.dialog, PauseDialog)
    person.key(pygame.K_ESCAPE)
    person.screen.game.resign()
    person.wait(0.5)
    assert person.has("New game")
    assert not person.has("Pause")


def test_without_a_clock_there_is_nothing_to_pause(person):
    begin(person)
    assert not person.has("Pause")
    person.key(pygame.K_p, modifiers=pygame.KMOD_SHIFT)
    assert person.app.dialog is None
    assert person.app.notice.text == "No clock is running"


def test_a_side_passes_by_the_button_or_the_key_and_not_by_its_general(person):
    begin(person, "janggi")
    person.choose("e2", "e2")
    person.wait(0.2)
    assert not person.app.screen.match.cursor.board.move_stack
    person.press("Pass")
    person.until(lambda: person.app.screen.is_up_to_date)
    person.key(pygame.K_z)
    person.until(lambda: person.app.screen.match.result.outcome is not None)
    assert [move.is_pass for move in person.app.screen.match.cursor.board.move_stack] == [True, True]


def test_after_the_computer_has_declined_the_button_waits():
    match = Match(against("white", at_level(level_of(1)), variant("chess")), {BLACK: ScriptedPlayer()})
    offers = DrawOffers(match)
    assert offers.state is OfferState.POSSIBLE
    assert offers.ask() is Reply.DECLINED
    assert offers.state is OfferState.TOO_SOON
    assert offers.ask() is Reply.TOO_SOON


def test_the_menu_has_what_concerns_the_game_and_nothing_of_other_rooms(person):
    begin(person)
    play(person, "e2", "e4")
    person.key(pygame.K_ESCAPE)
    offered = {entry.command for entry in person.app.dialog.entries}
    assert {Command.DRAW, Command.REVIEW, Command.SAVE, Command.LIBRARY, Command.RULES} <= offered
    assert not {Command.TOURNAMENT, Command.COMPOSE, Command.LESSONS, Command.PUZZLES} & offered
    assert len(person.app.dialog.entries) <= 15
    person.press("Review the game")
    person.wait(0.3)
    assert isinstance(person.app.dialog, ReviewDialog)

"""A tournament of people in the window: played at this screen or entered by hand, continued, exported."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import driving
from tests.support.pages import assert_apart
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.look.table import Table
from wormhole.gui.look.text_field import TextField
from wormhole.gui.people.people_dialog import PeopleDialog
from wormhole.gui.people.people_list import PeopleList
from wormhole.gui.people.people_screen import BEFORE, PeopleScreen
from wormhole.gui.window.keys import Command
from wormhole.library.chosen_game import named


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path) as drive:
        yield drive


def go_to_list(hand):
    hand.app.stage.command(Command.PEOPLE)
    assert isinstance(hand.app.screen, PeopleList)
    hand.until(lambda: hand.layer(Table).rows or hand.layer(Table).empty)


def set_up(hand, names, *choices):
    """Set a tournament up by keyboard and mouse."""
    hand.app.stage.preferences.choose_game(named("chess"))
    go_to_list(hand)
    hand.press("New…")
    assert isinstance(hand.app.dialog, PeopleDialog)
    hand.type(names)  # the field has the focus
    hand.key(pygame.K_RETURN)
    for choice in choices:
        hand.press(choice)
    hand.press("Start")
    hand.until(lambda: isinstance(hand.app.screen, PeopleScreen))
    hand.wait_for_reading()


def tables(hand):
    """The standings, and the tables of the round."""
    return [each for each in hand.app.screen.layers if isinstance(each, Table)]


def standings(hand):
    return [(row[1], row[2]) for row in tables(hand)[0].rows]


def pairs(hand):
    return [tuple(row[1:]) for row in tables(hand)[1].rows]


def enter(hand, words):
    """Enter the result of the chosen table by hand."""
    hand.press("Result…")
    choose(hand, words)


def choose(hand, words):
    """Choose a line of the list that has dropped down."""
    table = hand.app.dialog.table
    hand.click(table.row_rect([row[0] for row in table.rows].index(words)).center)


def test_a_game_is_played_at_this_screen_and_its_result_is_in_the_table(drive):
    hand = drive()
    set_up(hand, "Ada & Co, Bob, Cleo, Évariste", "Round robin")
    assert pairs(hand) == [("Ada & Co", "Évariste", ""), ("Bob", "Cleo", "")]
    assert any("Table 1: Ada & Co has White, Évariste Black" in words for words in hand.hints)
    hand.press("Play")
    hand.until(lambda: isinstance(hand.app.screen, GameScreen))
    assert (hand.match.game.headers["White"], hand.match.game.headers["Round"]) == ("Ada & Co", "1.1")
    hand.settle()
    hand.move("e2e4")
    hand.move("e7e5")
    assert not hand.button("Undo").is_enabled, "nothing is taken back"
    hand.app.close()

    again = drive()
    go_to_list(again)
    again.press("Open")
    again.wait_for_reading()
    again.press("Play")
    again.until(lambda: isinstance(again.app.screen, GameScreen))
    again.settle()
    for move in ("d1h5", "b8c6", "f1c4", "g8f6", "h5f7"):
        again.move(move)
    again.until(lambda: not again.match.is_open)
    again.settle(1)
    again.press("Tournament")
    again.until(lambda: isinstance(again.app.screen, PeopleScreen) and pairs(again)[0][2])
    assert pairs(again)[0] == ("Ada & Co", "Évariste", "1-0")
    assert standings(again)[0] == ("Ada & Co", "1")
    assert not again.button("Next round").is_enabled
    enter(again, "Draw")
    again.press("Next round")
    assert pairs(again) == [("Évariste", "Cleo", ""), ("Ada & Co", "Bob", "")]


def test_a_tournament_begins_by_keyboard_alone(drive):
    hand = drive()
    hand.app.stage.preferences.change(clock="600+5")
    hand.tab_to("Tournament")
    hand.key(pygame.K_RETURN)
    hand.until(lambda: hand.layer(Table).empty)
    hand.key(pygame.K_RETURN)  # New… has the focus
    hand.type("Ada, Bob, Cleo, Dan")
    hand.key(pygame.K_RETURN)
    hand.key(pygame.K_RETURN)
    hand.until(lambda: isinstance(hand.app.screen, PeopleScreen))
    hand.wait_for_reading()
    hand.key(pygame.K_DOWN)
    hand.key(pygame.K_RETURN)
    hand.until(lambda: isinstance(hand.app.screen, GameScreen))
    assert (hand.match.game.headers["White"], hand.match.game.headers["Black"]) == ("Bob", "Cleo")
    assert str(hand.match.setup.clocks.white) == "600+5"


def test_results_are_entered_by_hand_and_corrected_and_players_leave(drive):
    hand = drive()
    set_up(hand, "Ada, Bob, Cleo, Dan, Eve", "Swiss")
    assert any("Has no game: Eve" in words for words in hand.hints)
    enter(hand, "White has won")
    enter(hand, "Black has won")
    assert {("Ada", "1"), ("Eve", "1")} <= {*standings(hand)}
    hand.keys(pygame.K_UP)
    enter(hand, "No result")
    assert not hand.button("Next round").is_enabled
    enter(hand, "Draw")
    hand.press("A player leaves…")
    choose(hand, "Eve")
    hand.press("Leaves")
    assert ("Eve (has left)", "1") in standings(hand)
    hand.press("Next round")
    assert "Eve" not in {name for pair in pairs(hand) for name in pair}
    hand.press("Undo round")
    assert "Round 1 of 4" in hand.hints
    hand.press("Next round")
    assert len(pairs(hand)) == 2
    hand.press(BEFORE)
    assert any("Has no game: Eve" in words for words in hand.hints)


def test_a_knock_out_ends_by_an_armageddon_game_if_that_is_chosen(drive):
    hand = drive()
    set_up(hand, "Ada, Bob", "Knock-out", "Armageddon")
    for _game in range(2):
        enter(hand, "Draw")
        hand.press("Next round")
    assert "Final, Armageddon" in hand.hints
    assert any("a draw counts for Black, who has less time" in words for words in hand.hints)
    enter(hand, "Draw")
    assert any("has won the tournament" in words for words in hand.hints)


def test_a_knock_out_names_its_winner_and_is_a_page_to_print(drive, tmp_path):
    hand = drive()
    set_up(hand, "Ada, Bob, Cleo", "Knock-out")
    assert "Semi-finals" in hand.hints
    enter(hand, "Draw")
    hand.press("Next round")
    assert "Semi-finals, again" in hand.hints
    enter(hand, "White has won")
    hand.press("Next round")
    assert "Final" in hand.hints
    enter(hand, "White has won")
    assert any("has won the tournament" in words for words in hand.hints)
    hand.press("Export…")
    hand.press("Page to print…")
    hand.fill(str(tmp_path / "page.html"))
    hand.press("Save")
    hand.wait_for_reading()
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "<h2>Final</h2>" in page
    assert all(name in page for name in ("Ada", "Bob", "Cleo"))


def test_the_dialog_refuses_what_makes_no_tournament(drive):
    hand = drive()
    go_to_list(hand)
    hand.press("New…")
    hand.press("Start")
    assert "Add at least two players." in hand.hints
    for text, trouble in (
        ("Ada, ada", "ada is in the list already."),
        (",".join(map(str, range(17))), "A tournament has at most 16 players."),
    ):
        fields = [each for each in hand.top.widgets.everything if isinstance(each, TextField)]
        hand.click(fields[0].rect.center)
        hand.fill(text)
        hand.press("Add")
        assert trouble in hand.hints


@pytest.mark.parametrize("players", [2, 16])
def test_nothing_overlaps(drive, players):
    hand = drive()
    set_up(hand, ", ".join(f"player {number}" for number in range(players)), "Round robin")
    for size in [(800, 600), (1280, 800), (1920, 1080), (600, 900)]:
        assert_apart(hand, size)


def test_the_menu_of_what_can_be_exported_opens_at_its_button(drive):
    hand = drive()
    set_up(hand, "Ada, Bob", "Round robin")
    button = hand.button("Export…").rect
    hand.press("Export…")
    menu = hand.app.dialog.area
    assert menu.top >= button.bottom
    assert menu.left <= button.right
    assert button.left <= menu.right


BESIDE = (3, 3)
"""A pixel beside every dialog."""


def test_names_that_were_entered_are_not_lost_by_a_slip(drive):
    hand = drive()
    go_to_list(hand)
    hand.press("New…")
    hand.click(BESIDE)
    assert hand.app.dialog is None, "nothing was entered"
    hand.press("New…")
    form = hand.app.dialog
    hand.type("Ada")
    hand.click(BESIDE)
    assert hand.app.dialog is form, "a name that is only typed counts"
    hand.key(pygame.K_RETURN)
    hand.click(BESIDE)
    assert hand.app.dialog is form
    for leave in (lambda: hand.key(pygame.K_ESCAPE), lambda: hand.press("Cancel"), hand.app.stage.quit):
        leave()
        assert isinstance(hand.app.dialog, QuestionDialog)
        hand.press("Cancel")
        assert hand.app.dialog is form
        assert form.draft.players == ["Ada"]
    hand.key(pygame.K_ESCAPE)
    hand.press("Discard")
    assert hand.app.dialog is None

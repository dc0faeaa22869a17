"""Other programs take seats in the window by a seat's spec. A fault is reported, and the game continues."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.children import fake_program
from tests.support.hand import Hand
from tests.support.resources import child_processes
from wormhole import BLACK, WHITE, Board
from wormhole.engine.levels import LEVELS, Limit
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.window import destination
from wormhole.library.time_control import TimeControls, spoken
from wormhole.play.seats import Seat, Setup
from wormhole.players.spec import at_level, parse

MAIN = Path(__file__).resolve().parents[1] / "main.py"


def seat(text):
    return Seat(parse(text, Limit(depth=1)))


class Table(Hand):
    """A user at a game against a program."""

    def begin(self, *seats, **more):
        self.app.stage.preferences.change(motion=False)
        self.app.stage.rooms.open(destination.Game(Setup(*seats, **{"variant": "chess", **more})))
        self.until(lambda: isinstance(self.app.screen, GameScreen))
        self.wait(0.5)

    @property
    def match(self):
        return self.app.screen.match

    def status(self, color):
        """What a player's card says."""
        return self.app.screen.picture.players.cards[color].content

    def play(self, from_square, to_square):
        self.click(self.square(from_square))
        self.click(self.square(to_square))

    def until_plies(self, count):
        self.until(lambda: len(self.match.cursor.nodes) == count and not self.match.players.is_thinking)
        self.until(lambda: not self.is_keeping)


@pytest.fixture
def hand(tmp_path):
    before = child_processes()
    with Table(tmp_path) as hand:
        yield hand
    assert child_processes() == before, "programs end with the window"


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_program_plays_against_the_user(hand, protocol):
    hand.begin(Seat(name="Ada"), seat(fake_program(protocol, "first")))
    for count, (from_square, to_square) in enumerate((("e2", "e4"), ("d2", "d4")), 1):
        hand.play(from_square, to_square)
        hand.until_plies(2 * count)
    assert hand.status(BLACK).names == (Path(sys.executable).stem,)
    assert hand.match.game.headers["White"] == "Ada"
    assert hand.match.game.headers["Black"] == Path(sys.executable).stem


def test_a_named_program_plays_on_clocks_against_a_level(hand):
    named = Seat(parse(f"uci,name=Fake:{fake_program('uci', 'first').partition(':')[2]}", Limit(depth=1)))
    hand.begin(named, Seat(at_level(LEVELS[0])), clocks=TimeControls.equal(spoken("5+3")))
    hand.until(lambda: len(hand.match.cursor.nodes) >= 4)
    assert hand.status(WHITE).names == ("Fake",)
    assert hand.match.cursor.nodes[3].clock() is not None


def test_our_own_engine_takes_a_seat_over_uci(hand):
    hand.begin(seat(f"uci:{sys.executable} {MAIN} uci"), Seat(), variant="wormhole")
    hand.until_plies(1)
    assert hand.match.players.trouble is None


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_fault_is_told_and_the_game_goes_on(hand, protocol):
    hand.begin(Seat(), seat(fake_program(protocol, "tires")))
    hand.play("e2", "e4")
    hand.until_plies(2)
    hand.play("d2", "d4")
    hand.until(lambda: hand.app.notice is not None)
    name = Path(sys.executable).stem
    assert hand.app.notice.text == f"{name} exited with status 3"
    assert hand.status(BLACK).status == "error"
    assert len(hand.match.cursor.nodes) == 3
    hand.app.screen.game.think_again()
    hand.until_plies(4)
    assert hand.match.cursor.board.turn is WHITE


def test_an_illegal_move_is_told(hand):
    hand.begin(seat(fake_program("uci", "cheats")), Seat())
    hand.until(lambda: hand.app.notice is not None)
    assert "played an illegal move" in hand.app.notice.text
    assert hand.match.cursor.board.fen() == Board("chess").fen()


def test_a_program_that_hangs_is_left_for_another_game(hand):
    hand.begin(seat(fake_program("uci", "hangs")), Seat())
    hand.wait(0.5)
    assert hand.match.players.is_thinking
    hand.begin(Seat(), Seat())
    assert hand.match.setup.is_two_player
    hand.play("e2", "e4")
    hand.until_plies(1)


def test_a_resignation_ends_the_game(hand):
    hand.begin(seat(fake_program("xboard", "resigns")), Seat())
    hand.until(lambda: hand.match.result.outcome is not None)
    hand.until(lambda: not hand.is_keeping)
    assert hand.match.game.result == "0-1"
    assert hand.match.result.outcome.reason() == "Black wins: White resigned."


def test_an_offered_draw_can_be_accepted(hand):
    hand.begin(seat(fake_program("xboard", "offers")), Seat())
    hand.until(lambda: hand.app.notice is not None)
    assert hand.app.notice.text == "White offers a draw"
    hand.app.screen.game.offer_draw()
    assert hand.match.game.result == "1/2-1/2"


def test_an_offer_of_the_user_is_answered_with_the_next_move(hand):
    hand.begin(Seat(), seat(fake_program("xboard", "first")))
    hand.play("e2", "e4")
    hand.until_plies(2)
    hand.app.screen.game.offer_draw()
    assert hand.app.notice.text == "The draw is offered; the answer comes with the next move"
    hand.play("d2", "d4")
    hand.until_plies(4)
    assert hand.app.notice.text == "Black offers a draw"
    hand.app.screen.game.offer_draw()
    assert hand.match.game.result == "1/2-1/2"


def test_the_way_back_leads_to_the_same_program(hand):
    hand.begin(Seat(), seat(fake_program("uci", "first")))
    hand.play("e2", "e4")
    hand.until_plies(2)
    hand.app.stage.rooms.open(destination.Library())
    hand.until(lambda: not isinstance(hand.app.screen, GameScreen))
    hand.app.stage.rooms.go_back()
    hand.until(lambda: isinstance(hand.app.screen, GameScreen))
    hand.wait(0.5)
    hand.play("d2", "d4")
    hand.until_plies(4)

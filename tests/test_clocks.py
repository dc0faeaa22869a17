"""The clocks of a match: which one runs, what moves leave on them, and what the record has."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import examples
from tests.support.scripted_player import ScriptedPlayer
from wormhole import BLACK, WHITE, Board
from wormhole.engine.levels import LEVELS
from wormhole.gui.game.clock_face import time_words
from wormhole.gui.look.schedule import NEVER
from wormhole.library import pgn
from wormhole.library.settings import Settings
from wormhole.library.time_control import TimeControls, parsed, spoken
from wormhole.play.clocks import Clocks
from wormhole.play.match import Match, thinking_clock
from wormhole.play.seats import OpenedGame, Seat, Setup, players_of, resumed, set_out, setup_of
from wormhole.play.start_options import StartOptions
from wormhole.players.player import Answer
from wormhole.players.spec import at_level

BLITZ = TimeControls.equal(spoken("5+3"))


class Table:
    """A match with clocks, and the time of day."""

    def __init__(self, clocks, white=None, black=None, setup=None):
        self.player = ScriptedPlayer()
        setup = setup or Setup(*(Seat(level and at_level(level)) for level in (white, black)), clocks=clocks)
        self.match = Match(setup, dict.fromkeys({WHITE, BLACK}.difference(setup.users), self.player))
        self.clocks = Clocks(self.match, 0.0 if setup.opened is None else setup.opened.spent_seconds)
        self.now = 1000.0
        self.match.begin()
        self.clocks.follow(self.now)

    def shows(self):
        """What both clocks show, and which one runs."""
        readings = [self.clocks.reading(color, self.now) for color in (WHITE, BLACK)]
        running = [
            color for color, reading in zip("wb", readings, strict=True) if reading and reading.is_running
        ]
        return (*(reading and reading.seconds for reading in readings), "".join(running))

    def play(self, text, seconds=0.0):
        self.now += seconds
        assert self.match.play(self.match.cursor.board.parse_uci(text), self.clocks.left_after(self.now))
        self.clocks.follow(self.now)

    def answer(self, text, seconds):
        self.now += seconds
        answer = Answer(self.player.requests[-1], self.match.cursor.board.parse_uci(text), seconds=seconds)
        self.clocks.stop(self.now)
        assert self.match.answered(answer, self.clocks.left_after(self.now, answer.seconds))
        self.clocks.follow(self.now)

    def wait(self, seconds):
        self.now += seconds
        self.clocks.follow(self.now)


def test_the_clocks_start_after_the_first_move_of_each_side():
    table = Table(BLITZ)
    table.wait(60)
    assert table.shows() == (300, 300, "")
    table.play("e2e4", 60)
    assert table.shows() == (300, 300, "")
    table.play("e7e5", 60)
    assert table.shows() == (300, 300, "w")
    table.wait(10)
    assert table.shows() == (290, 300, "w")
    table.play("d2d4", 0)
    assert table.shows() == (293, 300, "b")


@pytest.mark.parametrize(
    ("text", "thoughts", "left"),
    [
        ("5+0", (10, 20), (290, 280)),
        ("5+3", (10, 20), (293, 283)),
        ("5d3", (10, 2), (293, 300)),
        ("30s", (10, 20), (20, 30)),
    ],
)
def test_each_kind_of_clock(text, thoughts, left):
    table = Table(TimeControls.equal(spoken(text)))
    table.play("e2e4")
    table.play("e7e5")
    table.play("d2d4", thoughts[0])
    table.play("d7d5", thoughts[1])
    table.wait(0)
    white, black, _running = table.shows()
    assert table.match.cursor.nodes[2].clock() == left[0]
    if text == "30s":
        assert (white, black) == (30, 10)
    else:
        assert (white, black) == left


def test_a_period_ends_with_its_last_move():
    """Two moves in a minute, then half a minute for the rest; the first moves take no time."""
    table = Table(TimeControls.equal(parsed("2/60:30")))
    for text in ("e2e4", "e7e5"):
        table.play(text, 10)
    table.play("d2d4", 20)
    assert table.shows() == (60 - 20 + 30, 60, "b")
    table.play("d7d5", 50)
    assert table.shows() == (70, 60 - 50 + 30, "w")
    table.play("c2c3", 5)
    assert table.shows() == (65, 40, "b")
    table.match.undo()
    table.match.undo()
    table.clocks.follow(table.now)
    assert table.shows() == (70, 60, "b")


def test_the_computer_is_told_of_the_moves_to_go():
    match = Match(Setup(Seat(), Seat(), clocks=TimeControls.equal(parsed("3/600:60"))))
    told = []
    for text in ("e2e4", "e7e5", "d2d4", "d7d5", "c2c3", "c7c6", "a2a3"):
        assert match.play(match.cursor.board.parse_uci(text), 100.0)
        clock = thinking_clock(match.cursor.node, match.setup.clocks, match.cursor.board.turn)
        told.append(None if clock is None else clock.moves_to_go)
    assert told == [None, 2, 2, 1, 1, None, None]


def test_sides_may_have_different_clocks_or_none():
    table = Table(TimeControls(spoken("1+0"), None))
    table.play("e2e4")
    table.play("e7e5")
    table.play("d2d4", 20)
    assert table.shows() == (40, None, "")
    assert table.match.cursor.nodes[2].clock() == 40
    table.play("d7d5", 2000)
    assert table.match.cursor.nodes[3].clock() is None
    assert table.match.game.headers["WhiteTimeControl"] == "60"
    assert table.match.game.headers["BlackTimeControl"] == "-"


def test_looking_back_does_not_stop_the_clock():
    table = Table(BLITZ)
    table.play("e2e4")
    table.play("e7e5")
    table.match.go(table.match.game)
    table.wait(10)
    assert table.shows() == (290, 300, "w")
    assert not table.match.may_move
    table.match.go(table.match.cursor.last())
    table.play("d2d4", 10)
    assert table.match.cursor.node.clock() == 283


def test_undo_and_redo_restore_the_clocks():
    table = Table(BLITZ)
    for text in ("e2e4", "e7e5", "d2d4", "d7d5"):
        table.play(text, 10)
    table.wait(60)
    table.match.undo()
    table.wait(0)
    assert table.shows() == (293, 300, "b")
    table.wait(5)
    table.match.undo()
    table.wait(0)
    assert table.shows() == (300, 300, "w")
    table.match.redo()
    table.match.redo()
    table.wait(0)
    assert table.shows() == (293, 293, "w")


def test_against_the_computer_undo_restores_the_persons_clock():
    table = Table(BLITZ, black=LEVELS[0])
    table.play("e2e4")
    table.answer("e7e5", 1)
    table.play("d2d4", 50)
    table.answer("d7d5", 2)
    assert table.shows() == (253, 301, "w")
    table.match.undo()
    table.wait(0)
    assert table.shows() == (300, 300, "w")


def test_the_computers_clock_runs_while_it_thinks_and_takes_what_it_took():
    table = Table(BLITZ, black=LEVELS[0])
    table.play("e2e4")
    assert table.player.requests[-1].clock is None
    table.answer("e7e5", 9)
    assert table.shows() == (300, 300, "w")
    table.play("d2d4", 1)
    assert 0 < table.player.requests[-1].clock.left_seconds < 300
    table.wait(4)
    assert table.shows() == (302, 296, "b")
    table.now += 4
    table.clocks.stop(table.now)
    table.wait(100)
    assert table.shows() == (302, 292, "")
    late = Answer(table.player.requests[-1], table.match.cursor.board.parse_uci("d7d5"), seconds=2.0)
    table.match.answered(late, table.clocks.left_after(table.now, late.seconds))
    assert table.match.cursor.node.clock() == 301


def test_a_flag_falls_once_the_time_is_over():
    table = Table(TimeControls.equal(spoken("1d2")))
    table.play("e2e4")
    table.play("e7e5")
    table.wait(61.9)
    assert table.clocks.fallen(table.now) is None
    table.wait(0.2)
    assert table.clocks.fallen(table.now) == WHITE
    assert table.shows()[0] == 0


def test_a_pause_costs_nothing():
    table = Table(BLITZ)
    table.play("e2e4")
    table.play("e7e5")
    table.wait(10)
    table.clocks.follow(table.now, is_paused=True)
    table.now += 1000
    table.clocks.follow(table.now)
    table.wait(10)
    assert table.shows() == (280, 300, "w")


def test_a_persons_time_is_low_once():
    table = Table(TimeControls.equal(spoken("1+0")), black=LEVELS[0])
    table.play("e2e4")
    table.answer("e7e5", 1)
    table.wait(49)
    assert not table.clocks.take_warning(table.now)
    table.wait(2)
    assert table.clocks.take_warning(table.now)
    assert not table.clocks.take_warning(table.now)
    table.play("d2d4", 1)
    table.wait(55)
    assert table.clocks.reading(BLACK, table.now).is_low
    assert not table.clocks.take_warning(table.now)


def test_a_game_that_is_opened_again_has_its_clocks():
    table = Table(BLITZ, black=LEVELS[0])
    table.play("e2e4")
    table.answer("e7e5", 1)
    table.play("d2d4", 50)
    table.answer("d7d5", 2)
    (game,) = pgn.read(str(table.match.game))
    setup = resumed(game, players_of(game.headers, Setup()))
    again = Table(None, setup=setup)
    assert again.match.setup.clocks == BLITZ
    assert again.shows() == (253, 301, "w")


def test_a_decided_game_that_is_opened_again_has_the_clocks_of_its_end():
    table = Table(BLITZ)
    for text, seconds in (("e2e4", 9), ("e7e5", 7), ("d2d4", 5), ("d7d6", 4)):
        table.play(text, seconds)
    table.wait(20)
    assert table.match.resign()
    table.wait(0)
    table.wait(5)
    assert table.shows() == (278.0, 299.0, "")
    spent = table.clocks.spent_to_keep(table.now)
    table.match.go(table.match.game)
    table.wait(1)
    assert table.clocks.spent_to_keep(table.now) == spent == 20.0
    opened = replace(OpenedGame.at(table.match.game), flipped=False, spent_seconds=spent)
    again = Table(BLITZ, setup=set_out(opened, Setup()))
    assert again.shows() == (278.0, 299.0, "")
    assert again.clocks.spent_to_keep(again.now) == spent
    again.match.go(again.match.cursor.nodes[0])
    again.wait(1)
    assert again.shows() == (300.0, 300.0, "")
    again.match.go(again.match.game.end())
    again.wait(1)
    assert again.shows() == (278.0, 299.0, "")


def test_a_computer_that_thinks_again_after_a_pause_knows_what_the_turn_has_taken():
    """Else it would lose on time: the game was left while it thought, and is opened again."""
    table = Table(BLITZ, black=LEVELS[0])
    for own, other in (("e2e4", "e7e5"), ("d2d4", "d7d5")):
        table.play(own)
        table.answer(other, 1)
    table.play("c2c3")
    usual = table.player.asked.clock.left_seconds
    (game,) = pgn.read(str(table.match.game))
    setup = resumed(game, players_of(game.headers, Setup()))
    again = Table(None, setup=replace(setup, opened=replace(setup.opened, spent_seconds=100.0)))
    shown = again.shows()
    assert shown[1] == pytest.approx(usual - 100, abs=1)
    assert again.player.asked.clock.left_seconds == usual - 100
    again.answer("c7c6", 1)
    again.play("h2h3")
    assert again.player.asked.clock.left_seconds > usual - 110
    again.match.undo()
    again.play("a2a3")
    assert again.player.asked.clock.left_seconds > usual - 110


def test_a_game_from_elsewhere_is_continued_without_its_clock():
    game = '[Variant "wormhole"]\n[TimeControl "300+3"]\n\n1. e4 {[%clk 0:04:00]} e5 *'
    (read,) = pgn.read(game)
    assert not resumed(read).clocks
    (decided,) = pgn.read(game.replace(" *", " 1-0"))
    decided.headers["Result"] = "1-0"
    table = Table(None, setup=resumed(decided))
    table.match.go(table.match.game)
    table.wait(0)
    assert table.shows() == (300, 300, "")
    table.match.go(table.match.cursor.last())
    table.wait(0)
    assert table.shows() == (240, 300, "")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(300, "5:00"), (299.4, "4:59"), (10, "0:10"), (9.99, "0:09.9"), (0.04, "0:00.0"), (7325, "2:02:05")],
)
def test_a_clock_in_figures(seconds, text):
    assert time_words(seconds) == text


@examples(30)
@given(
    st.sampled_from(["1+0", "5+3", "5d3", "30s"]),
    st.lists(st.tuples(st.floats(0, 5), st.booleans()), max_size=12),
)
def test_the_window_wakes_when_a_clock_shows_something_else(text, turns):
    table = Table(TimeControls.equal(spoken(text)))
    board = Board()
    for seconds, looks_back in turns:
        move = board.legal_moves[0]
        if not board.outcome():
            table.play(move.text, seconds)
            board.push(move)
        if looks_back:
            table.match.go(table.match.game)
            table.match.go(table.match.cursor.last())
        if table.clocks.fallen(table.now) is not None:
            return
    for _ in range(20):
        due = table.clocks.due(table.now)
        wakes = due - table.now
        if due == NEVER or table.clocks.fallen(due) is not None:
            return
        before = [time_words(seconds) for seconds in table.shows()[:2]]
        table.now += 0.98 * wakes
        assert [time_words(seconds) for seconds in table.shows()[:2]] == before or wakes < 0.2
        table.now += 0.02 * wakes + 0.001


def test_an_opened_game_can_be_put_on_another_clock():
    (game,) = pgn.read('[Variant "wormhole"]\n\n1. e4 e5 *')
    setup = setup_of(StartOptions(game=game, start_game=True, black="person", clocks=BLITZ), Settings())
    table = Table(None, setup=setup)
    assert table.shows() == (300, 300, "w")
    assert game.headers["TimeControl"] == "300+3"

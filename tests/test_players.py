"""Players of seats: levels, programs and scripts are asked, stopped and closed in one way."""

from __future__ import annotations

import queue
import random
import threading

import pytest

from tests.support.children import fake_program
from tests.support.patience import PATIENCE_SECONDS
from tests.support.resources import child_processes
from tests.support.scripted_player import ScriptedPlayer
from wormhole import BLACK, WHITE, Board
from wormhole.arena.game import play
from wormhole.engine.levels import LEVELS, Level, Limit
from wormhole.engine.time_management import Clock
from wormhole.players.level_player import LevelPlayer, OwnSearch, SearchOptions
from wormhole.players.player import Answer, PlayerError
from wormhole.players.program import legal_move
from wormhole.players.spec import at_level, parse

PROGRAMS = ("uci", "xboard")
QUICK = Level(98, "Quick", "", Limit(depth=1))


class Table:
    """A player of any kind, and the answers that it gave."""

    def __init__(self, kind, manner="first", timeout_seconds=PATIENCE_SECONDS):
        self.answers = queue.Queue()
        if kind == "level":
            search = OwnSearch(SearchOptions(), random.Random(1))
            self.player = LevelPlayer(QUICK, search, self.answers.put)
        elif kind == "script":
            self.player = ScriptedPlayer(lambda board: board.legal_moves[0], self.answers.put)
        else:
            spec = parse(fake_program(kind, manner), Limit(depth=1))
            self.player = spec.player(timeout_seconds, self.answers.put)

    def answer(self):
        return self.answers.get(timeout=PATIENCE_SECONDS)


@pytest.fixture
def table():
    tables = []

    def make(*given, **more):
        tables.append(Table(*given, **more))
        return tables[-1]

    yield make
    for each in tables:
        each.player.close()
        each.player.join()


KINDS = pytest.mark.parametrize("kind", ["level", "script", *PROGRAMS])


@KINDS
def test_whoever_does_not_wait_gets_an_answer_to_each_request(table, kind):
    one, board = table(kind), Board("chess")
    one.player.begin(board)
    for _ in range(3):
        asked = one.player.ask(board, Clock(60.0, 1.0))
        found = one.answer()
        assert (found.asked, found.fault, found.resigns) == (asked, None, False)
        board.push(found.move)
        board.push(board.legal_moves[0])
    one.player.finish("1-0")
    assert one.answers.empty()


@KINDS
def test_whoever_waits_gets_the_answer(table, kind):
    one, board = table(kind), Board("chess")
    one.player.new_game(board)
    for _ in range(2):
        board.push(one.player.play(board).move)
        board.push(board.legal_moves[0])
    one.player.end_game("0-1")
    assert one.player.name
    assert one.answers.empty()


@KINDS
def test_another_place_of_the_game_can_be_asked_about_at_any_time(table, kind):
    one, board = table(kind), Board("chess")
    for text in ("e2e4", "e7e5", "g1f3"):
        board.push_uci(text)
    one.player.ask(board)
    assert one.answer().move in board.legal_moves
    for _ in range(2):
        board.pop()
        one.player.ask(board)
        assert one.answer().move in board.legal_moves
    board = Board("chess")
    one.player.begin(board)
    one.player.ask(board)
    assert one.answer().move in board.legal_moves


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_program_says_what_it_thinks(table, kind):
    one = table(kind)
    one.player.ask(Board("chess"))
    assert one.answer().score_centipawns == 42


@pytest.mark.parametrize("kind", PROGRAMS)
@pytest.mark.parametrize(
    ("manner", "fault"),
    [("dies", "status 3"), ("cheats", "a1a8"), ("hangs", "did not answer"), ("talks", "did not answer")],
)
def test_a_fault_is_an_answer_and_the_player_can_be_asked_again(table, kind, manner, fault):
    one = table(kind, manner, timeout_seconds=0.5 if manner in ("hangs", "talks") else PATIENCE_SECONDS)
    for _ in range(2):
        asked = one.player.ask(Board("chess"))
        found = one.answer()
        assert (found.asked, found.move) == (asked, None)
        assert fault in found.fault


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_program_that_ended_is_started_again(table, kind):
    one, board = table(kind, "tires"), Board("chess")
    one.player.begin(board)
    one.player.ask(board)
    board.push(one.answer().move)
    board.push(board.legal_moves[0])
    one.player.ask(board)
    assert "status 3" in one.answer().fault
    one.player.ask(board)
    assert one.answer().move in board.legal_moves


def test_a_program_that_is_not_there_says_so(table):
    answers = queue.Queue()
    player = parse("uci:no-such-program-anywhere", Limit()).player(on_answer=answers.put)
    player.begin(Board("chess"))
    player.ask(Board("chess"))
    assert "cannot be started: No such file" in answers.get(timeout=PATIENCE_SECONDS).fault
    player.close()


@pytest.mark.parametrize("kind", PROGRAMS)
@pytest.mark.parametrize("manner", ["hangs", "talks"])
def test_a_program_that_ignores_stop_is_ended_and_nothing_is_answered(kind, manner):
    before = child_processes()
    one = Table(kind, manner)
    one.player.ask(Board("chess"))
    one.player.stop()
    one.player.ask(Board("chess"))
    one.player.close()
    one.player.join()
    waiting = threading.Event()
    for _ in range(100 * PATIENCE_SECONDS):
        if one.player.is_gone and child_processes() == before:
            break
        waiting.wait(0.01)
    assert child_processes() == before
    assert one.answers.empty()


def test_xboard_resigns_and_offers_a_draw(table):
    one = table("xboard", "resigns")
    one.player.ask(Board("chess"))
    assert one.answer().resigns
    other = table("xboard", "offers")
    other.player.ask(Board("chess"))
    found = other.answer()
    assert found.offers_draw
    assert found.move is not None


def test_in_a_match_a_player_resigns_or_forfeits():
    def resigns(board):
        return Answer(None, resigns=True)

    first = ScriptedPlayer(lambda board: board.legal_moves[0])
    game = play(first, ScriptedPlayer(resigns), Board("chess"), 20, lambda: True)
    assert (game.result, game.reason, game.failed) == ("1-0", "White wins: Black resigned.", None)

    def fails(board):
        raise PlayerError("is tired")

    game = play(first, ScriptedPlayer(fails), Board("chess"), 20, lambda: True)
    assert (game.result, game.reason, game.failed) == ("1-0", "White wins: Black is tired.", BLACK)


def test_players_agree_to_a_draw_by_their_own_score():
    script = ScriptedPlayer()
    assert script.accepts_draw(WHITE, 40, 0, None)
    assert not script.accepts_draw(WHITE, 40, 300, None)
    assert not script.accepts_draw(WHITE, 40, None, None)


def test_seats_of_levels_are_data():
    assert at_level(LEVELS[3]) == at_level(LEVELS[3])
    assert at_level(LEVELS[3]).level == LEVELS[3]
    assert parse("uci:'/usr/games/deep thought' --fast", Limit()).title == "deep thought"


def test_a_program_may_drop_a_piece_and_roll_no_dice():
    dropping = Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
    assert legal_move(dropping, "N@e4") == dropping.parse_uci("N@e4")
    assert legal_move(Board("random-wormhole", seed=0), "e2e4@a3").roll is None
    with pytest.raises(PlayerError):
        legal_move(dropping, "P@e4")

"""The characters of the computer player: what they prefer, how long they take, and where they are named."""

from __future__ import annotations

import random

import pytest

from tests.support.hand import Hand
from tests.support.scripted_player import ScriptedPlayer
from wormhole import BLACK, WHITE, Board, WormholeError
from wormhole.assets import sprites
from wormhole.engine.character_pace import LONGEST_SECONDS, MOST_OF_CLOCK, difficulty, seconds_for
from wormhole.engine.characters import CHARACTERS, bonuses, facts_of
from wormhole.engine.levels import LEVELS, Candidate, Limit, Sight, choose, played_by
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.time_management import Clock
from wormhole.gui.window.keys import Command
from wormhole.library.time_control import TimeControls, parsed
from wormhole.play.offered_players import player_of
from wormhole.play.seats import Seat, Setup, players_of, tags_of
from wormhole.players.player import Answer
from wormhole.players.spec import at_level, parse

FOLDED = "2w1k3/pp2pppp/8/xx1l4/8/1P2N3/P1xPPPPP/C3K1W1 w - - 0 9"


def preferred(key, board, scores=None):
    """The move that a character selects, from these scores or if all moves are as good."""
    scores = scores or dict.fromkeys(board.legal_moves, 0)
    liked = bonuses(board, scores, CHARACTERS[key], 0.0)
    candidates = [
        Candidate(move, score, liking_centipawns=liked.get(move, 0.0)) for move, score in scores.items()
    ]
    return choose(candidates, Sight(), random.Random(0))


def test_each_character_prefers_its_own_moves():
    board = Board("wormhole", FOLDED)
    moves = {key: preferred(key, board) for key in CHARACTERS}
    facts = facts_of(board, board.legal_moves)
    assert facts[moves["trader"]].capture
    assert facts[moves["hasty"]].approach > 0
    assert facts[moves["diver"]].hole or facts[moves["diver"]].long
    assert facts[moves["wanderer"]].king
    assert not facts[moves["wanderer"]].capture
    assert facts[moves["gambler"]].offer
    assert not facts[moves["guardian"]].offer
    assert not facts[moves["guardian"]].leave
    assert facts[moves["miser"]].remove_middle < 0.5
    assert facts[moves["miser"]].short


@pytest.mark.parametrize("game", ["wormhole", "chess", "crazyhouse", "random-wormhole"])
def test_facts_leave_the_board_as_it_was(game):
    board = Board(game, seed=1)
    chance = random.Random(3)
    for _ in range(12):
        before = board.fen()
        assert facts_of(board, board.legal_moves).keys() == set(board.legal_moves)
        assert board.fen() == before
        board.push(chance.choice(board.legal_moves))


def test_no_character_plays_a_mate_or_a_bad_move_for_its_style():
    board = Board("wormhole", FOLDED)
    moves = board.legal_moves
    for key in CHARACTERS:
        liked = preferred(key, board)
        other = next(move for move in moves if move != liked)
        worse = dict.fromkeys(moves, -400) | {other: 100}
        assert preferred(key, board, worse) == other
        mate = dict.fromkeys(moves, 500) | {other: MATE - 3}
        assert preferred(key, board, mate) == other


@pytest.mark.parametrize("number", [4, 8])
def test_a_character_s_games_are_repeatable(number):
    def game():
        board = Board("wormhole", seed=5)
        player = parse(f"ours:character=gambler,level={number}", Limit()).player()
        player.new_game(board)
        due = []
        for _ in range(12):
            answer = player.play(board)
            due.append(answer.due_seconds)
            board.push(answer.move)
        player.close()
        return board.move_stack, due

    moves, due = game()
    assert (moves, due) == game()
    assert all(0 < seconds <= LONGEST_SECONDS for seconds in due)


def test_the_time_of_a_move_follows_the_choice_and_the_clock():
    easy, hard = difficulty([90, -50], is_recapture=True), difficulty([20, 10, 5, 0, -10], 200)
    assert easy < 0.2
    assert hard > 0.8
    assert seconds_for(easy, 1.0, None, 0.5) < seconds_for(hard, 0.5, None, 0.5) <= LONGEST_SECONDS
    plenty, short = Clock(300.0), Clock(4.0)
    for hardness in (easy, hard):
        for clock in (plenty, short, Clock(0.2), Clock(60.0, 5.0)):
            seconds = seconds_for(hardness, 1.5, clock, 0.99)
            assert 0 < seconds <= min(clock.times()[0], MOST_OF_CLOCK * clock.left_seconds)
    assert seconds_for(hard, 1.0, short, 0.5) < seconds_for(easy, 1.0, plenty, 0.5)


def test_a_level_takes_a_persons_time_only_if_asked_to():
    player, board = at_level(LEVELS[0]).player(10.0), Board()
    player.new_game(board)
    assert player.play(board).due_seconds == 0.0
    player.takes_time = True
    assert 0.0 < player.play(board).due_seconds <= LONGEST_SECONDS
    assert 0.0 < player.play(board, Clock(20.0)).due_seconds <= 1.0
    player.close()


def test_a_character_is_named_in_headers_and_restored():
    spec = at_level(played_by(LEVELS[4], CHARACTERS["hasty"]))
    setup = Setup(Seat(name="Ada"), Seat(spec))
    tags = tags_of(setup)
    assert tags == {"White": "Ada", "Black": "Computer, Hasty, level 5"}
    again = players_of(tags, Setup())
    assert again.seat(WHITE).is_person
    assert again.seat(BLACK) == setup.black
    unknown = players_of({"White": "Person", "Black": "Computer, Sleepy, level 5"}, Setup())
    assert unknown.black == Seat(at_level(LEVELS[4]))


def test_a_character_is_a_player_by_its_key_and_by_text():
    player = player_of("character:miser:8")
    assert player.spec == at_level(played_by(LEVELS[7], CHARACTERS["miser"]))
    assert parse(player.spec.text, Limit()).level == player.spec.level
    assert player_of("character:miser:11") is None
    assert player_of("character:nobody:3") is None
    for bad in ("ours:character=nobody,level=3", "ours:character=miser"):
        with pytest.raises(WormholeError):
            parse(bad, Limit())
    assert {path.stem for path in (sprites() / "faces").glob("*.svg")} == set(CHARACTERS)


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path, player=ScriptedPlayer(), start_game=True) as hand:
        hand.settle()
        yield hand


def plies_after(hand, seconds, **answer):
    """Play a move and let the computer answer; the plies after some seconds."""
    hand.move("e2e4")
    hand.player.answer("e7e5", seconds=0.0, **answer)
    hand.wait(seconds)
    return len(hand.match.cursor.nodes)


def test_a_move_waits_until_a_person_would_play_it(hand):
    assert plies_after(hand, 1.5, due_seconds=2.4) == 1
    hand.wait(1.5)
    assert len(hand.match.cursor.nodes) == 2


def test_a_move_that_is_found_before_the_board_is_at_rest_waits_too(tmp_path):
    def rule(board):
        return Answer(None, board.parse_uci("e7e5"), seconds=0.0, due_seconds=2.4)

    with Hand(tmp_path, player=ScriptedPlayer(rule), start_game=True) as hand:
        hand.settle()
        hand.screen.game.play(hand.match.cursor.board.parse_uci("e2e4"), hand.seconds)
        hand.wait(1.8)
        assert len(hand.match.cursor.nodes) == 1
        hand.wait(1.2)
        assert len(hand.match.cursor.nodes) == 2


def test_an_undo_does_not_wait_for_a_move_that_is_due_later(hand):
    plies_after(hand, 0.5, due_seconds=2.4)
    hand.app.stage.command(Command.UNDO)
    hand.step()
    assert hand.match.cursor.nodes == []
    hand.wait(3.0)
    assert hand.match.cursor.nodes == []


def test_the_setting_reaches_the_player(hand):
    hand.move("e2e4")
    assert not hand.player.takes_time
    hand.player.answer("e7e5")
    hand.wait(2.0)
    hand.app.stage.preferences.change(human_pace=True)
    hand.step()
    hand.move("b1c3")
    assert hand.player.takes_time


def test_without_animation_no_move_waits(hand):
    hand.app.stage.preferences.change(motion=False)
    assert plies_after(hand, 0.5, due_seconds=2.4) == 2


def test_a_move_that_waits_takes_time_on_its_own_clock(tmp_path):
    clocks = TimeControls.equal(parsed("60"))
    with Hand(tmp_path, player=ScriptedPlayer(), start_game=True, clocks=clocks) as hand:
        hand.settle()
        plies_after(hand, 1.0)
        hand.move("b1c3")
        hand.player.answer("b8c6", seconds=0.0, due_seconds=4.0)
        left = hand.screen.game.clocks.reading(WHITE, hand.seconds).seconds
        hand.wait(6.0)
        assert len(hand.match.cursor.nodes) == 4
        node = hand.match.cursor.node
        assert 55.0 <= node.time_left(BLACK, clocks) <= 56.1
        assert node.time_left(WHITE, clocks) == pytest.approx(left, abs=0.2)

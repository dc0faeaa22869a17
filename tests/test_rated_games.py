"""Rated games: played without help and undo, and counted once, by the journal of this program alone."""

from __future__ import annotations

import json

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.scripted_player import ScriptedPlayer
from wormhole import Board, variant
from wormhole.engine.ladders import ladder_of
from wormhole.engine.levels import LEVELS
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.game.player_card import PlayerCard
from wormhole.gui.game.result_banner import ResultBanner
from wormhole.gui.library.statistics_view import StatisticsView
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.database.statistics import rated_statistics
from wormhole.library.glicko import FIRST_RATING, Rating
from wormhole.library.own_engines import OwnEngine
from wormhole.library.rated_games import JOURNAL, RatedGame, record_of
from wormhole.play.rated_play import may_be_rated, suiting_level
from wormhole.rules.game_file import composed
from wormhole.rules.variant import LeftSquare

DAY = 86_400.0


def ended(number, score, game="wormhole", at=DAY, level=3):
    return RatedGame(f"game{number}", at, game, game.title(), "white", level, 1155.0, score).as_entry()


def test_each_game_has_a_rating_of_its_own_and_a_result_counts_once():
    entries = [ended(1, 1.0), ended(1, 1.0), ended(2, 0.0, "chess"), {"id": "x"}, ended(3, 0.5, at=2 * DAY)]
    wormhole, chess = record_of(entries, "wormhole"), record_of(entries, "chess")
    assert (len(wormhole.games), len(chess.games)) == (2, 1)
    assert wormhole.rating.value > FIRST_RATING.value > chess.rating.value
    assert wormhole.rating.deviation < FIRST_RATING.deviation
    assert wormhole.today(2000 * DAY).deviation > wormhole.rating.deviation
    found = rated_statistics(entries)
    assert (found.all.games, found.by_level[3].won, found.by_title["Chess"].lost) == (3, 1, 1)
    assert [point.games for point in found.progress] == [1, 2]
    assert rated_statistics(entries, "omega").all.games == 0


def test_only_a_game_of_the_catalogue_from_its_start_may_be_rated():
    wormhole = variant("wormhole")
    assert may_be_rated(wormhole)
    assert may_be_rated("chess")
    assert not may_be_rated(wormhole, Board().fen())
    assert not may_be_rated(composed(wormhole, LeftSquare.STAYS))


def test_the_level_that_suits_is_the_nearest_on_the_ladder_of_the_game():
    for name in ("wormhole", "chess"):
        game = variant(name)
        for level, elo in zip(LEVELS, ladder_of(game).elos, strict=True):
            assert suiting_level(Rating(elo + 5.0), game) == level
        assert suiting_level(None, game) == LEVELS[0]


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path, player=ScriptedPlayer()) as hand:
        begin_rated(hand)
        yield hand


def begin_rated(hand):
    """Begin a rated game by New game, and play the first move of each side."""
    if hand.has("Play"):
        hand.press("Play")
    hand.app.stage.command(Command.NEW_GAME)
    hand.press("Rated")
    assert any("No rating yet. Level 1 suits a first game." in text for text in hand.hints)
    hand.press("Start")
    hand.settle()
    hand.move("e2e4")
    hand.player.answer()
    hand.settle()


def test_a_rated_game_begins_on_the_home_screen_but_not_against_a_program(tmp_path):
    with Hand(tmp_path, player=ScriptedPlayer()) as hand:
        stage = hand.app.stage
        stage.engines.own.add(OwnEngine("Ada", "uci", ("ada",)))
        hand.press("Rated")
        assert any("No rating yet. Level 1 suits a first game." in text for text in hand.hints)
        stage.preferences.change(opponent="engine:Ada")
        hand.step()
        rated = hand.button("Rated")
        assert not rated.is_enabled
        assert hand.spot_at(rated.rect.center).tip.text.startswith("Only games against the levels")
        assert hand.has("Play")
        stage.preferences.change(opponent="")
        hand.step()
        hand.press("Play rated")
        hand.settle()
        assert hand.match.is_rated


def entries(tmp_path):
    path = tmp_path / JOURNAL
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_rated_game_is_played_without_help_and_undo(hand):
    match = hand.match
    assert match.is_rated
    names = [layer.content.names for layer in hand.top.layers if isinstance(layer, PlayerCard)]
    assert ("You · no rating yet", "You · \N{EN DASH}", "You") in names
    assert match.game.headers["Rated"] == "1"
    plies = len(match.cursor.nodes)
    hand.app.stage.command(Command.UNDO)
    hand.step()
    assert hand.app.notice.text == "In a rated game nothing is taken back"
    for command in (Command.HINT, Command.ANALYSE, Command.THREATS, Command.OPENINGS):
        hand.app.stage.command(command)
        hand.step()
        assert hand.app.notice.text == "A rated game is played without help"
    assert len(match.cursor.nodes) == plies
    assert not (hand.screen.game.analysis.is_on)
    assert not (hand.screen.game.analysis.is_hinting)
    assert not hand.button("Undo").is_enabled
    tips = [hand.spot_at(button.rect.center).tip.text for button in hand.top.widgets.buttons]
    assert tips.count("In a rated game nothing is taken back") == 1
    assert tips.count("A rated game is played without help") == 5
    hand.press("Resign")
    assert "It counts as a loss for your rating." in hand.app.dialog.text
    hand.key(pygame.K_ESCAPE)
    hand.app.stage.command(Command.DELETE_VARIATION)
    hand.settle()
    assert len(match.cursor.nodes) == plies
    hand.app.stage.command(Command.FIRST)
    hand.settle()
    hand.move("d2d4")
    assert match.game.end().plies() == plies
    assert len(match.game.variations) == 1


def test_in_a_rated_game_undo_only_draws_again_what_was_removed(hand):
    plies = len(hand.match.cursor.nodes)
    hand.down(hand.square("d4"), button=3)
    hand.up(hand.square("d4"), button=3)
    hand.click(hand.square("h5"))
    assert hand.match.cursor.node.shapes() == ()
    hand.press("Undo")
    assert len(hand.match.cursor.node.shapes()) == 1
    assert not hand.button("Undo").is_enabled
    assert len(hand.match.cursor.nodes) == plies


def test_a_new_game_opens_beside_a_rated_one(hand):
    rated = hand.match
    hand.app.stage.command(Command.NEW_GAME)
    hand.press("Start")
    hand.settle()
    assert hand.match is not rated
    hand.key(pygame.K_TAB, "\t", pygame.KMOD_LCTRL)
    assert hand.match is rated
    assert rated.is_rated


def test_a_rated_game_that_is_resigned_counts_once(hand, tmp_path):
    hand.screen.game.resign()
    hand.settle()
    assert hand.match.game.result == "0-1"
    assert "Your first rating: " in hand.layer(ResultBanner).content.reason
    assert not hand.match.can_undo
    hand.app.stage.library.close()
    (entry,) = entries(tmp_path)
    assert (entry["game"], entry["score"], entry["side"]) == ("wormhole", 0.0, "white")


def test_a_rated_game_goes_on_after_a_restart_and_an_imported_one_is_not_rated(hand, tmp_path):
    text = str(hand.match.game)
    hand.app.close()
    with Hand(tmp_path, player=ScriptedPlayer()) as again:
        again.until(lambda: any(words.startswith("Continue") for words in again.texts))
        again.press(next(words for words in again.texts if words.startswith("Continue")))
        again.until(lambda: isinstance(again.screen, GameScreen) and again.app.dialog is None)
        assert again.match.is_rated
        rated = again.match
        again.screen.opener.open_text(text)
        again.until(lambda: isinstance(again.screen, GameScreen) and again.match is not rated)
        assert "[Rated" in text
        assert not again.match.is_rated
        again.screen.game.resign()
        again.settle()
    assert entries(tmp_path) == []


def test_the_result_and_the_clock_of_a_rated_game_are_still_there_after_the_puzzles(tmp_path):
    with Hand(tmp_path, player=ScriptedPlayer()) as hand:
        hand.app.stage.preferences.change(clock="300+3")
        begin_rated(hand)
        hand.wait(12.0)
        hand.screen.game.resign()
        hand.settle()
        clocks = hand.screen.game.clocks
        result = hand.layer(ResultBanner).content
        assert "Your first rating: " in result.reason
        shown = clocks.reading(True, hand.seconds)
        assert 285.0 < shown.seconds < 290.0
        names = [layer.content.names for layer in hand.top.layers if isinstance(layer, PlayerCard)]
        hand.app.stage.command(Command.PUZZLES)
        hand.until(lambda: not isinstance(hand.screen, GameScreen))
        hand.app.stage.rooms.go_back()
        hand.until(lambda: isinstance(hand.screen, GameScreen) and hand.app.dialog is None)
        hand.settle()
        assert hand.layer(ResultBanner).content == result
        again = hand.screen.game.clocks.reading(True, hand.seconds)
        assert (round(again.seconds, 1), again.is_running) == (round(shown.seconds, 1), False)
        assert [layer.content.names for layer in hand.top.layers if isinstance(layer, PlayerCard)] == names
        hand.app.stage.rooms.open(destination.Home())
        hand.step()
    assert len(entries(tmp_path)) == 1


def test_the_statistics_show_rated_games(tmp_path):
    (tmp_path / JOURNAL).write_text("".join(json.dumps(ended(n, n % 2)) + "\n" for n in range(1, 8)))
    with Hand(tmp_path) as hand:
        hand.app.stage.rooms.open(destination.Library())
        hand.wait_for_reading()
        hand.press("Statistics")
        hand.press("Rated games")
        view = hand.screen.statistics
        assert isinstance(view, StatisticsView)
        hand.until(lambda: view.found is not None and view.found.all.games == 7)
        hand.press("Rated games")
        hand.until(lambda: view.found.all.games == 0)

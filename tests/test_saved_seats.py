"""Games, headers and settings of the previous version (``data/seats``) have the same players."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.support.hand import Hand
from tests.support.scripted_player import ScriptedPlayer
from wormhole.engine.levels import LEVELS
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.screens.kept_games import open_kept
from wormhole.library import pgn, play_state, settings
from wormhole.library.database.game_database import GameDatabase
from wormhole.play.match import Match
from wormhole.play.seats import Seat, Setup, players_of, seats_of, tags_of
from wormhole.players.spec import at_level

SEATS = Path(__file__).with_name("data") / "seats"
ADA, BO = Seat(name="Ada"), Seat(name="Bo")
PLAYERS = {
    1: (ADA, Seat(at_level(LEVELS[2]))),
    2: (Seat(at_level(LEVELS[8])), ADA),
    3: (ADA, BO),
    4: (Seat(at_level(LEVELS[3])), Seat(at_level(LEVELS[3]))),
}
"""Who plays each game, White first."""


@pytest.fixture
def library(tmp_path):
    path = tmp_path / "games.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.executescript((SEATS / "games.sql").read_text("utf-8"))
    connection.close()
    return path


@pytest.mark.parametrize("number", PLAYERS)
def test_a_game_of_the_library_goes_on_between_the_same_players(library, tmp_path, number):
    with Hand(tmp_path) as hand:
        hand.app.stage.preferences.change(motion=False)
        open_kept(hand.app.stage, number)
        hand.until(lambda: isinstance(hand.app.screen, GameScreen))
        setup = hand.app.screen.match.setup
        assert (setup.white, setup.black) == PLAYERS[number]


@pytest.mark.parametrize("number", PLAYERS)
def test_the_library_writes_what_it_wrote(library, number):
    connection = sqlite3.connect(library)
    (written,) = connection.execute("SELECT play FROM records WHERE number = ?", (number,)).fetchone()
    connection.close()
    with GameDatabase(library) as database:
        kept = database.game(number)
    assert play_state.dumps(kept.play) == written
    setup = seats_of(kept.play.levels).named_by(kept.game.headers["White"], kept.game.headers["Black"])
    assert (setup.white, setup.black) == PLAYERS[number]
    assert tags_of(setup) == {side: kept.game.headers[side] for side in ("White", "Black")}


def test_headers_name_the_same_players():
    games = pgn.read_file(SEATS / "games.pgn")
    for game, seats in zip(games, PLAYERS.values(), strict=True):
        nobody = Setup(Seat(), Seat())
        setup = players_of(game.headers, nobody).named_by(game.headers["White"], game.headers["Black"])
        assert (setup.white, setup.black) == seats
        players = dict.fromkeys({True, False}.difference(setup.users), ScriptedPlayer())
        new = Match(setup, players).game
        assert {side: new.headers[side] for side in ("White", "Black")} == {
            side: game.headers[side] for side in ("White", "Black")
        }


def test_settings_are_read_and_written_as_before(tmp_path):
    path = tmp_path / "settings.toml"
    shutil.copy(SEATS / "settings.toml", path)
    found = settings.KeptSettings(path).now
    assert (found.level, found.side, found.name, found.other_name) == (7, "black", "Ada", "Bo")
    settings.save(path, found)
    before, after = (set(each.read_text("utf-8").splitlines()) for each in (SEATS / "settings.toml", path))
    assert before - after == {'left_square = ""', 'stalemate = ""', "turns_board = false"}
    newer = {"characters = false", "favourite_games = []", "mail_hours = 72", "own_games = []"}
    newer |= {"played_games = []", "rated = false", 'opponent = ""', 'white_player = ""', 'black_player = ""'}
    newer |= {
        'analysed_by = ""',
        'demonstrated_by = ""',
        "fold_view_shown = false",
        'blindfold = "off"',
        "offers_first_lesson = true",
        'two_players = "stays"',
        'study = ""',
        'speech = "off"',
        'speech_pace = "normal"',
        "volume_of_moves = 1.0",
        "volume_of_signals = 1.0",
        "volume_of_voice = 1.0",
        "text_size = 100",
        "human_pace = false",
        "motion_chosen = false",
    }
    assert after - before == {"", "[rules]", *newer}


def test_a_board_that_turned_turns_still(tmp_path):
    path = tmp_path / "settings.toml"
    text = (SEATS / "settings.toml").read_text("utf-8")
    path.write_text(text.replace("turns_board = false", "turns_board = true"), "utf-8")
    assert settings.KeptSettings(path).now.two_players == settings.TURNS

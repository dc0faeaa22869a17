"""Results against the computer, counted by hand."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.support.library_games import played
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.database.statistics import MOST_POINTS, RECENT_GAMES, Results, estimate
from wormhole.library.play_state import PlayState

ELO = {1: 400.0, 3: 900.0, 5: 1400.0}
AS_WHITE_3, AS_BLACK_3, AS_WHITE_5, AS_WHITE_9 = (
    PlayState(None, 3),
    PlayState(3, None),
    PlayState(None, 5),
    PlayState(None, 9),
)
WON, DRAWN, LOST, NONE = Results(1), Results(0, 1), Results(0, 0, 1), Results()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite3"


def statistics(path, *games, variant=None):
    """The statistics of games, each a result, a play state, and perhaps a variant."""
    with GameDatabase(path) as library:
        for result, state, *name in games:
            library.add(played("e4", *name, Result=result), state)
        return library.statistics(ELO, variant)


@pytest.mark.parametrize(
    ("games", "all_games", "by_level", "by_side"),
    [
        ([], NONE, {}, {}),
        ([("1-0", AS_WHITE_3)], WON, {3: WON}, {"white": WON}),
        ([("0-1", AS_WHITE_3)], LOST, {3: LOST}, {"white": LOST}),
        ([("1-0", AS_BLACK_3)], LOST, {3: LOST}, {"black": LOST}),
        ([("0-1", AS_BLACK_3)], WON, {3: WON}, {"black": WON}),
        ([("1/2-1/2", AS_BLACK_3)], DRAWN, {3: DRAWN}, {"black": DRAWN}),
        # Unfinished games, and games without a user or without the computer, do not count.
        ([("*", AS_WHITE_3), ("1-0", PlayState()), ("1-0", PlayState(3, 3)), ("1-0", None)], NONE, {}, {}),
        (
            [("1-0", AS_WHITE_5), ("0-1", AS_WHITE_5), ("1-0", AS_WHITE_3), ("1/2-1/2", AS_BLACK_3)],
            Results(2, 1, 1),
            {3: Results(1, 1, 0), 5: Results(1, 0, 1)},
            {"white": Results(2, 0, 1), "black": DRAWN},
        ),
    ],
)
def test_results_by_level_and_side(path, games, all_games, by_level, by_side):
    found = statistics(path, *games)
    assert (found.all, found.by_level, found.by_side) == (all_games, by_level, by_side)
    assert list(found.by_level) == sorted(found.by_level)
    assert (found.strength, found.progress) == (None, ())  # of so few games


def test_by_game(path):
    found = statistics(path, ("1-0", AS_WHITE_3), ("0-1", AS_WHITE_3, "wormhole"))
    assert found.by_title == {"Chess": WON, "Wormhole Chess": LOST}
    with GameDatabase(path) as library:
        only = library.statistics(ELO, "wormhole")
    assert (only.all, only.by_title) == (LOST, {"Wormhole Chess": LOST})


def test_games_against_a_level_without_a_rating_are_counted_only(path):
    won = Results(9)
    found = statistics(path, *[("1-0", AS_WHITE_9)] * 9)
    assert (found.all, found.by_level, found.strength, found.progress) == (won, {9: won}, None, ())


def test_deleted_games_do_not_count(path):
    statistics(path, ("1-0", AS_WHITE_3), ("0-1", AS_WHITE_3))
    with GameDatabase(path) as library:
        library.delete([2])
        assert library.statistics(ELO).all == WON


def test_the_strength_is_that_of_the_last_games(path):
    games = [("0-1", AS_WHITE_3)] * 10 + [("1-0", AS_WHITE_5)] * RECENT_GAMES
    found = statistics(path, *games)
    assert found.strength == estimate([(1400.0, 1.0)] * RECENT_GAMES)
    assert [moment.games for moment in found.progress] == list(range(5, len(games) + 1))
    assert found.progress[0].strength == estimate([(900.0, 0.0)] * 5)
    assert found.progress[5].strength.elo < found.progress[-1].strength.elo


def test_many_games_have_few_points_and_the_last_is_now(path):
    with GameDatabase(path) as library:
        library.add(played("e4", Result="1-0"), AS_WHITE_3)
    columns = "revision, started, changed, digest, variant, title, kind, level, side, white, black, result,"
    columns += " date, plies, opening, words"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4321)"
            f" INSERT INTO games ({columns}) SELECT {columns} FROM games, n"
        )
        connection.execute("REPLACE INTO changes (game) SELECT number FROM games")
        connection.commit()
    found = statistics(path)
    assert found.all == Results(4322)
    assert MOST_POINTS // 2 < len(found.progress) <= MOST_POINTS
    assert found.progress[-1].games == 4322
    assert found.progress[-1].strength == found.strength

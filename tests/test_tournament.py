"""Tournaments without a window: schedule, clocks, the file, the table, and the process that plays."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.children import fake_program
from tests.support.patience import until
from tests.support.resources import child_processes
from tests.support.scripted_player import ScriptedPlayer
from wormhole import BLACK, WHITE, Board, WormholeError, variant
from wormhole.arena.elo import estimate
from wormhole.arena.game import MARGIN_SECONDS, play
from wormhole.arena.openings import BookOpenings
from wormhole.arena.pairs import PairGame, PlayedGame, Tally, whole_pairs
from wormhole.arena.standings import FinishedGame, standings
from wormhole.arena.terms import Form, Schedule
from wormhole.arena.tournament import Entrant, Plan, Tournament, create, game_fields, tournaments
from wormhole.arena.tournament_child import MOST_FAILURES
from wormhole.arena.tournament_run import Phase, Tournaments
from wormhole.engine.levels import Limit
from wormhole.gui.tournament.standings_table import elo_words
from wormhole.library import journal
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.pgn import read_file
from wormhole.library.time_control import TimeControls, parsed
from wormhole.players.player import Answer
from wormhole.players.spec import parse
from wormhole.rules.outcome import Termination

CHESS = variant("chess")


def plan(*manners, **changes):
    players = tuple(
        Entrant.of(parse(fake_program("uci", manner), Limit()), f"{manner} {number}")
        for number, manner in enumerate(manners, 1)
    )
    usual = Plan(
        name="Cup",
        **game_fields(CHESS),
        players=players,
        form=Form.ROUND_ROBIN,
        rounds=1,
        openings="listed",
        listed=((None, ("e2e4",)),),
        clock="60+1",
        most_plies=8,
        at_once=4,
    )
    return replace(usual, **changes)


@pytest.fixture
def cup(tmp_path):
    """Starts a tournament in a folder of its own."""
    all_of_them = Tournaments(tmp_path / "games.sqlite3", lambda: None)

    def started(planned):
        run = all_of_them.add(create(all_of_them.folder, planned))
        all_of_them.start(run)
        return run

    yield started
    all_of_them.close()


def played(run):
    until(lambda: not run.is_running)
    return run


# --- the schedule ---


@given(form=st.sampled_from(Form), players=st.integers(2, 9), rounds=st.integers(1, 4))
def test_every_pairing_meets_with_colours_balanced(form, players, rounds):
    games = list(Schedule(form, players, rounds))
    wanted = {
        pair
        for pair in ((a, b) for a in range(players) for b in range(a + 1, players))
        if form is Form.ROUND_ROBIN or pair[0] == 0
    }
    met = Counter((game.white, game.black) for game in games)
    assert met == Counter({colours: rounds for a, b in wanted for colours in ((a, b), (b, a))})
    assert [game.number for game in games] == list(range(len(games)))
    most = max(sum(player in (game.white, game.black) for game in games) for player in range(players))
    assert Schedule(form, players, rounds).most_games == most
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.round == second.round


def test_openings_of_the_book_are_legal_and_differ():
    game = variant("wormhole")
    openings = [BookOpenings().opening(game, 3, number) for number in range(6)]
    assert all(opening.moves and not opening.board(game, 0).is_game_over() for opening in openings)
    assert len(set(openings)) > 1
    assert openings[0] == BookOpenings().opening(game, 3, 0)


# --- clocks ---


class Slow(ScriptedPlayer):
    """Plays the first legal move after some seconds, and notes its clocks."""

    def __init__(self, *seconds):
        super().__init__()
        self.seconds, self.clocks = list(seconds), []

    def _answer(self, asked):
        self.clocks.append(asked.clock)
        time.sleep(self.seconds.pop(0) if self.seconds else 0.0)
        return Answer(asked, asked.board.legal_moves[0])


def test_a_player_whose_time_is_over_loses_on_time():
    white, black = Slow(0.0, 0.0), Slow(0.0, 0.3 + MARGIN_SECONDS)
    controls = TimeControls.equal(parsed("0.2+0.05"))
    game = play(white, black, Board(CHESS), 60, lambda: True, controls)
    assert (game.result, game.late, game.failed) == ("1-0", BLACK, None)
    assert game.termination is Termination.TIME_FORFEIT
    assert "time ran out" in game.reason
    first, second = (clock.left_seconds for clock in black.clocks)
    assert first == 0.2
    assert 0.2 < second <= 0.25, "a move brings its increment"
    assert len(game.left) == len(game.board.move_stack)


def test_a_player_whose_time_is_over_draws_against_a_lone_king():
    white, black = Slow(0.0, 0.3 + MARGIN_SECONDS), Slow()
    board = Board(CHESS, "8/8/8/8/8/4k3/8/Q3K3 w - - 0 1")
    game = play(white, black, board, 60, lambda: True, TimeControls.equal(parsed("0.2+0.05")))
    assert (game.result, game.late, game.failed) == ("1/2-1/2", None, None)
    assert game.termination is Termination.TIME_FORFEIT


def test_a_clock_for_each_move_starts_anew():
    white, black = Slow(0.05, 0.05), Slow()
    controls = TimeControls.equal(parsed("1/0.2"))
    game = play(white, black, Board(CHESS), 4, lambda: True, controls)
    assert game.late is None
    assert {(clock.left_seconds, clock.moves_to_go) for clock in white.clocks} == {(0.2, 1)}


# --- the table ---


def games_of(pentanomial):
    """Games of two players whose pairs scored like this."""
    number = 0
    for half_points, count in enumerate(pentanomial):
        for _ in range(count):
            first = min(2, half_points)
            second = half_points - first
            yield FinishedGame(number, 0, 1, {2: "1-0", 1: "1/2-1/2", 0: "0-1"}[first])
            yield FinishedGame(number + 1, 1, 0, {2: "0-1", 1: "1/2-1/2", 0: "1-0"}[second])
            number += 2


@pytest.mark.parametrize("pentanomial", [(10, 5, 30, 15, 40), (3, 8, 20, 9, 5), (0, 2, 40, 6, 2)])
def test_the_table_of_two_players_has_the_numbers_of_a_match(pentanomial):
    games = list(games_of(pentanomial))
    table, match = standings(2, games), estimate(pentanomial)
    first = next(row for row in table.rows if row.player == 0)
    second = next(row for row in table.rows if row.player == 1)
    assert first.elo - second.elo == pytest.approx(match.elo, abs=1)
    assert 2 * first.error == pytest.approx(match.error, rel=0.06)
    likely = table.rows[0].superiority if table.rows[0] is first else 1 - table.rows[0].superiority
    assert likely == pytest.approx(match.superiority, abs=0.02)
    tally = Tally()
    kept = (
        PlayedGame(game.number, game.result, "", None, 0, (0.0, 0.0), (0, 0), None, None, "")
        for game in games
    )
    for pair, _ in whole_pairs(kept):
        tally = tally.with_pair(pair)
    assert tally.pentanomial == pentanomial
    score = first.score
    assert (score.wins, score.draws, score.losses) == (tally.wins, tally.draws, tally.losses)
    assert table.cross[0, 1].points == score.points


def test_a_player_who_has_won_every_game_has_a_rating_without_a_limit():
    """The others keep theirs; with a single draw all are what the games alone say."""
    games = [
        FinishedGame(number, white, black, result)
        for number, (white, black, result) in enumerate(
            [(0, 1, "1-0"), (1, 0, "0-1"), (0, 2, "1-0"), (2, 0, "0-1"), (1, 2, "1-0"), (2, 1, "1-0")]
        )
    ]
    table = standings(3, games)
    assert [row.score.is_all_won for row in table.rows] == [True, False, False]
    assert not any(row.score.is_all_lost for row in table.rows)
    assert all(row.error < 400 for row in table.rows)
    assert table.rows[0].superiority > 0.75
    assert elo_words(table.rows[0]) == "all won"
    assert elo_words(table.rows[1]).partition(" ± ")[1]
    assert [elo_words(row) for row in standings(2, games_of((0, 0, 0, 0, 3))).rows] == ["all won", "all lost"]


def test_the_table_before_and_after_the_first_games():
    assert [row.elo for row in standings(3, ()).rows] == [None] * 3
    games = [FinishedGame(0, 0, 1, "0-1", failed=WHITE), FinishedGame(2, 0, 2, "0-1", late=WHITE)]
    table = standings(3, games)
    last = table.rows[-1]
    assert (last.player, last.score.failures, last.score.late, last.score.losses) == (0, 1, 1, 2)
    assert sum(row.elo for row in table.rows) == pytest.approx(0, abs=1e-6)


def test_a_game_counts_for_the_side_that_failed():
    game = PlayedGame(1, "1-0", "", None, 3, (0.1, 0.2), (2, 1), BLACK, None, "")
    assert PairGame.of(game).is_failure == (True, False), "the first player is Black in the second game"


# --- playing ---


def test_a_broken_program_loses_is_counted_and_taken_out(cup):
    run = played(cup(plan("first", "dies", "first", rounds=MOST_FAILURES, at_once=1)))
    scores = {row.player: row.score for row in standings(3, run.finished()).rows}
    assert scores[1].failures == scores[1].losses == scores[1].games == MOST_FAILURES
    assert scores[0].games + scores[2].games > scores[1].games, "the others go on"
    assert run.phase is Phase.PAUSED
    assert list(run.out) == [1]
    assert any("dies 2" in message for message in run.take_news())
    assert scores[0].losses + scores[2].losses == 0 or scores[0].draws


def test_it_is_paused_and_continued_without_losing_or_repeating_a_game(cup, tmp_path):
    run = cup(plan("first", "first", "first", rounds=2, at_once=2))
    until(lambda: len(run.games) >= 3)
    run.pause()
    before = {game.game: game.pgn for game in Tournament.read(run.path).games.values()}
    assert 3 <= len(before) < 12
    run.start()  # it waits for the end of what was paused
    played(run)
    assert run.phase is Phase.FINISHED
    assert run.trouble is None
    assert {game.termination for game in run.games} == {Termination.AGREEMENT}
    after = Tournament.read(run.path)
    assert (after.kept, len(after.games)) == (12, 12)
    assert all(after.games[number].pgn == text for number, text in before.items())
    with GameDatabase(tmp_path / "games.sqlite3") as library:
        assert len(library.find()) == 12
    assert [each.finished for each in tournaments(run.path.parent)] == [12]
    (tmp_path / "games.pgn").write_text("\n".join(game.pgn for game in after.games.values()), "utf-8")
    for game in read_file(tmp_path / "games.pgn"):
        assert (game.headers["Event"], game.headers["TimeControl"]) == ("Cup", "60+1")
        clocks = [node.clock() is not None for node in game.mainline()]
        assert clocks == [False, *7 * [True]], "the opening takes no time"


def children_of(process):
    found = set()
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat", encoding="utf-8") as file:
            if int(file.read().rpartition(")")[2].split()[1]) == process:
                found |= {int(name), *children_of(int(name))}
    return found


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
def test_a_killed_process_leaves_none_behind_and_no_finished_game_is_lost(cup):
    before = child_processes()
    run = cup(plan("first", "first", rounds=200, at_once=2))
    until(lambda: len(run.games) >= 2)
    (child,) = (int(each) for each in child_processes() if each not in before)
    family = children_of(child)
    assert len(family) >= 4, "workers and programs"
    os.kill(child, 9)
    until(lambda: not run.is_running)
    until(lambda: not any(os.path.exists(f"/proc/{each}/fd/0") for each in family))
    assert run.trouble is not None
    told = {game.game for game in run.games}
    assert told <= set(Tournament.read(run.path).games)


# --- files that are damaged or hostile ---


def test_a_damaged_file_loses_only_its_bad_lines(tmp_path):
    tournament = create(tmp_path, plan("first", "first"))
    good = '{"game":0,"result":"1-0","reason":"x","how":null,"plies":3,"seconds":[0,0],"moves":[1,1],'
    good += '"failed":false,"late":null,"pgn":""}\n'
    bad = ['{"game":1,"result":"2-0"}\n', "rubbish\n", '{"game":99,' + good[10:], '{"kept":-3}\n', "[1]\n"]
    with tournament.path.open("a", encoding="utf-8") as file:
        file.writelines([bad[0], good, *bad[1:], good[:40]])
    read = Tournament.read(tournament.path)
    assert list(read.games) == [0]
    journal.append(read.path, [{"kept": 1}])
    assert Tournament.read(tournament.path).kept == 1


@pytest.mark.parametrize(
    "first", ["", "rubbish", "{}", '{"name":"x","players":[]}', '{"name":"x","at_once":1000000}']
)
def test_a_file_that_is_no_tournament_is_refused(tmp_path, first):
    path = tmp_path / "x.jsonl"
    path.write_text(first + "\n", "utf-8")
    with pytest.raises(WormholeError, match="no tournament"):
        Tournament.read(path)
    assert [each.plan for each in tournaments(tmp_path)] == [None]


def test_no_file_starts_a_program(tmp_path):
    mark = tmp_path / "started"
    entrant = Entrant("evil\n\0", "uci:evil", (sys.executable, "-c", f"open({str(mark)!r}, 'w')"))
    tournament = create(tmp_path, plan("first", "first", players=(entrant, entrant)))
    run = Tournaments(tmp_path / "games.sqlite3", lambda: None).add(Tournament.read(tournament.path))
    assert [spec.command for spec in run.plan.programs()] == 2 * [entrant.command]
    assert not run.is_trusted
    assert all(name.isprintable() for name in run.plan.names)
    assert not mark.exists()

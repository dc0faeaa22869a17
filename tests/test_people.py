"""Tournaments of people: pairings, results, standings, the file."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import examples
from wormhole import variant
from wormhole.arena.people import people_tournament as kept
from wormhole.arena.people.dutch import paired
from wormhole.arena.people.people_tournament import PeoplePlan, PeopleTournament, System, names_in
from wormhole.arena.people.schedules import berger, first_draw
from wormhole.arena.people.table import table_of
from wormhole.arena.tournament import game_fields
from wormhole.base.errors import WormholeError
from wormhole.gui.people.people_games import new_game
from wormhole.library import journal

SWISS = Path(__file__).parent / "data" / "swiss.json"
"""Tournaments with random results, paired by py4swiss 0.3.1: White and Black of each table, the bye, and the
results of White, + and - without a game."""
RESULTS = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "+": "+-", "-": "-+"}
NAMES = tuple(f"Player {number}" for number in range(1, 17))


def plan(system: System, players: int = 4, rounds: int = 1) -> PeoplePlan:
    return PeoplePlan(
        name="Club",
        players=NAMES[:players],
        system=system,
        rounds=rounds,
        **game_fields(variant("wormhole")),  # type: ignore[arg-type]
    )


def begun(folder: Path, system: System, players: int = 4, rounds: int = 1) -> PeopleTournament:
    return kept.create(folder, plan(system, players, rounds))


def play(tournament: PeopleTournament, *results: str) -> None:
    """Pair a round, and enter these results."""
    tournament.begin_round()
    for table, result in enumerate(results):
        tournament.enter(len(tournament.rounds) - 1, table, result)


# Pairings


@pytest.mark.parametrize("number", range(12))
def test_a_swiss_tournament_is_paired_as_another_program_pairs_it(number: int, tmp_path: Path) -> None:
    found = json.loads(SWISS.read_text())[number]
    tournament = begun(tmp_path, System.SWISS, found["players"], found["rounds"])
    for pairs, bye, results in found["history"]:
        tournament.begin_round()
        assert tournament.now is not None
        assert [list(pair) for pair in tournament.now.pairs] == pairs
        assert tournament.now.byes == (() if bye is None else (bye,))
        for table, result in enumerate(results):
            tournament.enter(len(tournament.rounds) - 1, table, RESULTS[result])


# The Berger tables of the FIDE Handbook (C.05, annex 1), by rounds.
TABLES = {
    4: ("1-4 2-3", "4-3 1-2", "2-4 3-1"),
    6: ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"),
    8: (
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ),
}


@pytest.mark.parametrize("players", TABLES)
def test_a_round_robin_has_the_pairings_of_the_handbook(players: int) -> None:
    rounds = [" ".join(f"{white + 1}-{black + 1}" for white, black in pairs) for pairs in berger(players)]
    assert tuple(rounds) == TABLES[players]


@pytest.mark.parametrize("players", range(2, 17))
def test_in_a_round_robin_all_meet_with_equal_colours(players: int) -> None:
    pairs = [pair for each in berger(players) for pair in each]
    assert sorted(tuple(sorted(pair)) for pair in pairs) == [
        (one, other) for one in range(players) for other in range(one + 1, players)
    ]
    twice = [pair for each in berger(players, 2) for pair in each]
    assert len({*twice}) == len(twice) == 2 * len(pairs)
    for player in range(players):
        whites = sum(white == player for white, _black in pairs)
        assert abs(2 * whites - (players - 1)) <= 1


@examples(60)
@given(st.integers(2, 16), st.integers(1, 9), st.randoms(use_true_random=False))
def test_a_swiss_tournament_keeps_the_rules(players: int, rounds: int, chance: random.Random) -> None:
    tournament = PeopleTournament(Path("none"), plan(System.SWISS, players, rounds))
    for number in range(tournament.plan.whole):
        found = paired([each for each in tournament.competitors() if each.number not in tournament.out])
        if found is None:
            return
        pairs, bye = found
        byes = () if bye is None else (bye,)
        seated = sorted([*byes, *(player for pair in pairs for player in pair)])
        assert seated == [player for player in range(players) if player not in tournament.out]
        tournament.rounds.append(kept.Round(tuple(pairs), byes))
        tournament.rounds[-1].results |= {
            table: chance.choice(("1-0", "0-1", "1/2-1/2")) for table in range(len(pairs))
        }
        if chance.random() < 0.1:
            tournament.out.setdefault(chance.randrange(players), number + 1)
    met = [tuple(sorted(pair)) for each in tournament.rounds for pair in each.pairs]
    assert len(met) == len({*met}), "nobody meets twice"
    byes_of_all = [player for each in tournament.rounds for player in each.byes]
    assert len(byes_of_all) == len({*byes_of_all}), "at most one bye each"
    for each in tournament.competitors():
        if not each.is_topscorer:
            assert abs(each.difference) <= 2 or len(tournament.rounds) == tournament.plan.whole


@pytest.mark.parametrize("players", range(2, 17))
def test_a_knock_out_has_one_winner_after_as_many_games_as_others(players: int, tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.KNOCK_OUT, players)
    games = 0
    while tournament.can_pair:
        tournament.begin_round()
        assert tournament.now is not None
        for table, pair in enumerate(tournament.now.pairs):
            tournament.enter(len(tournament.rounds) - 1, table, "1-0" if pair[0] < pair[1] else "0-1")
            games += 1
    assert games == players - 1
    assert len(tournament.rounds) == tournament.plan.whole
    assert [row.player for row in table_of(tournament).rows][:2] == [0, 1]


def test_the_strongest_of_a_knock_out_have_the_byes_and_meet_last() -> None:
    assert first_draw(6) == [(0,), (3, 4), (1,), (2, 5)]


def test_a_drawn_game_of_a_knock_out_is_played_again_with_the_other_colours(tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.KNOCK_OUT, 4)
    play(tournament, "1-0", "1/2-1/2")
    drawn = tournament.rounds[0].pairs[1]
    play(tournament, "0-1")
    assert tournament.rounds[1].pairs == (drawn[::-1],)
    play(tournament, "1-0")
    assert tournament.is_over
    assert not tournament.can_pair
    assert len(tournament.rounds) == 3
    with pytest.raises(WormholeError):
        tournament.begin_round()


def test_after_two_draws_a_draw_is_enough_for_black(tmp_path: Path) -> None:
    wanted = replace(plan(System.KNOCK_OUT, 2), armageddon=True, clock="300+2")
    tournament = kept.create(tmp_path, wanted)
    for _game in range(3):
        play(tournament, "1/2-1/2")
    assert [each.is_armageddon for each in tournament.rounds] == [False, False, True]
    black = tournament.rounds[2].pairs[0][1]
    clocks = new_game(tournament, wanted.variant(), 2, 0).clocks
    assert (str(clocks.white), str(clocks.black)) == ("300+2", "240+2")
    assert tournament.is_over
    assert table_of(PeopleTournament.read(tournament.path)).rows[0].player == black


# Results and standings


def test_the_table_of_a_round_robin(tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.ROUND_ROBIN, 4)
    play(tournament, "1-0", "1/2-1/2")  # 1-4, 2-3
    play(tournament, "0-1", "1/2-1/2")  # 4-3, 1-2
    play(tournament, "1-0", "1-0")  # 2-4, 3-1
    rows = [(row.rank, row.player + 1, row.points, row.ties) for row in table_of(tournament).rows]
    # Player 3 has beaten the third and the last, player 2 the last, and drawn with the third.
    assert rows == [
        (1, 3, 2.5, (2.5, 2.0)),
        (2, 2, 2.0, (2.0, 1.0)),
        (3, 1, 1.5, (1.0, 1.0)),
        (4, 4, 0.0, (0.0, 0.0)),
    ]
    assert tournament.is_over


def test_the_tie_breaks_of_a_swiss_tournament(tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.SWISS, 4, 2)
    play(tournament, "1-0", "0-1")  # 1-3, 4-2
    assert tournament.now is not None
    assert tournament.now.pairs == ((0, 2), (3, 1))
    play(tournament, "1/2-1/2", "1-0")
    assert [{*pair} for pair in tournament.now.pairs] == [{0, 1}, {2, 3}]
    rows = {row.player: row for row in table_of(tournament).rows}
    winner = tournament.now.pairs[1][0]
    loser = 5 - winner
    assert [rows[each].points for each in (0, 1, winner)] == [1.5, 1.5, 1.0]
    # Buchholz without the lowest opponent, Buchholz, Sonneborn-Berger: both leaders have met each other.
    assert rows[0].ties == (1.5, 1.5 + rows[2].points, 0.75 + rows[2].points)
    assert rows[loser].ties[1] == 1.5 + 1.0


def test_a_bye_is_a_win_against_somebody_with_equal_points(tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.SWISS, 3, 1)
    play(tournament, "1/2-1/2")
    rows = {row.player: row for row in table_of(tournament).rows}
    assert tournament.rounds[0].byes == (2,)
    assert (rows[2].points, rows[2].ties[1], rows[2].score.games) == (1.0, 1.0, 0)


def test_who_leaves_loses_the_game_that_waits_and_is_paired_no_more(tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.SWISS, 4, 3)
    tournament.begin_round()
    white, black = tournament.rounds[0].pairs[0]
    tournament.withdraw(white)
    assert tournament.rounds[0].results == {0: "-+"}
    tournament.enter(0, 1, "1-0")
    tournament.begin_round()
    assert white not in {each for pair in tournament.rounds[1].pairs for each in pair}
    assert black not in tournament.rounds[1].byes, "a win without a game counts as a bye"
    tournament.take_back(white)
    assert not tournament.out


def test_who_leaves_a_round_robin_before_half_of_it_does_not_count(tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.ROUND_ROBIN, 6)
    play(tournament, "1-0", "1-0", "1-0")
    tournament.withdraw(5)
    rows = {row.player: row for row in table_of(tournament).rows}
    assert rows[0].points == 0.0, "the win against the player who left"
    assert table_of(tournament).order[-1] == 5
    other = begun(tmp_path, System.ROUND_ROBIN, 4)
    play(other, "1-0", "1-0")
    play(other, "1-0", "1-0")
    other.withdraw(3)
    other.begin_round()
    assert other.rounds[2].results == {0: "+-"}, "later games are lost"
    assert {row.player: row.points for row in table_of(other).rows}[0] == 2.0


# The file


def test_a_tournament_goes_on_after_the_program_was_closed(tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.SWISS, 5, 4)
    play(tournament, "1-0", "1/2-1/2")
    tournament.begin_round()
    tournament.enter(1, 0, "0-1")
    tournament.withdraw(4)
    with tournament.path.open("a") as file:
        file.write('{"round": 1, "table": 1, "resu')  # a crash
    again = PeopleTournament.read(tournament.path)
    assert (again.rounds, again.out) == (tournament.rounds, tournament.out)
    again.enter(1, 0, "*")
    assert PeopleTournament.read(tournament.path).rounds == again.rounds
    assert [each.plan.name for each in kept.tournaments(tmp_path) if isinstance(each, PeopleTournament)] == [
        "Club"
    ]


def test_two_windows_pair_a_round_once(tmp_path: Path) -> None:
    one = begun(tmp_path, System.SWISS, 4, 3)
    play(one, "1-0", "1-0")
    other = PeopleTournament.read(one.path)
    one.begin_round()
    one.enter(1, 0, "1-0")
    with pytest.raises(WormholeError):
        other.begin_round()
    other.enter(1, 1, "0-1")
    assert PeopleTournament.read(one.path).rounds == other.rounds
    one.begin_round()
    assert len(one.rounds) == 3


@pytest.mark.parametrize(
    "line",
    [
        '{"pairs": [[0, 0]]}',
        '{"pairs": [[0, 9]]}',
        '{"round": 7, "table": 0, "result": "1-0"}',
        '{"round": 0, "table": 7, "result": "1-0"}',
        '{"round": 0, "table": 0, "result": "2-0"}',
        '{"out": 9}',
        '{"unpaired": 4}',
        "[]",
    ],
)
def test_a_line_that_makes_no_sense_is_passed_over(line: str, tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.SWISS, 4, 3)
    tournament.begin_round()
    with tournament.path.open("a") as file:
        file.write(f"{line}\n")
    again = PeopleTournament.read(tournament.path)
    assert (again.rounds, again.out) == (tournament.rounds, tournament.out)


def test_a_knock_out_goes_on_after_a_pairing_that_is_not_of_its_tree(tmp_path: Path) -> None:
    path = begun(tmp_path, System.KNOCK_OUT, 4).path
    results = [{"round": 0, "table": table, "result": "1-0"} for table in (0, 1)]
    journal.append(path, [{"pairs": [[0, 1], [2, 3]], "byes": [], "again": False}, *results])
    tournament = PeopleTournament.read(path)
    tournament.begin_round()
    assert {frozenset(pair) for pair in tournament.rounds[1].pairs} == {frozenset((0, 3)), frozenset((1, 2))}


def test_a_pairing_without_games_can_be_taken_back(tmp_path: Path) -> None:
    tournament = begun(tmp_path, System.SWISS, 4, 3)
    play(tournament, "1-0", "1-0")
    assert not tournament.can_unpair
    tournament.begin_round()
    before = tournament.rounds[1].pairs
    tournament.unpair()
    tournament.enter(0, 0, "0-1")
    tournament.begin_round()
    assert tournament.rounds[1].pairs != before
    assert PeopleTournament.read(tournament.path).rounds == tournament.rounds


def test_names_are_typed_one_by_one_or_pasted_as_a_list() -> None:
    assert names_in(" Ada,Bob;\nCleo  Day \n\n") == ["Ada", "Bob", "Cleo Day"]
    for text, known in (("Ada, ada", ()), ("Ada", ("ADA",)), ("x" * 31, ()), ("Person", ()), ("?", ())):
        with pytest.raises(WormholeError):
            names_in(text, known)

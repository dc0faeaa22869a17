"""The ladders of levels: fitted to kept matches, written into their file, measured further."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from statistics import fmean

import pytest
import tomllib

from tools import ruler
from tools.kept_matches import added, kept, specs
from tools.ladder_fit import (
    ELO_A_DOUBLING,
    JOINTS,
    LADDERS_FILE,
    PREFIX,
    contestant,
    fitted,
    is_whole,
    measured,
    measured_games,
    skill_of,
    table,
    written,
)
from tools.ruler import KNOTS, best_plan, pairings, pairs_of, skills_of, with_more
from tools.stockfish import contestant as stockfish
from tools.stockfish import given_elo, rated_elo
from wormhole.arena.elo import score_of
from wormhole.arena.terms import limit_words
from wormhole.engine.ladders import LADDERS
from wormhole.engine.levels import Limit
from wormhole.players.spec import parse

CHESS_ELO = {1.0: 300, 2.0: 500, 3.0: 600, 4.0: 900, 5.0: 1000, 6.0: 1100, 7.0: 1300, 8.0: 1500, 9.0: 1800}
WORMHOLE_GAP = 150
PAIRS = 400


def line(first: str, second: str, elo: float, pairs: int = PAIRS) -> dict:
    """A kept match with the result that is expected at that difference."""
    chance = score_of(elo)
    even = min(chance, 1 - chance) * pairs
    lost, won = round((1 - chance) * pairs - even / 2), round(chance * pairs - even / 2)
    pentanomial = [lost, 0, pairs - won - lost, 0, won]
    about = {"limit": "", "seconds_a_move": 0.1, "failures": 0}
    sides = [{"spec": spec, "name": spec, **about} for spec in (first, second)]
    return {
        "game": "chess",
        "contestants": sides,
        "seed": 0,
        "wins": 2 * pentanomial[4] + pentanomial[2],
        "draws": 0,
        "losses": 2 * pentanomial[0] + pentanomial[2],
        "pentanomial": pentanomial,
    }


@pytest.fixture
def lines() -> dict[str, list[dict]]:
    """The marks at known strengths; the weaker ones have not met Stockfish."""
    steps = [*pairwise(CHESS_ELO)]
    chess = [line(contestant(high), contestant(low), CHESS_ELO[high] - CHESS_ELO[low]) for low, high in steps]
    chess += [
        line(contestant(skill), stockfish(1350), CHESS_ELO[skill] - rated_elo(1350))
        for skill in (7.0, 8.0, 9.0)
    ]
    wormhole = [line(contestant(high), contestant(low), WORMHOLE_GAP) for low, high in steps]
    return {"chess": chess, "wormhole": wormhole}


def test_the_strengths_are_found(lines):
    found = fitted(lines)["chess"]
    assert dict(zip(found.skills, found.elos, strict=True)) == pytest.approx(CHESS_ELO, abs=25)
    assert found.error(4.0) > found.error(6.0) > found.error(7.0) > 10
    assert found.elo(4.5) == pytest.approx(950, abs=25)


def test_all_games_have_the_same_mean_of_the_places_that_overlook_nothing(lines):
    found = fitted(lines)
    assert fmean(map(found["wormhole"].elo, JOINTS)) == pytest.approx(fmean(map(found["chess"].elo, JOINTS)))
    assert found["wormhole"].elo(9.0) - found["wormhole"].elo(4.0) == pytest.approx(5 * WORMHOLE_GAP, abs=15)
    assert found["wormhole"].error(4.0) > found["wormhole"].error(7.0)


def test_above_the_highest_measured_skill_each_doubling_gains_as_much(lines):
    found = fitted(lines)["chess"]
    assert found.elo(10.0) - found.elo(9.0) == pytest.approx(ELO_A_DOUBLING * math.log2(2_500_000 / 15_000))


def test_a_ladder_has_even_steps(lines):
    for scale in fitted(lines).values():
        ladder = scale.ladder()
        steps = [high - low for low, high in pairwise(ladder.elos)]
        assert (ladder.skills[0], ladder.skills[-1]) == (1.0, 10.0)
        assert max(steps) - min(steps) <= 30
        assert list(ladder.elos) == [5 * round(scale.elo(skill) / 5) for skill in ladder.skills]


def test_places_without_a_way_to_stockfish_are_not_given_a_strength(lines):
    without = [each for each in lines["chess"] if specs(each) != (contestant(7.0), contestant(6.0))]
    found = fitted({**lines, "chess": without})
    assert found["chess"].skills == [7.0, 8.0, 9.0]
    assert not is_whole(found["chess"])
    assert "| level | | wormhole |" in table(found)
    assert fitted({"wormhole": lines["wormhole"]}) == {}


def test_who_is_who():
    assert given_elo(stockfish(1500)) == rated_elo(1500)
    assert given_elo("uci,UCI_Elo=1500:python main.py uci") is None
    assert skill_of("ours:skill=9.25") == 9.25
    assert skill_of("ours:skill=10,seconds=0.25") is None


@pytest.mark.parametrize(("skill", "elo"), [(8, 2596), (10, 2788), (12, 2923), (15, 3070), (19, 3191)])
def test_a_skill_has_the_elo_that_its_authors_measured(skill, elo):
    """By the table of https://github.com/official-stockfish/Stockfish/pull/4341; its errors are 30 to 40."""
    assert rated_elo(1346.6 + 143.4 * skill**0.806) == pytest.approx(elo, abs=30)


@pytest.mark.parametrize(("elo", "depth"), [(1350, 2), (1500, 3), (2000, 8), (2700, 18)])
def test_stockfish_gets_the_depth_at_which_it_chooses_and_one_more(elo, depth):
    spec = parse(stockfish(elo), Limit(seconds=1.0))
    assert limit_words(spec.limit) == f"depth {depth}"
    assert dict(spec.settings) == {"UCI_LimitStrength": "true", "UCI_Elo": str(elo)}


def test_the_file_of_ladders_is_rewritten_and_games_without_matches_stay(lines):
    text = LADDERS_FILE.read_text("utf-8")
    only = fitted({"chess": lines["chess"]})
    before, after = (tomllib.loads(each) for each in (text, written(text, only)))
    ladder = only["chess"].ladder()
    assert after.pop("chess") == {"skills": list(ladder.skills), "elos": list(ladder.elos)}
    del before["chess"]
    assert after == before
    assert written(text, only).startswith(text[: text.index("\n[")])


def test_the_ladders_are_those_that_were_measured():
    """If not: python -m tools.ruler chess."""
    text = LADDERS_FILE.read_text("utf-8")
    assert written(text, measured()) == text
    assert set(measured_games()) == set(LADDERS)


def test_the_least_known_is_played_next_against_a_neighbour():
    first = best_plan("wormhole", [], KNOTS)
    assert (first.first, first.second) in [*pairings("wormhole", KNOTS)]
    known = [line(one, other, 100) for one, other in pairings("wormhole", KNOTS) if other != contestant(3.0)]
    following = best_plan("wormhole", known, KNOTS)
    assert (following.first, following.second) == (contestant(4.0), contestant(3.0))


def test_what_takes_long_is_played_less():
    lines = [line(one, other, 100, 10) for one, other in pairings("wormhole", KNOTS)]
    plan = best_plan("wormhole", lines, KNOTS)
    assert contestant(9.25) not in (plan.first, plan.second)


def test_neighbours_among_levels_and_marks_are_paired_and_stockfish_in_chess():
    names = [*pairings("wormhole", [1.0, 2.5, 10.0])]
    assert (contestant(2.5), contestant(1.0)) in names
    assert (contestant(2.5), contestant(2.0)) in names
    assert not any(contestant(10.0) in pairing for pairing in names)
    assert not any(given_elo(other) for _, other in names)
    strong = {one for one, other in pairings("chess", KNOTS) if given_elo(other)}
    assert strong == {contestant(skill) for skill in KNOTS if skill >= 5}


def test_the_places_are_those_of_the_ladder_as_it_is_known(lines, monkeypatch):
    monkeypatch.setattr(ruler, "kept", lambda _: iter(lines["chess"]))
    assert skills_of("wormhole", lines["wormhole"]) == fitted(lines)["wormhole"].ladder().skills
    assert skills_of("wormhole", []) == LADDERS["wormhole"].skills
    assert skills_of("atomic", []) == KNOTS


def test_matches_of_the_same_contestants_are_one_line():
    one, other = (line(contestant(2.0), contestant(1.0), elo, pairs) for elo, pairs in ((0, 30), (200, 10)))
    both = with_more(with_more([line(contestant(3.0), contestant(2.0), 0)], one), other)
    assert len(both) == 2
    assert both[1]["wins"] + both[1]["losses"] == 80
    plan = ruler.Plan(contestant(2.0), contestant(1.0))
    assert sum(both[1]["pentanomial"]) == 40 == pairs_of(both, plan)
    assert one["pentanomial"] != both[1]["pentanomial"]
    assert added(one, other) == json.loads(json.dumps(both[1]))
    assert math.isclose(both[1]["elo"], 43, abs_tol=12)


def test_it_goes_on_with_the_next_openings_and_keeps_each_turn(monkeypatch, tmp_path):
    (tmp_path / "matches").mkdir()
    monkeypatch.setattr("tools.kept_matches.DOCS", tmp_path)
    first_pairs = []

    def played(game, plan, crew, first_pair):
        first_pairs.append(first_pair)
        if len(first_pairs) == 3:
            return None  # Ctrl-C
        return line(plan.first, plan.second, 0, plan.pairs)

    plan = ruler.Plan(contestant(5.0), stockfish(1350), 10, 1.0)
    monkeypatch.setattr(ruler, "has_fast_loops", lambda: True)
    monkeypatch.setattr(ruler, "played", played)
    monkeypatch.setattr(ruler, "best_plan", lambda *_: plan)
    ruler.play("chess", 1.0, crew=None)
    assert first_pairs == [0, 10, 20]
    assert [sum(each["pentanomial"]) for each in kept(f"{PREFIX}chess")] == [20]

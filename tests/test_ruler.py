"""The strengths of the levels: fitted to kept matches, written into the levels' file, measured further."""

from __future__ import annotations

import json
import math
import re
from statistics import fmean

import pytest

from tools import ruler
from tools.kept_matches import added, kept, specs
from tools.level_strengths import FILES, LEVELS_FILE, fitted, level_of, measured, table, written
from tools.ruler import best_plan, pairings, pairs_of, with_more
from tools.stockfish import contestant, given_elo, rated_elo
from wormhole.arena.elo import score_of
from wormhole.arena.terms import limit_words
from wormhole.engine.levels import LEVELS, Limit
from wormhole.players.spec import parse

CHESS_ELO = {4: 400, 5: 700, 6: 900, 7: 1150, 8: 1400, 9: 1700}
WORMHOLE_GAP = 150


def line(first: str, second: str, elo: float, pairs: int = 50) -> dict:
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


def level(number: int) -> str:
    return f"ours:level={number}"


@pytest.fixture
def lines() -> dict[str, list[dict]]:
    """Levels of known strengths; the first three of them have not met Stockfish."""
    chess = [
        line(level(number), level(number - 1), CHESS_ELO[number] - CHESS_ELO[number - 1], 400)
        for number in CHESS_ELO
        if number > 4
    ]
    chess += [
        line(level(number), contestant(1350), CHESS_ELO[number] - rated_elo(1350), 400)
        for number in (7, 8, 9)
    ]
    wormhole = [
        line(level(number), level(number - 1), WORMHOLE_GAP, 400) for number in CHESS_ELO if number > 1
    ]
    return {"chess": chess, "wormhole": wormhole}


def test_the_strengths_are_found(lines):
    found = fitted(lines)
    assert {number: strength.elo for number, strength in found.chess.items()} == pytest.approx(
        CHESS_ELO, abs=25
    )
    assert found.chess[4].error > found.chess[6].error > found.chess[7].error > 10


def test_both_games_have_the_same_mean_of_the_levels_that_overlook_nothing(lines):
    found = fitted(lines)
    linked = (8, 9)
    assert fmean(found.wormhole[number].elo for number in linked) == pytest.approx(
        fmean(found.chess[number].elo for number in linked)
    )
    assert found.wormhole[9].elo - found.wormhole[4].elo == pytest.approx(5 * WORMHOLE_GAP, abs=15)
    assert found.wormhole[4].error > found.wormhole[7].error


def test_levels_without_a_way_to_stockfish_are_not_given_a_strength(lines):
    without = [each for each in lines["chess"] if specs(each) != (level(7), level(6))]
    found = fitted({**lines, "chess": without})
    assert set(found.chess) == {7, 8, 9}
    assert "| 6 | Club player | not measured |" in table(found)


def test_other_contestants_are_in_the_table(lines):
    ours = "uci,UCI_LimitStrength=true,UCI_Elo=1500:python main.py uci"
    found = fitted({**lines, "chess": [*lines["chess"], line(ours, contestant(1500), 20, 400)]})
    assert found.others[ours].elo == pytest.approx(rated_elo(1500) + 20, abs=10)
    assert f"`{ours}`" in table(found)


def test_who_is_who():
    assert given_elo(contestant(1500)) == rated_elo(1500)
    assert given_elo("uci,UCI_Elo=1500:python main.py uci") is None
    assert level_of("ours:level=10") == 10
    assert level_of("ours:level=10,seconds=0.25") is None


@pytest.mark.parametrize(("skill", "elo"), [(8, 2596), (10, 2788), (12, 2923), (15, 3070), (19, 3191)])
def test_a_skill_has_the_elo_that_its_authors_measured(skill, elo):
    """By the table of https://github.com/official-stockfish/Stockfish/pull/4341; its errors are 30 to 40."""
    assert rated_elo(1346.6 + 143.4 * skill**0.806) == pytest.approx(elo, abs=30)


@pytest.mark.parametrize(("elo", "depth"), [(1350, 2), (1500, 3), (2000, 8), (2700, 18)])
def test_stockfish_gets_the_depth_at_which_it_chooses_and_one_more(elo, depth):
    spec = parse(contestant(elo), Limit(seconds=1.0))
    assert limit_words(spec.limit) == f"depth {depth}"
    assert dict(spec.settings) == {"UCI_LimitStrength": "true", "UCI_Elo": str(elo)}


def test_the_file_of_levels_is_rewritten_and_nothing_else_in_it(lines):
    text = LEVELS_FILE.read_text("utf-8")
    new = written(text, fitted(lines))
    changed = [pair for pair in zip(text.splitlines(), new.splitlines(), strict=True) if pair[0] != pair[1]]
    assert changed
    assert all(before.startswith(("elo = ", "chess_elo = ")) for before, _ in changed)
    assert re.search("chess_elo = (1695|1700|1705)\n", new)
    assert new.endswith(text[text.rindex('name = "Grandmaster"') :])


def test_the_levels_have_the_strengths_that_were_measured():
    """If not: python -m tools.ruler."""
    text = LEVELS_FILE.read_text("utf-8")
    assert written(text, measured()) == text
    for strengths in ([each.elo for each in LEVELS], [each.chess_elo for each in LEVELS]):
        assert all(0 <= strength < 3500 for strength in strengths)


def test_the_least_known_is_played_next_against_someone_near():
    unknown = best_plan([], [5, 6], 10)
    assert {unknown.first, unknown.second} & {level(5), level(6)}
    lines = [line(level(5), contestant(1350), 0, 100)]
    next_one = best_plan(lines, [5, 6], 10)
    assert level(6) in (next_one.first, next_one.second)
    lines += [line(level(6), level(5), 350, 100)]
    assert level(6) == best_plan(lines, [5, 6], 10).first
    assert best_plan(lines, [5, 6], 10).second in (contestant(1650), contestant(1800))


def test_only_levels_that_are_asked_for_are_paired():
    names = {name for pairing in pairings([3, 4]) for name in pairing if level_of(name)}
    assert names == {level(3), level(4)}


def test_matches_of_the_same_contestants_are_one_line():
    one, other = line(level(2), level(1), 0, 30), line(level(2), level(1), 200, 10)
    both = with_more(with_more([line(level(3), level(2), 0)], one), other)
    assert len(both) == 2
    assert both[1]["wins"] + both[1]["losses"] == 80
    assert sum(both[1]["pentanomial"]) == 40 == pairs_of(both, ruler.Plan(level(2), level(1), 0.0))
    assert one["pentanomial"] != both[1]["pentanomial"]
    assert added(one, other) == json.loads(json.dumps(both[1]))
    assert math.isclose(both[1]["elo"], 43, abs_tol=12)


def test_it_goes_on_with_the_next_openings_and_keeps_each_turn(monkeypatch, tmp_path):
    (tmp_path / "matches").mkdir()
    monkeypatch.setattr("tools.kept_matches.DOCS", tmp_path)
    file = tmp_path / "matches" / f"{FILES['chess']}.jsonl"
    file.write_text("")
    first_pairs = []

    def played(plan, crew, first_pair, pairs):
        first_pairs.append(first_pair)
        if len(first_pairs) == 3:
            return None  # Ctrl-C
        return line(plan.first, plan.second, 0, pairs)

    plan = ruler.Plan(level(5), contestant(1350), 1.0)
    monkeypatch.setattr(ruler, "has_fast_loops", lambda: True)
    monkeypatch.setattr(ruler, "played", played)
    monkeypatch.setattr(ruler, "best_plan", lambda *_: plan)
    ruler.play(1.0, [5], 10, crew=None)
    assert first_pairs == [0, 10, 20]
    assert [sum(each["pentanomial"]) for each in kept(FILES["chess"])] == [20]

"""The ladders of levels: what a level plays in a game, and how strong it is there."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole import Board, variant
from wormhole.engine.characters import CHARACTERS
from wormhole.engine.ladders import LADDERS, STRONGEST_ELO, WEAKEST_ELO, ladder_named, ladder_of, level_in
from wormhole.engine.levels import LEVELS, Candidate, Limit, Sight, at_skill, choose, notice, played_by
from wormhole.play.offered_players import offered_players
from wormhole.players.spec import at_level, parse
from wormhole.rules.game_file import composed
from wormhole.rules.variant import LeftSquare

SKILLS = st.floats(1.0, 10.0)
CHANCES = st.floats(0.0, 1.0, exclude_max=True)


@pytest.mark.parametrize("game", LADDERS)
def test_a_ladder_climbs_from_the_first_mark_to_the_last(game):
    ladder = LADDERS[game]
    assert len(ladder.skills) == len(ladder.elos) == len(LEVELS)
    assert (ladder.skills[0], ladder.skills[-1]) == (1.0, 10.0)
    assert all(low < high for low, high in pairwise(ladder.skills))
    assert all(low < high for low, high in pairwise(ladder.elos))
    assert WEAKEST_ELO <= ladder.elos[0] < ladder.elos[-1] <= STRONGEST_ELO
    assert variant(game).name == game


@pytest.mark.parametrize("game", LADDERS)
def test_the_steps_of_a_ladder_are_even(game):
    steps = [high - low for low, high in pairwise(LADDERS[game].elos)]
    mean = sum(steps) / len(steps)
    assert all(abs(step - mean) < 0.25 * mean for step in steps)


def test_a_game_that_is_not_measured_takes_the_ladder_of_the_nearest_one():
    chess, wormhole = LADDERS["chess"], LADDERS["wormhole"]
    assert ladder_of(variant("chess")) is ladder_of(variant("berolina")) is chess
    assert (
        ladder_of(None) is ladder_of(variant("wormhole-omega")) is ladder_of(variant("cheshire")) is wormhole
    )
    assert ladder_of(composed(variant("chess"), LeftSquare.FOLDS)) is wormhole
    assert ladder_of(variant("random-wormhole")) is wormhole
    assert ladder_named("berolina") is chess
    assert ladder_named("a game that is gone") is wormhole


@pytest.mark.parametrize("number", range(1, 11))
@given(chance=CHANCES)
def test_at_a_mark_a_skill_is_the_mark(number, chance):
    assert replace(at_skill(number, chance), skill=None) == LEVELS[number - 1]


@given(SKILLS, CHANCES)
def test_between_two_marks_no_number_is_outside_of_theirs(skill, chance):
    found, number = at_skill(skill, chance), min(int(skill), 9)
    low, high = LEVELS[number - 1], LEVELS[number]
    assert (
        min(low.limit.depth, high.limit.depth) <= found.limit.depth <= max(low.limit.depth, high.limit.depth)
    )
    assert high.sight.oversight <= found.sight.oversight <= low.sight.oversight
    least, most = sorted((low.sight.temperature_centipawns, high.sight.temperature_centipawns))
    assert least - 1e-9 <= found.sight.temperature_centipawns <= most + 1e-9
    assert low.solver_seconds <= found.solver_seconds <= high.solver_seconds
    assert (found.limit.seconds or 0) <= 6.0
    assert found.skill == skill


def test_between_depths_the_nearer_mark_plays_more():
    depths = Counter(at_skill(4.25, chance / 100).limit.depth for chance in range(100))
    assert depths == {1: 75, 2: 25}
    exact = [at_skill(7.9, (chance + 0.5) / 100).sight.is_perfect for chance in range(100)]
    assert sum(exact) == 90


def test_nodes_and_temperature_grow_by_equal_factors():
    nodes = [at_skill(skill).limit.nodes for skill in (8.0, 8.25, 8.5, 8.75, 9.0)]
    factors = [high / low for low, high in pairwise(nodes)]
    assert factors == pytest.approx([factors[0]] * 4, rel=0.01)
    assert at_skill(9.5).limit.nodes > nodes[-1]
    assert at_skill(10.0).limit.nodes is None


def test_a_level_plays_at_the_skill_of_the_game():
    for name, ladder in LADDERS.items():
        for level, skill in zip(LEVELS, ladder.skills, strict=True):
            assert level_in(variant(name), level, 0.5) == at_skill(skill, 0.5)


def test_what_is_changed_of_a_level_stays():
    game = variant("chess")
    changed = parse("ours:level=9,seconds=0.5,solver=0.01", Limit()).level
    found, usual = level_in(game, changed, 0.5), level_in(game, LEVELS[8], 0.5)
    assert found.limit == replace(usual.limit, seconds=0.5)
    assert (found.solver_seconds, found.book_centipawns) == (0.01, 0)
    hasty = played_by(LEVELS[2], CHARACTERS["hasty"])
    found = level_in(game, hasty, 0.5)
    assert found == played_by(level_in(game, LEVELS[2], 0.5), CHARACTERS["hasty"])


def test_a_skill_is_the_same_in_all_games_and_no_level_is_of_no_ladder():
    level = parse("ours:skill=2.5", Limit()).level
    assert level is not None
    assert level_in(variant("chess"), level, 0.5) == level_in(variant("wormhole"), level, 0.5)
    assert level_in(variant("chess"), level, 0.5).sight == at_skill(2.5).sight
    search = replace(LEVELS[-1], number=0)
    assert level_in(variant("chess"), search, 0.5) is search


def test_a_level_in_a_seat_is_the_same_in_all_games_and_shows_the_strength_of_its_game():
    for name, ladder in LADDERS.items():
        offered = offered_players((), variant(name), LEVELS[4])
        assert [each.elo for each in offered[:10]] == [*ladder.elos]
        assert {each.elo for each in offered[10:]} == {ladder.elos[4]}
        assert offered[3].spec == at_level(LEVELS[3])


@given(st.floats(0.0, 4000.0))
def test_strengths_and_skills_belong_together(elo):
    for ladder in LADDERS.values():
        found = ladder.elo_at(ladder.skill_of_elo(elo))
        assert found == pytest.approx(min(max(elo, ladder.elos[0]), ladder.elos[-1]))


def often(candidates, sight):
    dice = random.Random(1)
    return Counter(choose(candidates, sight, dice).text for _ in range(1000))


def test_who_takes_care_gives_no_piece_away():
    moves = Board().legal_moves[:6]
    scores = [0, -10, -20, -30, -300, -900]
    candidates = [Candidate(move, score) for move, score in zip(moves, scores, strict=True)]
    careless = often(candidates, Sight(temperature_centipawns=2000))
    careful = often(candidates, Sight(temperature_centipawns=2000, care=0.9))
    given_away = {moves[4].text, moves[5].text}
    assert sum(careless[text] for text in given_away) > 200
    assert 10 < sum(careful[text] for text in given_away) < 50


def test_who_takes_care_looks_for_a_safe_move_where_none_was_seen():
    moves = Board().legal_moves[:5]
    candidates = [
        Candidate(move, score, 0.0) for move, score in zip(moves[:4], (0, -10, -20, -30), strict=True)
    ]
    candidates.append(Candidate(moves[4], -500))
    found = often(candidates, Sight(oversight=1, temperature_centipawns=50, care=1.0))
    assert moves[4].text not in found


def test_what_one_move_alone_avoids_is_not_given_away():
    moves = Board().legal_moves[:5]
    hidden, *rest = moves
    candidates = [Candidate(hidden, 500, 0.0), *(Candidate(move, -100) for move in rest)]
    found = often(candidates, Sight(oversight=1, temperature_centipawns=50, care=1.0))
    assert hidden.text not in found


def test_kings_that_walk_and_edge_pawns_come_to_mind_less():
    board = Board("chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    chances = {move.text: notice(board, move) for move in board.legal_moves}
    assert chances["e1e2"] < 0.5 * chances["f1e2"]
    assert chances["a2a3"] < 0.7 * chances["d2d3"]
    ending = Board("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert {notice(ending, move) for move in ending.legal_moves if move.text in ("e1d2", "e2e3")} == {0.85}

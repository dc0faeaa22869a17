"""Mining puzzles: forced wins with one solution, ratings, near duplicates, and the command."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.data_files import rows
from tests.support.patience import until
from tests.support.puzzle_check import assert_sound
from wormhole import Board, variant
from wormhole.cli import main
from wormhole.learn.puzzle import Puzzle, read_puzzles, shipped
from wormhole.training.forced import DiceProver, ForcedWin, ForcedWins
from wormhole.training.last_moves import with_last_moves
from wormhole.training.mining import FoundPuzzles, Grader, chosen, fitted, searched_positions, wins_at_once

ROOT = Path(__file__).resolve().parents[1]
WORMHOLE = variant("wormhole")


@pytest.fixture(scope="module")
def prover():
    found = ForcedWins(WORMHOLE)
    yield found
    found.close()


# --- forced wins ---


def test_a_mate_is_a_puzzle_if_one_move_begins_it(prover):
    unique, found = 0, 0
    for row in rows("mates"):
        if row["in"] > 3:
            continue
        board = Board(fen=row["fen"])
        forced = prover.mate(board, 3)
        if len(row["first"]) > 1:
            assert forced is None, row
        else:
            unique += 1
        if forced is not None:  # a later move may leave a choice, or the end be no mate
            found += 1
            assert (forced.moves[0], forced.win_in) == (row["first"][0], row["in"])
            assert len(forced.moves) == 2 * row["in"] - 1
        assert prover.mate(board, row["in"] - 1) is None, row
        assert board.fen() == row["fen"]
    assert found >= 0.8 * unique > 0, (found, unique)


@pytest.mark.parametrize(
    ("fen", "forced"),
    [
        pytest.param(
            "xxwkxxxx/ppxxpxxp/x1cx1x1x/3pxn2/1xxxxp2/C2x2PN/PxxxPxxP/xxxWKxxC w - - 0 16",
            ForcedWin(("a3a5", "d8b6", "a5b5"), 2),
            id="the second mate may be any",
        ),
        pytest.param("xnwxkxxx/8/8/8/8/8/8/4K3 w - - 0 1", None, id="no mate"),
    ],
)
def test_mates_found(prover, fen, forced):
    assert prover.mate(Board(fen=fen), 2) == forced


@pytest.mark.parametrize("game", ["3check", "antichess", "atomic", "kingofthehill", "xiangqi"])
def test_a_win_without_mate_is_a_puzzle_too(game):
    wins = [each for each in shipped(game) if each.win_in == 2 and not each.is_mate]
    found = ForcedWins(variant(game))
    forced = found.mate(wins[0].board(), 3)
    assert (forced.moves[0], forced.goal) == (wins[0].moves[0], "win in 2")
    assert found.mate(wins[0].board(), 1) is None
    found.close()


def test_a_proven_win_goes_on_while_one_move_wins(prover):
    puzzles = [puzzle for puzzle in shipped("wormhole") if puzzle.goal == "win" and len(puzzle.moves) > 1]
    shortest = min(puzzles, key=lambda puzzle: len(Board(fen=puzzle.fen).legal_moves))
    assert prover.win(Board(fen=shortest.fen)).moves == shortest.moves
    assert prover.win(Board()) is None


SURE = next(each for each in shipped("random-wormhole") if each.goal == "mate in 1")


@pytest.mark.parametrize(
    ("fen", "wanted"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1 -", None),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 -", None),
        (SURE.fen, SURE.moves[0]),
    ],
)
def test_a_mate_with_dice_is_sure(fen, wanted):
    game = variant("random-wormhole")
    board = Board(game, fen, seed=0)
    prover = DiceProver(game)
    sure = {move.text for move in prover.sure_mates(board, 1)}
    for move in board.legal_moves:
        ends = []
        for square, name in enumerate(game.geometry.names):
            try:
                board.push(move.rolled(square, name))
            except ValueError:
                continue
            ends.append(board.is_check() and not board.legal_moves)
            board.pop()
        assert (move.text in sure) is all(ends)
    assert wanted is None or sure == {wanted}


@pytest.mark.parametrize(
    ("make", "puzzle"),
    [
        pytest.param(ForcedWins, next(each for each in shipped("wormhole") if each.win_in), id="solver"),
        pytest.param(DiceProver, SURE, id="dice"),
    ],
)
def test_a_search_that_is_stopped_ends_without_a_mate(make, puzzle):
    game = variant(puzzle.variant)
    found = make(game)
    board = Board(game, puzzle.fen, seed=0)
    assert found.mate(board.copy(), puzzle.win_in).win_in == puzzle.win_in
    found.stop()
    assert found.mate(board.copy(), puzzle.win_in) is None
    assert found.win(board.copy()) is None
    found.close()


# --- self-play ---


def test_games_are_the_same_each_time_and_differ():
    def fens(number):
        return [seen.board.fen() for seen in itertools.islice(searched_positions(WORMHOLE, 1, number), 8)]

    assert fens(3) == fens(3)
    assert fens(3) != fens(4)


def test_the_last_moves_of_longer_puzzles_become_wins_in_one():
    puzzles = [each for each in shipped("chess") if each.win_in != 1]
    found = with_last_moves(variant("chess"), puzzles, 3, 0)
    added = [each for each in found if each not in puzzles]
    assert len(added) == 3
    for each in added:
        assert [move.text for move in wins_at_once(each.board())] == list(each.moves)
        assert (each.goal, each.rating <= 700) == ("mate in 1", True)
    assert with_last_moves(variant("chess"), found, 3, 0) == found


# --- ratings ---


@pytest.mark.parametrize("rating", [700, 1300, 1900])
def test_a_rating_is_the_strength_that_solves_every_second_time(rating):
    strengths = range(400, 2400, 200)
    chances = [1 / (1 + 10 ** ((rating - elo) / 400)) for elo in strengths]
    assert fitted(strengths, chances) == pytest.approx(rating, abs=60)


def test_what_every_level_finds_is_rated_below_what_none_finds():
    puzzles = shipped("wormhole")
    easy, hard = puzzles[0], puzzles[-1]
    grader = Grader(WORMHOLE, 0)
    try:
        ratings = [grader.rating(Board(fen=puzzle.fen), puzzle.moves) for puzzle in (easy, hard)]
    finally:
        grader.close()
    assert ratings[0] + 400 < ratings[1]


def test_a_rating_does_not_depend_on_what_was_rated_before():
    puzzles = [each for each in shipped("wormhole") if len(each.moves) == 1]
    middle = puzzles[len(puzzles) // 2]
    grader = Grader(WORMHOLE, 0)
    try:
        assert len({grader.rating(Board(fen=middle.fen), middle.moves) for _ in range(6)}) == 1
    finally:
        grader.close()


# --- choosing ---


def puzzle(fen, moves="a1a2", goal="mate in 1", rating=1000, themes=()):
    return Puzzle("wormhole", fen, tuple(moves.split()), goal, themes, rating)


def test_of_puzzles_that_are_alike_the_longest_is_kept():
    here = "7k/8/8/8/8/8/8/K7 w - - 0 1"
    alike = "7k/p7/8/8/8/8/8/K7 w - - 0 1"
    other = "7k/pppppppp/pppp4/8/8/8/PPP5/K7 w - - 0 1"
    longer = puzzle(alike, "a1a2 h8h7 a1a2", "mate in 2")
    finds = FoundPuzzles(WORMHOLE)
    finds.add_all([puzzle(here), puzzle(alike), longer, puzzle(here), puzzle(other)])
    assert set(finds) == {longer, puzzle(other)}
    finds.add_all([puzzle(other, "a1b1"), puzzle(other, "h8h7", "win", rating=400)])
    assert set(finds) == {longer, puzzle(other), puzzle(other, "a1b1")}


def test_what_is_in_the_file_stays_and_nothing_like_it_is_added():
    here, alike = "7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/p7/8/8/8/8/8/K7 w - - 0 1"
    other = puzzle("7k/pppppppp/pppp4/8/8/8/PPP5/K7 w - - 0 1")
    finds = FoundPuzzles(WORMHOLE)
    finds.add_kept([puzzle(here)])
    finds.add_all([puzzle(alike, "a1a2 h8h7 a1a2", "mate in 2"), other])
    assert set(finds) == {puzzle(here), other}
    assert finds.new == [other]


def test_a_single_legal_move_is_no_puzzle():
    forced = puzzle(
        "xnxxxxxx/xcxxxxxx/pK1x1xxx/x1xxxxxx/xCxxxxpx/xnPxxxxk/PxxxPxxx/xxxxxxxx w - - 0 26", "b6b7", "win"
    )
    assert [move.text for move in Board(fen=forced.fen).legal_moves] == list(forced.moves)
    finds = FoundPuzzles(WORMHOLE)
    finds.add_all([forced])
    assert list(finds) == []


def test_a_file_with_enough_puzzles_stays_as_it_is(tmp_path, capsys):
    out = tmp_path / "found.jsonl"
    lines = [json.dumps(each.as_data()) + "\n" for each in shipped("wormhole")[:3]]
    out.write_text("".join(lines), "utf-8")
    assert main(["mine", "wormhole", "--workers", "1", "--count", "2", "--out", str(out)]) == 0
    assert "3 puzzles" in capsys.readouterr().out
    assert sorted(out.read_text("utf-8").splitlines(keepends=True)) == sorted(lines)


def test_chosen_puzzles_are_of_all_kinds():
    common = [puzzle(f"common {number}") for number in range(50)]
    twos = [puzzle(f"two {number} w", "a1a2 a3a4 a5a6", "mate in 2") for number in range(50)]
    rare = [puzzle(f"rare {number} b", goal="win", rating=2000, themes=("fork",)) for number in range(3)]
    found = chosen([*common, *twos, *rare], 20)
    assert len(found) == 20
    assert sum(each.goal == "mate in 1" for each in found) == 2
    assert set(rare) <= set(found)
    assert [each.rating for each in found] == sorted(each.rating for each in found)
    assert len(chosen(common, 20)) == 20
    assert len(chosen(common, 99)) == 50


# --- the command ---


def jobs_in(ledger):
    lines = ledger.read_text("utf-8").splitlines()
    return [json.loads(line)["job"] for line in lines[1:] if line.endswith("}")]


def test_mining_that_was_killed_goes_on(tmp_path, capsys):
    out, ledger = tmp_path / "found.jsonl", tmp_path / "found.ledger"
    words = ["mine", "wormhole", "--seed", "1", "--workers", "1", "--out", str(out)]
    with subprocess.Popen([sys.executable, str(ROOT / "main.py"), *words]) as mining:
        until(lambda: ledger.exists() and len(jobs_in(ledger)) > 1)
        os.kill(mining.pid, signal.SIGKILL)
    before = jobs_in(ledger)
    assert not out.exists()
    assert main([*words, "--count", "2"]) == 0
    assert "2 puzzles" in capsys.readouterr().out
    after = jobs_in(ledger)
    assert after[: len(before)] == before
    assert len(set(after)) == len(after)
    puzzles = read_puzzles(out.read_text("utf-8").splitlines())
    assert len(puzzles) == 2
    for found in puzzles:
        if found.goal != "mate in 3":
            assert_sound(found)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["nothing"], "nothing"),
        (["wormhole", "--hours", "0"], "'0' is not a number of hours"),
        (["wormhole", "--out", "/no/such/folder/a.jsonl"], "No such file"),
        (["wormhole", "--workers", "2", "--cluster", "a"], "not allowed with"),
    ],
)
def test_errors_are_one_line(capsys, words, named):
    with pytest.raises(SystemExit) as end:
        main(["mine", *words])
    assert end.value.code == 2
    assert named in capsys.readouterr().err.splitlines()[-1]


def test_a_file_that_has_no_puzzles_is_named(tmp_path, capsys):
    out = tmp_path / "notes.jsonl"
    out.write_text("buy milk\n", "utf-8")
    with pytest.raises(SystemExit):
        main(["mine", "wormhole", "--count", "1", "--out", str(out)])
    assert "notes.jsonl: line 1" in capsys.readouterr().err
    assert out.read_text("utf-8") == "buy milk\n"

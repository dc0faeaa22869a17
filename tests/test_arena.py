"""Matches: players, openings, results, and engines that misbehave."""

from __future__ import annotations

import json
import math
import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.children import fake_command, fake_program
from tests.support.patience import PATIENCE_SECONDS, until
from wormhole import Board, WormholeError, variant
from wormhole.arena.game import play
from wormhole.arena.openings import Opening, from_file, random_opening
from wormhole.arena.pairs import GamePlayer
from wormhole.arena.terms import Terms
from wormhole.cli import main
from wormhole.engine.levels import LEVELS, Limit, at_skill
from wormhole.library import pgn
from wormhole.library.pgn import read_file
from wormhole.library.time_control import TimeControls, parsed
from wormhole.players.player import PlayerError
from wormhole.players.spec import parse

ROOT = Path(__file__).resolve().parents[1]
SHALLOW = Limit(depth=1)
CHESS, WORMHOLE = variant("chess"), variant("wormhole")


def player(text, timeout_seconds=PATIENCE_SECONDS, limit=SHALLOW):
    return parse(text, limit).player(timeout_seconds)


def played(white, black, board, most_plies=20):
    try:
        return play(white, black, board, most_plies, lambda: True)
    finally:
        white.close()
        black.close()


# --- players ---


def test_players_are_parsed():
    assert parse("ours", SHALLOW).limit == SHALLOW
    assert parse("ours:level=1", SHALLOW).limit == LEVELS[0].limit
    assert parse("ours:level=1", SHALLOW).level == LEVELS[0]
    assert parse("ours:level=2,depth=3,solver=0.5", SHALLOW).level == replace(
        LEVELS[1], limit=replace(LEVELS[1].limit, depth=3), solver_seconds=0.5
    )
    assert parse("ours:skill=8.5,book=1", SHALLOW).level == at_skill(8.5)
    assert parse("ours:skill=4.5", SHALLOW).limit == at_skill(4.5).limit
    assert parse("ours:solver=0.5", SHALLOW).level.limit == SHALLOW
    assert parse("ours:nodes=5000,mobility=0", SHALLOW).limit == Limit(nodes=5000)
    assert parse("ours:mobility=0", SHALLOW).settings == (("mobility", "0"),)
    engine = parse("uci,seconds=0.5,Hash=16,name=Deep:'a b' --c d:e", SHALLOW)
    assert engine.command == ("a b", "--c", "d:e")
    assert (engine.limit, engine.settings, engine.name) == (
        Limit(seconds=0.5),
        (("Hash", "16"),),
        "Deep",
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("theirs", "uci:COMMAND"),
        ("uci:", "names no program"),
        ("ours:skill=10.5", "a skill is from 1 to 10"),
        ("ours:skill=x", "skill is"),
        ("ours:skill=2,level=3", "stands for a level"),
        ("uci:'open", "quotation"),
        ("ours:level=11", "there is no level 11"),
        ("ours:level=" + "9" * 3000, "there is no level 9+…9+; levels"),
        ("ours:level", "NAME=VALUE"),
        ("ours:depth=0", "it must be from 1"),
        ("ours:nodes=many", "whole number"),
        ("ours:seconds=-1", "above 0"),
        ("ours:seconds=nan", "number"),
        ("ours:mobility=high", "number"),
        ("ours:threads=0", "it must be from 1"),
        ("ours:solver=0", "above 0"),
        ("ours:level=2,no_move=1", "no_move"),
        ("xboard,nodes=50:fairymax", "no limit in nodes"),
    ],
)
def test_a_bad_player_is_named(text, named):
    with pytest.raises(WormholeError, match=named):
        player(text).new_game(Board(CHESS))


@pytest.mark.parametrize(
    ("text", "game", "named"),
    [
        ("uci:no-such-program-anywhere", CHESS, "cannot be started"),
        (fake_program("uci", "first"), WORMHOLE, "does not play wormhole"),
        (fake_program("xboard", "first"), WORMHOLE, "does not play wormhole"),
        (fake_program("uci", "first").replace("uci:", "uci,Knee=2:", 1), CHESS, "no option 'Knee'"),
    ],
)
def test_an_engine_that_cannot_play_says_why(text, game, named):
    with pytest.raises(PlayerError, match=named):
        player(text).new_game(Board(game))


# --- openings ---


@pytest.mark.parametrize("game", ["wormhole", "random-wormhole", "smess"])
def test_openings_depend_on_seed_and_number(game):
    chosen = variant(game)
    openings = [random_opening(chosen, 7, number) for number in range(2)]
    assert openings == [random_opening(chosen, 7, number) for number in range(2)]
    assert openings[0] != openings[1]
    assert openings[0] != random_opening(chosen, 8, 0)
    for opening in openings:
        assert not opening.board(chosen, 7).is_game_over()
        assert opening.board(chosen, 7).fen() == opening.board(chosen, 8).fen()


def test_openings_come_from_a_file(tmp_path):
    lines = tmp_path / "openings.epd"
    lines.write_text(
        "# two\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n\n4k3/4p3/8/8/8/8/8/4K3 b - - 3 9\n", "utf-8"
    )
    assert [opening.fen for opening in from_file(lines, CHESS)] == [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/4p3/8/8/8/8/8/4K3 b - - 3 9",
    ]
    games = tmp_path / "openings.pgn"
    games.write_text("1. e4 e5 2. Nf3 *\n", "utf-8")
    assert from_file(games, CHESS) == (Opening(Board("chess").fen(), ("e2e4", "e7e5", "g1f3")),)


def test_openings_of_other_programs_are_corrected_and_told(tmp_path):
    lines = tmp_path / "openings.epd"
    lines.write_text(
        "6k1/5ppp/8/8/8/8/5PPP/6K1 w KQkq - 0 0\n4k3/8/8/8/8/8/4P3/4K3 w\n", "utf-8-sig", newline="\r\n"
    )
    told: list[str] = []
    assert [opening.fen for opening in from_file(lines, CHESS, told.append)] == [
        "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w",
    ]
    assert len(told) == 2
    assert all("line 1: " in text for text in told)


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("a.fen", "4k3/8 w", "line 1: .*8 by 2 squares"),
        ("a.fen", "# nothing\n", "no opening"),
        ("a.fen", "\n4k3/8/8/8/8/8/8/4K3 w\n", "line 2: the game is over"),
        ("a.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", "game 1 is over"),
        ("a.pgn", '[Variant "wormhole"]\n\n1. e4 *\n', "game 1 is of Wormhole Chess"),
        ("a.pgn", "1. e5 *\n", "e5"),
    ],
)
def test_a_bad_file_of_openings_is_named(tmp_path, name, text, named):
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(WormholeError, match=named):
        from_file(tmp_path / name, CHESS)


def test_a_missing_file_of_openings_is_named(tmp_path):
    with pytest.raises(WormholeError, match="No such file"):
        from_file(tmp_path / "none.fen", CHESS)


# --- clocks ---


class ToldPlayer:
    """Plays the first legal move, and keeps what it was told of its clock."""

    def __init__(self):
        self.told = []

    def new_game(self, board):
        pass

    def play(self, board, clock):
        self.told.append(clock.moves_to_go)
        return SimpleNamespace(move=board.legal_moves[0])

    def end_game(self, result):
        pass


def test_players_are_told_of_the_moves_to_go_in_a_period():
    white, black = ToldPlayer(), ToldPlayer()
    controls = TimeControls(parsed("2/600:3/300:60"), parsed("2/600"))
    game = play(white, black, Board("chess"), 14, lambda: True, controls)
    assert white.told == [2, 1, 3, 2, 1, None, None]
    assert black.told == [2, 1, 2, 1, 2, 1, 2]
    assert [math.ceil(left) for left in game.left[::2]] == [600, 900, 900, 900, 960, 960, 960]
    assert [math.ceil(left) for left in game.left[1::2]] == [600, 1200, 1200, 1800, 1800, 2400, 2400]


@pytest.mark.skipif(os.name == "nt", reason="the shell's tee writes down what is sent")
@pytest.mark.parametrize(
    ("protocol", "sent", "lines"),
    [
        (
            "uci",
            "go ",
            ["movestogo 2", "movestogo 1", "movestogo 3", "movestogo 2", "movestogo 1", "binc 0", "binc 0"],
        ),
        ("xboard", "level ", ["level 0 2400 0", "level 2 10 0", "level 5 15 0", "level 0 16 0"]),
    ],
)
def test_engines_are_told_of_periods(tmp_path, protocol, sent, lines):
    log = tmp_path / "sent"
    fake_engine = shlex.join(fake_command(protocol))
    white = player(f"{protocol}:sh -c {shlex.quote(f'tee {log} | {fake_engine}')}", limit=Limit())
    try:
        play(
            white,
            ToldPlayer(),
            Board("chess"),
            14,
            lambda: True,
            TimeControls.equal(parsed("2/600:3/300:60")),
        )
    finally:
        white.close()
    told = [line for line in log.read_text().splitlines() if line.startswith(sent)]
    assert len(told) == len(lines)
    for line, end in zip(told, lines, strict=True):
        assert line.endswith(end)


# --- ends of games ---


def test_a_long_game_is_adjudicated():
    game = played(player("ours"), player("ours"), Board("chess"), most_plies=6)
    assert (game.result, len(game.board.move_stack), game.moves) == ("1/2-1/2", 6, (3, 3))
    assert "djudicated" in game.reason


def test_an_unwanted_game_is_stopped():
    assert play(player("ours"), player("ours"), Board("chess"), 20, lambda: False) is None


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("dies", "exited with status 3"),
        ("hangs", "did not answer"),
        ("talks", "did not answer"),
        ("cheats", "a1a8"),
    ],
)
def test_a_failed_engine_loses_and_is_restarted(protocol, manner, reason):
    is_late = manner in ("hangs", "talks")
    engine = player(fake_program(protocol, manner), timeout_seconds=0.5 if is_late else 60.0)
    ours = player("ours")
    try:
        for _ in range(1 if is_late else 2):
            game = play(engine, ours, Board("chess"), 20, lambda: True)
            assert (game.result, game.failed) == ("0-1", True)
            assert game.reason.startswith("Black wins: White ")
            assert reason in game.reason
    finally:
        engine.close()


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_an_engine_plays_either_colour(protocol):
    """Two fake engines, since ours would mate too early."""
    engines = [player(fake_program(protocol, "first"), limit=Limit(seconds=0.05)) for _ in range(2)]
    board = Opening(moves=("e2e4", "e7e5")).board(CHESS, 0)
    try:
        for white, black in (engines, engines[::-1]):
            game = play(white, black, board.copy(), 12, lambda: True)
            assert game.failed is None, game.reason
            assert len(game.board.move_stack) == 12
    finally:
        for engine in engines:
            engine.close()


def test_our_own_uci_plays_from_a_position_with_moves():
    engine = player(f"uci,Hash=1:{sys.executable} {ROOT / 'main.py'} uci")
    board = Board("wormhole", "cwkxxxwn/ppxppxpp/2lxxW2/4x2p/3P1x2/3n1x2/PPPxPPPP/CWxxxNKC b - - 0 9")
    board.push(board.legal_moves[0])
    game = played(engine, player("ours"), board, most_plies=8)
    assert game.failed is None, game.reason
    assert engine.name.startswith("Wormhole ")


# --- whole matches ---


@pytest.mark.parametrize("text", ["ours", "ours:level=3", "ours:nodes=100,solver=5"])
def test_a_pair_does_not_depend_on_earlier_pairs(text):
    """The seed decides all chance."""
    spec = parse(text, Limit(nodes=100))
    terms = Terms((spec, spec), variant("random-wormhole"), rounds=2, seed=4, most_plies=14)
    player = GamePlayer(terms)

    def moves(pair):
        return [player.do(2 * pair + number).pgn for number in range(2)]

    once = [moves(0), moves(1)]
    assert [moves(1), moves(0)] == once[::-1]


def test_the_record_says_how_a_game_ended_as_the_standard_of_pgn_does():
    spec = parse("ours", Limit(nodes=10))
    (long,) = pgn.read(
        GamePlayer(Terms((spec, spec), variant("chess"), rounds=1, seed=4, most_plies=8)).do(0).pgn
    )
    assert (long.result, long.termination) == ("1/2-1/2", "adjudication")
    mated = Terms((spec, spec), variant("dobutsu"), rounds=1, seed=4, most_plies=400)
    (decided,) = pgn.read(GamePlayer(mated).do(0).pgn)
    assert decided.end().board().outcome() is not None
    assert decided.termination is None


def test_a_match_is_played_reported_and_saved(tmp_path, capsys):
    pgn, keep = tmp_path / "games.pgn", tmp_path / "matches.jsonl"
    words = ["match", "ours", "ours:depth=2", "--depth", "1", "--games", "4", "--workers", "2", "--seed", "3"]
    assert main([*words, "--plies", "30", "--pgn", str(pgn), "--keep", str(keep)]) == 0
    report = capsys.readouterr().out
    assert "depth 1" in report
    assert "Elo" in report
    games = sorted(read_file(pgn), key=lambda game: game.headers["Round"])
    assert [game.headers["Round"] for game in games] == ["1.1", "1.2", "2.1", "2.2"]
    for first, second in zip(games[::2], games[1::2], strict=True):
        white, black = first.headers["White"], first.headers["Black"]
        assert white != black
        assert (second.headers["White"], second.headers["Black"]) == (black, white)
        assert list(first.mainline_moves())[:4] == list(second.mainline_moves())[:4]
    (told,) = map(json.loads, keep.read_text("utf-8").splitlines())
    assert told["wins"] + told["draws"] + told["losses"] == 4
    assert sum(told["pentanomial"]) == 2
    assert [side["limit"] for side in told["contestants"]] == ["depth 1", "depth 2"]
    points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
    half_points = sum(points[game.result] for game in games[::2])
    half_points += sum(2 - points[game.result] for game in games[1::2])
    assert half_points == 2 * told["wins"] + told["draws"]


def test_a_kept_match_names_the_rules_that_were_changed(tmp_path):
    keep = tmp_path / "matches.jsonl"
    words = ["match", "ours", "ours", "--depth", "1", "--games", "2", "--workers", "1", "--plies", "4"]
    assert main([*words, "--variant", "chess+fold", "--keep", str(keep)]) == 0
    assert json.loads(keep.read_text("utf-8"))["game"] == "chess+fold"


def test_workers_end_with_a_match_that_was_killed(tmp_path):
    pgn = tmp_path / "games.pgn"
    words = (
        "match",
        "ours:level=1",
        "ours:level=1",
        "--games",
        "100000",
        "--workers",
        "1",
        "--pgn",
        str(pgn),
    )
    command = [sys.executable, str(ROOT / "main.py"), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as match:
        until(lambda: pgn.exists() and pgn.stat().st_size)
        match.kill()
        match.communicate(timeout=PATIENCE_SECONDS)  # ends when no process can write to the pipe


def test_a_match_stops_when_the_sprt_accepts(capsys):
    words = [
        "match",
        "ours",
        fake_program("uci", "cheats"),
        "--variant",
        "chess",
        "--depth",
        "1",
        "--workers",
        "1",
    ]
    assert main([*words, "--games", "400", "--sprt", "0", "400"]) == 0
    report = capsys.readouterr().out
    assert "+400 is accepted" in report
    assert "lost by an error" in report
    assert "400:" not in report


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["theirs", "ours"], "'theirs'"),
        (["ours", "uci:no-such-program-anywhere"], "no-such-program-anywhere"),
        (["ours", "ours", "--sprt", "5", "0"], "less than"),
        (["ours", "ours", "--seconds", "0"], "'0'"),
        (["ours"], "OTHER"),
        (["ours", "ours", "--pgn", "/no/such/folder/games.pgn"], "games.pgn"),
    ],
)
def test_errors_are_one_line(capsys, words, named):
    with pytest.raises(SystemExit) as end:
        main(["match", *words])
    assert end.value.code == 2
    assert named in capsys.readouterr().err.splitlines()[-1]

"""The commands on the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wormhole import Board
from wormhole.cli import main
from wormhole.engine.levels import LEVELS
from wormhole.gui.loop import app
from wormhole.library.settings import Settings
from wormhole.library.time_control import control_headers
from wormhole.play.seats import setup_of
from wormhole.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
ENDGAME = "4k3/8/8/8/8/8/8/4K3 w"


@pytest.fixture
def opened(monkeypatch):
    """The options that the window would be opened with; no window opens."""
    options = []
    monkeypatch.setattr(app, "run", options.append)
    return options


def run(*words):
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("door", [["main.py"], ["-m", "wormhole"]])
def test_both_entry_points_work(door):
    done = run(*door, "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"Wormhole Chess {VERSION}\n", "")


def test_help_names_the_commands(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert all(command in text for command in ("play", "perft", "bench"))


def test_help_names_what_can_be_said_without_a_command(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    assert all(option in text for option in ("--demo", "--level", "--variant", "--fen", "--pgn", "--white"))


@pytest.mark.parametrize("how", [[], ["--plain"]])
def test_perft(capsys, how):
    assert main(["perft", "3", *how]) in (0, None)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in lines] == ["31", "959", "29,850"]


def test_perft_divided_adds_up(capsys):
    main(["perft", "2", "--divide", "--plain", "--fen", ENDGAME])
    lines = [line.split(": ") for line in capsys.readouterr().out.splitlines() if ": " in line]
    board = Board(fen=ENDGAME)
    assert [move for move, _ in lines] == [str(move) for move in board.legal_moves]
    assert sum(int(count) for _, count in lines) == board.perft(2, fast=False)


def test_no_command_plays(opened):
    main([])
    (options,) = opened
    assert not options.start_game
    assert not options.demo


def test_files_are_opened(opened, tmp_path, monkeypatch):
    (tmp_path / "a game.pgn").write_text("1. e4 *")
    monkeypatch.chdir(tmp_path)
    main(["a game.pgn"])
    main(["play", "--language", "de", str(tmp_path / "a game.pgn"), "a game.pgn"])
    assert [options.files for options in opened] == [(tmp_path / "a game.pgn",) * count for count in (1, 2)]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [(["prft"], "prft: there is no such command"), (["--demo", __file__], "a file cannot be combined")],
)
def test_files_that_cannot_be_opened_are_told_of(opened, capsys, words, complaint):
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert complaint in capsys.readouterr().err
    assert not opened


@pytest.mark.parametrize("words", [["--white", "person"], ["play", "--white", "person"]])
def test_a_game_is_started(opened, words):
    main([*words, "--level", "2", "--size", "1000x700"])
    (options,) = opened
    assert (options.white, options.black, options.level) == ("person", "computer", 2)
    assert options.size == (1000, 700)
    assert options.start_game


def test_a_side_not_named_is_of_the_other_kind(opened):
    main(["--white", "computer"])
    main(["--black", "person"])
    assert [(options.white, options.black) for options in opened] == [
        ("computer", "person"),
        ("person", "person"),
    ]


@pytest.mark.parametrize("words", [["--variant", "chess"], ["perft", "1", "--plain", "--variant", "chess"]])
def test_a_position_with_impossible_fields_is_corrected(opened, capsys, words):
    main([*words, "--fen", "6k1/5ppp/8/8/8/8/5PPP/6K1 w KQkq - 0 0"])
    said = capsys.readouterr().err
    assert "castling field says 'K'" in said
    assert "move number is '0'" in said
    assert [options.fen for options in opened] in ([], ["6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"])


def test_a_position_starts_a_game(opened):
    main(["--fen", ENDGAME])
    (options,) = opened
    assert options.fen == ENDGAME
    assert options.start_game


def test_a_demonstration(opened):
    main(["--demo"])
    assert opened[0].demo


SAVED = '[Variant "wormhole"]\n[White "Person"]\n[Black "Computer, level 3"]\n\n1. e4 *\n'


@pytest.mark.parametrize(
    ("words", "levels"),
    [
        ([], (None, 3)),
        (["--level", "5"], (None, 5)),
        (["--white", "computer", "--level", "2"], (2, None)),
        (["--black", "person"], (None, None)),
    ],
)
def test_a_saved_game_goes_on_between_its_players_unless_others_are_named(opened, tmp_path, words, levels):
    path = tmp_path / "saved.pgn"
    path.write_text(SAVED)
    main(["--pgn", str(path), *words])
    setup = setup_of(opened[0], Settings())
    assert tuple(seat.level and seat.level.number for seat in (setup.white, setup.black)) == levels
    assert len(setup.opened.cursor.board.move_stack) == 1


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["--fen", "8/8"], "8 by 2 squares"),
        (["perft", "2", "--fen", "k7/8"], "8 by 2 squares"),
        (["--level", str(len(LEVELS) + 1)], f"there is no level {len(LEVELS) + 1}"),
        (["--level", "0"], "there is no level 0"),
        (["--level", "best"], "'best'"),
        (["--variant", "checkers"], "checkers"),
        (["--white", "dog"], "'dog'"),
        (["--size", "big"], "'big'"),
        (["--size", "40000x40000"], "7680x4320"),
        (["--size", "4x4"], "800x600"),
        (["--variant", "x" * 300], "there is no game called 'xxx"),
        (["--variant", "\0"], "there is no game called"),
        (["--pgn", "\0"], "a file cannot have this name"),
        (["--pgn", os.devnull], "not an ordinary file"),
        (["--pgn", "/"], "folder"),
        (["pgn", os.devnull], "not an ordinary file"),
        (["perft", "100000"], "plies at most"),
        (["perft", "9" * 5000], "is not a whole number"),
        (["match", "ours:nodes=99999999999999999999", "ours"], "nodes is '99999999999999999999'"),
        (["match", "ours:depth=99999999999999999999", "ours"], "depth is"),
        (["match", "ours:seconds=1e300", "ours"], "seconds is"),
        (["match", "ours:null_move=1e300", "ours"], "null_move is"),
        (["match", "ours:threads=100000", "ours"], "threads is"),
        (["match", "ours", "ours", "--patience", "1e300"], "seconds"),
        (["match", "ours", "ours", "--nodes", "9" * 30], "is not a whole number"),
        (["match", "ours", "ours", "--openings", os.devnull], "not an ordinary file"),
        (["match", "ours", "ours", "--sprt", "nan", "5"], "'nan'"),
        (["match", "ours", "ours", "--sprt", "0", "1e9"], "'1e9'"),
        (["perft", "0"], "'0'"),
        (["perft", "many"], "'many'"),
        (["perft"], "depth"),
        (["--what"], "--what"),
    ],
)
def test_errors_are_one_line(opened, capsys, words, names):
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    complaint = capsys.readouterr().err.splitlines()[-1]
    assert names in complaint
    assert len(complaint) < 500
    assert opened == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("display", [{}, {"DISPLAY": ":987654"}])
def test_without_a_display_it_says_so_and_ends(display):
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden} | display
    done = subprocess.run(
        [sys.executable, "main.py"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert "there is no display" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "headers"),
    [
        (["--clock", "5+3"], {"TimeControl": "300+3"}),
        (["--clock", "5d3", "--black", "computer"], {"TimeControl": "300d3"}),
        (["--clock", "30s", "--white", "computer", "--black", "computer"], {"TimeControl": "1/30"}),
        (["--white-clock", "1+0"], {"WhiteTimeControl": "60", "BlackTimeControl": "-"}),
        (
            ["--clock", "5+3", "--black-clock", "none"],
            {"WhiteTimeControl": "300+3", "BlackTimeControl": "-"},
        ),
        (["--white", "person"], {}),
    ],
)
def test_a_game_on_the_clock_starts_at_once(opened, words, headers):
    main(words)
    setup = setup_of(opened[0], Settings(clock="600"))
    assert control_headers(setup.clocks) == headers


def test_a_clock_that_nobody_understands_is_refused_with_an_example(opened, capsys):
    with pytest.raises(SystemExit) as end:
        main(["--clock", "fast"])
    assert end.value.code == 2
    assert "5+3 is five minutes" in capsys.readouterr().err
    assert opened == []

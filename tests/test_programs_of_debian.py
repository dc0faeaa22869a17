"""Chess programs that Debian ships play matches: two games each, without a fault."""

from __future__ import annotations

import os
import shlex
import shutil

import pytest

from tests.support.parts import mostly_exhaustive
from wormhole.cli import main
from wormhole.library.pgn import read_file

PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
SHOGI = "xboard,seconds=0.02:gnushogi"
QUICK = ("xboard,seconds=0.02:phalanx", "uci:toga2", "xboard:maxqi")
GAMES = {"qi": "xiangqi", "shogi": "shogi"}
PROGRAMS = (
    *(*QUICK, "uci:glaurung", "uci:ethereal-chess", "xboard:sjeng", "xboard:sjaakii"),
    *(SHOGI, "uci:gnuchess --uci", "xboard:hoichess", "xboard:hoixiangqi"),
)


@pytest.mark.parametrize("text", mostly_exhaustive(PROGRAMS, *QUICK))
def test_a_program_plays_a_match(tmp_path, capsys, text):
    protocol, _, command = text.partition(":")
    name, *arguments = command.split()
    path = shutil.which(name, path=PLACES)
    if path is None:
        pytest.skip(f"{name} is not installed")
    game = next((game for part, game in GAMES.items() if part in name), "chess")
    player, pgn = f"{protocol}:{shlex.join([path, *arguments])}", tmp_path / "games.pgn"
    words = ["match", player, "ours:level=1", "--variant", game, "--games", "2", "--workers", "1"]
    plies = "24" if text == SHOGI else "80"  # it thinks for seconds
    assert main([*words, "--depth", "2", "--plies", plies, "--pgn", str(pgn)]) == 0
    assert "lost" not in capsys.readouterr().out.partition("a move")[2], "by an error or on time"
    games = list(read_file(pgn))
    assert len(games) == 2
    for each in games:
        assert len(list(each.mainline_moves())) >= 8

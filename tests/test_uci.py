"""The engine as other programs meet it: line by line, and through python-chess."""

from __future__ import annotations

import re
import sys
import time

import chess
import chess.engine
import pytest

from wormhole import Board, WormholeError
from wormhole.engine.clock import Clock
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.thinker import Thought
from wormhole.engine.uci import Uci, info, parse_go, score

HANG_GUARD_SECONDS = 120


class Talk:
    """A conversation with an engine in this process."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.engine = Uci(self.said.append)

    def say(self, *lines: str) -> list[str]:
        """Give it lines; returns what it has answered to them so far."""
        before = len(self.said)
        for line in lines:
            self.engine._answer(line.split())
        return self.said[before:]

    def best(self) -> str:
        """Wait for the best move."""
        deadline = time.monotonic() + HANG_GUARD_SECONDS
        while not any(line.startswith("bestmove") for line in self.said):
            assert time.monotonic() < deadline, self.said
            time.sleep(0.01)
        return next(line for line in self.said if line.startswith("bestmove")).split()[1]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_it_says_who_it_is(talk):
    said = talk.say("uci")
    assert said[0].startswith("id name Wormhole")
    assert said[-1] == "uciok"
    assert any(re.search(r"UCI_Variant .*default chess .*var wormhole", line) for line in said)
    assert talk.say("isready") == ["readyok"]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("xyzzy", "xyzzy"),
        ("position", "startpos or fen"),
        ("position fen not a position", "placement"),
        ("position startpos moves e2e5", "e2e5"),
        ("go depth deep", "deep"),
        ("go sideways", "sideways"),
        ("setoption name Elbow value 3", "Elbow"),
        ("setoption name Hash value lots", "lots"),
        ("setoption name UCI_Variant value ludo", "ludo"),
    ],
)
def test_nonsense_is_answered_by_a_line(talk, line, named):
    said = talk.say(line)
    assert len(said) == 1
    assert said[0].startswith("info string ")
    assert named in said[0]
    assert talk.say("isready") == ["readyok"]


def test_a_bad_position_leaves_the_old_one(talk):
    talk.say("position startpos moves e2e4", "position startpos moves e2e4 e7e4", "go depth 1")
    assert Board("chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -").parse_uci(talk.best())


def test_any_game_of_the_family(talk):
    talk.say("setoption name UCI_Variant value wormhole", "position startpos moves e2e4 d7d5", "go depth 3")
    board = Board()
    board.push_uci("e2e4")
    board.push_uci("d7d5")
    assert board.parse_uci(talk.best())
    depths = [int(line.split()[2]) for line in talk.said if line.startswith("info depth")]
    assert depths == [1, 2, 3]


def test_only_the_moves_it_is_to_search(talk):
    talk.say("position startpos", "go depth 3 searchmoves a2a3 h2h3 nodes 100000")
    assert talk.best() in ("a2a3", "h2h3")


@pytest.mark.parametrize("release", ["stop", "ponderhit"])
def test_no_answer_before_its_time(talk, release):
    talk.say("position startpos", "go depth 1 ponder" if release == "ponderhit" else "go infinite")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in talk.said)
    talk.say(release)
    assert Board("chess").parse_uci(talk.best())


def test_go_is_read():
    asked = parse_go(
        ["wtime", "60000", "btime", "30000", "winc", "1000", "binc", "0", "movestogo", "10", "nodes", "5"],
        white_to_move=False,
    )
    assert asked.clock == Clock(30.0, 0.0, 10)
    assert asked.limit.nodes == 5
    with pytest.raises(WormholeError, match="number"):
        parse_go(["movetime"], white_to_move=True)


@pytest.mark.parametrize(
    ("centipawns", "text"), [(31, "cp 31"), (MATE - 1, "mate 1"), (MATE - 3, "mate 2"), (2 - MATE, "mate -1")]
)
def test_scores(centipawns, text):
    assert score(Thought(score_centipawns=centipawns)) == text
    assert f"score {text} " in info(Thought(score_centipawns=centipawns))


@pytest.mark.parametrize(
    "clock", [Clock(0.02), Clock(1.0), Clock(60.0, 2.0), Clock(300.0, 0.0, 1), Clock(5.0, 10.0)]
)
def test_a_share_never_overdraws_the_clock(clock):
    assert 0 < clock.share_seconds() <= max(clock.left_seconds, 0.01)


def test_python_chess_plays_a_whole_game_with_it():
    command = [sys.executable, "-m", "wormhole", "uci"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=HANG_GUARD_SECONDS) as engine:
        engine.configure({"Hash": 4})
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < 300:
            result = engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves
            assert result.info["depth"] >= 1
            board.push(result.move)
        assert board.is_game_over(claim_draw=True), board.fen()

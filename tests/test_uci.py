"""The UCI engine: line by line, and driven by python-chess."""

from __future__ import annotations

import gc
import mmap
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import chess.engine
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import examples
from tests.support.patience import PATIENCE_SECONDS, until
from wormhole import Board, WormholeError
from wormhole.engine import thinker
from wormhole.engine.ladders import LADDERS, WEAKEST_ELO
from wormhole.engine.levels import LEVELS, Limit, narrowed
from wormhole.engine.loops.workspace import MATE, WIDTH
from wormhole.engine.network import Network, taught_file
from wormhole.engine.protocols.options import HASH
from wormhole.engine.protocols.service import Service
from wormhole.engine.protocols.uci import Uci, info, parse_go, score
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.thinker import Thought
from wormhole.engine.time_management import Clock
from wormhole.rules.game_file import variant

ASCII_ONLY = {**os.environ, "PYTHONIOENCODING": "ascii"}


class Talk:
    """A conversation with an engine in this process."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.engine = Uci(self.said.append)

    def say(self, *lines: str) -> list[str]:
        """Send lines; returns the answers so far."""
        before = len(self.said)
        for line in lines:
            self.engine.answer(line)
        return self.said[before:]

    def best(self) -> str:
        """Wait for the best move."""
        return until(self.bests, self.said)[0].split()[1]

    def bests(self) -> list[str]:
        """The ``bestmove`` answers so far."""
        return [line for line in self.said if line.startswith("bestmove")]


@pytest.fixture(autouse=True, scope="module")
def compiled_loops() -> None:
    """Compile what is missing: else the first tests would find an engine that is not ready."""
    has_fast_loops()


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.engine.close()


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
        ("setoption name Hash value", "Hash"),
        ("setoption name Threads value 0", "Threads"),
        ("setoption name Ponder value perhaps", "perhaps"),
        ("setoption name UCI_Elo value 99999", "UCI_Elo"),
        ("setoption Hash 3", "name"),
        ("setoption name UCI_Variant value ludo", "ludo"),
        ("position startpos e2e4", "e2e4"),
        ("position fen", "FEN"),
        ("go nodes " + "9" * 5000, "nodes"),
        ("go nodes \u00b2", "nodes"),
        ("go searchmoves e2e5", "e2e5"),
        ("go searchmoves 0000", "null move"),
        ("debug maybe", "debug"),
        ("ponderhit", "pondering"),
    ],
)
def test_nonsense_is_answered_by_a_line(talk, line, named):
    said = talk.say(line)
    assert len(said) == 1
    assert said[0].startswith("info string ")
    assert named in said[0]
    assert talk.say("isready") == ["readyok"]


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/6K1 w KQkq - 0 1", ["'K'"]),
        ("6k1/5ppp/8/8/8/8/5PPP/6K1 w - e6 0 0", ["'e6'", "move number"]),
        ("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - bm f4;", []),
    ],
)
def test_a_position_with_impossible_fields_is_corrected(talk, fen, said):
    heard = talk.say(f"position fen {fen} moves f2f4")
    assert len(heard) == len(said)
    for line, words in zip(heard, said, strict=True):
        assert line.startswith("info string ")
        assert words in line
    assert talk.engine.board.fen().startswith("6k1/5ppp/8/8/5P2/8/6PP/6K1 b - f3")
    talk.say("go depth 1")
    assert talk.best() != "(none)"


def test_a_bad_position_leaves_the_old_one(talk):
    talk.say("position startpos moves e2e4", "position startpos moves e2e4 e7e4", "go depth 1")
    assert Board("chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -").parse_uci(talk.best())


def test_a_repeated_position_command_continues_or_restarts_the_game(talk):
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    for moves in ("e2e4", "e2e4 e8d8", "e2e4 e8d8", "e2e3", "", "e2e4 e8e7 e4e5"):
        assert talk.say(f"position fen {fen} moves {moves}") == []
        board = Board("chess", fen)
        for move in moves.split():
            board.push_uci(move)
        assert talk.engine.board.fen() == board.fen()
        assert talk.engine.board.move_stack == board.move_stack
    talk.say("position startpos moves e2e4")
    assert talk.engine.board.fen().startswith("rnbqkbnr")


def test_any_game_of_the_family(talk):
    talk.say("setoption name UCI_Variant value wormhole", "position startpos moves e2e4 d7d5", "go depth 3")
    board = Board()
    board.push_uci("e2e4")
    board.push_uci("d7d5")
    assert board.parse_uci(talk.best())
    depths = [int(line.split()[2]) for line in talk.said if line.startswith("info depth")]
    assert depths == [1, 2, 3]


def test_searchmoves(talk):
    talk.say("position startpos", "go depth 3 searchmoves a2a3 h2h3 nodes 100000")
    assert talk.best() in ("a2a3", "h2h3")


@pytest.mark.parametrize("release", ["stop", "ponderhit"])
def test_no_answer_before_its_time(talk, release):
    talk.say("position startpos", "go depth 1 ponder" if release == "ponderhit" else "go infinite")
    until(lambda: any(line.startswith("info depth") for line in talk.said), talk.said)
    assert talk.say("isready")[-1] == "readyok"
    assert not talk.bests()
    talk.say(release)
    assert Board("chess").parse_uci(talk.best())


def test_go_is_read():
    asked = parse_go(
        ["wtime", "60000", "btime", "30000", "winc", "1000", "binc", "0", "movestogo", "10", "nodes", "5"],
        white_to_move=False,
    )
    assert asked.limit == replace(Clock(30.0, 0.0, 10).limit(), nodes=5)
    assert parse_go(["movetime", "50", "depth", "3"], white_to_move=True).limit == Limit(3, 0.05)
    assert parse_go(["mate", "2"], white_to_move=True).limit.depth == 4
    pondering = parse_go(["ponder", "wtime", "1000", "btime", "1000"], white_to_move=True)
    assert pondering.waits
    assert pondering.limit == Clock(1.0).limit()
    with pytest.raises(WormholeError, match="number"):
        parse_go(["movetime"], white_to_move=True)


@pytest.mark.parametrize(
    ("centipawns", "text"), [(31, "cp 31"), (MATE - 1, "mate 1"), (MATE - 3, "mate 2"), (2 - MATE, "mate -1")]
)
def test_scores(centipawns, text):
    assert score(Thought(score_centipawns=centipawns)) == text
    assert f"score {text} " in info(Thought(score_centipawns=centipawns))


def test_it_is_ready_while_it_searches(talk):
    talk.say("position startpos", "go infinite")
    assert "readyok" in talk.say("isready")
    assert talk.bests() == []
    talk.say("stop")
    assert len(talk.bests()) == 1


def test_without_a_command_there_is_no_answer(talk):
    assert talk.say("stop", "debug on", "debug off", "register later", "register name me code 1") == []


def test_several_lines(talk):
    talk.say("setoption name multipv value 3", "position startpos", "go depth 2")
    talk.best()
    lines = [line.split() for line in talk.said if line.startswith("info depth 2")]
    assert [words[words.index("multipv") + 1] for words in lines] == ["1", "2", "3"]
    assert len({words[words.index("pv") + 1] for words in lines}) == 3


def test_the_ponder_move_is_sent(talk):
    talk.say("position startpos", "go depth 3")
    best = talk.best()
    words = talk.bests()[0].split()
    assert words[2] == "ponder"
    board = Board("chess")
    board.push_uci(best)
    board.push_uci(words[3])


@pytest.mark.parametrize(
    "fen",
    ["R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"],
    ids=["mate", "stalemate"],
)
def test_no_move_where_there_is_none(talk, fen):
    talk.say(f"position fen {fen}", "go depth 3")
    assert talk.best() == "(none)"


@pytest.mark.parametrize("clock", [0, 100, 150])
def test_a_game_drawn_by_quiet_moves_goes_on_if_the_client_wants(talk, clock):
    talk.say(f"position fen 3q4/7k/8/8/3Q4/8/8/3K4 w - - {clock} 100", "go depth 2")
    assert talk.best() == "d4d8"


def test_castling_is_a_move_of_the_king(talk):
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go depth 1 searchmoves e1g1")
    assert talk.best() == "e1g1"


def test_changed_options_take_effect(talk):
    before = set(threading.enumerate())
    talk.say("setoption name Threads value 2", "setoption name Hash value 1", "setoption name Clear Hash")
    small = hashfull_after_search(talk)
    assert [each.name for each in set(threading.enumerate()) - before if "along" in each.name] == [ALONG]
    talk.say("setoption name Hash value 64")
    assert small > 4 * hashfull_after_search(talk)


ALONG = "searching along_0"
"""The name of the first thread that helps the search."""


def hashfull_after_search(talk):
    """How many entries of a thousand the table has after many nodes."""
    talk.said.clear()
    talk.say("position startpos", "go nodes 50000")
    assert Board("chess").parse_uci(talk.best())
    return int(re.findall(r"hashfull (\d+)", " ".join(talk.said))[-1])


def test_the_next_game_is_played_with_what_was_taught_meanwhile(talk, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = variant("chess")
    talk.say("position startpos", "go depth 1")
    talk.best()
    types, squares = len(game.piece_types), game.geometry.squares
    weights = np.zeros(WIDTH, np.int16)
    network = Network(
        letters="".join(game.piece_types),
        rows=np.zeros((2 * types + 1, squares, WIDTH), np.int16),
        **{"bias": weights, "own": weights, "other": weights},
        values=np.zeros((types, squares), np.int16),
        steepness=0.004,
        tempo=77.0,
        made="by hand",
    )
    taught_file(game).parent.mkdir(parents=True)
    taught_file(game).write_bytes(network.to_bytes())
    talk.said.clear()
    talk.say("ucinewgame", "go depth 2 searchmoves e2e4")
    talk.best()
    assert [line.split()[8:10] for line in talk.said if line.startswith("info depth 2")] == [["cp", "77"]]


def test_a_table_without_room_is_refused(talk, monkeypatch, tmp_path):
    """The one before stays in use."""
    monkeypatch.setattr(thinker, "MEMORY", tmp_path / "meminfo")
    (tmp_path / "meminfo").write_text("MemTotal: 9999999 kB\nMemAvailable:    1024000 kB\n")
    talk.say("setoption name Hash value 32", "setoption name Hash value 4096")
    assert talk.said == ["info string Hash is 4096; this machine has room for 800"]
    service = Service(print)
    service.set(HASH, "32")
    with pytest.raises(WormholeError, match="room for 800"):
        service.set(HASH, "4096")
    assert service.settings.hash_megabytes == 32
    service.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only there tables are filled before the search")
def test_a_large_table_has_its_memory_before_the_search(talk):
    """Else the first nodes would wait for it: 2 MB are cleared for each of them."""
    wait_until_ready(talk)
    gc.collect()  # tables of tests before
    before = resident_megabytes()
    talk.say("setoption name Hash value 256", "isready")
    assert talk.said[-1] == "readyok"
    assert resident_megabytes() - before > 200


def wait_until_ready(talk):
    """A search without a clock waits for the compiled loops."""
    talk.say("setoption name Hash value 1", "position startpos", "go depth 1")
    talk.best()


def resident_megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE >> 20


def test_a_very_long_game_is_read_once_and_searched(talk, monkeypatch):
    """Each move is played once, also where the client sends the game again with one move more."""
    played = []
    push = Board.push
    monkeypatch.setattr(Board, "push", lambda board, move: (played.append(move), push(board, move))[1])
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 6000
    for count in (24_000, 23_000, 23_001):
        talk.say(f"position startpos moves {' '.join(moves[:count])}")
    assert len(played) == 24_000 + 23_000 + 1
    talk.say("go depth 1")
    assert talk.best() in {move.text for move in talk.engine.board.legal_moves}


def test_limited_strength_searches_less(talk):
    talk.say("setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {WEAKEST_ELO}")
    talk.say("position startpos", "go movetime 60000")
    talk.best()
    assert max(int(line.split()[2]) for line in talk.said if line.startswith("info depth")) <= (
        LEVELS[0].limit.depth
    )


SOLVED = "xxxxxxxx/xxxxxxxx/xxxxkxxx/xCxxxxpx/N1xNxxxx/xxnKxxpx/xPxxxxxP/Cxxxxxxx w - - 0 1"


def test_a_proven_mate_is_reported(talk):
    talk.say("setoption name UCI_Variant value wormhole", f"position fen {SOLVED}", "go movetime 60000")
    assert talk.best() == "h2g3"
    assert talk.said[-2] == "info depth 1 seldepth 1 score mate 1 pv h2g3"


@pytest.mark.parametrize("words", ["go depth 2", "go movetime 2000 searchmoves h2g3", "go infinite"])
def test_without_the_solver_it_searches(talk, words):
    talk.say("setoption name UCI_Variant value wormhole", f"position fen {SOLVED}", words)
    until(lambda: any("score" in line for line in talk.said), talk.said)
    talk.say("stop")
    assert talk.best()
    assert all("seldepth" in line and "nodes" in line for line in talk.said if "score" in line)


def test_stopped_while_it_solves_it_answers_at_once(talk):
    fen = "xxxwkwnx/xxpxxxpp/x1xx2x1/x3xxpx/NxPpx1xx/W1xwP1/PxxxPPxx/xxxLKxNx b - - 0 20"
    talk.say("setoption name UCI_Variant value wormhole", f"position fen {fen}")
    for _ in range(20):
        talk.said.clear()
        talk.say("go movetime 600000", "stop")
        assert len(talk.bests()) == 1


def test_the_bounds_of_the_strength_are_those_of_the_levels(talk):
    said = talk.say("uci")
    strengths = [elo for ladder in LADDERS.values() for elo in ladder.elos]
    line = f"option name UCI_Elo type spin default {max(strengths)} min {min(strengths)} max {max(strengths)}"
    assert line in said
    for elo, is_allowed in [(min(strengths), True), (min(strengths) - 1, False), (max(strengths) + 1, False)]:
        assert (talk.say(f"setoption name UCI_Elo value {elo}") == []) is is_allowed


def test_the_narrower_of_two_limits():
    assert narrowed(Limit(5, 1.0, None, 0.5), Limit(9, None, 7)) == Limit(5, 1.0, 7, 0.5)


COMMANDS = [
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "register name me code 1",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
    "go wtime 10 btime 10 winc 1 binc 1 movestogo 3",
    "go depth 2 nodes 1000 searchmoves a2a3",
    "go movetime -1",
    "go mate 1",
    "go infinite",
    "go ponder movetime 10",
    "stop",
    "ponderhit",
    "setoption name UCI_Variant value wormhole",
    "setoption name MultiPV value 2",
    "setoption name Clear Hash",
    "setoption name Ponder value true",
]
WORDS = st.sampled_from(sorted({word for command in COMMANDS for word in command.split()}))
WHOLE = st.sampled_from(COMMANDS)
TRUNCATED = st.tuples(WHOLE, st.integers(0, 60)).map(lambda pair: pair[0][: pair[1]])
LINES = st.text(max_size=30) | st.lists(WORDS, max_size=8).map(" ".join) | WHOLE | TRUNCATED


@given(st.lists(LINES, max_size=12))
@examples(60)
def test_any_input_gets_answers_in_lines(lines):
    talk = Talk()
    talk.engine.run(lines)
    assert talk.say("isready") == ["readyok"]
    for line in talk.said:
        assert line.split()[0] in ("id", "option", "uciok", "readyok", "info", "bestmove")
        assert len(line.splitlines()) == 1


def test_it_ends_at_end_of_input():
    command = [sys.executable, "-m", "wormhole", "uci"]
    lines = b"position startpos\ngo infinite\n\xff\xfe\x00 nonsense \xe2\x82\n"
    done = subprocess.run(
        command, input=lines, capture_output=True, check=True, timeout=PATIENCE_SECONDS, env=ASCII_ONLY
    )
    assert b"Traceback" not in done.stderr
    assert done.stdout.splitlines()[-1].startswith(b"bestmove ")
    assert b"info string unknown command" in done.stdout


@pytest.fixture(scope="module")
def client():
    """The engine as a process, driven by python-chess."""
    command = [sys.executable, "-m", "wormhole", "uci"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=PATIENCE_SECONDS) as engine:
        yield engine


def test_python_chess_configures_all_options(client):
    defaults = {
        name: option.default
        for name, option in client.options.items()
        if not option.is_managed() and option.type != "button"
    }
    assert set(defaults) >= {"Hash", "Threads", "UCI_LimitStrength", "UCI_Elo"}
    client.configure(
        {"Hash": 4, "Threads": 2, "UCI_LimitStrength": True, "UCI_Elo": 1000, "Clear Hash": None}
    )
    assert client.play(chess.Board(), chess.engine.Limit(time=0.05)).move
    client.configure(defaults)
    client.configure({"Hash": 4})


def test_python_chess_plays_chess960(client):
    """The arrays are those of python-chess, castling is written as it asks."""
    board = chess.Board("nqbrkr1b/pppppppp/8/8/8/8/PPPPPPPP/NQBRKR1B w FDfd - 0 1", chess960=True)
    castling = chess.Move.from_uci("e1f1")
    found = client.analyse(board, chess.engine.Limit(depth=1), root_moves=[castling])
    assert found["pv"][0] == castling
    board = chess.Board.from_chess960_pos(1)
    for _ in range(6):
        board.push(client.play(board, chess.engine.Limit(nodes=500)).move)
    assert board.is_valid()
    assert client.play(chess.Board(), chess.engine.Limit(depth=1)).move in chess.Board().legal_moves


@pytest.mark.parametrize(
    ("game", "fen", "score"),
    [
        ("chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "mate 0"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("giveaway", "8/8/8/8/8/8/8/k7 w - - 0 1", "mate 1"),
    ],
)
@pytest.mark.parametrize("go", ["go depth 3", "go infinite"])
def test_the_end_of_a_game_has_a_score(talk, game, fen, score, go):
    said = talk.say(f"setoption name UCI_Variant value {game}", f"position fen {fen}", go)
    assert said[0] == f"info depth 0 score {score}"
    talk.say("stop")
    assert talk.best() == "(none)"


def test_python_chess_reads_a_mate(client):
    board = chess.Board("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")
    assert client.analyse(board, chess.engine.Limit(depth=1))["score"].relative == chess.engine.Mate(0)


def test_python_chess_analyses_behind_a_null_move(client):
    """A client describes a position by it; nobody plays it."""
    board = chess.Board()
    board.push(chess.Move.null())
    assert client.analyse(board, chess.engine.Limit(depth=1))["pv"][0] in board.legal_moves


def test_python_chess_analyses(client):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4")
    found = client.analyse(board, chess.engine.Limit(depth=3), multipv=3)
    assert [info["multipv"] for info in found] == [1, 2, 3]
    assert found[0]["score"].relative == chess.engine.Mate(1)
    assert found[0]["pv"] == [chess.Move.from_uci("f3f7")]
    with client.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 1 and "pv" in info:
                break
    assert analysis.wait().move == chess.Move.from_uci("f3f7")


def test_python_chess_plays_by_the_clock_and_ponders(client):
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.02, black_inc=0.02)
    for _ in range(6):
        result = client.play(board, limit, game="pondering", ponder=True)
        board.push(result.move)
        if result.ponder is None:
            break
        board.push(result.ponder)  # a hit
    result = client.play(board, limit, game="pondering", ponder=True)
    board.push(result.move)
    board.push(next(move for move in board.legal_moves if move != result.ponder))  # a miss
    assert client.play(board, limit, game="pondering").move in board.legal_moves


def test_python_chess_asks_for_a_move_where_there_is_none(client):
    mated = chess.Board("R6k/6pp/8/8/8/8/8/K7 b - - 0 1")
    assert client.play(mated, chess.engine.Limit(depth=2)).move is None


def test_python_chess_plays_a_whole_game_with_it(client):
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        result = client.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves
        assert result.info["depth"] >= 1
        board.push(result.move)
    assert board.is_game_over(claim_draw=True), board.fen()

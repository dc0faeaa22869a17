"""The engine in the protocol of xboard: line by line, and driven by python-chess."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.conversation import Conversation
from tests.support.parts import examples
from tests.support.patience import PATIENCE_SECONDS
from wormhole import Board, menu, variant
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.protocols import xboard_game
from wormhole.engine.protocols.xboard import Xboard
from wormhole.engine.protocols.xboard_game import score
from wormhole.engine.protocols.xboard_seat import Timing
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.thinker import Thought
from wormhole.players.xboard_player import features

COMMAND = [sys.executable, "-m", "wormhole", "xboard"]
QUICK_COMMAND = [
    *(sys.executable, "-c"),
    "print('feature done=0', flush=True); from wormhole.cli import main; main(['xboard'])",
]
"""The same, but also on a busy machine the client is asked for patience in time."""
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"


@pytest.fixture
def talk() -> Iterator[Conversation]:
    talk = Conversation(Xboard)
    talk.send("xboard", "protover 2")
    talk.hear("feature done=1")
    talk.send("new", "sd 2")
    yield talk
    talk.end()


def answers(talk: Conversation, *lines: str) -> list[str]:
    """What is said to lines that start no search for a move."""
    talk.send(*lines, "ping 77")
    return talk.hear("pong 77")[:-1]


# --- the handshake ---


def test_its_features():
    talk = Conversation(Xboard)
    talk.send("protover 2")
    said = talk.hear("feature done=1")
    talk.end()
    told = dict(pair for line in said for pair in features(line))
    ones = "ping setboard playother usermove time draw reuse analyze name nps debug memory smp highlight"
    assert {name for name, value in told.items() if value == "1"} == {*ones.split(), "done"}
    assert {told[name] for name in ("san", "colors", "sigint", "sigterm")} == {"0"}
    dice = {name for name in menu("family") if Board(name).has_dice}
    assert set(told["variants"].split(",")) == {"normal", *menu("family")} - {"chess"} - dice
    assert told["myname"].startswith("Wormhole")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("xyzzy now", r"Error \(unknown command 'xyzzy'\): xyzzy now"),
        ("edit", r"Error \(unknown command 'edit'\): edit"),
        ("usermove e2e5", r"Illegal move \(.*e2e5.*\): e2e5"),
        ("e7e5", r"Illegal move \(.*\): e7e5"),
        ("usermove hello", r"Illegal move \('hello' is not a move.*\): hello"),
        ("usermove", r"Error \(usermove: .*\): usermove"),
        ("undo", r"Error \(command not legal now\): undo"),
        ("remove", r"Error \(command not legal now\): remove"),
        ("variant ludo", r"Error \(unsupported variant\): variant ludo"),
        ("level 40 5", r"Error \(level: .*\): level 40 5"),
        ("level 40 soon 0", r"Error \(level: .*\): level 40 soon 0"),
        ("st soon", r"Error \(st .*\): st soon"),
        ("sd \u00b2", r"Error \(sd .*\): sd"),
        ("time " + "9" * 500, r"Error \(time .*\): time 9+…9+$"),
        ("option Elbow=3", r"Error \(there is no option 'Elbow'\): option Elbow=3"),
        ("option Elo=99999", r"Error \(UCI_Elo .*\): option Elo=99999"),
        ("setboard not a position", r"tellusererror Illegal position: "),
        ("memory (lots)", r"Error \(memory '\[lots\]': a number is expected\): memory \[lots\]"),
        ("draw", None),
        ("bk", r" The position is not in the opening book"),
        (".", None),
        ("?", None),
        ("random", None),
        ("name Ada", None),
        ("rating 2000 1500", None),
        ("cores 2", None),
        ("memory 3", None),
        ("option MultiPV=2", None),
        ("option LimitStrength=1", None),
        ("option ClearHash", None),
        ("", None),
    ],
)
def test_a_line_is_answered(talk, line, said):
    heard = answers(talk, "force", line)
    assert len(heard) == (said is not None)
    if said is not None:
        assert re.match(said, heard[0])


# --- playing ---


def moves_of(talk: Conversation, pattern: str = "move ") -> str:
    return talk.hear(pattern)[-1].split()[1]


def test_it_answers_a_move_and_changes_sides(talk):
    board = Board("chess")
    talk.send("usermove e2e4")
    board.push_uci("e2e4")
    board.push_uci(moves_of(talk))
    talk.send("go")
    board.push_uci(moves_of(talk))
    talk.send("force", "remove", "playother")
    board.pop()
    board.pop()
    talk.send("usermove " + board.legal_moves[0].text)
    board.push(board.legal_moves[0])
    assert Board("chess", board.fen()).parse_uci(moves_of(talk))


def test_it_moves_now_when_asked(talk):
    talk.send("st 1000", "sd 60", "go", "?")
    assert Board("chess").parse_uci(moves_of(talk))


def test_no_move_follows_after_force(talk):
    for _ in range(20):
        assert answers(talk, "sd 60", "go", "force") == []


def test_a_ping_waits_for_the_move_but_not_for_pondering(talk):
    talk.send("hard", "post", "st 1", "usermove e2e4", "ping 5")
    heard = talk.hear("pong 5")
    assert [line.split()[0] for line in heard if line.startswith(("move", "pong"))] == ["move", "pong"]


def test_pondering_on_the_expected_move(talk):
    """The expected move is answered from what was found; another one is answered as well."""
    board = Board("chess")
    talk.send("hard", "usermove e2e4")
    board.push_uci("e2e4")
    board.push_uci(moves_of(talk))
    expected = talk.hear("Hint: ")[-1].split()[1]
    board.push_uci(expected)
    talk.send(f"usermove {expected}")
    board.push_uci(moves_of(talk))
    expected = talk.hear("Hint: ")[-1].split()[1]
    other = next(move for move in board.legal_moves if move.text != expected)
    board.push(other)
    talk.send(f"usermove {other}")
    board.push_uci(moves_of(talk))
    assert [line for line in answers(talk, "easy", "force") if line.startswith("move")] == []


def test_a_position_with_impossible_fields_is_corrected(talk):
    heard = answers(talk, "force", "setboard 6k1/5ppp/8/8/8/8/5PPP/6K1 w KQkq e6 0 0", "usermove f2f4")
    assert [line.split()[0] for line in heard] == ["telluser"] * 3
    assert answers(talk, "usermove g7g6") == []


def test_a_position_that_is_none(talk):
    heard = answers(talk, "setboard 8/8/8/8/8/8/8/8 w - - 0 1", "usermove e2e4", "go")
    assert heard[0].startswith("tellusererror Illegal position")
    assert heard[1].startswith("Illegal move")
    assert heard[2].startswith("Error")
    assert answers(talk, "new", "force", "usermove e2e4") == []


@pytest.mark.parametrize(
    ("game", "fen", "move", "result"),
    [
        ("normal", MATE_IN_ONE, "e1e8", "1-0 {White mates}"),
        (
            "normal",
            "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1",
            "c1c7",
            "1/2-1/2 {A draw: the side to move has no move left}",
        ),
        (
            "normal",
            "k7/8/8/8/8/8/1p6/K7 w - - 0 1",
            "a1b2",
            "1/2-1/2 {A draw: neither side has enough pieces left to win}",
        ),
        (
            "normal",
            "k7/8/8/8/8/8/8/K6R w - - 99 90",
            "h1h2",
            "1/2-1/2 {A draw: too many moves without a capture}",
        ),
        (
            "smess",
            "1ss1ss1/7/7/3b3/3S3/7/7/1SSB1S1 w - - 0 1",
            "d4d5",
            "1-0 {White wins: Black's brain is captured}",
        ),
    ],
)
def test_the_end_of_the_game_is_claimed(talk, game, fen, move, result):
    talk.send(f"variant {game}", f"setboard {fen}", f"usermove {move}")
    assert talk.hear("1")[-1] == result


def test_its_own_mate_is_claimed(talk):
    talk.send(f"setboard {MATE_IN_ONE}", "post", "go")
    heard = talk.hear("1-0")
    assert heard[-2:] == ["move e1e8", "1-0 {White mates}"]
    assert heard[0].split()[:2] == ["1", "100001"]


def test_a_draw_is_accepted_only_where_it_is_not_better(talk):
    lost, won = "k7/8/8/8/8/8/qr6/4K3 w - - 0 40", "4k3/8/8/8/8/8/QR6/6K1 w - - 0 40"
    for fen, accepts in ((lost, True), (won, False)):
        talk.send(f"setboard {fen}", "go")
        talk.hear("move")
        assert answers(talk, "draw") == ["offer draw"] * accepts
    talk.send("variant wormhole", "go")
    talk.hear("move")
    assert answers(talk, "draw") == []


def test_analysis_follows_the_board(talk):
    talk.send("post", "analyze")
    for change, first in (
        ("usermove e2e4", "[a-h][78]"),
        ("undo", "[a-h][12]"),
        (f"setboard {MATE_IN_ONE}", "e1e8"),
    ):
        talk.hear("2 .*\t[a-h]")
        talk.send(change)
        talk.hear(rf"1 .*\t{first}")
    talk.send("hint", ".", "exit")
    assert "Hint: e1e8" in answers(talk)
    assert answers(talk, "nopost", "hint") != []


@pytest.mark.parametrize(("centipawns", "value"), [(-31, -31), (MATE - 3, 100_002), (2 - MATE, -100_001)])
def test_scores(centipawns, value):
    assert score(Thought(score_centipawns=centipawns)) == value


# --- time ---


@pytest.mark.parametrize(
    ("lines", "plies", "least", "most"),
    [
        (["level 40 5 0"], 0, 11.0, 13.0),
        (["level 40 5 0"], 78, 80.0, 300.0),
        (["level 40 5 0"], 80, 11.0, 13.0),
        (["level 0 0:30 0"], 0, 1.0, 1.3),
        (["level 0 2 12"], 0, 13.0, 14.0),
        (["level 0 2 1.5", "time 500"], 0, 1.2, 1.4),
        (["level 0 2 0", "time -3"], 0, 0.0, 0.1),
        (["st 7"], 30, 6.9, 7.0),
        (["st 1:30"], 30, 89.0, 90.0),
        (["st 7", "level 0 0:30 0"], 0, 1.0, 1.3),
    ],
)
def test_time_for_a_move(lines, plies, least, most):
    timing = Timing()
    for line in lines:
        word, *values = line.split()
        if word == "level":
            timing = timing.with_level(values, 0)
        else:
            timing = timing.with_st(values) if word == "st" else timing.with_time(values)
    limit = timing.limit(plies)
    assert least <= (limit.soft_seconds or limit.seconds) <= most


def test_depth_and_nodes():
    timing = Timing().with_sd(["4"]).with_level(["0", "1", "0"], 0)
    assert timing.limit(0).depth == 4
    assert timing.new_game().limit(0).depth == Limit().depth
    assert Timing().with_st(["8"]).with_nps(["10000"]).limit(0) == Limit(nodes=80_000)


# --- the family ---


@pytest.mark.parametrize("name", sorted(set(xboard_game.playable()) - {"normal"}))
def test_a_game_is_described(talk, name):
    game = Board(name).variant
    talk.send("force", f"variant {name}")
    pictures, size, fen = re.fullmatch(r"setup \((.+)\) (\S+)_fairy (.+)", talk.hear("setup")[-1]).groups()
    half = len(pictures) // 2
    assert set(pictures[:half]) - {"."} == set(game.piece_types)
    assert pictures[half:] == pictures[:half].lower()
    assert size == f"{game.geometry.columns}x{game.geometry.rows}+0"
    assert xboard_game.read_fen(game, fen) == Board(name).fen()
    talk.send("go")
    assert xboard_game.read(Board(name), moves_of(talk))


def test_removed_squares_are_dark():
    board = Board()
    board.push_uci("e2e4")
    fen = xboard_game.written_fen(board)
    assert fen.split()[0] == "cnwlkwnc/pppppppp/8/8/4P3/8/PPPP*PPP/CNWLKWNC"
    assert xboard_game.read_fen(board.variant, fen) == board.fen()


def test_where_a_piece_may_go(talk):
    fen = "cnwlkwnc/Pp1*pppp/8/3P4/8/8/1PP1PPPP/CNWLKWNC w - - 0 1"
    talk.send("force", "variant wormhole", f"setboard {fen}")
    assert answers(talk, "lift a7")[-2:] == ["highlight 1M6/3d4/8/8/8/8/8/8", "choice LCWN"]
    assert answers(talk, "lift d5") == ["highlight 8/3d4/3Y4/8/8/8/8/8"]
    assert answers(talk, "lift e4") == ["highlight 8/3d4/8/8/8/8/8/8"]
    assert answers(talk, "lift z9", "put z9", "hover e4") == []
    assert answers(talk, "new", "force", "lift e2") == []


@pytest.mark.parametrize(
    ("game", "ours", "theirs"),
    [
        ("chess", "e7e8q", "e7e8q"),
        ("cheshire10", "a2a3", "a1a2"),
        ("cheshire10", "a10b9", "a9b8"),
        ("omega", "a1a2", "b3b4"),
        ("omega", "w1c2", "a1d4"),
    ],
)
def test_squares_are_counted_as_xboard_counts_them(game, ours, theirs):
    assert xboard_game.written(variant(game), ours) == theirs


def test_every_first_move_is_read_as_it_is_written():
    for name in xboard_game.playable().values():
        board = Board(name)
        for move in board.legal_moves:
            assert xboard_game.read(board, xboard_game.written(board.variant, move.text)) == move


# --- hostile input ---

COMMANDS = [
    *(
        "xboard",
        "protover 2",
        "accepted highlight",
        "rejected san",
        "ping 3",
        "new",
        "bk",
        "hint",
    ),
    *(
        "variant wormhole",
        "variant omega",
        f"setboard {MATE_IN_ONE}",
        "usermove e2e4",
        "e7e5",
        "undo",
        "remove",
    ),
    *("force", "go", "playother", "white", "black", "?", "draw", "result 1-0 {White mates}", "hard", "easy"),
    *("level 40 5 0", "level 0 0:01 0.1", "st 0.01", "sd 1", "sd 2", "nps 100", "time 10", "otim 10", "post"),
    *("nopost", "analyze", "exit", ".", "lift e2", "put e4", "hover e4", "memory 1", "cores 2"),
    *("option MultiPV=2", "option LimitStrength=1", "option ClearHash", "computer", "random"),
]
WORDS = st.sampled_from(sorted({word for command in COMMANDS for word in command.split()}))
WHOLE = st.sampled_from(COMMANDS)
LINES = st.text(max_size=30) | st.lists(WORDS, max_size=6).map(" ".join) | WHOLE
ANSWER = re.compile(
    r"feature |setup |highlight |choice |pong |move |Hint: |offer draw|Error |Illegal move |"
    r"tellusererror |telluser |# |stat01: |1-0 |0-1 |1/2-1/2 |\d+ -?\d+ \d+ \d+| \S"
)


@given(st.lists(LINES, max_size=12))
@examples(25)
def test_any_input_gets_answers_in_lines(lines):
    talk = Conversation(Xboard)
    talk.send("sd 1", *lines, "force", "ping 4711")
    said = [*talk.hear("pong 4711"), *talk.end()]
    for line in said:
        assert ANSWER.match(line), line
        assert len(line.splitlines()) == 1 or line.startswith(" ")


def test_it_ends_at_end_of_input():
    lines = b"new\nst 1000\ngo\n\xff\xfe\x00 nonsense \xe2\x82\nanalyze\n"
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        COMMAND, input=lines, capture_output=True, check=True, timeout=PATIENCE_SECONDS, env=env
    )
    assert b"Traceback" not in done.stderr
    assert b"Error (unknown command" in done.stdout


# --- python-chess ---


@pytest.fixture(scope="module")
def client() -> Iterator[chess.engine.SimpleEngine]:
    """The engine as a process, driven by python-chess, which waits for its features for two seconds only."""
    has_fast_loops()
    with chess.engine.SimpleEngine.popen_xboard(QUICK_COMMAND, timeout=PATIENCE_SECONDS) as engine:
        yield engine


def test_python_chess_knows_its_options(client):
    assert {"MultiPV", "LimitStrength", "Elo", "ClearHash", "memory", "cores"} <= set(client.options)
    client.configure({"memory": 4, "cores": 2, "LimitStrength": True, "Elo": 1000, "ClearHash": None})
    assert client.play(chess.Board(), chess.engine.Limit(time=0.05)).move
    client.configure({"cores": 1, "LimitStrength": False})
    client.ping()


def test_python_chess_analyses(client):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4")
    found = client.analyse(board, chess.engine.Limit(mate=1))
    assert found["score"].relative == chess.engine.Mate(1)
    assert found["pv"] == [chess.Move.from_uci("f3f7")]
    assert client.analyse(chess.Board(), chess.engine.Limit(depth=3))["depth"] >= 3


def test_python_chess_plays_by_the_clock_and_ponders(client):
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=2.0, black_clock=2.0, white_inc=0.1, black_inc=0.1)
    for number in range(4):
        result = client.play(board, limit, game="pondering", ponder=True)
        board.push(result.move)
        board.push(result.ponder if result.ponder and number % 2 else next(iter(board.legal_moves)))
    assert client.play(board, limit, game="pondering").move in board.legal_moves


def test_python_chess_plays_a_whole_game_with_it(client):
    board = chess.Board()
    limit = chess.engine.Limit(nodes=300)
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        result = client.play(board, limit, game="whole", info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves
        assert not result.resigned
        assert not result.draw_offered
        board.push(result.move)
    assert board.is_game_over(claim_draw=True), board.fen()
    client.send_game_result(board)
    client.ping()

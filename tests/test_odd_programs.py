"""Programs with odd habits: each of them plays, or its fault is told."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import time
from pathlib import Path

import pytest

from tests.support.children import path_of
from tests.support.children.odd_engine import INFOS, OPTIONS
from tests.support.parts import mostly_exhaustive
from tests.support.patience import PATIENCE_SECONDS, until
from wormhole import Board, MoveError
from wormhole.arena.game import play
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.players import program_probe
from wormhole.players.player import PlayerError
from wormhole.players.program import (
    LONGEST_LINE,
    MOST_LETTERS,
    EngineProcess,
    legal_move,
    placed,
)
from wormhole.players.program_games import uci_games
from wormhole.players.program_options import OptionKind, option_of
from wormhole.players.program_probe import probe
from wormhole.players.spec import parse
from wormhole.players.uci_player import info_of
from wormhole.players.xboard_player import features, thought_of

GAMES = f"/usr/games{os.pathsep}/usr/local/games"
CHESS960 = "UCI_Chess960 type check default false"
VARIANT = "UCI_Variant type combo default chess var chess var crazyhouse"
PATH = "VariantPath type string default <empty>"
SENT = ("armageddon", "chaturanga", "misere", "perfect", "raazuvaa")
"""The games that a program with this option gets as a section of a file."""
NULLS = ("0000", "@@@@", "--", "Z0")


def odd(protocol, *habits, settings=""):
    """The description of an odd program."""
    return f"{protocol}{settings}:{shlex.join([sys.executable, path_of('odd_engine'), protocol, *habits])}"


@pytest.fixture
def told(tmp_path, monkeypatch):
    """What the odd programs have told so far: the options that they were given, and their children."""
    path = tmp_path / "told"
    path.touch()
    monkeypatch.setenv("ODD_ENGINE_TELLS", str(path))
    return lambda: path.read_text("utf-8").splitlines()


def player(text):
    return parse(text, Limit(depth=1)).player(PATIENCE_SECONDS)


def played(protocol, *habits, most_plies=6):
    """A game of an odd program against one without habits."""
    players = player(odd(protocol, *habits)), player(odd("uci"))
    try:
        return play(*players, Board("chess"), most_plies, lambda: True)
    finally:
        for each in players:
            each.close()


@pytest.mark.parametrize("text", NULLS)
def test_a_null_move_is_no_legal_move_where_the_game_has_no_pass(text):
    with pytest.raises(MoveError, match="null move is not legal"):
        Board("chess").parse_played(text)
    with pytest.raises(PlayerError, match="illegal move"):
        legal_move(Board("chess"), text)
    assert legal_move(Board("janggi"), text).is_pass


@pytest.mark.parametrize("text", ["e2e4", "E2E4", "e2-e4", "e4"])
def test_how_programs_write_a_move(text):
    assert legal_move(Board("chess"), text).text == "e2e4"


NUMBER, TEXT = OptionKind.SPIN, OptionKind.STRING


@pytest.mark.parametrize(
    ("protocol", "text", "option"),
    [
        ("uci", "Level type spin default 5", ("Level", NUMBER, "5", None, None)),
        ("uci", "Level type spin default 5 min 2", ("Level", NUMBER, "5", 2, None)),
        ("uci", "Level type spin max 9", ("Level", NUMBER, "9", None, 9)),
        ("uci", "Level type spin", ("Level", NUMBER, "0", None, None)),
        ("uci", "CPuct type spin default 1.5 min 0.1 max 9", ("CPuct", TEXT, "1.5", None, None)),
        ("uci", f"Far type spin default 1 min 0 max {'9' * 5000}", ("Far", TEXT, "1", None, None)),
        ("uci", "Contempt  type  spin\tdefault 0 min -50 max 50", ("Contempt", NUMBER, "0", -50, 50)),
        ("uci", "max nodes min type spin default 8 min 0 max 9", ("max nodes min", NUMBER, "8", 0, 9)),
        ("uci", "Path type string default a min b", ("Path", TEXT, "a min b", None, None)),
        ("uci", "Path type string", ("Path", TEXT, "", None, None)),
        ("xboard", "Level -spin 3", ("Level", NUMBER, "3", None, None)),
        ("xboard", "Level  of play\t-spin 3 1 9", ("Level of play", NUMBER, "3", 1, 9)),
        ("xboard", "Draw - or not -spin 3 1", ("Draw - or not", NUMBER, "3", 1, None)),
    ],
)
def test_options_as_programs_declare_them(protocol, text, option):
    found = option_of(protocol, text)
    assert (found.name, found.kind, found.default, found.low, found.high) == option


def test_a_list_of_choices_with_tabs():
    found = option_of("uci", "Style\tof play   type combo  default Calm  var Calm\tvar Very wild")
    assert (found.name, found.default, found.choices) == ("Style of play", "Calm", ("Calm", "Very wild"))


@pytest.mark.parametrize(
    ("line", "depth", "score", "nodes", "moves"),
    [
        ("9 156 1084 48000 Nf3 Nc6", 9, 156, 48000, "Nf3 Nc6"),
        ("5 +15 2 17318 d5 exd5", 5, 15, 17318, "d5 exd5"),
        (" 5& 0.15 2 17318 d5", 5, 15, 17318, "d5"),
        ("12. -1.07 2 17318 1. d5", 12, -107, 17318, "1. d5"),
        ("5 127 0 496 5 165333 0\te7e6 g2g3", 5, 127, 496, "e7e6 g2g3"),
        ("231 100001 0 3696 2 528000 0\te1e8", 231, MATE - 1, 3696, "e1e8"),
        ("7 -100002 0 36\te1e8", 7, -MATE + 4, 36, "e1e8"),
        (f"7 {'9' * 18} 0 36 e1e8", 7, MATE_BOUND + 1, 36, "e1e8"),
    ],
)
def test_lines_of_thinking_of_xboard(line, depth, score, nodes, moves):
    found = thought_of(line)
    assert (found.depth, found.score_centipawns, found.nodes) == (depth, score, nodes)
    assert " ".join(found.line) == moves


@pytest.mark.parametrize(
    "line",
    ["", "9", "1. ... e7e5 300", "9 30 e4 e5", "\u00b2 30 1 9 e4", f"{'9' * 5000} 30 1 9 e4", "9 3. . 9 e4"],
)
def test_other_lines_of_xboard_are_no_thinking(line):
    assert thought_of(line) is None


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("info depth 5 score cp 33 pv e2e4", 33),
        ("info depth 5 score mate 0 pv e2e4", -MATE),
        ("info depth 5 score cp 999999999999 pv e2e4", MATE_BOUND),
        ("info depth 5 score mate 999999999999 pv e2e4", MATE_BOUND + 1),
        ("info depth 6 score mate 4 lowerbound pv e2e4", None),
        ("info depth 6 score cp -3 upperbound pv e2e4", None),
        (f"info depth 5 score cp {'9' * 400} pv e2e4", None),
        ("info depth \u0663 score cp 3 pv e2e4", None),
        ("info depth 5 score cp 12.5 pv e2e4", None),
        ("info depth 5 multipv \u00b2 score cp 3 pv e2e4", None),
    ],
)
def test_scores_of_uci(line, score):
    found = info_of(line.split())
    assert (None if found is None else found.score_centipawns) == score


def test_a_long_line_of_features_is_read_at_once():
    """An expression that takes quadratic time would need hours."""
    assert features(f"feature {'a' * 10**6} ping=1") == [("ping", "1")]
    assert features("feature " + 'a="' * 10**5)[:1] == [("a", "a=")]


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize("habit", mostly_exhaustive(["null", "at signs", "hyphens", "z0"], "null"))
def test_a_program_that_plays_a_null_move_loses(protocol, habit):
    game = played(protocol, habit)
    assert (game.result, game.failed, len(game.board.move_stack)) == ("0-1", True, 0)
    assert "a null move is not legal" in game.reason


QUICK = ("blanks", "chess960", "digits", "needs isready", "no ponder", "san", "tabs", "two ranks")
HARMLESS = sorted({*OPTIONS, *INFOS, "needs isready", "no ponder", "banner", "upper case", "hyphen", "san"})


@pytest.mark.parametrize("habit", mostly_exhaustive(HARMLESS, *QUICK))
def test_a_program_of_uci_with_this_habit_plays(habit):
    game = played("uci", habit)
    assert (game.failed, len(game.board.move_stack)) == (None, 6), game.reason


@pytest.mark.parametrize(
    "habit", ["", "no usermove", "no setboard", "san feature", "san", "upper promotion", "hyphen"]
)
def test_a_program_of_xboard_with_this_habit_plays(habit):
    game = played("xboard", habit)
    assert (game.failed, len(game.board.move_stack)) == (None, 6), game.reason


@pytest.mark.parametrize(
    ("habit", "name", "value"),
    [
        ("spin without bounds", "Level", "7"),
        ("spin of fractions", "CPuct", "2.5"),
        ("tabs", "Style of play", "Wild"),
        ("blanks", "Contempt", "-7"),
        ("blanks behind type", "Contempt", "-7"),
        ("no defaults", "Book File", "a.bin"),
        ("words in names", "Limit max nodes", "9"),
        ("empty default", "Mode", "C D"),
        ("banner", "Hash", "32"),
    ],
)
def test_an_option_is_set_under_its_name(told, habit, name, value):
    one = player(odd("uci", habit, settings=f",{name}={value}"))
    one.new_game(Board("chess"))
    until(lambda: f"setoption name {name} value {value}" in told())
    one.close()


def test_several_lines_are_analysed_without_a_maximum(told):
    one = player(odd("uci", "spin without max", "two ranks"))
    found = {}
    one.analyse(Board("chess"), 2, lambda: len(found) < 2, found.update)
    until(lambda: "setoption name MultiPV value 2" in told())
    assert found[2].score_centipawns == 20
    one.close()


def test_a_bound_is_no_score_of_a_move():
    one = player(odd("uci", "bounds"))
    assert one.play(Board("chess")).score_centipawns == 33
    one.close()


def test_a_position_behind_a_null_move_is_sent_as_a_position():
    board, one = Board("chess"), player(odd("uci"))
    for text in ("e2e4", "0000", "d2d4"):
        board.push_uci(text)
    assert one.play(board).move in board.legal_moves
    one.close()


@pytest.mark.parametrize(
    ("command", "folder", "expected", "place"),
    [
        ("there/engine -x", "", "{here}/there/engine -x", "{here}/there"),
        ("python engine.py a", "", "python {here}/engine.py a", "{here}"),
        ("python -u there/engine.py", "", "python -u {here}/there/engine.py", "{here}/there"),
        ("{here}/there/engine --net {here}/engine.py", "", "", "{here}/there"),
        ("engine -x", "", "engine -x", None),
        ("there/engine engine.py", "there", "{here}/there/engine engine.py", "{here}/there"),
    ],
)
def test_where_a_program_is_started(tmp_path, monkeypatch, command, folder, expected, place):
    for path in (tmp_path / "there" / "engine", tmp_path / "there" / "engine.py", tmp_path / "engine.py"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    monkeypatch.chdir(tmp_path)
    here = str(tmp_path)
    words = command.format(here=here).split()
    found = placed(words, folder)
    assert found[0] == tuple((expected or command).format(here=here).split())
    assert found[1] == (None if place is None else place.format(here=here))


@pytest.mark.parametrize("by_default", [True, False])
def test_a_program_finds_its_weights(tmp_path, by_default):
    program = tmp_path / "engine.py"
    program.write_text(Path(path_of("odd_engine")).read_text())
    weights = (tmp_path if by_default else tmp_path / "net") / "weights.dat"
    weights.parent.mkdir(exist_ok=True)
    weights.write_text("")
    settings = "" if by_default else f",folder={weights.parent}"
    text = f"uci{settings}:{shlex.join([sys.executable, str(program), 'uci', 'folder'])}"
    one = player(text)
    assert one.play(Board("chess")).move
    one.close()
    weights.unlink()
    with pytest.raises(PlayerError, match="exited with status 3"):
        player(text).play(Board("chess"))


def test_a_folder_that_is_not_there_is_named():
    with pytest.raises(PlayerError, match="there is no folder /no/such/place"):
        player(odd("uci", settings=",folder=/no/such/place")).new_game(Board("chess"))


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the environment of processes")
def test_a_child_in_a_session_of_its_own_ends_with_its_program(told, protocol):
    one = player(odd(protocol, "leaves a child"))
    one.new_game(Board("chess"))
    (line,) = until(lambda: [line for line in told() if line.startswith("child ")])
    child = Path("/proc") / line.split()[1]
    assert is_alive(child)
    one.close()
    until(lambda: not is_alive(child))


def is_alive(process):
    """Whether a process runs; one that has ended may wait for its parent."""
    try:
        return " Z " not in (process / "stat").read_text()
    except OSError:
        return False


def test_endless_lines_take_little_memory():
    """They wait for a reader that comes late; the program has to wait, too."""
    talk = "import sys\nwhile True: sys.stdout.write('x' * 60000 + '\\n')"
    one = EngineProcess([sys.executable, "-c", talk])
    time.sleep(1)
    one.kill()
    lines = []
    with pytest.raises(PlayerError, match="exited"):
        lines.extend(one.lines(PATIENCE_SECONDS))
    letters = sum(map(len, lines))
    assert 0 < letters < MOST_LETTERS + 4 * LONGEST_LINE, "with what is left in the pipe"
    one.close()


def test_of_a_line_without_end_only_its_beginning_is_read():
    talk = "import sys\nsys.stdout.write('x' * 10**6 + '\\nuciok\\n'); sys.stdout.flush(); sys.stdin.read()"
    one = EngineProcess([sys.executable, "-c", talk])
    lines = one.lines(PATIENCE_SECONDS)
    assert [len(next(lines)), next(lines)] == [LONGEST_LINE, "uciok"]
    one.close()


@pytest.mark.parametrize(
    ("protocol", "habit", "told"),
    [
        ("uci", "slow to name itself", ["uci", "alive"]),
        ("xboard", "asks for time", ["uci", "xboard", "alive"]),
    ],
)
def test_a_program_that_answers_slowly_is_waited_for(monkeypatch, protocol, habit, told):
    """It takes longer than a program may be silent."""
    monkeypatch.setattr(program_probe, "PROBE_SECONDS", 5.0)
    states = []
    found = probe([sys.executable, path_of("odd_engine"), protocol, habit], tell=states.append)
    assert (found.protocol, found.games) == (protocol, ("chess",))
    assert list(dict.fromkeys(states)) == told


def test_a_program_that_answers_slowly_can_be_given_up():
    states = []
    command = [sys.executable, path_of("odd_engine"), "uci", "slow to name itself"]
    with pytest.raises(PlayerError):
        probe(command, lambda: "alive" not in states, states.append)
    assert states[:2] == ["uci", "alive"]


CASTLING = "nqbrkr1b/pppppppp/8/8/8/8/PPPPPPPP/NQBRKR1B w KQkq - 0 1"
"""An array of Chess960 in which both sides can castle at once."""


def test_a_program_that_has_the_option_plays_chess960_and_chess():
    one = player(odd("uci", "chess960"))
    board = Board("fischerandom", CASTLING)
    for game in (board, Board("chess"), board.copy()):
        one.new_game(game)
        move = one.play(game).move
        assert board.san(move) == "O-O" if game.variant == board.variant else str(move) == "e2e4"
    one.close()
    with pytest.raises(PlayerError, match="does not play fischerandom"):
        player(odd("uci")).new_game(board)


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({"uci_chess960": CHESS960}, ("chess", "fischerandom")),
        ({"uci_chess960": CHESS960, "uci_variant": VARIANT}, ("chess", "crazyhouse", "fischerandom")),
        ({"uci_variant": VARIANT}, ("chess", "crazyhouse")),
        (
            {"uci_variant": f"{VARIANT} var atomic", "variantpath": PATH},
            ("chess", "crazyhouse", "atomic", *SENT),
        ),
        ({}, ("chess",)),
    ],
)
def test_the_games_of_a_program(options, games):
    assert set(uci_games(options)) == set(games)


@pytest.mark.parametrize("name", ["stockfish", "fairy-stockfish"])
def test_stockfish_castles_in_chess960(name):
    path = shutil.which(name, path=GAMES) or shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    board, one = Board("fischerandom", "4r2k/6pp/8/8/8/8/PPPPPPPP/NQBRKR1B w FD - 0 1"), player(f"uci:{path}")
    one.new_game(board)
    board.push_san("O-O")
    board.push_san("h6")
    assert one.play(board).move in board.legal_moves
    one.close()

"""Programs with odd habits: each of them plays, or its fault is told."""

from __future__ import annotations

import shlex
import sys

import pytest

from tests.support.children import path_of
from tests.support.patience import PATIENCE_SECONDS
from wormhole import Board, MoveError
from wormhole.arena.game import play
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.players.player import PlayerError
from wormhole.players.program import legal_move
from wormhole.players.program_options import OptionKind, option_of
from wormhole.players.spec import parse
from wormhole.players.uci_player import info_of
from wormhole.players.xboard_player import features, thought_of

NULLS = ("0000", "@@@@", "--", "Z0")


def odd(protocol, *habits, settings=""):
    """The description of an odd program."""
    return f"{protocol}{settings}:{shlex.join([sys.executable, path_of('odd_engine'), protocol, *habits])}"


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
@pytest.mark.parametrize("habit", ["null", "at signs", "hyphens", "z0"])
def test_a_program_that_plays_a_null_move_loses(protocol, habit):
    game = played(protocol, habit)
    assert (game.result, game.failed, len(game.board.move_stack)) == ("0-1", True, 0)
    assert "a null move is not legal" in game.reason

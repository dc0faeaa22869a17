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
from wormhole.players.player import PlayerError
from wormhole.players.program import legal_move
from wormhole.players.spec import parse

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


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize("habit", ["null", "at signs", "hyphens", "z0"])
def test_a_program_that_plays_a_null_move_loses(protocol, habit):
    game = played(protocol, habit)
    assert (game.result, game.failed, len(game.board.move_stack)) == ("0-1", True, 0)
    assert "a null move is not legal" in game.reason

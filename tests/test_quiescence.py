"""The quiescence search on the plain loops, and what pieces are worth where a side wins by losing them."""

from __future__ import annotations

import random

import pytest

from tests.support.plain_loops import blocks
from wormhole import Board, variant
from wormhole.compiling.arrays import views
from wormhole.engine.configuration import usual_features, workspace_for
from wormhole.engine.loops.evaluate import balance_of, count_terms, evaluate
from wormhole.engine.loops.quiescence import quiesce
from wormhole.engine.loops.workspace import BALANCE, MATE, NO_LIMIT, NODE_LIMIT, at
from wormhole.engine.piece_values import piece_value, usual_value
from wormhole.engine.weights import weights
from wormhole.rules.game_file import parsed
from wormhole.rules.outcome import Termination


def scores(board):
    """The static score and that of the quiescence search, for the side to move."""
    tables, position, scratch = blocks(board)
    work = views(workspace_for(board.variant, overrides={"network": 0}))
    work.control[NODE_LIMIT] = NO_LIMIT
    work.stack[at(0, BALANCE)] = balance_of(position, work)
    for side in (0, 1):
        count_terms(tables, position, scratch, work, side, 0, 0)
    return evaluate(position, work, 0), quiesce(tables, position, scratch, work, 0, -MATE, MATE)


def test_a_side_may_decline_to_capture():
    static, score = scores(Board("chess", "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1"))
    assert score == static


def test_where_captures_are_forced_the_only_one_is_played():
    board = Board("antichess", "7k/p7/8/8/8/8/8/R6K w - - 0 1")
    static, score = scores(board)
    board.push_uci("a1a7")
    assert score == -scores(board)[0] != static
    choice = scores(Board("antichess", "7k/p6p/8/8/8/8/8/R6R w - - 0 1"))
    assert choice[1] >= choice[0]


FORCED = 'inherits = "{}"\ntitle = "{}, captures forced"\n[endings]\nmust_capture = true\n'


@pytest.mark.parametrize(
    "game",
    [
        *map(variant, ("3check", "5check", "kingofthehill", "breakthrough", "dobutsu")),
        parsed(FORCED.format("kingofthehill", "King of the Hill"), "forced-hill"),
        parsed(FORCED.format("breakthrough", "Breakthrough"), "forced-breakthrough"),
    ],
    ids=lambda game: game.name,
)
def test_a_last_check_and_a_goal_are_seen_at_once(game):
    dice, seen = random.Random(game.name), 0
    for _ in range(10):
        board = Board(game)
        while board.outcome() is None and board.ply() < 80:
            wins = ways_to_win_at_once(board)
            at_once = wins & {Termination.CHECKS, Termination.GOAL}
            if at_once or dice.random() < 0.1:
                score = scores(board)[1]
                assert score == MATE - 1 if at_once else score < MATE - 1 or wins, board.fen()
            seen += bool(at_once)
            board.push(dice.choice(list(board.legal_moves)))
    assert seen > 2


def test_no_last_check_is_given_by_a_capture_that_leaves_the_king_in_check():
    assert (
        scores(Board("3check", "r1b1k3/p4ppr/2Q1p3/2Ppq3/qb1P3P/3K4/1P1R1p2/1R2N3 b - - 2+1 0 35"))[1]
        < MATE - 1
    )


def ways_to_win_at_once(board):
    """How moves of the side to move win."""
    turn, ways = board.turn, set()
    for move in list(board.legal_moves):
        board.push(move)
        outcome = board.outcome()
        if outcome is not None and outcome.winner == turn:
            ways.add(outcome.termination)
        board.pop()
    return ways


@pytest.mark.parametrize("name", ["antichess", "giveaway", "suicide", "codrus", "losers"])
def test_pieces_are_bad_where_a_side_wins_without_them(name):
    game = variant(name)
    for letter, piece_type in game.piece_types.items():
        value = weights(game).pieces.get(letter, usual_value(game, piece_type))
        assert piece_type.royal or value < 0
        assert piece_type.royal or usual_value(game, piece_type) == -piece_value(game.geometry, piece_type)
    assert usual_features(game)["exchange"] == 0


def test_pieces_are_good_elsewhere():
    for name in ("chess", "extinction", "horde", "shatranj"):
        game = variant(name)
        assert min(usual_value(game, piece_type) for piece_type in game.piece_types.values()) > 0

"""Why a move is refused, compared with the legal moves of random positions of every game."""

from __future__ import annotations

import random

import pytest

from tests.support.parts import EACH_GAME
from wormhole import Board
from wormhole.gui.board.annotations import RefusedMove
from wormhole.gui.board.refusal_words import refusal_words
from wormhole.rules.game_file import parse
from wormhole.rules.refusals import Reason, attacks_on, refusal
from wormhole.rules.tables import HAND, piece_number

SHOWN = (Reason.STAYS_IN_CHECK, Reason.WALKS_INTO_CHECK, Reason.OPENS_LINE, Reason.ROYAL_ATTACKED)


@pytest.mark.parametrize("name", EACH_GAME)
def test_what_is_not_legal_is_refused_with_a_reason(name):
    dice = random.Random(name)
    board = Board(name, seed=3)
    for ply in range(60):
        if board.is_game_over():
            break
        if ply % 12 == 0:
            assert_refusals(board)
        if board.is_check():
            assert attacks_on(board, board.king(board.turn), not board.turn)
        board.push(dice.choice(board.legal_moves))


def assert_refusals(board):
    legal = {(move.from_square, move.to_square) for move in board.legal_moves}
    for origin, piece in board.piece_map().items():
        for target in range(board.variant.geometry.squares):
            found = refusal(board, origin, target)
            assert (found is None) == ((origin, target) in legal)
            if found is None:
                continue
            assert (found.reason is Reason.OTHER_SIDE) == (piece.color is not board.turn)
            assert (found.attack is not None) == (found.reason in SHOWN)


def names(board, way):
    return [board.variant.geometry.names[square] for step in way.steps for square in step]


@pytest.mark.parametrize(
    ("game", "fen", "move", "reason", "attack"),
    [
        ("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d2", Reason.WALKS_INTO_CHECK, ["d2"]),
        (
            "chess",
            "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "e2d2",
            Reason.OPENS_LINE,
            ["e7", "e6", "e5", "e4", "e3", "e2", "e1"],
        ),
        (
            "chess",
            "4r1k1/8/8/8/8/8/3R4/4K3 w - - 0 1",
            "d2d3",
            Reason.STAYS_IN_CHECK,
            ["e7", "e6", "e5", "e4", "e3", "e2", "e1"],
        ),
        ("chess", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "e1d2", Reason.OWN_PIECE, None),
        ("chess", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2e3", Reason.ONLY_CAPTURES, None),
        ("chess", "4k3/8/8/8/8/3p4/3P4/4K3 w - - 0 1", "d2d3", Reason.NEVER_CAPTURES, None),
        (
            "chess",
            "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
            "e4d3",
            Reason.OPENS_LINE,
            ["g4", "f4", "e4", "d4", "c4", "b4", "a4"],
        ),
        ("chess", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2a2", Reason.NO_WAY, None),
        ("chess", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "e8e7", Reason.OTHER_SIDE, None),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/9/3AK4 w - - 0 1", "d1c2", Reason.NEVER_THERE, None),
        ("xiangqi", None, "b3b8", Reason.NEEDS_HURDLE, None),
        ("xiangqi", None, "b3c4", Reason.NO_WAY, None),
        ("janggi", "4k4/9/1c7/9/1p7/9/9/1C7/9/4K4 w - - 0 1", "b3b8", Reason.SPARED, None),
        ("racingkings", "8/8/8/8/8/8/k6K/7R w - - 0 1", "h1a1", Reason.GIVES_CHECK, None),
        ("atomic", "4k3/8/8/8/8/8/3q4/3QK3 w - - 0 1", "d1d2", Reason.KING_EXPLODES, None),
        ("petrified", "4k3/8/8/8/8/3x4/3R4/4K3 w - - 0 1", "d2d3", Reason.STONE, None),
        ("coregal", "4k3/8/8/8/8/5r2/8/Q3K3 w - - 0 1", "a1c3", Reason.ROYAL_ATTACKED, ["e3", "d3", "c3"]),
    ],
)
def test_the_reason_and_the_attack_that_shows_it(game, fen, move, reason, attack):
    board = Board(game, fen)
    squares = board.variant.geometry
    found = refusal(board, squares.parse(move[:2]), squares.parse(move[2:]))
    assert found.reason is reason
    assert (None if found.attack is None else names(board, found.attack)) == attack


def test_a_line_through_holes_is_opened():
    board = Board("wormhole-fide", "4r1k1/8/8/8/8/4x3/4R3/4K3 w - - 0 1")
    found = refusal(board, *map(board.variant.geometry.parse, ("e2", "d2")))
    assert found.reason is Reason.OPENS_LINE
    assert names(board, found.attack) == ["e7", "e6", "e5", "e4", "e3", "e2", "e1"]


def test_a_mate_is_explained_by_the_squares_that_the_king_may_not_go_to():
    board = Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    squares = board.variant.geometry
    king = squares.parse("h8")
    found = {name: refusal(board, king, squares.parse(name)) for name in ("g8", "h7", "g7")}
    assert {name: names(board, why.attack)[-1] for name, why in found.items()} == {n: n for n in found}
    assert {squares.names[why.attack.from_square] for why in found.values()} == {"g7", "g6"}


DROPS = """inherits = "chess"
title = "Drops"
hands.captures = true
pieces.R.drops.forced = true
pieces.N.drops = {limits}
"""


@pytest.mark.parametrize(
    ("limits", "placement", "square", "said"),
    [
        (
            "{apart = true}",
            "4k3/8/8/8/8/8/8/1N2K3[N]",
            "a2",
            "Knight: another one stands on a square of this",
        ),
        (
            "{apart = true, checks = false}",
            "4k3/8/8/8/8/8/8/1N2K3[N]",
            "f6",
            "Knight: the drop would give check",
        ),
        ("{mates = false}", "6rk/6pp/8/8/8/8/8/4K3[N]", "f7", "Knight: the drop would give mate"),
        ("{mates = false}", "4k3/8/8/8/8/8/8/4K3[NR]", "a2", "A piece in hand must be dropped first."),
        ("{checks = false}", "4k3/8/8/8/8/8/8/4K3[NR]", "a2", "A piece in hand must be dropped first."),
    ],
)
def test_a_drop_is_refused_with_the_rule_that_forbids_it(limits, placement, square, said):
    board = Board(parse(DROPS.format(limits=limits), "drops"), f"{placement} w - - 0 1")
    place, target = HAND + piece_number(board.variant, "N", 0), board.variant.geometry.parse(square)
    refused = RefusedMove(place, target, refusal(board, place, target))
    assert refusal_words(refused, board.variant, board.turn).startswith(said)

"""Setting up by drops, kings included; castling afterwards; promotion instead of a move."""

from __future__ import annotations

import random

import pytest

from tests.support.played import played, texts
from wormhole import BLACK, WHITE, Board, FenError, VariantError
from wormhole.rules.game_file import composed, parse, variant
from wormhole.rules.variant import LeftSquare

PLACED = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"


def small(pawn: str = "", hands: str = 'start = "KkRr"', king: str = "", left_square: str = "none") -> str:
    """A game of five files whose kings are in hand at first."""
    return f"""title = "Small"
board.start = "5/ppppp/5/PPPPP/5"
mutator.left_square = "{left_square}"
[hands]
{hands}
[pieces.K]
name = "King"
moves = "K"
royal = true
{king}
[pieces.K.drops]
squares = "a1-e1"
forced = true
[pieces.R]
name = "Rook"
moves = "R"
[pieces.P]
name = "Pawn"
moves = "fmWfcF"
pawn = true
{pawn}
"""


def test_only_drops_are_legal_while_pieces_must_be_dropped():
    board = Board("placement")
    assert {text[1] for text in texts(board)} == {"@"}
    assert board.king(WHITE) is None
    board = played(
        "K@e1 K@e8 R@h1 R@h8 R@a1 R@a8 N@b1 N@b8 N@g1 N@g8 B@c1 B@c8 B@f1 B@f8 Q@d1 Q@d8", "placement"
    )
    assert board.fen().split()[:3] == PLACED.split()[:3]
    assert "e2e4" in texts(board)
    assert board.king(WHITE) == 4
    for _ in range(16):
        board.pop()
    assert board.king(WHITE) is None
    assert board.fen() == Board("placement").fen()


def test_bishops_stand_on_both_colours():
    board = played("B@c1 B@a8", "placement")
    assert {text for text in texts(board) if text[0] == "B"} == {"B@b1", "B@d1", "B@f1", "B@h1"}
    board = played("B@c1 Q@a8 N@b1 K@b8 N@d1 N@c8 R@f1 N@d8", "placement")
    assert "K@h1" not in texts(board), "the other bishop needs this square"
    assert {"K@e1", "B@h1"} <= texts(board)


def test_a_right_to_castle_comes_with_the_second_piece():
    board = played("R@h1 K@e8", "placement")
    assert board.fen().split()[2] == "-"
    board.push_uci("K@e1")
    assert board.fen().split()[2] == "K"
    board.push_uci("R@a8")
    assert board.fen().split()[2] == "Kq"
    keys = board.key()
    assert keys == Board("placement", board.fen()).key()
    board.pop()
    assert board.fen().split()[2] == "K"
    assert played("K@d1 K@d8 R@h1 R@a8", "placement").fen().split()[2] == "-"


@pytest.mark.parametrize("left_square", [LeftSquare.FOLDS, LeftSquare.VANISHES, LeftSquare.RANDOM])
def test_setting_up_leaves_no_square(left_square):
    board, dice = Board(composed(variant("sittuyin"), left_square), seed=2), random.Random(2)
    while any(board.pockets.values()) and board.outcome() is None:
        holes = board.holes
        board.push(dice.choice(board.legal_moves))
        if left_square is not LeftSquare.RANDOM:
            assert board.holes == holes
    board.push(dice.choice([move for move in board.legal_moves if move.from_square != move.to_square]))
    if left_square is not LeftSquare.RANDOM:
        assert len(board.holes) == 1


def test_a_king_is_not_dropped_into_check():
    board = Board(parse(small(), "small"), "5/k4/5/1P3/r4[K] w - - 0 1")
    assert not {text for text in texts(board) if text[0] == "K"}, "no square of the first rank is safe"
    assert "b2b3" in texts(board), "so it need not be dropped"
    board = Board(parse(small(), "small"), "r4/2k2/5/1P3/5[K] w - - 0 1")
    assert texts(board) == {"K@b1", "K@c1", "K@d1", "K@e1"}


def test_a_king_that_is_captured_in_the_hand_of_nobody():
    game = parse(small().replace("[hands]", 'endings.goal = "capture"\n[hands]'), "small")
    board = Board(game, "5/k4/5/5/R4[K] w - - 0 1")
    assert board.outcome() is None
    board.push_uci("K@b1")
    board.push_uci("a4b4")
    assert board.outcome() is None


def test_a_pawn_promotes_instead_of_moving():
    board = Board("sittuyin", "8/8/2P5/k7/4P3/P7/8/3K4[] w - - 0 1")
    own = {"c6b5f", "c6d5f", "c6c6f", "c6b7f", "c6d7f", "c6c7"}
    assert {text for text in texts(board) if text.startswith("c6")} == own
    for uci, san in (("c6c6f", "c6=F"), ("c6d7f", "c6d7=F")):
        assert board.san(board.parse_uci(uci)) == san
        assert board.parse_san(san).text == uci
    move = board.push_uci("c6c6f")
    assert (move.from_square, move.to_square, move.promotion) == (42, 42, "F")
    assert board.fen() == "8/8/2F5/k7/4P3/P7/8/3K4[] b - - 0 1"
    board.pop()
    assert board.piece_at(42).letter == "P"
    assert board.route(board.parse_uci("c6c6f")).steps == ((42,),)


@pytest.mark.parametrize(
    ("placement", "square", "promoting"),
    [
        ("8/3n4/2P5/k7/4P3/P7/8/3K4", "c6", {"c6b5f", "c6d5f", "c6b7f"}),  # d7 would be attacked
        ("8/8/2P5/k7/4P3/P7/8/F2K4", "c6", set()),
        ("8/8/8/k7/3P4/8/8/3K4", "d4", {"d4c3f", "d4e3f", "d4c5f", "d4e5f", "d4d4f"}),  # the last pawn
        ("8/8/8/k7/3P4/7P/8/3K4", "d4", set()),
    ],
)
def test_where_a_pawn_promotes(placement, square, promoting):
    board = Board("sittuyin", f"{placement}[] w - - 0 1")
    assert {text for text in texts(board) if text.startswith(square) and len(text) == 5} == promoting


def test_promotion_in_place_leaves_no_hole():
    board = Board(composed(variant("sittuyin"), LeftSquare.FOLDS), "8/8/2P5/k7/4P3/P7/8/3K4[] w - - 0 1")
    board.push_uci("c6c6f")
    assert not board.holes
    board.pop()
    board.push_uci("c6d7f")
    assert len(board.holes) == 1


def test_a_check_is_not_answered_by_promotion_in_place():
    board = Board("sittuyin", "8/8/2P5/8/k7/8/8/r2K4[] w - - 0 1")
    assert board.is_check()
    assert not {text for text in texts(board) if text.startswith("c6")}


@pytest.mark.parametrize("start", ["k1r2/5/5/5/K1P2", "k1r2/5/5/5/KQP2"])
def test_a_piece_attacks_by_captures_that_lost_pieces_alone_would_allow(start):
    text = f"""title = "Promoting"
board.start = "{start}"
[pieces.K]
name = "King"
moves = "K"
royal = true
[pieces.P]
name = "Pawn"
moves = "fW"
promotes_to = "R"
promotes_in_place = true
[pieces.R]
name = "Rook"
moves = "R"
promotes_to = "Q"
promotes_capturing = true
promotes_if_lost = "Q"
[pieces.Q]
name = "Queen"
moves = "Q"
"""
    moves = texts(Board(parse(text, "promoting"), f"{start} w - - 0 1"))
    assert "c1d1r" in moves
    assert "c1c1r" not in moves


def test_insufficient_material_and_counted_moves_of_sittuyin():
    for placement, is_dead in (("8/8/8/k7/8/8/3N4/3K4", True), ("8/8/8/k7/8/8/3S4/3K4", False)):
        board = Board("sittuyin", f"{placement}[] w - - 0 1")
        assert (board.outcome() is not None) is is_dead
    board = Board("sittuyin", "8/8/8/3k4/8/3n4/3R4/3K4[] w - - 0 1")
    board.push_uci("d2d3")
    assert board.fen() == "8/8/8/3k4/8/3R4/8/3K4[] b - 32 0 1"
    assert board.turn is BLACK


@pytest.mark.parametrize(
    "fen",
    ["5/ppppp/5/PPPPP/K4[Kk] w", "5/ppppp/5/PPPPP/5[K] w", "5/ppppp/5/PPPPP/5[KKk] w", "k4/5/5/5/K4[k] w"],
)
def test_each_side_has_one_royal_piece(fen):
    with pytest.raises(FenError, match=r"royal pieces \(King\); it must have 1"):
        Board(parse(small(), "small"), fen)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"hands": 'start = "KkK"'}, "hands.start: White must have one King, not 2"),
        ({"hands": 'start = "K"'}, "board.start: Black has no King on the board"),
        (
            {"pawn": "promotes_in_place = true"},
            "pieces.P.promotes_in_place: only for a piece with promotes_to",
        ),
        (
            {"pawn": 'promotes_to = "R"\npromotes_in_place = true\npromotes_leaving = true'},
            "pieces.P.promotes_in_place: not together with promotes_leaving",
        ),
        (
            {"pawn": 'promotes_to = "R"\npromotes_in_place = true\n[pieces.P.drops]\nmates = false'},
            "pieces.P.drops.mates: not together with pieces.P.promotes_in_place",
        ),
        ({"king": 'castles_from = "c1"'}, "pieces.K.castles_from: only for a piece with castles_with"),
        ({"king": 'castles_with = "R"\ncastles_from = "z9"'}, "pieces.K.castles_from: 'z9' is not a square"),
        (
            {"king": 'castles_with = "R"\ncastles_from = "c1"\ncastles_anywhere = true'},
            "pieces.K.castles_from: not together with castles_anywhere",
        ),
    ],
)
def test_what_a_file_may_not_say(arguments, said):
    with pytest.raises(VariantError, match=said):
        parse(small(**arguments), "small")


def test_a_king_on_the_board_castles_from_there():
    text = small(king='castles_with = "R"\ncastles_from = "c1"', hands='start = "Rr"')
    text = text.replace("5/ppppp/5/PPPPP/5", "2k2/ppppp/5/PPPPP/2K2")
    with pytest.raises(VariantError, match="castles_from: only for a piece in hand at first"):
        parse(text, "small")

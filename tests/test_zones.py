"""Where pieces may stand, and the choice that they have when they promote."""

from __future__ import annotations

import pytest

from tests.support.played import targets
from wormhole import Board, VariantError
from wormhole.rules.game_file import parse


def board(fields: str, fen: str, left_square: str = "none", start: str = "4k/5/5/5/KG3") -> Board:
    """A position of a small game with a piece A that has these fields, and a piece G."""
    text = f"""title = "Small"
board.start = "{start}"
mutator.left_square = "{left_square}"
[pieces.K]
name = "King"
moves = "K"
royal = true
[pieces.G]
name = "G"
moves = "WfF"
[pieces.A]
name = "A"
{fields}
"""
    return Board(parse(text, "small"), fen)


ROOK = 'moves = "R"\nmay_stand_on = "c1-c5 e3"'


@pytest.mark.parametrize("left_square", ["none", "fold", "vanish"])
def test_a_piece_ends_only_where_it_may_stand(left_square):
    found = board(ROOK, "k4/5/2A2/5/K4 w", left_square)
    assert targets(found, "c3") == {"c1", "c2", "c4", "c5", "e3"}


def test_black_has_its_zone_on_the_board_turned_round():
    found = board(ROOK, "k4/5/2a2/5/K4 b")
    assert targets(found, "c3") == {"c1", "c2", "c4", "c5", "a3"}


def test_a_piece_gives_no_check_where_it_may_not_stand():
    assert not board(ROOK, "2A1k/5/5/5/K4 b").is_check()
    assert board(ROOK, "5/5/2A1k/5/K4 b").is_check()


PAWN = 'moves = "fmWfcF"\npromotes_to = "G"\npromotion_squares = "a4-e5"\n'


@pytest.mark.parametrize(
    ("fields", "square", "reached"),
    [
        ("", "c3", {"c4g"}),
        ('promotion = "optional"\n', "c3", {"c4", "c4g"}),
        ('promotion = "optional"\nmay_stand_on = "a1-e4"\n', "c3", {"c4", "c4g"}),
        ('promotion = "optional"\nmay_stand_on = "a1-e4"\n', "e4", {"e5g"}),
        ('promotion = "lost"\n', "c3", {"c4"}),
        ('promotion = "lost"\nmay_stand_on = "a1-e4"\n', "e4", set()),
    ],
)
def test_what_a_piece_becomes(fields, square, reached):
    pawn = PAWN + fields
    assert targets(board(pawn, "k4/4A/2A2/5/K3G w" if fields else "k4/5/2A2/5/K4 w"), square) == reached


def test_a_piece_that_was_lost_comes_back():
    pawn = PAWN + 'promotion = "lost"\n'
    assert targets(board(pawn, "k4/5/2A2/5/K4 w"), "c3") == {"c4", "c4g"}


CAPTURER = 'moves = "R"\npromotes_to = "G"\npromotes_capturing = true\n'


@pytest.mark.parametrize(
    ("fields", "reached"),
    [
        ("", {"c4", "c5g", "d3g"}),
        ('promotion = "optional"\n', {"c4", "c5", "c5g", "d3", "d3g"}),
        ('may_stand_on = "a1-e3"\n', {"c5g", "d3g"}),
    ],
)
def test_a_piece_promotes_by_a_capture(fields, reached):
    found = board(CAPTURER + fields, "k1g2/5/1GAg1/2G2/K4 w")
    assert targets(found, "c3") == reached


def test_a_piece_that_promotes_by_captures_has_no_promotion_squares():
    with pytest.raises(VariantError, match="promotion_squares: not together with promotes_capturing"):
        board(f'{CAPTURER}promotion_squares = "a5"\n', "k4/5/2A2/5/K4 w")


def test_a_piece_promotes_by_leaving_its_zone():
    silver = 'moves = "K"\npromotes_to = "G"\npromotion_squares = "a4-e5"\npromotion = "optional"\n'

    assert "c3g" not in targets(board(silver, "k4/3A1/5/5/K4 w"), "d4")
    found = targets(board(silver + "promotes_leaving = true\n", "k4/3A1/5/5/K4 w"), "d4")
    assert {"c3", "c3g", "d5", "d5g"} <= found


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ('moves = "W"\nmay_stand_on = "a1-z9"', "line 14, pieces.A.may_stand_on: 'z9' is not a square"),
        ('moves = "W"\nmay_stand_on = " "', "line 14, pieces.A.may_stand_on: is empty"),
        ('moves = "W"\npromotion = "lost"', "line 14, pieces.A.promotion: only for a piece with promotes_to"),
        ('moves = "WiD"\nhome_rank = 2\nhome_squares = "a1"', "not together with home_squares"),
        (
            'moves = "W"\nhome_squares = "a1"',
            "line 14, pieces.A.home_squares: the piece has no moves with 'i'",
        ),
    ],
)
def test_what_a_file_may_not_say(fields, said):
    with pytest.raises(VariantError, match=said.replace("(", r"\(")):
        board(fields, "4k/5/5/5/K4 w")


def test_a_soldier_beyond_the_river_gives_check_sideways():
    soldier = 'moves = "fWisW"\nhome_squares = "a3-e5"\nhome_attacks = true'
    assert board(soldier, "3Ak/5/5/5/K4 b").is_check()
    assert not board(soldier, "5/5/5/3Ak/K4 b").is_check()


@pytest.mark.parametrize(
    ("left_square", "between", "faced"),
    [("none", "5", True), ("none", "4A", False), ("fold", "4x", True), ("vanish", "4x", True)],
)
def test_generals_face_each_other_along_an_open_file(left_square, between, faced):
    text = board('moves = "F"', "4k/5/5/5/K4 w", left_square).variant.definition
    game = parse(text.replace("royal = true", "royal = true\nfaces = true"), "small")
    found = Board(game, f"4k/5/{between}/5/3K1 w")
    assert ("d1e1" not in {move.text for move in found.legal_moves}) is faced

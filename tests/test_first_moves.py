"""First moves until a piece has moved, and what ends or stops those of a king."""

from __future__ import annotations

import pytest

from tests.support.played import targets
from wormhole import Board, FenError, VariantError
from wormhole.rules.game_file import parse

LEAPER = """title = "Leapers"
board.start = "{start}"
mutator.left_square = "{left_square}"
[pieces.K]
name = "King"
moves = "{king}"
royal = true
{fields}
[pieces.R]
name = "Rook"
moves = "R"
[pieces.M]
name = "Met"
moves = "FimfD"
home_until_moved = true
"""


def leapers(
    fen: str,
    king: str = "KimfsN",
    fields: str = "",
    start: str = "3mk3/8/8/8/8/8/8/3KM3",
    left_square: str = "none",
) -> Board:
    """A position of a game with leaping kings and mets."""
    text = LEAPER.format(start=start, left_square=left_square, king=king, fields=fields)
    return Board(parse(text, "leapers"), fen)


@pytest.mark.parametrize(
    ("rights", "king", "met"),
    [
        ("DEde", {"b2", "f2"}, {"e3"}),
        ("D", {"b2", "f2"}, set()),
        ("Ed", set(), {"e3"}),
        ("-", set(), set()),
    ],
)
def test_each_piece_leaps_by_its_own_right(rights, king, met):
    board = Board("cambodian", f"3mk3/8/8/8/8/8/8/3KM3 w {rights} - 0 1")
    assert targets(board, "d1") == {"c1", "c2", "d2", "e2"} | king
    assert targets(board, "e1") == {"d2", "f2"} | met


@pytest.mark.parametrize(
    ("move", "rights"),
    [("d1d2", "Ede"), ("e1e3", "Dde"), ("g1g2", "DEde"), ("g1g8", "DEd"), ("f4g6", "DEde")],
)
def test_a_right_ends_with_a_move_or_once_a_rook_aims_at_the_king(move, rights):
    board = Board("cambodian", "3mks2/8/8/8/5N2/8/8/3KM1R1 w DEde - 0 1")
    before = board.fen(), board.key(), board.legal_numbers
    board.push_uci(move)
    assert board.fen().split()[2] == rights
    assert board.key() == Board("cambodian", board.fen()).key()
    board.pop()
    assert (board.fen(), board.key(), board.legal_numbers) == before


def test_a_captured_piece_leaves_no_right():
    board = Board("cambodian", "4k3/8/8/8/8/8/4r3/K3M3 b E - 0 1")
    board.push_uci("e2e1")
    assert board.fen().split()[2] == "-"


def test_a_king_does_not_leap_in_check_where_it_may_not():
    knight = "3mk3/8/8/8/8/4n3/8/3KM3 w D"
    assert targets(leapers(knight.replace("n", "r").replace("4r3", "3r4")), "d1") >= {"b2", "f2"}
    assert targets(Board("cambodian", f"{knight} - 0 1"), "d1") == {"c1", "d2", "e2"}


@pytest.mark.parametrize("left_square", ["fold", "vanish", "random"])
def test_rights_go_with_every_mutator(left_square):
    king = "K" if left_square == "random" else "KimfsN"
    board = leapers("3mk3/8/8/8/8/8/8/3KM3 w Ed", king=king, left_square=left_square)
    assert "e3" in targets(board, "e1")
    board.push_uci("e1e3@a4" if left_square == "random" else "e1e3")
    assert board.fen().split()[2] == "d"
    assert "d6" in targets(board, "d8")


def test_a_fen_names_only_files_of_such_pieces():
    with pytest.raises(FenError, match="may hold DEed or be -"):
        Board("cambodian", "3mk3/8/8/8/8/8/8/3KM3 w KQ - 0 1")
    with pytest.raises(FenError, match="not on their start squares"):
        Board("cambodian", "3mk3/8/8/8/8/8/8/2K1M3 w D - 0 1")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"start": "3mk3/8/8/8/8/8/4M3/3KM3"}, "line 15, pieces.M.home_until_moved: each side must have one"),
        ({"start": "3mk3/8/8/8/8/8/3M4/3K4"}, "pieces.M.home_until_moved: it must start on a file"),
        (
            {"start": "3mk3/8/8/8/8/8/8/3KM2R", "king": "K", "fields": 'castles_with = "R"'},
            "pieces.M.home_until_moved: not where a king castles",
        ),
        ({"fields": "home_until_moved = true"}, "the royal piece has its first moves until it moves"),
        (
            {"king": "K", "fields": "home_in_check = false"},
            "home_in_check: only for a royal piece",
        ),
        ({"fields": 'home_lost_to = "Q"'}, "home_lost_to: no piece has the letter 'Q'"),
    ],
)
def test_rights_that_mean_nothing_are_refused(fields, said):
    with pytest.raises(VariantError, match=said):
        leapers("3mk3/8/8/8/8/8/8/3KM3 w", **fields)

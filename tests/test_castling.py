"""Castling from any array, with any of several pieces, and to other squares than in chess."""

from __future__ import annotations

import pytest

from wormhole import Board, FenError
from wormhole.rules.game_file import parse


def texts(board: Board) -> list[str]:
    """The castling moves."""
    return sorted(move.text for move in board.legal_moves if board.san(move).startswith("O-O"))


def test_castling_from_any_array_is_written_as_if_the_king_took_its_rook():
    board = Board("fischerandom", "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1")
    assert texts(board) == ["f1b1", "f1g1"]
    board.push_uci("f1g1")
    assert board.fen().split()[0] == "4k3/8/8/8/8/8/8/1R3RK1"
    board.pop()
    board.push_san("O-O-O")
    assert board.fen().split()[0] == "4k3/8/8/8/8/8/8/2KR2R1"
    assert board.pop().text == "f1b1"
    assert board.fen().split()[:3] == ["4k3/8/8/8/8/8/8/1R3KR1", "w", "KQ"]


def test_a_king_that_stays_where_it_is_castles_too():
    board = Board("fischerandom", "4k3/8/8/8/8/8/8/6KR w H - 0 1")
    board.push_uci("g1h1")
    assert board.fen().split()[0] == "4k3/8/8/8/8/8/8/5RK1"
    assert board.pop().text == "g1h1"
    assert board.fen().split()[0] == "4k3/8/8/8/8/8/8/6KR"


def test_a_rook_that_shields_its_king_may_not_leave():
    assert texts(Board("fischerandom", "4k3/8/8/8/8/8/8/qRK5 w B - 0 1")) == []


@pytest.mark.parametrize("rights", ["KQkq", "HAha", "KAkq"])
def test_rights_are_read_as_letters_of_wings_or_of_files(rights):
    array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    assert Board("fischerandom", f"{array} w {rights} - 0 1").fen() == f"{array} w KQkq - 0 1"


def test_the_file_is_written_where_another_rook_stands_farther_out():
    fen = "4k3/8/8/8/8/8/8/R2RK1RR w GD - 0 1"
    board = Board("fischerandom", fen)
    assert texts(board) == ["e1d1", "e1g1"]
    assert board.fen() == fen


def test_rights_without_a_rook_are_refused():
    with pytest.raises(FenError, match="king and rook are not on such squares"):
        Board("fischerandom", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1")


@pytest.mark.parametrize(
    ("game", "fen", "castlings", "after"),
    [
        ("perfect", "4k3/8/8/8/8/8/8/C3K2R w KQ - 0 1", ["e1c1", "e1g1"], "2KC3R"),
        ("capablanca", "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", ["f1c1", "f1i1"], "2KR5R"),
        ("janus", "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1", ["e1b1", "e1i1"], "1KR6R"),
    ],
)
def test_castling_ends_where_the_game_says(game, fen, castlings, after):
    board = Board(game, fen)
    assert texts(board) == castlings
    board.push_san("O-O-O")
    assert board.fen().split()[0].split("/")[-1] == after


def test_the_king_passes_no_attacked_square_however_far_it_goes():
    free = "5k4/10/10/10/10/10/10/5K3R w K - 0 1"
    assert texts(Board("capablanca", free)) == ["f1i1"]
    for file in range(6, 9):
        attacked = free.replace("/10/5K", f"/{file}r{9 - file}/5K".replace("r0", "r"), 1)
        assert texts(Board("capablanca", attacked)) == []


def test_a_rook_may_have_another_letter_in_the_start_position():
    text = """
inherits = "chess"
board.start = "tnbqkbnt/pppppppp/8/8/8/8/PPPPPPPP/TNBQKBNT"
pieces.R.aliases = "T"
"""
    assert Board(parse(text, "a")).fen().split()[:3] == Board("chess").fen().split()[:3]


def test_a_king_with_other_first_moves_does_not_castle_from_any_array():
    game = parse('inherits = "fischerandom"\npieces.K.moves = "KiN"\n', "a")
    board = Board(game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert board.fen() == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert texts(board) == []

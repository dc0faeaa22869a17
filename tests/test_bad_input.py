"""Invalid positions, moves and games raise an error of ours that names the fault, and the board does not
change."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.data_files import each
from tests.support.random_games import WORMHOLE, boards
from wormhole import (
    Board,
    FenError,
    Move,
    MoveError,
    VariantError,
    WormholeError,
    menu,
    variant,
)
from wormhole.base.quoting import quoted
from wormhole.rules.betza import paths
from wormhole.rules.game_file import parse

START = Board().fen()
FILE = resources.files("wormhole.rules.catalogue").joinpath("wormhole.toml").read_text("utf-8")


def everything(board):
    """The whole state of a board, for comparison."""
    return board.position.pieces.tobytes(), board.position.links.tobytes(), board.fen(), board.move_stack


def test_errors_of_ours_are_value_errors():
    for kind in (FenError, MoveError, VariantError):
        assert issubclass(kind, WormholeError)
    assert issubclass(WormholeError, ValueError)


@each("bad_fens")
def test_fen(row):
    with pytest.raises(FenError, match=re.escape(row["names"])):
        Board(fen=row["fen"])


@each("bad_moves")
def test_move(row):
    board = Board(fen=row["fen"])
    before = everything(board)
    for read in (board.parse_uci, board.push_uci):
        with pytest.raises(MoveError, match=re.escape(row["names"])):
            read(row["text"])
    assert everything(board) == before


@each("bad_san")
def test_san(row):
    board = Board(fen=row["fen"])
    before = everything(board)
    for read in (board.parse_san, board.push_san):
        with pytest.raises(MoveError, match=re.escape(row["names"])):
            read(row["text"])
    assert everything(board) == before


@given(boards(), st.integers(0, 255), st.integers(0, 255), st.sampled_from([None, *"KLWNCPQ"]))
def test_a_move_that_is_not_legal_is_not_played(board, origin, target, promotion):
    move = Move(origin, target, promotion, f"{origin}-{target}")
    if move and not board.is_legal(move):
        before = everything(board)
        with pytest.raises(MoveError, match=f"{origin}-{target} is not legal here"):
            board.push(move)
        assert everything(board) == before


@pytest.mark.parametrize("name", ["", "chess960", "Wormhole", "../wormhole", "wormhole.toml"])
def test_name_of_a_game(name):
    with pytest.raises(VariantError, match=re.escape(repr(name))) as caught:
        Board(name)
    assert all(known in str(caught.value) for known in menu("family"))


@each("bad_games")
def test_game_file(row):
    """``instead_of`` and ``write`` make a file of the catalogue invalid."""
    assert row["instead_of"] in FILE
    text = FILE.replace(row["instead_of"], row["write"], 1)
    with pytest.raises(VariantError, match=re.escape(row["names"])) as caught:
        parse(text, "my-game")
    assert str(caught.value).startswith("my-game: ")


def test_the_unchanged_file_is_valid():
    assert parse(FILE, "wormhole") == variant("wormhole")


@pytest.mark.parametrize("name", ["a0", "i1", "e", "", "E4", "44"])
def test_name_of_a_square(name):
    with pytest.raises(WormholeError, match=re.escape(repr(name))):
        variant("wormhole").geometry.parse(name)


def tried(read, text, kind):
    """The result of ``read``, or the text of the error that it raises."""
    try:
        return read(text), ""
    except kind as error:
        return None, str(error)


SPOILT_FENS = st.builds(
    lambda fen, place, length, text: fen[: place % len(fen)] + text + fen[place % len(fen) + length :],
    WORMHOLE.map(Board.fen),
    st.integers(0, 80),
    st.integers(0, 3),
    st.text(st.characters(codec="ascii") | st.sampled_from("éß♔x*/PKk"), max_size=3),
)


@given(SPOILT_FENS)
def test_a_changed_fen_is_refused_or_valid(text):
    board, trouble = tried(lambda fen: Board(fen=fen), text, FenError)
    assert (board is None) is bool(trouble)
    assert board is None or Board(fen=board.fen()).fen() == board.fen()


@given(st.text(max_size=12) | st.text("abcdefgh12345678KLWNCPx=+#-", max_size=7))
def test_any_text_is_a_move_or_an_error_that_quotes_it(text):
    board = Board()
    for read in (board.parse_uci, board.parse_san):
        move, trouble = tried(read, text, MoveError)
        assert (
            any(form in trouble for form in (text, text.lower(), quoted(text)))
            if move is None
            else not move or move in board.legal_moves
        )


@given(
    st.text("KQRBWFDNAHCLZJGmcinfblrvs0123", max_size=6).filter(lambda text: not re.search(r"\d{3}", text))
)
def test_any_letters_are_paths_or_an_error(text):
    found, trouble = tried(paths, text, VariantError)
    assert (found is None) is bool(trouble)
    assert all(path.steps and (path.moves or path.captures) for path in found or ())


IMPOSSIBLE_MOVES = (
    Move(12, 999),
    Move(-1, 5),
    Move(300, 28),
    Move(12, 28, "X"),
    Move(12, 28, drop="P"),
    Move(12, 28, enters="Q", gate=3),
    Move("e2", "e4"),
)


def is_refused(board, move):
    """Whether everything that takes a legal move refuses this one and leaves the board as it was."""
    before = board.fen()
    assert not board.is_legal(move)
    for name in ("push", "san", "route", "is_capture", "captured_square", "check_sign", "number_of"):
        with pytest.raises(MoveError):
            getattr(board, name)(move)
        assert (board.fen(), board.move_stack) == (before, [])
    return True


@pytest.mark.parametrize("move", IMPOSSIBLE_MOVES, ids=repr)
def test_a_move_with_impossible_squares_is_refused(move):
    assert is_refused(Board("chess"), move)


@pytest.mark.parametrize("roll", [-1, 64, 252, 255, 999, "e4"])
def test_a_roll_of_no_square_is_refused(roll):
    board = Board("random-wormhole", seed=0)
    legal = board.legal_moves[0]
    assert is_refused(board, replace(legal, roll=roll))
    assert is_refused(board, Move(legal.from_square, legal.to_square, roll=roll))


def test_a_roll_in_a_game_without_dice_is_refused():
    board = Board("chess")
    assert is_refused(board, replace(board.legal_moves[0], roll=20))

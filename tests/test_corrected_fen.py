"""FENs that people and other programs write: what is read, and what is said of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole import Board, FenError, menu, variant
from wormhole.rules.corrected_fen import corrected_fen

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
PAWNS = "6k1/5ppp/8/8/8/8/5PPP/6K1"
MAKRUK = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR"
WORMHOLE = "cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC"

CORRECTED = [
    # the game, what is written, how it is read, what is said of it
    ("chess", f"{PAWNS} w KQkq - 0 1", f"{PAWNS} w - - 0 1", ["'K'"]),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["read as K"]),
    ("chess", f"{PAWNS} w - e6 0 1", f"{PAWNS} w - - 0 1", ["'e6'"]),
    ("chess", f"{START} w KQkq e9 0 1", f"{START} w KQkq - 0 1", ["'e9'"]),
    ("chess", f"{PAWNS} w - - 0 0", f"{PAWNS} w - - 0 1", ["move number is '0'"]),
    ("chess", f"{PAWNS} w - - 0 12345", f"{PAWNS} w - - 0 9999", ["'12345'"]),
    ("chess", f"{PAWNS} b - - -1 5", f"{PAWNS} b - - 0 5", ["half-move clock is '-1'"]),
    ("chess", f"{START} W KQ--kq - 3 4", f"{START} w KQkq - 3 4", ["'W'", "read as KQkq"]),
    ("chess", f"{START} KQkq - 3 4", f"{START} w KQkq - 3 4", ["is missing"]),
    ("chess", f"{START} w KQkq - - 3 25", f"{START} w KQkq - 3 25", ["'-' in the FEN"]),
    ("chess", f"{START} w KQkq - 3 25 7", f"{START} w KQkq - 3 25", ["'7' in the FEN"]),
    ("chess", f"{START} w KQkq - 3+3 0 9", f"{START} w KQkq - 0 9", ["'3+3' in the FEN"]),
    ("chess", f"{START} w KQkq - 0 9 moves e2e4", f"{START} w KQkq - 0 9", ["'moves e2e4'"]),
    ("chess", f"{START}/ w KQkq - 0 1", f"{START} w KQkq - 0 1", ["row 9"]),
    ("chess", f"{START}[] w KQkq - 0 1", f"{START} w KQkq - 0 1", ["read as"]),
    ("3check", f"{START} w KQkq - 9+3 0 4", f"{START} w KQkq - 3+3 0 4", ["'9+3'"]),
    ("makruk", f"{MAKRUK} w KQkq - 0 1", f"{MAKRUK} w - - 0 1", ["Makruk has no castling"]),
    ("wormhole", f"{WORMHOLE} w KQkq - 0 1", f"{WORMHOLE} w - - 0 1", ["has no castling"]),
    ("cheshire", f"{START} w KQkq - 0 1", f"{START} w Kk - 0 1", ["'Q'"]),
    ("random-wormhole", f"{START} w KQkq - 0 1 e9", f"{START} w KQkq - 0 1", ["'e9'"]),
    ("fischerandom", f"{PAWNS} w HAha - 0 1", f"{PAWNS} w - - 0 1", ["'H'"]),
    ("crazyhouse", f"{PAWNS}[Qq] w KQkq - 0 1", f"{PAWNS}[Qq] w - - 0 1", ["'K'"]),
    ("seirawan", f"{START}[HEhe] w KQxkq - 0 1", f"{START}[HEhe] w KQkq - 0 1", ["'KQxkq'"]),
    # forms that need no correction
    ("chess", f"\ufeff{START}  w  KQkq\u00a0- 0 1\n", f"{START} w KQkq - 0 1", []),
    ("chess", f"{PAWNS} b \u2013 \u2014 3 25", f"{PAWNS} b - - 3 25", []),
    ("chess", f'{START} w KQkq - bm Nf3; id "a; b";', f"{START} w KQkq - 0 1", []),
    ("chess", f"{START} w KQkq - hmvc 3; fmvn 12;", f"{START} w KQkq - 3 12", []),
    ("chess", f"{START} w KQkq - 0 1 ;D1 20 ;D2 400", f"{START} w KQkq - 0 1", []),
]


@pytest.mark.parametrize(("game", "written", "read", "said"), CORRECTED)
def test_what_is_impossible_is_left_out_and_told(game, written, read, said):
    fen, corrections = corrected_fen(written, variant(game))
    assert fen == read
    assert Board(game, fen).fen().split()[0] == read.split()[0]
    assert len(corrections) == len(said)
    for correction, words in zip(corrections, said, strict=True):
        assert words in correction


@pytest.mark.parametrize(
    "placement",
    ["4k3/8/8/8/8/8/4p3/K7", "4k3/8/8/8/4p3/8/8/K7", "4k3/4p3/8/4p3/8/8/8/K7"],
    ids=["too far on", "one square too far on", "a pawn at home behind it"],
)
def test_no_pawn_has_passed_a_square_that_its_long_step_does_not_lead_over(placement):
    with pytest.raises(FenError, match="no pawn can have just passed there"):
        Board("chess", f"{placement} w - e6 0 1")
    assert corrected_fen(f"{placement} w - e6 0 1", variant("chess"))[0] == f"{placement} w - - 0 1"
    assert Board("chess", "4k3/8/8/4p3/8/8/8/K7 w - e6 0 1").fen().split()[3] == "e6"


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("", "the FEN is empty"),
        ("hello", "squares"),
        ("\ufeff", "squares"),
        ("; bm e4;", "squares"),
        (f"{PAWNS} x - - 0 1", "the side to move is 'x'"),
        ("4k3/8/8/8/8/8/8/4Rr2 w KQkq - 0 0", "White has 0 royal pieces"),
        ("4k3/4R3/8/8/8/8/8/4K3 w KQkq - 0 0", "Black's king is in check"),
        (f"{PAWNS} w KQkq - 0 1 " * 200, "too long"),
    ],
)
def test_other_pieces_and_sides_are_not_guessed(written, names):
    with pytest.raises(FenError, match=names):
        corrected_fen(written, variant("chess"))


@pytest.mark.parametrize("game", menu("family"))
def test_a_position_that_the_rules_accept_stays_as_it_is(game):
    fen = Board(game, seed=1).fen()
    assert corrected_fen(fen, variant(game)) == (fen, ())


FIELD = st.one_of(
    st.sampled_from(["-", "w", "b", "KQkq", "HAha", "e3", "e3,e4", "0", "1", "-1", "3+3", "+0+0", "\u2013"]),
    st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1, max_size=5),
)


@given(
    st.sampled_from(["chess", "wormhole", "crazyhouse", "shogi"]),
    st.text("KQkqPp18/[]~+-x*;, w\ufeff\u0663", max_size=40),
)
def test_any_text_is_read_or_refused(game, text):
    try:
        fen, _corrections = corrected_fen(text, variant(game))
    except FenError:
        return
    Board(game, fen)


@given(st.sampled_from([*menu("family"), "crazyhouse", "seirawan", "makruk"]), st.lists(FIELD, max_size=9))
def test_whatever_follows_the_pieces_is_corrected_or_refused(game, fields):
    """What is returned is accepted, and has nothing left to correct."""
    start = Board(game, seed=1).fen().split()[0]
    try:
        fen, _corrections = corrected_fen(" ".join([start, *fields]), variant(game))
    except FenError:
        return
    Board(game, fen)
    assert corrected_fen(fen, variant(game)) == (fen, ())

"""Games with several royal pieces: none may be lost, or the last one, or not all may be attacked at once."""

from __future__ import annotations

import pytest

from wormhole import Board, FenError, VariantError
from wormhole.rules.game_file import parse, parse_ini
from wormhole.rules.outcome import Termination

CAPTURED = """
inherits = "chess"
[board]
start = "rkbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQKBNR"
[endings]
royal = "last"
goal = "capture"
"""


def ends(game: str, fen: str) -> tuple[bool, Termination | None]:
    """Whether the side to move is in check, and how the game has ended."""
    board = Board(game, fen)
    outcome = board.outcome()
    return board.is_check(), None if outcome is None else outcome.termination


def test_both_king_and_queen_must_be_saved():
    board = Board("coregal", "q6k/8/1N6/8/8/8/8/2K5 b - - 0 1")
    assert board.is_check()
    assert {move.text[:2] for move in board.legal_moves} == {"a8"}


def test_a_queen_that_cannot_be_saved_is_mated():
    assert ends("coregal", "qn5k/ppN4p/8/8/8/8/8/K7 b - - 0 1") == (True, Termination.CHECKMATE)
    board = Board("coregal", "qn5k/pp5p/8/3N4/8/8/8/K7 w - - 0 1")
    assert board.san(board.parse_uci("d5c7")) == "Nc7#"


def test_one_of_two_kings_may_be_lost():
    assert ends("spartan", "k6k/8/8/8/8/8/8/R3K3 b - - 0 1") == (False, None)
    assert ends("spartan", "k6k/8/8/8/8/8/8/R3K2R b - - 0 1")[0]
    assert ends("spartan", "7k/8/8/8/8/8/8/4K2R b - - 0 1")[0]
    board = Board("spartan", "k6k/8/8/8/8/8/8/R3K3 w - - 0 1")
    board.push_uci("a1a8")
    assert board.outcome() is None
    assert board.is_check()


def test_a_hoplite_becomes_a_king_only_if_one_is_lost():
    one, two = (
        {move.promotion for move in Board("spartan", fen).legal_moves if move.promotion}
        for fen in ("7k/8/8/8/8/8/h7/4K3 b - - 0 1", "k6k/8/8/8/8/8/h7/4K3 b - - 0 1")
    )
    assert one - two == {"K"}
    assert two == set("GWLC")


def test_a_crown_prince_takes_the_place_of_the_king():
    board = Board("shoshogi", "4k4/9/9/9/9/9/9/9/R2OK4 b - - 0 1")
    assert not Board("shoshogi", "4k4/4r4/9/9/9/9/9/9/3OK4 w - - 0 1").is_check()
    assert Board("shoshogi", "4k4/4r4/9/9/9/9/9/9/4K4 w - - 0 1").is_check()
    assert board.outcome() is None


SECOND_KINGS = """
[backrank:chess]
king = -
commoner = k
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k
extinctionPseudoRoyal = true
promotionPieceTypes = -
promotedPieceType = q:k r:k b:k n:k p:k
mandatoryPiecePromotion = true
"""


@pytest.mark.parametrize(
    ("game", "fen", "move", "is_legal"),
    [
        ("shoshogi", "4k4/9/4E4/9/9/9/4r4/9/4K4 w", "e7d8+", False),  # in check
        ("shoshogi", "4k4/9/4E4/9/9/9/4r4/9/4K4 w", "e1f1", True),
        ("shoshogi", "4k4/4r4/4E4/9/9/9/9/9/4K4 w", "e7e8+", True),  # takes the rook
        ("shoshogi", "4r1k2/9/4E4/9/9/9/9/9/4K4 w", "e7d7+", False),  # opens the file
        ("shoshogi", "4r1k2/9/4E4/9/9/9/9/9/4K4 w", "e7e8+", True),
        ("shoshogi", "4k4/9/4E4/9/9/9/4r4/9/3+EK4 w", "e7d8+", True),  # another one is there already
        ("backrank", "3k4/7P/8/8/8/8/4r3/4K3 w", "h7h8+", False),
        ("backrank", "3k4/7N/8/8/8/8/4r3/4K3 w", "h7f8+", False),
        ("backrank", "3k4/7P/8/8/8/4r3/8/3K4 w", "h7h8+", True),  # no check
    ],
)
def test_a_piece_that_turns_into_a_second_king_answers_no_check(game, fen, move, is_legal):
    rules = parse_ini(SECOND_KINGS) if game == "backrank" else game
    assert (move in {each.text for each in Board(rules, f"{fen} - - 0 1").legal_moves}) is is_legal


def test_the_goal_may_be_to_capture_the_last_one():
    board = Board(parse(CAPTURED, "captured"), "k6k/8/8/8/8/8/8/RK5R w - - 0 1")
    assert not board.is_check()
    for text in ("a1a8", "h8g8", "h1g1"):
        board.push_uci(text)
        assert board.outcome() is None
    board.push_uci("g8f8")
    board.push_uci("a8f8")
    assert board.outcome().termination is Termination.ROYAL_CAPTURE


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("8/8/8/8/8/8/8/K6Q b - - 0 1", "Black has no royal piece"),
        ("q6k/8/8/8/8/8/8/K6Q b - - 0 1", "Black is to move, but White's"),
    ],
)
def test_what_is_no_position_is_refused(fen, said):
    with pytest.raises(FenError, match=said):
        Board("coregal", fen)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ('[board]\nstart = "k7/8/8/8/8/8/8/7R"\n', "board.start: "),
        ("[pieces.K]\nroyal = false\n[pieces.Q]\nroyal = false\n", "no piece is royal"),
        ('[pieces.P]\npromotes_if_lost = "P"\n', "pieces.P.promotes_if_lost: no piece has"),
        ("[pieces.K]\ncastles_anywhere = true\n", "only the royal piece castles from any array"),
    ],
)
def test_what_is_no_game_is_refused(own, said):
    with pytest.raises(VariantError, match=said):
        parse('inherits = "coregal"\n' + own, "heir")


def test_a_king_among_several_does_not_castle_over_an_attacked_square():
    board = Board("spartan", "lgk1ck2/4h1hh/1hhc4/1P1hh2h/P1w2P1l/2N1PNPB/2PP3P/R1BQK2R w KQ - 0 10")
    assert "e1g1" not in [move.text for move in board.legal_moves]

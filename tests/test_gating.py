"""Pieces in hand that come in where a piece leaves its square for the first time."""

from __future__ import annotations

import random

import pytest

from tests.support.plain_loops import blocks, saved_row
from tests.support.played import played, texts
from wormhole import BLACK, WHITE, Board, FenError, MoveError, VariantError
from wormhole.compiling import arrays
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.evaluate import balance_of, gain
from wormhole.engine.loops.histories import is_quiet
from wormhole.engine.loops.transposition import MOVE_MASK
from wormhole.rules.capacity import moves_at_most
from wormhole.rules.game_file import composed, parse, variant
from wormhole.rules.loops.move_encoding import BY_ROOK, entering, is_castling, promotion_of
from wormhole.rules.loops.play_and_undo import play
from wormhole.rules.variant import LeftSquare

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
GATES = "KQBCDFGkqbcdfg"
CASTLES = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1"


def small(fields: str = "", hands: str = 'start = "Rr"\ngating = "a1-e1"', left_square: str = "none") -> str:
    """A game of five files in which a rook may come in."""
    return f"""title = "Small"
board.start = "1n2k/5/5/5/1N2K"
mutator.left_square = "{left_square}"
[hands]
{hands}
[pieces.K]
name = "King"
moves = "K"
royal = true
[pieces.N]
name = "Knight"
moves = "N"
{fields}
[pieces.R]
name = "Rook"
moves = "R"
"""


def test_a_piece_comes_in_where_another_one_leaves():
    board = Board("seirawan")
    assert board.fen() == f"{START}[HEhe] w {GATES} - 0 1"
    move = board.push_uci("b1c3h")
    assert (move.enters, move.gate, move.promotion, move.from_square, move.to_square) == ("H", 1, None, 1, 18)
    assert board.pockets[WHITE] == {"E": 1}
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Ehe] b KQCDFGkqbcdfg - 1 1"
    board.pop()
    assert (board.fen().split()[0], board.pockets[WHITE]) == (f"{START}[HEhe]", {"H": 1, "E": 1})


def test_pieces_in_hand_are_not_dropped():
    assert not any(move.drop for move in Board("seirawan").legal_moves)
    assert any(move.drop for move in Board("shouse").legal_moves)


def test_the_right_ends_with_the_first_move():
    board = played("b1c3 a7a6 c3b1 a6a5", "seirawan")
    assert "b1c3" in texts(board)
    assert "b1c3h" not in texts(board)
    assert board.fen().split()[2] == "KQCDFGkqbcdfg"


def test_the_right_ends_with_the_piece():
    board = Board("seirawan", "4k3/8/8/8/8/8/1r6/1NB1K3[He] b BC - 0 1")
    board.push_uci("b2b1")
    assert board.fen().split()[2] == "C"
    board.push_uci("e1d2")
    board.push_uci("b1b3")
    assert "c1b2h" in texts(board)


def test_no_right_is_left_with_an_empty_hand():
    board = played("b1c3h a7a6 g1f3e", "seirawan")
    assert board.fen().split()[2] == "KQkqbcdfg"
    assert not any(move.enters for move in board.legal_moves if board.turn is WHITE)


def test_castling_lets_a_piece_in_on_either_square():
    board = Board("seirawan", CASTLES)
    own = {text for text in texts(board) if text[:2] in ("e1", "h1") and text[2:4] in ("g1", "e1")}
    assert own == {"e1g1", "e1g1h", "e1g1e", "h1e1h", "h1e1e", "h1g1", "h1g1h", "h1g1e"}
    move = board.push_uci("h1e1h")
    assert board.fen().split()[0] == "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RKH[Ehe]"
    assert (move.enters, move.gate) == ("H", 7)
    board.push_uci("e8c8e")
    assert board.fen().split()[0] == "2kre2r/pppppppp/8/8/8/8/PPPPPPPP/R4RKH[Eh]"
    board.pop()
    board.pop()
    assert board.fen() == CASTLES


@pytest.mark.parametrize(
    ("uci", "san"),
    [
        *(("e1g1", "O-O"), ("e1g1h", "O-O/He1"), ("h1e1h", "O-O/Hh1"), ("a1e1e", "O-O-O/Ea1")),
        *(("e1d1e", "Kd1/E"), ("a1b1h", "Rb1/H")),
    ],
)
def test_what_comes_in_is_written(uci, san):
    board = Board("seirawan", CASTLES)
    move = board.parse_uci(uci)
    assert board.san(move) == san
    assert board.parse_san(san) == move
    assert board.parse_san(san.replace("O", "0")) == move


def test_a_piece_that_is_pinned_lets_none_in():
    """What comes in does not help the king, as Fairy-Stockfish has it."""
    pinned = Board("seirawan", "4k3/8/8/8/8/8/8/r3N1K1[HE] w E - 0 1")
    assert not any(text.startswith("e1") for text in texts(pinned))
    checked = Board("seirawan", "4k3/8/8/8/8/8/8/r3K2R[HE] w K - 0 1")
    assert {"e1e2h", "e1d2e"} <= texts(checked)
    assert not {"e1g1", "e1g1h", "h1e1h"} & texts(checked)


def test_a_piece_over_which_an_enemy_hops_may_not_come_in():
    cannon = '[pieces.C]\nname = "Cannon"\nmoves = "mRcpR"\n'
    game = parse(small(cannon, hands='start = "RRr"\ngating = "a1-e1"'), "small")
    board = Board(game, "4k/5/5/5/c1N1K[R] w C")
    assert board.is_check()
    assert "c1d3" in texts(board)
    assert "c1d3r" not in texts(board)


def test_a_captured_piece_comes_in():
    board = played("b1c3h d7d5 c3d5 d8d5", "shouse")
    assert board.pockets[WHITE] == {"P": 1, "E": 1}
    assert {"g1f3e", "P@e4"} <= texts(board)
    assert "g1f3p" not in texts(board)  # a pawn is not put on the first rank


@pytest.mark.parametrize(
    ("left_square", "enters"), [("none", True), ("random", True), ("fold", False), ("vanish", False)]
)
def test_a_square_that_is_gone_is_not_there_for_gating(left_square, enters):
    board = Board(parse(small(left_square=left_square), "small"), seed=1)
    assert any(move.enters for move in board.legal_moves) is enters
    assert board.fen().split()[2] == ("BEbe" if enters else "-")


def test_a_counter_under_the_piece_keeps_others_out():
    game = parse(small(left_square="random"), "small")
    board = Board(game, "1n2k/5/5/5/1N2K[Rr] w BE - 0 1 b1")
    assert {text[:2] for text in (move.text for move in board.legal_moves if move.enters)} == {"e1"}


def test_a_mutator_may_be_chosen():
    assert not composed(variant("seirawan"), LeftSquare.FOLDS).gates
    board = Board(composed(variant("shouse"), LeftSquare.FOLDS))
    assert board.fen().split()[2] == "-"
    assert any(move.drop for move in board.legal_moves)


def test_an_explosion_ends_rights():
    text = small().replace("[hands]", 'mutator.capture = "explode"\n[hands]')
    board = Board(parse(text, "small"), "k4/5/2n2/5/1NN1K[Rr] b BC - 0 1")
    before = board.key(), board.fen()
    board.push_uci("c3b1")
    assert board.fen().split()[2] == "-"
    board.pop()
    assert (board.key(), board.fen()) == before


def test_what_may_be_said_of_the_number_of_a_move():
    board = Board("seirawan", CASTLES)
    for move in board.legal_moves:
        number = move.number
        assert number & MOVE_MASK == number, "it fits into the transposition table"
        assert bool(entering(number)) is bool(move.enters)
        assert not promotion_of(number)
        assert bool(number & BY_ROOK) is (move.gate in (0, 7) and is_castling(number))


@pytest.mark.parametrize("game", ["seirawan", "shouse"])
def test_the_search_knows_what_comes_in(game):
    """What a move gains is what the balance changes by; a quiet move stays one if a piece comes in."""
    board, dice = Board(game), random.Random(1)
    work = arrays.views(workspace_for(board.variant))
    came = 0
    for _ in range(40):
        tables, position, scratch = blocks(board)
        for move in board.legal_moves:
            if not move.enters and dice.random() < 0.9:
                continue
            position = arrays.views(arrays.copy(board.position))
            before, gained = balance_of(position, work), gain(tables, position, work, move.number)
            assert is_quiet(position, move.number) is not (board.is_capture(move) or bool(move.promotion))
            play(tables, position, scratch, move.number, saved_row(), 0)
            assert balance_of(position, work) == -before - gained, move.text
            came += bool(move.enters)
        board.push(dice.choice(board.legal_moves))
        if board.is_game_over():
            break
    assert came > 20


def test_the_room_for_moves_suffices():
    board, dice = Board("shouse"), random.Random(0)
    for _ in range(60):
        assert len(board.legal_moves) <= moves_at_most(board.variant, board.position)
        if not board.legal_moves:
            break
        board.push(dice.choice(board.legal_moves))


@pytest.mark.parametrize(
    ("rights", "said"),
    [
        ("K", "king and rook are not on their start squares"),
        ("H", "no piece on that file"),
        ("Qa", "no piece on that file"),
        ("z", "it may hold KQkqABCDEFGHabcdefgh"),
    ],
)
def test_what_is_no_right(rights, said):
    with pytest.raises(FenError, match=said):
        Board("seirawan", f"4k3/8/8/8/8/8/8/R3K3[HE] w {rights} - 0 1")


def test_a_move_that_lets_nothing_in():
    board = played("b1c3h", "seirawan")
    assert board.turn is BLACK
    for text in ("b8c6q", "a7a6h", "b8c6hh"):
        with pytest.raises(MoveError):
            board.parse_uci(text)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ('gating = "a1-e1"', "hands.gating: only together with start"),
        ('start = "R"\ndrops = false', "hands.drops: only together with gating"),
        ('start = "R"\ngating = "a1-a2"', "hands.gating: both sides need these squares on files"),
        ('start = "R"\ngating = "a9"', "hands.gating: 'a9' is not a square"),
    ],
)
def test_what_a_file_may_not_say(hands, said):
    with pytest.raises(VariantError, match=said):
        parse(small(hands=hands), "small")


def test_gating_with_the_royal_piece_in_hand_is_refused():
    text = small(hands='start = "RrKk"\ngating = "a1-e1"').replace("1n2k/5/5/5/1N2K", "1n3/5/5/5/1N3")
    with pytest.raises(VariantError, match="gating is not possible with the royal piece in hand"):
        parse(text, "small")


def test_gating_with_castling_from_any_array_is_refused():
    text = small().replace("royal = true", 'royal = true\ncastles_with = "N"\ncastles_anywhere = true')
    with pytest.raises(VariantError, match="castles_anywhere: gating is not possible with castling"):
        parse(text, "small")

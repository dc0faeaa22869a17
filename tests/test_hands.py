"""Captured pieces that change sides: hands, drops and their limits."""

from __future__ import annotations

import random

import pytest

from tests.support.fairy_games import pairs
from tests.support.parts import mostly_exhaustive
from tests.support.plain_loops import blocks, move_row
from wormhole import BLACK, WHITE, Board, FenError, MoveError, VariantError
from wormhole.rules.capacity import moves_at_most
from wormhole.rules.game_file import composed, parse, variant
from wormhole.rules.loops.moves import is_pseudo_legal
from wormhole.rules.variant import LeftSquare

GAMES = ("crazyhouse", "loop", "chessgi", "pocketknight", "capahouse", "dragon")
TWO_BOARDS = ("bughouse", "koedem", "supply")


def small(fields: str, hands: str = "captures = true", left_square: str = "none") -> str:
    """A game of five files with a pawn P that has these fields."""
    return f"""title = "Small"
board.start = "k4/5/5/5/4K"
mutator.left_square = "{left_square}"
[hands]
{hands}
[pieces.K]
name = "King"
moves = "K"
royal = true
[pieces.G]
name = "Gold"
moves = "WfF"
[pieces.R]
name = "Rook"
moves = "R"
[pieces.P]
name = "Pawn"
moves = "fW"
{fields}
"""


def drops(board: Board) -> set[str]:
    """The legal drops."""
    return {move.text for move in board.legal_moves if move.drop}


def played(text: str) -> Board:
    """Crazyhouse after these moves."""
    board = Board("crazyhouse")
    for move in text.split():
        board.push_san(move)
    return board


def test_a_captured_piece_is_dropped():
    board = played("e4 d5 exd5 Qxd5 Nc3 Qe5+")
    assert (board.pockets[WHITE]["P"], board.pockets[BLACK]["P"]) == (1, 1)
    assert drops(board) == {"P@e2", "P@e3", "P@e4"}
    move = board.push_san("@e4")
    assert (move.text, move.drop, move.from_square, move.to_square) == ("P@e4", "P", 28, 28)
    assert not board.pockets[WHITE]
    assert board.fen().split()[0] == "rnb1kbnr/ppp1pppp/8/4q3/4P3/2N5/PPPP1PPP/R1BQKBNR[p]"
    board.pop()
    assert board.san(board.parse_san("P@e4")) == "@e4"
    assert board.parse_uci("p@e3") == board.parse_san("@e3")
    with pytest.raises(MoveError):
        board.parse_san("N@e4")


def test_a_promoted_piece_is_a_pawn_again_in_the_hand():
    board = Board("crazyhouse", "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1")
    board.push_san("axb8=Q+")
    assert board.fen().split()[0] == "1Q~2k3/8/8/8/8/8/8/4K3[N]"
    board = Board("crazyhouse", "rQ~2k3/8/8/8/8/8/8/4K3[N] b - - 0 1")
    board.push_san("Rxb8")
    assert board.pockets[BLACK] == {"P": 1}
    board = Board("loop", "rQ2k3/8/8/8/8/8/8/4K3[N] b - - 0 1")
    board.push_san("Rxb8")
    assert board.pockets[BLACK] == {"Q": 1}


def test_the_hands_of_a_fen_may_be_another_row():
    one = Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3/NNp w - - 0 1")
    assert one.fen() == "4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1"
    assert Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3 w").fen() == "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"


@pytest.mark.parametrize(
    ("game", "placement"),
    [
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[K]"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Z]"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N"),
        ("crazyhouse", "4k3/8/8/8/8/8/~N7/4K3[N]"),
        ("crazyhouse", "4k3/8/8/8/8/8/K~7/8[N]"),
        ("loop", "4k3/8/8/8/8/8/Q~7/4K3[N]"),
        ("chess", "4k3/8/8/8/8/8/8/4K3[N]"),
        ("crazyhouse", f"4k3/8/8/8/8/8/8/4K3[{'N' * 126}]"),
    ],
)
def test_what_is_no_hand(game, placement):
    with pytest.raises(FenError):
        Board(game, f"{placement} w - - 0 1")


def test_a_full_hand_can_be_dropped():
    """The slots and the room for moves suffice."""
    board = Board("crazyhouse", f"4k3/8/8/8/8/8/8/4K3[{'Q' * 25}{'n' * 100}] w - - 0 1")
    for _ in range(20):
        assert len(board.legal_moves) <= moves_at_most(board.variant, board.position)
        board.push(random.Random(0).choice([move for move in board.legal_moves if move.drop]))


@pytest.mark.parametrize("left_square", ["fold", "vanish", "random"])
def test_a_drop_leaves_no_square(left_square):
    board = Board(parse(small("", 'start = "PPgg"', left_square), "small"), "k4/1x3/5/5/4K[Pg] w")
    before = board.holes
    assert {move.split("@")[1] for move in drops(board)} == {
        name for name in board.variant.geometry.names if name not in ("a5", "e1", "b4")
    }
    text = "P@c3@e5" if left_square == "random" else "P@c3"
    assert board.push_uci(text).text == text
    assert board.holes - {board.variant.geometry.parse("e5")} == before


LIMITS = """drops.squares = "a1-e4"
drops.per_file = 1
drops.mates = false"""


def test_limits_of_drops():
    board = Board(parse(small(LIMITS), "small"), "k4/5/1P3/5/4K[P] w")
    assert drops(board) == {f"P@{file}{rank}" for file in "acde" for rank in "1234"} - {"P@e1"}


def test_a_pawn_gives_no_mate_by_a_drop():
    fen = "k4/5/G4/5/1R2K[P] w"
    texts = (small(LIMITS.replace("false", word)) for word in ("true", "false"))
    free, bound = (Board(parse(text, "small"), fen) for text in texts)
    assert drops(free) - drops(bound) == {"P@a4"}
    free.push_uci("P@a4")
    assert free.outcome().result() == "1-0"


def test_a_forced_drop():
    board = Board(parse(small("drops.forced = true", 'start = "PPgG"'), "small"), "k4/5/5/5/4K[GPg] w")
    assert {move.drop for move in board.legal_moves} == {"P"}
    board.push_uci("P@a1")
    assert {move.drop for move in board.legal_moves} == {None, "G"}


def test_a_forced_drop_that_is_impossible():
    game = parse(small('drops.forced = true\ndrops.squares = "a1"', 'start = "PPgG"'), "small")
    assert {move.drop for move in Board(game, "k4/5/5/5/K4[GP] w").legal_moves} == {None, "G"}
    assert {move.drop for move in Board(game, "k4/5/5/5/1r1K1[GP] w").legal_moves} == {None, "G"}


def test_a_piece_dropped_either_way():
    board = Board(parse(small('drops.other_side = "R"\nin_hand = "G"'), "small"), "k4/5/5/5/4K[P] w")
    assert {"P@c3", "+P@c3"} <= drops(board)
    assert board.push_uci("+P@c3").promotion == "R"
    assert board.piece_at(board.variant.geometry.parse("c3")).letter == "R"
    assert board.fen().split()[0] == "k4/5/2R2/5/4K[]"


def test_what_a_piece_becomes_in_a_hand():
    board = Board(parse(small('in_hand = "G"'), "small"), "k4/p4/R4/5/4K[] w")
    board.push_uci("a3a4")
    assert board.pockets[WHITE] == {"G": 1}


@pytest.mark.parametrize(
    ("fields", "hands", "told"),
    [
        ('in_hand = "K"', "captures = true", "in_hand"),
        ('drops.other_side = "Z"', "captures = true", "drops.other_side"),
        ('drops.squares = "z9"', "captures = true", "drops.squares"),
        ("drops.per_file = 3", "captures = true", "drops.per_file"),
        ("", 'start = "K"', "hands.start"),
        ("", 'start = "Z"', "hands.start"),
        ("", "captures = true\nfrom_partner = true", "hands.from_partner: not together with captures"),
        ("", "from_partner = true\nkeeps_promotion = true", "keeps_promotion"),
        ("", 'start = "P"\nkeeps_promotion = true', "keeps_promotion"),
    ],
)
def test_files_that_are_refused(fields, hands, told):
    with pytest.raises(VariantError, match=told):
        parse(small(fields, hands), "small")


def test_a_board_that_is_too_large_for_hands():
    text = small("").replace("k4/5/5/5/4K", "k13/" + "14/" * 12 + "13K")
    with pytest.raises(VariantError, match="too large for hands"):
        parse(text, "small")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("left_square", mostly_exhaustive(LeftSquare, LeftSquare.STAYS, LeftSquare.FOLDS))
def test_drops_are_found_one_by_one(game, left_square):
    """What the search asks of a move it remembers."""
    dice = random.Random(game)
    board = Board(composed(variant(game), left_square), seed=0)
    for _ in range(60):
        if board.is_game_over():
            break
        tables, position, scratch = blocks(board)
        moves = move_row()
        for move in dice.sample(board.legal_moves, min(20, len(board.legal_moves))):
            if move.drop:
                assert is_pseudo_legal(tables, position, scratch, board.number_of(move), moves, 0)
        board.push(dice.choice(board.legal_moves))


def test_repetition_counts_over_captures():
    board = Board("crazyhouse", "4k3/8/8/8/8/8/8/R3K2R[] w - - 0 1")
    for _ in range(2):
        for move in ("Ra2", "Ke7", "Ra1", "Ke8"):
            board.push_san(move)
    assert board.outcome().result() == "1/2-1/2"


@pytest.mark.parametrize("game", [*GAMES, *TWO_BOARDS])
def test_a_fen_is_read_back(game):
    dice = random.Random(game)
    board = Board(game, next(iter(pairs()[game].starts), None))
    for _ in range(120):
        if board.is_game_over():
            break
        read = Board(game, board.fen())
        assert read.fen() == board.fen()
        assert {move.text for move in read.legal_moves} == {move.text for move in board.legal_moves}
        assert read.key() == board.key()
        board.push(dice.choice(board.legal_moves))


def test_a_drop_of_a_piece_that_hoppers_cannot_pass_over_opens_no_check():
    text = """title = "Small"
[board]
start = "4k/5/5/5/K4"
[hands]
start = "A"
[pieces]
K = { name = "King", moves = "K", royal = true }
A = { name = "A", moves = "W" }
C = { name = "Cannon", moves = "pR" }
"""
    fen = "c3k/5/5/5/K4[A] w - - 0 1"
    opens = Board(parse(text, "small"), fen)
    blocks = Board(parse(text.replace('"W"', '"W", screens = false'), "small"), fen)
    between = {f"A@a{rank}" for rank in (2, 3, 4)}
    assert not between & {move.text for move in opens.legal_moves}
    assert between <= {move.text for move in blocks.legal_moves}


def test_what_is_captured_goes_to_the_partner():
    board = Board("bughouse", "rQ~2k3/8/8/8/8/8/8/4K3[N] b - - 0 1")
    board.push_san("Rxb8")
    assert board.fen() == "1r2k3/8/8/8/8/8/8/4K3[N] w - - 0 2"
    board.pop()
    assert board.fen() == "rQ~2k3/8/8/8/8/8/8/4K3[N] b - - 0 1"
    board = Board("bughouse", "4k3/1P6/8/8/8/8/8/4K3[] w - - 0 1")
    board.push_san("b8=Q+")
    assert board.fen().split()[0] == "1Q~2k3/8/8/8/8/8/8/4K3[]"
    assert board.outcome() is None, "pieces may come from the partner"


def test_a_drop_gives_no_check_where_it_may_not():
    text = small("drops.checks = false", "from_partner = true")
    board = Board(parse(text, "small"), "5/5/2k2/5/4K[P] w")
    assert "P@c2" not in drops(board)
    assert len(drops(board)) == 22


@pytest.mark.parametrize(("hands", "result"), [("", "0-1"), ("K", None)])
def test_a_king_in_hand_must_be_dropped_and_is_counted(hands, result):
    board = Board("koedem", f"4k2k/8/8/8/8/8/8/3qK3[{hands}] b - - 0 1")
    board.push_san("Qxe1")
    outcome = board.outcome()
    assert (outcome and outcome.result()) == result
    assert drops(board) == ({move.text for move in board.legal_moves} if hands else set())


TURNED = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[B] b - - 0 2"


def test_a_promoted_piece_is_written_with_a_plus():
    board = Board("shogi")
    for move in ("c3c4", "g7g6", "b2h8+"):
        board.push_uci(move)
    assert board.fen() == TURNED
    again = Board("shogi", TURNED)
    assert again.piece_at(again.variant.geometry.parse("h8")).letter == "H"
    again.push_uci("g9h8")
    assert again.fen().split()[0].endswith("[Bb]")


def test_fields_that_nobody_needs_may_be_missing_together():
    text = TURNED.replace("b - - 0 2", "b 0 2")
    assert Board("shogi", text).fen() == TURNED


@pytest.mark.parametrize(
    ("text", "move"), [("Gd8", "e7d8"), ("Gee8", "e7e8"), ("Te8", "e7e8"), ("Hh7", "h8h7")]
)
def test_a_promoted_piece_may_have_the_letter_of_one_that_moves_alike(text, move):
    board = Board("shogi", TURNED.replace("pppppp1pp", "pppp+P2pp").replace(" b ", " w "))
    assert board.parse_san(text).text == move


def test_a_promotion_may_have_the_letter_of_a_piece_that_moves_alike():
    board = Board("shogi", "4k4/9/9/3P5/9/9/9/9/4K4[] w - - 0 1")
    assert board.parse_san("Pd7=G") == board.parse_san("d7=T") == board.parse_uci("d6d7+")
    assert board.parse_san("d7").text == "d6d7"


def test_a_move_may_have_another_letter_of_its_piece():
    assert Board("xiangqi").parse_san("Hc3").text == "b1c3"


def test_a_piece_turns_back():
    board = Board("kyotoshogi")
    assert board.fen().split()[0] == "p+nks+l/5/5/5/+LSK+NP[]"
    assert board.push_uci("e1e2+").promotion == "R"
    board.push_uci("a5a4+")
    assert board.push_uci("e2e3-").promotion == "P"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ('promoted_from = "Z"', "no piece has the letter 'Z'"),
        ('promoted_from = "PL"', "one letter is expected"),
        ('promoted_from = "G"', "'G' does not promote to this piece"),
        ('promoted_from = "S"', "'S' does not promote to this piece"),
    ],
)
def test_an_other_side_that_is_none(fields, told):
    text = f'inherits = "shogi"\n\n[pieces.T]\n{fields}\n'
    with pytest.raises(VariantError, match=f"line 4, pieces.T.promoted_from.*{told}"):
        parse(text, "a")


def test_a_piece_without_its_other_side():
    game = parse('inherits = "shogi"\nboard.start = "4k4/9/9/9/9/9/9/9/4K4"\npieces.without = "P"\n', "a")
    assert game.piece_types["T"].promoted_from == ""

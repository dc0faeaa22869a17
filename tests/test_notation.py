"""Positions and moves written and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.data_files import each
from tests.support.random_games import WITHOUT_DICE, boards, has_both_kings
from wormhole import Board, MoveError
from wormhole.rules.described_moves import MOST_TEXTS


@given(boards().filter(has_both_kings))
def test_fen_round_trip(board):
    assert Board(board.variant, board.fen()).fen() == board.fen()


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("smess", "1ssxss1/nnnnnnn/7/7/7/7/NNNNNNN/1SSBSS1 b".replace("x", "1")),
        ("wormhole-smess", "nssxss1/nxnxnnn/2nx3/3S3/3x1x1/7/NNNNNxN/SxSBSxN b"),
        ("cheshire", "rnxqxbnr/Npppxppx/1xxxx2p/Kx2p3/x7/P1xP4/xPPxPPPP/RxBQxBNR b"),
    ],
)
def test_a_position_without_a_king_is_read(game, fen):
    board = Board(game, fen)
    assert board.king(board.turn) is None
    assert board.outcome().winner is (not board.turn)


@given(boards())
def test_uci_round_trip(board):
    for move in board.legal_moves:
        assert board.parse_uci(str(move)) == move


@given(boards())
def test_san_round_trip(board):
    texts = [board.san(move) for move in board.legal_moves]
    assert [board.parse_san(text) for text in texts] == board.legal_moves
    assert len(set(texts)) == len(texts)


def played_at_once(board: Board, texts: list[str], name: str) -> Board:
    """A board after these moves, many at once; each that is not plain by itself."""
    after, done = board.root(), 0
    while done < len(texts):
        done += getattr(after, f"{name}s")(texts[done:])
        if done < len(texts):
            getattr(after, name)(texts[done])
            done += 1
    return after


@given(boards())
def test_many_moves_are_played_as_one_by_one(board):
    """Positions, rolls, keys and what counts as repeated are the same."""
    one, sans = board.root(), []
    for move in board.move_stack:
        sans.append(one.san(move))
        one.push(move)
    for texts, name in ((sans, "push_san"), ([move.text for move in board.move_stack], "push_uci")):
        many = played_at_once(board, texts, name)
        assert many.fen() == one.fen()
        assert [(move.number, str(move)) for move in many.move_stack] == [
            (move.number, str(move)) for move in one.move_stack
        ]
        assert many.keys().tolist() == one.keys().tolist()
        assert (many.past_keys, many.repetitions()) == (one.past_keys, one.repetitions())
        while many.move_stack:
            many.pop()
        assert many.fen() == board.root().fen()


@given(boards(), st.data())
def test_many_moves_end_where_one_is_refused(board, data):
    """Nothing is played that would not be played alone."""
    legal = [board.san(move) for move in board.legal_moves]
    strange = st.from_regex(r"[A-Z]?[a-h]?[1-8]?x?[a-j][0-9](=?[A-Z])?[+#]?", fullmatch=True)
    texts = data.draw(st.lists(st.sampled_from([*legal, "O-O", "e2e4", "--", ""]) | strange, max_size=4))
    many, one = board.copy(), board.copy()
    count = many.push_sans(texts)
    for text in texts[:count]:
        one.push_san(text)
    assert (many.fen(), many.key(), many.legal_moves) == (one.fen(), one.key(), one.legal_moves)


def test_more_texts_than_are_remembered():
    """Also if all are strange, as in a file that is no PGN."""
    board, strange = Board("chess"), [f"N{number}" for number in range(2 * MOST_TEXTS)]
    assert board.push_sans(["e4", "e5", *strange]) == 2
    assert board.push_sans(["Nf3", "Nc6"]) == 2
    assert board.push_sans(strange[:100]) == 0


@given(boards(WITHOUT_DICE))
def test_san_says_what_the_move_does(board):
    for move in board.legal_moves:
        text, captures = board.san(move), board.is_capture(move)
        board.push(move)
        over, check = not board.legal_moves, board.is_check()
        board.pop()
        assert ("x" in text) is captures
        assert text.endswith("#") is (over and check)
        assert text.endswith("+") is (check and not over)
        assert ("=" in text) is (move.promotion is not None)


@each("san")
def test_san_is_written(row):
    board = Board(fen=row["fen"])
    assert board.san(board.parse_uci(row["move"])) == row["san"]


@each("san")
def test_san_is_read_as_people_write_it(row):
    board = Board(fen=row["fen"])
    for text in [row["san"], *row["also"]]:
        assert board.parse_san(text).text == row["move"], text


@each("san")
def test_push_plays_what_was_read(row):
    by_san, by_uci = Board(fen=row["fen"]), Board(fen=row["fen"])
    assert by_san.push_san(row["san"]) == by_uci.push_uci(row["move"]) == by_san.peek()
    assert by_san.fen() == by_uci.fen()


@pytest.mark.parametrize("text", ["E2E4", " e2e4\n"])
def test_uci_is_read_as_people_write_it(text):
    assert Board().parse_uci(text).text == "e2e4"


def test_the_start_is_written_in_six_fields():
    assert Board().fen() == "cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC w - - 0 1"


@pytest.mark.parametrize(
    "text",
    [
        "cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC",
        "cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC w",
        "cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC w - - 0",
        "cnwmkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWMKWNC w - - 0 1",
        "  cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC   w -\t- 0 1\n",
    ],
)
def test_fen_is_read_as_people_write_it(text):
    assert Board(fen=text).fen() == Board().fen()


def test_the_clock_and_the_move_number_are_kept():
    board = Board(fen="cwkxxxwn/ppxppppx/2lxxW2/4x2p/3P1x2/3n1x2/PPPxPPPP/CWxxxNKC b - - 3 9")
    assert (board.halfmove_clock, board.fullmove_number, board.ply()) == (3, 9, 17)
    board.push_uci("d3g5")
    assert board.fen().split()[3:] == ["-", "4", "10"]
    board.push_uci("d4d5")
    assert board.fen().split()[3:] == ["-", "0", "10"]


def test_only_a_legal_move_has_a_san():
    board = Board()
    move = board.push_uci("e2e4")
    with pytest.raises(MoveError, match="e2e4 is not legal here"):
        board.san(move)

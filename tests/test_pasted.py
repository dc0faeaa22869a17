"""What a pasted text is taken for: a position, games, moves, an address."""

from __future__ import annotations

import pytest

from wormhole import Board, WormholeError, variant
from wormhole.library import pgn
from wormhole.library.pasted import fen_of, game_lines, holds_games, position, unfolded

CHESS = variant("chess")
PLACEMENT = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
ARRAY = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB"
XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


@pytest.mark.parametrize(
    "text",
    [
        *("e2e4 e7e5 g1f3", "e4 e5 Nf3", "1 e4 e5 2 Nf3", "1. e4 e5 2. Nf3", "1.e4 e5 2.Nf3 *"),
        *("e4 e5\nNf3", "e4! e5?? Nf3", "  e4 e5 Nf3 1-0 "),
    ],
)
def test_a_list_of_moves_is_a_game(text):
    assert holds_games(text)
    game = pgn.pick(game_lines(text, CHESS))
    assert [move.text for move in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]


@pytest.mark.parametrize(
    "text",
    ["", "e4", "hello world", "w KQkq", f"{PLACEMENT} w", f'{PLACEMENT} w KQkq - bm Nf3; id "1. e4 e5";'],
)
def test_other_texts_are_no_games(text):
    assert not holds_games(text)


@pytest.mark.parametrize(
    ("text", "game", "fen"),
    [
        (f"{PLACEMENT}  b KQkq e3 0 1\n", "chess", f"{PLACEMENT} b KQkq e3 0 1"),
        (f"{PLACEMENT}\n  b KQkq\te3 0 1", "chess", f"{PLACEMENT} b KQkq e3 0 1"),
        (f'{PLACEMENT} b KQkq - bm e5; id "a";', "chess", f"{PLACEMENT} b KQkq - 0 1"),
        (f"{ARRAY} w KQkq - 0 1", "fischerandom", f"{ARRAY} w KQkq - 0 1"),
    ],
)
def test_a_position_is_read(text, game, fen):
    board, corrections = position(text, CHESS)
    assert (board.variant.name, board.fen(), corrections) == (game, fen, ())


def test_a_corrected_position_is_told():
    board, corrections = position("6k1/5ppp/8/8/8/8/5PPP/6K1 w KQkq - 0 0", CHESS)
    assert board.fen() == "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"
    assert len(corrections) == 2


@pytest.mark.parametrize(
    ("address", "game", "fen"),
    [
        (f"https://lichess.org/analysis/standard/{PLACEMENT}_b_KQkq_-_0_1", "chess", ""),
        (f"https://lichess.org/analysis/{PLACEMENT}_b_KQkq_-_0_1#3", "chess", ""),
        (f"lichess.org/editor/{PLACEMENT}_b_KQkq_-_0_1?color=white", "chess", ""),
        (f"https://lichess.org/?fen={PLACEMENT}_b_KQkq_-_0_1#ai", "chess", ""),
        (f"https://lichess.org/analysis/crazyhouse/{PLACEMENT}/_b_KQkq_-_0_1", "crazyhouse", "[]"),
        (f"https://lichess.org/analysis/crazyhouse/{PLACEMENT}[Qp]_b_KQkq_-_0_1", "crazyhouse", "[Qp]"),
        (f"https://lichess.org/analysis/crazyhouse/{PLACEMENT}/Qp_b_KQkq_-_0_1", "crazyhouse", "[Qp]"),
        (f"https://www.chess.com/analysis?fen={PLACEMENT}+b+KQkq+-+0+1&flip=false", "chess", ""),
        (
            f"https://www.chess.com/analysis?fen={PLACEMENT.replace('/', '%2F')}%20b%20KQkq%20-%200%201",
            "chess",
            "",
        ),
    ],
)
def test_a_position_is_taken_out_of_an_address(address, game, fen):
    own = variant("wormhole")
    board = pgn.pick(unfolded(address, own).split("\n")).start
    assert (board.variant.name, board.fen()) == (game, f"{PLACEMENT}{fen} b KQkq - 0 1")
    assert Board(game, fen_of(address, own)).fen() == board.fen()


def test_the_game_in_an_address_decides_its_board():
    address = f"https://www.pychess.org/analysis/xiangqi?fen={XIANGQI}_w_-_-_0_1"
    assert pgn.pick(unfolded(address, CHESS).split("\n")).start.variant.name == "xiangqi"
    address = f"https://lichess.org/analysis/chess960/{ARRAY}_w_KQkq_-_0_1"
    assert pgn.pick(unfolded(address, CHESS).split("\n")).start.variant.name == "fischerandom"


@pytest.mark.parametrize(
    "address",
    [
        *("https://lichess.org/analysis/pgn/e4_e5_Nf3", "https://lichess.org/analysis/pgn/e4+e5+Nf3"),
        "https://www.chess.com/analysis?pgn=1.%20e4%20e5%202.%20Nf3",
    ],
)
def test_moves_are_taken_out_of_an_address(address):
    game = pgn.pick(unfolded(address, CHESS).split("\n"))
    assert [move.text for move in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]


@pytest.mark.parametrize(
    "address",
    [
        "https://lichess.org/abcdefgh",
        "https://www.chess.com/game/live/1",
        "www.example.org/",
        "http://a.b/c/d",
    ],
)
def test_other_addresses_are_not_opened(address):
    with pytest.raises(WormholeError, match="Addresses are not opened"):
        unfolded(address, CHESS)


def test_several_positions_are_games_to_choose_from():
    text = f'# openings\n{PLACEMENT} b KQkq - id "King\'s pawn";\n\n6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1\n'
    first, second = pgn.read(unfolded(text, CHESS))
    assert first.headers["Event"] == "King's pawn"
    assert [first.start.fen().split()[0], second.start.fen().split()[0]] == [
        PLACEMENT,
        "6k1/5ppp/8/8/8/8/5PPP/6K1",
    ]

"""Play and undo in random games: undo restores every array, and played positions are consistent."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.parts import EACH_GAME, examples
from tests.support.plain_loops import blocks, move_row, saved_row
from tests.support.random_games import CHOICES, GAMES, WITHOUT_DICE, WORMHOLE, boards, has_both_kings, play_on
from wormhole import Board, Move, MoveError
from wormhole.rules import board as board_module
from wormhole.rules.loops.move_encoding import to_square
from wormhole.rules.loops.moves import add_moves
from wormhole.rules.loops.play_and_undo import play_null, undo_null
from wormhole.rules.loops.promotion import ALL
from wormhole.rules.variant import LeftSquare

LONGEST_WORMHOLE_GAME = 62
"""Plies of the longest game: each removes a square, and two kings need two (rules.md, section 1)."""

PAWN_AT_THE_LAST_RANK = "1k2xx1x/x1xrxP1p/2x1p1nP/xxxxxx1x/nx1xxx2/Bx1Rxxpx/x3nxx1/xx3K1b w - - 0 34 e2,g6"
"""A pawn on f7 beside a gate on e8, which it may not pass."""

PROMOTIONS = "1n1lkwxc/P1xppppp/2x2n2/2x5/2pN1x2/1P2P3/2PxxPPP/CxWLNWKC w - - 0 9"


def arrays(board):
    """Copies of a board's arrays, by name."""
    return {name: array.tobytes() for name, array in board.position._asdict().items()}


def links_there(board):
    """The links of the remaining squares, without those of removed ones."""
    there = [square for square in range(board.variant.geometry.squares) if square not in board.holes]
    return board.position.links.reshape(-1, 256)[:, there].tolist()


@given(GAMES, CHOICES)
def test_undo_restores_every_array(game, choices):
    board = Board(game, seed=0)
    before = []
    for choice in choices:
        if board.is_game_over():
            break
        before.append((arrays(board), board.fen(), board.legal_moves))
        board.push(board.legal_moves[choice % len(board.legal_moves)])
    moves = board.move_stack
    while before:
        assert board.pop() == moves.pop()
        assert (arrays(board), board.fen(), board.legal_moves) == before.pop()
    assert board.move_stack == []


@given(boards())
def test_every_legal_move_can_be_undone(board):
    before = arrays(board)
    for move in board.legal_moves:
        board.push(move)
        assert board.pop() == move
        assert arrays(board) == before


@given(boards())
def test_a_null_move_can_be_undone(board):
    position, saved = board.position, saved_row()
    before = [array.tobytes() for array in position]
    play_null(position, saved, 0)
    assert [array.tobytes() for array in position] != before
    undo_null(position, saved, 0)
    assert [array.tobytes() for array in position] == before


@pytest.mark.parametrize("game", EACH_GAME)
@examples(15)
@given(choices=CHOICES)
def test_games_with_null_moves(game, choices):
    """A null move changes the side to move and the clock, and ends the right to capture en passant."""
    board = Board(game, seed=0)
    before = []
    for choice in choices:
        before.append((arrays(board), board.fen(), board.key(), board.legal_moves, board.repetitions()))
        move = Move.null() if choice % 3 == 0 else None
        if move is None and board.legal_moves:
            move = board.legal_moves[choice % len(board.legal_moves)]
        try:
            board.push(Move.null() if move is None else move)
        except MoveError:
            assert board.is_check() or not board.legal_moves
            assert (arrays(board), board.fen()) == before.pop()[:2]
            break
        if not board.peek():
            assert board.last_route() is None
            assert board.peek().roll is None
            fields, last = board.fen().split(), before[-1][1].split()
            assert (fields[0], fields[2], fields[3]) == (last[0], last[2], "-")
            assert fields[1] != last[1]
        if board.king(board.turn) is not None:
            read = Board(board.variant, board.fen())
            assert set(read.legal_moves) == set(board.legal_moves)
            assert read.key() == board.key()
    twin = board.copy()
    while before:
        board.pop()
        assert twin.pop() is not None
        then = before.pop()
        assert (arrays(board), board.fen(), board.key(), board.legal_moves, board.repetitions()) == then
        assert twin.fen() == then[1]


@pytest.mark.parametrize(
    ("game", "fen", "why"),
    [
        ("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "in check"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "the game is over"),
        ("chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "in check"),
    ],
)
def test_where_a_null_move_is_refused(game, fen, why):
    board = Board(game, fen)
    for play in (
        lambda: board.push(Move.null()),
        lambda: board.push_san("--"),
        lambda: board.push_uci("0000"),
        lambda: board.san(Move.null()),
    ):
        with pytest.raises(MoveError, match=why):
            play()
    assert board.fen() == Board(game, fen).fen()


def test_a_long_game_is_undone_to_its_start():
    """Also where the board no longer remembers which moves were legal."""
    board, fens = Board("chess"), []
    for number in range(3000):
        fens.append(board.fen())
        board.push_uci(("g1f3", "g8f6", "f3g1", "f6g8")[number % 4])
    tracemalloc.start()
    twin = board.copy()
    for number in range(8000):
        twin.push_uci(("g1f3", "g8f6", "f3g1", "f6g8")[number % 4])
    assert tracemalloc.get_traced_memory()[0] < 5 << 20
    tracemalloc.stop()
    for fen in reversed(fens):
        board.pop()
        assert board.fen() == fen
        assert len(board.legal_moves) >= 20


def test_a_long_game_goes_on_in_compiled_loops_once_they_are_loaded(monkeypatch):
    plain, loaded, moves = [], board_module.current(), ("g1f3", "g8f6", "f3g1", "f6g8")

    def push(*arguments):
        plain.append(arguments[3])
        board_module.PLAIN.push(*arguments)

    monkeypatch.setattr(board_module, "current", lambda: board_module.PLAIN._replace(push=push))
    board = Board("chess")
    for number in range(100):
        board.push_uci(moves[number % 4])
    assert len(plain) == 100
    monkeypatch.setattr(board_module, "current", lambda: loaded)
    for number in range(1900):
        board.push_uci(moves[number % 4])
    assert len(plain) < 1000
    assert board.fen() == Board("chess").fen()[:-3] + "2000 1001"


def test_how_a_null_move_is_written():
    board = Board("chess")
    for text in ("e4", "--", "Z0", "0000", "@@@@"):
        board.push_san(text)
    assert board.push_uci("0000") == Move.null()
    assert [str(move) for move in board.move_stack] == ["e2e4"] + 5 * ["0000"]
    assert board.san(Move.null()) == "--"
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 5 4"
    assert not board.is_legal(Move.null())
    assert not board.is_capture(Move.null())
    with pytest.raises(MoveError):
        board.route(Move.null())


def test_promotions_can_be_undone():
    board = Board(fen=PROMOTIONS)
    before = arrays(board)
    promotions = [move for move in board.legal_moves if move.promotion]
    assert {move.text for move in promotions} == {
        f"a7{target}{piece}" for target in ("a8", "b8") for piece in "lcwn"
    }
    for move in promotions:
        board.push(move)
        assert board.piece_at(move.to_square).letter == move.promotion
        board.pop()
        assert arrays(board) == before


@given(boards().filter(has_both_kings))
def test_a_played_position_is_the_one_its_fen_describes(board):
    """The links are the same after playing and after reading the FEN."""
    read = Board(board.variant, board.fen())
    assert links_there(read) == links_there(board)
    assert read.piece_map() == board.piece_map()
    assert read.holes == board.holes
    assert set(read.legal_moves) == set(board.legal_moves)
    assert (read.turn, read.is_check()) == (board.turn, board.is_check())


@given(boards(WITHOUT_DICE))
def test_what_a_move_changes(board):
    """The piece moves, the captured one is gone, a rook may castle; the square behind is removed or stays."""
    stays = board.variant.left_square is LeftSquare.STAYS
    for move in board.legal_moves:
        holes, pieces = board.holes, board.piece_map()
        expected = dict(pieces)
        route = board.route(move)
        if route.captured is not None:
            assert expected.pop(route.captured).color is not board.turn
        for origin, target in filter(None, [(move.from_square, move.to_square), route.castled]):
            assert target not in holes
            assert target == route.captured or target not in pieces
            expected[target] = expected.pop(origin)
        board.push(move)
        assert board.holes == (holes if stays else holes | {move.from_square})
        assert {square: piece.color for square, piece in board.piece_map().items()} == {
            square: piece.color for square, piece in expected.items()
        }
        if move.promotion is None:
            assert board.piece_map() == expected
        assert board.last_route() == route
        board.pop()


@given(boards())
def test_moves_are_listed_once_and_end_where_they_say(board):
    moves = board.legal_moves
    assert len(set(moves)) == len(moves) == len({move.text for move in moves})
    for move in moves:
        route = board.route(move)
        assert (route.from_square, route.to_square) == (move.from_square, move.to_square)
        assert set(route.holes) <= board.holes
        assert board.piece_at(move.from_square).color is board.turn


@given(WORMHOLE)
def test_no_legal_move_leaves_its_king_attacked(board):
    for move in board.legal_moves:
        board.push(move)
        king, pieces = board.king(not board.turn), board.piece_map().items()
        assert all(king not in board.attacks(square) for square, piece in pieces if piece.color is board.turn)
        board.pop()


@given(WORMHOLE)
def test_check_is_an_attack_on_the_king(board):
    king, pieces = board.king(board.turn), board.piece_map().items()
    attacked = any(king in board.attacks(square) for square, piece in pieces if piece.color is not board.turn)
    assert board.is_check() is attacked


@given(boards())
@example(Board("random-wormhole", PAWN_AT_THE_LAST_RANK))
def test_a_piece_attacks_what_the_loops_list_as_captures(board):
    tables, position, scratch = blocks(board)
    pieces, moves = board.piece_map(), move_row()
    for square, piece in pieces.items():
        kind, attacked = board.variant.piece_types[piece.letter], board.attacks(square)
        enemies = {other for other, another in pieces.items() if another.color is not piece.color}
        end = add_moves(tables, position, scratch, square, ALL, moves, 0)
        taken = enemies & {to_square(moves[index]) for index in range(end)}
        first_moves = any(path.captures and path.from_home for path in kind.paths)
        assert attacked & enemies == taken or (first_moves and attacked & enemies < taken)
        assert kind.royal or not attacked & board.holes


@given(GAMES, CHOICES, CHOICES, st.integers(0, 70))
def test_a_copy_is_independent(game, choices, more, taken_back):
    board = Board(game, seed=0)
    play_on(board, choices)
    before = (arrays(board), board.fen(), board.move_stack)
    twin = board.copy()
    assert (arrays(twin), twin.fen(), twin.move_stack) == before
    for _ in range(min(taken_back, len(twin.move_stack))):
        twin.pop()
    play_on(twin, more)
    assert (arrays(board), board.fen(), board.move_stack) == before


@given(st.lists(st.integers(0, 99), min_size=70, max_size=70))
def test_wormhole_chess_ends_before_the_squares_do(choices):
    board = Board()
    assert len(play_on(board, choices)) <= LONGEST_WORMHOLE_GAME
    assert board.outcome().winner is (not board.turn)


@given(boards())
def test_the_move_number_counts_like_a_score_sheet(board):
    assert board.ply() == len(board.move_stack)
    assert board.fullmove_number == len(board.move_stack) // 2 + 1
    assert board.turn is (len(board.move_stack) % 2 == 0)


def test_the_arrays_handed_out_are_copies():
    board = Board()
    board.position.pieces[:] = 0
    assert board.fen() == Board().fen()


def test_nothing_to_undo():
    with pytest.raises(IndexError):
        Board().pop()
    with pytest.raises(IndexError):
        Board().peek()

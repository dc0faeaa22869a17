"""The squares that each side attacks, and its moves if it were its turn, compared with the reference
rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import wormhole
from tests.reference.game import Game, legal_moves
from tests.reference.position import all_squares, square_name
from tests.reference.walks import attacks
from tests.support.parts import EACH_GAME
from wormhole import BLACK, WHITE

GAMES, MOST_PLIES, EVERY = 2, 80, 8


def positions(name: str) -> Iterator[tuple[wormhole.Board, Game]]:
    """Boards beside the reference's games, at some places of random games."""
    for seed in range(GAMES):
        choose = random.Random(f"{name} {seed}")
        board, game = wormhole.Board(name, seed=seed), Game(name)
        for ply in range(MOST_PLIES):
            if ply % EVERY == 0:
                yield board, game
            if board.is_game_over():
                break
            board.push(choose.choice(board.legal_moves))
            game.play(board.peek().text)


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_squares_that_each_side_attacks(name: str) -> None:
    for board, game in positions(name):
        names = board.variant.geometry.names
        for color in (WHITE, BLACK):
            attacked = board.attacked_by(color)
            expected = {
                square_name(game.rules, square)
                for square in all_squares(game.rules)
                if attacks(game.position, color, square)
            }
            assert {names[square] for square in attacked} == expected, board.fen()
            for square, number in attacked.items():
                attackers = board.attackers(color, square)
                assert len(attackers) == number > 0
                assert all(board.piece_at(origin).color == color for origin in attackers)
                assert all(square in board.attacks(origin) for origin in attackers)


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_routes_of_each_piece_are_the_moves_that_it_could_play_on_its_turn(name: str) -> None:
    for board, game in positions(name):
        for color in (WHITE, BLACK):
            position = game.position.copy()
            if color != board.turn:
                position.white_to_move, position.passed = color, []
            found = {
                str(move)
                for square, piece in board.piece_map().items()
                if piece.color == color
                for move in board.routes(square)
            }
            assert found == set(legal_moves(position)), board.fen()


def test_a_piece_that_gives_check_has_a_route_to_the_king() -> None:
    board = wormhole.Board("wormhole", "1nwlkxn1/1pxx4/2x5/2xp4/2p2xxN/8/3x4/4K3 w - - 0 1")
    king, wizard = (board.variant.geometry.parse(name) for name in ("e1", "c8"))
    assert king in {route.to_square for route in board.routes(wizard).values()}
    assert board.attackers(BLACK, king) == {wizard}

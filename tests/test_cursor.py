"""The cursor in a record: at each node its board is that of the node."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import EACH_GAME
from wormhole import BLACK, WHITE, Board, Move
from wormhole.library.record import Game
from wormhole.play.cursor import FAR, Cursor, way_to


def grown(name: str, seed: int, moves: int = 30) -> Game:
    """A random tree of legal moves."""
    chance = random.Random(seed)
    cursor = Cursor(Game(Board(name, seed=seed)))
    for _ in range(moves):
        if chance.random() < 0.3:
            cursor.go(chance.choice([cursor.game, *cursor.game.nodes()]))
        if cursor.board.legal_moves:
            cursor.play(chance.choice(cursor.board.legal_moves), as_main=chance.random() < 0.2)
    return cursor.game


@pytest.mark.parametrize("name", EACH_GAME)
@given(seed=st.integers(0, 1000), steps=st.lists(st.integers(0, 10_000), max_size=12))
def test_the_board_is_that_of_the_node(name, seed, steps):
    game = grown(name, seed)
    nodes = [game, *game.nodes()]
    cursor = Cursor(game)
    for step in steps:
        node = nodes[step % len(nodes)]
        cursor.go(node)
        assert cursor.node is node
        assert cursor.nodes == node.line()
        board = node.board()
        assert cursor.board.fen() == board.fen()
        assert cursor.board.move_stack == board.move_stack
        assert cursor.board.key() == board.key()


@given(seed=st.integers(0, 1000), at=st.integers(0, 100))
def test_going_on_takes_the_way_that_was_come(seed, at):
    game = grown("wormhole", seed)
    ends = [node for node in game.nodes() if node.is_end()]
    end = ends[at % len(ends)]
    cursor = Cursor(game, end)
    cursor.go(game)
    assert cursor.last() is end
    while (node := cursor.next()) is not None:
        cursor.go(node)
    assert cursor.node is end


@given(seed=st.integers(0, 1000))
def test_captured_pieces_are_those_that_are_gone(seed):
    game = grown("wormhole-fide", seed)
    cursor = Cursor(game)
    whole = len(game.start.piece_map())
    for node in game.nodes():
        cursor.go(node)
        captured = cursor.captured_by(True) + cursor.captured_by(False)
        assert len(captured) == whole - len(cursor.board.piece_map())


@pytest.mark.parametrize("name", ["wormhole", "random-wormhole"])
def test_a_known_way_leads_to_the_same_place(name):
    game = grown(name, 5, 60)
    nodes = list(game.nodes())
    chance = random.Random(1)
    one, other = Cursor(game), Cursor(game)
    for _ in range(40):
        node = chance.choice(nodes)
        one.go(node)
        other.go(node, way_to(node))
        assert other.node is one.node
        assert other.board.fen() == one.board.fen() == node.board().fen()
        assert other.nodes == one.nodes == node.line()
        assert [other.captured_by(color) for color in (WHITE, BLACK)] == [
            one.captured_by(color) for color in (WHITE, BLACK)
        ]


def test_only_a_long_way_that_was_not_gone_is_far():
    game = Game(Board())
    end = game.add_line([Move.null()] * (FAR + 1))
    cursor = Cursor(game)
    assert cursor.is_far(end)
    assert not cursor.is_far(end.parent)
    cursor.go(end)
    assert not cursor.is_far(game)
    cursor.go(game)
    assert not cursor.is_far(end)

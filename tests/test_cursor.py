"""The cursor in a record: wherever it goes, its board is that of the node."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole import Board, variants
from wormhole.gui.match.cursor import Cursor
from wormhole.library.record import Game


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


@pytest.mark.parametrize("name", variants())
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

"""The diagrams of the inventor and of the second source (rules.md, section 1)."""

from __future__ import annotations

import pytest

from tests.support.data_files import each
from wormhole import Board


def names_of(board, squares):
    return {board.variant.geometry.names[square] for square in squares}


@each("examples")
def test_the_pieces_of_the_diagrams(row):
    """``attacks`` and ``spares``: squares attacked and not; ``moves``: all squares that the piece can move
    to."""
    board = Board(fen=row["fen"])
    piece = board.variant.geometry.parse(row["piece"])
    attacked = names_of(board, board.attacks(piece))
    assert attacked >= set(row.get("attacks", ()))
    assert not attacked & set(row.get("spares", ()))
    if "moves" in row:
        targets = (move.to_square for move in board.legal_moves if move.from_square == piece)
        assert names_of(board, targets) == set(row["moves"])


@each("routes")
def test_the_route_through_the_holes(row):
    """``route``: for each step the holes that it passes and, last, its end."""
    board = Board(row.get("game", "wormhole"), row["fen"])
    route = board.route(board.parse_uci(row["move"]))
    assert [" ".join(board.variant.geometry.names[square] for square in step) for step in route.steps] == row[
        "route"
    ]
    assert set(route.holes) == {square for step in route.steps for square in step} & board.holes


def test_the_inventors_diagram_is_check_by_the_wizard():
    board = Board(fen="1nwlkxn1/1pxx4/2x5/2xp4/2p2xxN/8/3x4/4K3")
    assert board.is_check()
    assert not Board(fen="1n1lkxn1/1pxx4/2x5/2xp4/2p2xxN/8/3x4/4K3").is_check()


@pytest.mark.parametrize("rights", ["-", "Kk"])
def test_a_kings_first_move_attacks_nothing_far(rights):
    board = Board("cheshire", f"4k3/8/8/8/8/8/8/4K3 w {rights} -")
    assert names_of(board, board.attacks(board.king(True))) == {"d1", "d2", "e2", "f1", "f2"}


def test_every_square_of_the_start_can_be_named():
    geometry = Board().variant.geometry
    assert [geometry.parse(name) for name in geometry.names] == list(range(64))
    assert geometry.names[0] == "a1"
    assert geometry.names[-1] == "h8"

"""The view of one piece: what it shows is what the rules say, in every game."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from random_games import boards

from wormhole import Board, Move, variants
from wormhole.gui.board.folded import folded
from wormhole.rules.variant import LeftSquare


def targets_of(seen):
    return {cell.square for cell in seen.cells if cell.is_target}


@given(boards())
@settings(max_examples=300, deadline=None)
def test_its_targets_are_the_legal_moves(board):
    legal, captured = {}, {}
    for move in board.legal_moves:
        legal.setdefault(move.from_square, set()).add(move.to_square)
        captured[move.from_square, move.to_square] = board.captured_square(move)
    for square, piece in board.piece_map().items():
        seen = folded(board, square)
        assert seen.is_to_move == (piece.color == board.turn)
        if seen.is_to_move:
            assert targets_of(seen) == legal.get(square, set())
            assert all(
                cell.captured == captured[square, cell.square] for cell in seen.cells if cell.is_target
            )
            assert all(cell.stands for cell in seen.cells if cell.is_target)


@given(boards())
@settings(max_examples=100, deadline=None)
def test_the_other_sides_targets_are_its_moves_if_it_could_pass(board):
    if not board.move_stack or board.is_game_over() or board.is_check():
        return
    views = {
        square: folded(board, square)
        for square, piece in board.piece_map().items()
        if piece.color != board.turn
    }
    board.push(Move.null())
    for move in board.legal_moves:
        route = board.route(move)
        if route.castled is None and board.captured_square(move) in (None, move.to_square):
            assert move.to_square in targets_of(views[move.from_square])


def stepped(board, square, vector):
    """Where a step in this direction leads, found on the board without links: the first square not removed,
    and the holes before it."""
    geometry, holes = board.variant.geometry, []
    x, y = geometry.place[square]
    while True:
        x, y = x + vector[0], y + vector[1]
        there = geometry.square_at.get((x, y))
        if there is None or there not in board.holes:
            return there, tuple(holes)
        holes.append(there)


@given(boards())
@settings(max_examples=200, deadline=None)
def test_each_chain_is_a_chain_of_steps(board):
    if board.has_dice:
        return
    vanishes = board.variant.left_square is LeftSquare.VANISHES
    for square in board.piece_map():
        seen = folded(board, square)
        holes = {(seam.start, seam.end): seam.holes for seam in seen.seams}
        links = set()
        for index, cell in enumerate(seen.cells):
            assert cell.chain[0] == 0
            assert cell.chain[-1] == index
            links.update(pairwise(cell.chain))
        assert set(holes) <= links
        for start, end in links:
            before, after = seen.cells[start], seen.cells[end]
            vector = after.place[0] - before.place[0], after.place[1] - before.place[1]
            assert max(map(abs, vector)) == 1
            there, passed = stepped(board, before.square, vector)
            if vanishes and holes.get((start, end)) is None:  # a step of a leap stays on its place
                x, y = board.variant.geometry.place[before.square]
                there = board.variant.geometry.square_at[x + vector[0], y + vector[1]]
                passed = ()
            assert (there, passed) == (after.square, holes.get((start, end), ()))


@given(boards())
@settings(max_examples=100, deadline=None)
def test_the_beads_are_the_holes_of_the_routes(board):
    for square in board.piece_map():
        seen = folded(board, square)
        holes = {(seam.start, seam.end): seam.holes for seam in seen.seams}
        for route in board.routes(square).values():
            chain = seen.cells[seen.target_at(route.to_square)].chain
            assert tuple(hole for link in pairwise(chain) for hole in holes.get(link, ())) == route.holes
            assert [seen.cells[index].square for index in chain[1:]] == [step[-1] for step in route.steps]


@pytest.mark.parametrize("name", variants())
def test_at_the_start_each_place_has_one_square(name):
    board = Board(name)
    for square in board.piece_map():
        seen = folded(board, square)
        assert len({cell.place for cell in seen.cells}) == len(seen.cells)
        assert not seen.seams

"""The view of one piece agrees with the rules, in every game."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import EACH_GAME, examples
from tests.support.random_games import boards, has_both_kings
from wormhole import Board, Move
from wormhole.gui.board.folded import folded
from wormhole.rules.variant import LeftSquare


def targets_of(seen):
    return {cell.square for cell in seen.cells if cell.is_target}


@given(boards())
@examples(300)
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


@given(boards().filter(has_both_kings))
@examples(100)
def test_the_other_sides_targets_are_its_moves_if_it_could_pass(board):
    if board.is_check() or not board.legal_moves:
        return
    views = {
        square: folded(board, square)
        for square, piece in board.piece_map().items()
        if piece.color != board.turn
    }
    board.push(Move.null())
    legal = {square: set() for square in views}
    for move in board.legal_moves:
        legal[move.from_square].add(move.to_square)
    assert {square: targets_of(seen) for square, seen in views.items()} == legal


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
@examples(200)
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
            vector = after.offset[0] - before.offset[0], after.offset[1] - before.offset[1]
            assert max(map(abs, vector)) == 1
            there, passed = stepped(board, before.square, vector)
            if vanishes and holes.get((start, end)) is None:  # a step of a leap stays on its place
                x, y = board.variant.geometry.place[before.square]
                there = board.variant.geometry.square_at[x + vector[0], y + vector[1]]
                passed = ()
            assert (there, passed) == (after.square, holes.get((start, end), ()))


def next_through(board, square, vector, letter):
    """Where a step leads on a board with passages, each place with the wormholes before it.

    It goes over a wormhole, or in at it and out of the next one on the line: found on the grid, by the words
    of the rules.
    """
    geometry, wormholes = board.variant.geometry, board.holes

    def beyond(here):
        x, y = geometry.place[here]
        x, y = x + vector[0], y + vector[1]
        if here in wormholes and (geometry.place[here][0] in (0, 7) or geometry.place[here][1] in (0, 7)):
            x, y = x % 8, y if letter == "P" else y % 8
        return geometry.square_at.get((x, y))

    def out_of(entry):
        here = beyond(entry)
        while here is not None and here not in wormholes:
            here = beyond(here)
        return here

    found, waiting, known = set(), [(beyond(square), ())], set()
    while waiting:
        here, passed = waiting.pop()
        if here is None or (here, passed) in known or len(passed) > 8:
            continue
        known.add((here, passed))
        if here not in wormholes:
            found.add((here, passed))
            continue
        waiting.append((beyond(here), (*passed, here)))
        if max(map(abs, vector)) == 1 and out_of(here) is not None:
            waiting.append((beyond(out_of(here)), (*passed, here, out_of(here))))
    return found


@given(boards(st.just("random-wormhole")))
@examples(100)
def test_each_chain_goes_over_or_through_wormholes(board):
    for square, piece in board.piece_map().items():
        seen = folded(board, square)
        holes = {(seam.start, seam.end): seam.holes for seam in seen.seams}
        for cell in seen.cells:
            for start, end in pairwise(cell.chain):
                before, after = seen.cells[start], seen.cells[end]
                vector = after.offset[0] - before.offset[0], after.offset[1] - before.offset[1]
                passed = holes.get((start, end), ())
                if piece.letter == "K":
                    assert not passed
                elif start == 0 or before.square != square:
                    assert (after.square, passed) in next_through(board, before.square, vector, piece.letter)


@given(boards())
@examples(100)
def test_the_beads_are_the_holes_of_the_routes(board):
    for square in board.piece_map():
        seen = folded(board, square)
        holes = {(seam.start, seam.end): seam.holes for seam in seen.seams}
        for route in board.routes(square).values():
            chain = seen.cells[seen.target_at(route.to_square)].chain
            assert tuple(hole for link in pairwise(chain) for hole in holes.get(link, ())) == route.holes
            assert [seen.cells[index].square for index in chain[1:]] == [step[-1] for step in route.steps]


@pytest.mark.parametrize("name", EACH_GAME)
def test_at_the_start_each_place_has_one_square(name):
    board = Board(name)
    for square in board.piece_map():
        seen = folded(board, square)
        assert len({cell.offset for cell in seen.cells}) == len(seen.cells)
        assert not seen.seams

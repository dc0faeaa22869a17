"""The learned evaluation of games with hands: what a move changes, and what is learned from."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from tests.support.data_files import each
from tests.support.networks import random_network
from tests.support.parts import mostly_exhaustive
from tests.support.plain_loops import blocks
from wormhole import Board, Variant, WormholeError, variant
from wormhole.compiling import arrays
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.accumulators import evaluate_network, refresh_accumulator
from wormhole.engine.loops.evaluate import balance_of, count_terms, gain
from wormhole.engine.loops.search_steps import make_move
from wormhole.engine.loops.workspace import BALANCE, MATE_BOUND, VIEWS, WIDTH, at
from wormhole.engine.network import MOST_HELD
from wormhole.rules.game_file import parse
from wormhole.rules.position import ENDED, TURN
from wormhole.rules.tables import FIRST_PIECE
from wormhole.training.encoding import Encoding
from wormhole.training.fitting import rounded, transferred_weights
from wormhole.training.loops.descent import NetworkWeights
from wormhole.training.loops.packing import LENGTH, pack

PLIES = 60
SEEDS = pytest.mark.parametrize("seeds", mostly_exhaustive([(0,), (1, 2, 3, 4)], (0,)), ids=str)
"""Of games that are looked at together: not each of them has drops."""


def plain_workspace(game: Variant):
    return arrays.views(workspace_for(game, network=random_network(game)))


def random_positions(game, seeds):
    """The boards of random games with many drops, each with the move that comes next."""
    for seed in seeds:
        board, dice = Board(game, seed=seed), random.Random(seed)
        for _ in range(PLIES):
            moves = board.legal_moves
            if not moves:
                break
            drops = [move for move in moves if move.drop]
            move = dice.choice(drops if drops and dice.random() < 0.3 else moves)
            yield board, move
            board.push(move)


def known_of(position, work):
    """What the search knows of a position, computed from all its pieces."""
    refresh_accumulator(position, work)
    return [balance_of(position, work), *work.hidden[:VIEWS]]


@SEEDS
@each("hands")
def test_what_a_move_changes_is_what_a_look_would_see(row, seeds):
    game = parse(row["file"], row["about"])
    work, afresh = plain_workspace(game), plain_workspace(game)
    held = dropped = 0
    for board, move in random_positions(game, seeds):
        tables, position, scratch = blocks(board)
        work.stack[at(0, BALANCE)] = known_of(position, work)[0]
        count_terms(tables, position, scratch, work, position.state[TURN], 0, 0)
        number = board.number_of(move)
        gained = gain(tables, position, work, number)
        make_move(tables, position, scratch, work, number, gained, 0, 0)
        if not position.state[ENDED]:
            found = [work.stack[at(1, BALANCE)], *work.hidden[VIEWS : 2 * VIEWS]]
            assert found == known_of(position, afresh), (board.fen(), str(move))
        held, dropped = held + sum(position.hands), dropped + bool(move.drop)
    assert held
    assert dropped


@SEEDS
@each("hands")
def test_what_is_learned_from_is_what_the_search_sees(row, seeds):
    """The rows of the features that are encoded add up to the hidden layer."""
    game = parse(row["file"], row["about"])
    network, work, encoding = random_network(game), plain_workspace(game), Encoding(game)
    weights = np.append(network.rows.reshape(-1, WIDTH), np.zeros((1, WIDTH), np.int16), axis=0)
    for board, _ in random_positions(game, seeds):
        _, position, _ = blocks(board)
        record = np.zeros(encoding.form[LENGTH], np.uint8)
        assert pack(position, memoryview(encoding.form), 0, memoryview(record), 0)
        (features,) = encoding.of_records(record[None]).features
        refresh_accumulator(position, work)
        turn = position.state[TURN]
        other = np.append(encoding.other_view, encoding.features)[features]
        for side, seen in ((turn, features), (1 - turn, other)):
            hidden = network.bias + weights[seen].sum(axis=0)
            assert hidden.tolist() == list(work.hidden[side * WIDTH : (side + 1) * WIDTH]), board.fen()


def test_a_network_of_a_game_without_hands_is_another_one():
    crazyhouse, chess = variant("crazyhouse"), variant("chess")
    assert random_network(crazyhouse).fits(crazyhouse)
    assert not random_network(crazyhouse).fits(chess)
    assert not random_network(chess).fits(crazyhouse)


def test_no_hand_overflows_with_the_greatest_weights():
    game = variant("crazyhouse")
    network = random_network(game)
    most = (np.iinfo(np.int16).max - 100) // (MOST_HELD + game.geometry.squares)
    rows = np.full_like(network.rows, most)
    network = replace(network, rows=rows, bias=np.full_like(network.bias, 60))
    work = arrays.views(workspace_for(game, network=network))
    _, position, _ = blocks(Board(game))
    for square in range(game.geometry.squares):
        position.pieces[square] = FIRST_PIECE
    position.hands[FIRST_PIECE + 2] = MOST_HELD
    refresh_accumulator(position, work)
    assert set(work.hidden[:VIEWS]) == {60 + most * (MOST_HELD + game.geometry.squares)}
    assert abs(evaluate_network(position, work, 0)) < MATE_BOUND
    rows[:, -1] += np.int16(10)
    with pytest.raises(WormholeError, match="weights are too large"):
        replace(network, rows=rows)


@pytest.mark.parametrize("name", ["chess", "crazyhouse"])
def test_a_hand_that_another_game_lacks_begins_anew(name):
    encoding, network = Encoding(variant("crazyhouse")), random_network(variant(name))
    fresh = NetworkWeights.random(np.zeros(encoding.features), WIDTH, 1)
    weights = transferred_weights(encoding, network, network.steepness, fresh)
    taken = rounded(encoding, weights, network.steepness, network.made)
    squares, types = encoding.squares, len(encoding.variant.piece_types)
    assert (taken.rows[:, :squares] == network.rows[:, :squares]).all()
    kept = weights.rows.reshape(encoding.planes, encoding.places, -1)[: 2 * types, squares:]
    new = fresh.rows.reshape(encoding.planes, encoding.places, -1)[: 2 * types, squares:]
    assert (kept == new).all() == (name == "chess")

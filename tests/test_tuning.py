"""Tuning: samples, features, regression and the file of weights."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tests.support.plain_loops import blocks
from tools.tuning.features import Features
from tools.tuning.regression import Pull, expected, fit, loss, scale_of
from tools.tuning.samples import fen_of, parts, samples_of
from tools.tuning.weights_file import text_of
from wormhole import Board, variant, variants
from wormhole.compiling.arrays import views
from wormhole.engine import weights as shelf
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.evaluate import balance_of, count_terms, evaluate
from wormhole.engine.loops.workspace import BALANCE, at
from wormhole.engine.piece_values import piece_square_table
from wormhole.rules.tables import piece_number
from wormhole.training.loops.packing import LENGTH, pack
from wormhole.training.positions import Batch, form_of

GAME = variant("wormhole")
ANYWHERE = np.full(3, -np.inf)
SHIPPED = {file.stem for file in Path(shelf.__file__).parent.glob("*.toml")}


def random_board(game, plies, seed):
    dice = random.Random(seed)
    board = Board(game, seed=seed)
    for _ in range(plies):
        board.push(dice.choice(board.legal_moves))
        if board.is_game_over():
            board.pop()
            break
    return board


def judged(board):
    """Centipawns for White, by the search's own evaluation."""
    tables, position, scratch = blocks(board)
    work = views(workspace_for(board.variant, overrides={"network": 0}))
    for side in (0, 1):
        count_terms(tables, position, scratch, work, side, 0, 0)
    work.stack[at(0, BALANCE)] = balance_of(position, work)
    return evaluate(position, work, 0) * (1 if board.turn else -1)


# --- features ---


@pytest.mark.parametrize(
    "game",
    ["wormhole", "chess", "smess", "omega", "random-wormhole", "crazyhouse", "atomic", "xiangqi", "horde"],
)
def test_features_times_weights_is_the_evaluation(game):
    features = Features(variant(game), fast=False)
    row = features.row_of(shelf.weights(variant(game)))
    for seed in range(4):
        board = random_board(game, 10 * (seed + 1), seed)
        off_by = features.of(board) @ row - judged(board)
        assert abs(off_by) <= 0.5 * len(board.piece_map()) + 1


def test_a_row_of_weights_is_the_weights():
    features = Features(GAME, fast=False)
    row = np.arange(100.0, 100 + len(features.names))
    assert features.row_of(features.weights_of(row)).tolist() == row.tolist()


# --- regression ---


def games_of(true, scale, count, seed=0):
    """Random features, and random results as expected by the ``true`` weights."""
    chance = np.random.default_rng(seed)
    features = chance.integers(-3, 4, (count, len(true))).astype(float)
    return features, (chance.random(count) < expected(scale * features @ true)).astype(float)


def test_known_weights_are_found():
    true = np.array([300.0, 100.0, -20.0])
    features, results = games_of(true, 0.005, 20_000)
    pull = Pull(np.array([200.0, 200.0, 0.0]), np.full(3, 1000.0))
    found = fit(features, results, pull, ANYWHERE, 0.005)
    assert found == pytest.approx(true, abs=12)
    scores = [0.005 * features @ weights for weights in (found, pull.towards)]
    assert loss(scores[0], results) < loss(scores[1], results)


def test_the_scale_is_found():
    true = np.array([300.0, 100.0, -20.0])
    features, results = games_of(true, 0.004, 20_000)
    assert scale_of(features @ true, results) == pytest.approx(0.004, rel=0.05)


def test_weights_of_absent_features_stay():
    features, results = games_of(np.array([300.0, 100.0, -20.0]), 0.005, 500)
    features[:, 1] = 0
    pull = Pull(np.array([250.0, 123.0, 5.0]), np.array([100.0, 50.0, 5.0]))
    assert fit(features, results, pull, ANYWHERE, 0.005)[1] == 123


def test_no_weight_is_below_its_lowest():
    features, results = games_of(np.array([300.0, -50.0, -20.0]), 0.005, 5000)
    pull = Pull(np.array([300.0, 100.0, 0.0]), np.full(3, 100.0))
    found = fit(features, results, pull, np.array([20.0, 20.0, -np.inf]), 0.005)
    assert found[1] == 20
    assert found[2] == pytest.approx(-20, abs=15)


# --- samples ---


def batch_of(game):
    """Two short games by hand: White wins the first, the second is a draw."""
    fens, games = [], []
    for result, scores in ((1, (50, -50)), (0, (0, 0))):
        board, records = Board(game, seed=0), []
        for move, score in zip(("e2e4", "e7e5"), scores, strict=True):
            board.push_uci(move)
            records.append(record_of(board, score))
            fens.append(board.fen())
        games.append((np.stack(records), result))
    return fens, Batch.of_games(games)


def record_of(board, score=0):
    """The position as self-play writes it."""
    form = form_of(board.variant)
    record = np.zeros(form[LENGTH], np.uint8)
    assert pack(views(board.position), memoryview(form), score, memoryview(record), 0)
    return record


@pytest.mark.parametrize("name", ["wormhole", "crazyhouse", "petrified", "xiangqi"])
def test_the_position_of_a_row(name):
    game = variant(name)
    board = random_board(game, 40, seed=5)
    row = Batch(1, record_of(board)[None]).row(form_of(game), 0)
    read, written = Board(game, fen_of(game, row)), board.position
    assert read.turn is board.turn
    assert read.position.pieces[: game.geometry.squares].tolist() == (
        written.pieces[: game.geometry.squares].tolist()
    )
    assert read.position.hands.tolist() == written.hands.tolist()


def test_chances_are_whites_and_nearer_to_the_result_at_the_end_of_a_game():
    fens, batch = batch_of(variant("chess"))
    samples = samples_of(variant("chess"), batch, 100)
    assert [sample.game for sample in samples] == [0, 0, 1, 1]
    assert [Board("chess", sample.fen).turn for sample in samples] == [
        Board("chess", fen).turn for fen in fens
    ]
    first, last, *drawn = (sample.chance for sample in samples)
    assert drawn == pytest.approx([0.5, 0.5])
    assert 0.5 < first < 1
    assert 0.9 < last < 1
    assert len(samples_of(variant("chess"), batch, 3)) == 3


def test_each_game_is_held_out_once_and_whole():
    games = np.array([9, 10, 10, 11, 20])
    found = np.array(list(parts(games)))
    assert found.sum(axis=0).tolist() == [1] * len(games)
    assert (found[:, 1] == found[:, 2]).all()


# --- the file ---


def test_the_player_uses_the_written_weights(tmp_path, monkeypatch):
    usual = shelf.weights(GAME, tuned=False)
    features = Features(GAME, fast=False)
    wanted = features.weights_of(features.row_of(usual) + 7)
    (tmp_path / "usual.toml").write_text(text_of(usual, []), "utf-8")
    (tmp_path / "wormhole.toml").write_text(text_of(wanted, ["How it was made."]), "utf-8")
    monkeypatch.setattr(shelf.resources, "files", lambda package: tmp_path)
    shelf.weights.cache_clear()
    try:
        read = shelf.weights(GAME)
    finally:
        shelf.weights.cache_clear()
    assert read == wanted
    piece = piece_number(GAME, "L", 0)
    moved = (
        piece_square_table(GAME, read).reshape(-1, 256)[piece]
        - piece_square_table(GAME, usual).reshape(-1, 256)[piece]
    )
    assert moved[GAME.geometry.squares + 1] == 7


@pytest.mark.parametrize("game", [game for game in variants() if game in SHIPPED])
def test_the_weights_that_ship_fit_their_game(game):
    found, pieces = shelf.weights(variant(game)), variant(game).piece_types
    assert found != shelf.weights(variant(game), tuned=False)
    assert found.pieces.keys() == {letter for letter in pieces if not pieces[letter].royal}
    assert min(found.pieces.values()) > 0


def test_weights_ship_for_games_of_the_catalogue_only():
    assert SHIPPED - {"usual"} <= set(variants())

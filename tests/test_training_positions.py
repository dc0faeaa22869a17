"""Positions to learn from: each is read as it was written, and what was cut off is made anew."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.data_files import each
from tests.support.networks import random_network
from tests.support.parts import EACH_GAME, examples, mostly_exhaustive
from wormhole import Board, menu, variant
from wormhole.compiling import arrays
from wormhole.compiling.groups import available
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.accumulators import output_of, refresh_accumulator
from wormhole.rules.game_file import parse
from wormhole.rules.position import CHECKS_LEFT, ENDED, TURN
from wormhole.rules.tables import FIRST_PIECE, GATE, HAND
from wormhole.training.encoding import Encoding
from wormhole.training.loops.packing import LENGTH, encode, pack
from wormhole.training.positions import HEADER, Batch, PositionFile, form_of
from wormhole.training.teaching import Teaching, TrainingOrder
from wormhole.training.training_loops import FITTING

LENGTHS = {"chess": 27, "wormhole": 31, "crazyhouse": 28, "shogi": 40, "xiangqi": 31}
"""The bytes of a record."""


def record_of(board, score=0):
    form = form_of(board.variant)
    record = np.zeros(form[LENGTH], np.uint8)
    assert pack(arrays.views(board.position), memoryview(form), score, memoryview(record), 0)
    return record


def check(board, score):
    """A position is read as it was written, and has the inputs that the search sees."""
    game, position = board.variant, board.position
    squares, form = game.geometry.squares, form_of(game)
    record = record_of(board, score)
    batch = Batch(1, record[None])
    row = batch.row(form, 0).tolist()
    turn = int(position.state[TURN])
    assert batch.scores.tolist() == [score]
    assert row[:squares] == position.pieces[:squares].tolist()
    assert row[squares:-1] == (
        position.hands[FIRST_PIECE : FIRST_PIECE + 2 * len(game.piece_types)].tolist() if game.hands else []
    )
    assert row[-1] == turn
    encoding = Encoding.of(game, banked=True)
    seen = encoding.seen.reshape(4, -1)[2 * turn]
    found = [seen[piece << 8 | square] for square, piece in enumerate(row[:squares])]
    for kind, count in enumerate(row[squares:-1]):
        found += count * [seen[FIRST_PIECE + kind << 8 | HAND + FIRST_PIECE + kind]]
    if game.endings.checks:
        left = int(position.state[CHECKS_LEFT])
        found += [seen[GATE << 8 | left & 15], seen[GATE << 8 | 16 | left >> 4]]
    encoded = encoding.of_records(record[None])
    (features,), (banks,) = encoded.features, encoded.banks
    none = encoding.features
    assert sorted(features[features < none].tolist()) == sorted(int(each) for each in found if each < none)
    work = arrays.views(workspace_for(game, network=random_network(game, banked=True)))
    views = [arrays.views(position), work]
    refresh_accumulator(*views)
    zones = [work.zones_seen[turn], work.zones_seen[1 - turn]]
    if not position.state[ENDED]:
        assert banks.tolist() == [*zones, output_of(*views)]


def check_random_game(game, seed):
    board, dice = Board(game, seed=seed), random.Random(seed)
    for _ in range(80):
        check(board, dice.randrange(-3000, 3001))
        moves = board.legal_moves
        if not moves:
            break
        board.push(dice.choice(moves))


@pytest.mark.parametrize("name", EACH_GAME)
@given(seed=st.integers(0, 1 << 30))
@examples(10)
def test_each_position_is_read_as_it_was_written(name, seed):
    check_random_game(variant(name), seed)


@pytest.mark.parametrize(
    "name",
    mostly_exhaustive(sorted({*menu()} - {*menu("family")}), "crazyhouse", "3check", "petrified", "shogi"),
)
def test_each_position_of_other_games_is_read_as_it_was_written(name):
    check_random_game(variant(name), 5)


@each("hands")
def test_hands_are_read_as_they_were_written(row):
    check_random_game(parse(row["file"], row["about"]), 1)


@pytest.mark.parametrize("name", LENGTHS)
def test_a_record_is_short(name):
    assert form_of(variant(name))[LENGTH] == LENGTHS[name]


def test_a_position_with_too_many_pieces_is_not_written():
    board = Board("chess", "qqqqkqqq/qqqqqqqq/qqqqqqqq/8/8/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - - 0 1")
    form = form_of(board.variant)
    record = memoryview(np.zeros(form[LENGTH], np.uint8))
    assert not pack(arrays.views(board.position), memoryview(form), 0, record, 0)


@pytest.mark.skipif(not available(), reason="needs numba")
@pytest.mark.parametrize("name", ["wormhole", "crazyhouse"])
def test_plain_and_compiled_loops_read_alike(name):
    encoding, board, records = Encoding(variant(name)), Board(name, seed=2), []
    for _ in range(30):
        records.append(record_of(board))
        board.push(board.legal_moves[-1])
    flat = np.concatenate(records)
    found = []
    for is_fast in (False, True):
        features = np.full((len(records), encoding.most_active), encoding.features, np.uint16)
        banks = np.zeros((len(records), 3), np.uint8)
        selects = np.array([FIRST_PIECE, 8, 65, True])
        given = flat, encoding.form, encoding.seen, encoding.zones, selects, features, banks
        if is_fast:
            FITTING.twin(encode)(*given)
        else:
            encode(*map(memoryview, given))
        found.append([features.tolist(), banks.tolist()])
    assert found[0] == found[1]


def a_batch(seed=1, games=2):
    dice = np.random.default_rng(seed)
    return Batch.of_games([(dice.integers(0, 2, (3, 31), np.uint8), result) for result in range(games)])


def test_a_file_of_positions_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "1.positions"
    for job in (7, 8):
        PositionFile(path, 31).append(job, a_batch(job))
    file = PositionFile(path, 31)
    found = file.read()
    assert file.jobs == {*found} == {7, 8}
    first, second = found.values()
    assert [first.to_bytes(7), second.to_bytes(8)] == [a_batch(7).to_bytes(7), a_batch(8).to_bytes(8)]
    joined = Batch.joined([first, second])
    assert (joined.games, len(joined), joined.lengths.tolist()) == (4, 12, [3, 3, 3, 3])
    assert joined.results.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("length", [1, HEADER.size, HEADER.size + 31, 2 * (HEADER.size + 186) - 1])
def test_what_was_cut_off_is_made_anew(tmp_path, length):
    """The program was killed while it wrote the second block."""
    path = tmp_path / "1.positions"
    whole = a_batch(1).to_bytes(1)
    path.write_bytes((whole + a_batch(2).to_bytes(2))[:length])
    kept = [whole] if length >= len(whole) else []
    file = PositionFile(path, 31)
    assert [batch.to_bytes(1) for batch in file.read().values()] == kept
    file.append(2, a_batch(2))
    assert path.read_bytes() == b"".join(kept) + a_batch(2).to_bytes(2)
    assert len(PositionFile(path, 31).read()) == len(kept) + 1


@pytest.mark.parametrize("content", [b"", b"no positions, but longer than a header", a_batch().to_bytes(3)])
def test_a_file_of_another_kind_is_made_anew(tmp_path, content):
    path = tmp_path / "1.positions"
    path.write_bytes(content)
    file = PositionFile(path, 27)
    assert file.read() == {}
    assert file.jobs == set()


def test_work_of_an_earlier_version_goes_on_without_its_positions(tmp_path):
    game = variant("wormhole")
    order = TrainingOrder(game, 1, tmp_path / "work", tmp_path / "out.npz")
    Teaching(order)
    old = order.folder / "positions" / "1000000.npz"
    np.savez_compressed(old, rows=np.zeros(3))
    (order.folder / "positions" / "notes.positions").write_bytes(b"of somebody else")
    assert Teaching(order).rounds == []
    assert not old.exists()

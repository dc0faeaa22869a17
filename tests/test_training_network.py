"""The learned evaluation: its value in the search, its file, and the features of its fit."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from tests.support.networks import random_network
from tests.support.parts import EACH_GAME, exhaustive, mostly_exhaustive
from tests.support.plain_loops import blocks
from wormhole import Board, WormholeError, menu, variant
from wormhole.compiling import arrays
from wormhole.compiling.groups import available
from wormhole.engine.configuration import workspace_for
from wormhole.engine.levels import Limit
from wormhole.engine.loops.accumulators import (
    complete_accumulator,
    copy_accumulator,
    evaluate_network,
    output_of,
    refresh_accumulator,
    update_accumulator,
)
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import VIEWS, WIDTH
from wormhole.engine.network import (
    Network,
    network_of,
    network_of_bytes,
    sharing_games,
    shipped_network,
    taught_file,
)
from wormhole.engine.network_inputs import NetworkInputs
from wormhole.engine.thinker import Thinker
from wormhole.library.chosen_game import named
from wormhole.rules.game_file import composed
from wormhole.rules.loops.play_and_undo import play
from wormhole.rules.position import CHECKS_LEFT, ENDED, SLOTS, VICTIMS
from wormhole.rules.tables import GATE, HAND
from wormhole.rules.tabulation import blocks as blocks_for
from wormhole.rules.undo_record import SAVED
from wormhole.rules.variant import LeftSquare
from wormhole.training.encoding import Encoding
from wormhole.training.loops.packing import LENGTH, pack
from wormhole.training.loops.self_play import (
    DICE,
    EVEN_CENTIPAWNS,
    MOST_CENTIPAWNS,
    MOST_PLIES,
    NODES_A_MOVE,
    OPENING_PLIES,
    PLAN,
    SEED,
    SQUARES,
    play_game,
)
from wormhole.training.loops.self_play import PLIES as PLAYED_PLIES
from wormhole.training.positions import form_of
from wormhole.training.self_play_games import LONGEST_GAME, new_plan
from wormhole.training.training_loops import SELF_PLAY

PLIES = 24
SPECIAL = "r3k2r/1P4p1/8/2pP4/4pP2/8/1p6/R3K2R {} KQkq {} 0 1"
"""Castling to both sides, en passant, and promotions with and without a capture."""
MOST_SHIPPED_BYTES, MOST_BYTES_TOGETHER = 900_000, 12_000_000
FOLDED = "cnxlkxnx/ppppxpxx/4p2x/3xx1x1/N1P2xx1/1LxxxC1x/PPPxPxpP/xxxxKxNx w - - 0 12"

needs_numba = pytest.mark.skipif(not available(), reason="numba is not here")


def plain_workspace(game, *, banked=False):
    return arrays.views(workspace_for(game, network=random_network(game, banked=banked)))


def seen_by_sums(position, game, *, banked=False):
    """Both views of a position, as sums of the rows of the network's file."""
    network = random_network(game, banked=banked)
    inputs = NetworkInputs(game, network.counts_checks)
    faces, zones = (
        inputs.seen.reshape(4, -1),
        inputs.zones if network.kings > 1 else np.zeros_like(inputs.zones),
    )
    present = [piece << 8 | square for square, piece in enumerate(position.pieces[: inputs.squares])]
    for piece, count in enumerate(position.hands):
        present += count * [piece << 8 | HAND + piece]
    left = position.state[CHECKS_LEFT]
    present += [GATE << 8 | left & 15, GATE << 8 | 16 | left >> 4]
    views = []
    for side in range(2):
        zone = zones[side << 8 | position.squares[side * SLOTS]]
        rows = network.rows.reshape(network.kings, -1, WIDTH)[zone >> 1]
        seen = faces[2 * side + (zone & 1)][present]
        views += (network.bias + rows[seen[seen < len(rows)]].sum(axis=0)).tolist()
    return views


def seen_after(board, number, work):
    """Both views after a move, updated from those before it, as evaluation reads them; and the position."""
    tables, position, scratch = blocks(board.copy())
    refresh_accumulator(position, work)
    victims = position.state[VICTIMS]
    update_accumulator(tables, position, work, number, 0)
    play(tables, position, scratch, number, memoryview(np.zeros(SAVED, np.int64)), 0)
    complete_accumulator(tables, position, work, victims, 1)
    evaluate_network(position, work, 1)
    return list(work.hidden[VIEWS : 2 * VIEWS]), position


def check_a_game(name, *, banked):
    """A random game, with the dice of the games that have them."""
    game, dice = variant(name), random.Random(name)
    work = plain_workspace(game, banked=banked)
    board = Board(game, seed=5)
    for _ in range(PLIES):
        moves = board.legal_moves
        if not moves:
            break
        move = dice.choice(moves)
        updated, position = seen_after(board, board.number_of(move), work)
        if not position.state[ENDED]:
            assert updated == seen_by_sums(position, game, banked=banked), (board.fen(), move)
        board.push(move)


@pytest.mark.parametrize("name", EACH_GAME)
def test_what_a_move_changes_is_what_a_look_would_see(name):
    check_a_game(name, banked=False)


@pytest.mark.parametrize(
    "name", mostly_exhaustive(sorted(menu()), "wormhole", "chess", "3check", "atomic", "crazyhouse", "smess")
)
def test_a_view_is_that_of_the_zone_of_its_king(name):
    check_a_game(name, banked=True)


@pytest.mark.parametrize(
    ("name", "kings"), [("wormhole", 4), ("chess", 4), ("smess", 5), ("xiangqi", 4), ("antichess", 1)]
)
def test_banks_are_for_games_with_one_king(name, kings):
    inputs = NetworkInputs(variant(name))
    assert inputs.kings == kings
    zones = inputs.zones[: inputs.squares] >> 1
    assert kings == 1 or set(zones.tolist()) == set(range(kings))


def test_outputs_are_chosen_by_what_is_left():
    for name, fens in {
        "chess": ["8/8/8/4k3/8/8/8/4K3 w - - 0 1", None],
        "wormhole": ["xxxxkxxx/" + "x" * 8 + "/8/8/8/8/8/4K3 w - - 0 1", None],
    }.items():
        work = plain_workspace(variant(name), banked=True)
        few, whole = (output_of(blocks(Board(name, fen) if fen else Board(name))[1], work) for fen in fens)
        assert 0 <= few < whole == 7


@pytest.mark.parametrize("fen", [SPECIAL.format("w", "c6"), SPECIAL.format("b", "f3")])
def test_castling_en_passant_and_promotion_are_seen(fen):
    board = Board("chess", fen)
    work = plain_workspace(board.variant)
    for number in board.legal_numbers:
        updated, position = seen_after(board, number, work)
        assert updated == seen_by_sums(position, board.variant), board.move_numbered(number)


def test_a_null_move_changes_nothing_that_is_seen():
    board = Board("wormhole", FOLDED)
    work = plain_workspace(board.variant)
    refresh_accumulator(blocks(board)[1], work)
    copy_accumulator(work, 0)
    assert work.hidden[:VIEWS].tolist() == work.hidden[VIEWS : 2 * VIEWS].tolist()


def mirrored(fen):
    """The same position with colours exchanged."""
    placement, turn, *rest = fen.split()
    rows = ["".join(c if c == "x" else c.swapcase() for c in row) for row in placement.split("/")]
    return " ".join(["/".join(reversed(rows)), "b" if turn == "w" else "w", *rest])


@pytest.mark.parametrize("banked", [False, True])
def test_both_sides_judge_alike(banked):
    scores = []
    for fen in (FOLDED, mirrored(FOLDED)):
        board = Board("wormhole", fen)
        work = plain_workspace(board.variant, banked=banked)
        _, position, _ = blocks(board)
        refresh_accumulator(position, work)
        scores.append(evaluate_network(position, work, 0))
    assert scores[0] == scores[1] != 0


@needs_numba
@pytest.mark.parametrize("banked", [False, True])
@pytest.mark.parametrize("name", ["wormhole", "chess", "random-wormhole", "crazyhouse", "3check"])
def test_plain_and_compiled_searches_score_alike(name, banked):
    board = Board(name, seed=3)
    for _ in range(8):
        board.push(board.legal_moves[0])
    found = []
    for fast in (True, False):
        network = random_network(board.variant, banked=banked)
        thinker = Thinker(board.variant, fast=fast, network=network, table_entries=1024)
        move = thinker.think(board, Limit(depth=3))
        found.append((move, thinker.thought()))
    assert found[0] == found[1]


@needs_numba
@pytest.mark.parametrize(
    ("name", "seed"), [("wormhole", 4), ("random-wormhole", 2), ("chess", 3), ("shogi", 3)]
)
@exhaustive
def test_plain_and_compiled_games_are_the_same(name, seed):
    game = variant(name)
    squares, most, form = game.geometry.squares, 6, form_of(game)
    kept = []
    for fast in (True, False):
        plan = np.zeros(PLAN, np.int64)
        plan[[SEED, SQUARES, OPENING_PLIES, NODES_A_MOVE, MOST_PLIES]] = seed, squares, 6, 12, most
        plan[[EVEN_CENTIPAWNS, MOST_CENTIPAWNS]], plan[DICE] = 3000, Board(game).has_dice
        records = np.zeros(most * form[LENGTH], np.uint8)
        workspace = workspace_for(game, network=random_network(game))
        table = new_table(1024)
        written = (plan, form, records)
        work, given = arrays.record(workspace), (table, table, *written)
        if not fast:
            work = arrays.views(workspace)
            given = tuple(map(memoryview, given))
        loop = SELF_PLAY.twin(play_game) if fast else play_game
        count = loop(*blocks_for(game, Board(game).position, fast=fast), work, work, *given)
        kept.append((count, *(array.tolist() for array in written)))
    assert kept[0] == kept[1]
    assert kept[0][0] > 0, "some positions are kept"


@needs_numba
@pytest.mark.parametrize(("name", "all_teach"), [("antichess", True), ("chess", False)])
def test_where_captures_are_forced_all_positions_teach(name, all_teach):
    game = variant(name)
    plan, form = new_plan(Board(game), random.Random(name), nodes=30), form_of(game)
    plan[[EVEN_CENTIPAWNS, MOST_CENTIPAWNS]] = 30_000
    records = np.zeros(LONGEST_GAME * form[LENGTH], np.uint8)
    work, table = arrays.record(workspace_for(game)), new_table(1024)
    first = blocks_for(game, Board(game).position, fast=True)
    count = SELF_PLAY.twin(play_game)(*first, work, work, table, table, plan, form, records)
    assert plan[PLAYED_PLIES] > 20
    assert (count == plan[PLAYED_PLIES]) == all_teach


# The file


@pytest.mark.parametrize(
    ("name", "banked"), [("wormhole", False), ("wormhole", True), ("3check", True), ("crazyhouse", True)]
)
def test_a_network_is_read_as_it_was_written(name, banked):
    game = variant(name)
    network = random_network(game, banked=banked)
    read = network_of_bytes(network.to_bytes(), game, "a file")
    assert read.to_bytes() == network.to_bytes()
    assert (read.letters, read.steepness, read.tempo, read.made) == (
        network.letters,
        0.004,
        12.5,
        "by chance",
    )


def cut(content):
    return content[: len(content) // 2]


def garbled(content):
    middle = len(content) // 2
    return (
        content[:middle]
        + bytes(255 - byte for byte in content[middle : middle + 40])
        + content[middle + 40 :]
    )


@pytest.mark.parametrize("damage", [cut, garbled, lambda content: b"", lambda content: b"no network at all"])
def test_a_damaged_file_is_told_of(damage):
    game = variant("wormhole")
    with pytest.raises(WormholeError, match=r"^here: not a network"):
        network_of_bytes(damage(random_network(game).to_bytes()), game, "here")


def test_a_file_of_another_game_is_refused():
    content = random_network(variant("chess")).to_bytes()
    with pytest.raises(WormholeError, match="here: this network is not for Omega Chess"):
        network_of_bytes(content, variant("omega"), "here")


SHIPPED = sorted(file.name.removesuffix(".npz") for file in (files("wormhole.engine") / "networks").iterdir())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_network_is_small_and_says_how_it_was_made(name):
    game = named(name).variant
    network = shipped_network(game)
    assert network.fits(game)
    assert len(network.to_bytes()) < MOST_SHIPPED_BYTES
    assert f"python main.py train {name}" in network.made


def test_all_networks_together_fit_a_repository():
    sizes = [len(shipped_network(named(name).variant).to_bytes()) for name in SHIPPED]
    assert sum(sizes) < MOST_BYTES_TOGETHER


@pytest.mark.parametrize(("game", "other"), sharing_games().items())
def test_a_game_may_play_with_the_network_of_another(game, other):
    assert other in SHIPPED
    assert game not in SHIPPED
    network = shipped_network(named(game).variant)
    assert network.to_bytes() == shipped_network(named(other).variant).to_bytes()
    assert network.fits(named(game).variant)


def test_a_game_with_a_changed_rule_has_another_network():
    assert shipped_network(variant("chess")) is not None
    assert shipped_network(named("chess+vanish").variant) is None
    stranger = replace(variant("chess"), title="Mine")
    assert shipped_network(stranger) is None


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.usefixtures("own_folder")
def test_what_was_taught_here_is_used_and_a_damaged_file_is_not(capsys):
    game = variant("wormhole")
    usual = network_of(game)
    path = taught_file(game)
    path.parent.mkdir(parents=True)
    content = random_network(game).to_bytes()
    path.write_bytes(content)
    assert network_of(game).to_bytes() == content
    path.write_bytes(cut(content))
    shipped = network_of(game)
    assert (shipped is None) == (usual is None)
    assert shipped is None or shipped.to_bytes() == usual.to_bytes()
    assert f"The network for {game.title} cannot be used: {path}: not a network" in capsys.readouterr().err


@pytest.mark.usefixtures("own_folder")
def test_a_game_with_changed_rules_is_taught_by_itself():
    game = variant("wormhole")
    changed = composed(game, LeftSquare.VANISHES)
    assert taught_file(game) != taught_file(changed)
    assert taught_file(composed(game, game.left_square)) == taught_file(game)


# Features


def features_of(*boards):
    """The inputs of positions as self-play writes them."""
    encoding = Encoding(boards[0].variant)
    records = np.zeros((len(boards), encoding.form[LENGTH]), np.uint8)
    for index, board in enumerate(boards):
        pack(arrays.views(board.position), memoryview(encoding.form), 0, memoryview(records.ravel()), index)
    return encoding.of_records(records).features


@pytest.mark.parametrize("turn", ["w", "b"])
def test_the_features_are_the_movers(turn):
    fen = FOLDED.replace(" w ", f" {turn} ")
    one, other = features_of(*(Board("wormhole", each) for each in (fen, mirrored(fen))))
    assert sorted(one) == sorted(other)


def test_the_other_view_is_that_of_the_other_side():
    encoding = Encoding(variant("wormhole"))
    boards = [Board("wormhole", FOLDED.replace(" w ", f" {turn} ")) for turn in "wb"]
    white, black = (set(row.tolist()) - {encoding.features} for row in features_of(*boards))
    assert {int(encoding.other_view[feature]) for feature in white} == black


def test_boards_are_mirrored_sideways_only_where_the_rules_are_the_same():
    symmetric = {name for name in menu("family") if Encoding(variant(name)).sideways is not None}
    assert "wormhole" in symmetric
    assert not symmetric & {"smess", "wormhole-smess"}, "arrows"


def test_a_king_that_may_castle_or_would_seem_to_is_not_mirrored():
    encoding = Encoding(variant("chess"))
    boards = {
        "4k3/8/8/8/8/8/8/6K1": True,
        "6k1/8/8/8/8/8/8/4K3": True,
        "6k1/8/8/8/8/8/8/3K4": True,
        "6k1/8/8/8/8/8/4K3/8": False,
        "6K1/8/8/8/8/8/8/4k3": False,
    }
    for (placement, is_one_sided), turn in itertools.product(boards.items(), "wb"):
        (features,) = features_of(Board("chess", f"{placement} {turn} - - 0 1"))
        assert encoding.one_sided[features].any() == is_one_sided, placement
    assert not Encoding(variant("wormhole-fide")).one_sided.any(), "without castling"


def test_a_board_mirrored_sideways_has_the_mirrored_features():
    encoding = Encoding(variant("wormhole"))
    placement, *rest = FOLDED.split()
    sideways = "/".join(row[::-1] for row in placement.split("/"))
    here, there = features_of(Board("wormhole", FOLDED), Board("wormhole", " ".join([sideways, *rest])))
    assert sorted(encoding.sideways[here]) == sorted(there)


def test_bytes_that_are_an_archive_of_something_else_are_no_network(tmp_path):
    path = tmp_path / "other.npz"
    np.savez(path, facts=np.zeros(3))
    with pytest.raises(ValueError, match="not a network"):
        Network.from_bytes(path.read_bytes())

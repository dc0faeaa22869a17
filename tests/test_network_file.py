"""Files of networks from strangers: each is checked as a whole when it is read, in little memory."""

from __future__ import annotations

import io
import itertools
import json
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.hand import Hand
from tests.support.networks import random_network
from tests.support.parts import EACH_GAME
from tests.support.patience import until
from tests.support.plain_loops import blocks
from wormhole import Board, WormholeError, variant
from wormhole.compiling import arrays
from wormhole.engine.configuration import workspace_for
from wormhole.engine.levels import Limit
from wormhole.engine.loops.accumulators import evaluate_network, refresh_accumulator
from wormhole.engine.loops.workspace import MATE_BOUND, WIDTH
from wormhole.engine.network import (
    network_of,
    network_of_bytes,
    network_trouble,
    shipped_network,
    taught_file,
)
from wormhole.engine.network_inputs import NetworkInputs
from wormhole.engine.protocols.uci import Uci
from wormhole.engine.thinker import Thinker
from wormhole.gui.loop.faults import FaultDialog, threads_reported
from wormhole.players import spec
from wormhole.rules.tables import FIRST_PIECE, PIECE_NUMBERS

ROOT = Path(__file__).parents[1]
GAME = variant("wormhole")
GOOD = random_network(GAME)
MOST_MEMORY = 1 << 30


def members(network=GOOD):
    with zipfile.ZipFile(io.BytesIO(network.to_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive(contents):
    """A zip archive of these (name, content) pairs."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
        for name, content in contents:
            made.writestr(name, content)
    return file.getvalue()


def with_member(name, content):
    return archive({**members(), name: content}.items())


def array(values, **options):
    file = io.BytesIO()
    np.save(file, values, **options)
    return file.getvalue()


def with_facts(**changes):
    facts = json.loads(np.load(io.BytesIO(members()["facts.npy"])).tobytes()) | changes
    return with_member("facts.npy", array(np.frombuffer(json.dumps(facts).encode(), np.uint8)))


def with_header(header):
    """The rows with a header of that text."""
    text = header.encode() + b"\n"
    return with_member("rows.npy", b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + b"\0" * 64)


def encrypted():
    content = bytearray(GOOD.to_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + offset] |= 1
    return bytes(content)


def of_method(number):
    content = bytearray(GOOD.to_bytes())
    for mark, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        content[content.index(mark) + offset] = number
    return bytes(content)


def doubled():
    with pytest.warns(UserWarning, match="Duplicate"):
        return archive([*members().items(), ("rows.npy", members()["rows.npy"])])


ROWS = np.load(io.BytesIO(members()["rows.npy"]))
HUGE = "{{'descr': '<i2', 'fortran_order': False, 'shape': ({}), }}"

HOSTILE = {
    "a huge shape": lambda: with_header(HUGE.format("9999999, 9999999, 128")),
    "a negative shape": lambda: with_header(HUGE.format("-1, 64, 128")),
    "a shape of powers": lambda: with_header(HUGE.format("9**9**9, 1")),
    "a header that is no Python": lambda: with_header("{'descr': '<i2', 'shape': (1,), ("),
    "a header of brackets": lambda: with_header("(" * 60_000),
    "a header of objects": lambda: with_header(HUGE.format("1,").replace("<i2", "|O")),
    "objects": lambda: with_member(
        "bias.npy", array(np.array([GOOD.bias, print], object), allow_pickle=True)
    ),
    "another byte order": lambda: with_member("rows.npy", array(ROWS.astype(">i2"))),
    "another type": lambda: with_member("rows.npy", array(ROWS.astype(float))),
    "fortran's order": lambda: with_member("rows.npy", array(np.asfortranarray(ROWS))),
    "one plane less": lambda: with_member("rows.npy", array(ROWS[1:])),
    "other squares": lambda: with_member("rows.npy", array(ROWS[:, :60])),
    "another width": lambda: with_member("bias.npy", array(GOOD.bias[:64])),
    "no squares": lambda: with_member("rows.npy", array(ROWS[:, :0])),
    "a scalar": lambda: with_member("bias.npy", array(np.int16(3))),
    "a member more": lambda: with_member("more.npy", array(ROWS)),
    "a member elsewhere": lambda: with_member("../rows.npy", array(ROWS)),
    "the same member twice": doubled,
    "encrypted": encrypted,
    "packed in another way": lambda: of_method(99),
    "packed by LZMA, it says": lambda: of_method(14),
    "a million members": lambda: archive((f"{n}", b"") for n in range(20_000)),
    "a bomb": lambda: with_member("rows.npy", bytes(300 << 20)),
    "no facts": lambda: with_member("facts.npy", array(np.frombuffer(b"7", np.uint8))),
    "nested facts": lambda: with_member("facts.npy", array(np.frombuffer(b"[" * 90_000, np.uint8))),
    "facts too many": lambda: with_facts(more=1),
    "no letters": lambda: with_facts(letters=""),
    "letters of another kind": lambda: with_facts(letters=[1, 2]),
    "a letter twice": lambda: with_facts(letters="KKWNCP"),
    "no banks": lambda: with_facts(kings=0),
    "more banks than rows": lambda: with_facts(kings=4),
    "too many banks": lambda: with_facts(kings=9),
    "more outputs than weights": lambda: with_facts(outputs=8),
    "checks without rows": lambda: with_facts(counts_checks=True),
    "steepness 0": lambda: with_facts(steepness=0),
    "steepness NaN": lambda: with_facts(steepness=float("nan")),
    "steepness tiny": lambda: with_facts(steepness=1e-300),
    "steepness negative": lambda: with_facts(steepness=-0.004),
    "steepness endless": lambda: with_facts(steepness=float("inf")),
    "steepness as text": lambda: with_facts(steepness="0.004"),
    "steepness true": lambda: with_facts(steepness=True),
    "tempo NaN": lambda: with_facts(tempo=float("nan")),
    "tempo too great": lambda: with_facts(tempo=10**400),
    "made of another kind": lambda: with_facts(made=7),
    "rows that overflow": lambda: with_member("rows.npy", array(np.full_like(ROWS, 600))),
    "the least rows": lambda: with_member("rows.npy", array(np.full_like(ROWS, -(1 << 15)))),
    "output that overflows": lambda: with_member("own.npy", array(np.full_like(GOOD.own, 1 << 14))),
    "values like a mate": lambda: with_member("values.npy", array(np.full_like(GOOD.values, 32_000))),
    "an empty archive": lambda: archive([]),
    "half of it": lambda: GOOD.to_bytes()[: len(GOOD.to_bytes()) // 2],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_with_a_reason(name):
    with pytest.raises(WormholeError, match=r"^here: not a network: .") as refused:
        network_of_bytes(HOSTILE[name](), GAME, "here")
    assert len(str(refused.value)) < 200


READ = f"""
import resource, sys
from wormhole.engine.network import Network, network_content
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, ({MOST_MEMORY}, {MOST_MEMORY}))
try:
    Network.from_bytes(network_content(Path(sys.argv[1])))
except ValueError as error:
    print(error)
"""


@pytest.mark.parametrize("name", ["a bomb", "a million members", "a file without end"])
def test_it_is_refused_in_little_memory(tmp_path, name):
    path = tmp_path / "taught.npz"
    if name == "a file without end":
        with path.open("wb") as file:
            file.truncate(100 << 30)
    else:
        path.write_bytes(HOSTILE[name]())
    command = [sys.executable, "-c", READ, path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "not a network" in done.stdout or "this file is larger than" in done.stdout


@pytest.mark.parametrize("name", EACH_GAME)
def test_no_position_overflows_with_the_greatest_weights(name):
    """A network at the bounds: on a full board of the pieces that add most, the loops still count right."""
    game = variant(name)
    squares = game.geometry.squares
    network = random_network(game)
    most = (np.iinfo(np.int16).max - 100) // squares
    rows = np.full_like(network.rows, most)
    rows[1::2] = -most
    output = np.full_like(network.own, 400)
    network = replace(network, rows=rows, bias=np.full_like(network.bias, 60), own=output, other=-output)
    work = arrays.views(workspace_for(game, network=network))
    _, position, _ = blocks(Board(game))
    inputs, rows = NetworkInputs(game), network.rows.reshape(-1, WIDTH).astype(int)
    for piece in range(FIRST_PIECE, FIRST_PIECE + 2 * len(game.piece_types)):
        for square in range(squares):
            position.pieces[square] = piece
        refresh_accumulator(position, work)
        for side in range(2):
            seen = inputs.seen.reshape(4, PIECE_NUMBERS, 256)[2 * side, piece, :squares]
            expected = network.bias + rows[seen].sum(axis=0)
            assert list(work.hidden[side * WIDTH : (side + 1) * WIDTH]) == expected.tolist()
        assert abs(evaluate_network(position, work, 0)) < MATE_BOUND


def test_weights_beyond_the_bounds_are_no_network():
    rows = np.full_like(GOOD.rows, np.iinfo(np.int16).max // 64)
    fits = replace(GOOD, rows=rows, bias=np.zeros_like(GOOD.bias))
    assert fits.rows.max() == np.iinfo(np.int16).max // 64
    with pytest.raises(WormholeError, match="weights are too large"):
        replace(GOOD, rows=rows + np.int16(1), bias=np.zeros_like(GOOD.bias))


# What plays without it


@pytest.fixture
def taught(tmp_path, monkeypatch):
    """Puts something where the game's own network is read."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def put(content, game=GAME):
        path = taught_file(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        if callable(content):
            content(path)
        else:
            path.write_bytes(content)
        return path

    return put


ODD_FILES = {
    **({"a pipe": os.mkfifo} if hasattr(os, "mkfifo") else {}),
    "a folder": Path.mkdir,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a bad network": with_facts(steepness=0),
}


@pytest.mark.parametrize("name", ODD_FILES)
def test_the_game_is_played_without_it_and_one_line_says_why(taught, capsys, name):
    path = taught(ODD_FILES[name])
    for _ in range(3):
        network = network_of(GAME)
    assert network is shipped_network(GAME)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert f"The network for {GAME.title} cannot be used: {path}: " in lines[0]
    assert network_trouble(GAME) in lines[0]


def test_uci_says_so_and_plays(taught):
    taught(with_facts(steepness=0))
    said = []
    engine = Uci(said.append)
    for line in ("setoption name UCI_Variant value wormhole", "position startpos", "go depth 2"):
        engine.answer(line)
    until(lambda: any(line.startswith("bestmove ") for line in said))
    engine.close()
    assert said[-1].startswith("bestmove ")
    (told,) = [line for line in said if "steepness: 0 is not a number from" in line]
    assert told.startswith("info string ")


def test_a_match_refuses_a_network_that_was_named(tmp_path):
    path = tmp_path / "odd.npz"
    path.write_bytes(with_facts(tempo=-1001))
    given = spec.parse(f"ours:network={path}", Limit(depth=1))
    with pytest.raises(WormholeError, match="not a network: tempo: -1001 is not a number from -1000"):
        given.player().new_game(Board(GAME))
    with pytest.raises(WormholeError, match="this is a folder"):
        spec.parse(f"ours:network={tmp_path}", Limit(depth=1))


def test_the_window_says_so_and_the_computer_moves(taught, tmp_path):
    taught(with_facts(steepness=0))
    with Hand(tmp_path, start_game=True, white="computer", black="person", level=1) as hand:
        hand.until(lambda: len(hand.app.screen.match.cursor.board.move_stack) == 1)
        assert any("steepness: 0" in said.text for said in hand.app.stage.notices.latest)


def test_an_error_of_the_search_is_told_and_the_game_goes_on(tmp_path, monkeypatch):
    """The window reports any error in the computer's thread, and the computer moves."""

    def broken(*_, **__):
        if next(calls) == 0:
            raise OverflowError("too many thoughts")
        return whole(*_, **__)

    calls, whole = itertools.count(), Thinker.__init__
    monkeypatch.setattr(Thinker, "__init__", broken)
    with (
        threads_reported(),
        Hand(tmp_path, goes_on=True, start_game=True, white="computer", black="person", level=1) as hand,
    ):
        hand.until(lambda: isinstance(hand.app.dialog, FaultDialog))
        hand.press("Continue")
        hand.until(lambda: len(hand.app.screen.match.cursor.board.move_stack) == 1)
        assert hand.app.dialog is None

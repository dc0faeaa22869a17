"""Damages files of networks for :mod:`tests.support.fuzz.fuzz`: their bytes, headers, facts and weights.

A file that is still read as a network evaluates a position and searches it a little, on the plain loops,
which raise an error if a number overflows.
"""

from __future__ import annotations

import io
import json
import random
import zipfile
from functools import cache
from typing import Any

import numpy as np

from tests.support.plain_loops import blocks
from wormhole.compiling import arrays
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.accumulators import evaluate_network, refresh_accumulator
from wormhole.engine.loops.workspace import MATE_BOUND
from wormhole.engine.network import Network, network_of_bytes, shipped_network
from wormhole.rules.board import Board
from wormhole.rules.catalogue_files import menu
from wormhole.rules.game_file import variant
from wormhole.rules.position import TURN
from wormhole.rules.variant import Variant

SAMPLES = (
    "0",
    "-1",
    "NaN",
    "Infinity",
    "1e999",
    '"text"',
    "[]",
    "true",
    "9" * 400,
    "0.004",
    "{'descr': '<i2'}",
)
"""Values for facts, and parts of headers."""
GREATEST = (0, 1, -1, 127, 500, 504, 511, 512, 4000, 32_767, -32_768)
HEADERS = (
    "{{'descr': '{kind}', 'fortran_order': {order}, 'shape': ({shape}), }}",
    "{{'shape': ({shape}), 'descr': '{kind}', 'fortran_order': {order}}}",
    "({kind}" * 200,
)
KINDS = ("<i2", ">i2", "|O", "<f8", "|u1", "|V2", "<U9", "<i8")
SHAPES = ("1,", "", "128,", "13, 64, 128", "9999999, 9999999, 99", "-1,", "0, 64, 128", "9**9**9,", "True,")

Members = dict[str, bytes]


def read_damaged(text: str, dice: random.Random) -> Network:
    """Read a network that is damaged in some way; use it if it is accepted.

    Raises an error of ours if it is refused.
    """
    game, network = dice.choice(_networks())
    damage = dice.choice((_of_bytes, _of_headers, _of_facts, _of_weights, _of_the_archive))
    accepted = network_of_bytes(damage(network, text, dice), game, "a file")
    _use(game, accepted, dice)
    return accepted


def _use(game: Variant, network: Network, dice: random.Random) -> None:
    """Evaluate positions, also ones with as many pieces as squares, none of which may overflow."""
    work = arrays.views(workspace_for(game, network=network))
    board = Board(game, seed=1)
    _, position, _ = blocks(board)
    for _ in range(2):
        refresh_accumulator(position, work)
        for turn in (0, 1):
            position.state[TURN] = turn
            if abs(evaluate_network(position, work, 0)) >= MATE_BOUND:
                raise AssertionError("an evaluation like a mate")
        piece = dice.randrange(2, 2 + 2 * len(game.piece_types))
        for square in range(game.geometry.squares):
            position.pieces[square] = piece
    if dice.random() < 0.02:
        _search(board, network)


def _search(board: Board, network: Network) -> None:
    from wormhole.engine.levels import Limit
    from wormhole.engine.thinker import Thinker

    thinker = Thinker(board.variant, fast=False, network=network, table_entries=1 << 8)
    try:
        if thinker.think(board, Limit(depth=2, nodes=200)) is None:
            raise AssertionError("no move is found")
    finally:
        thinker.close()


def _of_bytes(network: Network, _text: str, dice: random.Random) -> bytes:
    """The file with bytes changed, cut out or repeated, most often at its ends, where its headers are."""
    content = bytearray(_content(network.made))
    for _ in range(dice.choice((1, 1, 2, 5))):
        near = dice.choice((60, 600, len(content)))
        place = dice.randrange(min(near, len(content)))
        place = len(content) - 1 - place if dice.random() < 0.5 else place
        kind = dice.randrange(4)
        if kind < 2:
            content[place] = dice.choice((0, 1, 255, content[place] ^ 1 << dice.randrange(8)))
        elif kind == 2:
            del content[place : place + dice.choice((1, 8, 1000))]
        else:
            content[place:place] = content[place : place + dice.choice((1, 8, 1000))]
        if not content:
            break
    return bytes(content)


def _of_headers(network: Network, text: str, dice: random.Random) -> bytes:
    """The file with another header before one of its arrays."""
    members = dict(_members(network.made))
    name = dice.choice(sorted(members))
    kind, order = dice.choice(KINDS), dice.choice(("True", "False", text))
    header = dice.choice(HEADERS).format(kind=kind, order=order, shape=dice.choice((*SHAPES, text)))
    header = dice.choice((header, text, header[: dice.randrange(len(header))])) + "\n"
    written = header.encode("utf-8", "replace")[:65_000]
    version = dice.choice((b"\x01\x00", b"\x02\x00", b"\x03\x00"))
    members[name] = (
        b"\x93NUMPY" + version + len(written).to_bytes(2, "little") + written + members[name][128:]
    )
    return _packed(members)


def _of_facts(network: Network, text: str, dice: random.Random) -> bytes:
    """The file with other facts."""
    facts: dict[str, Any] = {
        name: getattr(network, name) for name in ("letters", "steepness", "tempo", "made")
    }
    marks = {name: f"<{name}>" for name in facts}
    name = dice.choice(sorted(facts))
    written = json.dumps({**facts, name: marks[name]})
    value = dice.choice((text, *SAMPLES, repr(dice.uniform(-2, 2) * 10.0 ** dice.randrange(-12, 12))))
    written = written.replace(f'"{marks[name]}"', value)
    return _packed(_members(network.made) | {"facts.npy": _written(written.encode("utf-8", "replace"))})


def _of_weights(network: Network, _text: str, dice: random.Random) -> bytes:
    """The file with some weights as great as can be, or arrays of other sizes and types."""
    members = dict(_members(network.made))
    for name in dice.sample(("rows", "bias", "own", "other", "values"), dice.choice((1, 1, 2, 5))):
        array = getattr(network, name).copy()
        kind = dice.randrange(8)
        if kind < 4:
            array[..., : dice.randrange(array.shape[-1] + 1)] = dice.choice(GREATEST)
        elif kind == 4:
            flat = array.reshape(-1)
            flat[dice.randrange(flat.size)] = dice.choice(GREATEST)
        elif kind == 5:
            array = array[: dice.randrange(len(array) + 1)]
        elif kind == 6:
            array = array.astype(dice.choice((np.int8, np.int32, np.float32, np.uint16)))
        else:
            array = np.asfortranarray(array) if array.ndim > 1 else array.reshape(1, -1)
        members[f"{name}.npy"] = _saved(array)
    facts = {name: getattr(network, name) for name in ("letters", "steepness", "tempo", "made")}
    facts["steepness"] *= dice.choice((1, 1, 0.1, 10))
    return _packed(members | {"facts.npy": _written(json.dumps(facts).encode())})


def _of_the_archive(network: Network, text: str, dice: random.Random) -> bytes:
    """The file with members missing, renamed, more, empty or large, or packed in another way."""
    members = dict(_members(network.made))
    name = dice.choice(sorted(members))
    kind = dice.randrange(5)
    if kind == 0:
        del members[name]
    elif kind == 1:
        members[dice.choice((f"../{name}", f"/{name}", text[:1000] or "x", name.upper()))] = members.pop(name)
    elif kind == 2:
        members[name] = b""
    elif kind == 3:
        members[name] += bytes(dice.choice((1, 1000, 20 << 20)))
    else:
        return _packed(members, dice.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)))
    return _packed(members)


def _written(facts: bytes) -> bytes:
    return _saved(np.frombuffer(facts, np.uint8))


def _saved(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


@cache
def _content(made: str) -> bytes:
    """The file of the network that was made so."""
    return next(network.to_bytes() for _, network in _networks() if network.made == made)


@cache
def _members(made: str) -> Members:
    """The members of its file, by name."""
    with zipfile.ZipFile(io.BytesIO(_content(made))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@cache
def _networks() -> list[tuple[Variant, Network]]:
    games = [variant(name) for name in menu("family")]
    return [(game, network) for game in games if (network := shipped_network(game)) is not None]


def _packed(members: Members, way: int = zipfile.ZIP_STORED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", way, compresslevel=1) as archive:
        for name, content in members.items():
            archive.writestr(name.encode("utf-8", "replace").decode(), content)
    return file.getvalue()

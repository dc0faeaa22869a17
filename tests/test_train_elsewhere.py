"""Training on another machine: what is packed for it, and what comes home."""

from __future__ import annotations

import tarfile

import numpy as np
import pytest

from tests.support.networks import random_network
from tools import train_elsewhere
from wormhole import variant
from wormhole.engine.network import network_of, taught_file
from wormhole.training.positions import Batch, PositionFile
from wormhole.training.teaching import Teaching, TrainingOrder

ROUND = 1_000_000


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def batch_of(seed, games=2):
    dice = np.random.default_rng(seed)
    return Batch.of_games([(dice.integers(0, 2, (30, 31), np.uint8), game % 2) for game in range(games)])


def trained(rounds):
    """A training of Wormhole Chess here with these jobs in each round; returns its folder."""
    order = TrainingOrder.usual(variant("wormhole"), 0.0)
    Teaching(order)
    for number, jobs in rounds.items():
        file = PositionFile(order.folder / "positions" / f"{number:06}.positions", 31)
        for job in jobs:
            file.append(number * ROUND + job, batch_of(job))
    return order.folder


def jobs_in(folder):
    return {path.name: {*PositionFile(path, 31).read()} for path in sorted(folder.glob("positions/*"))}


def test_what_is_packed_is_enough_to_go_on_there(tmp_path):
    folder = trained({1: [0, 1], 2: [5]})
    (folder / "network.npz").write_bytes(random_network(variant("wormhole")).to_bytes())
    train_elsewhere.pack(tmp_path / "work.tar", ["wormhole"], [], "3.12", 1 << 22)
    with tarfile.open(tmp_path / "work.tar") as tar:
        names = set(tar.getnames())
        tar.extractall(tmp_path / "there", filter="data")
    assert {"main.py", "tools/train_elsewhere.py", "wormhole/training/teaching.py"} <= names
    assert not any(name.startswith("wormhole/gui") for name in names)
    there = tmp_path / "there" / "work" / "wormhole"
    assert (there / "network.npz").read_bytes() == (folder / "network.npz").read_bytes()
    assert (there / "history.jsonl").read_bytes() == (folder / "history.jsonl").read_bytes()
    order = TrainingOrder(variant("wormhole"), 0.0, there, tmp_path / "out.npz")
    found = train_elsewhere.blocks_in((there / "positions.gz").read_bytes(), order)
    assert {*found} == {ROUND, ROUND + 1, 2 * ROUND + 5}


def brought(folder, tmp_path, history):
    """A folder from the other machine, with a job that is here and one that is not."""
    out = tmp_path / "out"
    out.mkdir()
    network = random_network(variant("wormhole")).to_bytes()
    with tarfile.open(out / train_elsewhere.TRAINED, "w") as tar:
        train_elsewhere.add(tar, "wormhole/history.jsonl", history)
        train_elsewhere.add(tar, "wormhole/network.npz", network)
    jobs = [(2 * ROUND + job, batch_of(job)) for job in (5, 6)]
    (out / "wormhole-positions-00.gz").write_bytes(train_elsewhere.packed(iter(jobs), 1 << 22))
    return out, network


def test_what_comes_home_is_played_with_and_learned_from(tmp_path, capsys):
    folder = trained({1: [0, 1], 2: [5]})
    history = (folder / "history.jsonl").read_bytes() + b"{}\n"
    out, network = brought(folder, tmp_path, history)
    train_elsewhere.home(out)
    assert network_of(variant("wormhole")).to_bytes() == network
    assert taught_file(variant("wormhole")).read_bytes() == network
    assert (folder / "history.jsonl").read_bytes() == history
    assert jobs_in(folder) == {
        "000001.positions": {ROUND, ROUND + 1},
        "000002.positions": {2 * ROUND + 5, 2 * ROUND + 6},
    }
    assert "60 positions" in capsys.readouterr().out
    Teaching(TrainingOrder.usual(variant("wormhole"), 0.0))


def test_a_training_that_went_on_here_is_not_overwritten(tmp_path):
    folder = trained({1: [0]})
    out, _ = brought(folder, tmp_path, b"{}\n")
    before = (folder / "history.jsonl").read_bytes()
    with pytest.raises(SystemExit, match="went on meanwhile"):
        train_elsewhere.home(out)
    assert (folder / "history.jsonl").read_bytes() == before
    assert not taught_file(variant("wormhole")).exists()


def test_no_file_is_larger_than_allowed():
    jobs = ((job, batch_of(job, 200)) for job in range(1000))
    content = train_elsewhere.packed(jobs, 3 << 20)
    assert 1 << 20 < len(content) <= 3 << 20

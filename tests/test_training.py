"""Teaching a game: fitting, rounds that are stopped and continued, the chart, and the command."""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.support.networks import random_network
from tests.support.parts import exhaustive
from wormhole import WormholeError, load, variant
from wormhole.arena.pairs import Tally
from wormhole.cli import main
from wormhole.compiling.groups import available
from wormhole.engine.loops.workspace import WIDTH
from wormhole.engine.network import network_of, network_of_bytes
from wormhole.training.encoding import EncodedPositions, Encoding
from wormhole.training.fit import Fit, Positions
from wormhole.training.fitting import (
    TRACE_DECAY,
    fit_network,
    rounded,
    targets,
    transferred_weights,
)
from wormhole.training.gate import is_stronger
from wormhole.training.loops.descent import NetworkWeights
from wormhole.training.loops.packing import FLAGS
from wormhole.training.positions import SUFFIX, Batch
from wormhole.training.self_play_games import SelfPlayer
from wormhole.training.teacher import HISTORY, Round, TeachingRecord, TrainingPhase
from wormhole.training.teaching import Teaching, TrainingOrder
from wormhole.work.crew import Crew

PEGASUS = Path(__file__).parents[1] / "docs" / "examples" / "pegasus.toml"
ROUND_SECONDS = 0.3

needs_numba = pytest.mark.skipif(not available(), reason="numba is not here")


class Alone:
    """A crew of this process; it notes the jobs of self-play."""

    def __init__(self):
        self.seeds = []

    def results(self, task, jobs):
        worker = task()
        for job in jobs:
            result = worker.do(job)
            if isinstance(worker, SelfPlayer):
                self.seeds.append(job)
            yield job, result


@pytest.fixture
def own(tmp_path):
    """The file of a game that is in no list."""
    return Path(shutil.copy(PEGASUS, tmp_path / "own.toml"))


@pytest.fixture
def briefly(monkeypatch):
    """Rounds of less than a second."""
    monkeypatch.setattr("wormhole.training.teaching.LEAST_ROUND_SECONDS", ROUND_SECONDS)
    monkeypatch.setattr("wormhole.training.self_play_games.GAMES_A_JOB", 2)
    monkeypatch.setattr("wormhole.training.fitting.LEAST_EPOCHS", 1)
    monkeypatch.setattr("wormhole.training.fit.Fit.most_epochs", 1)


def order_for(own, rounds=1):
    folder = own.parent / "work"
    return TrainingOrder(load(own), rounds * ROUND_SECONDS / 3600, folder, own.parent / "own.npz")


def kept_files(folder):
    """The content of the files of positions and networks."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.suffix in (".npz", SUFFIX)}


def test_fitting_lowers_the_loss():
    """Positions of which those are won in which the side to move has more of the first piece type."""
    encoding = Encoding(variant("wormhole"))
    dice = np.random.default_rng(1)
    features = dice.integers(0, encoding.features, (600, encoding.squares)).astype(np.uint16)
    planes = features // encoding.squares
    good = (planes == 0).sum(axis=1) - (planes == encoding.planes // 2).sum(axis=1)
    banks = np.zeros((600, 3), np.uint8)
    positions = Positions(EncodedPositions(features, banks), (good > 0).astype(np.float32))
    fit = Fit(encoding, NetworkWeights.random(np.zeros(encoding.features), 8, 1))
    before = fit.loss(positions)
    for _ in range(12):
        fit.run_epoch(positions, lambda share: 0.02)
    assert fit.loss(positions) < 0.85 * before


def test_a_stopped_pass_tells_no_loss():
    encoding = Encoding(variant("wormhole"))
    features = np.zeros((4, encoding.squares), np.uint16)
    fit = Fit(encoding, NetworkWeights.random(np.zeros(encoding.features), 8, 1))
    positions = Positions(EncodedPositions(features, np.zeros((4, 3), np.uint8)), np.ones(4, np.float32))
    assert fit.run_epoch(positions, lambda share: None) is None


def test_the_target_is_the_searchs_score_and_what_came_of_it():
    """Three games, won by White, drawn without a quiet position, and won by Black."""
    turns, scores = [0, 1, 0, 1, 1], [100, 50, 300, -200, 900]
    records = np.zeros((5, 31), np.uint8)
    records[:, FLAGS] = turns
    records[:, :2] = np.array(scores, "<i2")[:, None].view(np.uint8)
    batch = Batch.of_games([(records[:3], 1), (records[:0], 0), (records[3:], -1)])
    assert batch.scores.tolist() == scores
    assert (batch.games, batch.lengths.tolist(), batch.results.tolist()) == (3, [3, 2], [1, -1])
    assert batch.chances.tolist() == [1, 0, 1, 1, 1]
    seen = [1 / (1 + math.exp(-0.003 * score)) for score in scores]

    def followed(here, later):
        return (1 - TRACE_DECAY) * here + TRACE_DECAY * later

    third = followed(seen[2], 1)
    second = followed(seen[1], 1 - third)
    expected = [followed(seen[0], 1 - second), second, third]
    expected += [followed(seen[3], followed(seen[4], 1)), followed(seen[4], 1)]
    assert targets(batch, 0.003) == pytest.approx(expected, abs=1e-6)
    assert targets(batch, 0.003, decay=1.0).tolist() == batch.chances.tolist()


def test_games_without_a_quiet_position_teach_nothing():
    nothing = Batch(2, np.zeros((0, 31), np.uint8))
    with pytest.raises(WormholeError, match="too short to learn from"):
        fit_network(Encoding(variant("wormhole")), [nothing, nothing], 1.0, 1, "here", lambda share: True)


@needs_numba
@pytest.mark.usefixtures("briefly")
@pytest.mark.parametrize("phase", [TrainingPhase.PLAYING, TrainingPhase.LEARNING, TrainingPhase.TESTING])
@exhaustive
def test_teaching_is_stopped_in_each_phase_and_goes_on(own, phase):
    crew, order = Alone(), order_for(own)
    assert list(Teaching(order).run(crew, lambda progress: progress.phase is not phase)) == []
    before = kept_files(order.folder)
    assert len(before) > 0
    again = Teaching(order)
    assert again.rounds == []
    (finished,) = again.run(crew, lambda progress: True)
    assert finished.number == 1
    assert finished.positions > 0
    assert len(crew.seeds) == len(set(crew.seeds)), "no game is played twice"
    after = kept_files(order.folder)
    assert all(after[path].startswith(content) for path, content in before.items()), "it stays"
    assert Teaching(order).rounds == [finished]


@needs_numba
@pytest.mark.usefixtures("briefly")
@exhaustive
def test_what_wins_is_kept_for_the_player(own, monkeypatch):
    monkeypatch.setattr("wormhole.training.teaching.is_stronger", lambda tally: True)
    order = replace(order_for(own), nodes=8, trace_decay=0.9)
    (finished,) = Teaching(order).run(Alone(), lambda progress: True)
    assert finished.is_kept
    network = network_of_bytes(order.out.read_bytes(), order.variant, "here")
    assert network.made.startswith("python main.py train own --nodes 8 --trace 0.9: round 1, ")


@needs_numba
@pytest.mark.usefixtures("briefly")
@exhaustive
def test_what_does_not_win_is_not_kept(own, monkeypatch):
    monkeypatch.setattr("wormhole.training.teaching.is_stronger", lambda tally: False)
    order = order_for(own)
    (finished,) = Teaching(order).run(Alone(), lambda progress: True)
    assert not finished.is_kept
    assert finished.elo == 0
    assert not order.out.exists()


def test_the_folder_of_another_game_is_refused(own, tmp_path):
    Teaching(order_for(own))
    with pytest.raises(WormholeError, match="belongs to another game"):
        Teaching(TrainingOrder(variant("chess"), 1, tmp_path / "work", tmp_path / "out.npz"))


def fresh_weights(encoding):
    return NetworkWeights.random(np.zeros(encoding.features), WIDTH, 1, encoding.banks)


def test_a_line_that_is_no_round_is_passed_over(tmp_path):
    game = variant("wormhole")
    taught = TeachingRecord(game, tmp_path)
    taught.begin()
    good = Round(1, 0.5, 1000, 10, 0.7, 0.6, 0.5, (1, 2, 3, 4, 5), True, 12.5)
    taught.add(good)
    wrong = {
        "number": (10**400, -1, "1", None),
        "hours": (float("inf"), float("nan"), 1e99, 0.25, "1"),
        "positions": (10**30, -1, 1.5, True),
        "material": (float("nan"), 10**400, [1]),
        "pentanomial": ([], [1] * 6, [1, 2, 3, 4, 10**400], [1, 2, 3, 4, -1], "12345", {}, None),
        "is_kept": (1, None, "yes"),
        "elo": (float("inf"), "nan", 10**400),
    }
    for name, values in wrong.items():
        for value in values:
            with (tmp_path / HISTORY).open("a") as file:
                file.write(json.dumps(vars(good) | {name: value}) + "\n")
    later = replace(good, number=2, hours=1.0)
    with (tmp_path / HISTORY).open("a") as file:
        file.write(json.dumps(vars(later) | {"of a later version": 1}) + "\n")
    assert TeachingRecord(game, tmp_path).rounds == [good, later]


def test_a_network_taken_over_by_its_own_game_is_the_same():
    game = variant("chess")
    encoding, network = Encoding.of(game, banked=True), random_network(game, banked=True)
    weights = transferred_weights(encoding, network, network.steepness, fresh_weights(encoding))
    again = rounded(encoding, weights, network.steepness, network.made)
    for name, value in vars(network).items():
        same = getattr(again, name)
        assert same == value if isinstance(value, str) else np.allclose(same, value), name


def test_a_network_taken_over_judges_a_position_as_in_its_own_game():
    """Both games have the same pieces; scores in centipawns stay the same where chances are steeper."""
    encoding, network = Encoding(variant("random-wormhole")), network_of(variant("chess"))
    dice = np.random.default_rng(1)
    features = dice.integers(0, encoding.features, (50, encoding.squares)).astype(np.uint16)
    once, twice = (
        Fit(
            encoding,
            transferred_weights(encoding, network, factor * network.steepness, fresh_weights(encoding)),
        )
        for factor in (1, 2)
    )
    encoded = EncodedPositions(features, np.zeros((50, 3), np.uint8))
    assert np.allclose(2 * once.outputs(encoded), twice.outputs(encoded), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("name", ["wormhole", "3check", "crazyhouse"])
def test_a_fit_with_banks_begins_with_a_network_without_them(name):
    network, encoding = random_network(variant(name)), Encoding.of(variant(name), banked=True)
    weights = transferred_weights(encoding, network, network.steepness, fresh_weights(encoding))
    taken = rounded(encoding, weights, network.steepness, "here")
    banks = taken.rows.reshape(taken.kings, taken.planes, -1, WIDTH)
    assert (taken.kings, taken.outputs) == (4, 8)
    assert all((bank[: network.planes] == network.rows).all() for bank in banks)
    assert (taken.own.reshape(8, WIDTH) == network.own).all()
    assert (taken.other.reshape(8, WIDTH) == network.other).all()
    assert taken.counts_checks == (name == "3check")


def test_a_piece_that_the_other_game_lacks_begins_anew():
    encoding, network = Encoding(variant("wormhole")), network_of(variant("chess"))
    fresh = fresh_weights(encoding)
    weights = transferred_weights(encoding, network, 0.002, fresh)
    rows, new = (each.rows.reshape(encoding.planes, encoding.squares, -1) for each in (weights, fresh))
    for index, letter in enumerate(encoding.variant.piece_types):
        assert (rows[index] == new[index]).all() == (letter not in network.letters), letter


@needs_numba
@pytest.mark.usefixtures("briefly")
@exhaustive
@pytest.mark.parametrize(
    ("game", "like", "words"),
    [
        ("random-wormhole", "chess", "from the network of chess"),
        ("chess", None, "after the network that ships"),
    ],
)
def test_teaching_begins_with_the_network_of_a_game_and_goes_on_with_it(
    tmp_path, monkeypatch, game, like, words
):
    monkeypatch.setattr("wormhole.training.teaching.is_stronger", lambda tally: True)
    order = TrainingOrder(variant(game), 1, tmp_path / "work", tmp_path / "out.npz", like and variant(like))
    Teaching(order)
    again = replace(order, hours=ROUND_SECONDS / 3600, like=None)
    begun_with = network_of(variant("chess")).rows
    for _ in range(2):
        (finished,) = Teaching(again).run(Alone(), lambda progress: True)
        assert finished.is_kept
        network = network_of_bytes(order.out.read_bytes(), order.variant, "here")
        assert np.corrcoef(network.rows.ravel(), begun_with.ravel())[0, 1] > 0.98, "few games change little"
        assert network.made.endswith(f", {words}")


@pytest.mark.parametrize(
    ("like", "complaint"),
    [("knightmate", "has no network to start with"), ("smess", "have boards of different sizes")],
)
def test_a_game_that_is_not_like_it_is_refused(tmp_path, capsys, like, complaint):
    with pytest.raises(SystemExit):
        main(["train", "chess", "--like", like, "--folder", str(tmp_path / "work"), "--hours", "0"])
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(("option", "value"), [("--trace", "1.5"), ("--trace", "much"), ("--nodes", "0")])
def test_a_share_or_a_number_that_is_none_is_refused(capsys, option, value):
    with pytest.raises(SystemExit):
        main(["train", "chess", "--hours", "0", option, value])
    assert f"'{value}' is not a" in capsys.readouterr().err


class Mortal(SelfPlayer):
    """Plays games; its process is killed during a job, the first time."""

    def __init__(self, game, folder: Path) -> None:
        super().__init__(game, None, nodes=4)
        self._folder = folder

    def do(self, seed):
        if seed == 1 and not (self._folder / "killed").exists():
            (self._folder / "killed").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().do(seed)


@needs_numba
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@exhaustive
def test_a_killed_worker_loses_nothing(own, tmp_path):
    game = load(own)
    found = dict(Crew(2).results(partial(Mortal, game, tmp_path), range(3)))
    assert (tmp_path / "killed").exists()
    assert sorted(found) == [0, 1, 2]
    same = SelfPlayer(game, None, nodes=4).do(1)
    assert found[1].to_bytes(1) == same.to_bytes(1)


# The command and the chart


@pytest.fixture
def shown(tmp_path):
    """A folder with two rounds of Wormhole Chess."""
    taught = TeachingRecord(variant("wormhole"), tmp_path / "work")
    taught.begin()
    for number, is_kept in ((1, True), (2, False)):
        taught.add(
            Round(number, 0.5 * number, 9000, 300, 0.63, 0.62, 0.59, (1, 2, 9, 2, 8), is_kept, elo=77.0)
        )
    return tmp_path / "work"


@needs_numba
@pytest.mark.usefixtures("briefly")
@exhaustive
def test_the_command_teaches_a_game_of_a_file(own, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("wormhole.commands.train.crew_of", lambda args: Alone())
    words = ["train", str(own), "--folder", str(tmp_path / "work"), "--out", str(tmp_path / "own.npz")]
    assert main([*words, "--hours", str(ROUND_SECONDS / 3600)]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.split()[0] == "1"
    assert last.endswith(("kept", "not kept"))
    assert main([*words, "--hours", "0"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [last]


@pytest.mark.parametrize(("name", "first"), [("a.svg", b"<?xml"), ("a.PNG", b"\x89PNG")])
def test_the_command_draws_what_was_learned(shown, tmp_path, capsys, name, first):
    pytest.importorskip("matplotlib")
    words = ["train", "wormhole", "--hours", "0", "--folder", str(shown), "--chart", str(tmp_path / name)]
    assert main(words) == 0
    content = (tmp_path / name).read_bytes()
    assert content.startswith(first)
    assert "+" in capsys.readouterr().out
    assert main(words) == 0
    assert (tmp_path / name).read_bytes() == content


@pytest.mark.parametrize(
    ("chart", "named"), [("a.pdf", "a chart is a file named .svg or .png"), ("no/a.svg", "no such folder")]
)
def test_a_chart_that_cannot_be_written_is_told_of_at_once(shown, tmp_path, capsys, chart, named):
    with pytest.raises(SystemExit, match="2"):
        main(["train", "wormhole", "--folder", str(shown), "--chart", str(tmp_path / chart)])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert named in captured.err


def test_the_missing_extra_is_named(shown, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(SystemExit, match="2"):
        main(["train", "wormhole", "--folder", str(shown), "--chart", str(tmp_path / "a.svg")])
    assert "pip install 'wormhole-chess[train]'" in capsys.readouterr().err


def test_rounding_keeps_what_the_network_says(own):
    """The whole numbers differ little from the fitted ones."""
    encoding = Encoding(load(own))
    weights = fresh_weights(encoding)
    network = rounded(encoding, weights, 0.004, "here")
    assert np.abs(network.rows / 255 - weights.rows.reshape(network.rows.shape)).max() < 0.003
    assert network.fits(encoding.variant)


@pytest.mark.parametrize(
    ("pentanomial", "kept"),
    [
        ((10, 0, 60, 0, 30), True),
        ((0, 0, 0, 0, 9), True),
        ((5, 5, 20, 5, 8), False),
        ((0, 0, 0, 0, 0), False),
        ((200, 0, 400, 0, 230), False),
        ((30, 0, 60, 0, 10), False),
    ],
)
def test_a_network_is_kept_if_it_has_shown_in_its_time_that_it_is_stronger(pentanomial, kept):
    assert is_stronger(Tally(pentanomial=pentanomial)) == kept

"""Distributing work to processes and to a cluster, with workers that die, and with a ledger."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.support.odd_jobs import LETHAL, Complainer, Sleeper, Squarer, Stubborn, Teller, tries
from tests.support.patience import until
from wormhole import WormholeError, variant
from wormhole.cli import main
from wormhole.rules.game_file import parse
from wormhole.work.crew import Crew, Ledger
from wormhole.work.processes import WorkerError


@pytest.fixture(scope="module")
def cluster():
    """The address of a cluster of two processes on this machine."""
    distributed = pytest.importorskip("distributed")
    workers = {"n_workers": 2, "threads_per_worker": 1, "processes": True}
    with distributed.LocalCluster(**workers, dashboard_address=None, silence_logs=50) as found:
        yield found.scheduler_address


@pytest.fixture(params=["processes", "cluster"])
def crew(request):
    """Two workers, of either kind."""
    return Crew(2) if request.param == "processes" else Crew(cluster=request.getfixturevalue("cluster"))


def test_a_process_does_several_jobs_at_once_and_tells_news(tmp_path):
    news = []
    results = Crew(1, threads=3).results(partial(Teller, tmp_path), range(6), news.append)
    assert sorted(results) == [(number, number * number) for number in range(6)]
    assert sorted(news) == [f"begins {number}" for number in range(6)]
    assert len({process for number in range(6) for process in tries(tmp_path, number)}) == 1


def test_every_job_is_done_once(crew, tmp_path):
    found = list(crew.results(partial(Squarer, tmp_path), range(20)))
    assert sorted(found) == [(number, number * number) for number in range(20)]
    assert all(len(tries(tmp_path, number)) == 1 for number in range(20))


def test_a_killed_worker_loses_nothing_and_repeats_nothing(crew, tmp_path):
    ledger = Ledger(tmp_path / "a.ledger", {"work": "squares"})
    for number, square in crew.results(partial(Squarer, tmp_path, deaths=1), range(20)):
        ledger.add(number, square)
    first, *lines = (tmp_path / "a.ledger").read_text("utf-8").splitlines()
    assert json.loads(first) == {"work": "squares"}
    found = [json.loads(line) for line in lines]
    assert sorted(row["job"] for row in found) == list(range(20))
    assert all(row["result"] == row["job"] ** 2 for row in found)
    died, again = tries(tmp_path, LETHAL)
    assert died != again


def test_a_job_that_kills_every_worker_is_given_up(crew, tmp_path):
    with pytest.raises(WorkerError, match=r"7|Squarer|_do"):
        list(crew.results(partial(Squarer, tmp_path, deaths=99), range(LETHAL, LETHAL + 1)))


@pytest.mark.parametrize(
    ("job", "error", "named"), [(1, WormholeError, "no such number"), (0, WorkerError, "an error of this")]
)
def test_errors_of_workers_are_told(crew, tmp_path, job, error, named):
    with pytest.raises(error, match=named):
        list(crew.results(partial(Complainer, tmp_path), [job]))


def test_work_without_end_is_ended(crew, tmp_path):
    results = crew.results(partial(Sleeper, tmp_path), itertools.count())
    with contextlib.closing(results):
        assert next(results) == (0, 0)
        until((tmp_path / "job-1").exists)
    if crew.cluster is None:
        assert (tmp_path / "stopped").exists(), "processes have ended"
    until((tmp_path / "stopped").exists)


def test_workers_that_do_not_stop_share_the_time_to_do_so(tmp_path, monkeypatch):
    monkeypatch.setattr("wormhole.work.processes.EXIT_SECONDS", 3.0)
    with contextlib.closing(Crew(4).results(partial(Stubborn, tmp_path), itertools.count())) as results:
        assert next(results) == (0, 0)
        until(lambda: all((tmp_path / f"job-{number}").exists() for number in (1, 2, 3)))
        begun = time.monotonic()
    assert time.monotonic() - begun < 8


def test_work_without_jobs_needs_no_workers(tmp_path):
    assert list(Crew(2).results(partial(Squarer, tmp_path), [])) == []


def test_a_match_is_played_on_a_cluster(cluster, capsys):
    words = ["match", "ours", "ours:depth=2", "--depth", "1", "--games", "4", "--plies", "20", "--seed", "3"]
    assert main([*words, "--cluster", cluster]) == 0
    assert "games     4:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("address", "named"),
    [("tcp://127.0.0.1:9", "there is no scheduler"), ("nonsense://", "there is no scheduler")],
)
def test_a_cluster_that_is_not_there_is_named(tmp_path, monkeypatch, address, named):
    pytest.importorskip("distributed")
    monkeypatch.setattr("wormhole.work.cluster.PATIENCE_SECONDS", 1)
    with pytest.raises(WormholeError, match=named):
        list(Crew(cluster=address).results(partial(Squarer, tmp_path), [1]))


WITHOUT_THE_PROGRAM = """
import sys

class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "wormhole":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Nowhere())
"""
SCHEDULER = """
from distributed.cli.dask_scheduler import main
main(["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", "scheduler.json"])
"""
WORKER = """
from distributed.cli.dask_worker import main
main(["--scheduler-file", "scheduler.json", "--nthreads", "1", "--no-nanny", "--no-dashboard"])
"""


@contextlib.contextmanager
def started(folder, *programs):
    """A cluster of these programs, which know nothing of this folder."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with contextlib.ExitStack() as stack:
        for program in programs:
            process = subprocess.Popen(
                [sys.executable, "-c", program], cwd=folder, env=env, stderr=subprocess.DEVNULL
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
        file = folder / "scheduler.json"
        until(lambda: file.exists() and file.read_text().endswith("}"))  # it exists before it is written
        yield json.loads(file.read_text())["address"]


WITH_IT = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"


@pytest.mark.parametrize(
    ("scheduler", "worker", "named"),
    [
        (WITHOUT_THE_PROGRAM, WITH_IT, r"the scheduler cannot import this program; "),
        (WITH_IT, WITHOUT_THE_PROGRAM, r"the worker tcp://\S+ cannot import this program; "),
        (WITHOUT_THE_PROGRAM, WITHOUT_THE_PROGRAM, r"the scheduler, the worker tcp://\S+ cannot import"),
    ],
)
def test_who_lacks_the_program_is_named(tmp_path, capfd, scheduler, worker, named):
    pytest.importorskip("distributed")
    with started(tmp_path, scheduler + SCHEDULER, worker + WORKER) as address:
        with pytest.raises(SystemExit):
            main(["match", "ours", "ours:depth=2", "--depth", "1", "--games", "2", "--cluster", address])
        (line,) = capfd.readouterr().err.splitlines()
    assert re.search(named, line)


def test_the_missing_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WormholeError, match=r"pip install 'wormhole-chess\[cluster\]'"):
        list(Crew(cluster="tcp://127.0.0.1:9").results(partial(Squarer, tmp_path), [1]))


# --- the ledger ---


def test_a_ledger_is_gone_on_with(tmp_path):
    path, work = tmp_path / "a.ledger", {"work": "squares", "seed": 1}
    Ledger(path, work).add(3, [9])
    ledger = Ledger(path, work)
    ledger.add(3, ["not again"])
    ledger.add(5, [25])
    assert Ledger(path, work).results == {3: [9], 5: [25]}


def test_a_line_that_was_cut_off_is_dropped(tmp_path):
    path = tmp_path / "a.ledger"
    ledger = Ledger(path, {})
    ledger.add(1, 1)
    whole = path.read_text("utf-8")
    ledger.add(2, 4)
    text = path.read_text("utf-8")
    for length in range(len(whole), len(text) - 1):
        path.write_text(text[:length], "utf-8")
        assert Ledger(path, {}).results == {1: 1}
    Ledger(path, {}).add(2, 4)
    assert Ledger(path, {}).results == {1: 1, 2: 4}


@pytest.mark.parametrize(
    "line", ["{}", '{"job": 1}', '{"job": "1", "result": 2}', '{"job": [], "result": 2}']
)
def test_an_entry_that_is_no_job_is_named(tmp_path, line):
    path = tmp_path / "a.ledger"
    Ledger(path, {"seed": 1})
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(WormholeError, match=r"a\.ledger: an entry is not a job"):
        Ledger(path, {"seed": 1})


def test_an_edited_game_is_another_work():
    text = variant("wormhole").definition
    games = [parse(each, "mine") for each in (text, text, text.replace("year", "year "))]
    same, again, other = (game.fingerprint for game in games)
    assert same == again != other


def test_the_ledger_of_another_work_is_refused(tmp_path):
    path = tmp_path / "a.ledger"
    Ledger(path, {"seed": 2})
    text = path.read_text("utf-8")
    with pytest.raises(WormholeError, match="other work"):
        Ledger(path, {"seed": 1})
    assert path.read_text("utf-8") == text


def test_the_message_about_another_work_is_short(tmp_path):
    path = tmp_path / "a.ledger"
    path.write_text(json.dumps({"work": "x" * 10**5, "more": [{"y": "z" * 10**5}]}) + "\n")
    with pytest.raises(WormholeError, match="other work") as trouble:
        Ledger(path, {"seed": 1})
    assert len(str(trouble.value)) < 1000

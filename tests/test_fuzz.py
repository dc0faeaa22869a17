"""Every reader of files from others accepts or refuses fuzzed files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.support.children import faulty_steps
from tests.support.children.faulty_steps import LIMITS, OUTSIDE, STEPS
from tests.support.fuzz import limited_children
from tests.support.fuzz.fuzz import LIBRARY, Inputs, fuzz, main, readers
from tests.support.fuzz.limited_children import Done, Lost
from tests.support.parts import mostly_exhaustive

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux limits the memory")


@pytest.mark.parametrize("inputs", mostly_exhaustive([1000, 3000], 1000))
def test_fuzzed_text(tmp_path, inputs):
    faults, counts = fuzz(inputs, 20_26, tmp_path)
    assert [str(fault) for fault in faults] == []
    assert counts.total() == inputs
    assert min(counts["FEN, answered"], counts["PGN, answered"], counts["UCI line, refused"]) > inputs // 2000


@pytest.mark.parametrize("inputs", mostly_exhaustive([30, 150], 30))
def test_damaged_libraries(tmp_path, inputs):
    faults, counts = fuzz(inputs, 20_26, tmp_path, LIBRARY)
    assert [str(fault) for fault in faults] == []
    assert counts == {"library, answered": inputs}


@pytest.mark.parametrize("inputs", mostly_exhaustive([10, 60], 10))
def test_libraries_that_are_damaged_while_a_game_is_open(tmp_path, inputs):
    faults, counts = fuzz(inputs, 20_26, tmp_path, "library in use")
    assert [str(fault) for fault in faults] == []
    assert counts == {"library in use, answered": inputs}


def test_an_input_is_the_same_again(tmp_path):
    every = readers(tmp_path)
    first, again = Inputs(every, 5)[1234], Inputs(every, 5)[1234]
    assert (first[0], first[1]) == (again[0], again[1])
    assert first[2].random() == again[2].random()
    assert Inputs(every, 6)[1234][1] != first[1]


@on_linux
def test_fuzzing_in_children(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fuzz", "--inputs", "40", "--first", "7", "--only", "SAN"])
    assert main() == 0
    assert "40 inputs, 0 faults" in capsys.readouterr().out


@on_linux
def test_steps_that_go_wrong_are_told_and_the_others_are_done(tmp_path):
    command = [sys.executable, "-m", faulty_steps.__name__, str(tmp_path)]
    path = os.pathsep.join(sys.path)
    found = [*limited_children.run(command, 0, len(STEPS), LIMITS, {**os.environ, "PYTHONPATH": path})]
    assert [outcome.number for outcome in found] == list(range(len(STEPS)))
    said = [
        outcome.told["what"] if isinstance(outcome, Done) else outcome.reason.split("\n")[0]
        for outcome in found
    ]
    refused = "PermissionError"
    assert said == [
        *("done", "ended by SIGSEGV", "more than 3 s", "MemoryError", refused, "done", refused, refused),
        *(refused, refused, "ended by SIGABRT", "done"),
    ]
    assert [outcome for outcome in found if isinstance(outcome, Lost) and "faulty_steps" in outcome.reason]
    seen = [outcome.told["seen"] for outcome in found if isinstance(outcome, Done)]
    own = f"{OUTSIDE}/own"
    assert [each[0].removesuffix(own).split(":")[0] if each else "" for each in seen] == [
        *("", "", "os.listdir", "", "open", "open", "os.mkdir", "subprocess.Popen", "")
    ]
    assert not Path(own).exists()

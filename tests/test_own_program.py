"""How the program starts itself: from a checkout, installed, and as a bundle's executable."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.support.parts import exhaustive, mostly_exhaustive
from tests.support.patience import until
from wormhole import own_program
from wormhole.own_program import child_command, environment_of_others, how_to_add, own_command, run_as_child

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def bundled(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/wormhole-chess/wormhole-chess")


def said_by(command, folder):
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout


def test_a_child_calls_a_function_in_any_folder(tmp_path):
    odd = "a word with 'quotes' and é"
    assert said_by(child_command("builtins:print", odd, "2"), tmp_path) == f"{odd} 2\n"


def test_a_child_imports_what_its_parent_imports(tmp_path, monkeypatch):
    (tmp_path / "said.py").write_text("def say():\n    import wormhole\n    print(wormhole.__name__)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert said_by(child_command("said:say"), "/") == "wormhole\n"


# --- a working folder with files of anybody ---

LIBRARIES = ("numba", "numpy", "llvmlite", "pygame", "msgspec", "platformdirs", "wormhole", "tests")
A_MATCH = ("match", "ours", "ours:depth=2", "--depth", "1", "--games", "2", "--plies", "6", "--workers", "2")
COMMANDS = (
    ("--version",),
    ("perft", "1"),
    ("pgn", "games.pgn"),
    ("games", "--library", "games.sqlite3", "import", "games.pgn"),
    ("picture", "--out", "board.png"),
    ("picture", "--out", "game.gif", "--pgn", "games.pgn", "--size", "120"),
    ("definition", "chess"),
    ("uci",),
    ("xboard",),
    A_MATCH,
    ("train", "chess", "--hours", "0"),
)


@pytest.fixture
def traps(tmp_path):
    """A folder with a Python file for each module that the program could import; it says that it was run."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in {*sys.stdlib_module_names, *LIBRARIES}:
        (folder / f"{name}.py").write_text('open(__file__ + ".ran", "w").close()\n')
    (folder / "games.pgn").write_text('[White "A"]\n\n1. e4 *\n\n' * 200)
    return folder


def run(folder, *words):
    """The text that a command writes in that folder."""
    home = {name: str(folder.parent / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    env = {**os.environ, **home}
    found = subprocess.run(
        words, cwd=folder, env=env, input="quit\n", capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.parametrize(
    "words", mostly_exhaustive(COMMANDS, ("pgn", "games.pgn"), ("uci",), A_MATCH), ids=" ".join
)
def test_no_command_runs_files_of_the_working_folder(traps, words):
    run(traps, sys.executable, str(ROOT / "main.py"), *words)
    assert list(traps.glob("*.ran")) == []


def test_the_window_runs_no_files_of_the_working_folder(traps):
    words = [sys.executable, str(ROOT / "main.py"), "--report", "--library", str(traps / "games.sqlite3")]
    with subprocess.Popen(words, cwd=traps, stdout=subprocess.PIPE, text=True) as window:
        assert window.stdout.readline(), "the first picture"
        window.terminate()
    assert list(traps.glob("*.ran")) == []


def test_the_module_runs_no_files_of_the_working_folder_once_it_has_begun(traps, monkeypatch):
    """Before, Python itself looks for the program there, with what the package imports."""
    for trap in traps.glob("*.py"):
        if trap.stem not in ("argparse", "sqlite3", "pygame"):
            trap.unlink()
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert "Wormhole" in run(traps, sys.executable, "-m", "wormhole", "--version")
    run(traps, sys.executable, "-m", "wormhole", "games", "--library", "games.sqlite3", "import", "games.pgn")
    assert list(traps.glob("*.ran")) == []


@exhaustive
def test_mining_runs_no_files_of_the_working_folder(traps):
    words = [sys.executable, str(ROOT / "main.py"), "mine", "chess", "--workers", "1"]
    ledger = traps / "chess.ledger"
    with subprocess.Popen(words, cwd=traps, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as mining:
        until(lambda: ledger.exists() and len(ledger.read_bytes().splitlines()) > 1, "no game is played")
        mining.terminate()
    assert list(traps.glob("*.ran")) == []


@pytest.mark.parametrize("first", ["", ".", "{cwd}"], ids=["empty", "relative", "absolute"])
def test_a_child_has_no_working_folder_on_its_path(traps, monkeypatch, first):
    monkeypatch.chdir(traps)
    monkeypatch.setenv("PYTHONPATH", os.pathsep + str(traps))
    monkeypatch.syspath_prepend(first.format(cwd=traps))
    (traps.parent / "shown.py").write_text("import sys\n\ndef show():\n    print(*sys.path, sep='\\n')\n")
    monkeypatch.syspath_prepend(str(traps.parent))
    path = run(traps, *child_command("shown:show")).splitlines()
    assert str(traps.parent) in path
    assert str(ROOT) in path
    assert {"", ".", str(traps)}.isdisjoint(path)
    assert max(Counter(path).values()) == 1
    assert list(traps.glob("*.ran")) == []


def test_the_executable_of_a_bundle_is_its_own_child(bundled, capfd):
    executable, *words = child_command("builtins:print", "here", "again")
    assert [executable] == own_command()
    assert run_as_child(words)
    assert capfd.readouterr().out == "here again\n"


@pytest.mark.parametrize("words", [[], ["play"], ["uci"], ["games", "list"]])
def test_other_arguments_of_a_bundle_are_for_the_command_line(bundled, words):
    assert not run_as_child(words)


def test_the_own_command_starts_the_program_from_any_folder(tmp_path):
    assert "Wormhole Chess" in said_by([*own_command(), "--version"], tmp_path)


def test_an_installed_program_is_started_by_its_script_or_by_its_module(tmp_path, monkeypatch):
    monkeypatch.setattr(own_program, "_ROOT", tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert own_command() == [str(tmp_path / "python"), "-m", "wormhole"]
    (tmp_path / "wormhole-chess").touch()
    assert own_command() == [str(tmp_path / "wormhole-chess")]


def test_what_a_bundle_does_not_have_can_be_installed(monkeypatch):
    assert how_to_add("train") == "install it by: pip install 'wormhole-chess[train]'"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert how_to_add("train").startswith("a bundle does not have it")


def test_other_programs_do_not_get_the_libraries_of_a_bundle(bundled, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/wormhole-chess/_internal")
    assert "LD_LIBRARY_PATH" not in environment_of_others()
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/mine")
    found = environment_of_others()
    assert found["LD_LIBRARY_PATH"] == "/opt/mine"
    assert "LD_LIBRARY_PATH_ORIG" not in found


def test_without_a_bundle_other_programs_get_the_same_environment(monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/mine")
    assert environment_of_others() == dict(os.environ)

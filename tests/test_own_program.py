"""How the program starts itself: from a checkout, installed, and as a bundle's executable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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

"""The wheel and the source distribution, each installed in an empty environment and started.

``pytest -m bundle tests/window/test_installed.py``; pip fetches the libraries.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.support.desktop.program import ROOT, run_command
from wormhole.version import APPLICATION, VERSION

pytestmark = [pytest.mark.bundle, pytest.mark.skipif(os.name == "nt", reason="paths of other systems")]

PLACE = "à part"
"""A folder with a space and an é."""


def environment(folder: Path) -> Path:
    """An empty environment there; returns its folder of programs."""
    venv.create(folder, with_pip=True)
    return folder / "bin"


def pip(programs: Path, *words: object) -> None:
    command = [programs / "python", "-m", "pip", "--disable-pip-version-check", *words]
    done = subprocess.run(command, cwd=programs, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with the wheel and the source distribution, from a copy of the project."""
    place = tmp_path_factory.mktemp("built") / PLACE
    kept = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, place / "source", ignore=kept)
    programs = environment(place / "builder")
    pip(programs, "install", "build")
    command = [programs / "python", "-m", "build", "--outdir", place / "dist", place / "source"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return place / "dist"


def test_a_wheel_for_this_platform_compiles_nothing(tmp_path):
    made = [sys.executable, "-m", "tools.wheel", "--out", str(tmp_path / "dist")]
    subprocess.run(made, cwd=ROOT, check=True)
    (wheel,) = (tmp_path / "dist").iterdir()
    programs = environment(tmp_path / "environment")
    pip(programs, "install", wheel)
    done = subprocess.run(
        [programs / APPLICATION, "uci"], env={"HOME": str(tmp_path), "PATH": "/nowhere"}, cwd=tmp_path,
        input="position startpos moves d2d4\ngo depth 9\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert "bestmove" in done.stdout
    assert not list(tmp_path.rglob("*.loops.new"))
    assert not (tmp_path / ".cache" / APPLICATION / "compiled").exists()


@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"], ids=["wheel", "sdist"])
def test_it_is_installed_and_started(built, pattern, display, tmp_path):
    (file,) = built.glob(pattern)
    home = tmp_path / PLACE
    home.mkdir()
    programs = environment(home / "environment")
    pip(programs, "install", file)
    command = str(programs / APPLICATION)
    clean = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}

    def said(*words: str) -> str:
        return subprocess.run(
            words, env=clean, cwd=home, stdout=subprocess.PIPE, text=True, check=True
        ).stdout

    assert VERSION in said(command, "--version")
    assert "29,850" in said(command, "perft", "3", "--plain")
    assert str(home) in said(str(programs / "python"), "-c", "import wormhole; print(wormhole.__file__)")
    with run_command(display, home, clean, [command, "--report", "--white", "person"]) as program:
        program.still_picture()
        program.press_close()
        status, out, err = program.end()
    assert (status, err) == (0, "")
    assert "first picture" in out
    if sys.platform == "linux":
        said(command, "--install-desktop")
        entry = home / ".local" / "share" / "applications" / "wormhole-chess.desktop"
        assert f'Exec="{command}" %F' in entry.read_text("utf-8")

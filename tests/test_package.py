"""The files of the wheel, and that the two lists of requirements agree."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ONLY_FOR_TESTS = {
    "chess",
    "distributed",
    "hypothesis",
    "matplotlib",
    "mypy",
    "pdoc",
    "pytest",
    "pytest-xdist",
    "ruff",
}
ONLY_FOR_BUNDLES = ["pyinstaller>=6.11"]


def bounds(lines):
    """Requirement lines by name, with uniform blanks and quotes."""
    written = [line.replace('"', "'").replace(" ", "") for line in lines]
    return {re.match(r"[\w-]+", line)[0]: line for line in written if line and not line.startswith("#")}


def test_requirements_agree():
    listed = bounds((ROOT / "requirements.txt").read_text("utf-8").splitlines())
    assert set(listed) >= ONLY_FOR_TESTS
    assert {name: line for name, line in listed.items() if name not in ONLY_FOR_TESTS} == bounds(
        PROJECT["dependencies"]
    )
    for extra in PROJECT["optional-dependencies"].values():
        assert bounds(extra).items() - listed.items() <= bounds(ONLY_FOR_BUNDLES).items()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy, so that no old ``build/`` is used and none is left."""
    place = tmp_path_factory.mktemp("wheel")
    kept = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, place / "source", ignore=kept)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", place, place / "source"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if "matching distribution found for setuptools" in built.stdout + built.stderr:
        pytest.skip("pip cannot fetch setuptools to build with: there is no network")
    assert built.returncode == 0, built.stderr
    (found,) = place.glob("*.whl")
    return found


def carried():
    """The files that an installation needs, by their names in the wheel."""
    art = [
        Path("wormhole", path.relative_to(ROOT))
        for name in ("sprites", "sounds", "fonts")
        for path in (ROOT / name).rglob("*")
    ]
    ours = [path.relative_to(ROOT) for path in (ROOT / "wormhole").rglob("*")]
    return {path.as_posix() for path in [*art, *ours] if path.suffix not in ("", ".md", ".pyc")}


def test_every_file_is_in_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive:
        assert carried() - set(archive.namelist()) == set()


PROGRAM = """
from wormhole import assets, Board, variants
from wormhole.engine.levels import LEVELS
print(assets.sprites(), assets.sounds(), len(LEVELS), Board().perft(1, fast=False), len(variants()))
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.sprites import Sprites
Sprites(Theme.load()).piece("king", True, 40)
from wormhole.gui.look.lettering import Lettering
Lettering().font(20).size("e4")
"""


def test_the_wheel_works_away_from_the_project(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert str(tmp_path / "wormhole" / "sprites") in done.stdout


def test_the_command_is_named(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (entry,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "wormhole-chess = wormhole.cli:main" in archive.read(entry).decode()

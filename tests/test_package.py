"""The files of the wheel, and that all lists of requirements agree."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.support.parts import exhaustive

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
IMPORT = re.compile(r"^ *(?:from +(\w+)[\w.]* +import |import +(\w+)[\w.]*(?: as \w+)?$)", re.MULTILINE)
"""A line that imports, by the first word of the module's name."""
ONLY_FOR_SOME = {"pyinstaller", "torch", "pyttsx3"}


def bounds(lines):
    """Requirement lines by name, with uniform blanks and quotes."""
    written = [line.replace('"', "'").replace(" ", "") for line in lines]
    return {re.match(r"[\w-]+", line)[0]: line for line in written if line and line[0] not in "#-"}


def same(name):
    """The name of a package as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def listed(name):
    return (ROOT / name).read_text("utf-8").splitlines()


def test_a_player_installs_what_the_program_needs_and_pytest():
    needed = bounds(listed("requirements.txt"))
    assert needed.pop("pytest") in EXTRAS["dev"]
    assert needed == bounds(PROJECT["dependencies"])


def test_a_developer_installs_that_and_all_extras():
    lines = listed("requirements-dev.txt")
    assert lines[1] == "-r requirements.txt"
    extras = bounds(line for extra in EXTRAS.values() for line in extra)
    both = bounds([*listed("requirements.txt"), *lines])
    names = extras.keys() - ONLY_FOR_SOME - {PROJECT["name"]}
    assert bounds(lines).keys() <= names
    assert {name: extras[name] for name in names} == {name: both[name] for name in names}


def test_every_library_that_is_imported_is_named():
    texts = (path.read_text("utf-8") for path in (ROOT / "wormhole").rglob("*.py"))
    imported = {name for text in texts for names in IMPORT.findall(text) for name in names if name}
    modules = imported - sys.stdlib_module_names - {"wormhole"}
    packages = {module: set(map(same, names)) for module, names in packages_distributions().items()}
    declared = [*PROJECT["dependencies"], *(line for extra in EXTRAS.values() for line in extra)]
    named = set(map(same, bounds(declared)))
    assert {module for module in modules if not packages.get(module, {module}) & named} == set()


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
    return {path.as_posix() for path in (*art, *ours) if path.suffix not in ("", ".md", ".pyc")}


@exhaustive
def test_every_file_is_in_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive:
        assert carried() - set(archive.namelist()) == set()


PROGRAM = """
from wormhole import assets, Board, menu
from wormhole.engine.levels import LEVELS
print(assets.sprites(), assets.sounds(), len(LEVELS), Board().perft(1, fast=False), len(menu("family")))
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.sprites import Sprites
Sprites(Theme.load()).piece("king", True, 40)
from wormhole.gui.look.lettering import Lettering
Lettering().font(20).size("e4")
"""


@exhaustive
def test_the_wheel_works_away_from_the_project(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert str(tmp_path / "wormhole" / "sprites") in done.stdout


@exhaustive
def test_the_command_is_named(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (entry,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "wormhole-chess = wormhole.cli:main" in archive.read(entry).decode()

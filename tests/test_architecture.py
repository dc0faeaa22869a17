"""Imports between packages go down only. They are read from the source, also within functions."""

from __future__ import annotations

import ast
import graphlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "wormhole"

FACE = "wormhole"
"""The package itself, which exports the rules only."""

WHO_COMPILES = (
    "wormhole.rules.fingerprint",
    "wormhole.rules.twins",
    "wormhole.rules.intrinsics",
    "wormhole.rules.unsigned",
    "wormhole.engine.preparation",
)

MAY_IMPORT = {
    "rules": {"rules", "version"},
    "learn": {"learn", "library", "engine", "rules", FACE},
    "library": {"library", "rules", "assets", "version", FACE},
    "engine": {"engine", "rules", "version", FACE},
    "work": {"work", "library", "rules", "version"},
    "arena": {"arena", "work", "library", "engine", "rules", "version", FACE},
    "training": {"training", "arena", "work", "learn", "library", "engine", "rules", "version", FACE},
    "gui": {"gui", "learn", "library", "engine", "rules", "assets", "version", FACE},
    "cli": {
        "cli_games",
        "cli_match",
        "cli_mine",
        "cli_picture",
        "cli_train",
        "cli_values",
        "gui",
        "library",
        "engine",
        "rules",
        "version",
        FACE,
    },
    "cli_games": {"cli_values", "library", "engine", "rules"},
    "cli_match": {"cli_values", "arena", "work", "engine", "rules"},
    "cli_mine": {"cli_values", "training", "work", "rules"},
    "cli_train": {"cli_values", "training", "work", "rules"},
    "cli_picture": {"cli_values", "gui", "library", "rules"},
    "cli_values": {"engine", "library", "rules"},
    "assets": set(),
    "version": set(),
    FACE: {"rules", "version"},
    "__main__": {"cli"},
}

FOLDERS_OF_THE_WINDOW = [
    ("look", {"look"}),
    ("board", {"board", "look"}),
    ("board/drawing", {"board.drawing", "board", "look"}),
]

FILES = sorted(PACKAGE.rglob("*.py"))


def part_of(module):
    """The part of the package that a module belongs to: ``gui`` for ``wormhole.gui.app``."""
    names = module.split(".")
    return names[1] if len(names) > 1 else FACE


def module_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path):
    """The full names of the modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            found.add(node.module)
            submodules = (f"{node.module}.{alias.name}" for alias in node.names)
            found.update(
                name for name in submodules if (ROOT / name.replace(".", "/")).with_suffix(".py").exists()
            )
    return found


def test_every_part_is_known():
    assert {part_of(module_of(path)) for path in FILES} == set(MAY_IMPORT)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_go_down(path):
    allowed = MAY_IMPORT[part_of(module_of(path))]
    ours = {name for name in imports(path) if name.split(".")[0] == "wormhole"}
    assert {name for name in ours if part_of(name) not in allowed} == set()


@pytest.mark.parametrize(("folder", "allowed"), FOLDERS_OF_THE_WINDOW)
def test_parts_of_the_window_import_nothing_from_above(folder, allowed):
    for path in (PACKAGE / "gui" / folder).glob("*.py"):
        ours = {name for name in imports(path) if name.startswith("wormhole.gui.")}
        above = {
            name for name in ours if name.rpartition(".")[0].removeprefix("wormhole.gui.") not in allowed
        }
        assert above - {"wormhole.gui.language"} == set(), path


def test_no_imports_are_circular():
    """Between modules, including imports for types. ``__init__`` files are left out; they only re-export."""
    files = {module_of(path): path for path in FILES if path.name != "__init__.py"}
    above = {
        name: {found for found in imports(path) if found in files and found != name}
        for name, path in files.items()
    }
    try:
        graphlib.TopologicalSorter(above).prepare()
    except graphlib.CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_only_the_window_imports_pygame(path):
    if part_of(module_of(path)) != "gui":
        assert not {"pygame", "pygame_gui", "resvg_py"} & {name.split(".")[0] for name in imports(path)}


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_only_compiling_modules_import_numba(path):
    if module_of(path) not in WHO_COMPILES:
        assert "numba" not in {name.split(".")[0] for name in imports(path)}


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("wormhole", "numba"),
        ("wormhole", "pygame"),
        ("wormhole.engine.player", "numba"),
        ("wormhole.engine.player", "pygame"),
        ("wormhole.cli", "numba"),
        ("wormhole.cli", "pygame"),
        ("wormhole.gui.app", "numba"),
    ],
)
def test_slow_modules_are_imported_late(module, absent):
    program = f"import {module}, sys; sys.exit({absent!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0

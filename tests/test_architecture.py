"""Imports between packages go down only. They are read from the source, also within functions."""

from __future__ import annotations

import ast
import graphlib
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "wormhole"

FACE = "wormhole"
"""The package itself, which exports the rules only."""

WHO_COMPILES = (
    "wormhole.compiling.fingerprint",
    "wormhole.compiling.twins",
    "wormhole.compiling.numba_extensions",
    "wormhole.compiling.children",
)

OF_ALL = {"assets", "own_program", "version"}
"""Modules beside the packages, which import nothing of ours."""

BELOW = {
    "base": "",
    "compiling": "base",
    "rules": "base compiling",
    "library": "base compiling rules wormhole",
    "engine": "base compiling rules wormhole",
    "players": "base compiling rules engine",
    "play": "base rules library engine players wormhole",
    "learn": "base compiling rules library engine players wormhole",
    "pages": "base rules library engine players play learn wormhole",
    "work": "base compiling rules library",
    "arena": "base compiling rules library engine players work wormhole",
    "training": "base compiling rules library engine players work arena learn wormhole",
    "gui": "base compiling rules library engine players play learn pages arena training wormhole",
    "commands": "base compiling rules library engine players play pages work arena training gui wormhole",
    "cli": "base commands",
    FACE: "base rules notebook",
    "notebook": "base rules gui",
    "__main__": "cli",
    "assets": "",
    "own_program": "",
    "version": "",
}
"""What each package may import, besides itself and the modules of all."""

FROM_TRAINING = {"wormhole.training.teacher"}
"""All that the window needs of training: the process that teaches."""

ROOMS = (
    "loop",
    "home",
    "learn",
    "people",
    "tournament",
    "library",
    "composer",
    "editor",
    "game",
    "screens",
    "chooser",
    "mail",
    "rules_pages",
    "pictures",
    "engines",
    "dialogs",
    "speech",
    "board",
    "window",
    "look",
    "languages",
)
"""The rooms of the window from the top down. Each imports only those below it."""

DATA_OF_THE_WINDOW = "desktop"

LATE = {
    "wormhole": {"numba", "pygame"},
    "wormhole.players.level_player": {"numba", "pygame"},
    "wormhole.cli": {"numba", "pygame"},
    "wormhole.gui.rules_pages.pages": {"numba", "pygame"},
    "wormhole.gui.loop.app": {"numba"},
}
"""What the import of a module leaves out, because it is slow and not always needed."""

FILES = sorted(PACKAGE.rglob("*.py"))


def part_of(module):
    """The part of the package that a module belongs to: ``gui`` for ``wormhole.gui.loop.app``."""
    names = module.split(".")
    return names[1] if len(names) > 1 else FACE


def module_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(node):
    """All statements in a node, also those of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            yield child
            yield from statements(child)


@cache
def imports(path):
    """The full names of the modules that a file imports."""
    found = set()
    for node in statements(ast.parse(path.read_text("utf-8"))):
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


def packages(path):
    """The packages that a file imports: ``numba`` for ``numba.core``."""
    return {name.split(".")[0] for name in imports(path)}


def may_import(part, other):
    return other == part or other in BELOW[part].split() or (other in OF_ALL and part not in OF_ALL)


def test_every_part_is_known():
    assert {part_of(module_of(path)) for path in FILES} == set(BELOW)


def test_imports_go_down():
    upwards = [
        f"{module_of(path)} imports {name}"
        for path in FILES
        for name in sorted(imports(path))
        if name.split(".")[0] == "wormhole" and not may_import(part_of(module_of(path)), part_of(name))
    ]
    assert upwards == []


def room_of(module):
    """The room of a module of the window."""
    return module.split(".")[2]


def test_every_room_of_the_window_is_known():
    folders = {path.parent.name for path in (PACKAGE / "gui").glob("*/__init__.py")}
    assert folders == {*ROOMS, DATA_OF_THE_WINDOW}
    assert [path.name for path in (PACKAGE / "gui").glob("*.py")] == ["__init__.py"]


def test_rooms_of_the_window_import_nothing_from_above():
    above = [
        f"{module_of(path)} imports {name}"
        for number, room in enumerate(ROOMS)
        for path in (PACKAGE / "gui" / room).rglob("*.py")
        for name in sorted(imports(path))
        if name.startswith("wormhole.gui.") and room_of(name) in ROOMS[:number]
    ]
    assert above == []


def test_the_state_of_a_board_knows_nothing_of_its_drawing():
    state = list((PACKAGE / "gui" / "board").glob("*.py"))
    assert [
        f"{module_of(path)} imports {name}"
        for path in state
        for name in sorted(imports(path))
        if name.startswith("wormhole.gui.board.drawing.")
    ] == []


def test_the_window_needs_only_the_teacher_of_training():
    needed = {
        name
        for path in (PACKAGE / "gui").rglob("*.py")
        for name in imports(path)
        if part_of(name) == "training"
    }
    assert needed <= FROM_TRAINING | {"wormhole.training"}


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


def test_the_reference_rules_share_nothing_with_the_program():
    reference = [*(ROOT / "tests" / "reference").glob("*.py")]
    assert {name for path in reference for name in packages(path)} & {"wormhole", "numba", "numpy"} == set()


def test_only_the_window_imports_pygame():
    below = [path for path in FILES if part_of(module_of(path)) != "gui" and path.name != "window_bench.py"]
    assert [module_of(path) for path in below if packages(path) & {"pygame", "resvg_py"}] == []


def test_only_compiling_modules_import_numba():
    assert {module_of(path) for path in FILES if "numba" in packages(path)} <= set(WHO_COMPILES)


def test_slow_modules_are_imported_late():
    """One process imports one module after the other; what one brings in stays for those after it."""
    program = (
        "import importlib, sys\n"
        f"for module, absent in {LATE!r}.items():\n"
        "    importlib.import_module(module)\n"
        "    for name in sorted(absent & set(sys.modules)):\n"
        "        print(f'{module} imports {name}')\n"
    )
    words = [sys.executable, "-c", program]
    assert subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout == ""

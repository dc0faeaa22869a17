"""Faults of the cache of compiled loops: programs start, are fast, and report what they do.

Each row runs in processes of its own, with small loops in place of the program's (``stand_in_loops.py``).
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.support import stand_in_loops
from tests.support.parts import exhaustive, mostly_exhaustive
from tests.support.patience import PATIENCE_SECONDS, until
from wormhole.compiling.fingerprint import constants, fingerprint, loops_below
from wormhole.compiling.groups import available
from wormhole.engine.search_loops import PLAYER
from wormhole.rules.loop_groups import PERFT
from wormhole.training.training_loops import FITTING, SELF_PLAY

pytestmark = pytest.mark.skipif(not available(), reason="numba is not here")

ROOT = Path(__file__).resolve().parents[1]
LOOPS = ROOT / "tests" / "support" / "stand_in_loops.py"

NOISE = """
for stream in (sys.stdout, sys.stderr):
    stream.write("a stray line\\n7/\\n" + 300_000 * "noise ")
    stream.flush()
"""

THE_REAL_ONE = """
import importlib.util, sysconfig
spec = importlib.util.spec_from_file_location("pkgutil", sysconfig.get_path("stdlib") + "/pkgutil.py")
sys.modules["pkgutil"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["pkgutil"])
"""


class Place:
    """A user's folders, and the folder of the program."""

    def __init__(self, home, cache=None):
        self.home, self.cwd, self.program = home, home, LOOPS
        self.settings = {"PYTHONPATH": str(ROOT)}
        home.mkdir()
        if cache:
            shutil.copytree(cache, self.compiled)

    @property
    def compiled(self):
        return self.home / "cache" / "wormhole-chess" / "compiled"

    def files(self):
        return [path for path in self.home.rglob("*") if "group-" in path.name]

    def start(self, how="window", before="watch()"):
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA"))}
        env |= {"XDG_CACHE_HOME": str(self.home / "cache"), "TMPDIR": str(self.home), **self.settings}
        return subprocess.Popen(
            [sys.executable, self.program, how, before],
            cwd=self.cwd,
            env=env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, how="window", before="watch()"):
        return ended(self.start(how, before))


def ended(process):
    """The last line of stdout, and all of stderr."""
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    return out.splitlines()[-1], err


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """A cache with compiled loops."""
    place = Place(tmp_path_factory.mktemp("ready") / "home")
    result, said = place.run("command")
    assert result == "fast 0", "a child compiles"
    assert "compiling the group loops, once (not compiled yet)" in said
    return place.compiled


@pytest.fixture
def place(tmp_path, cache):
    return Place(tmp_path / "home", cache)


def nothing(place):
    """The cache is unchanged."""


def gone(place):
    shutil.rmtree(place.compiled)


def truncated(place):
    for path in place.files():
        path.write_bytes(path.read_bytes()[:-100])


def empty(place):
    for path in place.files():
        path.write_bytes(b"")


def random_bytes(place):
    for path in place.files():
        path.write_bytes(random.Random(1).randbytes(20_000))


def of_other_loops(place):
    """A file of the program under a wrong name."""
    for path in place.files():
        assert PERFT.use()
        PERFT.copy_to(place.home)
        (other,) = place.home.glob("perft*")
        other.replace(path)


def a_folder(place):
    for path in place.files():
        path.unlink()
        (path / "full").mkdir(parents=True)


def other_processor(place):
    place.settings["NUMBA_CPU_NAME"] = "generic"


def moved(place):
    """Moved to a folder with a strange name, every file touched, started from another folder."""
    folder = place.home / "a b é"
    shutil.copytree(ROOT / "wormhole", folder / "wormhole", copy_function=shutil.copyfile)
    (folder / "tests" / "support").mkdir(parents=True)
    place.program = shutil.copyfile(LOOPS, folder / LOOPS.relative_to(ROOT))
    place.cwd = Path("/")
    place.settings["PYTHONPATH"] = str(folder)


def moved_and_gone(place):
    moved(place)
    gone(place)


def unwritable(place):
    gone(place)
    place.compiled.parent.rmdir()
    place.compiled.parent.write_text("a file lies where the folder should")


def open_to_others(place):
    place.compiled.chmod(0o777)


def noisy(place):
    gone(place)
    in_child(place, NOISE)


def in_child(place, program):
    """Run code in the compiling process first: it imports this module before the program's own."""
    lines = program.strip().splitlines()
    text = "\n    ".join(["import sys\nif '-c' in sys.orig_argv:", *lines])
    first = place.home / "first"
    first.mkdir(exist_ok=True)
    (first / "pkgutil.py").write_text(f"{text}\n{THE_REAL_ONE}")
    place.settings["PYTHONPATH"] = f"{first}{os.pathsep}{ROOT}"


def left_over(place):
    """Killed processes left half a file; nothing was used for a long time."""
    gone(place)
    place.compiled.mkdir(mode=0o700)
    for name, age in (("group-x.loops", 15 * 86400), ("group-x.loops.new", 7200)):
        path = place.compiled / name
        path.write_bytes(b"half")
        os.utime(path, (time.time() - age,) * 2)


@pytest.mark.parametrize(
    ("fault", "how", "files"),
    [
        (nothing, "window", 1),
        pytest.param(moved, "window", 1, marks=exhaustive),
        pytest.param(moved_and_gone, "window", 1, marks=exhaustive),
        (truncated, "window", 1),
        pytest.param(truncated, "command", 1, marks=exhaustive),
        pytest.param(empty, "window", 1, marks=exhaustive),
        pytest.param(random_bytes, "window", 1, marks=exhaustive),
        pytest.param(of_other_loops, "window", 1, marks=exhaustive),
        pytest.param(a_folder, "window", 2, marks=exhaustive),
        pytest.param(other_processor, "window", 2, marks=exhaustive),
        pytest.param(open_to_others, "window", 2, marks=exhaustive),
        pytest.param(unwritable, "window", 1, marks=exhaustive),
        (unwritable, "command", 1),
        pytest.param(noisy, "window", 1, marks=exhaustive),
        pytest.param(left_over, "window", 1, marks=exhaustive),
    ],
)
def test_faulty_files_are_compiled_again_once(place, fault, how, files):
    fault(place)
    result, said = place.run(how)
    assert result == "fast 0", "a child compiles"
    assert said.startswith("wormhole-chess: compiling the group loops, once") is (how == "command")
    assert ("noise" in said) is (fault is noisy)
    assert [path.suffix for path in place.files()] == files * [".loops"]
    if fault is not nothing:
        assert place.run("window") == ("fast 0", "")


@exhaustive
def test_where_nothing_can_be_written_each_start_compiles(place):
    unwritable(place)
    place.home.joinpath(f"wormhole-chess-{os.getuid()}").mkdir(mode=0o777)
    place.home.joinpath(f"wormhole-chess-{os.getuid()}").chmod(0o777)
    result, said = place.run("command")
    assert result == "fast 2"
    assert "the group loops will be compiled again next time: others may write to" in said
    result, said = place.run("window")
    assert result == "plain 0"
    assert "others may write to" in said
    assert place.files() == []


@pytest.mark.parametrize(
    ("change", "is_kept"),
    [
        pytest.param(
            "import numba.core.cpu as it; del it.CPUTargetOptions.__mro__[1]._nrt", True, marks=exhaustive
        ),
        pytest.param("import numba.extending as it; del it.intrinsic", True, marks=exhaustive),
        ("import numba.core.compiler as it; del it.CompileResult._find_referenced_environments", False),
    ],
)
def test_a_numba_with_other_internals_costs_speed_only(place, change, is_kept):
    gone(place)
    in_child(place, change)
    result, said = place.run("command")
    assert result.startswith("fast")
    assert ("numba's ordinary way" in said) is is_kept
    assert ("will be compiled again next time" in said) is not is_kept
    assert len(place.files()) == is_kept
    assert "will be slow" not in said


@pytest.mark.parametrize("how", mostly_exhaustive(["window", "command"], "window"))
def test_a_numba_that_cannot_compile_is_reported(place, how):
    gone(place)
    broken = "import numba; numba.njit = None"
    in_child(place, broken)
    result, said = place.run(how, broken)
    assert result.startswith("plain")
    assert "'NoneType' object is not callable" in said


def is_running(number):
    """Whether a process runs; an ended one may still be listed."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes under /proc")
@pytest.mark.parametrize("end", ["closed", "killed"])
@exhaustive
def test_no_child_outlives_the_window(place, end):
    gone(place)
    compiling, closed = place.home / "compiling", place.home / "closed"
    place.settings["STAND_IN_IS_SLOW"] = str(compiling)
    window = place.start(str(closed))
    until(compiling.exists)
    child = int(compiling.read_text())
    if end == "closed":
        closed.touch()
        assert ended(window) == ("plain 0", "")
    else:
        window.kill()
        window.communicate()
    until(lambda: not is_running(child))
    del place.settings["STAND_IN_IS_SLOW"]
    assert place.run() == ("fast 0", "")


def test_a_process_with_a_window_does_not_even_load(place):
    result, said = place.run("command", "from wormhole.compiling.groups import never_wait; never_wait()")
    assert (result, said) == ("plain 0", "")


@exhaustive
def test_two_first_starts_at_once(place):
    gone(place)
    for process in [place.start(), place.start()]:
        assert ended(process) == ("fast 0", "")
    assert len(place.files()) == 1


def test_loops_use_only_numbers_and_other_loops():
    """The fingerprint covers nothing else of their modules, but for the names of libraries."""
    groups = (PERFT, *PLAYER, SELF_PLAY, FITTING)
    loops = frozenset().union(*(loops_below(loop) for group in groups for loop in group.loops))
    assert len(loops) > 100
    for loop in loops:
        values = constants(loop).values()
        assert {type(value) for value in values} <= {int, np.float32, str}
        assert {value for value in values if isinstance(value, str)} <= {"math", "numpy"}
        assert loop.__closure__ is None


def test_another_constant_gives_another_file(monkeypatch):
    names = [fingerprint(stand_in_loops.GROUP.loops)]
    monkeypatch.setattr(stand_in_loops, "FACTOR", 3)
    names.append(fingerprint(stand_in_loops.GROUP.loops))
    monkeypatch.undo()
    names.append(fingerprint(stand_in_loops.GROUP.loops))
    assert names[0] == names[2] != names[1]

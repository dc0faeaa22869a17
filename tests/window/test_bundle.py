"""The bundle, in an environment without Python and with an empty home.

``pytest -m bundle`` makes a bundle and an archive in a temporary folder, which takes minutes, and tests it.
``BUNDLE=dist/wormhole-chess pytest -m bundle tests/window/test_bundle.py`` tests an existing one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import pytest

from tests.support.desktop.eyes import Eyes, after_any_move, shows_an_offer
from tests.support.desktop.program import ROOT, run_command
from tests.support.desktop.twin import twin
from wormhole import Board
from wormhole.gui.home.home import home_layout
from wormhole.version import APPLICATION, VERSION

pytestmark = [pytest.mark.bundle, pytest.mark.skipif(sys.platform != "linux", reason="for Linux")]

SIZE = (1280, 800)
FIRST_MOVE_SECONDS = 20
"""From the start to the first move of compiled loops, on a busy machine. Compiling them takes a minute."""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """The bundle's folder, moved to where a space and an é are in its path."""
    given = os.environ.get("BUNDLE")
    if given:
        return Path(given).resolve()
    pytest.importorskip("PyInstaller", reason="pip install pyinstaller")
    place = tmp_path_factory.mktemp("bundle")
    made = place / "made"
    told = subprocess.run(
        [sys.executable, "-m", "tools.bundle", "--out", made],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert [line.split()[-1] for line in told] == ["MB", "MB"]
    (archive,) = made.glob(f"{APPLICATION}-{VERSION}-linux-*.tar.xz")
    with tarfile.open(archive) as file:
        file.extractall(place / "à part")
    return place / "à part" / APPLICATION


class Machine:
    """A user's machine without Python."""

    def __init__(self, home: Path, bundle: Path, display) -> None:
        self.home = home
        self.command = str(bundle / APPLICATION)
        self.environment = {"HOME": str(home), "PATH": "/nowhere", "LANG": "C.UTF-8"}
        self._display = display

    def run(self, *words, text=None):
        """The output of a command that succeeds."""
        return subprocess.run(
            [self.command, *words], env=self.environment, cwd=self.home, input=text,
            stdout=subprocess.PIPE, text=True, check=True,
        ).stdout  # fmt: skip

    def window(self, *words):
        size = "{}x{}".format(*SIZE)
        return run_command(self._display, self.home, self.environment, [self.command, "--size", size, *words])

    @property
    def has_compiled(self):
        return any((self.home / ".cache" / APPLICATION / "compiled").glob("*"))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("maison é")


@pytest.fixture
def machine(home, bundle, display):
    return Machine(home, bundle, display)


def sees(program, *boards):
    """Wait until the window shows one of these positions; returns it."""
    eyes = Eyes(SIZE)
    program.park()
    return program.wait_for(lambda: eyes.read(program.picture(), boards), "one of these positions")


def played(board, text):
    after = board.copy()
    after.push_uci(text)
    return after


def test_at_the_first_start_the_strongest_level_moves_at_once(machine):
    assert not any(machine.home.iterdir())
    begun = time.monotonic()
    eyes = Eyes(SIZE)
    with machine.window("--white", "person", "--black", "computer", "--level", "10") as program:
        board = sees(program, Board())
        program.drag(eyes.pixel("e2"), eyes.pixel("e4"))
        sees(program, *after_any_move(played(board, "e2e4")))
        print(f"from the start to the computer's first move: {time.monotonic() - begun:.1f} s")
        program.press_close()
        assert program.end()[::2] == (0, "")
    assert time.monotonic() - begun < FIRST_MOVE_SECONDS
    assert not machine.has_compiled, "the bundle has the compiled loops"


def test_a_game_by_mouse_is_killed_and_gone_on_with(machine, tmp_path):
    eyes = Eyes(SIZE)
    with machine.window() as program, twin(SIZE, tmp_path) as hidden:
        program.click(hidden.button("Play"))
        board = sees(program, Board())
        program.drag(eyes.pixel("e2"), eyes.pixel("e4"))
        board = sees(program, *after_any_move(played(board, "e2e4")))
        program.process.kill()
    with machine.window() as program:
        middle = home_layout(SIZE).offer.center
        program.wait_for(lambda: shows_an_offer(program.picture(), SIZE), "an offer to continue")
        program.click(middle)
        assert sees(program, board)
        program.press_close()
        assert program.end()[::2] == (0, "")


def test_a_first_search_is_quick(machine):
    begun = time.monotonic()
    with subprocess.Popen(
        [machine.command, "uci"], env=machine.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    ) as engine:  # fmt: skip
        engine.stdin.write("position startpos\ngo depth 8\n")
        engine.stdin.flush()
        said = []
        while not said or not said[-1].startswith("bestmove"):
            said.append(engine.stdout.readline())
        engine.stdin.close()
    assert not any("slow" in line for line in said)
    assert time.monotonic() - begun < FIRST_MOVE_SECONDS
    assert not machine.has_compiled


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--version"], VERSION),
        (["perft", "3", "--plain"], "29,850"),
        (["games"], ""),
        (["match", "ours:level=1", "ours:level=2", "--games", "2", "--workers", "2"], "2"),
    ],
)
def test_the_commands(machine, words, said):
    assert said in machine.run(*words)


def test_a_catalogue_of_ones_own_is_read(machine):
    """Babel compiles it; the bundle has the data of few languages."""
    folder = machine.home / ".config" / APPLICATION / "languages"
    folder.mkdir(parents=True)
    (folder / "pt.po").write_text('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n')
    with machine.window("--language", "pt") as program:
        program.key("ctrl+q")
        assert program.end()[::2] == (0, "")
    assert list((machine.home / ".cache" / APPLICATION / "languages").glob("pt-*.mo"))

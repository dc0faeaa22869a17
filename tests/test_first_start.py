"""The engines before their loops are compiled: they answer at once, and play within their time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import chess
import chess.engine
import pytest

from tests.support.patience import PATIENCE_SECONDS, until
from wormhole.compiling.groups import available

pytestmark = pytest.mark.skipif(not available(), reason="numba is not here")

ROOT = Path(__file__).resolve().parents[1]

SOON_SECONDS = 5.0
"""More than any answer takes that does not wait for the compilation, on a busy machine."""

SLOW_LOOPS = """
from tests.support import stand_in_loops
from wormhole.engine import readiness
readiness.PLAYER = readiness.GROUPS = (stand_in_loops.GROUP,)
"""
"""Small loops in place of the program's; ``STAND_IN_IS_SLOW`` makes them compile for long."""

ENGINE = "from wormhole.cli import main; main(['uci'])"
XBOARD_ENGINE = ENGINE.replace("uci", "xboard")


class FirstStart:
    """A user's folders with nothing compiled."""

    def __init__(self, home: Path) -> None:
        self.compiling = home / "compiling.pid"
        self.env = {
            **os.environ,
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_DATA_HOME": str(home / "data"),
            "PYTHONPATH": str(ROOT),
        }

    def compiles_for_long(self, engine: str = ENGINE) -> list[str]:
        """The command of an engine whose loops are never ready."""
        self.env["STAND_IN_IS_SLOW"] = str(self.compiling)
        return [sys.executable, "-c", SLOW_LOOPS + engine]

    def child(self) -> int:
        """The process that compiles, once there is one."""
        until(self.compiling.exists)
        return int(self.compiling.read_text())


@pytest.fixture
def first_start(tmp_path: Path) -> FirstStart:
    return FirstStart(tmp_path)


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False


class Pipe:
    """An engine in a process of its own, line by line."""

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(command, text=True, bufsize=1, env=env, **pipes)

    def ask(self, line: str, answer: str) -> tuple[list[str], float]:
        """The lines up to the one that begins like ``answer``, and the seconds they took."""
        begun = time.monotonic()
        self.process.stdin.write(line + "\n")
        said = []
        while not said or not re.match(answer, said[-1]):
            said.append(self.process.stdout.readline().strip())
            assert said[-1], self.process.stderr.read()
        return said, time.monotonic() - begun

    def quit(self) -> None:
        _, errors = self.process.communicate("quit\n", timeout=PATIENCE_SECONDS)
        assert "Traceback" not in errors
        assert self.process.returncode == 0


def test_all_is_answered_while_the_loops_compile(first_start):
    engine = Pipe(first_start.compiles_for_long(), first_start.env)
    engine.ask("uci", "uciok")  # with the start of Python
    said, seconds = engine.ask("isready", "readyok")
    assert seconds < SOON_SECONDS
    assert any("compiled" in line for line in said[:-1] if line.startswith("info string "))
    child = first_start.child()

    engine.ask("position startpos moves e2e4\nisready", "readyok")
    said, seconds = engine.ask("go movetime 400", "bestmove")
    assert chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").is_legal(
        chess.Move.from_uci(said[-1].split()[1])
    )
    assert 0.2 <= seconds < SOON_SECONDS
    assert any("not compiled" in line for line in said)

    said, _ = engine.ask("go infinite", "info string")
    assert "waiting" in said[-1]
    assert engine.ask("isready", "readyok")[1] < SOON_SECONDS
    assert engine.ask("stop", "bestmove")[1] < SOON_SECONDS

    engine.ask("setoption name UCI_Variant value wormhole\ngo ponder movetime 100", "info string")
    said, seconds = engine.ask("ponderhit", "bestmove")
    assert len(said[-1].split()[1]) == 4
    assert seconds < SOON_SECONDS

    # A shallow search, as the lower levels do, waits for nothing.
    said, _ = engine.ask("go depth 2", "bestmove")
    assert not any("waiting" in line for line in said)

    engine.ask("go infinite", "info string")
    assert runs(child)
    engine.quit()
    until(lambda: not runs(child))


def test_the_process_that_compiles_ends_with_a_killed_engine(first_start):
    engine = Pipe(first_start.compiles_for_long(), first_start.env)
    engine.ask("isready", "readyok")
    child = first_start.child()
    engine.process.kill()
    engine.process.communicate()
    until(lambda: not runs(child))


def test_python_chess_plays_with_it_meanwhile(first_start):
    command = first_start.compiles_for_long()
    with chess.engine.SimpleEngine.popen_uci(
        command, timeout=PATIENCE_SECONDS, env=first_start.env
    ) as engine:
        engine.ping()
        board = chess.Board()
        limit = chess.engine.Limit(white_clock=5.0, black_clock=5.0)
        for _ in range(3):
            board.push(engine.play(board, limit).move)
        with engine.analysis(board) as analysis:
            assert next(iter(analysis)).get("string", "").startswith("waiting")
        assert analysis.wait().move in board.legal_moves


def test_xboard_is_answered_while_the_loops_compile(first_start):
    engine = Pipe(first_start.compiles_for_long(XBOARD_ENGINE), first_start.env)
    engine.ask("xboard", "feature done=0")  # with the start of Python
    said, seconds = engine.ask("protover 2", "feature done=1")
    assert seconds < SOON_SECONDS
    assert any("compiled" in line for line in said if line.startswith("telluser "))
    child = first_start.child()

    said, seconds = engine.ask("new\nst 0.4\ngo", "move")
    assert chess.Board().is_legal(chess.Move.from_uci(said[-1].split()[1]))
    assert seconds < SOON_SECONDS
    assert any("not compiled" in line for line in said)
    assert engine.ask("ping 1", "pong 1")[1] < SOON_SECONDS

    engine.ask("analyze", "# waiting")
    assert engine.ask("exit\nping 2", "pong 2")[1] < SOON_SECONDS
    engine.ask("analyze", "# waiting")
    assert runs(child)
    engine.quit()
    until(lambda: not runs(child))


@pytest.mark.soak
def test_the_very_first_start(first_start):
    """In an empty cache, with the program's own loops."""
    engine = Pipe([sys.executable, "-c", ENGINE], first_start.env)
    engine.ask("uci", "uciok")  # with the start of Python
    assert engine.ask("isready", "readyok")[1] < SOON_SECONDS
    slow, _ = engine.ask("go movetime 1000", "bestmove")
    assert any("not compiled" in line for line in slow)
    said, _ = engine.ask("go nodes 200000", "bestmove")  # waits until they are compiled
    assert any("waiting" in line for line in said)
    assert not any("not compiled" in line for line in said)
    assert engine.ask("go nodes 200000", "bestmove")[1] < SOON_SECONDS
    engine.quit()


@pytest.mark.soak
def test_the_very_first_start_in_xboard(first_start):
    """In an empty cache, with the program's own loops."""
    engine = Pipe([sys.executable, "-c", XBOARD_ENGINE], first_start.env)
    engine.ask("xboard", "feature done=0")  # with the start of Python
    assert engine.ask("protover 2", "feature done=1")[1] < SOON_SECONDS
    assert any("not compiled" in line for line in engine.ask("new\nst 1\ngo", "move")[0])
    assert any("# waiting" in line for line in engine.ask("analyze\npost", "[0-9]")[0])
    engine.quit()

"""Settings of all tests: no window, no sound, and the profiles of hypothesis."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.compiled_once import CompiledOnce, is_worker, wait_for_loops
from tests.support.drawn_once import draw_once
from tests.support.opened_once import open_once
from wormhole.compiling import groups as compiled
from wormhole.engine import readiness

collect_ignore = ["support"]
"""It has no tests."""

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ["LANGUAGE"] = "en"
os.environ["BROWSER"] = "true"  # the program that does nothing

# Else each of the many processes that tests start would compile all modules anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No deadlines, because machines differ in speed.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
for profile in ("default", "ci"):
    settings.register_profile(f"quick {profile}", settings.get_profile(profile), max_examples=20)


def pytest_configure(config):
    """Choose hypothesis's profile: without the exhaustive part a fifth of the examples."""
    profile = "ci" if os.environ.get("CI") else "default"
    quick = "quick " if "not exhaustive" in config.option.markexpr else ""
    settings.load_profile(quick + profile)
    if is_worker(config):
        compiled.never_wait()  # while this process collects, others compile
    elif config.option.numprocesses and not config.option.collectonly:
        config.pluginmanager.register(CompiledOnce())


def pytest_xdist_auto_num_workers():
    """One worker more than processors: many tests wait for programs, files and threads."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def windows_share():
    """The windows of all tests draw the same picture once, and share fonts and the sound device."""
    with draw_once(), open_once():
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_once(request):
    """No two workers compile the same loops, nor do their children."""
    if is_worker(request.config):
        wait_for_loops(request.config)
        compiled.never_waits.clear()


@pytest.fixture(autouse=True)
def library_of_its_own(tmp_path_factory, monkeypatch):
    """Keep the games of tests out of the user's own library."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))


@pytest.fixture(autouse=True)
def waits_for_loops():
    """Undo ``never_wait`` after a test that opened a window in this process."""
    yield
    compiled.never_waits.clear()


@pytest.fixture
def english_again():
    """Texts are English again after a test that chose another language."""
    from wormhole.gui.languages import language

    yield
    language.use("en")


@pytest.fixture
def drive(tmp_path):
    """Opens windows in which a player that obeys plays for the computer."""
    from tests.support.hand import driving

    with driving(tmp_path) as drive:
        yield drive


@pytest.fixture
def compiles_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer player's loops are being compiled, and never will be."""
    from tests.support.stand_in_loops import NEVER

    def prepare(groups: object, is_wanted: Callable[[], bool]) -> Iterator[float]:
        while is_wanted():
            yield 0.5

    monkeypatch.setattr(readiness, "available", lambda: True)
    monkeypatch.setattr(readiness, "PLAYER", (NEVER,))
    monkeypatch.setattr(readiness, "obtain", prepare)


@pytest.fixture
def seen(monkeypatch):
    """The texts that are drawn."""
    from wormhole.gui.look.words import Words

    seen = set()
    line = Words.line

    def seen_line(words, text, *how, **more):
        seen.add(text)
        return line(words, text, *how, **more)

    monkeypatch.setattr(Words, "line", seen_line)
    return seen

"""A window that plays by itself, as a process that can be killed; see ``hurried.py``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support.children import path_of
from tests.support.children.hurried import PlayEvent
from tests.support.desktop.display import Display
from tests.support.patience import until
from wormhole.library.settings import Settings, save

ROOT = Path(__file__).resolve().parents[3]


class HurriedWindow:
    """Plays into a library from now on; its settings and output are in ``folder``."""

    def __init__(self, display: Display, library: Path, folder: Path, seed: int, mode: str = "") -> None:
        folder.mkdir(exist_ok=True)
        settings = folder / "settings.toml"
        save(settings, Settings(motion=False, muted=True, fold_view_shown=True))
        self._output, self._errors = folder / "told.jsonl", folder / "errors.txt"
        environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        environment |= {"DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
        command = [sys.executable, path_of("hurried")]
        command += [str(library), str(settings), str(seed), mode]
        with self._output.open("wb") as output, self._errors.open("wb") as errors:
            self._process = subprocess.Popen(command, stdout=output, stderr=errors, env=environment)

    def wait_for_play(self) -> None:
        """Wait until it has begun to play."""
        until(lambda: self._output.stat().st_size, "the window does not begin to play", self.check)

    def check(self) -> None:
        """Check that it still plays and complains about nothing."""
        errors = self._errors.read_text()
        assert not errors.strip(), errors
        assert self._process.poll() is None, "the window ended by itself"

    def kill(self) -> list[PlayEvent]:
        """Kill it; returns what it told."""
        self._process.kill()
        self._process.wait()
        whole_lines = self._output.read_bytes().split(b"\n")[:-1]
        return [PlayEvent(**json.loads(line)) for line in whole_lines]

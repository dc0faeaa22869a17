"""Soak of the demonstration: shows many games, much accelerated, and looks for growth.

    python -m tests.support.monkey.soak_demonstration --games 300

The real window, invisible, shows one game of the family after another with the real computer player, at a low
level and without pauses; now and then a simulated visitor takes over, and the demonstration resumes by
itself. Memory, Python's objects, open files and threads are printed after each round of the catalogue. The
exit status is 1 if something grew from the second third of the rounds to the last one; in the first one,
caches fill.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pygame

from tests.support.file_watch import FileWatch
from tests.support.resources import Use
from wormhole import menu
from wormhole.compiling.groups import never_wait
from wormhole.gui.learn.demonstration_screen import DemonstrationScreen
from wormhole.gui.learn.kiosk import ALONE_SECONDS
from wormhole.gui.loop.app import App
from wormhole.gui.window.native_memory import limit_unused_memory
from wormhole.library import settings
from wormhole.library.settings import Settings
from wormhole.play.start_options import StartOptions

SIZE = (800, 600)
PACE, STEP_SECONDS = 1000.0, 0.02
GAMES_BETWEEN_PEOPLE = 7
"""After so many games a simulated visitor takes over, and goes away again."""
GROWTH_MEGABYTES, GROWTH_OBJECTS = 8.0, 2_000
LONGEST_WAIT_SECONDS = 0.001


class Watch:
    """Runs the window with a clock that is never waited for, and counts the games."""

    def __init__(self, folder: Path, level: int) -> None:
        self.games = 0
        self._seconds = 0.0
        self._shown = ""
        path = folder / "settings.toml"
        settings.save(path, Settings(muted=True))
        options = StartOptions(
            demo=True,
            level=level,
            pace=PACE,
            size=SIZE,
            settings_path=path,
            library_path=folder / "games.sqlite3",
        )
        self.app = App(options, lambda: self._seconds)

    def step(self) -> bool:
        """One step of the window; a visitor comes now and then. Returns whether another game has begun."""
        self._seconds += STEP_SECONDS
        if not self.app.step(wait=False):
            time.sleep(LONGEST_WAIT_SECONDS)
        screen = self.app.screen
        if not isinstance(screen, DemonstrationScreen):
            self._seconds += ALONE_SECONDS / 4
            return False
        if not screen.words.heading or screen.showing.variant.title == self._shown:
            return False
        self._shown = screen.showing.variant.title
        self.games += 1
        if self.games % GAMES_BETWEEN_PEOPLE == 0:
            pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, unicode=" ", mod=0))
        return True

    def rest(self) -> None:
        """Wait until no other thread makes objects: Python fails if they are listed meanwhile."""
        while isinstance(self.app.screen, DemonstrationScreen) and self.app.screen.is_preparing:
            self.app.step(wait=False)
            time.sleep(LONGEST_WAIT_SECONDS)


def watch(games: int, level: int) -> list[Use]:
    """Show so many games; returns what was in use after each round of the catalogue."""
    begun = time.monotonic()
    uses: list[Use] = []
    kinds: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        FileWatch([Path(folder), Path(os.environ["XDG_CACHE_HOME"])])
        seen = Watch(Path(folder), level)
        try:
            while seen.games < games:
                if not seen.step() or seen.games % len(menu("family")):
                    continue
                seen.rest()
                before, kinds = kinds, Counter(type(each).__name__ for each in gc.get_objects())
                uses.append(Use.now())
                more = ", ".join(f"{count:+} {name}" for name, count in (kinds - before).most_common(3))
                print(
                    f"{time.monotonic() - begun:6.0f} s, {seen.games} games: {uses[-1]}; {more}", flush=True
                )
        finally:
            seen.app.close()
    return uses


def growth(uses: Sequence[Use]) -> list[str]:
    """What grew from the second third of the rounds to the last one."""
    third = len(uses) // 3
    if not third:
        return []
    middle, last = uses[third : 2 * third], uses[-third:]
    found = []
    if min(use.megabytes for use in last) > max(use.megabytes for use in middle) + GROWTH_MEGABYTES:
        found.append("memory")
    if min(use.objects for use in last) > max(use.objects for use in middle) + GROWTH_OBJECTS:
        found.append("objects")
    if min(use.open_files for use in last) > max(use.open_files for use in middle):
        found.append("open files")
    if min(len(use.threads) for use in last) > max(len(use.threads) for use in middle):
        found.append("threads")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300, help="games to show (%(default)s)")
    parser.add_argument("--level", type=int, default=1, help="the level of both sides (%(default)s)")
    args = parser.parse_args()
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    never_wait()
    limit_unused_memory()
    grown = growth(watch(args.games, args.level))
    print(f"grew: {', '.join(grown)}" if grown else "nothing grew")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())

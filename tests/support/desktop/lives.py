"""Lives of one library: a window plays and is killed; the next one must find everything that it had shown."""

from __future__ import annotations

import shutil
import sqlite3
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.children.hurried import FOUND, MADE, NOTHING, SETTLED, SHOWN, PlayEvent
from tests.support.desktop.display import Display
from tests.support.desktop.hurried_window import HurriedWindow
from wormhole import Board
from wormhole.library.pgn import read_movetext


@dataclass
class Witnessed:
    """What the library may contain of the games of a killed process."""

    made: list[PlayEvent] = field(default_factory=list)
    settled: dict[int, int] = field(default_factory=dict)
    """For each game the index in ``made`` of the last change that was certainly kept."""
    shown: list[tuple[int, str]] = field(default_factory=list)
    """Lines of moves that were on screen, each with the number of its game."""

    def add(self, told: PlayEvent) -> None:
        """Take one more line into account."""
        if told.kind in (FOUND, MADE):
            self.made.append(told)
        if told.kind in (FOUND, SETTLED):
            self.settled[told.game] = len(self.made) - 1
        elif told.kind == SHOWN:
            self.shown.append((told.game, told.text))

    @property
    def latest(self) -> int | None:
        """The last game of which moves were certainly kept; None if there is none."""
        return max((game for game, index in self.settled.items() if self.made[index].text), default=None)

    @property
    def has_ended(self) -> bool:
        """Whether that game or a later one may have ended, so that it is not offered."""
        return any(told.is_over and told.game >= (self.latest or 0) for told in self.made)

    def possible(self) -> list[PlayEvent]:
        """What may be found: the last change of the latest game that is known to be kept, or one after it."""
        if self.latest is None:
            return [told for told in self.made if told.text]
        return [told for told in self.made[self.settled[self.latest] :] if told.text]

    def missing_in(self, found: PlayEvent) -> str | None:
        """What is wrong with the game that the next process found; None if nothing is."""
        possible = self.possible()
        alike = [told for told in possible if (told.variant, told.text) == (found.variant, found.text)]
        if not alike:
            return f"the tree is none of {len(possible)} possible ones: {found.text}"
        if not any(told.play == found.play for told in possible):
            return f"the players' state was never so: {found.play}"
        for game, line in self.shown:
            if any(told.game == game for told in alike) and not has_line(found, line):
                return f"moves that were shown are lost: {line}"
        return None


def has_line(found: PlayEvent, line: str) -> bool:
    """Whether the found tree has these moves in a row from its start."""
    node = read_movetext(Board(found.variant), {}, found.text)
    for move in line.split():
        node = next((child for child in node.variations if child.move.text == move), None)
        if node is None:
            return False
    return True


class Lives:
    """Windows that follow each other on one library."""

    def __init__(self, display: Display, folder: Path) -> None:
        self.library = folder / "games.sqlite3"
        self.found = 0
        """How often a window went on with a game that one before it had shown."""
        self._display = display
        self._folder = folder
        self._before = Witnessed()
        self._ever: set[tuple[str, str]] = set()

    def live(self, seed: int, seconds: float) -> list[PlayEvent]:
        """Play until a kill after ``seconds`` of play; returns what was told.

        Raises AssertionError if something is missing that the window before had shown.
        """
        told = self._play(seed, seconds)
        begun = next((one for one in told if one.kind in (FOUND, NOTHING)), None)
        if begun is not None:
            self._compare(begun)
            self._before = Witnessed()
        for one in told:
            self._before.add(one)
            self._ever.add((one.variant, one.text))
        self.check_integrity()
        return told

    def _compare(self, begun: PlayEvent) -> None:
        """Compare what a window began with and what the one before it had shown."""
        before = self._before
        if begun.kind == NOTHING:
            assert before.latest is None or before.has_ended, "no game is offered"
            return
        self.found += 1
        wrong = before.missing_in(begun)
        if wrong is not None and (before.latest is None or before.has_ended):
            wrong = None if (begun.variant, begun.text) in self._ever else wrong
        assert wrong is None, wrong

    def check_integrity(self) -> None:
        """Check a copy of the database as the killed process left it."""
        copy = self._folder / "copy"
        copy.mkdir(exist_ok=True)
        for file in self._folder.glob("games.sqlite3*"):
            shutil.copy(file, copy / file.name)
        if (copy / self.library.name).exists():
            with sqlite3.connect(copy / self.library.name) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            connection.close()
        shutil.rmtree(copy)

    def _play(self, seed: int, seconds: float) -> list[PlayEvent]:
        """Play for ``seconds`` from the beginning of play or, if negative, from the start of the process."""
        window = HurriedWindow(self._display, self.library, self._folder / "window", seed)
        try:
            if seconds >= 0:
                window.wait_for_play()
            time.sleep(abs(seconds))
            window.check()
        finally:
            told = window.kill()
        return told

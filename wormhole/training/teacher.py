"""Teaches the computer a game in a child process of low priority, which ends when its parent does."""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from wormhole.base.children import Child
from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.schema import find
from wormhole.base.text_files import errors_of
from wormhole.compiling.groups import complain
from wormhole.engine.network import rules_changed, taught_file
from wormhole.library import journal
from wormhole.rules.chosen_rules import values_of
from wormhole.rules.game_file import composed, parse
from wormhole.rules.variant import Variant


@dataclass(frozen=True)
class TeachingOrder:
    """An order to teach: a game by its definition and rules, and the hours."""

    name: str
    definition: str
    rules: dict[str, str]
    hours: float

    @staticmethod
    def of(variant: Variant, hours: float) -> TeachingOrder:
        """The order to teach that game for so many hours."""
        return TeachingOrder(variant.name, variant.definition, rules_changed(variant), hours)

    def variant(self) -> Variant:
        """The game, with the rules that it was changed to."""
        return composed(parse(self.definition, self.name), *values_of(self.rules))


HISTORY = "history.jsonl"
MOST = 10**9
"""Larger numbers are mistakes in a journal."""
Count = Annotated[int, Meta(ge=0, le=MOST)]
Amount = Annotated[float, Meta(ge=0, le=MOST)]


class TrainingPhase(Enum):
    """The phase of teaching: preparation, then three phases in each round."""

    PREPARING = "preparing"
    PLAYING = "playing"
    LEARNING = "learning"
    TESTING = "testing"


@dataclass(frozen=True)
class Round:
    """A finished round of teaching, as in the journal.

    * ``hours``: the hours of work so far
    * ``positions``, ``games``: the numbers of those learned from
    * ``material``, ``glance``, ``search``: mean cross entropies of the results of games that the network has
      not seen, by the pieces' values, by the network, and by the searches' scores
    * ``pentanomial``: of the match against the network before; how many pairs of games brought 0 points, a
      half, and so on up to 2
    * ``elo``: of the network kept now over the evaluation at the beginning, summed from match to match
    """

    number: Count
    hours: Amount
    positions: Count
    games: Count
    material: Amount
    glance: Amount
    search: Amount
    pentanomial: Annotated[tuple[Count, ...], Meta(min_length=5, max_length=5)]
    is_kept: bool
    elo: Annotated[float, Meta(ge=-MOST, le=MOST)]


class TeachingRecord:
    """The rounds that are kept in a folder, and those that are added.

    A line that is no round, or one with fewer hours than the round before, is skipped. Raises
    :class:`WormholeError` if the folder cannot be read or is of another game.
    """

    def __init__(self, variant: Variant, folder: Path) -> None:
        self._path = folder / HISTORY
        self._work = {"work": "teaching", "game": variant.name, "fingerprint": variant.fingerprint}
        self._work |= rules_changed(variant)
        with errors_of(folder):
            entries = journal.read(self._path)
        if entries and entries[0] != self._work:
            raise WormholeError(f"{shown_path(folder)}: this folder belongs to another game")
        self.rounds: list[Round] = []
        for entry in entries[1:]:
            read = find(Round, entry)
            if read is not None and (not self.rounds or read.hours >= self.rounds[-1].hours):
                self.rounds.append(read)
        self._is_begun = bool(entries)

    def begin(self) -> None:
        """Write the game's identity into a new folder. Raises :class:`WormholeError`."""
        if not self._is_begun:
            journal.append_entry(self._path, self._work)
            self._is_begun = True

    def add(self, finished: Round) -> None:
        """Write a round. Raises :class:`WormholeError`."""
        journal.append_entry(self._path, vars(finished))
        self.rounds.append(finished)


def usual_folder(variant: Variant) -> Path:
    """The folder of a game's teaching on this machine, beside the network."""
    return taught_file(variant).with_suffix("")


CHILD = "wormhole.training.child:main"
"""The child's program."""


@dataclass(frozen=True)
class TeachingNow:
    """The progress of teaching a game.

    * ``number``: the number of the round, from 1; 0 before the first report
    * ``phase``, ``share``: the phase of the round, and its finished share
    * ``match``: wins, draws and losses of the new network so far, during the match
    """

    variant: Variant
    hours: float
    number: int = 0
    phase: TrainingPhase = TrainingPhase.PREPARING
    share: float = 0.0
    positions: int = 0
    match: tuple[int, int, int] | None = None


class Teacher:
    """Teaches one game at a time. ``on_news`` is called from a thread of its own whenever there is news."""

    def __init__(self, on_news: Callable[[], None]) -> None:
        self._on_news = on_news
        self._child: Child | None = None
        self.now: TeachingNow | None = None
        """The current teaching, if any."""
        self.rounds = 0
        """The rounds that were finished since the program was started."""
        self.kept = 0
        """The number of these rounds whose network was kept."""
        self.trouble: Message | None = None
        """Why the last teaching ended before its time."""
        self._untold: Message | None = None

    def begin(self, variant: Variant, hours: float) -> None:
        """Teach a game for so many hours; ends the current teaching."""
        self.stop()
        self.trouble = None
        flags = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)
        try:
            child = Child(CHILD, keeps_errors=True, creationflags=flags)
        except OSError as error:
            self._end(_cannot(str(error)))
            return
        child.say(vars(TeachingOrder.of(variant, hours)))
        self._child, self.now = child, TeachingNow(variant, hours)
        self._on_news()
        threading.Thread(target=self._follow, args=(child,), name="teaching", daemon=True).start()

    def take_trouble(self) -> Message | None:
        """The trouble; None after the first call."""
        told, self._untold = self._untold, None
        return told

    def stop(self) -> None:
        """End the teaching; the work so far stays in its folder."""
        child, self._child, self.now = self._child, None, None
        if child is not None:
            child.kill()
            self._on_news()

    def _follow(self, child: Child) -> None:
        """Take what the child says until it ends."""
        with contextlib.closing(child):
            for news in child.lines():
                self._hear(child, news)
            failure = child.failure("the training process")
            if self._child is child:
                self._child, self.now = None, None
                if failure and child.said:
                    complain(f"the training process reports:\n{child.said}")
                self._end(_cannot(failure) if failure else None)

    def _end(self, trouble: Message | None) -> None:
        self.trouble = self._untold = trouble
        self._on_news()

    def _hear(self, child: Child, news: dict[str, Any]) -> None:
        now = self.now
        if self._child is not child or now is None:
            return
        if "round" in news:
            self.rounds += 1
            self.kept += bool(news["round"]["is_kept"])
        else:
            match = news["match"]
            known = {**news, "phase": TrainingPhase(news["phase"]), "match": match and tuple(match)}
            self.now = TeachingNow(now.variant, now.hours, **known)
        self._on_news()


def _cannot(trouble: str) -> Message:
    return Message("The computer cannot be trained: {trouble}", trouble=trouble)

"""What the computer has learned of a game, round by round: a journal in the folder of its teaching."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, cast

from wormhole.engine.network import taught_file
from wormhole.engine.network_rules import rules_changed
from wormhole.library import journal
from wormhole.library.journal_entry import Entry, number, whole
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import shown_path
from wormhole.rules.variant import Variant

HISTORY = "history.jsonl"
MOST = 10**9
"""Larger numbers are mistakes in a journal."""
PAIR_RESULTS = 5
"""The points that a pair of games can bring: from 0 to 2, in steps of a half."""


class Phase(Enum):
    """What teaching is at: it gets ready, and then each round has three phases."""

    PREPARING = "preparing"
    PLAYING = "playing"
    LEARNING = "learning"
    TESTING = "testing"


@dataclass(frozen=True)
class Round:
    """A finished round of teaching.

    * ``hours``: all that was worked so far
    * ``positions``, ``games``: that were learned from
    * ``material``, ``glance``, ``search``: mean cross entropies of the results of games that the network has
      not seen, by the pieces' values, by the network, and by the searches' scores
    * ``pentanomial``: of the match against the network before
    * ``elo``: of the network kept now over the evaluation at the beginning, summed from match to match
    """

    number: int
    hours: float
    positions: int
    games: int
    material: float
    glance: float
    search: float
    pentanomial: tuple[int, ...]
    is_kept: bool
    elo: float

    @staticmethod
    def of_entry(entry: Entry) -> Round | None:
        """Read from the journal; None if it is no round."""
        counts = {name: whole(entry, name, 0, MOST) for name in ("number", "positions", "games")}
        numbers = {name: number(entry, name, 0, MOST) for name in ("hours", "material", "glance", "search")}
        elo, is_kept = number(entry, "elo", -MOST, MOST), entry.get("is_kept")
        pairs = entry.get("pentanomial")
        if not isinstance(pairs, (list, tuple)) or len(pairs) != PAIR_RESULTS:
            return None
        pentanomial = tuple(whole({"pairs": each}, "pairs", 0, MOST) for each in pairs)
        read = {**counts, **numbers, "elo": elo, "is_kept": is_kept, "pentanomial": pentanomial}
        if None in (*read.values(), *pentanomial) or not isinstance(is_kept, bool):
            return None
        return Round(**cast("dict[str, Any]", read))


class Taught:
    """The rounds that are kept in a folder, and those that are added.

    A line that is no round, or one with fewer hours than the round before, is passed over. Raises
    :class:`WormholeError` if the folder cannot be read or is of another game.
    """

    def __init__(self, variant: Variant, folder: Path) -> None:
        self._path = folder / HISTORY
        self._work = {"work": "teaching", "game": variant.name, "fingerprint": variant.fingerprint}
        self._work |= rules_changed(variant)
        try:
            entries = journal.read(self._path)
        except OSError as error:
            raise WormholeError(f"{shown_path(folder)}: {error.strerror}") from None
        if entries and entries[0] != self._work:
            raise WormholeError(f"{shown_path(folder)}: this folder belongs to another game")
        self.rounds: list[Round] = []
        for entry in entries[1:]:
            read = Round.of_entry(entry)
            if read is not None and (not self.rounds or read.hours >= self.rounds[-1].hours):
                self.rounds.append(read)
        self._is_begun = bool(entries)

    def begin(self) -> None:
        """Write which game it is, unless it is written there. Raises :class:`WormholeError`."""
        if not self._is_begun:
            self._append(self._work)
            self._is_begun = True

    def add(self, finished: Round) -> None:
        """Write a round. Raises :class:`WormholeError`."""
        self._append(vars(finished))
        self.rounds.append(finished)

    def _append(self, entry: Entry) -> None:
        try:
            journal.append(self._path, [entry])
        except OSError as error:
            raise WormholeError(f"{shown_path(self._path)}: {error.strerror}") from None


def usual_folder(variant: Variant) -> Path:
    """Where a game's teaching is kept on this machine, beside the network."""
    return taught_file(variant).with_suffix("")

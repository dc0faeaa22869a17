"""Time controls in the protocol of xboard: ``level``, ``st``, ``sd``, ``nps`` and ``time``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wormhole.engine.clock import SPARED_SECONDS, Clock
from wormhole.engine.levels import Limit
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import quoted

MOST_NODES = 10**15


@dataclass(frozen=True)
class Timing:
    """What limits the engine's moves. Without ``move_seconds`` there is a clock.

    ``session_moves`` is the number of moves to be played in ``base_seconds``; 0 for the whole game. The
    session began after ``played`` plies. ``left_seconds`` is what the clock shows, once it is told.
    """

    session_moves: int = 40
    base_seconds: float = 300.0
    increment_seconds: float = 0.0
    played: int = 0
    left_seconds: float | None = None
    move_seconds: float | None = None
    depth: int | None = None
    nodes_a_second: int | None = None

    def limit(self, plies: int) -> Limit:
        """The limit for the engine's next move, in a game of so many plies."""
        limit = self._time_limit(plies)
        seconds = limit.soft_seconds or limit.seconds
        if self.nodes_a_second and seconds is not None:
            limit = Limit(nodes=min(max(round(seconds * self.nodes_a_second), 1), MOST_NODES))
        return limit if self.depth is None else replace(limit, depth=self.depth)

    def _time_limit(self, plies: int) -> Limit:
        if self.move_seconds is not None:
            spared = 0.0 if self.nodes_a_second else SPARED_SECONDS
            return Limit(seconds=max(self.move_seconds - spared, self.move_seconds / 2))
        left = self.base_seconds if self.left_seconds is None else self.left_seconds
        return Clock(left, self.increment_seconds, self._moves_to_go(plies)).limit()

    def _moves_to_go(self, plies: int) -> int | None:
        if not self.session_moves:
            return None
        own_moves = max(plies - self.played, 0) // 2
        return self.session_moves - own_moves % self.session_moves

    def new_game(self) -> Timing:
        """The same control from the start, without the limits that end with a game."""
        return replace(self, played=0, left_seconds=None, depth=None, nodes_a_second=None)

    def with_level(self, words: Sequence[str], plies: int) -> Timing:
        """After ``level MOVES BASE INCREMENT``; the base is ``MINUTES`` or ``MINUTES:SECONDS``.

        Raises :class:`WormholeError`.
        """
        if len(words) != 3:
            raise WormholeError("level: moves, base time and increment are expected")
        base = re.match(r"(\d{1,6})(?::(\d{1,6}(?:\.\d{0,6})?))?", words[1])
        if base is None:
            raise WormholeError(f"level: {quoted(words[1])} is not a base time such as 5 or 0:30")
        return replace(
            self,
            session_moves=whole_number("level", words[0]),
            base_seconds=60 * int(base[1]) + float(base[2] or 0),
            increment_seconds=_seconds("level", words[2]),
            played=plies,
            left_seconds=None,
            move_seconds=None,
        )

    def with_st(self, words: Sequence[str]) -> Timing:
        """After ``st SECONDS``; ``MINUTES:SECONDS`` is understood, too. Raises :class:`WormholeError`."""
        minutes, _, seconds = only_word("st", words).rpartition(":")
        total = 60 * whole_number("st", minutes or "0") + _seconds("st", seconds)
        return replace(self, move_seconds=max(total, 0.01))

    def with_sd(self, words: Sequence[str]) -> Timing:
        """After ``sd DEPTH``. Raises :class:`WormholeError`."""
        return replace(self, depth=max(whole_number("sd", only_word("sd", words)), 1))

    def with_nps(self, words: Sequence[str]) -> Timing:
        """After ``nps RATE``; 0 asks for the processor's time, which is the clock's time here."""
        return replace(self, nodes_a_second=whole_number("nps", only_word("nps", words)) or None)

    def with_time(self, words: Sequence[str]) -> Timing:
        """After ``time CENTISECONDS``; a clock that has run out may be negative."""
        text = only_word("time", words)
        sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
        return replace(self, left_seconds=max(sign * whole_number("time", digits) / 100, 0.0))


def only_word(command: str, words: Sequence[str]) -> str:
    """The one word that follows a command. Raises :class:`WormholeError`."""
    if len(words) != 1:
        raise WormholeError(f"{command}: one value is expected")
    return words[0]


def whole_number(command: str, text: str) -> int:
    """A number of a command. Raises :class:`WormholeError`."""
    if not re.fullmatch("[0-9]{1,18}", text):
        raise WormholeError(f"{command} {quoted(text)}: a number is expected")
    return int(text)


def _seconds(command: str, text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{0,9})?|\.[0-9]{1,9}", text):
        raise WormholeError(f"{command} {quoted(text)}: a number of seconds is expected")
    return float(text)

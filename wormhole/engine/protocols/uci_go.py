"""Parsing the ``go`` command of the Universal Chess Interface."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from wormhole.engine.clock import Clock
from wormhole.engine.levels import Limit
from wormhole.engine.protocols.request import Request
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import quoted

NUMBERS = frozenset({"depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"})
FLAGS = frozenset({"infinite", "ponder"})


def parse_go(words: Sequence[str], *, white_to_move: bool) -> Request:
    """Parse the words after ``go``. Raises :class:`WormholeError` naming what is wrong."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[str] = []
    is_listing = False
    waiting = iter(words)
    for word in waiting:
        if word in FLAGS:
            flags.add(word)
            is_listing = False
        elif word == "searchmoves":
            is_listing = True
        elif word in NUMBERS:
            numbers[word] = _number(word, next(waiting, ""))
            is_listing = False
        elif is_listing:
            moves.append(word)
        else:
            raise WormholeError(f"go: unknown word {quoted(word)}")
    limit = _limit(numbers, "w" if white_to_move else "b")
    return Request(limit, "infinite" in flags, "ponder" in flags, tuple(moves))


def _number(word: str, text: str) -> int:
    """The number after ``word``; negative ones, from clocks that have run out, become 0."""
    if not re.fullmatch("-?[0-9]{1,18}", text):
        raise WormholeError(f"go {word} {quoted(text)}: a number is expected")
    return max(int(text), 0)


def _limit(numbers: dict[str, int], side: str) -> Limit:
    limit = Limit()
    if "movetime" in numbers:
        limit = Limit(seconds=numbers["movetime"] / 1000)
    elif side + "time" in numbers:
        seconds, increment = numbers[side + "time"] / 1000, numbers.get(side + "inc", 0) / 1000
        limit = Clock(seconds, increment, numbers.get("movestogo") or None).limit()
    if "mate" in numbers:
        limit = replace(limit, depth=max(2 * numbers["mate"], 1))
    if "depth" in numbers:
        limit = replace(limit, depth=max(numbers["depth"], 1))
    return replace(limit, nodes=numbers.get("nodes") or None)

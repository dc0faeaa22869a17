"""The loops that boards call: compiled if they are loaded, else plain."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from wormhole.rules.loop_groups import BOARD
from wormhole.rules.loops.board import attacks, check_after, key, list_legal, pop, push


class BoardLoops(NamedTuple):
    """The loops of :mod:`wormhole.rules.loops.board`, all compiled or all plain."""

    is_compiled: bool
    list_legal: Callable[..., int]
    push: Callable[..., None]
    pop: Callable[..., None]
    attacks: Callable[..., bool]
    key: Callable[..., int]
    check_after: Callable[..., int]


PLAIN = BoardLoops(False, list_legal, push, pop, attacks, key, check_after)


def current() -> BoardLoops:
    """The loops for a new board.

    The first board of a program loads or compiles them, unless :func:`.compiled.never_wait` was called.
    """
    return _compiled() if BOARD.use() else PLAIN


@cache
def _compiled() -> BoardLoops:
    return BoardLoops(True, *map(BOARD.entry, PLAIN[1:]))

"""The loops that boards run on: the compiled ones where they are loaded, else the plain ones."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from wormhole.rules.arrays import block
from wormhole.rules.compiled import available, compiled
from wormhole.rules.gamefile import variant, variants
from wormhole.rules.loops.board import attacks, check_after, key, list_legal, pop, push
from wormhole.rules.position import empty_position, new_scratch
from wormhole.rules.tabulation import table_block, tables


class BoardLoops(NamedTuple):
    """The loops of :mod:`wormhole.rules.loops.board`, all of them compiled or none."""

    is_compiled: bool
    list_legal: Callable[..., int]
    push: Callable[..., None]
    pop: Callable[..., None]
    attacks: Callable[..., bool]
    key: Callable[..., int]
    check_after: Callable[..., int]


PLAIN = BoardLoops(False, list_legal, push, pop, attacks, key, check_after)


class _Loading:
    """What is known of the compiled loops in this process."""

    def __init__(self) -> None:
        self.loops: BoardLoops | None = None
        self.is_left_to_others = False
        self.lock = threading.Lock()


_LOADING = _Loading()


def current() -> BoardLoops:
    """The loops that a new board is to run on. The first call loads, or compiles, the fast ones."""
    if _LOADING.loops is None and not _LOADING.is_left_to_others:
        load()
    return _LOADING.loops or PLAIN


def leave_loading_to_others() -> None:
    """Let boards run on the plain loops until somebody calls :func:`load`: a window cannot wait for them."""
    _LOADING.is_left_to_others = True


def load() -> None:
    """Load the compiled loops, or compile them where the cache has them not, and say so on stderr.

    Where that is impossible boards run on the plain loops.
    """
    with _LOADING.lock:
        if _LOADING.loops is not None:
            return
        try:
            _LOADING.loops = _compiled() if available() else PLAIN
        except Exception as error:  # numba may fail in any way
            print(f"wormhole: boards run slowly, their loops cannot be compiled: {error}", file=sys.stderr)
            _LOADING.loops = PLAIN


def _compiled() -> BoardLoops:
    """The compiled loops, called past numba's dispatchers, which look at the types of every argument."""
    from numba import int64, typeof

    game = variant(variants()[0])
    table, position, scratch = map(
        typeof, (table_block(game), block(empty_position(tables(game))), block(new_scratch()))
    )
    row = int64[::1]

    def entry(loop: Callable[..., Any], *types: Any) -> Callable[..., Any]:
        dispatcher = compiled(loop)
        dispatcher.compile(types)
        return dispatcher.overloads[types].entry_point

    return BoardLoops(
        True,
        entry(list_legal, table, position, scratch, row),
        entry(push, table, position, int64, row, int64),
        entry(pop, table, position, int64, row, int64),
        entry(attacks, table, position, scratch, int64, int64),
        entry(key, table, position),
        entry(check_after, table, position, scratch, row, int64, int64, row, int64),
    )

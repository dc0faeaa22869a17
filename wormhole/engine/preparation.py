"""Compiling the loops before they are needed, in a process of its own, so that no window waits for it.

``python -m wormhole.engine.preparation`` compiles everything into the cache and prints its progress, a line
``done/all`` for each loop.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.search import search
from wormhole.engine.loops.solve import NODE_LIMIT as PROOF_LIMIT
from wormhole.engine.loops.solve import WON, forces, new_solver_workspace
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE, NODE_LIMIT
from wormhole.rules.arrays import record
from wormhole.rules.board import Board
from wormhole.rules.compiled import cache_folder, compiled, loops_below
from wormhole.rules.loops.perft import new_buffers, perft
from wormhole.rules.tabulation import blocks

_READY = "ready"


class PreparationError(RuntimeError):
    """The loops could not be compiled."""


def is_prepared() -> bool:
    """Whether the compiled loops lie in the cache."""
    return (cache_folder() / _READY).exists()


def prepare_in_child(is_wanted: Callable[[], bool]) -> Iterator[float]:
    """Compile in a child process; yields how much is done, 0.0 to 1.0.

    Ends the child and returns early once ``is_wanted()`` is false. Raises :class:`PreparationError`.
    """
    command = [sys.executable, "-m", __name__]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        for line in child.stdout:
            if not is_wanted():
                child.kill()
                return
            done, _, whole = line.strip().partition("/")
            yield int(done) / int(whole)
        trouble = child.stderr.read()
    if child.returncode != 0:
        raise PreparationError(trouble.strip().splitlines()[-1] if trouble.strip() else "no reason was given")


def warm_up() -> None:
    """Load the compiled loops into this process, or compile them where the cache has them not."""
    board = Board()
    work = workspace_for(board.variant)
    work.report[NODE_LIMIT] = 1
    first = blocks(board.variant, board.position, fast=True)
    compiled(perft)(*first, record(new_buffers()), 0, 1)
    compiled(search)(*first, record(work), new_table(2), 0, 0, 0, 1, -MATE, MATE)
    proof = new_solver_workspace()
    proof.report[PROOF_LIMIT] = 1
    compiled(forces)(*first, record(proof), new_table(2), 0, 0, 0, 1, 0, WON)


def _main() -> None:
    from numba.core import event

    if hasattr(os, "nice"):
        os.nice(5)  # the window is to stay smooth meanwhile
    # Every fourth loop, about, is compiled twice: its callers hand it numbers of different sizes.
    whole = len(loops_below(perft) | loops_below(search) | loops_below(forces)) * 5 // 4

    class Counter(event.Listener):
        done = 0

        def on_start(self, event: event.Event) -> None:
            pass

        def on_end(self, event: event.Event) -> None:
            self.done += 1
            print(f"{min(self.done, whole)}/{whole}", flush=True)

    counter = Counter()
    event.register("numba:compile", counter)
    warm_up()
    (cache_folder() / _READY).touch()


if __name__ == "__main__":
    _main()

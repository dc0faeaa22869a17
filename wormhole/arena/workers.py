"""A match spread over processes: each plays one game at a time and keeps its engines running."""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event

from wormhole.arena.contestant import Contestant
from wormhole.arena.pairs import Pair, Terms, play_pair
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.rules.errors import WormholeError

GLANCE_SECONDS = 0.5
"""How often it is looked whether all workers live, and by them whether the match does."""

FAREWELL_SECONDS = 5.0
"""How long a worker may take to end, once the match is over."""


class WorkerError(RuntimeError):
    """A worker that failed, by a fault of this program; the text is its traceback."""


def played_pairs(terms: Terms, workers: int) -> Iterator[Pair]:
    """The pairs of a match as they end, in any order. Closing the iterator ends the match.

    Raises :class:`WormholeError` for what no game can begin with, and :class:`WorkerError`.
    """
    has_fast_loops()  # what is missing is compiled once, not by each worker
    context = multiprocessing.get_context("spawn")
    numbers, results, over = context.Queue(), context.Queue(), context.Event()
    for number in range(terms.pairs):
        numbers.put(number)
    processes = [
        context.Process(target=_work, args=(terms, numbers, results, over), daemon=True)
        for _ in range(min(workers, terms.pairs))
    ]
    for process in processes:
        process.start()
    try:
        for _ in range(terms.pairs):
            yield _next(results, processes)
    finally:
        over.set()
        numbers.cancel_join_thread()
        for process in processes:
            process.join(FAREWELL_SECONDS)
            process.terminate()


def _next(results: Queue[Pair | Exception], processes: list[multiprocessing.Process]) -> Pair:
    while True:
        try:
            found = results.get(timeout=GLANCE_SECONDS)
        except queue.Empty:
            if not all(process.is_alive() for process in processes):
                raise WorkerError("a worker ended early") from None
            continue
        if isinstance(found, Exception):
            raise found
        return found


def _work(terms: Terms, numbers: Queue[int], results: Queue[Pair | Exception], over: Event) -> None:
    """Play pairs until the match is over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the match, which then sets ``over``
    try:
        has_fast_loops()  # or else it would be a part of the first move
        with contextlib.ExitStack() as stack:
            first, second = (
                spec.contestant(terms.variant, terms.patience_seconds) for spec in (terms.first, terms.second)
            )
            stack.callback(first.close)
            stack.callback(second.close)
            threading.Thread(target=_close_when_over, args=(over, first, second), daemon=True).start()
            while not over.is_set():
                try:
                    number = numbers.get(timeout=GLANCE_SECONDS)
                except queue.Empty:
                    continue
                pair = play_pair(terms, number, first, second, lambda: not over.is_set())
                if pair is not None:
                    results.put(pair)
    except WormholeError as error:
        results.put(WormholeError(str(error)))
    except Exception:
        results.put(WorkerError(traceback.format_exc()))


def _close_when_over(over: Event, *contestants: Contestant) -> None:
    """End the moves under way once the match is over, and any that begin just then.

    A match that was killed tells nobody: its workers see for themselves.
    """
    match = multiprocessing.parent_process()
    while not over.wait(GLANCE_SECONDS):
        if match is not None and not match.is_alive():
            over.set()
    while True:
        for contestant in contestants:
            contestant.close()
        time.sleep(GLANCE_SECONDS)

"""The processes of a match. Each plays one game at a time and keeps its engines running."""

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

POLL_SECONDS = 0.5
"""How often the match checks its workers, and the workers the match."""

EXIT_SECONDS = 5.0
"""How long a worker may take to end after the match."""


class WorkerError(RuntimeError):
    """A worker failed through an error of this program; the text is its traceback."""


def played_pairs(terms: Terms, workers: int) -> Iterator[Pair]:
    """The finished pairs of a match, in any order. Closing the iterator ends the match.

    Raises :class:`WormholeError` for a bad opening or contestant, and :class:`WorkerError`.
    """
    has_fast_loops()  # compiles missing loops once, not in each worker
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
            process.join(EXIT_SECONDS)
            process.terminate()


def _next(results: Queue[Pair | Exception], processes: list[multiprocessing.Process]) -> Pair:
    while True:
        try:
            found = results.get(timeout=POLL_SECONDS)
        except queue.Empty:
            if not all(process.is_alive() for process in processes):
                raise WorkerError("a worker ended early") from None
            continue
        if isinstance(found, Exception):
            raise found
        return found


def _work(terms: Terms, numbers: Queue[int], results: Queue[Pair | Exception], over: Event) -> None:
    """Play pairs until the match is over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the match sets ``over``
    try:
        has_fast_loops()  # so that the first move does not include loading
        with contextlib.ExitStack() as stack:
            first, second = (
                spec.contestant(terms.variant, terms.patience_seconds) for spec in (terms.first, terms.second)
            )
            stack.callback(first.close)
            stack.callback(second.close)
            threading.Thread(target=_close_when_over, args=(over, first, second), daemon=True).start()
            while not over.is_set():
                try:
                    number = numbers.get(timeout=POLL_SECONDS)
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
    """Stop the running moves once the match is over, and any that begin afterwards.

    Workers also stop when the match's process has been killed.
    """
    match = multiprocessing.parent_process()
    while not over.wait(POLL_SECONDS):
        if match is not None and not match.is_alive():
            over.set()
    while True:
        for contestant in contestants:
            contestant.close()
        time.sleep(POLL_SECONDS)

"""A conversation with an engine that runs in a thread of this process."""

from __future__ import annotations

import queue
import re
import threading
import time
from collections.abc import Iterator

import pytest

from tests.support.patience import PATIENCE_SECONDS
from wormhole.engine.protocols.text_protocol import TextProtocol
from wormhole.engine.search_loops import has_fast_loops

THREADS = {"search", "reading", "preparation", "deadline", "searching along"}


class Conversation:
    """An engine, and what it says."""

    def __init__(self, protocol: type[TextProtocol]) -> None:
        has_fast_loops()  # else it would not be ready
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=protocol(self._said.put).run, args=(self._to_read(),))
        self._thread.start()

    def _to_read(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def send(self, *lines: str) -> None:
        """Send lines to the engine."""
        for line in lines:
            self._lines.put(line)

    def hear(self, pattern: str) -> list[str]:
        """Wait for a line that begins like ``pattern``; returns what was said up to it."""
        heard: list[str] = []
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not heard or not re.match(pattern, heard[-1]):
            try:
                heard.append(self._said.get(timeout=max(deadline - time.monotonic(), 0)))
            except queue.Empty:
                pytest.fail(f"no {pattern!r} in {heard}")
        return heard

    def end(self) -> list[str]:
        """Close its input, and wait until it has ended with all its threads; returns what it still says."""
        self._lines.put(None)
        self._thread.join(PATIENCE_SECONDS)
        assert not self._thread.is_alive()
        assert not {thread.name.partition("_")[0] for thread in threading.enumerate()} & THREADS
        return [self._said.get() for _ in range(self._said.qsize())]

"""What a person has learned: a file of JSON lines to which each thing that happens is appended.

Nothing is ever changed in it, so two windows at once lose nothing, and a crash costs at most the last line.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from wormhole.library import keeping
from wormhole.rules import textfile
from wormhole.rules.message import Message, message_of
from wormhole.rules.quoting import shown_path

MOST_BYTES = 64 * textfile.MEGABYTE
CLOSING_SECONDS = 5.0
Entry = Mapping[str, Any]


def read(path: Path) -> list[Entry]:
    """The entries of a journal, the oldest first; none if there is no file.

    Lines that are no entries are passed over; the file stays as it is, as another window may append to it.
    Raises OSError.
    """
    try:
        content = textfile.read_bytes(path, MOST_BYTES)
    except FileNotFoundError:
        return []
    lines = content.decode("utf-8", "replace").split("\n")
    return [entry for entry in map(_entry, lines) if entry is not None]


def append(path: Path, entries: Iterable[Entry]) -> None:
    """Append entries to a journal; its folder is made if there is none. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(map(_line, entries))
    keeping.append_text(path, text if _ends_line(path) else f"\n{text}")


class Journal:
    """Appends to a journal in a thread of its own.

    Entries that cannot be written wait for the next one, or for the end. `failed` is told of it there.
    """

    def __init__(self, path: Path, failed: Callable[[str], object]) -> None:
        self.path = path
        self._failed = failed
        self._unwritten: list[Entry] = []
        """Entries that could not be written yet; only the thread uses it."""
        self._waiting: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def add(self, entry: Entry) -> None:
        """Keep an entry; returns at once."""
        self._give(entry)

    def close(self) -> None:
        """Wait until all entries are kept, but not for long."""
        if self._thread is not None or self._unwritten:
            self._give(None).join(CLOSING_SECONDS)

    def _give(self, entry: Entry | None) -> threading.Thread:
        """Hand something to the thread, which is started if there is none."""
        with self._starting:
            self._waiting.put(entry)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            return self._thread

    def _run(self) -> None:
        """Write entries until it is closed and none waits."""
        while True:
            entry = self._waiting.get()
            if entry is not None:
                self._unwritten.append(entry)
            if self._unwritten:
                self._write()
            with self._starting:
                if entry is None and self._waiting.empty():
                    self._thread = None
                    return

    def _write(self) -> None:
        try:
            append(self.path, self._unwritten)
        except OSError as error:
            trouble, name = message_of(error.strerror or str(error)), shown_path(self.path)
            self._failed(Message("{file} could not be written: {trouble}", file=name, trouble=trouble))
        else:
            self._unwritten.clear()


def _entry(line: str) -> Entry | None:
    with contextlib.suppress(ValueError, RecursionError):
        entry = json.loads(line)
        if isinstance(entry, dict):
            return entry
    return None


def _line(entry: Entry) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def _ends_line(path: Path) -> bool:
    """Whether the file ends with a whole line; what a crash left of one is not to spoil the next."""
    try:
        with textfile.open_regular(path) as file:
            if file.seek(0, 2) == 0:
                return True
            file.seek(-1, 2)
            return file.read(1) == b"\n"
    except FileNotFoundError:
        return True

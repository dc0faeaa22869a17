"""Journals of what a user has learned: files of JSON lines, to which each event is appended.

Lines are never changed, so two windows at once lose nothing, and a crash costs at most the last line.

An entry is an object of JSON in one line. A journal may come from a stranger. So lines have a greatest
length, and numbers are finite. The module that uses an entry declares its fields with their bounds
(``schema.find``).
"""

from __future__ import annotations

import io
import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from wormhole.base import atomic_files, text_files
from wormhole.base.errors import Message, reason_of
from wormhole.base.quoting import shown_path
from wormhole.base.schema import json_table

LONGEST_LINE = 1 << 20
"""Bytes of a line; a longer one is no entry."""
LARGEST = 2**64
_DEEPEST = 20

Entry = Mapping[str, Any]
Word = Annotated[str, Meta(min_length=1, max_length=100)]
"""The type of a field with a name in it."""


def parse(line: bytes) -> Entry | None:
    """The entry in a line; None if it is none."""
    text = line.strip()
    # The ends of a line show most bad ones: a parser takes longer to refuse a line than to read one.
    if len(text) > LONGEST_LINE or not (text.startswith(b"{") and text.endswith(b"}")):
        return None
    entry = json_table(text.decode("utf-8", "replace"))
    return entry if entry is not None and _is_sound(entry) else None


def _is_sound(value: object, depth: int = 0) -> bool:
    """Whether all numbers are in bounds, and the nesting is not too deep to be written again."""
    if isinstance(value, int):
        return abs(value) <= LARGEST
    if isinstance(value, dict):
        value = list(value.values())
    return not isinstance(value, list) or (
        depth <= _DEEPEST and all(_is_sound(each, depth + 1) for each in value)
    )


MOST_BYTES = 64 * text_files.MEGABYTE
"""Only the first line and the end of a longer journal are read."""
MOST_ENTRIES = 500_000
"""If there are more, the first entry and the newest are used: a few bytes of text become many in memory."""
CLOSING_SECONDS = 5.0


def read(path: Path) -> list[Entry]:
    """The entries of a journal, the oldest first; none if there is no file.

    Lines that are no entries are skipped. The file is not changed, since another window may append to it.
    Raises OSError.
    """
    try:
        content = text_files.read_ends(path, LONGEST_LINE, MOST_BYTES)
    except FileNotFoundError:
        return []
    entries = (entry for entry in map(parse, io.BytesIO(content)) if entry is not None)
    first = next(entries, None)
    return [] if first is None else [first, *deque(entries, MOST_ENTRIES)]


def append(path: Path, entries: Iterable[Entry]) -> None:
    """Append entries to a journal; its folder is made if there is none. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(map(_line, entries))
    atomic_files.append_text(path, text if _ends_line(path) else f"\n{text}")


def append_entry(path: Path, entry: Entry) -> None:
    """Append one entry. Raises :class:`WormholeError` with the path."""
    with text_files.errors_of(path):
        append(path, [entry])


class Journal:
    """Appends to a journal in a thread of its own, which runs while there is something to write.

    Entries that cannot be written wait for the next one, or for the end. In that thread, `failed` is called
    with the reason.
    """

    def __init__(self, path: Path, failed: Callable[[str], object]) -> None:
        self.path = path
        self._failed = failed
        self._unwritten: list[Entry] = []
        self._changing = threading.Lock()
        """Held to change the unwritten entries, and the thread that writes."""
        self._writing = threading.Lock()
        """Held while entries go from the list to the file."""
        self._trouble: Message | None = None
        """Why the entries could not be written the last time."""
        self._thread: threading.Thread | None = None

    def add(self, entry: Entry) -> None:
        """Keep an entry; returns at once."""
        with self._changing:
            self._unwritten.append(entry)
            self._write_soon()

    def read(self) -> list[Entry]:
        """The entries of the file and those that are still to be written. Raises OSError.

        It may wait for the disk.
        """
        with self._writing:
            try:
                return [*read(self.path), *self._unwritten]
            except OSError as error:
                words = Message(
                    "{file} could not be read: {trouble}",
                    file=shown_path(self.path),
                    trouble=reason_of(error),
                )
                raise OSError(error.errno, words, str(self.path)) from None

    def close(self, seconds: float = CLOSING_SECONDS) -> Message | None:
        """Wait at most so long until all entries are written; returns why some are not, or None."""
        with self._changing:
            if self._unwritten:
                self._write_soon()
            thread = self._thread
        if thread is not None:
            thread.join(seconds)
        if not self._unwritten:
            return None
        return self._trouble or self._failure(Message("the disk does not respond"))

    def _write_soon(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        """Write until nothing is left, or until what is left cannot be written."""
        while True:
            with self._writing:
                entries = list(self._unwritten)
                self._trouble = trouble = self._write(entries)
                with self._changing:
                    if trouble is None:
                        del self._unwritten[: len(entries)]
                    is_over = len(self._unwritten) == (0 if trouble is None else len(entries))
                    if is_over:
                        self._thread = None
            if trouble is not None:
                self._failed(trouble)
            if is_over:
                return

    def _write(self, entries: Iterable[Entry]) -> Message | None:
        """Write entries; returns why that failed, or None."""
        try:
            append(self.path, entries)
        except OSError as error:
            return self._failure(reason_of(error))
        return None

    def _failure(self, trouble: Message) -> Message:
        return Message("{file} could not be written: {trouble}", file=shown_path(self.path), trouble=trouble)


class Journals:
    """The journals in a folder, by the names of their files; `failed` is called if entries cannot be
    written."""

    def __init__(self, folder: Path, failed: Callable[[str], object]) -> None:
        self._folder = folder
        self._failed = failed
        self._journals: dict[str, Journal] = {}

    def named(self, name: str) -> Journal:
        """The journal of that name, always the same, also for threads that ask at once."""
        return self._journals.setdefault(name, Journal(self._folder / name, self._failed))

    def close(self) -> Sequence[Message]:
        """Wait for a short time until all entries are written; returns why some are not.

        Another thread may ask for a journal meanwhile.
        """
        deadline = time.monotonic() + CLOSING_SECONDS
        troubles = [each.close(deadline - time.monotonic()) for each in [*self._journals.values()]]
        return [trouble for trouble in troubles if trouble is not None]


def _line(entry: Entry) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def _ends_line(path: Path) -> bool:
    """Whether the file ends with a whole line; the rest of a line after a crash must not spoil the next
    one."""
    try:
        with text_files.open_regular(path) as file:
            if file.seek(0, 2) == 0:
                return True
            file.seek(-1, 2)
            return file.read(1) == b"\n"
    except FileNotFoundError:
        return True

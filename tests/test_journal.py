"""The journal of what was learned: nothing is lost, by two windows, torn lines or bad files."""

from __future__ import annotations

import errno
import json
import os
import queue
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import examples
from tests.support.patience import PATIENCE_SECONDS
from wormhole.base import atomic_files, text_files
from wormhole.library import journal
from wormhole.library.journal import Journal, Journals

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**64), 2**64) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
entries = st.lists(st.dictionaries(st.text(max_size=5), values, max_size=4), max_size=6)


@examples(25)
@given(kept=entries)
def test_what_is_appended_is_read_again(tmp_path_factory, kept):
    path = tmp_path_factory.mktemp("journal") / "folder" / "learned.jsonl"
    assert journal.read(path) == []
    for entry in kept:
        journal.append(path, (entry,))
    assert journal.read(path) == kept


@examples(25)
@given(kept=entries, torn=st.binary(max_size=30))
def test_a_torn_line_costs_no_other(tmp_path_factory, kept, torn):
    path = tmp_path_factory.mktemp("journal") / "learned.jsonl"
    journal.append(path, kept)
    with path.open("ab") as file:
        file.write(b"{" + torn.replace(b"\n", b" ").replace(b"\r", b" "))
    journal.append(path, ({"last": True},))
    assert journal.read(path) == [*kept, {"last": True}]
    assert journal.read(path) == [*kept, {"last": True}]
    assert list(path.parent.iterdir()) == [path]


LINES_THAT_ARE_NO_ENTRIES = {
    "not JSON": b"{",
    "a list": b"[1]",
    "a number": b"1",
    "nested without end": b'{"a":' * 50_000,
    "nested deep": b'{"a":' + b"[" * 200 + b"]" * 200 + b"}",
    "NaN": b'{"a":NaN}',
    "infinity": b'{"a":[-Infinity]}',
    "a float that overflows": b'{"a":1e400}',
    "ten to the 400th": b'{"a":1' + b"0" * 400 + b"}",
    "more digits than Python converts": b'{"a":' + b"9" * 5000 + b"}",
    "a lone surrogate": b'{"a":"\\ud800"}',
    "a lone surrogate as a name": b'{"\\udfff":1}',
    "a long line": b'{"a":"' + b"x" * journal.LONGEST_LINE + b'"}',
}


@pytest.mark.parametrize("line", LINES_THAT_ARE_NO_ENTRIES.values(), ids=LINES_THAT_ARE_NO_ENTRIES)
def test_a_line_that_is_no_entry_is_passed_over(tmp_path, line):
    path = tmp_path / "learned.jsonl"
    path.write_bytes(b'{"n":1}\n' + line + b'\n{"n":2}\n')
    assert journal.read(path) == [{"n": 1}, {"n": 2}]


def test_of_a_journal_that_is_too_large_the_beginning_and_the_end_are_read(tmp_path):
    path = tmp_path / "learned.jsonl"
    with path.open("wb") as file:
        file.write(b'{"work":"mine"}\n{"n":0}\n')
        file.seek(100 << 20)
        file.write(b'\n{"n":1}\n')
    journal.append(path, ({"n": 2},))
    assert journal.read(path) == [{"work": "mine"}, {"n": 1}, {"n": 2}]


def test_of_too_many_entries_the_newest_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(journal, "MOST_ENTRIES", 3)
    path = tmp_path / "learned.jsonl"
    journal.append(path, ({"n": number} for number in range(9)))
    assert [entry["n"] for entry in journal.read(path)] == [0, 6, 7, 8]


def test_what_another_window_appends_while_one_reads_is_not_lost(tmp_path, monkeypatch):
    path = tmp_path / "learned.jsonl"
    path.write_text('{"n": 1}\n{torn\n')
    read_ends = text_files.read_ends

    def read_slowly(*arguments):
        content = read_ends(*arguments)
        journal.append(path, ({"n": 2},))
        return content

    with monkeypatch.context() as patched:
        patched.setattr(text_files, "read_ends", read_slowly)
        assert journal.read(path) == [{"n": 1}]
    assert journal.read(path) == [{"n": 1}, {"n": 2}]


def test_two_windows_lose_nothing(tmp_path):
    path = tmp_path / "learned.jsonl"
    windows = [Journal(path, pytest.fail) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        for number, window in enumerate(windows):
            pool.submit(
                lambda number=number, window=window: [window.add({"w": number, "n": n}) for n in range(50)]
            )
    for window in windows:
        window.close()
    found = journal.read(path)
    for number in range(2):
        assert [entry["n"] for entry in found if entry["w"] == number] == list(range(50))


def test_what_is_still_to_be_written_is_read(tmp_path, monkeypatch):
    told = queue.SimpleQueue()
    kept = Journal(tmp_path / "learned.jsonl", told.put)
    kept.add({"n": 1})
    kept.close()
    with monkeypatch.context() as full:
        full.setattr(atomic_files, "append_text", no_space)
        kept.add({"n": 2})
        assert "No space left" in told.get(timeout=PATIENCE_SECONDS)
        assert kept.read() == [{"n": 1}, {"n": 2}]
        assert journal.read(kept.path) == [{"n": 1}]
        assert "learned.jsonl could not be written: No space left" in kept.close()
    assert kept.close() is None
    assert journal.read(kept.path) == [{"n": 1}, {"n": 2}]


def no_space(path, text):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_journal_is_the_same_for_all_rooms_of_a_window(tmp_path):
    journals = Journals(tmp_path, pytest.fail)
    for name in ("a.jsonl", "b.jsonl", "a.jsonl"):
        journals.named(name).add({"of": name})
    assert list(journals.close()) == []
    assert [len(journal.read(tmp_path / name)) for name in ("a.jsonl", "b.jsonl")] == [2, 1]


def test_a_journal_can_go_on_after_it_was_closed(tmp_path):
    kept = Journal(tmp_path / "learned.jsonl", pytest.fail)
    kept.add({"n": 1})
    kept.close()
    kept.add({"n": 2})
    kept.close()
    assert [json.loads(line) for line in kept.path.read_text().splitlines()] == [{"n": 1}, {"n": 2}]


def test_trouble_is_told(tmp_path):
    (tmp_path / "learned.jsonl").mkdir()
    told = []
    kept = Journal(tmp_path / "learned.jsonl", told.append)
    kept.add({"n": 1})
    kept.close()
    assert told
    assert "learned.jsonl could not be written" in told[0]
    with pytest.raises(OSError, match="folder"):
        journal.read(kept.path)


def test_what_could_not_be_written_is_written_with_the_next_entry_or_at_the_end(tmp_path):
    path = tmp_path / "learned.jsonl"
    told = queue.SimpleQueue()
    kept = Journal(path, told.put)
    for n in (1, 3):
        path.mkdir(exist_ok=True)
        kept.add({"n": n})
        told.get(timeout=PATIENCE_SECONDS)
        path.rmdir()
        path.write_text("".join(f'{{"n":{k}}}\n' for k in range(1, n)))
        if n == 1:
            kept.add({"n": 2})
        kept.close()
        assert journal.read(path) == [{"n": k} for k in range(1, n + 1 + (n == 1))]
        path.unlink()


def test_a_slow_disk_leaves_one_thread_that_writes_in_order(tmp_path, monkeypatch):
    may_write = threading.Event()
    append = journal.append

    def append_slowly(path, entries):
        may_write.wait(PATIENCE_SECONDS)
        append(path, entries)

    monkeypatch.setattr(journal, "append", append_slowly)
    kept = Journal(tmp_path / "learned.jsonl", pytest.fail)
    before = set(threading.enumerate())
    for n in range(3):
        kept.add({"n": n})
        kept.close(seconds=0.01)
    assert len(set(threading.enumerate()) - before) == 1
    may_write.set()
    kept.close(PATIENCE_SECONDS)
    assert journal.read(kept.path) == [{"n": 0}, {"n": 1}, {"n": 2}]

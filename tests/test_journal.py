"""The journal of what was learned: nothing is lost, by two windows, torn lines or bad files."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wormhole.library import journal
from wormhole.library.journal import Journal

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
entries = st.lists(st.dictionaries(st.text(max_size=5), values, max_size=4), max_size=6)


@settings(max_examples=25)
@given(kept=entries)
def test_what_is_appended_is_read_again(tmp_path_factory, kept):
    path = tmp_path_factory.mktemp("journal") / "folder" / "learned.jsonl"
    assert journal.read(path) == []
    for entry in kept:
        journal.append(path, (entry,))
    assert journal.read(path) == kept


@settings(max_examples=25)
@given(kept=entries, torn=st.binary(max_size=30))
def test_a_torn_line_costs_no_other(tmp_path_factory, kept, torn):
    path = tmp_path_factory.mktemp("journal") / "learned.jsonl"
    journal.append(path, kept)
    with path.open("ab") as file:
        file.write(b"{" + torn.replace(b"\n", b" ").replace(b"\r", b" "))
    journal.append(path, ({"last": True},))
    assert journal.read(path) == [*kept, {"last": True}]
    assert journal.read(path) == [*kept, {"last": True}]
    assert len(list(path.parent.glob("*.bad*"))) == 1


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
    assert len(told) == 1
    assert "learned.jsonl could not be written" in told[0]
    with pytest.raises(OSError, match="folder"):
        journal.read(kept.path)

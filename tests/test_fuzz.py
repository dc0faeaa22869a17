"""Everything that reads text accepts or refuses fuzzed text."""

from __future__ import annotations

from benchmarks.fuzz import LIBRARY, fuzz


def test_fuzzed_text(tmp_path):
    faults, counts = fuzz(10_000, 20_26, tmp_path)
    assert [str(fault) for fault in faults] == []
    assert counts.total() == 10_000
    assert min(counts["FEN, answered"], counts["PGN, answered"], counts["UCI line, refused"]) > 9


def test_damaged_libraries(tmp_path):
    faults, counts = fuzz(600, 20_26, tmp_path, LIBRARY)
    assert [str(fault) for fault in faults] == []
    assert counts == {"library, answered": 600}

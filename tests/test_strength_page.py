"""docs/strength.md agrees with the files of matches."""

from __future__ import annotations

import re

import pytest

from tools.kept_matches import DOCS, kept
from tools.strength_tables import PAGE, written


def test_the_page_is_up_to_date():
    """If not: python -m tools.strength_tables."""
    page = PAGE.read_text("utf-8")
    assert written(page) == page


@pytest.mark.parametrize("file", sorted((DOCS / "matches").glob("*.jsonl")), ids=lambda file: file.stem)
def test_every_saved_match_is_shown_and_complete(file):
    shown = re.findall(r"<!-- matches: (\S+) -->", PAGE.read_text("utf-8"))
    assert any(file.match(f"{pattern}.jsonl") for pattern in shown)
    for match in kept(file.stem):
        games = match["wins"] + match["draws"] + match["losses"]
        assert games == 2 * sum(match["pentanomial"]) > 0

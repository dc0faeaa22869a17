"""docs/openings.md and its boards agree with the openings that ship."""

from __future__ import annotations

from tools.opening_page import outdated


def test_the_page_and_its_boards_are_up_to_date():
    """If not: python -m tools.opening_page."""
    assert outdated() == []

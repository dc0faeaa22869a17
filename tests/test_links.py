"""The links and pictures of the README and the docs lead to files that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    targets = (link.partition("#")[0] for link in LINK.findall(page.read_text("utf-8")))
    inner = {target for target in targets if target and "://" not in target}
    assert {target for target in inner if not (page.parent / target).exists()} == set()


def test_every_picture_of_the_docs_is_shown():
    shown = {
        (page.parent / link).resolve() for page in PAGES for link in LINK.findall(page.read_text("utf-8"))
    }
    pictures = {path for suffix in ("png", "webp", "svg") for path in (ROOT / "docs").rglob(f"*.{suffix}")}
    assert pictures - shown == set()

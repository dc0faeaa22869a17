"""Reads the data files beside the tests: one JSON object per line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[dict[str, Any]]:
    """The objects of ``data/NAME.jsonl``."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def each(name: str) -> pytest.MarkDecorator:
    """Run a test once for every ``row`` of ``data/NAME.jsonl``, its line number in the test's name."""
    numbered = enumerate(rows(name), 1)
    return pytest.mark.parametrize("row", [pytest.param(row, id=f"line-{line}") for line, row in numbered])

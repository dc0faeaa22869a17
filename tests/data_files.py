"""The data files beside the tests: one JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, Any]]:
    """The objects of ``data/NAME.jsonl``."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def each(name: str) -> pytest.MarkDecorator:
    """Run a test once for every ``row`` of ``data/NAME.jsonl``, its line number in the test's name.

    A row with a ``fault`` is expected to fail, for that reason, until it is mended.
    """
    return pytest.mark.parametrize("row", [_param(row, line) for line, row in enumerate(rows(name), 1)])


def _param(row: dict[str, Any], line: int) -> Any:
    marks = [pytest.mark.xfail(strict=True, reason=row["fault"])] if "fault" in row else []
    return pytest.param(row, id=f"line-{line}", marks=marks)

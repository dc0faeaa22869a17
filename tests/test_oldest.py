"""The oldest libraries that are allowed, with which `python -m tools.oldest` tests."""

from __future__ import annotations

import re

import pytest

from tools.oldest import pinned, requirements


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("numpy>=1.26", ["numpy==1.26"]),
        ('tomli>=2.0; python_version < "3.11"', ['tomli==2.0; python_version < "3.11"']),
        ("# a comment", []),
        ("-r requirements.txt", []),
        ("", []),
    ],
)
def test_a_lower_bound_becomes_the_version(line, expected):
    assert pinned([line]) == expected


def test_every_requirement_has_a_lower_bound():
    lines = pinned(requirements())
    assert lines
    assert [line for line in lines if not re.match(r"[\w-]+==[\d.]+(;|$)", line)] == []

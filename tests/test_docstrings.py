"""The examples in docstrings are right."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def modules():
    """The modules of the program that have examples."""
    for path in sorted((ROOT / "wormhole").rglob("*.py")):
        if ">>> " in path.read_text("utf-8"):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", list(modules()))
def test_its_examples_are_right(name):
    found = doctest.testmod(import_module(name))
    assert found.attempted
    assert not found.failed

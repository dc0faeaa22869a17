"""Markers of the exhaustive part, which the test command leaves out and `.ci/run` runs."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import settings

from wormhole import menu

exhaustive = pytest.mark.exhaustive
"""For a test that does the same again with more of everything, or whose preparation takes long."""


def mostly_exhaustive(values: Iterable[object], *quick: object) -> list[object]:
    """All values as parameters; those that are not among the quick ones belong to the exhaustive part."""
    return [value if value in quick else pytest.param(value, marks=exhaustive) for value in values]


EACH_GAME = mostly_exhaustive(menu("family"), "wormhole", "chess", "random-wormhole", "smess")
"""All games: those with holes, without, with dice, and with arrows on the squares are the quick ones."""


def examples(count: int, **more: object) -> settings:
    """So many examples in the exhaustive part, and as large a share of them elsewhere as the profile has."""
    return settings(max_examples=max(count * settings.default.max_examples // 100, 1), **more)

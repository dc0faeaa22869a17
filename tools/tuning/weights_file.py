"""Writes a game's weights as a file for ``wormhole.engine.weights``."""

from __future__ import annotations

from collections.abc import Sequence

import tomli_w

from wormhole.engine.weights import Weights


def text_of(weights: Weights, comment: Sequence[str]) -> str:
    """The file's text, with the lines of ``comment`` as a comment before it."""
    tables = {
        "pieces": {letter: round(value) for letter, value in weights.pieces.items()},
        "terms": {name: round(value, 2) for name, value in weights.terms.items()},
        "places": {name: round(value, 2) for name, value in weights.places.items()},
    }
    return "".join(f"# {line}\n" for line in comment) + "\n" + tomli_w.dumps(tables)

"""One sentence of rule for each piece type: from `pieces.toml`, or else from its paths."""

from __future__ import annotations

from functools import cache
from importlib import resources

from wormhole import Variant
from wormhole.gui.language import _
from wormhole.gui.rules_pages.path_words import path_sentence
from wormhole.rules import toml
from wormhole.rules.betza import Path, paths


def piece_sentence(variant: Variant, letter: str) -> str:
    """What the piece type with this letter does in this game, in the language in use."""
    piece_type = variant.piece_types[letter]
    known = _sentences().get((bool(variant.arrows), frozenset(piece_type.paths)))
    return path_sentence(piece_type.paths) if known is None else _(known)


@cache
def _sentences() -> dict[tuple[bool, frozenset[Path]], str]:
    """The sentences of the file by what they are about."""
    source = resources.files(__package__) / "pieces.toml"
    table = toml.loads(source.read_text(encoding="utf-8"))
    return {
        (entry.get("arrows", False), frozenset(paths(entry["moves"]))): entry["sentence"]
        for entry in table["piece"]
    }

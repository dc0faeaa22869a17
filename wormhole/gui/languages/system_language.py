"""The language of the user's system, which is that of a first start."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from wormhole.gui.languages.catalogues import ENGLISH, has

SYSTEM = "system"
"""Stands for it among the codes of languages."""
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def system_language(places: Sequence[Path]) -> str:
    """The first of the languages wished on this system that has a catalogue, or else English."""
    for code in _wished():
        if has(code, places):
            return code
    return ENGLISH


def _wished() -> Iterator[str]:
    """Languages as gettext finds them, most wished first: "pt_BR" and then "pt"."""
    texts = next((text for name in _VARIABLES if (text := os.environ.get(name))), "") or _locale()
    for text in texts.split(":"):
        full = text.partition(".")[0].partition("@")[0]
        yield full
        yield full.partition("_")[0]


def _locale() -> str:
    """The locale of a system without these variables; Windows says "German_Germany"."""
    import locale

    name = locale.getlocale()[0] or ""
    return locale.normalize(name.partition("_")[0]) if os.name == "nt" else name

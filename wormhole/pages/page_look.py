"""What a page needs of the look and of the languages. The window's package makes it; no drawing is here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from gettext import NullTranslations

from wormhole.base.errors import Message
from wormhole.rules.variant import PieceType

ENGLISH = "en"
DrawnPieces = Callable[[PieceType, tuple[str, str]], str]
"""Draws a piece in White's and in Black's colours as SVG symbols with these ids."""


@dataclass(frozen=True)
class PageTheme:
    """The colours of one theme: each is a variable of the style sheet, without its two hyphens."""

    name: str
    title: str
    """In English."""
    is_light: bool
    variables: Mapping[str, str]
    line_widths: Mapping[str, str]
    """The width of the lines of pieces by their side, ``w`` or ``b``, if it is not that of the drawings."""


@dataclass(frozen=True)
class PageLook:
    """The themes among which a reader chooses, the drawings, and the languages.

    ``light`` and ``dark`` name the themes for a system with that preference. ``hole`` draws a hole as a
    symbol with an id.
    """

    themes: Sequence[PageTheme]
    light: str
    dark: str
    pieces: DrawnPieces
    hole: Callable[[str], str]
    languages: Mapping[str, NullTranslations]
    """The translations by the code of their language."""
    names: Mapping[str, str]
    """Each language's name in itself."""
    language: str = ENGLISH
    """That of a reader whose browser wishes none of them."""

    def theme(self, name: str) -> PageTheme:
        """The theme with that name."""
        return next(theme for theme in self.themes if theme.name == name)

    def each(self, words: Callable[[Callable[[str], str]], str]) -> dict[str, str]:
        """What ``words`` makes of each translation; left out where it is the English one."""
        found = {code: words(partial(translated, texts=texts)) for code, texts in self.languages.items()}
        return {code: each for code, each in found.items() if each != found[ENGLISH] or code == ENGLISH}

    def said(self, text: str) -> dict[str, str]:
        """A text in each language; left out where it is the English one."""
        found = {code: translated(text, texts) for code, texts in self.languages.items()}
        return {code: each for code, each in found.items() if each != text or code == ENGLISH}


def translated(text: str, texts: NullTranslations) -> str:
    """A text, or a message with its values, in a language."""
    if not isinstance(text, Message):
        return texts.gettext(text) if text else ""
    values = {
        name: translated(value, texts) if isinstance(value, Message) else value
        for name, value in text.values.items()
    }
    template = texts.gettext(text.template) if text.template else ""
    return template.format_map(values) if values else template

"""The shell of every page: one HTML file with its style, its drawings, its script and its data.

A page requests nothing: its content security policy allows the style and the script that are in it, by their
hashes, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from string import Template

from wormhole.base.errors import Message
from wormhole.pages.html import Html, data_element, element, text
from wormhole.pages.page_look import ENGLISH, PageLook, PageTheme
from wormhole.pages.page_source import SOURCE_ID, PageSource
from wormhole.version import VERSION

DATA_ID = "page-data"
GENERATOR = f"Wormhole Chess {VERSION}"
PAGE_WORDS = {
    "theme": Message("Theme"),
    "language": Message("Language"),
    "system": Message("System"),
    "made_with": Message("Made with Wormhole Chess"),
    "no_script": Message("This page needs JavaScript."),
}
"""The texts that every page shows."""
InLanguages = str | Mapping[str, str]
"""A text, or one for each code of a language; a language that is missing has the English one."""
_FRAME_HEIGHT = 760
"""Pixels of an embedded page."""


@dataclass(frozen=True)
class Page:
    """What one page shows.

    ``scripts`` and ``styles`` are files of this package without their suffixes, which come after those of
    every page. ``words`` are texts in English by the name that the script or an element's ``data-t`` uses,
    ``texts`` others by the code of their language. ``data`` is what the script reads. ``symbols`` are SVG
    symbols.
    """

    title: InLanguages
    content: Html
    source: PageSource
    words: Mapping[str, str]
    about: InLanguages = ""
    """The line below the title."""
    scripts: Sequence[str] = ()
    styles: Sequence[str] = ()
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    data: Mapping[str, object] | None = None
    symbols: Iterable[str] = ()


def page_html(page: Page, look: PageLook) -> str:
    """The page as one HTML file."""
    style = Html("".join([_themes(look), *(file_text(f"{name}.css") for name in ("page", *page.styles))]))
    script = Html(
        '(() => {\n"use strict";\n'
        + "".join(file_text(f"{name}.js") for name in ("page", *page.scripts))
        + "})();\n"
    )
    words = {**PAGE_WORDS, **page.words}
    texts: dict[str, dict[str, str]] = {code: {**page.texts.get(code, {})} for code in look.languages}
    for name, each in words.items():
        for code, said in look.said(each).items():
            texts[code][name] = said
    values = {
        "texts": texts,
        "languages": dict(look.names),
        "language": look.language,
        "title": page.title,
        "about": page.about,
        "themes": {theme.name: look.said(theme.title) for theme in look.themes},
        **(page.data or {}),
    }
    noscript = element("noscript", element("p", look.languages[look.language].gettext(words["no_script"])))
    return Template(file_text("shell.html")).substitute(
        language=text(look.language),
        policy=text(_policy(style, script)),
        generator=text(GENERATOR),
        title=text(_in(look.language, page.title)),
        about=text(_in(look.language, page.about)),
        style=style,
        script=script,
        drawings=Html("".join(page.symbols)),
        content=Html(noscript + page.content),
        foot=element("span", data_t="made_with"),
        data=Html(data_element(DATA_ID, values) + data_element(SOURCE_ID, page.source.written())),
    )


def _in(language: str, words: InLanguages) -> str:
    return words if isinstance(words, str) else words.get(language, words[ENGLISH])


def fragment(page: str, title: str) -> str:
    """A page as a fragment for another page: a frame that holds all of it, without access to its host.

    >>> fragment("<p>", "A game")[:30]
    '<iframe title="A game" srcdoc='
    """
    return (
        f'<iframe title="{text(title)}" srcdoc="{text(page)}" sandbox="allow-scripts" loading="lazy" '
        f'width="100%" height="{_FRAME_HEIGHT}" style="border:0"></iframe>\n'
    )


def _policy(style: str, script: str) -> str:
    """No request, no other script, no form, no frame."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _themes(look: PageLook) -> str:
    """The variables of each theme; those of the system's preference where none is chosen.

    The light ones hold unless others are on the screen, so what is printed is light.
    """
    light, dark = look.theme(look.light), look.theme(look.dark)
    others = (theme for theme in look.themes if theme != light)
    chosen = "".join(_rules(f':root[data-theme="{theme.name}"]', theme) for theme in others)
    return (
        _rules(":root", light)
        + f"@media screen and (prefers-color-scheme: dark) {{{_rules(':root:not([data-theme])', dark)}}}"
        + f"@media screen {{{chosen}}}"
    )


def _rules(selector: str, theme: PageTheme) -> str:
    """The rules of a theme. A width of lines would override the attributes of the drawings as a variable."""
    scheme = "light" if theme.is_light else "dark"
    values = "".join(f"--{name}:{value};" for name, value in theme.variables.items())
    widths = "".join(
        f"{selector} .{side} .line{{stroke-width:{width}}}" for side, width in theme.line_widths.items()
    )
    return f"{selector}{{color-scheme:{scheme};{values}}}{widths}\n"


@cache
def file_text(name: str) -> str:
    """A file of this package."""
    return (resources.files(__package__) / name).read_text(encoding="utf-8")

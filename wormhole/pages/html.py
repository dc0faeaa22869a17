"""Writes HTML. Every text is escaped here; what is markup already has the type :class:`Html`."""

from __future__ import annotations

import html
import json
import unicodedata

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
_IN_SCRIPT = str.maketrans({char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"})
_KEPT = "\n\t"


class Html(str):
    """Markup that is finished."""

    __slots__ = ()


def text(words: str) -> Html:
    """A text as it is shown. Characters that HTML does not allow become U+FFFD."""
    return Html(html.escape(shown(words), quote=True))


def shown(words: str) -> str:
    """The text with U+FFFD for each control character and each half of a surrogate pair."""
    return "".join(
        "\ufffd" if unicodedata.category(char) in ("Cc", "Cs") and char not in _KEPT else char
        for char in words
    )


def element(tag: str, *inside: str, **attributes: str | bool | None) -> Html:
    """An element with its attributes; a text inside is escaped.

    An underscore at the end of a name is left out, others are hyphens. False and None leave an attribute out.

    >>> element("p", "1 < 2", class_="sum")
    '<p class="sum">1 &lt; 2</p>'
    """
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{text(str(value))}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    if tag in VOID:
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{joined(*inside)}</{tag}>")


def joined(*parts: str) -> Html:
    """The parts one after the other; each that is no markup is escaped."""
    return Html("".join(part if isinstance(part, Html) else text(part) for part in parts))


def data(value: object) -> Html:
    """A value as JSON that cannot end the element in which it stands."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_IN_SCRIPT)
    return Html(written.encode("utf-8", "backslashreplace").decode("utf-8"))


def data_element(name: str, value: object) -> Html:
    """An element with data; a browser does not run it."""
    return Html(f'<script type="application/json" id="{text(name)}">{data(value)}</script>')

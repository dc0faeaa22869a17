"""The language of the texts on screen.

`_` translates a text, `_n` a text with a number, as gettext does (https://docs.python.org/3/library/gettext.html).
`N_` marks a text of a table, which is translated where it is shown. The source has the English texts.
"""

from __future__ import annotations

import gettext

_translations = gettext.NullTranslations()


def _(text: str) -> str:
    """The text in the language in use."""
    return _translations.gettext(text)


def _n(one: str, many: str, count: int) -> str:
    """The text for this count; `{count}` in it is replaced by the number."""
    return _translations.ngettext(one, many, count).format(count=count)


def N_(text: str) -> str:  # noqa: N802 - the name that translators know
    """The text itself, marked for translation."""
    return text

"""The language of the texts on screen.

`_` translates a text, `_n` a text with a number, `_p` a text that means different things in different
places, as gettext does (https://docs.python.org/3/library/gettext.html). `N_` marks a text of a table, which
is translated where it is shown. The source has the English texts.

The language belongs to the whole process, as with gettext: every text of the window is in it, and to pass it
to each function that makes a text would say nothing new. Only what is made in several languages, such as a
page for a browser, is made while `speaking` one after the other.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import quoted
from wormhole.gui.languages import catalogues
from wormhole.gui.languages.system_language import SYSTEM, system_language

Value = TypeVar("Value")
MINUS = "\N{MINUS SIGN}"
UNKNOWN = "\N{EN DASH}"
"""What stands where a number is not known yet."""


@dataclass
class _InUse:
    code: str = catalogues.ENGLISH
    texts: gettext.NullTranslations = field(default_factory=gettext.NullTranslations)


_in_use = _InUse()
_spoken: ContextVar[gettext.NullTranslations | None] = ContextVar("spoken", default=None)


def _texts() -> gettext.NullTranslations:
    return _spoken.get() or _in_use.texts


@contextmanager
def speaking(texts: gettext.NullTranslations) -> Iterator[None]:
    """Use these translations meanwhile, in the calling thread only."""
    before = _spoken.set(texts)
    try:
        yield
    finally:
        _spoken.reset(before)


def N_(text: str) -> str:  # noqa: N802 - the name that translators know
    """The text itself, marked for translation."""
    return text


SYSTEM_TROUBLES = (
    N_("Permission denied"),
    N_("No such file or directory"),
    N_("No space left on device"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("File name too long"),
)
"""What systems say most often about files."""


def _(text: str) -> str:
    """The text in the language in use. A message with values is translated with them."""
    if isinstance(text, Message) and text.values:
        return said(text)
    return _texts().gettext(text) if text else ""


def _n(one: str, many: str, count: int, **values: object) -> str:
    """The text for this count, which `{count}` in it stands for; `values` are put in, too."""
    return _texts().ngettext(one, many, count).format(count=number(count), **values)


def _p(context: str, text: str) -> str:
    """The text in this context, such as the name of a key."""
    return _texts().pgettext(context, text)


def named(choices: Iterable[tuple[Value, str]]) -> list[tuple[Value, str]]:
    """Values with their names from a table of data, in the language in use."""
    return [(value, _(name)) for value, name in choices]


def said(trouble: str | Exception) -> str:
    """What a message or an error says, in the language in use if it is one of ours."""
    if isinstance(trouble, WormholeError):
        return said(trouble.message)
    if isinstance(trouble, OSError):
        return said(trouble.strerror or str(trouble))
    if not isinstance(trouble, Message):
        return _(str(trouble))
    values = {
        name: said(value) if isinstance(value, Message) else value for name, value in trouble.values.items()
    }
    return _(trouble.template).format_map(values) if values else _(trouble.template)


def number(value: float, digits: int = 0) -> str:
    """A number with a mark between thousands and `digits` decimals."""
    text = f"{value:,.{digits}f}"
    return text.translate({ord(","): _p("between thousands", ","), ord("."): _p("before decimals", ".")})


def short_number(value: float, most_digits: int = 2) -> str:
    """A number with as many decimals as it needs, but no more than that.

    >>> short_number(3.0), short_number(0.5), short_number(0.125)
    ('3', '0.5', '0.12')
    """
    value = round(value, most_digits)
    return number(value, next(digits for digits in range(most_digits + 1) if round(value, digits) == value))


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign."""
    sign = MINUS if value < 0 else "+"
    return sign + number(abs(value), digits)


def percent(share: float) -> str:
    """A share in percent, with a space at which no line is broken."""
    return f"{number(100 * share)}\u00a0%"


def day_text(day: int, month: int, year: int) -> str:
    """A day: "3 Nov 2026"."""
    return _("{day} {month} {year}").format(day=day, month=_month(month), year=year)


def month_text(month: int, year: int) -> str:
    """A month: "Nov 2026"."""
    return _("{month} {year}").format(month=_month(month), year=year)


def _month(month: int) -> str:
    return (
        *(_("Jan"), _("Feb"), _("Mar"), _("Apr"), _("May"), _("Jun")),
        *(_("Jul"), _("Aug"), _("Sep"), _("Oct"), _("Nov"), _("Dec")),
    )[month - 1]


def check(code: str) -> None:
    """Raise :class:`WormholeError` with the list of languages unless there is one with that code."""
    if code != SYSTEM and not catalogues.has(code, catalogues.folders()):
        raise WormholeError(
            "there is no language {code}; the languages are {codes}",
            code=quoted(code),
            codes=", ".join([SYSTEM, *languages()]),
        )


def choose(code: str) -> Message | None:
    """Use this language; if there is none with that code, that of the system, and return what is wrong."""
    try:
        check(code)
    except WormholeError as error:
        use(SYSTEM)
        return error.message
    use(code)
    return None


def use(code: str, places: tuple[Path, ...] | None = None) -> None:
    """Use this language, or that of the system, for all texts from now on."""
    places = places or catalogues.folders()
    if code == SYSTEM:
        code = system_language(places)
    if code != _in_use.code:
        _in_use.code = code
        _in_use.texts = (
            gettext.NullTranslations() if code == catalogues.ENGLISH else catalogues.catalogue(code, places)
        )


def in_use() -> str:
    """The code of the language in use."""
    return _in_use.code


def languages() -> Mapping[str, str]:
    """The code and the own name of each language, English first."""
    return catalogues.names(catalogues.folders())

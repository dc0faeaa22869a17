"""The options of another program, as it declares them over UCI or XBoard."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

XBOARD = "xboard"
MOST_OPTIONS = 300
"""Declared by one program; more are left out."""


class OptionKind(Enum):
    """What a value is, and so which widget asks for it."""

    CHECK = "check"
    SPIN = "spin"
    COMBO = "combo"
    STRING = "string"
    FILE = "file"
    FOLDER = "folder"
    BUTTON = "button"


_UCI_KINDS = {kind.value: kind for kind in OptionKind if kind.value not in ("file", "folder")}
_XBOARD_KINDS = {
    **{"check": OptionKind.CHECK, "spin": OptionKind.SPIN, "slider": OptionKind.SPIN},
    **{"combo": OptionKind.COMBO, "string": OptionKind.STRING, "file": OptionKind.FILE},
    **{"path": OptionKind.FOLDER, "button": OptionKind.BUTTON, "save": OptionKind.BUTTON},
    "reset": OptionKind.BUTTON,
}
_WORDS = {
    OptionKind.SPIN: ("default", "min", "max"),
    OptionKind.COMBO: ("default", "var"),
    OptionKind.CHECK: ("default",),
}
"""The words of UCI that begin a value. A text is all that follows its default."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
EMPTY = "<empty>"
SHORTCUTS = {"memory", "cores"}
"""Options of XBoard that are commands of the protocol."""


@dataclass(frozen=True)
class ProgramOption:
    """An option; values are texts, as they are sent. Those of a check are ``true`` and ``false``."""

    name: str
    kind: OptionKind
    default: str = ""
    low: int | None = None
    high: int | None = None
    """The bounds of a number, as far as the program tells them."""
    choices: tuple[str, ...] = ()

    def is_good(self, value: str) -> bool:
        """Whether it can have this value."""
        if "\n" in value or "\r" in value:
            return False
        if self.kind is OptionKind.CHECK:
            return value in ("true", "false")
        if self.kind is OptionKind.COMBO:
            return value in self.choices
        if self.kind is OptionKind.SPIN:
            number = whole_number(value)
            return number is not None and self.is_within(number)
        return self.kind is not OptionKind.BUTTON

    @property
    def bounds(self) -> str:
        """Its bounds, as far as they are known.

        >>> ProgramOption("Hash", OptionKind.SPIN, low=1, high=64).bounds
        '1 … 64'
        """
        if self.high is None:
            return "" if self.low is None else f"≥ {self.low}"
        return f"≤ {self.high}" if self.low is None else f"{self.low} … {self.high}"

    def is_within(self, number: float) -> bool:
        """Whether a number is within the bounds."""
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)


def whole_number(text: str | None) -> int | None:
    """The number that a program has written; None if it is none, or has more than 18 digits.

    >>> whole_number("+15"), whole_number("²"), whole_number("1.5")
    (15, None, None)
    """
    return int(text) if text is not None and _NUMBER.fullmatch(text) else None


def option_of(protocol: str, text: str) -> ProgramOption | None:
    """The option that a program declares with ``text``; None if it is not understood.

    >>> option_of("uci", "Hash type spin default 16 min 1 max 1024")
    ProgramOption(name='Hash', kind=<OptionKind.SPIN: 'spin'>, default='16', low=1, high=1024, choices=())
    >>> option_of("xboard", "Style -combo calm /// *wild").choices
    ('calm', 'wild')
    """
    words = text.split()
    if protocol == XBOARD:
        kinds = [_XBOARD_KINDS.get(word[1:]) if word.startswith("-") else None for word in words]
    else:
        kinds = [_UCI_KINDS.get(after) if word == "type" else None for word, after in pairwise(words)]
    found = next(((place, kind) for place, kind in enumerate(kinds) if place and kind is not None), None)
    if found is None:
        return None
    place, kind = found
    name = " ".join(words[:place])
    if protocol == XBOARD:
        return _xboard_option(name, kind, words[place + 1 :])
    return _uci_option(name, kind, words[place + 2 :])


def _uci_option(name: str, kind: OptionKind, words: list[str]) -> ProgramOption:
    if kind not in _WORDS:
        default = " ".join(words[1:]) if words[:1] == ["default"] else ""
        return ProgramOption(name, kind, "" if default == EMPTY else default)
    given: dict[str, list[str]] = {word: [] for word in _WORDS[kind]}
    values: list[str] = []
    for word in words:
        if word in given:
            values = given[word]
            values.append("")
        elif values:
            values[-1] = f"{values[-1]} {word}".strip()
    default = next(iter(given["default"]), "")
    if kind is OptionKind.SPIN:
        return _number_option(name, default, *(next(iter(given[word]), "") for word in ("min", "max")))
    if kind is OptionKind.CHECK:
        return ProgramOption(name, kind, "true" if default.lower() == "true" else "false")
    choices = tuple(given["var"])
    if default not in choices:
        choices = (default, *choices)
    return ProgramOption(name, kind, default, choices=choices)


def _xboard_option(name: str, kind: OptionKind, words: list[str]) -> ProgramOption:
    rest = " ".join(words)
    if kind is OptionKind.SPIN:
        return _number_option(name, *(words + 3 * [""])[:3])
    if kind is OptionKind.CHECK:
        return ProgramOption(name, kind, "true" if rest == "1" else "false")
    if kind is OptionKind.COMBO:
        texts = [each.strip() for each in rest.split("///")]
        choices = tuple(each.removeprefix("*") for each in texts)
        default = next((each[1:] for each in texts if each.startswith("*")), choices[0])
        return ProgramOption(name, kind, default, choices=choices)
    return ProgramOption(name, kind, rest)


def _number_option(name: str, default: str, low: str, high: str) -> ProgramOption:
    """A number with the bounds that are told; a text if one of them is no whole number, such as 1.5."""
    numbers = [whole_number(text) for text in (default, low, high)]
    if any(number is None and text for number, text in zip(numbers, (default, low, high), strict=True)):
        return ProgramOption(name, OptionKind.STRING, default)
    usual, least, most = numbers
    usual = next((number for number in (usual, least, most) if number is not None), 0)
    return ProgramOption(name, OptionKind.SPIN, str(usual), least, most)


def option_line(protocol: str, name: str, value: str | None = None) -> str:
    """The line that sets an option, or presses its button without a value.

    >>> option_line("uci", "Hash", "64"), option_line("uci", "Clear Hash")
    ('setoption name Hash value 64', 'setoption name Clear Hash')
    >>> option_line("xboard", "Resign", "true"), option_line("xboard", "memory", "64")
    ('option Resign=1', 'memory 64')
    """
    if protocol != XBOARD:
        return f"setoption name {name}" + ("" if value is None else f" value {value or EMPTY}")
    if name in SHORTCUTS:
        return f"{name} {value}"
    value = {"true": "1", "false": "0"}.get(value or "", value)
    return f"option {name}" + ("" if value is None else f"={value}")

"""The options of another program, as it declares them over UCI or XBoard."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

XBOARD = "xboard"


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
_UCI = re.compile(r"(?P<name>.+?) type (?P<kind>\w+)(?P<rest>.*)")
_XBOARD = re.compile(r"(?P<name>.+?) -(?P<kind>\w+)(?: (?P<rest>.*))?")
_WORDS = re.compile(r" (default|min|max|var)(?= |$)")
EMPTY = "<empty>"
SHORTCUTS = {"memory", "cores"}
"""Options of XBoard that are commands of the protocol."""


@dataclass(frozen=True)
class ProgramOption:
    """An option; values are texts, as they are sent. Those of a check are ``true`` and ``false``."""

    name: str
    kind: OptionKind
    default: str = ""
    low: int = 0
    high: int = 0
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
            return re.fullmatch(r"-?[0-9]{1,18}", value) is not None and self.low <= int(value) <= self.high
        return self.kind is not OptionKind.BUTTON


def option_of(protocol: str, text: str) -> ProgramOption | None:
    """The option that a program declares with ``text``; None if it is not understood.

    >>> option_of("uci", "Hash type spin default 16 min 1 max 1024")
    ProgramOption(name='Hash', kind=<OptionKind.SPIN: 'spin'>, default='16', low=1, high=1024, choices=())
    >>> option_of("xboard", "Style -combo calm /// *wild").choices
    ('calm', 'wild')
    """
    found = (_XBOARD if protocol == XBOARD else _UCI).fullmatch(text)
    if found is None:
        return None
    kind = (_XBOARD_KINDS if protocol == XBOARD else _UCI_KINDS).get(found["kind"])
    if kind is None:
        return None
    rest = found["rest"] or ""
    try:
        return (_xboard_option if protocol == XBOARD else _uci_option)(found["name"].strip(), kind, rest)
    except (ValueError, IndexError):
        return None


def _uci_option(name: str, kind: OptionKind, rest: str) -> ProgramOption:
    words = _WORDS.split(rest)
    given: dict[str, list[str]] = {}
    for word, value in zip(words[1::2], words[2::2], strict=True):
        given.setdefault(word, []).append(value.strip())
    default = given.get("default", [""])[0]
    if kind is OptionKind.SPIN:
        low, high = int(given["min"][0]), int(given["max"][0])
        return ProgramOption(name, kind, str(int(default or low)), low, high)
    if kind is OptionKind.STRING and default == EMPTY:
        default = ""
    if kind is OptionKind.CHECK:
        default = "true" if default == "true" else "false"
    choices = tuple(given.get("var", ()))
    if kind is OptionKind.COMBO and default not in choices:
        choices = (default, *choices)
    return ProgramOption(name, kind, default, choices=choices)


def _xboard_option(name: str, kind: OptionKind, rest: str) -> ProgramOption:
    if kind is OptionKind.SPIN:
        value, low, high = (int(word) for word in rest.split()[:3])
        return ProgramOption(name, kind, str(value), low, high)
    if kind is OptionKind.CHECK:
        return ProgramOption(name, kind, "true" if rest.strip() == "1" else "false")
    if kind is OptionKind.COMBO:
        texts = [each.strip() for each in rest.split("///")]
        choices = tuple(each.removeprefix("*") for each in texts)
        default = next((each[1:] for each in texts if each.startswith("*")), choices[0])
        return ProgramOption(name, kind, default, choices=choices)
    return ProgramOption(name, kind, rest)


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

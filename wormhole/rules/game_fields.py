"""The fields of a game's file, read by name and type, and where in the file an error is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from wormhole.rules.errors import WormholeError
from wormhole.rules.game_texts import strange_letter
from wormhole.rules.message import Message
from wormhole.rules.quoting import quoted

Table = dict[str, Any]


class FieldError(Exception):
    """An error in one field; ``path`` is its name with its tables, separated by dots."""

    def __init__(self, path: str, trouble: str) -> None:
        super().__init__(path, trouble)
        self.path, self.trouble = path, trouble


@dataclass(frozen=True)
class Fields:
    """A table of the file; its methods read fields by name and type.

    ``own`` is what the file itself says of it; the rest of ``table`` is inherited.
    """

    table: Table
    path: str = ""
    own: Table = field(default_factory=dict)

    def get(self, key: str, kind: type, *default: Any) -> Any:
        """The field, or ``default`` if one is given and the field is missing."""
        if key not in self.table:
            if default:
                return default[0]
            raise FieldError(self.name(key), Message("is missing"))
        value = self.table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise FieldError(
                self.name(key), Message("{value} is not a {kind}", value=quoted(value), kind=_KINDS[kind])
            )
        return value

    def number(self, key: str, least: int, most: int, default: int) -> int:
        """A field that is a number within bounds."""
        value: int = self.get(key, int, default)
        if not least <= value <= most:
            raise FieldError(
                self.name(key),
                Message(
                    "{value} is not a number from {least} to {most}", value=value, least=least, most=most
                ),
            )
        return value

    def line(self, key: str, most: int, *default: str) -> str:
        """A field that is a text of one line, with at most so many letters, and not blank without default."""
        text: str = self.get(key, str, *default)
        if not default and not text.strip():
            raise FieldError(self.name(key), Message("is empty"))
        return self._short(key, text, most)

    def paragraphs(self, key: str, most: int) -> str:
        """A field that is a text of any number of lines; empty if it is missing."""
        return self._short(key, self.get(key, str, "").strip(), most, "\n")

    def _short(self, key: str, text: str, most: int, also: str = "") -> str:
        strange = strange_letter(text, also)
        if strange is not None:
            raise FieldError(
                self.name(key), Message("the character {name} cannot be part of it", name=strange)
            )
        if len(text) > most:
            raise FieldError(self.name(key), Message("is longer than {most} letters", most=most))
        return text

    def choice(self, key: str, choices: type[Enum], default: Enum) -> Any:
        """A field that is one of the words of an enum."""
        value = self.get(key, str, default.value)
        try:
            return choices(value)
        except ValueError:
            words = ", ".join(choice.value for choice in choices)
            raise FieldError(
                self.name(key), Message("{value} is not one of {words}", value=quoted(value), words=words)
            ) from None

    def texts(self, key: str) -> tuple[str, ...]:
        """A field that is a list of texts."""
        values = self.get(key, list, [])
        if not all(isinstance(value, str) for value in values):
            raise FieldError(self.name(key), Message("a list of texts is expected"))
        return tuple(values)

    def read(self, key: str, reader: Callable[[str], Any], *default: str) -> Any:
        """A text field parsed by ``reader``; its errors are reported for this field."""
        try:
            return reader(self.get(key, str, *default))
        except WormholeError as error:
            raise FieldError(self.name(key), error.message) from None

    def part(self, key: str) -> Fields:
        """A table within this one; empty if it is missing."""
        own = self.own.get(key)
        return Fields(self.get(key, dict, {}), self.name(key), own if isinstance(own, dict) else {})

    def only(self, *keys: str) -> None:
        """Refuse unknown fields, which are most likely misspelt."""
        for key in self.table:
            if key not in keys:
                raise FieldError(
                    self.name(key),
                    Message("there is no such field; the fields here are {words}", words=", ".join(keys)),
                )

    def name(self, key: str) -> str:
        """The name of a field with its tables."""
        return f"{self.path}.{key}" if self.path else key


_KINDS = {
    str: Message("text"),
    int: Message("whole number"),
    bool: Message("value true or false"),
    dict: Message("table"),
    list: Message("list"),
}


def texts_in(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """All names and texts of a table, each with the path of its field."""
    if isinstance(value, dict):
        for key, inner in value.items():
            below = f"{path}.{key}" if path else key
            yield below, key
            yield from texts_in(inner, below)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner, path)
    elif isinstance(value, str):
        yield path, value


_KEY = r"(?:\"[^\"]*\"|'[^']*'|[\w-]+)"
_KEYS = rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*"
_HEADER = re.compile(rf"\s*\[{_KEYS}\]")
_FIELD = re.compile(rf"{_KEYS}=")


def line_of(text: str, path: str) -> int | None:
    """The line of a field in a file, or else of the nearest table around it; None if the file has neither."""
    wanted = path.split(".")
    section: list[str] = []
    nearest, depth = None, 0
    quote = None
    for number, line in enumerate(text.split("\n"), 1):
        if quote is None:
            header, field_ = _HEADER.match(line), _FIELD.match(line)
            if header:
                section = _names(header[1])
            here = section if header else [*section, *_names(field_[1])] if field_ else []
            if here == wanted:
                return number
            if depth < len(here) and here == wanted[: len(here)]:
                nearest, depth = number, len(here)
        for mark in re.findall(r"\"{3}|'{3}", line):
            quote = mark if quote is None else None if mark == quote else quote
    return nearest


def _names(keys: str) -> list[str]:
    return [key.strip("\"'") for key in re.findall(_KEY, keys)]

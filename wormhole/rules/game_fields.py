"""The fields of a game's file, read by name and type, and where in the file an error is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from wormhole.rules.errors import WormholeError
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
    """A table of the file; its methods read fields by name and type."""

    table: Table
    path: str = ""

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
        return Fields(self.get(key, dict, {}), self.name(key))

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


def line_of(text: str, path: str) -> int | None:
    """The line of a field in a file, or of its table if the field is missing; None if inherited."""
    *tables, key = path.split(".")
    section: list[str] = []
    nearest = None
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[([^\[\]]+)\]", line)
        if header:
            section = [part.strip() for part in header[1].split(".")]
            if section == [*tables, key]:
                return number
            if section == tables:
                nearest = number
        elif section == tables and re.match(rf"\s*{re.escape(key)}\s*=", line):
            return number
    return nearest

"""Reading TOML with limits, by ``tomllib`` or, before Python 3.11, ``tomli``."""

from __future__ import annotations

import sys
from importlib import resources
from typing import Any

from wormhole.base.errors import Message

if sys.version_info >= (3, 11):
    import tomllib as _reader
else:
    import tomli as _reader

__all__ = ["MOST_BYTES", "TOMLDecodeError", "loads", "packaged"]

TOMLDecodeError = _reader.TOMLDecodeError

MOST_BYTES = 1 << 16
LONGEST_LINE = 4096
"""Limits of a file; the parser's time grows with the square of a line's length."""


def loads(text: str, most_letters: int = MOST_BYTES) -> dict[str, Any]:
    """Parse a TOML text. Raises only :class:`TOMLDecodeError`."""
    check_length(text, most_letters)
    try:
        found = _reader.loads(text)
    except TOMLDecodeError:
        raise
    except RecursionError:
        raise TOMLDecodeError(Message("tables or lists are nested too deeply")) from None
    except ValueError:
        # An invalid date, or a number with more digits than Python parses.
        raise TOMLDecodeError(Message("a date or a number cannot be read")) from None
    _check_numbers(found)
    return found


def check_length(text: str, most_letters: int = MOST_BYTES) -> None:
    """Raise :class:`TOMLDecodeError` if a text, or a line of it, is too long to be read."""
    if len(text) > most_letters:
        raise TOMLDecodeError(Message("the text is longer than {most} KB", most=most_letters // 1024))
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise TOMLDecodeError(
                Message(
                    "line {number} is longer than {most} characters",
                    number=number,
                    most=LONGEST_LINE,
                )
            )


def packaged(package: str, name: str) -> dict[str, Any]:
    """A TOML file of the program's own data in that package."""
    return loads(resources.files(package).joinpath(name).read_text("utf-8"))


def _check_numbers(table: dict[str, Any]) -> None:
    """Refuse integers of more than 64 bits; very long ones could not even be printed."""
    waiting: list[Any] = [table]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
            raise TOMLDecodeError(Message("a number has more than 64 bits"))

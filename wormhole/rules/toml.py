"""Reading TOML: by the standard library where it can, else by what it was made from."""

from __future__ import annotations

import sys
from importlib import resources
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib as _reader
else:
    import tomli as _reader

__all__ = ["MOST_BYTES", "TOMLDecodeError", "loads", "packaged"]

TOMLDecodeError = _reader.TOMLDecodeError

MOST_BYTES = 1 << 16
LONGEST_LINE = 4096
"""Bounds of a file: what the reader needs grows with the square of what one line may hold."""


def loads(text: str) -> dict[str, Any]:
    """The table that a text holds. Raises :class:`TOMLDecodeError`, whatever is wrong with it."""
    if len(text) > MOST_BYTES:
        raise TOMLDecodeError(f"it is longer than {MOST_BYTES // 1024} KB")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise TOMLDecodeError(f"line {number} is longer than {LONGEST_LINE} characters")
    try:
        found = _reader.loads(text)
    except TOMLDecodeError:
        raise
    except RecursionError:
        raise TOMLDecodeError("its tables or lists are nested too deeply") from None
    except ValueError:
        # A date that is none, or a number with more digits than Python reads.
        raise TOMLDecodeError("a date or a number in it cannot be read") from None
    _check_numbers(found)
    return found


def packaged(package: str, name: str) -> dict[str, Any]:
    """A file of the program's own data, which lies in that package."""
    return loads(resources.files(package).joinpath(name).read_text("utf-8"))


def _check_numbers(table: dict[str, Any]) -> None:
    """Refuse numbers that TOML need not know: a longer one could not even be written out again."""
    waiting: list[Any] = [table]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
            raise TOMLDecodeError("a number in it has more than 64 bits")

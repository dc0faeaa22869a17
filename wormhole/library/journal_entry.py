"""An entry of a journal: an object of JSON in one line, whose fields are judged one by one.

A journal may come from a stranger. So no line is too long for the memory, no number is infinite, and no field
is taken without its bounds.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

LONGEST_LINE = 1 << 20
"""Bytes of a line; a longer one is no entry."""
LONGEST_WORD = 100
LARGEST = 2**64
_DEEPEST = 20

Entry = Mapping[str, Any]


def parse(line: bytes) -> Entry | None:
    """The entry in a line; None if it is none."""
    text = line.strip()
    # Most of what is no entry is told from its ends: a parser takes longer to refuse a line than to read one.
    if len(text) > LONGEST_LINE or not (text.startswith(b"{") and text.endswith(b"}")):
        return None
    try:
        entry = _DECODER.decode(text.decode("utf-8", "replace"))
        return entry if isinstance(entry, dict) and _is_sound(entry) else None
    except (ValueError, RecursionError):
        return None


def whole(entry: Entry, name: str, low: int, high: int) -> int | None:
    """The whole number in a field; None if there is none within these bounds."""
    value = entry.get(name)
    return value if type(value) is int and low <= value <= high else None


def number(entry: Entry, name: str, low: float, high: float) -> float | None:
    """The number in a field; None if there is none within these bounds."""
    value = entry.get(name)
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    # An integer is compared before it becomes a float: it can be larger than any.
    return float(value) if low <= value <= high else None


def word(entry: Entry, name: str) -> str:
    """The text in a field; empty if there is none or if it is too long."""
    value = entry.get(name)
    return value if isinstance(value, str) and len(value) <= LONGEST_WORD else ""


def _is_sound(value: object, depth: int = 0) -> bool:
    """Whether all texts can be written as UTF-8, and nothing is nested too deep to be written again."""
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)
    if depth > _DEEPEST:
        return False
    if isinstance(value, dict):
        return all(_is_sound(key) and _is_sound(each, depth + 1) for key, each in value.items())
    return not isinstance(value, list) or all(_is_sound(each, depth + 1) for each in value)


def _int(text: str) -> int:
    # Python refuses very long numbers by itself, others it converts in quadratic time.
    if len(text) > len(str(LARGEST)) + 1 or abs(value := int(text)) > LARGEST:
        raise ValueError("the number is too large")
    return value


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("the number is too large")
    return value


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is no number")


_DECODER = json.JSONDecoder(parse_int=_int, parse_float=_float, parse_constant=_refuse)

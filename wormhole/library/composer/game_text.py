"""The text of a game's file: its table as TOML, in the order of the documentation."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from wormhole.base.schema import Table
from wormhole.rules.endings import Endings
from wormhole.rules.game_file import BoardTable, GameTable, MutatorTable
from wormhole.rules.game_pieces import PieceTable
from wormhole.rules.hands import Drops, Hands

_FIRST = ("inherits", "title", "inventor", "year", "about")
_TABLES = {"board": BoardTable, "mutator": MutatorTable, "hands": Hands, "endings": Endings}
LONGEST_LINE = 110


def game_text(table: Table) -> str:
    """The file of a game with this table, as a person would write it."""
    others = [name for name in _names(GameTable) if name not in _FIRST]
    blocks = [_lines(table, (*_FIRST, *others))]
    for name, kind in _TABLES.items():
        if name in table:
            blocks.append([f"[{name}]", *_lines(table[name], _names(kind))])
    pieces = table.get("pieces", {})
    if "without" in pieces:
        blocks.append(["[pieces]", *_lines(pieces, ("without",))])
    for letter, piece in pieces.items():
        if letter == "without":
            continue
        blocks.append([f"[pieces.{letter}]", *_lines(piece, _names(PieceTable))])
        if "drops" in piece:
            blocks.append([f"[pieces.{letter}.drops]", *_lines(piece["drops"], _names(Drops))])
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _names(kind: type) -> Sequence[str]:
    return [field.name for field in fields(kind)]


def _lines(table: Table, order: Sequence[str]) -> list[str]:
    """The fields of a table, without its tables."""
    return [f"{name} = {_value(table[name], name)}" for name in order if _is_plain(table.get(name))]


def _is_plain(value: object) -> bool:
    return value is not None and not isinstance(value, Mapping)


def _value(value: Any, name: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        is_long = name == "about" and (len(value) > LONGEST_LINE - len(name) or "\n" in value.strip())
        return _paragraphs(value.strip()) if is_long else _quoted(value)
    if isinstance(value, Sequence):
        parts = [_value(each, "") for each in value]
        short = f"[{', '.join(parts)}]"
        return short if len(short) < LONGEST_LINE else "[\n    " + ",\n    ".join(parts) + ",\n]"
    return repr(value)


def _quoted(text: str) -> str:
    """A basic string; its escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _paragraphs(text: str) -> str:
    """A text of several lines, which ends each line of the file within a paragraph with a backslash."""
    return '"""\n' + "\n".join(_broken(text)) + '"""'


def _broken(text: str) -> Iterator[str]:
    for paragraph in text.split("\n"):
        inner = _quoted(paragraph)[1:-1]
        wrapped = textwrap.wrap(inner, LONGEST_LINE, break_long_words=False, break_on_hyphens=False)
        yield " \\\n".join(wrapped) if " ".join(wrapped) == inner else inner

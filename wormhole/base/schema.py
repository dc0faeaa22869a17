"""Data from files, read into dataclasses that say what is allowed.

The annotation of a field is its type, with bounds if it has any, and nothing else is written to check it::

    @dataclass(frozen=True)
    class Endings:
        stalemate: NoMove = NoMove.DRAW
        quiet_moves: Annotated[int, Meta(ge=0, le=9999)] = 100
        dead: tuple[str, ...] = ()

A field without a default is required. ``Meta`` is msgspec's, which checks types and bounds:
https://jcristharif.com/msgspec/constraints.html. :class:`Parse` is for what a type cannot say. An error is a
:class:`FieldError`: it names the field with its tables, and its message can be translated. :func:`where` adds
the line of the file.

:func:`find` is for journals and the like, where a line that is not as declared is passed over.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import clipped, printable, quoted

Record = TypeVar("Record")
Note = TypeVar("Note")
NO_BOUNDS = Meta()
LONGEST_LIST = 140
"""Letters of all fields in a message."""
Table = Mapping[str, Any]
"""Names and values, as TOML and JSON give them."""


class FieldError(WormholeError):
    """An error in one field; ``path`` is its name with its tables, such as ``board.start``."""

    def __init__(self, path: str, template: str, **values: object) -> None:
        super().__init__(template, **values)
        self.path = path


@dataclass(frozen=True)
class Parse:
    """A field's value is what ``parser`` makes of that in the file, or its :class:`WormholeError`.

    ``of`` is the type in the file, if it is not that of the field. A parser ``in_context`` also gets what the
    table is read with.
    """

    parser: Callable[..., object]
    of: Any = None
    in_context: bool = False


@dataclass(frozen=True)
class Among:
    """A field has one of these values; they may be keys, of their names on screen."""

    values: Collection[Any]


def line_of_text(text: str) -> str:
    """The text, for :class:`Parse`. Raises :class:`WormholeError` if it has more lines, or what steers."""
    if not text.isprintable():
        raise WormholeError("{value} is not a line of text", value=quoted(text))
    return text


def read(kind: type[Record], table: object, path: str = "", context: object = None) -> Record:
    """The dataclass ``kind`` made of a table at ``path``. Raises :class:`FieldError`."""
    values, errors = sift(kind, table, path, context)
    if errors:
        raise errors[0]
    return kind(**values)


def sift(
    kind: type, table: object, path: str = "", context: object = None
) -> tuple[dict[str, Any], list[FieldError]]:
    """The good values of a table for the dataclass ``kind``, and what is wrong with the others."""
    if not isinstance(table, Mapping):
        return {}, [FieldError(path, "{value} is not a {kind}", value=quoted(table), kind=_NAMES[dict])]
    fields = _fields(kind)
    values: dict[str, Any] = {}
    errors = [
        FieldError(
            _below(path, name),
            "there is no such field; the fields here are {words}",
            words=clipped(", ".join(fields), LONGEST_LIST),
        )
        for name in table
        if name not in fields
    ]
    missing: list[FieldError] = []
    for name, field in fields.items():
        if name in table:
            try:
                values[name] = field.read(table[name], _below(path, name), context)
            except FieldError as error:
                errors.append(error)
        elif field.is_required:
            missing.append(FieldError(_below(path, name), "is missing"))
    return values, errors + missing


def find(kind: type[Record], table: Table) -> Record | None:
    """The dataclass or msgspec ``Struct`` made of a table; None if a field is missing or not as declared.

    Fields that ``kind`` has not are left out. It is msgspec alone, which is quick, so :class:`Parse` and
    :class:`Among` are not for ``kind``.
    """
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError:
        return None


def json_table(text: str | bytes) -> dict[str, Any] | None:
    """The object that a JSON text is; None if it is none."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


@cache
def declared(kind: Any) -> Mapping[str, tuple[Any, ...]]:
    """The type of each field of a dataclass, and what is noted beside it: bounds and the like."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: get_args(hint) if get_origin(hint := hints[field.name]) is Annotated else (hint,)
        for field in dataclasses.fields(kind)
        if field.init
    }


def noted(notes: Iterable[object], kind: type[Note]) -> Note | None:
    """The note of that kind, if there is one."""
    return next((note for note in notes if isinstance(note, kind)), None)


def known(kind: type, table: Table) -> Table:
    """The part of a table that has fields of ``kind``."""
    return {name: value for name, value in table.items() if name in _fields(kind)}


Reader = Callable[[Any, str, Any], Any]
"""Makes the value of a field; the text is the field's path, what follows the context."""


@dataclass(frozen=True)
class _Field:
    read: Reader
    is_required: bool


@cache
def _fields(kind: Any) -> Mapping[str, _Field]:
    missing = dataclasses.MISSING
    types = declared(kind)
    return {
        field.name: _Field(
            _reader(*types[field.name]), field.default is missing and field.default_factory is missing
        )
        for field in dataclasses.fields(kind)
        if field.init
    }


def _reader(base: Any, *notes: Any) -> Reader:
    if get_origin(base) is Annotated:
        return _reader(*get_args(base))
    parse = noted(notes, Parse)
    if parse is None:
        return _plain_reader(base, notes)
    before = _plain_reader(base, notes) if parse.of is None else _reader(parse.of)

    def parsed(value: object, path: str, context: object) -> object:
        found = before(value, path, context)
        try:
            return parse.parser(found, context) if parse.in_context else parse.parser(found)
        except WormholeError as error:
            raise FieldError(path, error.message) from None

    return parsed


def _plain_reader(base: Any, notes: Sequence[Any]) -> Reader:
    origin, inner = get_origin(base), get_args(base)
    if origin in (Union, UnionType):
        (base,) = (each for each in inner if each is not type(None))
        return _reader(base)
    if origin is dict:
        return _table_reader(_reader(inner[1]))
    if origin in (tuple, frozenset):
        most = (noted(notes, Meta) or NO_BOUNDS).max_length
        return _list_reader(origin, _reader(inner[0]), most, has_tables=dataclasses.is_dataclass(inner[0]))
    if isinstance(base, type) and dataclasses.is_dataclass(base):
        return lambda value, path, context: read(base, value, path, context)
    bounds = noted(notes, Meta) or NO_BOUNDS
    bounded = Annotated[base, bounds]
    among = noted(notes, Among)
    is_simple = bounds is NO_BOUNDS and among is None

    def convert(value: object, path: str, _context: object) -> object:
        if is_simple and type(value) is base:  # most values; a call of msgspec builds the type anew
            return value
        try:
            found = msgspec.convert(value, bounded)
        except msgspec.ValidationError:
            if among is None:
                raise FieldError(path, _trouble(base, value, bounds)) from None
        else:
            if among is None or found in among.values:
                return found
        words = ", ".join(str(each) for each in among.values if each != "")
        raise FieldError(path, _NOT_AMONG.template, value=quoted(value), words=words)

    return convert


def _table_reader(read_value: Reader) -> Reader:
    def read_table(table: object, path: str, context: object) -> dict[str, Any]:
        if not isinstance(table, Mapping):
            raise FieldError(path, _trouble(dict, table))
        return {name: read_value(value, _below(path, name), context) for name, value in table.items()}

    return read_table


def _list_reader(
    origin: Callable[[Any], Any], read_item: Reader, most: int | None, *, has_tables: bool
) -> Reader:
    def read_list(values: object, path: str, context: object) -> object:
        if not isinstance(values, (list, tuple)):
            raise FieldError(path, _trouble(list, values))
        if most is not None and len(values) > most:
            raise FieldError(path, "has more than {most} items", most=most)
        return origin(
            [
                read_item(value, f"{path}[{number}]" if has_tables else path, context)
                for number, value in enumerate(values, 1)
            ]
        )

    return read_list


_NOT_AMONG = Message("{value} is not one of {words}")
_NAMES = {
    str: Message("text"),
    int: Message("whole number"),
    float: Message("number"),
    bool: Message("value true or false"),
    dict: Message("table"),
    list: Message("list"),
}


def _trouble(kind: Any, value: object, bounds: Meta = NO_BOUNDS) -> Message:
    """What is wrong with a value that is not of this type or within these bounds."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        words = ", ".join(str(each.value) for each in kind)
        return Message(_NOT_AMONG.template, value=quoted(value), words=words)
    if isinstance(value, bool) or not isinstance(value, (int, float) if kind is float else kind):
        return Message("{value} is not a {kind}", value=quoted(value), kind=_NAMES[kind])
    if isinstance(value, str):
        if bounds.max_length is not None and len(value) > bounds.max_length:
            return Message("is longer than {most} characters", most=bounds.max_length)
        return Message("is empty")
    least, most = bounds.ge, bounds.le
    if most is None:
        return Message("{value} is less than {least}", value=quoted(value), least=least)
    return Message(
        "{value} is not a number from {least} to {most}", value=quoted(value), least=least, most=most
    )


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


_KEY = r"(?:\"[^\"]*\"|'[^']*'|[\w-]+)"
_KEYS = rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*"
_HEADER = re.compile(rf"\s*(\[{{1,2}}){_KEYS}\]")
_FIELD = re.compile(rf"{_KEYS}=")


def where(text: str, path: str) -> str:
    """Where a field is in the TOML ``text``: its line, or that of the table around it, and its name."""
    line, field = line_of(text, path), clipped(printable(path))
    return Message("line {line}, {field}", line=line, field=field) if line else field


def line_of(text: str, path: str) -> int | None:
    """The line of a field in a file, or else of the nearest table around it; None if the file has neither.

    Tables of an array are counted from 1: ``step[2].fen``.
    """
    wanted = path.split(".")
    counts: dict[str, int] = {}
    section: list[str] = []
    nearest, depth = None, 0
    quote = None
    for number, line in enumerate(text.split("\n"), 1):
        if quote is None:
            header, field = _HEADER.match(line), _FIELD.match(line)
            if header:
                section = _section(_names(header[2]), counts, is_array=len(header[1]) > 1)
            here = section if header else [*section, *_names(field[1])] if field else []
            if here == wanted:
                return number
            if depth < len(here) and here == wanted[: len(here)]:
                nearest, depth = number, len(here)
        for mark in re.findall(r"\"{3}|'{3}", line):
            quote = mark if quote is None else None if mark == quote else quote
    return nearest


def _section(names: list[str], counts: dict[str, int], *, is_array: bool) -> list[str]:
    """The path of a header; ``counts`` has the tables of each array so far."""
    section: list[str] = []
    for depth, name in enumerate(names, 1):
        key = ".".join([*section, name])
        if is_array and depth == len(names):
            counts[key] = counts.get(key, 0) + 1
        section.append(f"{name}[{counts[key]}]" if key in counts else name)
    return section


def _names(keys: str) -> list[str]:
    return [key.strip("\"'") for key in re.findall(_KEY, keys)]

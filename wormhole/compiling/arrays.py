"""Named tuples of small arrays, and their conversion to the forms that the loops take.

Other code uses a named tuple of NumPy arrays, one of which may be a named tuple of whole numbers instead. The
compiled loops take a *record*, one block of memory that
holds all arrays: a call passes one pointer instead of seven words for each array. The plain loops take a
named tuple of memoryviews, whose elements are Python numbers; NumPy's scalars are slow and overflow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Protocol, TypeVar

import numpy as np

CHUNK = 4096

_CODES = {"u1": "B", "u2": "H", "u8": "Q", "i8": "q"}
"""The codes of memoryviews for those of NumPy."""


class NamedArrays(Protocol):
    """A named tuple of arrays."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def __init__(self, *arrays: Any) -> None: ...

    def __iter__(self) -> Iterator[Any]: ...


Arrays = TypeVar("Arrays", bound=NamedArrays)


@cache
def _layout(fields: tuple[tuple[str, str | np.dtype, tuple[int, ...]], ...]) -> np.dtype:
    return np.dtype(list(fields), align=True)


def _kind(value: Any) -> tuple[str | np.dtype, tuple[int, ...]]:
    """The type and the shape of an array, or of a named tuple of whole numbers."""
    if isinstance(value, tuple):
        return _layout(tuple((name, "<i8", ()) for name in value._fields)), ()  # type: ignore[attr-defined]
    return value.dtype.str, value.shape


def block(arrays: NamedArrays) -> np.ndarray:
    """The arrays copied into an array of one record, whose fields are named as the tuple's."""
    fields = zip(arrays._fields, arrays, strict=True)
    made = np.zeros(1, _layout(tuple((name, *_kind(each)) for name, each in fields)))
    for name, each in zip(arrays._fields, arrays, strict=True):
        if isinstance(each, tuple):
            made[name][0] = each
        else:
            _fill(made[name][0], each)
    return made


def _fill(target: np.ndarray, array: np.ndarray) -> None:
    """Copy an array into one of zeros. Zeros of large arrays are not written, so they take no memory."""
    if array.size % CHUNK:
        target[:] = array
    else:
        chunks = array.reshape(-1, CHUNK)
        used = chunks.any(axis=1)
        target.reshape(-1, CHUNK)[used] = chunks[used]


def record(arrays: NamedArrays) -> np.void:
    """The arrays copied into one record, whose fields are named as the tuple's."""
    return block(arrays)[0]


def zeros(lengths: Mapping[str, int]) -> np.void:
    """A record of arrays of int64 zeros, by their names. It takes no memory before it is written to."""
    return np.zeros(1, _layout(tuple((name, "<i8", (length,)) for name, length in lengths.items())))[0]


def shared(kind: type[Arrays], block: np.void) -> Arrays:
    """The arrays of a record, sharing its memory."""
    return kind(*(block[name] for name in block.dtype.names or ()))


def copy_of_block(block: np.ndarray) -> np.ndarray:
    """A copy of an array of one record; NumPy copies the bytes faster than the record's fields."""
    return block.view(np.uint8).copy().view(block.dtype)


def views_of_block(kind: type[Arrays], block: np.ndarray) -> Arrays:
    """Memoryviews of the arrays of one record, sharing its memory: as `views` of `shared`, but faster."""
    memory = memoryview(block.view(np.uint8))
    return kind(*(memory[part].cast(code) for part, code in _places(block.dtype)))  # type: ignore[call-overload]


@cache
def _places(dtype: np.dtype) -> tuple[tuple[slice, str], ...]:
    """Where each array of a record is, in bytes, and the code of its elements."""
    assert dtype.fields is not None
    return tuple(
        (slice(offset, offset + field.itemsize), _CODES[field.base.str[1:]])
        for field, offset, *_ in dtype.fields.values()
    )


def views(arrays: Arrays) -> Arrays:
    """Memoryviews of the arrays, sharing their memory."""
    return type(arrays)(*(each if isinstance(each, tuple) else memoryview(each) for each in arrays))


def copy(arrays: Arrays) -> Arrays:
    """A copy of the arrays."""
    return type(arrays)(*(array.copy() for array in arrays))

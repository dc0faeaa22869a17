"""Small arrays that belong together, in the forms that the loops take them.

Code that builds or reads them has a named tuple of NumPy arrays. The compiled loops take a *record*, one
block of memory that holds them all: a call passes one pointer instead of seven words for every array. The
loops run uncompiled on a named tuple of memoryviews, whose elements are plain numbers, where NumPy's scalars
are slow and overflow.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np

Arrays = TypeVar("Arrays", bound=tuple)


def record(arrays: Arrays) -> np.void:
    """The arrays copied into one block of memory; its fields have the names of the tuple's."""
    layout = [(name, array.dtype, array.shape) for name, array in zip(arrays._fields, arrays, strict=True)]
    block = np.zeros(1, np.dtype(layout, align=True))[0]
    for name, array in zip(arrays._fields, arrays, strict=True):
        block[name] = array
    return block


def shared(kind: type[Arrays], block: np.void) -> Arrays:
    """The arrays of a record, sharing its memory."""
    return kind(*(block[name] for name in kind._fields))


def views(arrays: Arrays) -> Arrays:
    """Memoryviews of the arrays, sharing their memory."""
    return type(arrays)(*(memoryview(array) for array in arrays))


def copy(arrays: Arrays) -> Arrays:
    """The same in arrays of their own."""
    return type(arrays)(*(array.copy() for array in arrays))

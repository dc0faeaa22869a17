"""Arrays in a file: the archives that numpy's ``savez_compressed`` writes, read without trusting them.

A file may come from a stranger. The names, types and sizes of its arrays are known in advance. So a header is
compared with that of numpy (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html), and no
more is unpacked than fits. Numpy's own reader evaluates the header, and unpacks as much as it says.
"""

from __future__ import annotations

import io
import math
import re
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np

from wormhole.base.errors import Message, WormholeError

MAGIC = b"\x93NUMPY\x01\x00"
LONGEST_HEADER = 256
HEADER = re.compile(
    rb"\{'descr': '([|<>]\w{1,8})', 'fortran_order': (True|False), 'shape': \(((?:\d{1,9},? ?){0,4})\), \}\s*"
)
MEMBER = ".npy"
ENTRY = b"PK\x01\x02"
MOST_ENTRIES = 64
"""An archive with more entries is refused before they are listed."""

NOT_ARRAYS = Message("the file is damaged or of another kind")


@dataclass(frozen=True)
class ArraySpec:
    """The form of an array: its type, its number of dimensions, and the greatest number of its values."""

    dtype: np.dtype
    dimensions: int
    most_values: int


def write_arrays(arrays: Mapping[str, np.ndarray]) -> bytes:
    """The content of a file."""
    file = io.BytesIO()
    stored: dict[str, Any] = {
        name: array.astype(array.dtype.newbyteorder("<"), "C") for name, array in arrays.items()
    }
    np.savez_compressed(file, **stored)
    return file.getvalue()


def read_arrays(content: bytes, forms: Mapping[str, ArraySpec]) -> dict[str, np.ndarray]:
    """The arrays of a file, exactly those of ``forms``. Raises :class:`WormholeError`."""
    if content.count(ENTRY) > MOST_ENTRIES:
        raise WormholeError(NOT_ARRAYS)
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            if sorted(archive.namelist()) != sorted(name + MEMBER for name in forms):
                raise WormholeError(NOT_ARRAYS)
            return {name: _read_array(archive, name, form) for name, form in forms.items()}
    except WormholeError:
        raise
    # RuntimeError: encrypted; NotImplementedError: packed in another way.
    except (OSError, EOFError, ValueError, RuntimeError, BadZipFile, zlib.error, struct.error) as error:
        raise WormholeError(NOT_ARRAYS) from error


def _read_array(archive: ZipFile, name: str, form: ArraySpec) -> np.ndarray:
    most_bytes = len(MAGIC) + 2 + LONGEST_HEADER + form.most_values * form.dtype.itemsize
    with archive.open(name + MEMBER) as member:
        content = member.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise WormholeError("{name} is too large", name=name)
    start = len(MAGIC) + 2
    end = start + int.from_bytes(content[len(MAGIC) : start], "little")
    header = HEADER.fullmatch(content[start:end])
    if not content.startswith(MAGIC) or header is None:
        raise WormholeError(NOT_ARRAYS)
    kind, is_fortran, written = header.groups()
    shape = tuple(int(number) for number in re.findall(rb"\d+", written))
    stored = form.dtype.newbyteorder("<")
    if kind.decode() != stored.str or is_fortran == b"True" or len(shape) != form.dimensions:
        raise WormholeError("{name} has an unexpected shape", name=name)
    if len(content) - end != math.prod(shape) * form.dtype.itemsize:
        raise WormholeError(NOT_ARRAYS)
    return np.frombuffer(content, stored, offset=end).astype(form.dtype).reshape(shape)

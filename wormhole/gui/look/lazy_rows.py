"""The rows of a table, whose texts are made when they come into sight."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import overload


class LazyRows(Sequence[tuple[str, ...]]):
    """Rows of a `Table`. A subclass tells how many there are, and makes the texts of one."""

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[str, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[str, ...] | list[tuple[str, ...]]:
        if isinstance(index, slice):
            return [self.texts_of(each) for each in range(*index.indices(len(self)))]
        return self.texts_of(index)

    @abstractmethod
    def texts_of(self, index: int) -> tuple[str, ...]:
        """The texts of a row, one for each column."""

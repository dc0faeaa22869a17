"""Which rows of a list are chosen: one, or several by Shift and Ctrl, as in a file manager."""

from __future__ import annotations

from collections.abc import Collection


class Selection:
    """The rows chosen; `at` is the one that the keyboard is on."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.rows: Collection[int] = ()
        self._anchor = 0
        """Where a choice by Shift begins."""

    def clear(self) -> None:
        """Choose nothing."""
        self.at, self.rows, self._anchor = None, (), 0

    def choose(self, row: int) -> None:
        """Choose this row only."""
        self.at, self.rows, self._anchor = row, (row,), row

    def extend(self, row: int) -> None:
        """Choose the rows from the last one chosen without Shift to this one."""
        first, last = sorted((self._anchor, row))
        self.at, self.rows = row, range(first, last + 1)

    def switch(self, row: int) -> None:
        """Choose this row in addition or, if it is chosen, no longer."""
        self.at = self._anchor = row
        rows = {*self.rows} ^ {row}
        self.rows = rows or {row}

    def choose_all(self, count: int) -> None:
        """Choose every one of `count` rows."""
        if count:
            self.rows = range(count)
            self.at = 0 if self.at is None else self.at

    def restore(self, at: int, rows: Collection[int]) -> None:
        """Choose these rows again, after the list has changed."""
        self.at, self.rows, self._anchor = at, rows, at

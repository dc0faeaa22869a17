"""The rows of the list of games: read from the library page by page, as they come into sight."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import overload

from wormhole.gui.look.columns import Column
from wormhole.library.database.rows import Row
from wormhole.library.seat_tags import COMPUTER

COLUMNS = (
    Column(heading="Date", sample="30 Nov 2026"),
    Column(30, heading="Game"),
    Column(20, heading="White"),
    Column(20, heading="Black"),
    Column(heading="Result", sample="\u00bd-\u00bd"),
    Column(heading="Moves", sample="999", is_right=True),
)
PAGE = 32
PAGES_KEPT = 64
GONE = ("", "", "no longer there", "", "", "")
"""The row of a game that another window has removed."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
RESULTS = {"1/2-1/2": "\u00bd-\u00bd", "*": "\u2013"}


class GameRows(Sequence[tuple[str, ...]]):
    """The texts of the games with these numbers. `read` gives the rows of some of them."""

    def __init__(self, numbers: Sequence[int], read: Callable[[Sequence[int]], Sequence[Row]]) -> None:
        self.numbers = numbers
        self._read = read
        self._pages: OrderedDict[int, dict[int, Row]] = OrderedDict()

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[str, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[str, ...] | list[tuple[str, ...]]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        row = self.row(index)
        return GONE if row is None else texts(row)

    def row(self, index: int) -> Row | None:
        """The row at that index; None if its game is no longer there."""
        page = index // PAGE
        if page not in self._pages:
            numbers = self.numbers[page * PAGE : (page + 1) * PAGE]
            self._pages[page] = {row.number: row for row in self._read(numbers)}
            if len(self._pages) > PAGES_KEPT:
                self._pages.popitem(last=False)
        self._pages.move_to_end(page)
        return self._pages[page].get(self.numbers[index])


def texts(row: Row) -> tuple[str, ...]:
    """What is written in each column."""
    result = RESULTS.get(row.result, row.result)
    white, black = (short_name(name) for name in (row.white, row.black))
    return date_text(row.date), row.title, white, black, result, f"{(row.plies + 1) // 2:,}"


def short_name(name: str) -> str:
    """A player's name, without the word that every computer player's has.

    >>> short_name("Computer, level 3"), short_name("Ada")
    ('Level 3', 'Ada')
    """
    return f"Level {name.removeprefix(COMPUTER)}" if name.startswith(COMPUTER) else name


def counted(count: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "game"), counted(1500, "game")
    ('1 game', '1,500 games')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def date_text(date: str) -> str:
    """A PGN date as a person reads it, as far as it is known.

    >>> [date_text(date) for date in ("2026.11.03", "1851.06.??", "1900.??.??", "????.??.??")]
    ['3 Nov 2026', 'Jun 1851', '1900', '']
    """
    year, month, day = [*date.split("."), "", ""][:3]
    if not year.isdecimal():
        return ""
    if not month.isdecimal() or not 1 <= int(month) <= len(MONTHS):
        return year
    name = MONTHS[int(month) - 1]
    return f"{int(day)} {name} {year}" if day.isdecimal() else f"{name} {year}"

"""The rows of the list of games: read from the library page by page, as they come into sight."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, side_name
from wormhole.gui.languages.language import N_, _, day_text, month_text, number
from wormhole.gui.look.table import LazyRows, TableColumn
from wormhole.library.database.game_rows import GameRow
from wormhole.library.headers import PERSON, named_computer

if TYPE_CHECKING:
    from wormhole.library.database.game_index import GameNumbers

PAGE = 16
PAGES_KEPT = 128
SIDES = {WHITE: "white", BLACK: "black"}
RESULTS = {"1/2-1/2": "\u00bd-\u00bd", "*": "\u2013"}


def columns() -> tuple[TableColumn, ...]:
    """The columns of the list."""
    dates = tuple(date_text(f"2026.{month:02}.28") for month in range(1, 13))
    return (
        TableColumn(heading=_("Date"), samples=dates),
        TableColumn(38, heading=_("Game")),
        TableColumn(17, heading=_("White")),
        TableColumn(17, heading=_("Black")),
        TableColumn(heading=_("Result"), samples=("\u00bd-\u00bd",)),
        TableColumn(heading=_("Moves"), samples=("999",), is_right=True),
    )


class GameRows(LazyRows):
    """The texts of the games with these numbers. `read` gives the rows of some of them."""

    def __init__(
        self, numbers: GameNumbers | tuple[()], read: Callable[[Sequence[int]], Sequence[GameRow]]
    ) -> None:
        self.numbers = numbers
        self._read = read
        self._pages: OrderedDict[int, list[tuple[str, ...]]] = OrderedDict()

    def __len__(self) -> int:
        return len(self.numbers)

    def texts_of(self, index: int) -> tuple[str, ...]:
        """The texts of a game, or of a deleted one."""
        number, place = divmod(index, PAGE)
        page = self._pages.get(number)
        if page is None:
            numbers = self.numbers[number * PAGE : (number + 1) * PAGE]
            found = {row.number: texts(row) for row in self._read(numbers)}
            page = self._pages[number] = [found.get(each) or _gone() for each in numbers]
            if len(self._pages) > PAGES_KEPT:
                self._pages.popitem(last=False)
        self._pages.move_to_end(number)
        return page[place]

    def forget(self) -> None:
        """Make the texts again, in another language."""
        self._pages.clear()


def texts(row: GameRow) -> tuple[str, ...]:
    """What is written in each column."""
    result = RESULTS.get(row.result, row.result)
    white, black = short_names(row.white, row.black, row.side)
    return date_text(row.date), _(row.title), white, black, result, number((row.plies + 1) // 2)


def short_names(white: str, black: str, side: str = "") -> tuple[str, str]:
    """The players of a game's headers; of the computer only its level, and its character.

    ``side``: the user's, where it is known.

    >>> short_names("Person", "Computer, level 3"), short_names("Ada", "Person")
    (('You', 'Level 3'), ('Ada', 'Black'))
    >>> short_names("Person", "Computer, Hasty, level 3"), short_names("Stockfish", "Person", "black")
    (('You', 'Hasty 3'), ('Stockfish', 'You'))
    """
    return _names(white, black, side, N_("Level {level}"), N_("{character} {level}"))


def full_names(white: str, black: str, side: str = "") -> tuple[str, str]:
    """The players of a game's headers, in the language in use if the names are of this program."""
    plain, character = N_("Computer, level {level}"), N_("Computer, {character}, level {level}")
    return _names(white, black, side, plain, character)


def _names(white: str, black: str, side: str, plain: str, character: str) -> tuple[str, str]:
    """Players without a name are called as beside the board: "You" and the opponent, or by their sides if
    two play at one screen."""

    def name(written: str, color: bool, other: str) -> str:
        computer = named_computer(written)
        if computer is not None:
            level, key = computer
            form = character if key else plain
            return _(form).format(level=level, character=_(key.capitalize()))
        if written != PERSON:
            return written
        if side:
            return _("You") if side == SIDES[color] else _("Opponent")
        return _("You") if named_computer(other) else _(side_name(color))

    return name(white, WHITE, black), name(black, BLACK, white)


def _gone() -> tuple[str, ...]:
    """The row of a game that another window has removed."""
    return ("", "", _("deleted"), "", "", "")


def date_text(date: str) -> str:
    """A PGN date as the user reads it, as far as it is known.

    >>> [date_text(date) for date in ("2026.11.03", "1851.06.??", "1900.??.??", "????.??.??")]
    ['3 Nov 2026', 'Jun 1851', '1900', '']
    """
    year, month, day = [*date.split("."), "", ""][:3]
    if not year.isdecimal():
        return ""
    if not month.isdecimal() or not 1 <= int(month) <= 12:
        return year
    if not day.isdecimal():
        return month_text(int(month), int(year))
    return day_text(int(day), int(month), int(year))

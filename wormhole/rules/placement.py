"""Reading and writing the placement, the first field of a FEN."""

from __future__ import annotations

import re

from wormhole.base.errors import FenError
from wormhole.base.quoting import quoted

HOLE = "x"
VOID = "*"
EMPTY = ""
"""The cell of an empty square in :func:`read_rows`."""

_TOKEN = re.compile(r"[0-9]+|.")
_LONGEST_RUN = 250


MARK = "~"
"""After a promoted piece that becomes in a hand what it was."""
_HANDS = re.compile(r"(?P<rows>[^\[\]]*)\[(?P<hands>[^\[\]]*)\]")


def split_hands(placement: str, rows: int) -> tuple[str, str]:
    """The placement on a board of so many rows, and what is in hand: in brackets, or as another row."""
    match = _HANDS.fullmatch(placement)
    if match is not None:
        return match["rows"], match["hands"].replace("-", "")
    if placement.count("/") == rows:
        board, _, hands = placement.rpartition("/")
        return board, hands
    return placement, ""


def read_rows(text: str) -> list[list[str]]:
    """The rows of a placement, top row first; a cell is a piece's letter, ``x``, ``*`` or ``EMPTY``.

    Raises :class:`FenError` if a row is empty or its length differs from the first.
    """
    rows = []
    for number, row in enumerate(text.split("/"), 1):
        cells: list[str] = []
        for token in _TOKEN.findall(row):
            if not token.isdigit():
                cells.append(token)
            elif not token.isascii():
                raise FenError(
                    "row {number}: {token} is not a number here; use the digits 0 to 9",
                    number=number,
                    token=quoted(token),
                )
            elif len(token) > 3 or int(token) > _LONGEST_RUN:
                raise FenError(
                    "row {number} has a run of {token} squares, more than a row may have",
                    number=number,
                    token=token[:9],
                )
            else:
                cells.extend([EMPTY] * int(token))
        if not cells:
            raise FenError("row {number} of {text} is empty", number=number, text=quoted(text))
        rows.append(cells)
    for number, cells in enumerate(rows, 1):
        if len(cells) != len(rows[0]):
            raise FenError(
                "row {number} of {text} has the length {length}, but row 1 has {first}",
                number=number,
                text=quoted(text),
                length=len(cells),
                first=len(rows[0]),
            )
    return rows


def write_rows(rows: list[list[str]]) -> str:
    """The placement of ``rows`` as :func:`read_rows` gives them."""
    return "/".join(_write_row(row) for row in rows)


def _write_row(cells: list[str]) -> str:
    text, run = "", 0
    for cell in [*cells, None]:
        if cell == EMPTY:
            run += 1
            continue
        text += (str(run) if run else "") + (cell or "")
        run = 0
    return text


def grid_of(placement: str) -> list[list[bool]]:
    """Which places of the grid are squares: ``grid[row][column]``, row 0 at the bottom."""
    return [[cell != VOID for cell in row] for row in reversed(read_rows(placement))]

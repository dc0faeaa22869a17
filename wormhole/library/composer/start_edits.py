"""Edits of the board of a game: another number of files or ranks. Pure.

The squares that a file names, such as a palace or a goal, follow the squares of the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from wormhole.base.errors import WormholeError
from wormhole.library.composer.game_draft import GameDraft
from wormhole.rules.endings import Endings
from wormhole.rules.fields import squares_of
from wormhole.rules.geometry import Geometry
from wormhole.rules.hands import Hands
from wormhole.rules.placement import EMPTY, HOLE, VOID

Cells = list[list[str]]

MOST_FILES, MOST_RANKS = 25, 25
"""More have no labels, or are no board that anybody could see."""
_LABELS = ("files", "ranks", "other_squares", "arrows")
"""Fields that describe a board of one size; with them it keeps that size."""
_SQUARES_OF_PIECES = (
    "home_squares",
    "black_home_squares",
    "promotion_squares",
    "may_stand_on",
    "en_passant_squares",
    "drops.squares",
)
_SQUARES = (
    *(f"endings.{name}" for name in squares_of(Endings)),
    *(f"hands.{name}" for name in squares_of(Hands)),
    "board.lines",
)
_RANKS_OF_PIECES = ("home_rank", "promotion_rank")
_OF_CASTLING = ("castles_to", "castles_from")


@dataclass(frozen=True)
class Plan:
    """From which old line each new one comes; one that is added is like the one that it comes from."""

    sources: tuple[int, ...]
    added: int | None = None
    """The new line that is added."""


def can_resize(draft: GameDraft) -> bool:
    """Whether the board may have another size."""
    has_names = any(draft.value(f"board.{name}") for name in _LABELS)
    return not has_names and all(VOID not in row for row in draft.rows)


def with_file(draft: GameDraft) -> GameDraft:
    """A copy with one more file, at the side of the board that has fewer empty ones."""
    rows = draft.rows
    width = len(rows[0])
    at_left = not _is_bare(rows, 0) and _is_bare(rows, width - 1)
    sources = (0, *range(width)) if at_left else (*range(width), width - 1)
    return _resized(draft, Plan(sources, 0 if at_left else width), _same(len(rows)))


def without_file(draft: GameDraft) -> GameDraft:
    """A copy without one file: an empty one at the edge, else the last one at the right without a king."""
    rows = draft.rows
    width = len(rows[0])
    royals = {symbol for letter in draft.royal for symbol in (letter, letter.lower())}
    bare = [file for file in (width - 1, 0) if _is_bare(rows, file)]
    safe = [file for file in reversed(range(width)) if not royals & {row[file] for row in rows}]
    gone = next(iter([*bare, *safe]), width - 1)
    return _resized(draft, Plan(tuple(file for file in range(width) if file != gone)), _same(len(rows)))


def with_rank(draft: GameDraft) -> GameDraft:
    """A copy with one more rank, in the middle of the board."""
    rows = draft.rows
    middle = len(rows) // 2
    sources = (*range(middle), middle, *range(middle, len(rows)))
    return _resized(draft, _same(len(rows[0])), Plan(sources, middle))


def without_rank(draft: GameDraft) -> GameDraft:
    """A copy without one rank: the empty one that is nearest to the middle, else the middle one."""
    rows = draft.rows
    height = len(rows)
    royals = {symbol for letter in draft.royal for symbol in (letter, letter.lower())}
    middle = (height - 1) / 2

    def worth(row: int) -> tuple[bool, bool, float]:
        return not royals & {*rows[row]}, _is_empty(rows[row]), -abs(row - middle)

    gone = max(range(height), key=worth)
    return _resized(draft, _same(len(rows[0])), Plan(tuple(row for row in range(height) if row != gone)))


def _same(count: int) -> Plan:
    return Plan(tuple(range(count)))


def _is_empty(cells: Iterable[str]) -> bool:
    return all(cell in (EMPTY, HOLE, VOID) for cell in cells)


def _is_bare(rows: Cells, file: int) -> bool:
    """Whether a file has no pieces but those of a row that is full of them."""
    return all(row[file] == EMPTY or _full_of(row) is not None for row in rows)


def _full_of(row: Sequence[str]) -> str | None:
    """The piece of which a row is full, if it is."""
    pieces = {cell for cell in row if cell != VOID}
    (piece,) = pieces if len(pieces) == 1 else {EMPTY}
    return piece if piece not in (EMPTY, HOLE) else None


def gone(before: GameDraft, after: GameDraft) -> str:
    """The letters of the pieces of which fewer are on the board than before."""
    old, new = (Counter(cell for row in draft.rows for cell in row) for draft in (before, after))
    return "".join(dict.fromkeys(cell.upper() for cell in old - new if cell.isalpha() and cell != HOLE))


def _resized(draft: GameDraft, files: Plan, rows: Plan) -> GameDraft:
    """A copy with lines that come from those of the plans. `rows` begin with the top one."""
    before = draft.rows
    if not files.sources or not rows.sources:
        return draft
    after = [[before[row][file] for file in files.sources] for row in rows.sources]
    if files.added is not None:
        for row, source in enumerate(rows.sources):
            after[row][files.added] = _full_of(before[source]) or EMPTY
    if rows.added is not None:
        after[rows.added] = [VOID if cell == VOID else EMPTY for cell in after[rows.added]]
    old = draft.sketch.geometry
    draft = draft.with_rows(after)
    new = draft.sketch.geometry
    from_below = tuple(old.rows - 1 - row for row in reversed(rows.sources))
    return _with_squares(draft, old, new, files.sources, from_below)


def _with_squares(
    draft: GameDraft, old: Geometry, new: Geometry, files: Sequence[int], ranks: Sequence[int]
) -> GameDraft:
    """A copy in which all fields that name squares name those of the new board."""
    paths = [f"pieces.{letter}.{field}" for letter in draft.pieces for field in _SQUARES_OF_PIECES]
    for path in (*paths, *_SQUARES):
        text = draft.value(path)
        if text:
            draft = draft.with_value(path, _moved(text, old, new, files, ranks))
    for letter in draft.pieces:
        for field in _RANKS_OF_PIECES:
            rank = draft.value(f"pieces.{letter}.{field}")
            if rank is not None and 1 <= rank <= old.rows:
                place = min(ranks, key=lambda source: abs(source - (rank - 1)))
                draft = draft.with_value(f"pieces.{letter}.{field}", ranks.index(place) + 1)
        for field in _OF_CASTLING:
            if draft.value(f"pieces.{letter}.{field}"):
                draft = draft.with_value(f"pieces.{letter}.{field}", "")
    return draft


def _moved(text: str, old: Geometry, new: Geometry, files: Sequence[int], ranks: Sequence[int]) -> str:
    """A list of squares of the old board as one of the new board."""
    try:
        before = {old.place[square] for square in old.listed(text)}
    except WormholeError:
        return text
    return listed(new, lambda x, y: (files[x], ranks[y]) in before)


def listed(geometry: Geometry, is_in: Callable[[int, int], bool]) -> str:
    """The squares (column, row) of a set as a short text, such as ``a2-h3 e5``."""
    open_runs: dict[tuple[int, int], int] = {}
    found: list[tuple[int, int, int, int]] = []
    for y in range(geometry.rows + 1):
        runs = set(_runs(geometry, y, is_in)) if y < geometry.rows else set()
        for run in [run for run in open_runs if run not in runs]:
            found.append((open_runs.pop(run), run[0], y - 1, run[1]))
        for run in runs:
            open_runs.setdefault(run, y)
    words = []
    for first_row, first, last_row, last in sorted(found):
        corners = [
            geometry.names[geometry.square_at[place]] for place in ((first, first_row), (last, last_row))
        ]
        words.append(corners[0] if corners[0] == corners[1] else "-".join(corners))
    return " ".join(words)


def _runs(geometry: Geometry, y: int, is_in: Callable[[int, int], bool]) -> Iterator[tuple[int, int]]:
    """The first and the last column of each run of squares of a set in a row."""
    start = None
    for x in range(geometry.columns + 1):
        is_square = x < geometry.columns and geometry.square_at[x, y] < geometry.squares
        if is_square and is_in(x, y):
            start = x if start is None else start
        elif start is not None:
            yield start, x - 1
            start = None

"""The board as one piece sees it: squares stand where its steps would lead if none were missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormhole import Board, Piece
    from wormhole.rules.routes import Way


Offset = tuple[int, int]
"""Files and ranks from the piece."""

HOME: Offset = (0, 0)


@dataclass(frozen=True)
class FoldedCell:
    """A square at one place of the view. A square that can be reached in several ways has several cells."""

    square: int
    offset: Offset
    chain: tuple[int, ...]
    """The cells from the piece's own to this one, by index."""
    stands: bool = False
    """Whether a way of the piece may end here; else it only passes."""
    is_target: bool = False
    """Whether the piece can go here."""
    captured: int | None = None
    """The square of the piece that it captures then."""
    is_repeated: bool = False
    """Whether the same square has other cells."""
    slot: int = 0
    slots: int = 1
    """Which one of the cells at this place it is, and how many there are."""


@dataclass(frozen=True)
class Seam:
    """Two cells that are neighbours because the squares between them are removed: these, in order."""

    start: int
    end: int
    holes: tuple[int, ...]


@dataclass(frozen=True)
class FoldedBoard:
    """What the piece on ``square`` sees. The first cell is its own."""

    square: int
    piece: Piece
    cells: tuple[FoldedCell, ...]
    seams: tuple[Seam, ...]
    is_to_move: bool
    """Whether its targets are its legal moves; else they would be, if its side were to move."""

    @property
    def extent(self) -> tuple[int, int, int, int]:
        """The first and the last file, and the first and the last rank, counted from the piece."""
        files = [cell.offset[0] for cell in self.cells]
        ranks = [cell.offset[1] for cell in self.cells]
        return min(files), max(files), min(ranks), max(ranks)

    def cells_of(self, square: int) -> tuple[int, ...]:
        """The indices of all cells of a square."""
        return tuple(index for index, cell in enumerate(self.cells) if cell.square == square)

    def target_at(self, square: int) -> int | None:
        """The cell where the piece ends a move to this square, at the end of the shortest way."""
        ends = [index for index in self.cells_of(square) if self.cells[index].is_target]
        return min(ends, key=lambda index: len(self.cells[index].chain), default=None)


def folded(board: Board, square: int) -> FoldedBoard:
    """What the piece on ``square`` sees, whichever side is to move."""
    piece = board.piece_at(square)
    assert piece is not None, "a view is that of a piece"
    is_to_move = piece.color == board.turn
    ways = sorted(board.ways(square), key=lambda way: len(way.steps))
    captured = {route.to_square: route.captured for route in board.routes(square).values()}
    growth = _Growth(square)
    for way in ways:
        growth.add(way, captured)
    return FoldedBoard(
        square, piece, tuple(_arranged(growth.cells)), tuple(growth.seams.values()), is_to_move
    )


@dataclass
class _Growth:
    """The cells found so far, and their indices."""

    square: int
    cells: list[FoldedCell] = field(default_factory=list)
    seams: dict[tuple[int, int], Seam] = field(default_factory=dict)
    numbers: dict[tuple[Offset, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._number(HOME, self.square, ())

    def add(self, way: Way, captured: dict[int, int | None]) -> None:
        """Add the cells of a way, and mark the one where it ends."""
        here, offset = 0, HOME
        chain: tuple[int, ...] = (0,)
        for step, (across, up) in zip(way.steps, way.vectors, strict=True):
            behind, offset = here, (offset[0] + across, offset[1] + up)
            here = self._number(offset, step[-1], chain)
            chain = (*chain, here)
            if len(step) > 1:
                self.seams.setdefault((behind, here), Seam(behind, here, step[:-1]))
        cell = self.cells[here]
        if way.ends and way.to_square in captured:
            if not cell.is_target:
                cell = replace(cell, chain=chain)
            cell = replace(cell, is_target=True, captured=captured[way.to_square])
        self.cells[here] = replace(cell, stands=cell.stands or way.moves or way.captures)

    def _number(self, offset: Offset, square: int, chain: tuple[int, ...]) -> int:
        number = self.numbers.setdefault((offset, square), len(self.cells))
        if number == len(self.cells):
            self.cells.append(FoldedCell(square, offset, (*chain, number)))
        return number


def _arranged(cells: list[FoldedCell]) -> Iterator[FoldedCell]:
    """The cells with their slots: those that continue a line keep its order."""
    at: dict[Offset, list[int]] = {}
    count: dict[int, int] = {}
    for index, cell in enumerate(cells):
        at.setdefault(cell.offset, []).append(index)
        count[cell.square] = count.get(cell.square, 0) + 1
    slots: dict[int, int] = {0: 0}
    for sharing in sorted(at.values(), key=lambda indices: len(cells[indices[0]].chain)):
        for slot, index in enumerate(_by_line(sharing, cells, slots)):
            slots[index] = slot
    for index, cell in enumerate(cells):
        yield replace(
            cell,
            slot=slots[index],
            slots=len(at[cell.offset]),
            is_repeated=count[cell.square] > 1,
        )


def _by_line(indices: Iterable[int], cells: list[FoldedCell], slots: dict[int, int]) -> list[int]:
    def before(index: int) -> tuple[int, int]:
        chain = cells[index].chain
        return slots.get(chain[-2], 0) if len(chain) > 1 else 0, index

    return sorted(indices, key=before)

"""The rows of the move list: the main line in two columns, comments and variations below its moves. Pure.

The list consists of blocks: moves of the main line with nothing between them, or the text below one of them.
A change of the game makes only the blocks around it anew, so that long games cost no more than short ones.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from wormhole.gui.panel.text_rows import Cell, Measure, Measures, Row, text_rows
from wormhole.gui.panel.variation_text import Tone, has_text, main_move_text, start_text
from wormhole.library.record import ChildNode, Game, GameNode

MAIN = -1
"""The depth of a row of the main line."""


@dataclass(frozen=True)
class _Text:
    """The rows below a move of the main line."""

    rows: list[Row]
    row_of: dict[GameNode, int]
    height: int


class _Block(NamedTuple):
    """Moves of the main line from `first` to before `end` or, if there is `text`, what stands below one."""

    order: int
    """Twice the index of the first move; one more for a text. Grows from block to block."""
    end: int
    top: int
    row: int
    """The number of rows above it."""
    text: _Text | None

    @property
    def first(self) -> int:
        """The index of the first move, or of the move that the text is about."""
        return self.order // 2

    @property
    def last(self) -> int:
        """The index of the last move, or of the move that the text is about."""
        return self.end - 1


class MoveRows:
    """The rows of one game. Call `update` after the game changed."""

    def __init__(self, game: Game, measures: Measures, measure: Measure) -> None:
        self.game = game
        self.revision = -1
        self._measures = measures
        self._measure = measure
        self._ply = game.start.ply()
        self._line: list[ChildNode] = []
        self._index_of: dict[GameNode, int] = {game: -1}
        self._texts: dict[GameNode, _Text | None] = {}
        self._blocks: list[_Block] = []
        self.update()

    # Changes

    def update(self) -> None:
        """Follow the changes of the game."""
        if self.revision == self.game.revision:
            return
        changed = self.game.changed_since(self.revision) if self.revision >= 0 else None
        self.revision = self.game.revision
        if changed is None:
            self._line, self._index_of = [], {self.game: -1}
            self._texts.clear()
            self._follow_line(-1)
            self._build(-1)
        else:
            indices = sorted({self._main_index(node) for node in changed})
            for index in indices:
                self._follow_line(index)
                for near in range(max(-1, index - 1), min(index + 2, len(self._line))):
                    self._texts.pop(self._node(near), None)
            self._build(max(-1, indices[0] - 1))

    def _main_index(self, node: GameNode) -> int:
        """The index of the last move of the main line on the way to a node; -1 for the start."""
        while node not in self._index_of:
            node = node.parent
        return self._index_of[node]

    def _node(self, index: int) -> GameNode:
        return self._line[index] if index >= 0 else self.game

    def _follow_line(self, index: int) -> None:
        """Find the main line from that move on again."""
        if index >= len(self._line):
            return
        if index + 1 < len(self._line) and self._node(index).next() is not self._line[index + 1]:
            for gone in self._line[index + 1 :]:
                del self._index_of[gone]
                self._texts.pop(gone, None)
            del self._line[index + 1 :]
        known = len(self._line)
        self._line += self._node(known - 1).mainline()
        self._index_of.update(zip(self._line[known:], count(known)))

    def _build(self, index: int) -> None:
        """Make the blocks of that move and all later ones anew."""
        start = max(0, index)
        while self._blocks and self._blocks[-1].last >= index:
            block = self._blocks.pop()
            if block.text is None:
                start = min(start, block.first)
        if index < 0:
            self._add_text(-1)
        for at in range(max(0, index), len(self._line)):
            if has_text(self._line[at]) and self._text(at) is not None:
                self._add_run(start, at + 1)
                self._add_text(at)
                start = at + 1
        self._add_run(start, len(self._line))

    def _add_run(self, first: int, end: int) -> None:
        if first < end:
            self._blocks.append(_Block(2 * first, end, self.height, self.row_count, None))

    def _add_text(self, index: int) -> None:
        text = self._text(index)
        if text is not None:
            self._blocks.append(_Block(2 * index + 1, index + 1, self.height, self.row_count, text))

    def _text(self, index: int) -> _Text | None:
        node = self._node(index)
        if node not in self._texts:
            self._texts[node] = self._made_text(index, node)
        return self._texts[node]

    def _made_text(self, index: int, node: GameNode) -> _Text | None:
        paragraphs = main_move_text(node, self._ply + index) if index >= 0 else start_text(node)
        rows = text_rows(paragraphs, self._measures, self._measure)
        if not rows:
            return None
        row_of = {
            cell.node: number
            for number, row in reversed(list(enumerate(rows)))
            for cell in row.cells
            if cell.tone is Tone.MOVE
        }
        return _Text(rows, row_of, rows[-1].top + rows[-1].height + self._measures.gap)

    @property
    def end(self) -> GameNode:
        """The end of the main line."""
        return self._node(len(self._line) - 1)

    # Sizes

    @property
    def height(self) -> int:
        """The height of all rows in pixels."""
        if not self._blocks:
            return 0
        last = self._blocks[-1]
        return last.top + self._height_of(last)

    @property
    def row_count(self) -> int:
        """The number of rows."""
        if not self._blocks:
            return 0
        last = self._blocks[-1]
        return last.row + self._rows_in(last)

    def top_of(self, row: int) -> int:
        """Where a row begins, in pixels from the first one."""
        block = self._block_of_row(row)
        if block.text is None:
            return block.top + (row - block.row) * self._measures.line
        number = row - block.row
        return block.top + (block.text.rows[number].top if number else 0)

    def bottom_of(self, row: int) -> int:
        """Where a row ends, in pixels from the first one."""
        return self.top_of(row + 1) if row + 1 < self.row_count else self.height

    def row_at(self, pixel: int) -> int:
        """The row at that many pixels from the first one, or the nearest one."""
        block = self._blocks[max(0, bisect_right(self._blocks, pixel, key=lambda block: block.top) - 1)]
        if block.text is None:
            number = (pixel - block.top) // self._measures.line
        else:
            number = bisect_right(block.text.rows, pixel - block.top, key=lambda row: row.top) - 1
        return block.row + min(max(0, number), self._rows_in(block) - 1)

    def last_first(self, pixels: int) -> int:
        """The first row shown when `pixels` show the end of the list."""
        hidden = self.height - pixels
        if hidden <= 0:
            return 0
        row = self.row_at(hidden)
        return row if self.top_of(row) >= hidden else min(row + 1, self.row_count - 1)

    def _block_of_row(self, row: int) -> _Block:
        return self._blocks[max(0, bisect_right(self._blocks, row, key=lambda block: block.row) - 1)]

    def _height_of(self, block: _Block) -> int:
        return block.text.height if block.text else self._rows_in(block) * self._measures.line

    def _rows_in(self, block: _Block) -> int:
        if block.text is not None:
            return len(block.text.rows)
        return ((self._ply + block.first) % 2 + block.end - block.first + 1) // 2

    # Contents

    def row_of(self, node: GameNode) -> int | None:
        """The row that shows a move; None for the start of the game, and for a node of another game."""
        if node is self.game:
            return None
        main = node
        while main not in self._index_of:
            main = main.parent
            if main is None:
                return None
        index = self._index_of[main]
        if main is node:
            number = bisect_right(self._blocks, 2 * index, key=lambda block: block.order) - 1
            block = self._blocks[number]
            return block.row + (index - block.first + (self._ply + block.first) % 2) // 2
        number = bisect_left(self._blocks, 2 * (index + 1) + 1, key=lambda block: block.order)
        if number == len(self._blocks) or self._blocks[number].text is None:
            return None
        within = self._blocks[number].text.row_of.get(node)
        return None if within is None else self._blocks[number].row + within

    def rows(self, first: int, pixels: int) -> Iterator[Row]:
        """The rows from `first` on that fit whole; their `top` is counted from that of the first one."""
        if first >= self.row_count:
            return
        start = self.top_of(first)
        for number in range(first, self.row_count):
            top, bottom = self.top_of(number) - start, self.bottom_of(number) - start
            block = self._block_of_row(number)
            if block.text is not None:
                row = block.text.rows[number - block.row]
                inner = block.top + row.top - start
                if inner + row.height > pixels:
                    return
                yield row._replace(top=inner)
            elif bottom > pixels:
                return
            else:
                yield Row(top, bottom - top, MAIN, self._main_cells(block, number - block.row))

    def _main_cells(self, block: _Block, number: int) -> tuple[Cell, ...]:
        """Number, White's move and Black's; an ellipsis stands for White's if Black's begins the block."""
        measures = self._measures
        last_number = (self._ply + len(self._line) + 1) // 2
        numbers = measures.numbers + measures.digit * max(0, len(str(last_number)) - 2)
        column = (measures.width - numbers) // 2
        ply = (self._ply + block.first) // 2 * 2 + 2 * number
        cells = [Cell(0, numbers, f"{ply // 2 + 1}.", Tone.NUMBER)]
        for side in (0, 1):
            index = ply + side - self._ply
            left = numbers + side * column
            if index < block.first:
                cells.append(Cell(left, column, "…", Tone.NUMBER))
            elif index < block.end:
                node = self._line[index]
                cells.append(Cell(left, column, node.san(), Tone.MOVE, node))
        return tuple(cells)

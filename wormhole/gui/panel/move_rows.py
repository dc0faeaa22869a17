"""The rows of the move list: the main line in two columns, comments and variations below its moves. Pure.

The list consists of blocks: moves of the main line with nothing between them, or the text below one of them.
A change of the game makes only the blocks around it anew. A text is broken into rows when rows near it are
asked for; until then it counts as one row. So long games cost little more than short ones.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, count

from wormhole.gui.panel.text_rows import Cell, Measure, Measures, Row, text_rows
from wormhole.gui.panel.variation_text import Tone, has_start_text, has_text, main_move_text, start_text
from wormhole.library.record import ChildNode, Game, GameNode

MAIN = -1
"""The depth of a row of the main line."""
REACH = 40
"""So many rows on both sides of a row that is asked for have their final number and place."""


@dataclass(frozen=True)
class _Text:
    """The rows below a move of the main line."""

    rows: list[Row]
    row_of: dict[GameNode, int]
    height: int


@dataclass
class _Block:
    """Moves of the main line from `first` to before `end`, or the text below one of them."""

    order: int
    """Twice the index of the first move; one more for a text. Grows from block to block."""
    end: int
    text: _Text | None = None
    """The rows of a text, once they are made."""

    @property
    def first(self) -> int:
        """The index of the first move, or of the move that the text is about."""
        return self.order // 2

    @property
    def last(self) -> int:
        """The index of the last move, or of the move that the text is about."""
        return self.end - 1

    @property
    def is_text(self) -> bool:
        """Whether it is a text."""
        return self.order % 2 == 1


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
        self._texts: dict[GameNode, _Text] = {}
        self._blocks: list[_Block] = []
        self._tops, self._firsts = [0], [0]
        """The pixels and the rows above each block, and those of the whole list."""
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
            for near in {index + step for index in indices for step in (-1, 0, 1)}:
                if -1 <= near < len(self._line) and self._texts.pop(self._node(near), None) is not None:
                    self._make_text(near)
            self._build(max(-1, indices[0] - 1))

    def _main_index(self, node: GameNode) -> int:
        """The index of the last move of the main line on the way to a node; -1 for the start."""
        while node not in self._index_of:
            assert node.parent is not None
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
            if not block.is_text:
                start = min(start, block.first)
        kept = len(self._blocks)
        if index < 0 and has_start_text(self.game):
            self._add_text(-1)
        for at in range(max(0, index), len(self._line)):
            if has_text(self._line[at]):
                self._add_run(start, at + 1)
                self._add_text(at)
                start = at + 1
        self._add_run(start, len(self._line))
        self._add_up(kept)

    def _add_run(self, first: int, end: int) -> None:
        if first < end:
            self._blocks.append(_Block(2 * first, end))

    def _add_text(self, index: int) -> None:
        self._blocks.append(_Block(2 * index + 1, index + 1, self._texts.get(self._node(index))))

    def _add_up(self, number: int) -> None:
        """Find the place of each block from that one on."""
        blocks = self._blocks[number:]
        top, first = self._tops[number], self._firsts[number]
        self._tops[number:] = accumulate(map(self._height_of, blocks), initial=top)
        self._firsts[number:] = accumulate(map(self._rows_in, blocks), initial=first)

    # Texts

    def settle(self, row: int) -> int:
        """Break the texts near a row into rows; returns the number that the row then has."""
        if not self._blocks:
            return 0
        number = self._block_at(row)
        within = row - self._firsts[number]
        self._make_texts(number, -1)
        self._make_texts(number, 1)
        return self._firsts[number] + within

    def _make_texts(self, number: int, step: int) -> None:
        """Make the texts from that block on, back or forward, until there are enough rows."""
        rows, new = 0, []
        while 0 <= number < len(self._blocks) and rows <= REACH:
            block = self._blocks[number]
            if block.is_text and block.text is None:
                block.text = self._make_text(block.first)
                new.append(number)
            rows += self._rows_in(block)
            number += step
        if new:
            self._add_up(min(new))

    def _make_text(self, index: int) -> _Text | None:
        node = self._node(index)
        if isinstance(node, ChildNode):
            paragraphs = main_move_text(node, self._ply + index)
        else:
            paragraphs = start_text(self.game)
        rows = text_rows(paragraphs, self._measures, self._measure)
        if not rows:
            return None
        row_of = {
            cell.node: number
            for number, row in reversed(list(enumerate(rows)))
            for cell in row.cells
            if cell.tone is Tone.MOVE and cell.node is not None
        }
        text = _Text(rows, row_of, rows[-1].top + rows[-1].height + self._measures.gap)
        self._texts[node] = text
        return text

    @property
    def end(self) -> GameNode:
        """The end of the main line."""
        return self._node(len(self._line) - 1)

    # Sizes

    @property
    def height(self) -> int:
        """The height of all rows in pixels."""
        return self._tops[-1]

    @property
    def row_count(self) -> int:
        """The number of rows."""
        return self._firsts[-1]

    def top_of(self, row: int) -> int:
        """Where a row begins, in pixels from the first one."""
        number = self._block_at(row)
        block, within = self._blocks[number], row - self._firsts[number]
        if not block.is_text:
            return self._tops[number] + within * self._measures.line
        return self._tops[number] + (block.text.rows[within].top if block.text and within else 0)

    def bottom_of(self, row: int) -> int:
        """Where a row ends, in pixels from the first one."""
        return self.top_of(row + 1) if row + 1 < self.row_count else self.height

    def row_at(self, pixel: int) -> int:
        """The row at that many pixels from the first one, or the nearest one."""
        number = min(max(0, bisect_right(self._tops, pixel) - 1), len(self._blocks) - 1)
        block, below = self._blocks[number], pixel - self._tops[number]
        if not block.is_text:
            within = below // self._measures.line
        elif block.text is not None:
            within = bisect_right([row.top for row in block.text.rows], below) - 1
        else:
            within = 0
        return self._firsts[number] + min(max(0, within), self._rows_in(block) - 1)

    def last_first(self, pixels: int) -> int:
        """The first row shown when `pixels` show the end of the list."""
        self.settle(self.row_count - 1)
        hidden = self.height - pixels
        if hidden <= 0:
            return 0
        row = self.row_at(hidden)
        return row if self.top_of(row) >= hidden else min(row + 1, self.row_count - 1)

    def _block_at(self, row: int) -> int:
        """The number of the block with that row."""
        return min(max(0, bisect_right(self._firsts, row) - 1), len(self._blocks) - 1)

    def _height_of(self, block: _Block) -> int:
        if block.text is not None:
            return block.text.height
        if block.is_text:
            return self._measures.text_line + 2 * self._measures.gap
        return self._rows_in(block) * self._measures.line

    def _rows_in(self, block: _Block) -> int:
        if block.is_text:
            return 1 if block.text is None else len(block.text.rows)
        return ((self._ply + block.first) % 2 + block.end - block.first + 1) // 2

    # Contents

    def row_of(self, node: GameNode) -> int | None:
        """The row that shows a move; None for the start of the game, and for a node that is not in it."""
        if node is self.game:
            return None
        main = node
        while main not in self._index_of:
            if main.parent is None:
                return None
            main = main.parent
        index = self._index_of[main]
        if main is node:
            number = bisect_right(self._blocks, 2 * index, key=lambda block: block.order) - 1
            first = self._blocks[number].first
            return self._firsts[number] + (index - first + (self._ply + first) % 2) // 2
        order = 2 * (index + 1) + 1
        number = bisect_left(self._blocks, order, key=lambda block: block.order)
        if number == len(self._blocks) or self._blocks[number].order != order:
            return None
        self._make_texts(number, 1)
        text = self._blocks[number].text
        within = None if text is None else text.row_of.get(node)
        return None if within is None else self._firsts[number] + within

    def rows(self, first: int, pixels: int) -> Iterator[Row]:
        """The rows from `first` on that fit whole; their `top` is counted from that of the first one."""
        if first >= self.row_count:
            return
        start, row = self.top_of(first), first
        while row < self.row_count:
            number = self._block_at(row)
            block = self._blocks[number]
            if block.is_text:
                self._make_texts(number, 1)
                assert block.text is not None
                found = block.text.rows[row - self._firsts[number]]
                found = found._replace(top=self._tops[number] + found.top - start)
            else:
                cells = self._main_cells(block, row - self._firsts[number])
                found = Row(self.top_of(row) - start, self._measures.line, MAIN, cells)
            if found.top + found.height > pixels:
                return
            yield found
            row += 1

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

"""The rows of the move list: the main line in two columns, comments and variations below its moves. Pure.

The list consists of blocks: moves of the main line with nothing between them, or a piece of the text below
one of them. A change of the game rebuilds only the blocks around it. A piece becomes rows when rows near
it are asked for; until then it counts as one row. So no step takes long, however long the game is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, count

from wormhole.gui.game.variation_text import (
    Measure,
    Measures,
    TextCell,
    TextRow,
    TextTone,
    VariationBlock,
    move_words,
    pieces_of,
    renewed,
)
from wormhole.library.record import ChildNode, Game, GameNode

MAIN = -1
"""The depth of a row of the main line."""
REACH = 40
"""So many rows on both sides of a row that is asked for have their final number and place."""
PIECES_A_STEP = 4
"""Pieces of texts that are made at most before the next `begin_step`, besides those that are seen."""


@dataclass(eq=False)
class _Block:
    """Moves of the main line from `first` to before `end`, or a piece of the text below one of them."""

    order: int
    """Twice the index of the first move; one more for a text. Never falls from block to block."""
    end: int
    text: VariationBlock | None = None

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
        return self.text is not None


class MoveRows:
    """The rows of one game. Call `update` after the game changed."""

    def __init__(self, game: Game, measures: Measures, measure: Measure) -> None:
        self.game = game
        self.revision = -1
        self.is_seeking = False
        """Whether `row_of` has not reached its move yet, and should be asked again in the next step."""
        self._pieces_left = PIECES_A_STEP
        self._measures = measures
        self._measure = measure
        self._ply = game.start.ply()
        self._line: list[ChildNode] = []
        self._index_of: dict[GameNode, int] = {game: -1}
        self._texts: dict[GameNode, list[VariationBlock]] = {}
        """The pieces of the texts that were seen."""
        self._blocks: list[_Block] = []
        self._tops, self._firsts = [0], [0]
        """The pixels and the rows above each block, and those of the whole list."""
        self.update()

    def begin_step(self) -> None:
        """Some more pieces may be made. Call it once a frame."""
        self._pieces_left = PIECES_A_STEP

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
            touched = {self._start_of(node) for node in changed}
            for near in {index + step for index in indices for step in (-1, 0, 1)}:
                if -1 <= near < len(self._line) and (old := self._texts.pop(self._node(near), None)):
                    self._texts[self._node(near)] = renewed(
                        old, touched, self._ply + near, self._measures, self._measure
                    )
            self._build(max(-1, indices[0] - 1))

    def _main_index(self, node: GameNode) -> int:
        """The index of the last move of the main line on the way to a node; -1 for the start."""
        while node not in self._index_of:
            assert node.parent is not None
            node = node.parent
        return self._index_of[node]

    def _start_of(self, node: GameNode) -> GameNode:
        """The first move of the variation that a node is in, or the node itself on the main line."""
        while node not in self._index_of and node.parent is not None and node.parent not in self._index_of:
            node = node.parent
        return node

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
        """Rebuild the blocks of that move and all later ones."""
        start = max(0, index)
        while self._blocks and self._blocks[-1].last >= index:
            block = self._blocks.pop()
            if not block.is_text:
                start = min(start, block.first)
        kept = len(self._blocks)
        if index < 0:
            self._add_text(-1, self._pieces_of(self.game))
        for at in range(max(0, index), len(self._line)):
            pieces = self._pieces_of(self._line[at])
            if pieces:
                self._add_run(start, at + 1)
                self._add_text(at, pieces)
                start = at + 1
        self._add_run(start, len(self._line))
        self._add_up(kept)

    def _add_run(self, first: int, end: int) -> None:
        if first < end:
            self._blocks.append(_Block(2 * first, end))

    def _add_text(self, index: int, pieces: Iterable[VariationBlock]) -> None:
        self._blocks += (_Block(2 * index + 1, index + 1, piece) for piece in pieces)

    def _pieces_of(self, node: GameNode) -> list[VariationBlock]:
        return self._texts.get(node) or pieces_of(node)

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
        rows = 0
        new: list[int] = []
        while 0 <= number < len(self._blocks) and rows <= REACH and self._pieces_left:
            if self._is_made_now(number):
                new.append(number)
                self._pieces_left -= 1
            rows += self._rows_in(self._blocks[number])
            number += step
        if new:
            self._add_up(min(new))

    def _make_seen(self, number: int, pixels: int) -> None:
        """Make the texts from that block on that so many pixels show."""
        first, below = number, 0
        while number < len(self._blocks) and below <= pixels:
            self._is_made_now(number)
            below += self._height_of(self._blocks[number])
            number += 1
        self._add_up(first)

    def _is_made_now(self, number: int) -> bool:
        """Make the rows of that block, if it is a text without; what it leaves becomes a block behind it.

        Returns whether there was something to make. `_add_up` finds the new places.
        """
        block = self._blocks[number]
        piece = block.text
        if piece is None or piece.made is not None:
            return False
        rest = piece.make(self._ply + block.first, self._measures, self._measure)
        if piece.node not in self._texts:
            first = bisect_left(self._blocks, block.order, key=lambda other: other.order)
            end = bisect_right(self._blocks, block.order, key=lambda other: other.order)
            self._texts[piece.node] = [other.text for other in self._blocks[first:end] if other.text]
        if rest is not None:
            self._blocks.insert(number + 1, _Block(block.order, block.end, rest))
            self._tops.insert(number + 1, 0)
            self._firsts.insert(number + 1, 0)
            pieces = self._texts[piece.node]
            pieces.insert(pieces.index(piece) + 1, rest)
        return True

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
        made = block.text and block.text.made
        return self._tops[number] + (made.rows[within].top if made and within else 0)

    def bottom_of(self, row: int) -> int:
        """Where a row ends, in pixels from the first one."""
        return self.top_of(row + 1) if row + 1 < self.row_count else self.height

    def row_at(self, pixel: int) -> int:
        """The row at that many pixels from the first one, or the nearest one."""
        number = min(max(0, bisect_right(self._tops, pixel) - 1), len(self._blocks) - 1)
        block, below = self._blocks[number], pixel - self._tops[number]
        if block.text is None:
            within = below // self._measures.line
        elif block.text.made is not None:
            within = bisect_right(block.text.made.rows, below, key=lambda row: row.top) - 1
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
            return block.text.height(self._measures)
        return self._rows_in(block) * self._measures.line

    def _rows_in(self, block: _Block) -> int:
        if block.text is not None:
            return block.text.count
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
        return self._row_in_text(node, 2 * (index + 1) + 1)

    def _row_in_text(self, node: GameNode, order: int) -> int | None:
        """The row that shows a move in the text of that order, or one near it if the text is long."""
        start = self._start_of(node)
        number = bisect_left(self._blocks, order, key=lambda block: block.order)
        first_new, found = None, None
        self.is_seeking = False
        while number < len(self._blocks) and self._blocks[number].order == order:
            piece = self._blocks[number].text
            if piece is not None and start in piece.starts:
                if piece.made is None and not self._pieces_left:
                    found, self.is_seeking = (number, 0), True
                    break
                if self._is_made_now(number):
                    self._pieces_left -= 1
                    first_new = number if first_new is None else first_new
                if piece.made is not None and node in piece.made.row_of:
                    found = number, piece.made.row_of[node]
                    break
            number += 1
        if first_new is not None:
            self._add_up(first_new)
        return None if found is None else self._firsts[found[0]] + found[1]

    def rows(self, first: int, pixels: int) -> Iterator[TextRow]:
        """The rows from `first` on that fit whole; their `top` is counted from that of the first one."""
        if first >= self.row_count:
            return
        start, row = self.top_of(first), first
        while row < self.row_count:
            number = self._block_at(row)
            block = self._blocks[number]
            if block.text is not None:
                if block.text.made is None:
                    self._make_seen(number, pixels)
                    continue
                assert block.text.made is not None, "its rows are made"
                found = block.text.made.rows[row - self._firsts[number]]
                found = found._replace(top=self._tops[number] + found.top - start)
            else:
                cells = self._main_cells(block, row - self._firsts[number])
                found = TextRow(self.top_of(row) - start, self._measures.line, MAIN, cells)
            if found.top + found.height > pixels:
                return
            yield found
            row += 1

    def _main_cells(self, block: _Block, number: int) -> tuple[TextCell, ...]:
        """Number, White's move and Black's; an ellipsis stands for White's if Black's begins the block."""
        measures = self._measures
        last_number = (self._ply + len(self._line) + 1) // 2
        numbers = measures.numbers + measures.digit * max(0, len(str(last_number)) - 2)
        column = (measures.width - numbers) // 2
        ply = (self._ply + block.first) // 2 * 2 + 2 * number
        cells = [TextCell(0, numbers, f"{ply // 2 + 1}.", TextTone.NUMBER)]
        for side in (0, 1):
            index = ply + side - self._ply
            left = numbers + side * column
            if index < block.first:
                cells.append(TextCell(left, column, "…", TextTone.NUMBER))
            elif index < block.end:
                node = self._line[index]
                cells.append(TextCell(left, column, move_words(node), TextTone.MOVE, node))
        return tuple(cells)

"""The text below a move of the main line, in pieces that become rows when they are needed. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from wormhole.gui.panel.text_rows import Measure, Measures, Row, text_rows
from wormhole.gui.panel.variation_text import (
    Item,
    Tone,
    has_start_text,
    has_text,
    main_move_text,
    start_text,
    take_paragraphs,
)
from wormhole.library.record import ChildNode, GameNode

STARTS_AT_ONCE = 64
"""Variations of one move in a piece."""
MOST_RENEWED = 6
"""Pieces that are made anew at once after a change, so that what is seen stays where it is."""


class Rows(NamedTuple):
    """The rows of a piece."""

    rows: list[Row]
    row_of: dict[GameNode, int]
    """The row that shows a move."""
    height: int


@dataclass(eq=False)
class Piece:
    """Some variations of one move; the first piece has the comment before them, the last what is behind."""

    node: GameNode
    """The move of the main line that they replace, or the start of the game."""
    first: int = 1
    """The index of the first variation among its siblings."""
    starts: tuple[GameNode, ...] = ()
    """The first moves of the variations."""
    goes_on: bool = False
    """Whether another piece stands before it."""
    is_last: bool = True
    rest: list[Item] | None = None
    """What it has to show, if another piece shows the beginning of its variations."""
    made: Rows | None = None

    @property
    def count(self) -> int:
        """The number of its rows; one until they are made."""
        return 1 if self.made is None else len(self.made.rows)

    def height(self, measures: Measures) -> int:
        """Its height in pixels; a guess until its rows are made."""
        if self.made is not None:
            return self.made.height
        return measures.text_line + (self.is_last + (not self.goes_on)) * measures.gap

    def make(self, ply: int, measures: Measures, measure: Measure) -> Piece | None:
        """Make its rows. What is left of a long text is another piece, which is returned."""
        items = self.rest
        if items is None and isinstance(self.node, ChildNode):
            items = main_move_text(self.node, ply, self.first, self.first + len(self.starts))
        elif items is None:
            items = start_text(self.node)
        rows = text_rows(take_paragraphs(items), measures, measure, self.goes_on)
        rest = None
        if items:
            rest = Piece(self.node, self.first, self.starts, True, self.is_last, items)
        self.rest, self.is_last = None, self.is_last and rest is None
        row_of = {
            cell.node: number
            for number, row in reversed(list(enumerate(rows)))
            for cell in row.cells
            if cell.tone is Tone.MOVE and cell.node is not None
        }
        height = rows[-1].top + rows[-1].height if rows else 0
        self.made = Rows(rows, row_of, height + (measures.gap if self.is_last else 0))
        return rest


def pieces_of(node: GameNode) -> list[Piece]:
    """The pieces of the text below a move or above the first one; without any, if there is no text."""
    if not isinstance(node, ChildNode):
        return [Piece(node)] if has_start_text(node) else []
    if not has_text(node):
        return []
    siblings = node.parent.variations
    return [
        Piece(
            node,
            first,
            tuple(siblings[first : first + STARTS_AT_ONCE]),
            goes_on=first > 1,
            is_last=first + STARTS_AT_ONCE >= len(siblings),
        )
        for first in range(1, max(2, len(siblings)), STARTS_AT_ONCE)
    ]


def renewed(
    old: list[Piece], changed: set[GameNode], ply: int, measures: Measures, measure: Measure
) -> list[Piece]:
    """The pieces after a change: the old ones, where nothing in them has ``changed``.

    Those in ``changed`` are moves of the main line, or the first moves of variations. What was made
    is made anew.
    """
    node = old[0].node
    is_edge_changed = node in changed or node.next() in changed
    kept: dict[tuple[int, tuple[GameNode, ...]], list[Piece]] = {}
    for piece in old:
        kept.setdefault((piece.first, piece.starts), []).append(piece)
    were_made = Counter(piece.first for piece in old if piece.made is not None)
    pieces: list[Piece] = []
    left = MOST_RENEWED
    for piece in pieces_of(node):
        again = kept.get((piece.first, piece.starts), [])
        is_changed = not changed.isdisjoint(piece.starts)
        is_edge = is_edge_changed and (piece.is_last or not piece.goes_on)
        if again and not is_changed and not is_edge and again[-1].is_last == piece.is_last:
            pieces += again
            continue
        rest: Piece | None = piece
        for _ in range(min(were_made[piece.first], left)):
            if rest is not None:
                pieces.append(rest)
                rest = rest.make(ply, measures, measure)
                left -= 1
        pieces += [] if rest is None else [rest]
    return pieces

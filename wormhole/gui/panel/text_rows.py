"""Breaks paragraphs of words into rows of placed cells. Pure: a function measures the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from wormhole.gui.panel.variation_text import Paragraph, Tone, Word
from wormhole.library.record import GameNode

Measure = Callable[[str, Tone], int]
"""The width in pixels of a text in a tone."""


class Cell(NamedTuple):
    """A piece of text in a row, `left` pixels from the list's left edge."""

    left: int
    width: int
    text: str
    tone: Tone
    node: GameNode | None = None
    nag: int = 0

    @property
    def right(self) -> int:
        """The pixel behind it."""
        return self.left + self.width


class Row(NamedTuple):
    """A row of cells; `top` is counted from the first row of its block."""

    top: int
    height: int
    depth: int
    """How far it is indented; 0 for comments on the main line."""
    cells: tuple[Cell, ...]
    above: int = 0
    """The space above it, in which the lines of the variations around it go on."""


@dataclass(frozen=True)
class Measures:
    """The sizes of the list, in pixels."""

    width: int
    line: int
    """The height of a row of the main line."""
    text_line: int
    """The height of a row of text."""
    gap: int
    """Above and below the text between moves of the main line, and above each variation."""
    numbers: int
    """The width of the column of move numbers up to 99."""
    digit: int
    """What each further digit adds to it."""
    margin: int
    """Left and right of all text."""
    indent: int
    deepest: int
    """From this depth on, text is not indented further."""
    space: int
    """Between two moves."""
    word_space: int
    """Between two words of a comment."""
    joint: int
    """Between a number and its move, and between two signs."""

    def left_of(self, depth: int) -> int:
        """Where the text of that depth begins."""
        return self.margin + self.indent * min(depth, self.deepest)


def text_rows(
    paragraphs: Iterable[Paragraph], measures: Measures, measure: Measure, goes_on: bool = False
) -> list[Row]:
    """The rows of these paragraphs, one below the other. With ``goes_on``, others stand above them."""
    rows: list[Row] = []
    top = 0 if goes_on else measures.gap
    for paragraph in paragraphs:
        left = measures.left_of(paragraph.depth)
        above = measures.gap if (rows or goes_on) and paragraph.is_start else 0
        for cells in _lines(paragraph.words, left, measures, measure):
            top += above
            rows.append(Row(top, measures.text_line, paragraph.depth, tuple(cells), above))
            top += measures.text_line
            above = 0
    return rows


def _lines(words: Iterable[Word], start: int, measures: Measures, measure: Measure) -> list[list[Cell]]:
    """The words as lines of cells that begin at the pixel `start`."""
    lines: list[list[Cell]] = [[]]
    right = measures.width - measures.margin
    for group in _groups(words, right - start, measures.joint, measure):
        line = lines[-1]
        goes_on = bool(line) and _goes_on(line[-1], group[0])
        space = measures.word_space if goes_on else measures.space
        left = line[-1].right + space if line else start
        if line and left + group[-1].right > right:
            line, left, goes_on = [], start, False
            lines.append(line)
        placed = [cell._replace(left=left + cell.left) for cell in group]
        if goes_on:
            last = line.pop()
            text = f"{last.text} {placed[0].text}"
            placed[0] = last._replace(text=text, width=placed[0].right - last.left)
        line += placed
    return lines


def _groups(words: Iterable[Word], room: int, joint: int, measure: Measure) -> Iterator[list[Cell]]:
    """Cells that stay together on a line, such as a move and its number, placed from pixel 0 on."""
    group: list[Cell] = []
    for word in words:
        if group and not word.joins:
            yield group
            group = []
        for text, width in _fitting(word.text, word.tone, room, measure):
            left = 0
            if group:
                left = group[-1].right + (joint if group[-1].tone in (Tone.NUMBER, Tone.SIGN) else 0)
            if group and left + width > room:
                yield group
                group, left = [], 0
            group.append(Cell(left, width, text, word.tone, word.node, word.nag))
    if group:
        yield group


def _goes_on(last: Cell, cell: Cell) -> bool:
    """Whether two cells are words of the same comment, which are drawn as one text."""
    return last.tone is cell.tone is Tone.COMMENT and last.node is cell.node


def _fitting(text: str, tone: Tone, room: int, measure: Measure) -> Iterator[tuple[str, int]]:
    """The text with its width, in pieces if it is wider than a row."""
    most = 2 * room  # letters: few are narrower than half a pixel
    while len(text) > 1 and (len(text) > most or measure(text, tone) > room):
        fits, too_many = 1, min(len(text), most)
        while too_many - fits > 1:
            middle = (fits + too_many) // 2
            if measure(text[:middle], tone) <= room:
                fits = middle
            else:
                too_many = middle
        yield text[:fits], measure(text[:fits], tone)
        text, most = text[fits:], 2 * fits + 1  # a text of letters that measure nothing is broken, too
    yield text, measure(text, tone)

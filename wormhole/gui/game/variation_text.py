"""Comments and variations as paragraphs of words, which the move list breaks into rows. Pure.

A variation of the main line is a paragraph. A short variation within it stands in brackets in the text, a
longer one is an indented paragraph of its own, after which the text continues. A text is written piece by
piece, since a game may have 200,000 moves below one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from wormhole.gui.languages.language import _p
from wormhole.library import comment_commands
from wormhole.library.pgn_text import signs
from wormhole.library.record import ChildNode, GameNode

MOST_IN_BRACKETS = 6
"""Moves of a variation that stands in brackets."""
MOST_BRACKETS = 10
"""Variations of one move that stand in brackets."""
WORDS_AT_ONCE = 150
"""With so many words a piece of a text ends. A longer paragraph continues in a new row."""
LONGEST_COMMENT = 3000
"""Characters of a comment that are shown."""


class TextTone(Enum):
    """What a word is, which decides how it looks."""

    NUMBER = auto()
    MOVE = auto()
    SIGN = auto()
    BRACKET = auto()
    COMMENT = auto()


class Word(NamedTuple):
    """A piece of text that is not broken."""

    text: str
    tone: TextTone
    node: GameNode | None = None
    """The node that it is about."""
    joins: bool = False
    """Whether it stays on the row of the word before."""
    nag: int = 0
    """The annotation, if it is a sign."""


@dataclass
class Paragraph:
    """Words that begin a new row, so many steps indented."""

    depth: int
    words: list[Word] = field(default_factory=list)
    is_start: bool = True
    """Whether it does not continue with a variation that was interrupted."""


def main_move_text(node: ChildNode, ply: int, first: int, end: int) -> list[Item]:
    """What stands below a move of the main line, to be taken from the end: its comment, and the variations
    that replace it.

    Of the variations there are those from ``first`` to before ``end``. ``ply`` is the move's, counted from 0
    for White's first.
    """
    items: list[Item] = [_Comment(node, node.comment)] if first <= 1 else []
    items.append(_Starts(node.parent, first, end, ply, 1))
    if end >= len(node.parent.variations):
        items += _before_next(node)
    return items[::-1]


def start_text(game: GameNode) -> list[Item]:
    """What stands above the first move: the comment on the game, and the one before the first move."""
    return [_Comment(game, game.comment), *_before_next(game)][::-1]


def take_paragraphs(items: list[Item]) -> list[Paragraph]:
    """The next paragraphs of a text, which are removed from ``items``. None are left out if it has words.

    Uses no recursion: PGN can be nested thousands of times.
    """
    paragraphs: list[Paragraph] = []
    count = 0
    while items and count < WORDS_AT_ONCE:
        item = items.pop()
        if isinstance(item, _Starts):
            if item.first < item.end:
                items.append(item._replace(first=item.first + 1))
                items.append(_Start(item.parent.variations[item.first], item.ply, item.depth))
            continue
        if isinstance(item, _Comment):
            paragraph = Paragraph(0, list(_comment(item.comment, item.node)))
        else:
            paragraph = _moves_text(item, items)
        if paragraph.words:
            paragraphs.append(paragraph)
            count += len(paragraph.words)
    return paragraphs


def has_text(node: ChildNode) -> bool:
    """Whether something stands below a move of the main line."""
    return len(node.parent.variations) > 1 or _is_commented(node.comment) or _is_next_introduced(node)


def has_start_text(game: GameNode) -> bool:
    """Whether something stands above the first move."""
    return _is_commented(game.comment) or _is_next_introduced(game)


def _is_next_introduced(node: GameNode) -> bool:
    return bool(node.variations) and _is_commented(node.variations[0].starting_comment)


def _is_commented(comment: str) -> bool:
    """Whether a comment has words. Quick, because clocks stand in a comment on every move."""
    if not comment or (comment.startswith("[%") and comment.find("]") == len(comment) - 1):
        return False
    return comment_commands.words(comment) != ""


def _before_next(node: GameNode) -> list[Item]:
    after = node.next()
    return [] if after is None else [_Comment(after, after.starting_comment)]


class _Comment(NamedTuple):
    """A comment to be written."""

    node: GameNode
    comment: str


class _Rest(NamedTuple):
    """What continues from a node, to be written."""

    node: GameNode
    ply: int
    depth: int


class _Start(NamedTuple):
    """A variation to be written in a paragraph of its own."""

    node: ChildNode
    ply: int
    depth: int


class _Starts(NamedTuple):
    """Some variations of a node, to be written each in a paragraph of its own."""

    parent: GameNode
    first: int
    end: int
    ply: int
    depth: int


Item = _Comment | _Rest | _Start | _Starts


def _moves_text(item: _Rest | _Start, items: list[Item]) -> Paragraph:
    """A paragraph; what is to be written after it is added to ``items``."""
    node, ply, depth = item
    paragraph = Paragraph(depth, is_start=isinstance(item, _Start))
    if isinstance(item, _Start):
        paragraph.words += _move(item.node, ply, True)
        ply += 1
    is_numbered = isinstance(item, _Rest)
    while node.variations:
        main, *others = node.variations
        if len(paragraph.words) >= WORDS_AT_ONCE:
            items.append(_Rest(node, ply, depth))
            break
        paragraph.words += _move(main, ply, is_numbered or _ends_with_comment(paragraph))
        is_numbered = False
        if others:
            if len(others) > MOST_BRACKETS or not all(map(_is_short, others)):
                items.append(_Rest(main, ply + 1, depth))
                items.append(_Starts(node, 1, len(node.variations), ply, depth + 1))
                break
            for other in others:
                paragraph.words += _in_brackets(other, ply)
            is_numbered = True
        node, ply = main, ply + 1
    return paragraph


def _is_short(variation: ChildNode) -> bool:
    """Whether a variation can stand in brackets."""
    node: GameNode = variation
    for _ in range(MOST_IN_BRACKETS):
        if len(node.variations) > 1 or len(node.words) > LONGEST_COMMENT // 50:
            return False
        if not node.variations:
            return True
        node = node.variations[0]
    return False


def _in_brackets(variation: ChildNode, ply: int) -> Iterator[Word]:
    yield Word("(", TextTone.BRACKET)
    first, is_numbered = True, True
    for node in (variation, *variation.mainline()):
        words = _move(node, ply, is_numbered)
        if first:
            words[0] = words[0]._replace(joins=True)
        yield from words
        first, is_numbered, ply = False, words[-1].tone is TextTone.COMMENT, ply + 1
    yield Word(")", TextTone.BRACKET, joins=True)


def move_words(node: ChildNode) -> str:
    """A move as the list shows it: in SAN, or that a side passed."""
    return _p("move", "pass") if node.move.is_pass else node.san()


def _move(node: ChildNode, ply: int, is_numbered: bool) -> list[Word]:
    """A move with its number, signs and comments."""
    words: list[Word] = []
    if node.starting_comment and not node.is_main_variation():
        words += _comment(node.starting_comment, node)
        is_numbered = True
    number, is_blacks = divmod(ply, 2)
    if is_numbered or not is_blacks:
        words.append(Word(f"{number + 1}{'…' if is_blacks else '.'}", TextTone.NUMBER, node))
        words.append(Word(move_words(node), TextTone.MOVE, node, joins=True))
    else:
        words.append(Word(move_words(node), TextTone.MOVE, node))
    words += (Word(sign, TextTone.SIGN, node, joins=True, nag=nag) for nag, sign in signs(node.nags))
    if node.comment:
        words += _comment(node.comment, node)
    return words


def _comment(text: str, node: GameNode) -> Iterator[Word]:
    """The words of a comment, without its commands."""
    text = comment_commands.words(text)
    if len(text) > LONGEST_COMMENT:
        text = text[:LONGEST_COMMENT] + "…"
    return (Word(word, TextTone.COMMENT, node) for word in text.split())


def _ends_with_comment(paragraph: Paragraph) -> bool:
    return bool(paragraph.words) and paragraph.words[-1].tone is TextTone.COMMENT


Measure = Callable[[str, TextTone], int]
"""The width in pixels of a text in a tone."""


class TextCell(NamedTuple):
    """A piece of text in a row, `left` pixels from the list's left edge."""

    left: int
    width: int
    text: str
    tone: TextTone
    node: GameNode | None = None
    nag: int = 0

    @property
    def right(self) -> int:
        """The pixel behind it."""
        return self.left + self.width


class TextRow(NamedTuple):
    """A row of cells; `top` is counted from the first row of its block."""

    top: int
    height: int
    depth: int
    """How far it is indented; 0 for comments on the main line."""
    cells: tuple[TextCell, ...]
    above: int = 0
    """The space above it, in which the lines of the variations around it continue."""


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
) -> list[TextRow]:
    """The rows of these paragraphs, one below the other. With ``goes_on``, others stand above them."""
    rows: list[TextRow] = []
    top = 0 if goes_on else measures.gap
    for paragraph in paragraphs:
        left = measures.left_of(paragraph.depth)
        above = measures.gap if (rows or goes_on) and paragraph.is_start else 0
        for cells in _lines(paragraph.words, left, measures, measure):
            top += above
            rows.append(TextRow(top, measures.text_line, paragraph.depth, tuple(cells), above))
            top += measures.text_line
            above = 0
    return rows


def _lines(words: Iterable[Word], start: int, measures: Measures, measure: Measure) -> list[list[TextCell]]:
    """The words as lines of cells that begin at the pixel `start`."""
    lines: list[list[TextCell]] = [[]]
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


def _groups(words: Iterable[Word], room: int, joint: int, measure: Measure) -> Iterator[list[TextCell]]:
    """Cells that stay together on a line, such as a move and its number, placed from pixel 0 on."""
    group: list[TextCell] = []
    for word in words:
        if group and not word.joins:
            yield group
            group = []
        for text, width in _fitting(word.text, word.tone, room, measure):
            left = 0
            if group:
                left = group[-1].right + (joint if group[-1].tone in (TextTone.NUMBER, TextTone.SIGN) else 0)
            if group and left + width > room:
                yield group
                group, left = [], 0
            group.append(TextCell(left, width, text, word.tone, word.node, word.nag))
    if group:
        yield group


def _goes_on(last: TextCell, cell: TextCell) -> bool:
    """Whether two cells are words of the same comment, which are drawn as one text."""
    return last.tone is cell.tone is TextTone.COMMENT and last.node is cell.node


def _fitting(text: str, tone: TextTone, room: int, measure: Measure) -> Iterator[tuple[str, int]]:
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


STARTS_AT_ONCE = 64
"""Variations of one move in a piece."""
MOST_RENEWED = 6
"""Pieces that are rebuilt at once after a change, so that what is seen stays where it is."""


class Rows(NamedTuple):
    """The rows of a piece."""

    rows: list[TextRow]
    row_of: dict[GameNode, int]
    """The row that shows a move."""
    height: int


@dataclass(eq=False)
class VariationBlock:
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

    def make(self, ply: int, measures: Measures, measure: Measure) -> VariationBlock | None:
        """Make its rows. What is left of a long text is another piece, which is returned."""
        items = self.rest
        if items is None and isinstance(self.node, ChildNode):
            items = main_move_text(self.node, ply, self.first, self.first + len(self.starts))
        elif items is None:
            items = start_text(self.node)
        rows = text_rows(take_paragraphs(items), measures, measure, self.goes_on)
        rest = None
        if items:
            rest = VariationBlock(self.node, self.first, self.starts, True, self.is_last, items)
        self.rest, self.is_last = None, self.is_last and rest is None
        row_of = {
            cell.node: number
            for number, row in reversed(list(enumerate(rows)))
            for cell in row.cells
            if cell.tone is TextTone.MOVE and cell.node is not None
        }
        height = rows[-1].top + rows[-1].height if rows else 0
        self.made = Rows(rows, row_of, height + (measures.gap if self.is_last else 0))
        return rest


def pieces_of(node: GameNode) -> list[VariationBlock]:
    """The pieces of the text below a move or above the first one; without any, if there is no text."""
    if not isinstance(node, ChildNode):
        return [VariationBlock(node)] if has_start_text(node) else []
    if not has_text(node):
        return []
    siblings = node.parent.variations
    return [
        VariationBlock(
            node,
            first,
            tuple(siblings[first : first + STARTS_AT_ONCE]),
            goes_on=first > 1,
            is_last=first + STARTS_AT_ONCE >= len(siblings),
        )
        for first in range(1, max(2, len(siblings)), STARTS_AT_ONCE)
    ]


def renewed(
    old: list[VariationBlock], changed: set[GameNode], ply: int, measures: Measures, measure: Measure
) -> list[VariationBlock]:
    """The pieces after a change: the old ones, where nothing in them has ``changed``.

    Those in ``changed`` are moves of the main line, or the first moves of variations. What was made
    is rebuilt.
    """
    node = old[0].node
    is_edge_changed = node in changed or node.next() in changed
    kept: dict[tuple[int, tuple[GameNode, ...]], list[VariationBlock]] = {}
    for piece in old:
        kept.setdefault((piece.first, piece.starts), []).append(piece)
    were_made = Counter(piece.first for piece in old if piece.made is not None)
    pieces: list[VariationBlock] = []
    left = MOST_RENEWED
    for piece in pieces_of(node):
        again = kept.get((piece.first, piece.starts), [])
        is_changed = not changed.isdisjoint(piece.starts)
        is_edge = is_edge_changed and (piece.is_last or not piece.goes_on)
        if again and not is_changed and not is_edge and again[-1].is_last == piece.is_last:
            pieces += again
            continue
        rest: VariationBlock | None = piece
        for _ in range(min(were_made[piece.first], left)):
            if rest is not None:
                pieces.append(rest)
                rest = rest.make(ply, measures, measure)
                left -= 1
        pieces += [] if rest is None else [rest]
    return pieces

"""Comments and variations as paragraphs of words, which the move list breaks into rows. Pure.

A variation of the main line is a paragraph. A short variation within it stands in brackets in the text, a
longer one is an indented paragraph of its own, after which the text goes on. A text is written piece by
piece, since a game may have 200,000 moves below one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from wormhole.library import comment_commands
from wormhole.library.nags import signs
from wormhole.library.record import ChildNode, GameNode

MOST_IN_BRACKETS = 6
"""Moves of a variation that stands in brackets."""
MOST_BRACKETS = 10
"""Variations of one move that stand in brackets."""
WORDS_AT_ONCE = 150
"""With so many words a piece of a text ends. A longer paragraph goes on in a new row."""
LONGEST_COMMENT = 3000
"""Characters of a comment that are shown."""


class Tone(Enum):
    """What a word is, which decides how it looks."""

    NUMBER = auto()
    MOVE = auto()
    SIGN = auto()
    BRACKET = auto()
    COMMENT = auto()


class Word(NamedTuple):
    """A piece of text that is not broken."""

    text: str
    tone: Tone
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
    """Whether it does not go on with a variation that was interrupted."""


def main_move_text(node: ChildNode, ply: int, first: int, end: int) -> list[Item]:
    """What stands below a move of the main line, to be taken from the end: its comment, and the variations
    that replace it.

    Of the variations there are those from ``first`` to before ``end``. ``ply`` is the move's, counted from 0
    for White's first.
    """
    items: list[Item] = [_Said(node, node.comment)] if first <= 1 else []
    items.append(_Starts(node.parent, first, end, ply, 1))
    if end >= len(node.parent.variations):
        items += _before_next(node)
    return items[::-1]


def start_text(game: GameNode) -> list[Item]:
    """What stands above the first move: the comment on the game, and the one before the first move."""
    return [_Said(game, game.comment), *_before_next(game)][::-1]


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
        if isinstance(item, _Said):
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
    return [] if after is None else [_Said(after, after.starting_comment)]


class _Said(NamedTuple):
    """A comment to be written."""

    node: GameNode
    comment: str


class _Rest(NamedTuple):
    """What goes on from a node, to be written."""

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


Item = _Said | _Rest | _Start | _Starts


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
    yield Word("(", Tone.BRACKET)
    first, is_numbered = True, True
    for node in (variation, *variation.mainline()):
        words = _move(node, ply, is_numbered)
        if first:
            words[0] = words[0]._replace(joins=True)
        yield from words
        first, is_numbered, ply = False, words[-1].tone is Tone.COMMENT, ply + 1
    yield Word(")", Tone.BRACKET, joins=True)


def _move(node: ChildNode, ply: int, is_numbered: bool) -> list[Word]:
    """A move with its number, signs and comments."""
    words: list[Word] = []
    if node.starting_comment and not node.is_main_variation():
        words += _comment(node.starting_comment, node)
        is_numbered = True
    number, is_blacks = divmod(ply, 2)
    if is_numbered or not is_blacks:
        words.append(Word(f"{number + 1}{'…' if is_blacks else '.'}", Tone.NUMBER, node))
        words.append(Word(node.san(), Tone.MOVE, node, joins=True))
    else:
        words.append(Word(node.san(), Tone.MOVE, node))
    words += (Word(sign, Tone.SIGN, node, joins=True, nag=nag) for nag, sign in signs(node.nags))
    if node.comment:
        words += _comment(node.comment, node)
    return words


def _comment(text: str, node: GameNode) -> Iterator[Word]:
    """The words of a comment, without its commands."""
    text = comment_commands.words(text)
    if len(text) > LONGEST_COMMENT:
        text = text[:LONGEST_COMMENT] + "…"
    return (Word(word, Tone.COMMENT, node) for word in text.split())


def _ends_with_comment(paragraph: Paragraph) -> bool:
    return bool(paragraph.words) and paragraph.words[-1].tone is Tone.COMMENT

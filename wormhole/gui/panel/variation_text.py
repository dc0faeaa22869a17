"""Comments and variations as paragraphs of words, which the move list breaks into rows. Pure.

A variation of the main line is a paragraph. A short variation within it stands in brackets in the text, a
longer one is an indented paragraph of its own, after which the text goes on.
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


def main_move_text(node: ChildNode, ply: int) -> list[Paragraph]:
    """What stands below a move of the main line: its comment, and the variations that replace it.

    ``ply`` is the move's, counted from 0 for White's first.
    """
    return [*_comments(node, node.comment), *_variations(node, ply), *_before_next(node)]


def start_text(game: GameNode) -> list[Paragraph]:
    """What stands above the first move: the comment on the game, and the one before the first move."""
    return [*_comments(game, game.comment), *_before_next(game)]


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


def _variations(node: ChildNode, ply: int) -> Iterator[Paragraph]:
    for variation in node.parent.variations[1:]:
        yield from _variation_text(variation, ply)


def _comments(node: GameNode, comment: str) -> list[Paragraph]:
    words = list(_comment(comment, node)) if comment else []
    return [Paragraph(0, words)] if words else []


def _before_next(node: GameNode) -> list[Paragraph]:
    after = node.next()
    return [] if after is None else _comments(after, after.starting_comment)


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


def _variation_text(variation: ChildNode, ply: int) -> Iterator[Paragraph]:
    """A variation and those within it. Uses no recursion: PGN can be nested thousands of times."""
    waiting: list[_Rest | _Start] = [_Start(variation, ply, 1)]
    while waiting:
        item = waiting.pop()
        node, ply, depth = item
        paragraph = Paragraph(depth, is_start=isinstance(item, _Start))
        if isinstance(item, _Start):
            paragraph.words += _move(item.node, ply, True)
            ply += 1
        is_numbered = isinstance(item, _Rest)
        while node.variations:
            main, *others = node.variations
            paragraph.words += _move(main, ply, is_numbered or _ends_with_comment(paragraph))
            is_numbered = False
            if others:
                if not all(map(_is_short, others)):
                    waiting.append(_Rest(main, ply + 1, depth))
                    waiting += (_Start(other, ply, depth + 1) for other in reversed(others))
                    break
                for other in others:
                    paragraph.words += _in_brackets(other, ply)
                is_numbered = True
            node, ply = main, ply + 1
        if paragraph.words:
            yield paragraph


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

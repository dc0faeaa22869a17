"""The rules of a game as Markdown, with a picture for each diagram and the game's file beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wormhole import Board
from wormhole.gui.board import positions
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.selection import allow, choose
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _, number, signed
from wormhole.gui.look.sprites import Art
from wormhole.gui.look.theme import Theme
from wormhole.gui.pictures.board_svg import svg_of
from wormhole.gui.pictures.reel import PictureStyle
from wormhole.learn.rule_examples import Reach
from wormhole.library.comment_commands import Shape
from wormhole.pages.rules_content import (
    RULES_WORDS,
    START_NAME,
    Diagram,
    RulesContent,
    Section,
    Standing,
    first_moves,
    numbered,
    start_array,
)

TEXT_NAME = "rules.md"
START_SIZE, DIAGRAM_SIZE = 560, 420
"""The longer side of a picture, in pixels."""
ONLY_MOVES, ONLY_CAPTURES = "blue", "red"
"""The colours of the rings in the diagram of a piece."""
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$])")
_BULLET = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")


def rules_files(content: RulesContent, code: str, theme: Theme, art: Art) -> Iterator[tuple[str, str]]:
    """The names and texts of all files, in the language with this code, which is in use."""
    yield TEXT_NAME, _Text(content, code).whole()
    board = Board(content.game, seed=0)
    title = f"{content.title[code]}: {_(RULES_WORDS['start'])}"
    state = positions.state_of(board)
    yield f"{START_NAME}.svg", svg_of(theme, art, state, PictureStyle(START_SIZE, last_move=False), title)
    for section in content.sections:
        if section.diagram is not None:
            yield _picture_name(section), _picture(section.diagram, theme, art, section.title[code])
    yield content.file_name, content.file


def plain(words: str) -> str:
    """A text that Markdown shows as it is, on one line.

    >>> print(plain("1. *e4* <b>"), plain("- not a list"))
    1\\. \\*e4\\* \\<b\\> \\- not a list
    """
    text = _SPECIAL.sub(r"\\\1", " ".join(words.split()))
    marked = _BULLET.match(text)
    if marked is None:
        return text
    at = marked.end(2)
    return f"{text[:at]}\\{text[at:]}" if text[at - 1].isdigit() else f"{text[: at - 1]}\\{text[at - 1 :]}"


class _Text:
    """Writes the Markdown."""

    def __init__(self, content: RulesContent, code: str) -> None:
        self._content, self._code = content, code

    def whole(self) -> str:
        """The file."""
        return "\n\n".join(block for block in self._blocks() if block) + "\n"

    def _blocks(self) -> Iterator[str]:
        content, code = self._content, self._code
        idea, *others = content.sections
        pieces = [section for section in others if section.letter]
        yield f"# {plain(content.title[code])}"
        yield plain(content.made_by[code])
        yield from self._section(idea, 2)
        yield f"## {_said('start')}"
        yield f"![{_said('start')}]({START_NAME}.svg)"
        yield _table([(_said(each) for each in ("piece", "letter", "white", "black")), *self._array()])
        yield f"## {_said('pieces')}"
        for section in pieces:
            yield from self._section(section, 3)
        for section in others:
            if not section.letter:
                yield from self._section(section, 2)
        yield from self._first_moves()
        yield f"## {_said('file')}"
        yield f"[{plain(content.file_name)}]({content.file_name}): {_said('file_about')}"
        yield f"---\n\n{_said('made_with')}"

    def _section(self, section: Section, level: int) -> Iterator[str]:
        code = self._code
        letter = f" ({plain(section.letter)})" if section.letter else ""
        yield f"{'#' * level} {plain(section.title[code])}{letter}"
        yield from (plain(words[code]) for words in section.paragraphs)
        if section.diagram is None:
            return
        yield f"![{plain(section.alt[code])}]({_picture_name(section)})"
        yield " ".join(_said(name) for name in section.diagram.marks)
        yield plain(_said("example", moves=" ".join(section.diagram.moves)))

    def _array(self) -> Iterator[Iterable[str]]:
        for each in start_array(self._content.game):
            yield (
                plain(_(each.piece.name)),
                plain(each.piece.letter),
                *(_placed(each, side) for side in (0, 1)),
            )

    def _first_moves(self) -> Iterator[str]:
        found = first_moves(self._content.game)
        yield f"## {_said('first_moves')}"
        name = "listed" if found.moves else "counted"
        yield plain(_said(name, count=number(found.count), moves=", ".join(found.moves)))
        if found.lines:
            rows = ((plain(numbered(each.moves)), signed(each.centipawns / 100, 2)) for each in found.lines)
            yield _table([(_said("best"), _said("score")), *rows])


def _said(name: str, **values: object) -> str:
    return _(RULES_WORDS[name]).format(**values)


def _table(rows: Iterable[Iterable[str]]) -> str:
    """A table; the first row is its head."""
    written = [f"| {' | '.join(row)} |" for row in map(tuple, rows)]
    columns = written[0].count(" | ") + 1
    return "\n".join([written[0], "|" + "---|" * columns, *written[1:]])


def _placed(standing: Standing, side: int) -> str:
    count = standing.in_hand[side]
    held = [_said("in_hand", count=number(count))] if count else []
    return plain(", ".join([*standing.squares[side], *held]))


def _picture_name(section: Section) -> str:
    return f"{section.name}.svg"


def _picture(diagram: Diagram, theme: Theme, art: Art, title: str) -> str:
    """A piece with its marks, or the position after the example with the way of its last move."""
    if diagram.square is not None and diagram.reach is not None:
        state = _marked(diagram.first, diagram.square, diagram.reach)
        return svg_of(theme, art, state, PictureStyle(DIAGRAM_SIZE, targets=True), title)
    state = positions.state_of(diagram.steps[-1].after if diagram.steps else diagram.first)
    return svg_of(theme, art, state, PictureStyle(DIAGRAM_SIZE), title, has_route=True)


def _marked(board: Board, square: int, reach: Reach) -> BoardState:
    """A chosen piece with a dot where it moves and a ring where it does not both move and capture."""
    state = positions.state_of(board)
    allow(state, board)
    choose(state, square)
    rings = [(ONLY_MOVES, each) for each in sorted(reach.moved)]
    rings += [(ONLY_CAPTURES, each) for each in sorted(reach.captured)]
    annotate(state, shapes=tuple(Shape(each, each, colour) for colour, each in rings))
    return state

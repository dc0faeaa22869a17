"""Reads a lesson from its TOML file and checks it by the rules. ``docs/lessons.md`` describes the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Annotated, Any, NoReturn

from wormhole import Board, Move, Variant, WormholeError
from wormhole.base import schema, toml
from wormhole.base.quoting import quoted
from wormhole.base.schema import FieldError, Parse
from wormhole.library.chosen_game import DEFAULT_GAME, named

_STEP = re.compile(r"^[^\S\n]*\[\[step\]\]", re.MULTILINE)


class LessonError(WormholeError):
    """A lesson file is not valid; the message says where: the file, and the step or the line."""


class Deed(Enum):
    """The task of a step that several moves can fulfil."""

    MOVE = "move"
    """Any legal move."""
    CAPTURE = "capture"
    CHECK = "check"
    MATE = "mate"
    STUCK = "stuck"
    """The other side has no legal move left, and the game is over."""
    CROSS = "cross"
    """The move passes at least so many holes."""


@dataclass(frozen=True)
class Show:
    """Nothing is asked. These moves are played over and over; ``0000`` lets the other side pass."""

    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Play:
    """One of these moves."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """These moves: the learner's, the reply, the learner's, and so on."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Do:
    """Any move that fulfils the task, perhaps only by the piece on one square, or to one square."""

    deed: Deed
    by: int | None = None
    on: int | None = None
    """The square of the captured piece."""
    holes: int = 1
    """How many holes a move must pass at least, if it is to cross some."""


@dataclass(frozen=True)
class Visit:
    """The piece on ``by`` goes to each of the squares, one a move; the other side passes."""

    by: int
    squares: frozenset[int]


@dataclass(frozen=True)
class Click:
    """The squares to be clicked. With ``of``: the squares to which the piece there can go.

    ``then`` is a move that is played once they are found, in UCI notation.
    """

    squares: frozenset[int]
    of: int | None = None
    then: str | None = None


Goal = Show | Play | Line | Do | Visit | Click


SEED = 7
"""Of the dice, so that they fall the same each time."""
NULL = "0000"
"""The side to move passes."""
EXTRAS = {"do": {"by", "on", "holes"}, "visit": {"by"}, "click": {"of", "then"}}
"""The fields that go with a goal."""


@dataclass(frozen=True)
class Wrong:
    """A text about wrong answers. Without moves, squares and a piece it is about all others."""

    text: str
    moves: frozenset[str] = frozenset()
    squares: frozenset[int] = frozenset()
    """Where a move ends, or what is clicked."""
    by: int | None = None
    """The piece on this square moves."""

    def fits(self, from_square: int | None, to_square: int, move: str = "") -> bool:
        """Whether it is about this answer."""
        if self.moves and move not in self.moves:
            return False
        if self.squares and to_square not in self.squares:
            return False
        return self.by is None or self.by == from_square


@dataclass(frozen=True)
class Step:
    """One step: text, position and task."""

    text: str
    fen: str
    goal: Goal
    praise: str = ""
    """The text when it is done."""
    hint: str = ""
    aside: str = ""
    """What follows the text in the lesson, but not in the demonstration, where any key starts a game."""
    wrong: tuple[Wrong, ...] = ()
    fold: int | None = None
    """The board is seen from the piece on this square."""
    ways: tuple[tuple[int, int], ...] = ()
    """Arrows on the board."""
    attacks: tuple[tuple[int, int], ...] = ()
    """The ways of captures, drawn with all their steps."""
    marks: frozenset[int] = frozenset()
    """Squares with a ring."""

    @property
    def is_shown_only(self) -> bool:
        """Whether nothing is asked."""
        return isinstance(self.goal, Show)


@dataclass(frozen=True)
class Lesson:
    """A lesson: its name, its game, its steps. The texts are in English, to be translated where shown."""

    slug: str
    title: str
    about: str
    """The subject, in a line."""
    game: Variant
    steps: tuple[Step, ...]
    piece: str = ""
    """The letter of the piece that it is about, if it is about one."""
    source: str = field(default="", repr=False, compare=False)
    """The text of its file."""

    def board(self, step: Step) -> Board:
        """The position of a step."""
        return Board(self.game, step.fen, seed=SEED)


Text = Annotated[str, Parse(str.strip)]
Names = tuple[str, ...]


@dataclass(frozen=True)
class WrongTable:
    """A table ``[[step.wrong]]`` of a lesson's file; squares are by their names."""

    text: Text
    moves: Names = ()
    squares: Names = ()
    by: Text | None = None


@dataclass(frozen=True)
class StepTable:
    """A table ``[[step]]``; ``docs/lessons.md`` says what its fields mean. None: the field is not there."""

    text: Text
    fen: Text | None = None
    praise: Text = ""
    hint: Text = ""
    aside: Text = ""
    wrong: tuple[WrongTable, ...] = ()
    fold: Text | None = None
    ways: Names = ()
    attacks: Names = ()
    marks: Names = ()
    show: Names | None = None
    play: Names | None = None
    line: Names | None = None
    do: Deed | None = None
    visit: Names | None = None
    click: Names | None = None
    by: Text | None = None
    on: Text | None = None
    holes: int | None = None
    of: Text | None = None
    then: Text | None = None


@dataclass(frozen=True)
class LessonTable:
    """A lesson's file."""

    title: Text
    about: Text
    step: tuple[StepTable, ...]
    game: Text = DEFAULT_GAME
    piece: Text = ""


@dataclass(frozen=True)
class Fields:
    """A table at ``path`` of the file; its methods read the names of squares."""

    table: Any
    path: str
    game: Variant

    def fail(self, key: str, template: str, **values: object) -> NoReturn:
        """Raise :class:`FieldError`. Its message stays English: lessons are part of the program."""
        raise FieldError(f"{self.path}.{key}", template, **values)

    def square(self, key: str) -> int | None:
        """A field that names a square; None if it is missing."""
        name = getattr(self.table, key)
        return None if name is None else self._square(key, name)

    def squares(self, key: str) -> frozenset[int]:
        """The squares in a list of names."""
        return frozenset(self._square(key, name) for name in getattr(self.table, key))

    def ways(self, key: str) -> tuple[tuple[int, int], ...]:
        """Pairs of squares, such as "c8-e1"."""
        pairs = [name.partition("-")[::2] for name in getattr(self.table, key)]
        return tuple((self._square(key, start), self._square(key, end)) for start, end in pairs)

    def _square(self, key: str, name: str) -> int:
        try:
            return self.game.geometry.parse(name)
        except WormholeError as error:
            self.fail(key, error.message)


def holds_lesson(text: str) -> bool:
    r"""Whether a text is the file of a lesson, rather than that of a game.

    >>> holds_lesson('title = "Forks"\n[[step]]'), holds_lesson('inherits = "chess"')
    (True, False)
    """
    return _STEP.search(text) is not None


def parse(text: str, slug: str) -> Lesson:
    """The lesson in a file's text. Raises :class:`LessonError`."""
    try:
        return replace(_lesson(schema.read(LessonTable, toml.loads(text)), slug), source=text)
    except toml.TOMLDecodeError as error:
        raise LessonError("{slug}: {trouble}", slug=slug, trouble=error.args[0]) from None
    except FieldError as error:
        place = schema.where(text, error.path)
        raise LessonError(
            "{name}: {where}: {trouble}", name=slug, where=place, trouble=error.message
        ) from None


def _lesson(table: LessonTable, slug: str) -> Lesson:
    try:
        game = named(table.game).variant
    except WormholeError as error:
        raise FieldError("game", error.message) from None
    if not table.step:
        raise FieldError("step", "there must be at least one")
    steps: list[Step] = []
    for number, entry in enumerate(table.step, 1):
        steps.append(_step(Fields(entry, f"step[{number}]", game), steps[-1].fen if steps else None))
    if table.piece and table.piece not in game.piece_types:
        raise FieldError(
            "piece", "{letter} is not the letter of a piece of this game", letter=quoted(table.piece)
        )
    return Lesson(slug, table.title, table.about, game, tuple(steps), table.piece)


def _step(fields: Fields, fen_before: str | None) -> Step:
    """A step. Without a position of its own it has that of the step before."""
    table: StepTable = fields.table
    fen = fen_before if table.fen is None else table.fen
    if fen is None:
        fields.fail("fen", "is missing")
    try:
        board = Board(fields.game, fen, seed=SEED)
    except WormholeError as error:
        fields.fail("fen", error.message)
    step = Step(
        table.text,
        fen,
        _goal(fields, board),
        table.praise,
        table.hint,
        table.aside,
        tuple(
            _wrong(Fields(entry, f"{fields.path}.wrong[{number}]", fields.game), board)
            for number, entry in enumerate(table.wrong, 1)
        ),
        _piece(fields, "fold", board),
        fields.ways("ways"),
        _attacks(fields, board),
        fields.squares("marks"),
    )
    if step.is_shown_only and (step.praise or step.wrong or step.hint):
        fields.fail("show", "nothing is asked here, so there is nothing to say about an answer")
    return step


def _wrong(fields: Fields, board: Board) -> Wrong:
    table: WrongTable = fields.table
    for text in table.moves:
        if board.legal_move(text) is None:
            fields.fail("moves", "{move} is not legal here", move=quoted(text))
    return Wrong(table.text, frozenset(table.moves), fields.squares("squares"), _piece(fields, "by", board))


def _goal(fields: Fields, board: Board) -> Goal:
    """The step's task; none if it has no field of a task."""
    found = [key for key in _READERS if getattr(fields.table, key) is not None]
    if len(found) > 1:
        fields.fail(found[1], "a step asks for one thing, and this one has {word} already", word=found[0])
    key = found[0] if found else "show"
    for extra in ("by", "on", "holes", "of", "then"):
        if getattr(fields.table, extra) is not None and extra not in EXTRAS.get(key, ()):
            fields.fail(extra, "does not go with {word}", word=key)
    return _READERS[key](fields, board)


def _show(fields: Fields, board: Board) -> Goal:
    moves: Names = fields.table.show or ()
    _check_line(fields, "show", board, moves)
    return Show(moves)


def _play(fields: Fields, board: Board) -> Goal:
    moves: Names = fields.table.play
    if not moves:
        fields.fail("play", "at least one move is expected")
    for text in moves:
        _check_line(fields, "play", board, (text,))
    return Play(moves)


def _line(fields: Fields, board: Board) -> Goal:
    moves: Names = fields.table.line
    if len(moves) % 2 == 0:
        fields.fail("line", "it must end with a move of the learner")
    _check_line(fields, "line", board, moves)
    return Line(moves)


def _do(fields: Fields, board: Board) -> Goal:
    holes = 1 if fields.table.holes is None else fields.table.holes
    return Do(fields.table.do, _piece(fields, "by", board), fields.square("on"), holes)


def _visit(fields: Fields, board: Board) -> Goal:
    by, squares = _piece(fields, "by", board), fields.squares("visit")
    piece = None if by is None else board.piece_at(by)
    if by is None or piece is None or piece.color is not board.turn:
        fields.fail("by", "a piece of the side to move is expected")
    return Visit(by, squares)


def _click(fields: Fields, board: Board) -> Goal:
    squares, of = fields.squares("click"), _piece(fields, "of", board)
    if not squares:
        fields.fail("click", "at least one square is expected")
    if of is not None:
        goes = {move.to_square for move in board.routes(of)}
        if goes != squares:
            names = ", ".join(sorted(board.variant.geometry.names[square] for square in goes))
            fields.fail("click", "by the rules the piece goes to {names}", names=names)
    then: str | None = fields.table.then
    if then is not None:
        _check_line(fields, "then", board, (then,))
    return Click(squares, of, then)


_READERS: Mapping[str, Callable[[Fields, Board], Goal]] = {
    "show": _show,
    "play": _play,
    "line": _line,
    "do": _do,
    "visit": _visit,
    "click": _click,
}


def _piece(fields: Fields, key: str, board: Board) -> int | None:
    """A field that names a square with a piece; None if it is missing."""
    square = fields.square(key)
    if square is not None and board.piece_at(square) is None:
        fields.fail(key, "no piece stands there")
    return square


def _attacks(fields: Fields, board: Board) -> tuple[tuple[int, int], ...]:
    pairs = fields.ways("attacks")
    for start, end in pairs:
        if end not in board.attacks(start):
            fields.fail("attacks", "no piece attacks like this")
    return pairs


def _check_line(fields: Fields, key: str, board: Board, moves: tuple[str, ...]) -> None:
    """Play the moves. Fails at the first one that is not legal."""
    board = board.copy()
    for text in moves:
        try:
            board.push(Move.null()) if text == NULL else board.push_uci(text)
        except WormholeError as error:
            fields.fail(key, error.message)

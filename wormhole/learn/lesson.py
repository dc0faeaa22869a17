"""Reads a lesson from its TOML file and checks it by the rules. ``docs/lessons.md`` describes the format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NoReturn

from wormhole import Board, Move, Variant, WormholeError, variant
from wormhole.library.chosen_game import DEFAULT_GAME
from wormhole.rules import toml
from wormhole.rules.quoting import quoted


class LessonError(WormholeError):
    """A lesson file is not valid; the message says where: the file, and the step or the line."""


class Deed(Enum):
    """What a move is to do, where several moves may do it."""

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
    """Any move that does the deed, perhaps by the piece on one square, or to one square."""

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
    """The squares to be clicked. With ``of``: the squares to which the piece there can go."""

    squares: frozenset[int]
    of: int | None = None


Goal = Show | Play | Line | Do | Visit | Click


Table = Mapping[str, Any]


@dataclass(frozen=True)
class Place:
    """A table of the file ``text``: the lesson's own, that of a step, or of one of its wrong answers."""

    slug: str
    text: str
    step: int = 0
    wrong: int = 0

    def of(self, key: str) -> str:
        """Where a field is, such as "knight, line 12, step 2"; without its line if it is missing."""
        parts = [self.slug, f"step {self.step}", f"wrong {self.wrong}"]
        line = self._line(key)
        if line:
            parts.insert(1, f"line {line}")
        return ", ".join(part for part in parts if not part.endswith(" 0"))

    def _line(self, key: str) -> int:
        step = wrong = 0
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.startswith("[[step]]"):
                step, wrong = step + 1, 0
            elif line.startswith("[[step.wrong]]"):
                wrong += 1
            elif (step, wrong) == (self.step, self.wrong) and line.partition("=")[0].strip() == key:
                return number
        return 0


@dataclass(frozen=True)
class Fields:
    """A table of the file; its methods read fields by name and type, and say where an error is."""

    table: Table
    place: Place
    game: Variant | None = None

    def fail(self, key: str, trouble: object) -> NoReturn:
        """Say what is wrong with a field, and where it is. Raises :class:`LessonError`."""
        where = self.place.of(key)
        raise LessonError("{where}: {key}: {trouble}", where=where, key=key, trouble=trouble) from None

    def only(self, keys: tuple[str, ...]) -> None:
        """Refuse unknown fields, which are most likely misspelt."""
        for key in self.table:
            if key not in keys:
                self.fail(key, f"there is no such field; the fields here are {', '.join(keys)}")

    def of_game(self) -> Variant:
        """The game whose squares the fields name."""
        assert self.game is not None, "the game's own name is read before"
        return self.game

    def get(self, key: str, kind: type, *default: Any) -> Any:
        """The field, or ``default`` if one is given and the field is missing."""
        if key not in self.table:
            if default:
                return default[0]
            self.fail(key, "is missing")
        value = self.table[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            self.fail(key, f"{quoted(value)} is not a {'table' if kind is dict else kind.__name__}")
        return value

    def text(self, key: str, *default: str) -> str:
        """A text."""
        return self.get(key, str, *default).strip()

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; none if it is missing."""
        values = self.get(key, list, [])
        if not all(isinstance(value, str) for value in values):
            self.fail(key, "a list of texts is expected")
        return tuple(values)

    def tables(self, key: str) -> list[Table]:
        """A list of tables; none if it is missing."""
        values = self.get(key, list, [])
        if not all(isinstance(value, dict) for value in values):
            self.fail(key, "tables are expected")
        return values

    def square(self, key: str) -> int | None:
        """A field that names a square; None if it is missing."""
        return None if key not in self.table else self._square(key, self.text(key))

    def squares(self, key: str) -> frozenset[int]:
        """The squares in a list of names."""
        return frozenset(self._square(key, name) for name in self.texts(key))

    def ways(self, key: str) -> tuple[tuple[int, int], ...]:
        """Pairs of squares, such as "c8-e1"."""
        pairs = [name.partition("-")[::2] for name in self.texts(key)]
        return tuple((self._square(key, start), self._square(key, end)) for start, end in pairs)

    def _square(self, key: str, name: str) -> int:
        try:
            return self.of_game().geometry.parse(name)
        except WormholeError as error:
            self.fail(key, error)


SEED = 7
"""Of the dice, so that they fall the same each time."""
NULL = "0000"
"""The side to move passes."""
GOALS = ("show", "play", "line", "do", "visit", "click")
OF_LESSON = ("title", "about", "game", "piece", "step")
OF_STEP = (
    *("text", "fen", "praise", "hint", "wrong", "fold", "ways", "attacks", "marks"),
    *GOALS,
    *("by", "on", "holes", "of"),
)
OF_WRONG = ("text", "moves", "squares", "by")
EXTRAS = {"do": {"by", "on", "holes"}, "visit": {"by"}, "click": {"of"}}
"""The fields that go with a goal."""


@dataclass(frozen=True)
class Wrong:
    """What is said about wrong answers. Without moves, squares and a piece it is about all others."""

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
    """One step: what is said, the position, what is asked for."""

    text: str
    fen: str
    goal: Goal
    praise: str = ""
    """Said when it is done."""
    hint: str = ""
    wrong: tuple[Wrong, ...] = ()
    fold: int | None = None
    """The board is seen from the piece on this square."""
    ways: tuple[tuple[int, int], ...] = ()
    """Arrows on the board."""
    attacks: tuple[tuple[int, int], ...] = ()
    """By which way a piece could capture on a square, drawn with all its steps."""
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
    """What is learned, in a line."""
    game: Variant
    steps: tuple[Step, ...]
    piece: str = ""
    """The letter of the piece that it is about, if it is about one."""

    def board(self, step: Step) -> Board:
        """The position of a step."""
        return Board(self.game, step.fen, seed=SEED)


def parse(text: str, slug: str) -> Lesson:
    """The lesson in a file's text. Raises :class:`LessonError`."""
    try:
        table = toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise LessonError("{slug}: {trouble}", slug=slug, trouble=error.args[0]) from None
    fields = Fields(table, Place(slug, text))
    fields.only(OF_LESSON)
    try:
        game = variant(fields.text("game", DEFAULT_GAME))
    except WormholeError as error:
        fields.fail("game", error)
    steps: list[Step] = []
    for number, entry in enumerate(fields.tables("step"), 1):
        at = Fields(entry, Place(slug, text, number), game)
        steps.append(_step(at, steps[-1].fen if steps else None))
    if not steps:
        fields.fail("step", "there must be at least one")
    piece = fields.text("piece", "")
    if piece and piece not in game.piece_types:
        fields.fail("piece", f"{quoted(piece)} is not the letter of a piece of this game")
    return Lesson(slug, fields.text("title"), fields.text("about"), game, tuple(steps), piece)


def _step(fields: Fields, fen_before: str | None) -> Step:
    """A step. Without a position of its own it has that of the step before."""
    fields.only(OF_STEP)
    fen = fields.text("fen", *(() if fen_before is None else (fen_before,)))
    try:
        board = Board(fields.of_game(), fen, seed=SEED)
    except WormholeError as error:
        fields.fail("fen", error)
    step = Step(
        fields.text("text"),
        fen,
        _goal(fields, board),
        fields.text("praise", ""),
        fields.text("hint", ""),
        tuple(
            _wrong(Fields(entry, replace(fields.place, wrong=number), fields.game), board)
            for number, entry in enumerate(fields.tables("wrong"), 1)
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
    fields.only(OF_WRONG)
    moves = fields.texts("moves")
    for text in moves:
        if board.legal_move(text) is None:
            fields.fail("moves", f"{quoted(text)} is not legal here")
    return Wrong(
        fields.text("text"), frozenset(moves), fields.squares("squares"), _piece(fields, "by", board)
    )


def _goal(fields: Fields, board: Board) -> Goal:
    """What the step asks for; nothing, if it has none of the fields that say so."""
    found = [key for key in GOALS if key in fields.table]
    if len(found) > 1:
        fields.fail(found[1], f"a step asks for one thing, and this one has {found[0]} already")
    key = found[0] if found else "show"
    for extra in ("by", "on", "holes", "of"):
        if extra in fields.table and extra not in EXTRAS.get(key, ()):
            fields.fail(extra, f"does not go with {key}")
    return _READERS[key](fields, board)


def _show(fields: Fields, board: Board) -> Goal:
    moves = fields.texts("show")
    _check_line(fields, "show", board, moves)
    return Show(moves)


def _play(fields: Fields, board: Board) -> Goal:
    moves = fields.texts("play")
    if not moves:
        fields.fail("play", "at least one move is expected")
    for text in moves:
        _check_line(fields, "play", board, (text,))
    return Play(moves)


def _line(fields: Fields, board: Board) -> Goal:
    moves = fields.texts("line")
    if len(moves) % 2 == 0:
        fields.fail("line", "it must end with a move of the learner")
    _check_line(fields, "line", board, moves)
    return Line(moves)


def _do(fields: Fields, board: Board) -> Goal:
    word = fields.text("do")
    if word not in {deed.value for deed in Deed}:
        fields.fail("do", f"{quoted(word)} is not one of {', '.join(deed.value for deed in Deed)}")
    return Do(Deed(word), _piece(fields, "by", board), fields.square("on"), fields.get("holes", int, 1))


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
            fields.fail("click", f"by the rules the piece goes to {names}")
    return Click(squares, of)


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
            fields.fail(key, error)

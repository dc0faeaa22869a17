"""Reads and writes games in portable game notation (PGN, standard of 1994), for every game of the family.

A text may hold many games, and files may be large: games are read lazily, one at a time. Reading accepts
many deviations from the standard; comments, annotations and variations are skipped and not kept. The tags
beyond the usual ones are described in :mod:`wormhole.library.start_tags`.

>>> import wormhole
>>> board = wormhole.Board()
>>> _ = board.push_san("e4"), board.push_san("d5"), board.push_san("Cc3")
>>> text = write(Game.of(board, {"White": "Ada"}))
>>> text.splitlines()[-2]
'1. e4 d5 2. Cc3 *'
>>> [str(move) for game in read(text) for move in game.moves]
['e2e4', 'd7d5', 'a1c3']
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wormhole.library.score_sheet import Sheet, Word, sheets
from wormhole.library.start_tags import START_TAGS, TagError, start_board, start_tags
from wormhole.rules.board import Board
from wormhole.rules.errors import MoveError, WormholeError
from wormhole.rules.move import Move
from wormhole.rules.piece import side_name
from wormhole.rules.quoting import quoted, shown_path
from wormhole.rules.textfile import open_regular
from wormhole.rules.variant import Variant

ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""The seven tags that every game has, in order, with their values for unknown."""
UNDECIDED = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNDECIDED)
LINE_WIDTH = 79
"""The greatest width of lines of moves."""
LONGEST_LINE = 1 << 20
"""Bytes. A file that is no PGN may be one huge line, which must not be read into memory."""
MOST_PLIES = 10_000
"""The limit for one game."""


class PgnError(WormholeError):
    """A text that is not PGN, or an illegal move in it.

    ``number`` is the game's number in the text and ``line`` the line of the fault, both from 1. What was read
    before the fault is in ``tags`` and ``board``; ``board`` is None if the start position is bad.
    """

    def __init__(
        self,
        trouble: str,
        number: int | None = None,
        line: int | None = None,
        tags: Mapping[str, str] | None = None,
        board: Board | None = None,
    ) -> None:
        where = [f"{name} {value}" for name, value in (("game", number), ("line", line)) if value is not None]
        super().__init__(f"{', '.join(where)}: {trouble}" if where else trouble)
        self.number, self.line = number, line
        self.tags: Mapping[str, str] = tags or {}
        self.board = board


@dataclass(frozen=True)
class Entry:
    """A game of a file by its score sheet; its moves have not been checked."""

    number: int
    tags: Mapping[str, str]
    result: str
    plies: int


@dataclass(frozen=True)
class Game:
    """A game: its ``moves`` from ``start`` on, and its result, ``*`` while it is undecided."""

    tags: Mapping[str, str]
    moves: tuple[Move, ...]
    result: str
    start: Board = field(compare=False)
    end: Board = field(compare=False, repr=False)
    """The board after all moves, with the moves on its stack."""

    @classmethod
    def of(cls, board: Board, tags: Mapping[str, str] | None = None, result: str | None = None) -> Game:
        """The game played on ``board``, with ``tags`` and those that describe its start.

        Without ``result`` the board decides the result; pass it for a game that ended by resignation.
        """
        outcome = board.outcome()
        result = result or (outcome.result() if outcome else UNDECIDED)
        start = board.root()
        free = {name: value for name, value in (tags or {}).items() if name not in START_TAGS}
        tags = {**ROSTER, **free, "Result": result, **start_tags(start)}
        return cls(tags, tuple(board.move_stack), result, start, board.copy())

    def board(self, plies: int | None = None) -> Board:
        """A board after the game's first ``plies`` plies, or after all moves."""
        if plies is None or plies >= len(self.moves):
            return self.end.copy()
        board = self.start.copy()
        for move in self.moves[:plies]:
            board.push(move)
        return board


def write(game: Game) -> str:
    """The game as PGN that ends with an empty line, so that another game can follow.

    Raises :class:`PgnError` for a bad tag name.
    """
    tags = {**ROSTER, **game.tags, "Result": game.result}
    lines = [_tag_line(name, value) for name, value in tags.items()]
    moves = textwrap.wrap(
        " ".join([*_numbered(game), game.result]), LINE_WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([*lines, "", *moves, "", ""])


def read(text: str, games: Iterable[Variant] = ()) -> Iterator[Game]:
    """The games in a text, read lazily.

    The text may use the variants in ``games`` besides those of the catalogue. Raises :class:`PgnError` at the
    first bad game.
    """
    return _good(check(text_lines(text), games))


def read_file(path: Path | str, games: Iterable[Variant] = ()) -> Iterator[Game]:
    """As :func:`read`, for a file. Lines that are not UTF-8 are read as Latin-1."""
    return _good(check_file(path, games))


def check(lines: Iterable[str], games: Iterable[Variant] = ()) -> Iterator[Game | PgnError]:
    """Every game in ``lines``; for a bad game, an error instead of it."""
    games = tuple(games)
    for sheet in sheets(lines):
        try:
            yield _game(sheet, games)
        except PgnError as error:
            yield error


def check_file(path: Path | str, games: Iterable[Variant] = ()) -> Iterator[Game | PgnError]:
    """As :func:`check`, for a file. Raises :class:`PgnError` if the file cannot be read."""
    return check(file_lines(path), games)


def pick(lines: Iterable[str], number: int | None = None, games: Iterable[Variant] = ()) -> Game:
    """The game in ``lines`` with that number, from 1, or the last one; the others are not checked.

    Raises :class:`PgnError` if there is no such game, or it is bad.
    """
    last = None
    for sheet in sheets(lines):
        last = sheet
        if sheet.number == number:
            break
    if last is None:
        raise PgnError("there is no game here")
    if number is not None and last.number != number:
        raise PgnError(f"there is no game {number}; the last one is game {last.number}")
    return _game(last, tuple(games))


def entries(lines: Iterable[str]) -> Iterator[Entry]:
    """The entries of all games in ``lines``. This is faster than reading their moves."""
    for sheet in sheets(lines):
        tags = _usual_tags(sheet)
        yield Entry(sheet.number, tags, _result(sheet, tags), len(sheet.words))


def text_lines(text: str) -> list[str]:
    """The lines of a text with any line endings."""
    return re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))


def file_lines(path: Path | str) -> Iterator[str]:
    """The lines of a file, read lazily. Raises :class:`PgnError` if it cannot be read."""
    try:
        with open_regular(path) as file:
            for number, raw in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), b""), 1):
                if len(raw) > LONGEST_LINE:
                    raise PgnError(f"line {number} of {shown_path(path)} is too long for a PGN file")
                try:
                    line = raw.decode("utf-8")
                except UnicodeDecodeError:
                    line = raw.decode("latin-1")
                yield from text_lines(line.removesuffix("\n").removesuffix("\r"))
    except OSError as error:
        raise PgnError(f"{shown_path(path)}: {error.strerror}") from None


# --- reading ---


def _good(found: Iterable[Game | PgnError]) -> Iterator[Game]:
    for game in found:
        if isinstance(game, PgnError):
            raise game
        yield game


def _game(sheet: Sheet, games: tuple[Variant, ...]) -> Game:
    """The game on a score sheet. Raises :class:`PgnError`."""
    tags = _usual_tags(sheet)
    if len(sheet.words) > MOST_PLIES:
        line = sheet.words[MOST_PLIES].line
        raise PgnError(f"this game is longer than {MOST_PLIES} plies", sheet.number, line, tags)
    try:
        board = start_board(tags, games)
    except TagError as error:
        lines = {_usual_name(name): word.line for name, word in sheet.tags.items()}
        raise PgnError(str(error), sheet.number, lines.get(error.tag), tags) from None
    start = board.copy()
    for word in sheet.words:
        if sheet.fault and sheet.fault.line < word.line:
            break
        try:
            _push(board, word, is_seeded="Seed" in tags)
        except MoveError as error:
            mover = f"{board.fullmove_number} of {side_name(board.turn)}"
            is_quoted = word.text in str(error) or quoted(word.text) in str(error)
            trouble = str(error) if is_quoted else f"{quoted(word.text)}: {error}"
            raise PgnError(f"move {mover}: {trouble}", sheet.number, word.line, tags, board) from None
    if sheet.fault:
        raise PgnError(sheet.fault.text, sheet.number, sheet.fault.line, tags, board)
    result = _result(sheet, tags)
    return Game({**tags, "Result": result}, tuple(board.move_stack), result, start, board)


def _usual_tags(sheet: Sheet) -> dict[str, str]:
    return {_usual_name(name): word.text for name, word in sheet.tags.items()}


def _result(sheet: Sheet, tags: Mapping[str, str]) -> str:
    said = (sheet.result, tags.get("Result", UNDECIDED))
    return next((text for text in said if text in RESULTS and text != UNDECIDED), UNDECIDED)


def _usual_name(tag: str) -> str:
    """A tag's name, with the usual capitals if it is a known one."""
    return next((name for name in (*ROSTER, *START_TAGS) if name.casefold() == tag.casefold()), tag)


def _push(board: Board, word: Word, is_seeded: bool) -> None:
    """Push the move that a word means. Raises :class:`MoveError`."""
    try:
        move = board.parse_san(word.text)
    except MoveError:
        move = _loosely_meant(board, word.text)
        if move is None:
            raise
    if board.has_dice and move.roll is None and not is_seeded:
        raise MoveError(
            f"{quoted(word.text)} must say what was rolled, as in {word.text}@a4: there is no Seed tag"
        )
    board.push(move)


def _loosely_meant(board: Board, text: str) -> Move | None:
    """The legal move written as ``Ng1-f3``, ``e7e8q``, ``exd6e.p.``, ``Qh7++`` or ``Qd4=``, if it is one."""
    text = re.sub(r"e\.?p\.?(?=[+#@]|$)", "", text).rstrip(".=").replace("++", "+")
    for parse, form in ((board.parse_san, text.replace("-", "")), (board.parse_uci, text.replace("=", ""))):
        try:
            return parse(form)
        except MoveError:
            pass
    return None


# --- writing ---


def _tag_line(name: str, value: str) -> str:
    if not re.fullmatch(r"\w+", name):
        raise PgnError(f"{quoted(name)} is not a tag name; use only letters, digits and underscores")
    escaped = re.sub(r'(["\\])', r"\\\1", re.sub(r"[\x00-\x1f\x7f]+", " ", value))
    return f'[{name} "{escaped}"]'


def _numbered(game: Game) -> Iterator[str]:
    """The moves in SAN, with move numbers."""
    board = game.start.copy()
    for played, move in enumerate(game.moves):
        if board.turn:
            yield f"{board.fullmove_number}."
        elif not played:
            yield f"{board.fullmove_number}..."
        yield board.san(move)
        board.push(move)

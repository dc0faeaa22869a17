"""Reads games in portable game notation (PGN, standard of 1994), for every game of the family.

Nothing is lost: headers, comments, NAGs and variations go into the tree of :mod:`wormhole.library.record`,
and ``str(game)`` writes them. A text may hold many games, and files may be large: games are read lazily, one
at a time. Reading accepts many deviations from the standard. The headers beyond the usual ones are described
in :mod:`wormhole.library.headers`.

>>> import io
>>> games = io.StringIO('[Variant "wormhole"]\\n\\n1. e4 d5 $1 (1... c5 {asks}) 2. Cc3 1-0')
>>> game = read_game(games)
>>> [str(move) for move in game.mainline_moves()], game.result
(['e2e4', 'd7d5', 'a1c3'], '1-0')
>>> str(game).splitlines()[-2]
'1. e4 d5 $1 (1... c5 { asks }) 2. Cc3 1-0'
>>> read_game(games) is None
True
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from wormhole.library.headers import RESULTS, ROSTER, START_TAGS, UNDECIDED, Headers, TagError, start_board
from wormhole.library.movetext import number_of
from wormhole.library.pgn_parser import (
    CLOSE,
    COMMENT,
    MANY_HEADERS,
    MOST_HEADERS,
    MOVE,
    NAG,
    OPEN,
    ParsedGame,
    PgnError,
    Token,
    parse_games,
)
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.rules.board import Board
from wormhole.rules.errors import Message, MoveError, reason_of
from wormhole.rules.move import Move
from wormhole.rules.piece import side_name
from wormhole.rules.quoting import quoted, shown_path
from wormhole.rules.text_files import open_regular
from wormhole.rules.variant import Variant

MOST_PLIES = 10_000
"""The limit for one line of a game."""
MOST_MOVES = 200_000
"""The limit for a game with its variations."""

LONGEST_LINE = 1 << 23
"""Bytes. A file that is no PGN may be one huge line, which must not be read into memory."""
LONGEST_LISTED = 200
"""Characters of a header in an entry."""
BLOCK = 1 << 16
"""Bytes that are read at once."""

_USUAL_NAMES = {name.casefold(): name for name in (*ROSTER, *START_TAGS)}

PLAYED_AT_ONCE = 64
"""Moves that are given to a board at once; those behind one that it cannot read at once are given again."""


@dataclass(frozen=True)
class Notation:
    """How moves are written: the quick way for what is plain, and the way for each of the others.

    ``push`` plays moves as far as they are plain, and returns how many. ``parse`` finds the move that a text
    means, or raises :class:`MoveError`.
    """

    push: Callable[[Board, Sequence[str]], int]
    parse: Callable[[Board, str], Move]


def add_tokens(
    game: Game, board: Board, tokens: Iterable[Token], notation: Notation, number: int | None = None
) -> None:
    """Add moves, variations, comments and NAGs to a game without moves, and play its main line on ``board``.

    A comment belongs to the move before it, also after a variation; at the start of a variation, to the move
    after it. Raises :class:`PgnError` with the game as read before the fault; ``number`` is its number.
    """
    builder = _Builder(game, board, notation)
    line = None
    try:
        for kind, text, line in tokens:
            if kind == MOVE:
                builder.moves(text.split(), line)
            elif kind == COMMENT:
                builder.comment(text)
            elif kind == NAG:
                builder.nag(text)
            elif kind == OPEN:
                builder.open_variation()
            elif kind == CLOSE:
                builder.close_variation()
            else:
                builder.play()
                raise _TokenError(text)
        builder.play()
    except _TokenError as fault:
        builder.annotate()
        raise PgnError(
            fault.args[0],
            number,
            line if fault.line is None else fault.line,
            move=fault.move,
            headers=game.headers,
            game=game,
        ) from None
    builder.annotate()


class _TokenError(Exception):
    """The error of a token; ``move`` is the text of a bad move, and ``line`` its line."""

    def __init__(self, why: str, move: str | None = None, line: int | None = None) -> None:
        super().__init__(why)
        self.move, self.line = move, line


class _Builder:
    """A game's tree while it grows at ``node``, whose position is on ``board``.

    Moves wait until a variation begins or ends, so that many are played at once.
    """

    def __init__(self, game: Game, board: Board, notation: Notation) -> None:
        self.notation = notation
        self.node: GameNode = game
        self.board = board
        self.waiting: list[tuple[str, int]] = []
        """Moves that were not played yet, with their lines."""
        self.marks: list[tuple[int, str | int]] = []
        """The comments and NAGs behind them: how many of the moves come before each."""
        self.main_nodes: list[ChildNode] = []
        """The nodes to which the open variations are alternatives."""
        self.is_new_variation = False
        self.starting_comments: list[str] = []
        self.comments: dict[GameNode, list[str]] = {}
        self.nags: dict[GameNode, set[int]] = {}
        """The comments and NAGs that `annotate` adds to the nodes: a node may have many, which may come one
        by one."""
        self.plies = self.count = 0
        """The length of the line, and the number of all moves."""

    def moves(self, texts: Iterable[str], line: int) -> None:
        """Add moves."""
        self.waiting += [(text, line) for text in texts]

    def comment(self, text: str) -> None:
        """Add a comment; several in a row become one."""
        text = text.strip()
        if not text:
            return
        if self.waiting:
            self.marks.append((len(self.waiting), text))
        elif self.is_new_variation:
            self.starting_comments.append(text)
        else:
            self.comments.setdefault(self.node, []).append(text)

    def nag(self, text: str) -> None:
        """Add a NAG to the last move."""
        found = number_of(text)
        if found is None:
            return
        if self.waiting:
            self.marks.append((len(self.waiting), found))
        else:
            self.nags.setdefault(self.node, set()).add(found)

    def play(self) -> None:
        """Play the moves that wait."""
        waiting, marks = self.waiting, self.marks
        if not waiting:
            return
        self.waiting, self.marks = [], []
        texts = [text for text, _ in waiting]
        nodes: list[ChildNode] = []
        try:
            while len(nodes) < len(texts):
                self._play_plain(texts, nodes)
                if len(nodes) < len(texts):
                    self._play_one(*waiting[len(nodes)], nodes)
        finally:
            for index, mark in marks:
                if index > len(nodes):
                    break
                if isinstance(mark, int):
                    self.nags.setdefault(nodes[index - 1], set()).add(mark)
                else:
                    self.comments.setdefault(nodes[index - 1], []).append(mark)

    def _play_plain(self, texts: Sequence[str], nodes: list[ChildNode]) -> None:
        """Play moves as long as they are plain; adds their nodes."""
        while len(nodes) < len(texts):
            room = min(PLAYED_AT_ONCE, MOST_PLIES - self.plies, MOST_MOVES - self.count)
            given = texts[len(nodes) : len(nodes) + room]
            played = self.notation.push(self.board, given)
            if played:
                self._grow(self.board.last_moves(played), nodes)
            if played < PLAYED_AT_ONCE:
                return

    def _play_one(self, text: str, line: int, nodes: list[ChildNode]) -> None:
        """Play a move and add its node, or raise an error that says why it cannot be played."""
        board = self.board
        if self.plies >= MOST_PLIES:
            why = Message("this game is longer than {most} plies", most=MOST_PLIES)
            raise _TokenError(why, line=line)
        if self.count >= MOST_MOVES:
            why = Message("this game has more than {most} moves", most=MOST_MOVES)
            raise _TokenError(why, line=line)
        try:
            board.push(self.notation.parse(board, text))
        except MoveError as error:
            place = (
                Message("move {number} of {side} in a variation: {trouble}")
                if self.main_nodes
                else Message("move {number} of {side}: {trouble}")
            )
            is_quoted = text in str(error) or quoted(text) in str(error)
            trouble = error.message
            if not is_quoted:
                trouble = Message("{move}: {trouble}", move=quoted(text), trouble=error.message)
            why = Message(place, number=board.fullmove_number, side=side_name(board.turn), trouble=trouble)
            raise _TokenError(why, text, line) from None
        self._grow([board.peek()], nodes)

    def _grow(self, moves: Sequence[Move], nodes: list[ChildNode]) -> None:
        """Add the nodes of moves that were played."""
        added = self.node.add_nodes(moves)
        if self.starting_comments:
            added[0].starting_comment = " ".join(self.starting_comments)
            self.starting_comments.clear()
        self.is_new_variation = False
        self.node = added[-1]
        self.plies += len(moves)
        self.count += len(moves)
        nodes += added

    def annotate(self) -> None:
        """Give the nodes their comments and NAGs, after the last token."""
        for node, texts in self.comments.items():
            node.comment = " ".join(texts)
        for node, nags in self.nags.items():
            node.nags = nags

    def open_variation(self) -> None:
        """Begin an alternative to the last move."""
        self.play()
        if self.is_new_variation or not isinstance(self.node, ChildNode):
            raise _TokenError(Message("a variation begins here, but there is no move before it"))
        self.main_nodes.append(self.node)
        self._take_back()
        self.is_new_variation = True

    def close_variation(self) -> None:
        """Continue after the move to which the variation is an alternative."""
        self.play()
        main = self.main_nodes.pop()
        while self.node is not main.parent:
            self._take_back()
        self.board.push(main.move)
        self.node = main
        self.plies += 1
        self.is_new_variation = False
        for text in self.starting_comments:
            self.comment(text)
        self.starting_comments.clear()

    def _take_back(self) -> None:
        assert isinstance(self.node, ChildNode)
        self.board.pop()
        self.node = self.node.parent
        self.plies -= 1


def parse_rolled(board: Board, text: str) -> Move:
    """As :func:`parse_loosely`, for a game with dice; the text must say what was rolled."""
    move = parse_loosely(board, text)
    if move and move.roll is None:
        raise MoveError(
            "{text} must include the roll, as in {example}@a4, because there is no Seed tag",
            text=quoted(text),
            example=text,
        )
    return move


def parse_loosely(board: Board, text: str) -> Move:
    """The move in SAN, or in the forms of hand-written files and old programs."""
    try:
        return board.parse_san(text)
    except MoveError:
        move = _loosely_meant(board, text)
        if move is None:
            raise
        return move


def parse_uci(board: Board, text: str) -> Move:
    """The move in UCI notation; other notations are read, too."""
    try:
        return board.parse_uci(text)
    except MoveError:
        return parse_loosely(board, text)


def _loosely_meant(board: Board, text: str) -> Move | None:
    """The legal move written as ``Ng1-f3``, ``e7e8q``, ``exd6e.p.``, ``Qh7++`` or ``Qd4=``, if it is one."""
    text = re.sub(r"e\.?p\.?(?=[+#@]|$)", "", text).rstrip(".=").replace("++", "+")
    for parse, form in ((board.parse_san, text.replace("-", "")), (board.parse_uci, text.replace("=", ""))):
        try:
            return parse(form)
        except MoveError:
            pass
    return None


SANS = Notation(Board.push_sans, parse_loosely)
ROLLED_SANS = Notation(Board.push_sans, parse_rolled)
UCIS = Notation(Board.push_ucis, parse_uci)


@dataclass(frozen=True)
class PgnEntry:
    """A game of a file by its score parsed; its moves have not been checked.

    Of its headers there are only the usual seven, and of each the beginning.
    """

    number: int
    headers: Mapping[str, str]
    result: str
    plies: int


def read_game(handle: Iterable[str], games: Iterable[Variant] = ()) -> Game | None:
    """The next game of an open text file, or of an iterator of lines; None at the end.

    Nothing is read after the game, which ends with its result or with an empty line after its moves. The
    game may be of a variant in ``games`` besides those of the catalogue. Raises :class:`PgnError` for a bad
    game; the next call reads the game after it.
    """
    parsed = next(parse_games(handle, end_at_empty_lines=True), None)
    return None if parsed is None else played(parsed, games)[0]


def read(text: str, games: Iterable[Variant] = ()) -> Iterator[Game]:
    """The games in a text, read lazily; ``games`` are as in :func:`read_game`.

    Raises :class:`PgnError` at the first bad game.
    """
    return _without_errors(check(text_lines(text), games))


def read_file(path: Path | str, games: Iterable[Variant] = ()) -> Iterator[Game]:
    """As :func:`read`, for a file. Lines that are not UTF-8 are read as Latin-1."""
    return _without_errors(check_file(path, games))


def check(lines: Iterable[str], games: Iterable[Variant] = ()) -> Iterator[Game | PgnError]:
    """Every game in ``lines``; for a bad game, an error instead of it."""
    games = tuple(games)
    for parsed in parse_games(lines):
        try:
            yield played(parsed, games)[0]
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
    for parsed in parse_games(lines):
        last = parsed
        if parsed.number == number:
            break
    if last is None:
        raise PgnError("there is no game here")
    if number is not None and last.number != number:
        raise PgnError(
            Message(
                "there is no game {number}; the last one is game {last}",
                number=number,
                last=last.number,
            )
        )
    return played(last, games)[0]


def entries(lines: Iterable[str]) -> Iterator[PgnEntry]:
    """The entries of all games in ``lines``. This is faster than reading their moves."""
    for parsed in parse_games(lines):
        headers = _headers(parsed)
        listed = {name: headers.get(name, unknown)[:LONGEST_LISTED] for name, unknown in ROSTER.items()}
        yield PgnEntry(parsed.number, listed, headers["Result"], parsed.plies)


def read_movetext(start: Board, headers: Mapping[str, str], text: str) -> Game:
    """The game that :meth:`.Game.movetext` wrote, with its start and headers. Raises :class:`PgnError`."""
    game = Game(start)
    game.headers = Headers(headers, game.notify)
    # The result ends the game also if it has only comments.
    parsed, *others = [*parse_games([*text_lines(text), UNDECIDED])] or [ParsedGame(1)]
    add_tokens(game, game.start.copy(), parsed.tokens, UCIS)
    if others or parsed.headers:
        raise PgnError("there is more here than the moves of one game", headers=headers, game=game)
    return game


def text_lines(text: str) -> list[str]:
    """The lines of a text with any line endings."""
    return re.split(r"\r\n?|\n", text)


def file_lines(path: Path | str) -> Iterator[str]:
    """The lines of a file, read lazily. Raises :class:`PgnError` if it cannot be read."""
    try:
        with open_regular(path) as file:
            for number, raw in enumerate(_raw_lines(_as_utf8(file)), 1):
                if len(raw) > LONGEST_LINE:
                    raise PgnError(
                        Message(
                            "line {number} of {path} is too long for a PGN file",
                            number=number,
                            path=shown_path(path),
                        )
                    )
                try:
                    yield raw.decode("utf-8")
                except UnicodeDecodeError:
                    yield raw.decode("latin-1")
    except OSError as error:
        raise PgnError(
            Message("{path}: {trouble}", path=shown_path(path), trouble=reason_of(error))
        ) from None


def _as_utf8(file: BinaryIO) -> BinaryIO | codecs.StreamRecoder:
    """The file; one in UTF-16, which some editors of Windows write, is recoded while it is read."""
    mark = file.read(2)
    file.seek(0)
    if mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return codecs.EncodedFile(file, "utf-8", "utf-16", "replace")
    return file


def _raw_lines(file: BinaryIO | codecs.StreamRecoder) -> Iterator[bytes]:
    """The lines without their ends, of which there are three kinds; a line that is too long is the last."""
    rest = b""
    while block := file.read(BLOCK):
        *lines, rest = (rest + block).splitlines(keepends=True)
        yield from (line.rstrip(b"\r\n") for line in lines)
        if len(rest) > LONGEST_LINE:
            break
    if rest:
        yield rest.rstrip(b"\r\n")


def _without_errors(found: Iterable[Game | PgnError]) -> Iterator[Game]:
    for game in found:
        if isinstance(game, PgnError):
            raise game
        yield game


def played(parsed: ParsedGame, games: Iterable[Variant] = ()) -> tuple[Game, Board]:
    """The game on a score parsed, and the board at its end. Raises :class:`PgnError`."""
    headers = _headers(parsed)
    try:
        start = start_board(headers, games)
    except TagError as error:
        lines = {_usual_name(name): header.line for name, header in parsed.headers.items()}
        raise PgnError(error.message, parsed.number, lines.get(error.tag), headers=headers) from None
    game = Game(start)
    game.headers = Headers({**headers, **_missing(game, headers)}, game.notify)
    must_tell_rolls = start.has_dice and "Seed" not in headers
    add_tokens(game, start, parsed.tokens, ROLLED_SANS if must_tell_rolls else SANS, parsed.number)
    if len(game.headers) > MOST_HEADERS:  # it could not be read again
        raise PgnError(MANY_HEADERS, parsed.number, headers=headers)
    return game, start


def _missing(game: Game, headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that the game's start needs and the text does not have."""
    return {name: value for name, value in game.headers.items() if name not in headers}


def _headers(parsed: ParsedGame) -> dict[str, str]:
    """The headers as written, with the usual capitals and a result."""
    headers = {_usual_name(name): header.text for name, header in parsed.headers.items()}
    said = (headers.get("Result", UNDECIDED), parsed.result)
    result = next((text for text in said if text in RESULTS and text != UNDECIDED), UNDECIDED)
    return {**headers, "Result": result}


def _usual_name(name: str) -> str:
    """A header's name, with the usual capitals if it is a known one."""
    return _USUAL_NAMES.get(name.casefold(), name)

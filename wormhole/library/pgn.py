"""Reads games in portable game notation (PGN, standard of 1994), for every game of the family.

Nothing is lost: headers, comments, NAGs and variations go into the tree of :mod:`wormhole.library.record`,
and ``str(game)`` writes them. A text may hold many games, and files may be large: games are read lazily, one
at a time. Reading accepts many deviations from the standard. The headers beyond the usual ones are described
in :mod:`wormhole.library.start_tags`.

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

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from wormhole.library.headers import RESULTS, ROSTER, UNDECIDED, Headers
from wormhole.library.pgn_error import PgnError
from wormhole.library.record import Game
from wormhole.library.score_sheet import MANY_HEADERS, MOST_HEADERS, Sheet, sheets
from wormhole.library.start_tags import START_TAGS, TagError, start_board
from wormhole.library.tree_builder import add_tokens, parse_loosely, parse_rolled, parse_uci
from wormhole.rules.board import Board
from wormhole.rules.message import Message, reason_of
from wormhole.rules.quoting import shown_path
from wormhole.rules.textfile import open_regular
from wormhole.rules.variant import Variant

LONGEST_LINE = 1 << 23
"""Bytes. A file that is no PGN may be one huge line, which must not be read into memory."""
LONGEST_LISTED = 200
"""Characters of a header in an entry."""
BLOCK = 1 << 16
"""Bytes that are read at once."""


@dataclass(frozen=True)
class Entry:
    """A game of a file by its score sheet; its moves have not been checked.

    Of its headers there are only the usual seven, and of each the beginning.
    """

    number: int
    headers: Mapping[str, str]
    result: str
    plies: int


def read_game(handle: Iterable[str], games: Iterable[Variant] = ()) -> Game | None:
    """The next game of an open text file, or of an iterator of lines; None at the end.

    Nothing is read behind the game, which ends with its result or with an empty line after its moves. The
    game may be of a variant in ``games`` besides those of the catalogue. Raises :class:`PgnError` for a bad
    game; the next call reads the game after it.
    """
    sheet = next(sheets(handle, end_at_empty_lines=True), None)
    return None if sheet is None else _game(sheet, tuple(games))


def read(text: str, games: Iterable[Variant] = ()) -> Iterator[Game]:
    """The games in a text, read lazily; ``games`` are as in :func:`read_game`.

    Raises :class:`PgnError` at the first bad game.
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
        raise PgnError(
            Message(
                "there is no game {number}; the last one is game {last}",
                number=number,
                last=last.number,
            )
        )
    return _game(last, tuple(games))


def entries(lines: Iterable[str]) -> Iterator[Entry]:
    """The entries of all games in ``lines``. This is faster than reading their moves."""
    for sheet in sheets(lines):
        headers = _headers(sheet)
        listed = {name: headers.get(name, unknown)[:LONGEST_LISTED] for name, unknown in ROSTER.items()}
        yield Entry(sheet.number, listed, headers["Result"], sheet.plies)


def read_movetext(start: Board, headers: Mapping[str, str], text: str) -> Game:
    """The game that :meth:`.Game.movetext` wrote, with its start and headers. Raises :class:`PgnError`."""
    game = Game(start)
    game.headers = Headers(headers, game.tell)
    # The result ends the game also if it has only comments.
    sheet, *others = [*sheets([*text_lines(text), UNDECIDED])] or [Sheet(1)]
    add_tokens(game, sheet.tokens, parse_uci)
    if others or sheet.headers:
        raise PgnError("there is more here than the moves of one game", headers=headers, game=game)
    return game


def text_lines(text: str) -> list[str]:
    """The lines of a text with any line endings."""
    return re.split(r"\r\n?|\n", text)


def file_lines(path: Path | str) -> Iterator[str]:
    """The lines of a file, read lazily. Raises :class:`PgnError` if it cannot be read."""
    try:
        with open_regular(path) as file:
            for number, raw in enumerate(_raw_lines(file), 1):
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


def _raw_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines without their ends, of which there are three kinds; a line that is too long is the last."""
    rest = b""
    while block := file.read(BLOCK):
        *lines, rest = (rest + block).splitlines(keepends=True)
        yield from (line.rstrip(b"\r\n") for line in lines)
        if len(rest) > LONGEST_LINE:
            break
    if rest:
        yield rest.rstrip(b"\r\n")


def _good(found: Iterable[Game | PgnError]) -> Iterator[Game]:
    for game in found:
        if isinstance(game, PgnError):
            raise game
        yield game


def _game(sheet: Sheet, games: tuple[Variant, ...]) -> Game:
    """The game on a score sheet. Raises :class:`PgnError`."""
    headers = _headers(sheet)
    try:
        start = start_board(headers, games)
    except TagError as error:
        lines = {_usual_name(name): header.line for name, header in sheet.headers.items()}
        raise PgnError(error.message, sheet.number, lines.get(error.tag), headers=headers) from None
    game = Game(start)
    game.headers = Headers({**headers, **_missing(game, headers)}, game.tell)
    must_tell_rolls = start.has_dice and "Seed" not in headers
    add_tokens(game, sheet.tokens, parse_rolled if must_tell_rolls else parse_loosely, sheet.number)
    if len(game.headers) > MOST_HEADERS:  # it could not be read again
        raise PgnError(MANY_HEADERS, sheet.number, headers=headers)
    return game


def _missing(game: Game, headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that the game's start needs and the text does not have."""
    return {name: value for name, value in game.headers.items() if name not in headers}


def _headers(sheet: Sheet) -> dict[str, str]:
    """The headers as written, with the usual capitals and a result."""
    headers = {_usual_name(name): header.text for name, header in sheet.headers.items()}
    said = (headers.get("Result", UNDECIDED), sheet.result)
    result = next((text for text in said if text in RESULTS and text != UNDECIDED), UNDECIDED)
    return {**headers, "Result": result}


def _usual_name(name: str) -> str:
    """A header's name, with the usual capitals if it is a known one."""
    return _USUAL_NAMES.get(name.casefold(), name)


_USUAL_NAMES = {name.casefold(): name for name in (*ROSTER, *START_TAGS)}

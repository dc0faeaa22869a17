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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import BinaryIO

from wormhole.base.errors import Message, reason_of
from wormhole.base.quoting import quoted, shown_path
from wormhole.base.text_files import open_regular
from wormhole.library.game_builder import ROLLED_SANS, SANS, UCIS, add_tokens
from wormhole.library.headers import (
    CHESS,
    RESULTS,
    ROSTER,
    START_TAGS,
    UNDECIDED,
    Headers,
    TagError,
    corrected_start,
    named_game,
)
from wormhole.library.pgn_parser import (
    COMMENT,
    MANY_HEADERS,
    MOST_HEADERS,
    MOVE,
    ParsedGame,
    PgnError,
    Token,
    parse_games,
)
from wormhole.library.pgn_text import BOTH_LOST, bare_result, result_of
from wormhole.library.pgn_warnings import PgnWarning, PgnWarnings
from wormhole.library.piece_letters import ENGLISH, Language, in_english, languages_of, letters_of
from wormhole.library.record import Game
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

CHESS_LETTERS = {*ENGLISH, "P"}

LONGEST_LINE = 1 << 23
"""Bytes. A file that is no PGN may be one huge line, which must not be read into memory."""
LONGEST_LISTED = 200
"""Characters of a header in an entry."""
BLOCK = 1 << 16
"""Bytes that are read at once."""

_USUAL_NAMES = {name.casefold(): name for name in (*ROSTER, *START_TAGS)}


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
    """The games in a file, read lazily; ``games`` are as in :func:`read_game`.

    Lines that are not UTF-8 are read as Latin-1. Raises :class:`PgnError` at the first bad game, or if the
    file cannot be read.
    """
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
    """Every game in a file; for a bad game, an error instead of it.

    Raises :class:`PgnError` if the file cannot be read.
    """
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
    if others or parsed.headers or parsed.warnings.all():
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
    """The game on a score parsed, and the board at its end. Raises :class:`PgnError`.

    If it cannot be read as it stands, it is read with the letters of another language, if it has these.
    """
    games, warnings = tuple(games), parsed.warnings.copy()
    headers = _headers(parsed, warnings)
    try:
        start, corrections = corrected_start(headers, games)
    except TagError as error:
        raise PgnError(error.message, parsed.number, _lines(parsed).get(error.tag), headers=headers) from None
    if corrections:
        headers["FEN"] = start.fen()
        trouble = reduce(lambda one, other: Message("{one}; {other}", one=one, other=other), corrections)
        warnings.add(_lines(parsed)["FEN"], Message("{tag}: {trouble}", tag="FEN", trouble=trouble))
    if "FEN" in headers and start.variant.name != _named(headers, games):
        headers.pop("Variant", None)  # the start has the other one's
        told = Message("the castling is that of {title}", title=Message(start.variant.title))
        warnings.add(_lines(parsed)["FEN"], told)
    reading = _Reading(start, headers, parsed.number, warnings)
    try:
        if _is_lost_by_both(parsed):
            found = reading.read(*_without_result(parsed.tokens))
        else:
            found = reading.read(parsed.tokens)
    except PgnError as error:
        found = _read_otherwise(reading, parsed.tokens, error)
    if len(found[0].headers) > MOST_HEADERS:  # it could not be read again
        raise PgnError(MANY_HEADERS, parsed.number, headers=headers)
    return found


def _named(headers: Mapping[str, str], games: Iterable[Variant]) -> str:
    return named_game(headers.get("Variant", CHESS), games).name


@dataclass(frozen=True)
class _Reading:
    """What is known of a game before its moves are read."""

    start: Board
    """The first board, on which the main line is played."""
    headers: Mapping[str, str]
    number: int
    warnings: PgnWarnings

    def read(self, tokens: Sequence[Token], told: PgnWarning | None = None) -> tuple[Game, Board]:
        """The game with these moves, and the board at its end; ``told`` is one more warning.

        Raises :class:`PgnError`.
        """
        warnings = self.warnings.copy()
        if told is not None:
            warnings.add(told.line, told.message)
        game = Game(self.start)
        game.headers = Headers({**self.headers, **_missing(game, self.headers)}, game.notify)
        must_tell_rolls = self.start.has_dice and "Seed" not in self.headers
        add_tokens(game, self.start, tokens, ROLLED_SANS if must_tell_rolls else SANS, self.number, warnings)
        return game, self.start

    def again(self) -> _Reading:
        """The same from the first position."""
        return replace(self, start=self.start.root())


def _read_otherwise(reading: _Reading, tokens: Sequence[Token], error: PgnError) -> tuple[Game, Board]:
    """The game by another meaning of its tokens, the only one without an error; else raises the error.

    If no meaning is without one, the error is that of the meaning that leads furthest.
    """
    if error.move is not None and error.move == _last_word(tokens) and bare_result(error.move) in BOTH_LOST:
        return reading.again().read(*_without_result(tokens))
    found: dict[str, tuple[Game, Board]] = {}
    if {*reading.start.variant.piece_types} == CHESS_LETTERS:
        words = [word for kind, text, _ in tokens if kind == MOVE for word in text.split()]
        for language in languages_of(letters_of(words)):
            try:
                game, board = reading.again().read(*_translated(tokens, language))
                found.setdefault(game.movetext(), (game, board))
            except PgnError as other:
                error = max(error, other, key=_length)
    if len(found) != 1:
        raise error
    return next(iter(found.values()))


def _is_lost_by_both(parsed: ParsedGame) -> bool:
    """Whether the last word, which may look like castling, and a header say that both sides lost."""
    header = parsed.headers.get("Result")
    words = ("" if header is None else header.text, _last_word(parsed.tokens))
    return all(bare_result(word) in BOTH_LOST for word in words)


def _last_word(tokens: Sequence[Token]) -> str:
    kind, text, _ = tokens[-1] if tokens else (COMMENT, "", 0)
    return text.split()[-1] if kind == MOVE else ""


def _without_result(tokens: Sequence[Token]) -> tuple[list[Token], PgnWarning]:
    """The tokens without the last word, which says that both sides lost; and the warning of it."""
    kind, text, line = tokens[-1]
    word = text.split()[-1]
    told = Message("{text} is read as {result}", text=quoted(word), result=UNDECIDED)
    return [*tokens[:-1], (kind, text.removesuffix(word), line)], PgnWarning(line, told)


def _length(error: PgnError) -> int:
    """The moves before an error."""
    return 0 if error.game is None else sum(1 for _node in error.game.nodes())


def _translated(tokens: Sequence[Token], language: Language) -> tuple[list[Token], PgnWarning]:
    """The tokens with English letters, and the warning of it."""
    found = [
        (kind, " ".join(in_english(word, language) for word in text.split()) if kind == MOVE else text, line)
        for kind, text, line in tokens
    ]
    line = next((new[2] for new, old in zip(found, tokens, strict=True) if new != old), 1)
    return found, PgnWarning(
        line, Message("the letters of the pieces are {language}", language=language.name)
    )


def _missing(game: Game, headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that the game's start needs and the text does not have."""
    return {name: value for name, value in game.headers.items() if name not in headers}


def _headers(parsed: ParsedGame, warnings: PgnWarnings | None = None) -> dict[str, str]:
    """The headers as written, with the usual capitals and a result."""
    headers = {_usual_name(name): header.text for name, header in parsed.headers.items()}
    written = headers.get("Result", UNDECIDED)
    said = (result_of(written), parsed.result)
    if warnings is not None and said[0] is not None and said[0] != written:
        told = Message("{text} is read as {result}", text=quoted(written), result=said[0])
        warnings.add(_lines(parsed)["Result"], told)
    result = next((text for text in said if text in RESULTS and text != UNDECIDED), UNDECIDED)
    return {**headers, "Result": result}


def _lines(parsed: ParsedGame) -> dict[str, int]:
    """The lines of the headers."""
    return {_usual_name(name): header.line for name, header in parsed.headers.items()}


def _usual_name(name: str) -> str:
    """A header's name, with the usual capitals if it is a known one."""
    return _USUAL_NAMES.get(name.casefold(), name)

"""Splits a PGN text into games with headers, tokens and a result. It knows PGN's syntax, but no rules."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from wormhole.library.movetext import PRINTED
from wormhole.rules.errors import Message, WormholeError
from wormhole.rules.quoting import clipped, quoted

if TYPE_CHECKING:
    from wormhole.library.record import Game

_WHERE = {
    (): Message("{why}"),
    ("number",): Message("game {number}: {why}"),
    ("line",): Message("line {line}: {why}"),
    ("number", "line"): Message("game {number}, line {line}: {why}"),
}

MOVE, COMMENT, NAG, OPEN, CLOSE, FAULT = "move", "comment", "nag", "open", "close", "fault"
"""Kinds of tokens: what should be a move, a comment, a NAG, the brackets of a variation, a syntax error."""

_END = r"(?= [\s{}();] | $ )"
_PRINTED = "".join(PRINTED)
_WORD = rf"[^\s{{}}();\[\]!?$…{_PRINTED}]"
_PLAIN_MOVE = r"(?! ep \b ) [A-Za-z] [\w=+\#@/-]{1,19}"
_NUMBER = re.compile(r"\d+\.+")
_NAME = r"\s* (?P<{}> \w [\w+\#=:-]* ) \s*"
# The expression needs memory for each escape; a value with more of them is a loose one.
_VALUE = r"""[^"\\]* (?: \\. [^"\\]* ){0,10000}"""
_TOKEN = re.compile(
    rf"""
      (?P<moves> (?: (?: \d+ \.+ \s* )? {_PLAIN_MOVE} (?: \s+ | (?= [{{}}();!?$] ) | $ ) )+ )
    | (?: \d+ \s* \.+ \s* )? (?! e\.?p\.? {_END} ) (?P<move> [A-Za-z] {_WORD}* )
    | \{{ (?P<comment> [^}}]* ) \}}
    | (?P<nag> \$ 0* \d{{1,5}} (?! \d ) | [!?]{{1,2}} | [{_PRINTED}] | (?! -- ) [-+=/~]+ {_END} )
    | (?P<result> (?: 1-0 | 0-1 | 1/2-1/2 | 1/2 | ½-½ | \* ) (?= [\s{{}}();\[] | $ ) )
    | (?P<aside>
          (?! 0000 (?! [\d.…] ) ) \d+ (?: \.+ | … | {_END} )   # a move's number
        | \.+ | … | \$ \d* | e\.?p\.? {_END}
        | < [^<>]* >
      )
    | (?P<open> \( )
    | (?P<close> \) )
    | ; (?P<remark> .* )
    | \{{ (?P<long_comment> .* )
    | (?P<tag> \[ {_NAME.format("name")} " (?P<value> {_VALUE} ) " \s* \] )
    | (?P<loose_tag> \[ {_NAME.format("loose_name")} " (?P<loose_value> .* ) " \s* \] \s* $ )
    | (?P<bad_tag> \[ .* )
    | (?P<word> {_WORD}+ )
    | (?P<stray> \S )
    """,
    re.VERBOSE,
)
_TAG_LINE = re.compile(rf'\s* \[ {_NAME.format("name")} " {_VALUE} " \s* \] \s* $', re.VERBOSE)
_OPEN_COMMENT = "a comment begins here and does not end"
_OPEN_VARIATION = "a variation begins here and does not end"
_DRAWS = ("1/2", "½-½")
ESCAPE = "%"
"""Lines that begin with it are skipped, as the standard says."""
FIRST_TAG = "Event"
MOST_LINES_IN_DOUBT = 100
"""A comment may hold a line that looks like a tag pair; it must end within so many lines after it."""
LONGEST_NAME = LONGEST_WORD = 255
"""The longest name of a header and the longest move, as in the standard (7). A longer word is no move."""
LONGEST_VALUE = 10_000
"""The most characters of a header."""
MOST_HEADERS = 1_000
MOST_TOKENS = 1_000_000
MOST_CHARACTERS = 1 << 21
"""The most characters of all comments of a game, with one more for each comment."""
MANY_HEADERS = Message("this game has more than {most} headers", most=MOST_HEADERS)
_MANY_TOKENS = Message("this game has more than {most} moves, comments and signs", most=MOST_TOKENS)
_LONG_COMMENTS = Message("the comments of this game have more than {most} characters", most=MOST_CHARACTERS)


class PgnError(WormholeError):
    """A text that is not PGN, or an illegal move in it.

    ``number`` is the game's number in the text and ``line`` the line of the fault, both from 1; ``move`` is
    the bad move as written, and ``why`` says what is wrong. ``game`` holds what was read before the fault; it
    is None if the start position is bad. All but ``why`` may be unknown.
    """

    def __init__(
        self,
        why: str,
        number: int | None = None,
        line: int | None = None,
        *,
        move: str | None = None,
        headers: Mapping[str, str] | None = None,
        game: Game | None = None,
    ) -> None:
        where = {name: value for name, value in (("number", number), ("line", line)) if value is not None}
        super().__init__(_WHERE[tuple(where)], **where, why=why)
        self.why = why
        self.number, self.line, self.move, self.game = number, line, move, game
        self.headers: Mapping[str, str] = headers or {}

    def without_game(self) -> PgnError:
        """The same without ``game``, which is large."""
        return PgnError(self.why, self.number, self.line, move=self.move, headers=dict(self.headers))

    def __reduce__(self) -> tuple[Callable[..., PgnError], tuple[object, ...]]:
        """For :mod:`pickle`, which loses ``game``: its nodes are nested too deep."""
        return _error, (self.why, self.number, self.line, self.move, dict(self.headers))


def _error(
    why: str, number: int | None, line: int | None, move: str | None, headers: Mapping[str, str]
) -> PgnError:
    return PgnError(why, number, line, move=move, headers=headers)


Token = tuple[str, str, int]
"""A token's kind; its text, for a FAULT what is wrong; and its line, from 1.

That of a MOVE may be several moves in a row, with spaces between them.
"""


class Header(NamedTuple):
    """The value of a header and its line, from 1."""

    text: str
    line: int


@dataclass
class ParsedGame:
    """One game as written; ``number`` and lines count from 1.

    Exceeding a limit is a fault. The rest of the game is dropped.
    """

    number: int
    headers: dict[str, Header] = field(default_factory=dict)
    tokens: list[Token] = field(default_factory=list)
    result: str | None = None
    has_moves: bool = False
    """Whether there is a token other than comments."""
    depth: int = 0
    """How many variations have not ended."""
    _opened: list[int] = field(default_factory=list)
    """The indices of their first tokens."""
    _characters: int = 0
    _count: int = 0
    """The number of tokens, each move counted."""
    is_full: bool = False
    """Whether a part of it was refused."""

    @property
    def plies(self) -> int:
        """The number of moves in the main line; they have not been checked."""
        depth = count = 0
        for kind, text, _ in self.tokens:
            if kind == MOVE:
                count += 0 if depth else len(text.split())
            elif kind == OPEN:
                depth += 1
            elif kind == CLOSE:
                depth -= 1
        return count

    def add(self, kind: str, text: str, line: int) -> None:
        """Add a token."""
        if kind == OPEN:
            self.depth += 1
        elif kind == CLOSE:
            if self.depth:
                self.depth -= 1
            else:
                kind = MOVE
        self.has_moves = self.has_moves or kind != COMMENT
        if self.is_full:
            return
        if kind == COMMENT:
            text = text.strip()
            self._characters += len(text) + 1
        if self._characters > MOST_CHARACTERS:
            self._refuse(_LONG_COMMENTS, line)
        elif self._count >= MOST_TOKENS:
            self._refuse(_MANY_TOKENS, line)
        else:
            self._count += 1
            if kind == OPEN:
                self._opened.append(len(self.tokens))
            elif kind == CLOSE:
                self._opened.pop()
            self.tokens.append((kind, text, line))

    def add_moves(self, texts: Sequence[str], line: int) -> None:
        """Add several moves in a row."""
        if self.is_full or self._count + len(texts) > MOST_TOKENS:
            for text in texts:
                self.add(MOVE, text, line)
        else:
            self.has_moves = True
            self._count += len(texts)
            self.tokens.append((MOVE, " ".join(texts), line))

    def add_header(self, name: str, header: Header) -> None:
        """Add a header; a later one replaces an earlier one of the same name."""
        if self.is_full:
            return
        if len(name) > LONGEST_NAME:
            why = Message("the name of this header is longer than {most} characters", most=LONGEST_NAME)
            self._refuse(why, header.line)
        elif len(header.text) > LONGEST_VALUE:
            why = Message("the header {name} is longer than {most} characters", name=name, most=LONGEST_VALUE)
            self._refuse(why, header.line)
        elif len(self.headers) >= MOST_HEADERS and name not in self.headers:
            self._refuse(MANY_HEADERS, header.line)
        else:
            self.headers[name] = header

    def finished(self) -> ParsedGame:
        """The finished game after its last token; an unfinished variation is a fault."""
        if self._opened and not self.is_full:
            first = self._opened[0]
            self.tokens[first:] = [(FAULT, _OPEN_VARIATION, self.tokens[first][2])]
        return self

    def _refuse(self, why: str, line: int) -> None:
        self.tokens.append((FAULT, why, line))
        self.is_full = True


def parse_games(lines: Iterable[str], *, end_at_empty_lines: bool = False) -> Iterator[ParsedGame]:
    """The games in ``lines``, read lazily: no line is read behind that of a game's result.

    With ``end_at_empty_lines`` an empty line after moves ends a game, too. Unexpected text becomes a move or
    a fault, for which the reader reports an error.

    >>> parsed = next(parse_games(['[White "Ada"]', "1. e4 {so} e5 (1... c5) 2. Nf3! 1-0"]))
    >>> parsed.headers["White"].text, parsed.plies, parsed.result
    ('Ada', 3, '1-0')
    >>> [(kind, text) for kind, text, line in parsed.tokens[:3]]
    [('move', 'e4'), ('comment', 'so'), ('move', 'e5')]
    """
    source = _Lines(lines)
    game = ParsedGame(1)
    for line in source:
        if line.startswith(ESCAPE):
            continue
        if end_at_empty_lines and game.has_moves and not line.strip():
            yield game.finished()
            game = ParsedGame(game.number + 1)
        rest: str | None = line
        while rest is not None:
            matches, rest = _TOKEN.finditer(rest), None
            for match in matches:
                kind = match.lastgroup
                if kind == "aside":
                    continue
                if kind in ("moves", "move", "word", "stray"):
                    if game.result is not None:
                        yield game.finished()
                        game = ParsedGame(game.number + 1)
                    if kind == "moves":
                        game.add_moves(_NUMBER.sub(" ", match[kind]).split(), source.number)
                    else:
                        game.add(MOVE, clipped(match[kind], LONGEST_WORD), source.number)
                elif kind == "nag":
                    game.add(NAG, _without_zeros(match[0]), source.number)
                elif kind in ("open", "close"):
                    game.add(kind, match[0], source.number)
                elif kind in ("comment", "remark"):
                    game.add(COMMENT, match[kind], source.number)
                elif kind == "long_comment":
                    begun = source.number
                    text, rest = _rest_of_comment(source, match[kind])
                    game.add(FAULT if rest is None else COMMENT, text, begun)
                    break
                elif kind == "result":
                    # A lone result repeats that of the game before it.
                    if not game.depth and (game.headers or game.tokens):
                        result = "1/2-1/2" if match[0] in _DRAWS else match[0]
                        game.result = game.result or result
                elif kind is not None:
                    name, header = _header(kind, match, source.number)
                    if name and (
                        game.has_moves or game.result or (name == FIRST_TAG and name in game.headers)
                    ):
                        yield game.finished()
                        game = ParsedGame(game.number + 1)
                    if kind == "bad_tag":
                        game.add(FAULT, header.text, header.line)
                    else:
                        game.add_header(name, header)
        if game.result is not None:
            yield game.finished()
            game = ParsedGame(game.number + 1)
    if game.headers or game.has_moves or game.is_full:
        yield game.finished()


class _Lines(Iterator[str]):
    """Lines without their ends, and the number of the last one."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._again: deque[str] = deque()
        self.number = 0

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else next(self._lines)
        self.number += 1
        return line.rstrip("\r\n").removeprefix("\ufeff")

    def put_back(self, lines: list[str]) -> None:
        """Read these lines again, the last ones that were read."""
        self._again.extendleft(reversed(lines))
        self.number -= len(lines)


def _rest_of_comment(source: _Lines, begun: str) -> tuple[str, str | None]:
    """The text of a comment that continues in the next lines, and the rest of its last line.

    If the comment has no end, returns the error and None; the lines from the next tag pair on are read again.
    """
    parts, characters = [begun], len(begun)
    doubtful: list[str] = []
    for line in source:
        part, bracket, rest = line.partition("}")
        if doubtful or _TAG_LINE.match(line):
            doubtful.append(line)
            if "{" in part or len(doubtful) > MOST_LINES_IN_DOUBT + 1:
                break
        if characters <= MOST_CHARACTERS:  # the game refuses a longer comment
            parts.append(part)
            characters += len(part) + 1
        if bracket:
            return "\n".join(parts), rest
    if doubtful:
        source.put_back(doubtful)
    return _OPEN_COMMENT, None


def _header(kind: str, match: re.Match[str], line: int) -> tuple[str, Header]:
    """The name and value of a header; for a bad one what is wrong, and no name inside other text."""
    if kind == "tag":
        return match["name"], Header(_unescaped(match["value"]), line)
    if kind == "loose_tag":
        return match["loose_name"], Header(_unescaped(match["loose_value"]), line)
    trouble = f'{quoted(match[0].strip())} is not a tag; tags are written like [White "Ada"]'
    return "" if match.string[: match.start()].strip() else match[0], Header(trouble, line)


def _unescaped(value: str) -> str:
    if "\\" not in value or len(value) > 2 * LONGEST_VALUE:  # a longer one is refused
        return value
    return re.sub(r'\\(["\\])', r"\1", value)


def _without_zeros(nag: str) -> str:
    """``$0014`` as ``$14``: Python reads no number of thousands of digits."""
    return f"${nag[1:].lstrip('0') or '0'}" if nag.startswith("$") else nag

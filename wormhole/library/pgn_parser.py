"""Splits a PGN text into games with headers, tokens and a result. It knows PGN's syntax, but no rules."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from wormhole.base.errors import Message, WormholeError, message_of
from wormhole.base.quoting import clipped, quoted
from wormhole.library.pgn_text import PRINTED, result_of
from wormhole.library.pgn_warnings import PgnWarnings
from wormhole.rules.written_moves import DASHES, looks_like_move

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
_HALF = r"(?: 1/2 | ½ | 0?[.,]50? )"
_BETWEEN = rf"[ ]? [-:{DASHES}] [ ]?"
_NAME = r"\s* (?P<{}> \w [\w+\#=:-]* ) \s*"
# The expression needs memory for each escape; a value with more of them is a loose one.
_VALUE = r"""[^"\\]* (?: \\. [^"\\]* ){0,10000}"""
_TOKEN = re.compile(
    rf"""
      (?P<moves> (?: (?: \d+ \.+ \s* )? {_PLAIN_MOVE} (?: \s+ | (?= [{{}}();!?$] ) | $ ) )+ )
    | (?: \d+ \s* \.+ \s* )? (?! e\.?p\.? {_END} ) (?P<move> [A-Za-z] {_WORD}* )
    | \{{ (?P<comment> [^}}]* ) \}}
    | (?P<tag> \[ {_NAME.format("name")} " (?P<value> {_VALUE} ) " \s* \] )
    | (?P<loose_tag> \[ {_NAME.format("loose_name")} " (?P<loose_value> .* ) " \s* \] \s* $ )
    | (?P<bad_tag> \[ .* )
    | (?P<nag> \$ 0* \d{{1,5}} (?! \d ) | [!?]{{1,2}} | [{_PRINTED}] | (?! -- ) [-+=/~]+ {_END} )
    | (?P<result> (?: 1-0 | 0-1 | 1/2-1/2 | 1/2 | ½-½ | \* ) (?= [\s{{}}();\[] | $ ) )
    | (?P<odd_result> (?= [01½+.,=-] ) (?:
          1 {_BETWEEN} 0 | 0 {_BETWEEN} 1 | {_HALF} {_BETWEEN} {_HALF} | ½ | \+ {_BETWEEN} - | - {_BETWEEN} \+
        | 0 [ ]? : [ ]? 0 | = {_BETWEEN} =
      ) {_END} )
    | (?P<bracketed_number> \d+ [):] )
    | (?P<aside>
          (?! 0{{2,4}} (?! [\d.…] ) ) \d+ (?: \.+ | … | {_END} )   # a move's number
        | \.+ | … | \$ \d* | e\.?p\.? {_END}
        | < [^<>]* >
      )
    | (?P<suffix> \( (?: =? [^\W\d_] \u0440? | ch | check | mate ) \) )
    | (?P<open> \( )
    | (?P<close> \) )
    | ; (?P<remark> .* )
    | \{{ (?P<long_comment> .* )
    | (?P<word> {_WORD}+ )
    | (?P<stray> \S )
    """,
    re.VERBOSE,
)
_TAG_LINE = re.compile(rf'\s* \[ {_NAME.format("name")} " {_VALUE} " \s* \] \s* $', re.VERBOSE)
_OPEN_COMMENT = "a comment begins here and does not end"
_OPEN_VARIATION = "a variation begins here and does not end"
_LATE_COMMENT = Message("a comment after the result is read as one of the game before it")
_USUAL_RESULTS = ("1-0", "0-1", "1/2-1/2", "1/2", "½-½", "*")
_MOVES = ("moves", "move", "word", "stray", "suffix")
"""The tokens that should be moves."""
_CLOSING = ("}", "]")
_NUMBERED = re.compile(r"\s*\d+\s*[.):…]+\s*")
_OPENING = re.compile(r"\(\s*(?P<number>\d+\s*[.):…]*\s*)?")
_DOUBLE, _SINGLE = '"\u201c\u201d\u201e\u201f\u00ab\u00bb', "'`\u2018\u2019\u201a\u2039\u203a\u00b4"
_QUOTES = f"{_DOUBLE}{_SINGLE} "
_FIRST_QUOTE = re.compile(rf"[{_DOUBLE}]|(?<=\s)[{_SINGLE}]")
_LOOSE_NAME = re.compile(r"[^\W\d]\w*")
LONGEST_NUMBER = 10
MOST_WORDS_OF_NAME = 3
MOST_LINES_OF_TAG = 10
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
    """The value of a header and its line, from 1; and what is wrong with how it is written."""

    text: str
    line: int
    trouble: str = ""
    is_bad: bool = False
    """Whether it cannot be read."""


@dataclass
class ParsedGame:
    """One game as written; ``number`` and lines count from 1.

    Exceeding a limit is a fault. The rest of the game is dropped.
    """

    number: int
    headers: dict[str, Header] = field(default_factory=dict)
    tokens: list[Token] = field(default_factory=list)
    result: str | None = None
    result_line: int = 0
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
    is_over: bool = False
    """Whether an empty line came after its result."""
    has_brackets: bool = False
    """Whether its moves are numbered like ``1)``."""
    warnings: PgnWarnings = field(default_factory=PgnWarnings)
    ignored: tuple[str, int] | None = None
    """The first text before it that is no game, and its line."""

    @property
    def is_at_end(self) -> bool:
        """Whether its main line has ended with a result."""
        return self.result is not None and not self.depth

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
            if not self.depth:
                self.drop(text, line)
                return
            self.depth -= 1
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

    def add_comment(self, text: str, line: int) -> None:
        """Add a comment; one after the result belongs to this game, too."""
        self.add(COMMENT, text, line)
        if self.result is not None and line != self.result_line and text.strip():
            self.warnings.add(line, _LATE_COMMENT)

    def add_words(self, text: str, line: int) -> None:
        """Add text that is neither moves nor a comment in brackets; what is not of this game is left out."""
        is_comment = not self.is_over if self.result is not None else bool(self.headers)
        if is_comment and any(map(str.isalnum, text)):
            self.add(COMMENT, text, line)
            self.warnings.add(line, Message("{text} is read as a comment", text=quoted(text)))
        else:
            self.ignored = self.ignored or (text, line)
            self.warnings.add(line, Message("{text} between games is left out", text=quoted(text)))

    def add_nag(self, text: str, line: int) -> None:
        """Add a NAG to the last move; without any move, a sign may be the result."""
        if self.has_moves:
            self.add(NAG, _without_zeros(text), line)
        elif not text.startswith("$") and result_of(text) is not None:
            self.add_result(text, line)

    def add_result(self, text: str, line: int) -> None:
        """End the main line; a second result, or one without a game, repeats the first one."""
        if self.depth or self.result is not None or not (self.headers or self.tokens):
            return
        self.result, self.result_line = result_of(text), line
        if text not in _USUAL_RESULTS:
            self.warnings.add(
                line, Message("{text} is read as {result}", text=quoted(text), result=self.result)
            )

    def add_bracketed_number(self, text: str, line: int) -> None:
        """Add a move's number such as ``1)``, of which the bracket may end a variation."""
        if text.endswith(")") and self.depth and not self.has_brackets:
            self.add(CLOSE, ")", line)
        else:
            self.has_brackets = self.has_brackets or text.endswith(")")
            self.warnings.add(line, Message("{text} is read as a move's number", text=quoted(text)))

    def drop(self, text: str, line: int) -> None:
        """Leave out a bracket that closes nothing."""
        self.warnings.add(line, Message("{text} closes nothing and is left out", text=quoted(text)))

    def add_header(self, name: str, header: Header) -> None:
        """Add a header; a later one replaces an earlier one of the same name. A bad one is a fault."""
        if header.is_bad:
            self.add(FAULT, header.trouble, header.line)
            return
        if self.is_full:
            return
        if header.trouble:
            self.warnings.add(header.line, message_of(header.trouble))
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
    """The games in ``lines``, read lazily: lines are read up to the one where the next game begins.

    What comes after a result until then belongs to the game that ended; what is no part of a game is left
    out. With ``end_at_empty_lines`` a game also ends with an empty line after its moves, or with the line of
    its result, and nothing is read behind that. Unexpected text becomes a move or a fault, for which the
    reader reports an error.

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
        elif game.result is not None and not line.strip():
            game.is_over = True
        rest: str | None = line
        while rest is not None:
            matches, rest = _TOKEN.finditer(rest), None
            for match in matches:
                kind = match.lastgroup
                if kind == "aside":
                    continue
                if kind in _MOVES:
                    if not game.has_moves or (game.result is not None and not game.depth):
                        if _is_text(game, match):
                            game.add_words(match.string[match.start() :].strip(), source.number)
                            break
                        if game.result is not None:
                            yield game.finished()
                            game = ParsedGame(game.number + 1)
                    if kind == "moves":
                        game.add_moves(_NUMBER.sub(" ", match[kind]).split(), source.number)
                    elif match[0] in _CLOSING:
                        game.drop(match[0], source.number)
                    else:
                        game.add(MOVE, clipped(match[kind], LONGEST_WORD), source.number)
                elif kind == "nag":
                    game.add_nag(match[0], source.number)
                elif kind == "open" and game.is_at_end and not _opens_variation(match):
                    game.add_words(match.string[match.start() :].strip(), source.number)
                    break
                elif kind in ("open", "close"):
                    game.add(kind, match[0], source.number)
                elif kind in ("comment", "remark"):
                    game.add_comment(match[kind], source.number)
                elif kind == "long_comment":
                    begun = source.number
                    text, rest = _rest_of_comment(source, match[kind])
                    if rest is None:
                        game.add(FAULT, text, begun)
                    else:
                        game.add_comment(text, begun)
                    break
                elif kind in ("result", "odd_result"):
                    game.add_result(match[0], source.number)
                elif kind == "bracketed_number":
                    game.add_bracketed_number(match[0], source.number)
                elif kind is not None:
                    name, header = _header(kind, match, source, game)
                    if name and (
                        game.has_moves or game.result or (name == FIRST_TAG and name in game.headers)
                    ):
                        yield game.finished()
                        game = ParsedGame(game.number + 1)
                    game.add_header(name, header)
        if end_at_empty_lines and game.is_at_end:
            yield game.finished()
            game = ParsedGame(game.number + 1)
    is_begun = bool(game.headers) or game.has_moves or game.is_full
    if game.result is not None or (is_begun and source.error is None):
        yield game.finished()
    elif game.ignored is not None and game.number == 1:
        game.add(MOVE, *game.ignored)
        yield game
    if source.error is not None:
        raise source.error


class _Lines(Iterator[str]):
    """Lines without their ends, which may be those of a file of DOS, and the number of the last one.

    ``error`` is why there are no more, if they end early.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._again: deque[str] = deque()
        self.number = 0
        self.error: PgnError | None = None

    def __next__(self) -> str:
        try:
            line = self._again.popleft() if self._again else next(self._lines)
        except PgnError as error:
            self.error = error
            raise StopIteration from None
        self.number += 1
        return line.rstrip("\r\n\0\x1a").removeprefix("\ufeff")

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


def _is_text(game: ParsedGame, match: re.Match[str]) -> bool:
    """Whether text where a game may begin is no move: of a letter, a book, or what separates games."""
    if _NUMBERED.match(match.string, match.start()) or looks_like_move(match[0]):
        return False
    before = match.string[max(0, match.start() - LONGEST_NUMBER) : match.start()]
    return _NUMBERED.fullmatch(before.split()[-1] if before.split() else "") is None


def _opens_variation(match: re.Match[str]) -> bool:
    """Whether a move follows a bracket after the result."""
    opening = _OPENING.match(match.string, match.start())
    assert opening is not None
    return opening["number"] is not None or looks_like_move(match.string[opening.end() : opening.end() + 20])


def _header(kind: str, match: re.Match[str], source: _Lines, game: ParsedGame) -> tuple[str, Header]:
    """The name and value of a header, which may continue in the next lines.

    A bad one has its text as its name, or no name inside other text.
    """
    line = source.number
    if kind == "tag":
        return match["name"], Header(_unescaped(match["value"]), line)
    if kind == "loose_tag":
        return match["loose_name"], Header(_unescaped(match["loose_value"]), line)
    written, is_first = match[0].strip(), not match.string[: match.start()].strip()
    if is_first:
        written = _whole_tag(source, written)
        name, value = _loose_pair(written)
        if name and (name == FIRST_TAG or game.result is not None or not game.has_moves):
            told = Message("{text} is read as the header {name}", text=quoted(written), name=quoted(name))
            return name, Header(value, line, told)
    trouble = f'{quoted(written)} is not a tag; tags are written like [White "Ada"]'
    return written if is_first else "", Header("", line, trouble, is_bad=True)


def _whole_tag(source: _Lines, begun: str) -> str:
    """A tag with the lines in which it continues, if its bracket closes there."""
    if begun.endswith("]") or not _FIRST_QUOTE.search(begun):
        return begun
    read: list[str] = []
    for line in source:
        read.append(line)
        text = line.strip()
        if text.endswith("]") and not text.startswith("["):
            return " ".join([begun, *(each.strip() for each in read)])
        if not text or text.startswith("[") or len(read) >= MOST_LINES_OF_TAG:
            break
    source.put_back(read)
    return begun


def _loose_pair(written: str) -> tuple[str, str]:
    """The name and the value of a tag with other quotes or none; no name if it is no tag."""
    inner = written.removeprefix("[").removesuffix("]").strip()
    quote = _FIRST_QUOTE.search(inner)
    if quote is not None:
        words = inner[: min(quote.start(), LONGEST_NAME)].split()
        name = "".join(word[:1].upper() + word[1:] for word in words)
        if words and len(words) <= MOST_WORDS_OF_NAME and _LOOSE_NAME.fullmatch(name):
            return name, _unescaped(inner[quote.start() :].strip(_QUOTES))
    name, _, value = inner.partition(" ")
    is_pair = name[:1].isupper() and _LOOSE_NAME.fullmatch(name) and written.endswith("]")
    return (name, value.strip()) if is_pair and value.strip() else ("", "")


def _unescaped(value: str) -> str:
    if "\\" not in value or len(value) > 2 * LONGEST_VALUE:  # a longer one is refused
        return value
    return re.sub(r'\\(["\\])', r"\1", value)


def _without_zeros(nag: str) -> str:
    """``$0014`` as ``$14``: Python reads no number of thousands of digits."""
    return f"${nag[1:].lstrip('0') or '0'}" if nag.startswith("$") else nag

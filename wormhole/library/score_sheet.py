"""Splits a PGN text into games with tags, words and a result. It knows PGN's syntax, but no rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from wormhole.rules.quoting import quoted

_TOKEN = re.compile(
    r"""
      (?P<skipped> \{ [^}]* \} | ;.* )           # a comment
    | (?P<comment> \{.* )                      # a comment that goes on in the next line
    | (?P<tag> \[ \s* (?P<name> \w+ ) \s* " (?P<value> (?: [^"\\] | \\. )* ) " \s* \] )
    | (?P<loose_tag> \[ \s* (?P<loose_name> \w+ ) \s* " (?P<loose_value> .* ) " \s* \] \s* $ )
    | (?P<bad_tag> \[.* )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<result> (?: 1-0 | 0-1 | 1/2-1/2 | 1/2 | ½-½ | \* ) (?= [\s{}();\[] | $ ) )
    | (?P<aside>
          \$\d*                                 # a numeric annotation
        | [!?]+
        | \d+ (?: \.+ | … | (?= [\s{}();] | $ ) )   # a move's number
        | \.+ | …
        | (?! -- ) [-+=/]+ (?= [\s{}();] | $ )  # an evaluation, such as +-
        | < [^<>]* >
        | e\.?p\.? (?= [\s{}();] | $ )
      )
    | (?P<word> [^\s{}();\[\]!?$]+ )
    | (?P<stray> \S )
    """,
    re.VERBOSE,
)
_TAG_LINE = re.compile(r'\s*\[\s*\w+\s*"(?:[^"\\]|\\.)*"\s*\]\s*$')
_OPEN_COMMENT = "a comment begins here and does not end"
_OPEN_VARIATION = "a variation begins here and does not end"
_DRAWS = ("1/2", "½-½")
ESCAPE = "%"
"""Lines that begin with it are skipped, as the standard says."""
FIRST_TAG = "Event"


class Word(NamedTuple):
    """A word of a game's moves and its line, from 1."""

    text: str
    line: int


@dataclass
class Sheet:
    """One game as written; ``number`` and lines count from 1."""

    number: int
    tags: dict[str, Word] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    """The words that should be moves."""
    result: str | None = None
    fault: Word | None = None
    """The first syntax error, in words, and its line."""


def sheets(lines: Iterable[str]) -> Iterator[Sheet]:
    """The games in ``lines``, read lazily.

    Comments, annotations, move numbers and variations are left out. Anything unexpected is kept as a word
    or a fault, for which the reader reports an error.

    >>> sheet = next(sheets(['[White "Ada"]', "1. e4 {so} e5 (1... c5) 2. Nf3! 1-0"]))
    >>> sheet.tags["White"].text, [word.text for word in sheet.words], sheet.result
    ('Ada', ['e4', 'e5', 'Nf3'], '1-0')
    """
    sheet = Sheet(1)
    opened: list[int] = []
    for kind, word, name in _tokens(lines):
        if name and opened:
            sheet.fault = sheet.fault or Word(_OPEN_VARIATION, opened[0])
            opened = []
        if _begins_game(sheet, kind, name) and not opened:
            yield sheet
            sheet = Sheet(sheet.number + 1)
        if kind == "fault":
            sheet.fault = sheet.fault or word
        elif kind == "tag":
            sheet.tags[name] = word
        elif kind == "open":
            opened.append(word.line)
        elif kind == "close" and opened:
            opened.pop()
        elif opened:
            continue
        elif kind == "result":
            # A lone result repeats that of the game before it.
            if sheet.tags or sheet.words:
                sheet.result = sheet.result or word.text
        else:
            sheet.words.append(word)
    if opened:
        sheet.fault = sheet.fault or Word(_OPEN_VARIATION, opened[0])
    if sheet.tags or sheet.words or sheet.fault:
        yield sheet


def _begins_game(sheet: Sheet, kind: str, tag: str) -> bool:
    """Whether the next token begins a new game after ``sheet``."""
    if tag:
        return bool(sheet.words or sheet.result or (tag == FIRST_TAG and tag in sheet.tags))
    return kind == "word" and sheet.result is not None


def _tokens(lines: Iterable[str]) -> Iterator[tuple[str, Word, str]]:
    """Kind (tag, open, close, result, word, fault), text and, for tags and bad tags, a name."""
    comment_line = None
    for number, line in enumerate(lines, 1):
        position = 0
        if comment_line is not None:
            if _TAG_LINE.match(line):
                yield "fault", Word(_OPEN_COMMENT, comment_line), ""
            else:
                position = line.find("}") + 1
                if not position:
                    continue
            comment_line = None
        elif line.startswith(ESCAPE):
            continue
        for match in _TOKEN.finditer(line, position):
            kind = match.lastgroup
            if kind == "word":
                yield "word", Word(match[0], number), ""
            elif kind == "comment":
                comment_line = number
            elif kind not in ("skipped", "aside"):
                yield _read(str(kind), match, number)
    if comment_line is not None:
        yield "fault", Word(_OPEN_COMMENT, comment_line), ""


def _read(kind: str, match: re.Match[str], line: int) -> tuple[str, Word, str]:
    text = match[0]
    if kind == "tag":
        return "tag", Word(_unescaped(match["value"]), line), match["name"]
    if kind == "loose_tag":
        return "tag", Word(_unescaped(match["loose_value"]), line), match["loose_name"]
    if kind == "bad_tag":
        trouble = f'{quoted(text.strip())} is not a tag; tags are written like [White "Ada"]'
        return "fault", Word(trouble, line), "" if match.string[: match.start()].strip() else text
    if kind == "result":
        return "result", Word("1/2-1/2" if text in _DRAWS else text, line), ""
    return ("word" if kind == "stray" else kind), Word(text, line), ""


def _unescaped(value: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", value)

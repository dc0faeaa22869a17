"""Score sheets: the words of a PGN text, parted into games. Knows the notation's marks, but no chess."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from wormhole.rules.quoting import quoted

_TOKEN = re.compile(
    r"""
      (?P<skipped> \{ [^}]* \} | ;.* )           # a comment
    | (?P<comment> \{.* )                      # one that goes on
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
        | (?! -- ) [-+=/]+ (?= [\s{}();] | $ )  # an opinion on the position, such as +-
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
"""A line that begins with it is for other programs."""
FIRST_TAG = "Event"


class Word(NamedTuple):
    """A word of a game's moves and the line, from 1, that it stands on."""

    text: str
    line: int


@dataclass
class Sheet:
    """One game as it is written: ``number`` and lines count from 1."""

    number: int
    tags: dict[str, Word] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    """What should be the moves."""
    result: str | None = None
    fault: Word | None = None
    """What is wrong with the sheet itself, in words, and where."""


def sheets(lines: Iterable[str]) -> Iterator[Sheet]:
    """The games that ``lines`` hold, one by one; no more lines are read than needed.

    Comments, annotations, move numbers and variations are left out. What is in no order is kept as a word
    or a fault for the reader to complain about.

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
            # A lone result is a second sign under the game before it.
            if sheet.tags or sheet.words:
                sheet.result = sheet.result or word.text
        else:
            sheet.words.append(word)
    if opened:
        sheet.fault = sheet.fault or Word(_OPEN_VARIATION, opened[0])
    if sheet.tags or sheet.words or sheet.fault:
        yield sheet


def _begins_game(sheet: Sheet, kind: str, tag: str) -> bool:
    """Whether what comes next belongs no more to the game on ``sheet``."""
    if tag:
        return bool(sheet.words or sheet.result or (tag == FIRST_TAG and tag in sheet.tags))
    return kind == "word" and sheet.result is not None


def _tokens(lines: Iterable[str]) -> Iterator[tuple[str, Word, str]]:
    """Kind, text and, for what stands where tags do, a name: tag, open, close, result, word, fault."""
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
        trouble = f'{quoted(text.strip())} is no tag; tags are written like [White "Ada"]'
        return "fault", Word(trouble, line), "" if match.string[: match.start()].strip() else text
    if kind == "result":
        return "result", Word("1/2-1/2" if text in _DRAWS else text, line), ""
    return ("word" if kind == "stray" else kind), Word(text, line), ""


def _unescaped(value: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", value)

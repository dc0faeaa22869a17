"""The text of PGN: tag pairs, moves with their numbers, comments, annotations and lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted
from wormhole.rules.written_moves import DASHES, NOVELTY

LINE_WIDTH = 79
"""The greatest width of lines of moves; a comment is not broken."""

MOVE_MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The glyphs that judge a move; a move has at most one of them."""

SIGNS = {**MOVE_MARKS, 10: "=", 13: "~", 14: "+=", 15: "=+", 16: "+/-", 17: "-/+", 18: "+-", 19: "-+"}
"""The common signs as they are typed: fonts seldom have those of printers."""

PRINTED = {"‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "□": 7, "∞": 13, "⩲": 14, "⩱": 15, "±": 16, "∓": 17}
"""The signs of printers, each one letter."""

_NUMBERS = {sign: nag for nag, sign in SIGNS.items()} | PRINTED | {"+/=": 14, "=/+": 15, NOVELTY: 146}

BOTH_LOST = ("0-0", "---", "-/-")
"""Neither side has a point. PGN has no result for it."""
_RESULTS = {
    **dict.fromkeys(("1-0", "+--", "+/-", "+-", "1-o", "1-O"), "1-0"),
    **dict.fromkeys(("0-1", "--+", "-/+", "-+", "o-1", "O-1"), "0-1"),
    **dict.fromkeys(("1/2-1/2", "1/2", "=-=", "="), "1/2-1/2"),
    **dict.fromkeys(("*", *BOTH_LOST), "*"),
}
"""Results with hyphens, a half with ``1/2``; ``+`` is a point without a game."""
_HALF = re.compile("½|0?[.,]50?(?!\\d)")
_BETWEEN = str.maketrans(dict.fromkeys(f"{DASHES}:", "-") | {" ": None})


class HeaderError(WormholeError):
    """A header whose name cannot be written."""


def game_text(headers: Mapping[str, str], tokens: Iterable[str]) -> str:
    """A game as PGN, which ends with an empty line, so that another game can follow.

    Raises :class:`HeaderError` for a bad name of a header.
    """
    pairs = [tag_pair(name, value) for name, value in headers.items()]
    return "\n".join([*pairs, "", *lines((*tokens, headers["Result"])), "", ""])


def is_tag_name(name: str) -> bool:
    """Whether a header of that name can be written.

    >>> is_tag_name("WhiteElo"), is_tag_name("White Elo")
    (True, False)
    """
    return re.fullmatch(r"\w[\w+#=:-]*", name) is not None


def tag_pair(name: str, value: str) -> str:
    """A header as a line.

    >>> tag_pair("White", 'Ada "the" Great')
    '[White "Ada \\\\"the\\\\" Great"]'
    """
    if not is_tag_name(name):
        raise HeaderError(f"{quoted(name)} is not a tag name; use only letters, digits and underscores")
    escaped = re.sub(r'(["\\])', r"\\\1", re.sub(r"[\x00-\x1f\x7f]+", " ", value))
    return f'[{name} "{escaped}"]'


def comment_token(text: str) -> str:
    """A comment in braces; PGN has no way to write a closing brace inside."""
    text = re.sub(r"\r\n?", "\n", text.replace("}", ")"))
    return f"{{ {text.strip()} }}"


@lru_cache(maxsize=1024)
def number_token(ply: int) -> str:
    """The number before the move of that ply, counted from 0 for White's first."""
    number, is_blacks = divmod(ply, 2)
    return f"{number + 1}{'...' if is_blacks else '.'}"


def lines(tokens: Iterable[str]) -> Iterator[str]:
    """The tokens in lines of at most LINE_WIDTH characters; a longer token has a line of its own."""
    line = ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > LINE_WIDTH:
            yield line
            line = token
        elif line:
            line += token if line.endswith("(") or token == ")" else f" {token}"
        else:
            line = token
    if line:
        yield line


def signs(nags: Iterable[int]) -> list[tuple[int, str]]:
    """The glyphs that have a sign, each with its sign, in the order in which they are printed.

    >>> signs({16, 3, 146})
    [(3, '!!'), (16, '+/-')]
    """
    return [(nag, SIGNS[nag]) for nag in sorted(nags) if nag in SIGNS]


def result_of(text: str) -> str | None:
    """The result of the standard for one as people write it; None for another text.

    >>> result_of("1 : 0"), result_of("½–½"), result_of("0.5-0.5"), result_of("+:-"), result_of("1-2")
    ('1-0', '1/2-1/2', '1/2-1/2', '1-0', None)
    """
    return _RESULTS.get(text) or _RESULTS.get(bare_result(text))


def bare_result(text: str) -> str:
    """A result with hyphens and without blanks."""
    return _HALF.sub("1/2", text).translate(_BETWEEN)


def number_of(text: str) -> int | None:
    """The glyph written as ``$n`` or as a sign; None for an unknown sign.

    >>> number_of("$14"), number_of("!?"), number_of("++")
    (14, 5, None)
    """
    return int(text[1:]) if text.startswith("$") else _NUMBERS.get(text)

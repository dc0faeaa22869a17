"""PGN with texts that a page must not take for anything else, for the tests of pages."""

from __future__ import annotations

import random

from wormhole import Board

NASTY = (
    "</script><script>alert(1)</script>",
    "</style><b>",
    "<!--",
    "-->",
    "\"'&amp;<",
    "]]>",
    "\u202eturned\u2066",
    "\x00\x01\u2028\u2029",
    "\\u003c/script>",
    "${title} {{x}} $title",
    "{piece}",
)
STRANGE = (
    *NASTY,
    *("<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "javascript:alert(1)", "&lt;b&gt;"),
    *(
        "[%csl Ge4,Rzz]",
        "[%cal Ga1h8",
        "[%eval #-3]",
        "[%eval 1e9]",
        "[%clk 99:99:99]",
        "[%emt x]",
        "\\",
        "%",
    ),
    *("\ufeff", "\ufffe", "\U0001f600", "e\u0301" * 9, "\u200f\u0627\u0644", "\t", "\x7f", "'" * 40),
)
GAMES = ("wormhole", "chess", "crazyhouse", "xiangqi", "smess", "wormhole-omega")


def strange_pgn(dice: random.Random) -> str:
    """A game of random moves with strange names, comments, signs and variations.

    Half of them have characters that were removed, doubled or put elsewhere, so some are no games any more.
    """
    board = Board(dice.choice(GAMES))
    words = [_comment(dice)]
    for _ in range(dice.randrange(12)):
        moves = board.legal_moves
        if not moves or board.outcome() is not None:
            break
        move, other = dice.choice(moves), dice.choice(moves)
        words += [board.san(move), f"${dice.choice((1, 2, 3, 4, 5, 6, 10, 139, 255, 9999))}", _comment(dice)]
        if dice.random() < 0.2 and other != move:
            words.append(f"( {_comment(dice)} {board.san(other)} {_comment(dice)} )")
        board.push(move)
    names = ("Event", "Site", "White", "Black", "Annotator", "Date", "Round")
    tags = [("Variant", board.variant.name), *((name, _text(dice)) for name in names)]
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags)
    return f"{head}\n{_damaged(' '.join(words), dice)} *\n\n"


def _text(dice: random.Random) -> str:
    return " ".join(dice.choice(STRANGE) for _ in range(dice.randrange(1, 4)))


def _comment(dice: random.Random) -> str:
    return f"{{ {_text(dice).replace('}', ')')} }}" if dice.random() < 0.7 else ""


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _damaged(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice((0, 0, 1, 3))):
        at, end = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + 9)
        text = dice.choice((text[:at] + text[end:], text[:end] + text[at:], text[:at] + "{" + text[at:]))
    return text

"""Spoils text for ``tests.support.fuzz.fuzz``."""

from __future__ import annotations

import random
from collections.abc import Sequence

LONG_SHARE = 0.01
"""The share of inputs that are repeated until they are long."""

STRANGE = [
    *(
        "\0",
        "\n",
        "\r",
        "\t",
        " ",
        "\x1b",
        "\x7f",
        "\u00e9",
        "\u202e",
        "\u2028",
        "\ufeff",
        "\ufffd",
        "\udcff",
    ),
    *("\U0001f469\u200d\U0001f467", "\u0663", "\u00b2", "\u00bd", "\\u0000", "\\", '"', "'", "'''", '"""'),
    *("-1", "0", "1e999", "nan", "inf", "-0.0", "9" * 30, "9" * 5000, "0x" + "f" * 600, "1" * 400 + "."),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "[[",
        "]]",
        "{a=",
        "a.b.",
        "=",
        ":",
        ";",
        ",",
        "#",
        "%",
        "@",
        "/",
    ),
    *(
        "~",
        "~nobody/",
        "../",
        "/dev/null",
        "x",
        "*",
        "+",
        "--",
        "$",
        "e.p.",
        "O-O-O",
        "1-0",
        "{so}",
        "2026-02-31",
    ),
]


def _with_lines_of(text: str, other: str, dice: random.Random) -> str:
    """The text with a line of another sample, or a word of it, in the place of one of its own."""
    lines, others = text.split("\n"), other.split("\n")
    at, start = dice.randrange(len(lines)), dice.randrange(len(others))
    if dice.random() < 0.5:
        words = lines[at].split(" ")
        words[dice.randrange(len(words))] = dice.choice(others[start].split(" "))
        lines[at] = " ".join(words)
    else:
        lines[at : at + dice.randrange(2)] = others[start : start + dice.choice((1, 1, 3))]
    return "\n".join(lines)


def spoilt(samples: Sequence[str], dice: random.Random, longest: int) -> str:
    """A text made of samples and of strange parts."""
    text = dice.choice(samples)
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.choice((0, 1, 1, 2, 5, 40)))
        kind = dice.randrange(7)
        if kind == 0:
            text = text[:start] + dice.choice(STRANGE) + text[end:]
        elif kind == 1:
            text = text[:start] + text[end:]
        elif kind == 2:
            other = dice.choice(samples)
            text = text[:start] + other[dice.randrange(len(other) + 1) :]
        elif kind == 5:
            text = _with_lines_of(text, dice.choice(samples), dice)
        elif kind == 3:
            text = text[:start] + text[start:end] * dice.choice((2, 3, 20)) + text[end:]
        elif kind == 4 and text:
            start = min(start, len(text) - 1)
            text = (
                text[:start] + chr((ord(text[start]) ^ 1 << dice.randrange(8)) & 0xFFFF) + text[start + 1 :]
            )
        else:
            text = text[:start] + "".join(dice.choices(text + " ", k=3)) + text[end:]
    if dice.random() < LONG_SHARE:
        part = dice.choice([*STRANGE, text[: dice.randrange(1, 40)] or "x"])
        text = text[: dice.randrange(len(text) + 1)] + part * (longest // len(part)) + text[-20:]
    return text[:longest]

"""The commands in PGN comments: clocks, move times, evaluations, circles and arrows.

They are written like ``[%clk 0:05:00]`` (the supplement of 2001 to the PGN standard, and what lichess and
ChessBase write). A comment stores its commands as text, so that unknown ones are not lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

CLOCK, MOVE_TIME = "clk", "emt"
COLOURS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
"""The letters of the colours of circles and arrows."""

_COMMAND = re.compile(r"\s?\[%\w+(?:\s[^\]]*)?\]")
_TIME = r"\[%{}\s+(\d{{1,9}}):(\d{{1,9}}):(\d{{1,9}}(?:\.\d*)?)\s*\]"
_TIMES = {name: re.compile(_TIME.format(name)) for name in (CLOCK, MOVE_TIME)}
_SCORE = re.compile(
    r"\[%eval\s+(?:#([+-]?\d{1,9})|([+-]?(?:\d{1,9}\.?\d{0,9}|\.\d{1,9})))(?:,(\d{1,9}))?\s*\]"
)
_SHAPES = re.compile(r"\[%(?:csl|cal)\s+([^\]]*)\]")
_SHAPE = re.compile(r"([GRYB])(.{1,16})")
"""A colour and one or two names of squares."""


@dataclass(frozen=True)
class Score:
    """An evaluation for White: centipawns, or moves to mate (negative if Black mates), and its depth."""

    centipawns: int | None = None
    mate: int | None = None
    depth: int | None = None


@dataclass(frozen=True)
class Shape:
    """An arrow between two squares, or a circle around one; ``colour`` is a value of ``COLOURS``."""

    from_square: int
    to_square: int
    colour: str = "green"


def words(comment: str) -> str:
    """The comment without its commands.

    >>> words("[%clk 0:01:30] a fork")
    'a fork'
    """
    commands, rest = _split(comment)
    return f"{_COMMAND.sub('', commands)}{rest}".strip()


def with_words(comment: str, text: str) -> str:
    """The comment with other words and the same commands."""
    found = _COMMAND.findall(_split(comment)[0])
    return " ".join([*(command.strip() for command in found), text.strip()]).strip()


def seconds(comment: str, name: str) -> float | None:
    """The seconds of the first command ``name``, CLOCK or MOVE_TIME.

    >>> seconds("[%clk 1:02:03.5]", CLOCK)
    3723.5
    """
    found = _TIMES[name].search(comment)
    return None if found is None else int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3])


def with_seconds(comment: str, name: str, value: float | None) -> str:
    """The comment with that time, or without it if ``value`` is None."""
    if value is None:
        return _replaced(comment, _TIMES[name], "")
    minutes, milliseconds = divmod(round(max(0.0, value) * 1000), 60_000)
    text = f"{milliseconds / 1000:06.3f}".rstrip("0").rstrip(".")
    return _replaced(comment, _TIMES[name], f"[%{name} {minutes // 60}:{minutes % 60:02}:{text}]")


def score(comment: str) -> Score | None:
    """The evaluation: in pawns with a decimal point, as of lichess; else in centipawns, as of ChessBase.

    >>> score("[%eval -1.25,18]"), score("[%eval #3]"), score("[%eval 14,24]")  # doctest: +ELLIPSIS
    (Score(centipawns=-125, ... depth=18), Score(... mate=3, depth=None), Score(centipawns=14, ... depth=24))
    """
    found = _SCORE.search(comment)
    if found is None:
        return None
    depth = None if found[3] is None else int(found[3])
    if found[1] is not None:
        return Score(mate=int(found[1]), depth=depth)
    number = float(found[2])
    return Score(round(number * 100 if "." in found[2] else number), depth=depth)


def with_score(comment: str, value: Score | None) -> str:
    """The comment with that evaluation, or without one if ``value`` is None."""
    if value is None:
        return _replaced(comment, _SCORE, "")
    text = f"#{value.mate}" if value.mate is not None else f"{(value.centipawns or 0) / 100:.2f}"
    depth = "" if value.depth is None else f",{value.depth}"
    return _replaced(comment, _SCORE, f"[%eval {text}{depth}]")


def shapes(comment: str, squares: Mapping[str, int]) -> tuple[Shape, ...]:
    """The circles and arrows; ``squares`` are the board's squares by name. Bad ones are left out."""
    if "[%c" not in comment:
        return ()
    found: dict[Shape, None] = {}
    for command in _SHAPES.findall(_split(comment)[0]):
        for text in dict.fromkeys(command.split(",")):
            shape = _shape(text.strip(), squares)
            if shape is not None:
                found[shape] = None
    return tuple(found)


def with_shapes(comment: str, values: Iterable[Shape], names: Sequence[str]) -> str:
    """The comment with these circles and arrows instead of its own."""
    letters = {colour: letter for letter, colour in COLOURS.items()}
    circles, arrows = [], []
    for shape in values:
        text = letters[shape.colour] + names[shape.from_square]
        if shape.from_square == shape.to_square:
            circles.append(text)
        else:
            arrows.append(text + names[shape.to_square])
    commands = [
        f"[%{name} {','.join(texts)}]" for name, texts in (("csl", circles), ("cal", arrows)) if texts
    ]
    before, rest = _split(comment)
    bare = f"{_SHAPES.sub('', before)}{rest}".strip()
    return " ".join([*commands, bare]).strip()


def _split(comment: str) -> tuple[str, str]:
    """The comment up to its last ``]``, and the rest, which has no command."""
    end = comment.rfind("]") + 1
    return comment[:end], comment[end:]


def _shape(text: str, squares: Mapping[str, int]) -> Shape | None:
    parts = _SHAPE.fullmatch(text)
    if parts is None:
        return None
    colour, names = COLOURS[parts[1]], parts[2]
    if names in squares:
        return Shape(squares[names], squares[names], colour)
    for split in range(1, len(names)):
        if names[:split] in squares and names[split:] in squares:
            return Shape(squares[names[:split]], squares[names[split:]], colour)
    return None


def _replaced(comment: str, pattern: re.Pattern[str], command: str) -> str:
    """The comment with ``command`` in place of the first match, or at the end if nothing matches."""
    found = pattern.search(comment)
    if found is None:
        return f"{comment} {command}".strip()
    return " ".join(
        part for part in (comment[: found.start()].strip(), command, comment[found.end() :].strip()) if part
    )

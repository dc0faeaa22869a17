"""The puzzles that the program ships: one file of JSON lines for each game, read when it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from wormhole.learn.puzzle import Puzzle, PuzzleError
from wormhole.rules.file_name import is_file_name
from wormhole.rules.gamefile import variants


def games_with_puzzles() -> tuple[str, ...]:
    """The names of the games that there are puzzles for, in the order of the menu."""
    return tuple(name for name in variants() if _file(name).is_file())


def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none if there is no file. Raises PuzzleError that names a bad line."""
    if not is_file_name(game):
        return ()
    try:
        text = _file(game).read_text("utf-8")
    except FileNotFoundError:
        return ()
    return read_puzzles(text.splitlines())


def read_puzzles(lines: Sequence[str]) -> tuple[Puzzle, ...]:
    """The puzzles of these lines. Raises PuzzleError with the number of a bad line."""
    puzzles = []
    for number, line in zip(count(1), lines, strict=False):
        try:
            puzzles.append(Puzzle.read(line))
        except PuzzleError as error:
            raise PuzzleError("line {number}: {trouble}", number=number, trouble=error.message) from None
    return tuple(puzzles)


def _file(game: str) -> Path:
    return Path(__file__).parent / "puzzles" / f"{game}.jsonl"

"""The files of openings that come with the program: one for each game, made by ``tools/openings.py``.

The first line of a file says how it was made. Each other line has a position, named by the moves that lead to
it, and its moves: the games that White won, drew and lost, and the score in centipawns for White, if there is
one::

    {"game": "wormhole", "games": 3000, ...}
    {"after": "e2e4 b7b5", "moves": {"d2d4": [12, 3, 9, 31], "f2f4": [2, 0, 3]}}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any

from wormhole.engine.openings.positions import Counts, OpeningMove, Openings, Position
from wormhole.rules.board import Board
from wormhole.rules.gamefile import variant as named
from wormhole.rules.gamefile import variants
from wormhole.rules.variant import Variant

LEAST_GAMES = 3
"""A position without scores that was reached less often says nothing."""


def name_of(game: str) -> str:
    """The name of a game's file."""
    return f"{game}.jsonl"


def shipped_openings(variant: Variant) -> Openings:
    """The openings of a game of the catalogue; none of a game from a file, or with other rules."""
    if variant.name not in variants() or variant != named(variant.name):
        return Openings()
    file = resources.files(__package__) / name_of(variant.name)
    return read(variant, file.read_text("utf-8")) if file.is_file() else Openings()


def made(text: str) -> dict[str, Any]:
    """How the openings of a file were made."""
    return json.loads(text.partition("\n")[0])


def read(variant: Variant, text: str) -> Openings:
    """The openings of a file."""
    openings = Openings()
    board = Board(variant, seed=0)
    for line in text.splitlines()[1:]:
        found = json.loads(line)
        way = tuple(found["after"].split())
        go_to(board, way)
        moves = found["moves"].items()
        openings.count(board, way, {move: Counts(*numbers[:3]) for move, numbers in moves})
        openings.score(board, way, {move: numbers[3] for move, numbers in moves if len(numbers) > 3})
    return openings


def lines(openings: Openings, made: dict[str, Any]) -> Iterator[str]:
    """The lines of a file; ``made`` says how it came about."""
    yield json.dumps(made)
    for position in openings.positions():
        if position.games >= LEAST_GAMES or position.scored:
            yield _line(position)


def go_to(board: Board, way: Sequence[str]) -> None:
    """Go to the position after these moves from the start, by as few moves as possible."""
    here = [move.text for move in board.move_stack]
    common = 0
    while common < min(len(here), len(way)) and here[common] == way[common]:
        common += 1
    for _ in here[common:]:
        board.pop()
    for text in way[common:]:
        board.push_uci(text)


def _line(position: Position) -> str:
    moves = {text: _numbers(move) for text, move in position.ordered().items()}
    return json.dumps({"after": " ".join(position.way), "moves": moves}, separators=(",", ":"))


def _numbers(move: OpeningMove) -> list[int]:
    counts = [move.counts.white, move.counts.draws, move.counts.black]
    return counts if move.centipawns is None else [*counts, move.centipawns]

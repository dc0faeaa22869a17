"""The openings of a match. Each is played twice, with colours reversed.

Without a file, an opening is a few random moves after which neither side is much better. The same seed and
number give the same opening, as long as the search that scores it is the same.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from wormhole.engine.levels import Limit
from wormhole.engine.search_loops import SEARCH
from wormhole.engine.thinker import Thinker
from wormhole.library.pgn import read_file
from wormhole.rules import text_files
from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import shown_path
from wormhole.rules.variant import Variant

PLIES = range(4, 9)
"""The lengths of random openings."""

BALANCED_CENTIPAWNS = 150
"""The largest score of either side after a random opening."""

OPENING_LIMIT = Limit(depth=4)
OPENING_TABLE_ENTRIES = 1 << 14
ATTEMPTS = 500
MOST_BYTES = 16 * text_files.MEGABYTE


@dataclass(frozen=True)
class Opening:
    """A position (None for the game's start) and moves from there, with their rolls."""

    fen: str | None = None
    moves: tuple[str, ...] = ()

    def board(self, variant: Variant, dice_seed: int) -> Board:
        """A board after the opening. Raises :class:`WormholeError` if a move is illegal."""
        board = Board(variant, self.fen, seed=dice_seed)
        for move in self.moves:
            board.push_uci(move)
        return board


def random_opening(variant: Variant, seed: int, number: int) -> Opening:
    """The opening of that number. Raises :class:`WormholeError` if no balanced opening is found."""
    for attempt in range(ATTEMPTS):
        dice = random.Random(f"{seed} {number} {attempt}")
        board = Board(variant, seed=seed)
        for _ in range(dice.choice(PLIES)):
            if board.is_game_over():
                break
            board.push(dice.choice(board.legal_moves))
        if not board.is_game_over() and abs(_score(board)) <= BALANCED_CENTIPAWNS:
            return Opening(moves=tuple(map(str, board.move_stack)))
    raise WormholeError(f"{variant.title}: no balanced opening was found among {ATTEMPTS} random ones")


def from_file(path: Path, variant: Variant) -> tuple[Opening, ...]:
    """The openings of a PGN file, or of a file with a FEN or EPD on each line.

    Raises :class:`WormholeError` that names the error and its place.
    """
    found = _of_pgn(path, variant) if path.suffix.lower() == ".pgn" else _of_lines(path, variant)
    if not found:
        raise WormholeError(f"{shown_path(path)}: there is no opening in this file")
    return found


def _of_pgn(path: Path, variant: Variant) -> tuple[Opening, ...]:
    found = []
    for number, game in enumerate(read_file(path, [variant]), 1):
        if game.start.variant != variant:
            raise WormholeError(
                f"{shown_path(path)}: game {number} is of {game.start.variant.title}, not {variant.title}"
            )
        if game.end().board().is_game_over():
            raise WormholeError(
                f"{shown_path(path)}: game {number} is over; an opening must leave moves to play"
            )
        found.append(Opening(game.start.fen(), tuple(map(str, game.mainline_moves()))))
    return tuple(found)


def _of_lines(path: Path, variant: Variant) -> tuple[Opening, ...]:
    with text_files.errors_of(path):
        lines = text_files.read_text(path, MOST_BYTES).split("\n")
    found = []
    for number, line in enumerate(lines, 1):
        fen = _position_of(line)
        if not fen:
            continue
        try:
            board = Board(variant, fen)
        except WormholeError as error:
            raise WormholeError(f"{shown_path(path)}, line {number}: {error}") from None
        if board.is_game_over():
            raise WormholeError(f"{shown_path(path)}, line {number}: the game is over")
        found.append(Opening(fen))
    return tuple(found)


def _position_of(line: str) -> str:
    """The FEN in a line. An EPD, whose operations end with semicolons, has its first four fields."""
    line = line.partition("#")[0].strip()
    return " ".join(line.split()[:4]) if ";" in line else line


def _score(board: Board) -> int:
    """Centipawns for the side to move, by a quick search."""
    thinker = Thinker(board.variant, fast=SEARCH.use(), table_entries=OPENING_TABLE_ENTRIES)
    thinker.think(board, OPENING_LIMIT)
    return thinker.thought().score_centipawns

"""The openings of a match. Each is played twice, with colours reversed.

They come from a file, from the opening book, or are a few random moves after which neither side is much
better. The same seed and number give the same opening, as long as the search that scores it is the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wormhole.base import text_files
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.engine.levels import Limit
from wormhole.engine.opening_book import Book
from wormhole.engine.search_loops import SEARCH
from wormhole.engine.thinker import Thinker
from wormhole.library.pgn import read_file
from wormhole.rules.board import Board
from wormhole.rules.corrected_fen import corrected_fen
from wormhole.rules.variant import Variant

PLIES = range(4, 9)
"""The lengths of random openings."""

BALANCED_CENTIPAWNS = 150
"""The largest score of either side after a random opening."""

BOOK_PLIES = 8
"""The longest opening of the book."""
BOOK_MARGIN_CENTIPAWNS = 60.0
"""How much worse than the best a move of the book may be."""

OPENING_LIMIT = Limit(depth=4)
OPENING_TABLE_ENTRIES = 1 << 14
ATTEMPTS = 500
MOST_BYTES = 16 * text_files.MEGABYTE
_COMMENT = re.compile(r"(?:^|\s)#")


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


@dataclass(frozen=True)
class RandomOpenings:
    """A few random moves, for any game."""

    def opening(self, variant: Variant, seed: int, number: int) -> Opening:
        """The opening of that number. Raises :class:`WormholeError` if none is found."""
        return _random_opening(variant, seed, number)


@dataclass(frozen=True)
class BookOpenings:
    """Good moves of the opening book that ships with a game."""

    def opening(self, variant: Variant, seed: int, number: int) -> Opening:
        """The opening of that number; the start of the game if that is not in the book."""
        book, board = _book(variant), Board(variant, seed=seed)
        dice = random.Random(f"book {seed} {number}")
        while len(board.move_stack) < BOOK_PLIES and not board.is_game_over():
            known = book.draw(board, BOOK_MARGIN_CENTIPAWNS, dice)
            if known is None:
                break
            board.push(known.move)
        return Opening(moves=tuple(map(str, board.move_stack)))


@dataclass(frozen=True)
class ListedOpenings:
    """Openings that are played in turn."""

    listed: tuple[Opening, ...]

    def opening(self, variant: Variant, seed: int, number: int) -> Opening:
        """The next of the list; after the last one comes the first."""
        return self.listed[number % len(self.listed)]


SomeOpenings = RandomOpenings | BookOpenings | ListedOpenings


def has_book(variant: Variant) -> bool:
    """Whether the opening book has moves for the start of this game."""
    return _book(variant).draw(Board(variant, seed=0), 0.0, random.Random(0)) is not None


@lru_cache(maxsize=4)
def _book(variant: Variant) -> Book:
    return Book(variant)


@lru_cache(maxsize=256)
def _random_opening(variant: Variant, seed: int, number: int) -> Opening:
    return random_opening(variant, seed, number)


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


def from_file(
    path: Path, variant: Variant, tell: Callable[[str], None] = lambda text: None
) -> tuple[Opening, ...]:
    """The openings of a PGN file, or of a file with a FEN or EPD on each line.

    ``tell`` is called with what was corrected in a FEN. Raises :class:`WormholeError` that names the error
    and its place.
    """
    found = _of_pgn(path, variant) if path.suffix.lower() == ".pgn" else _of_lines(path, variant, tell)
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


def _of_lines(path: Path, variant: Variant, tell: Callable[[str], None]) -> tuple[Opening, ...]:
    with text_files.errors_of(path):
        lines = text_files.read_text(path, MOST_BYTES).split("\n")
    found = []
    for number, line in enumerate(lines, 1):
        text = _COMMENT.split(line, maxsplit=1)[0].strip()
        if not text:
            continue
        try:
            fen, corrections = corrected_fen(text, variant)
        except WormholeError as error:
            raise WormholeError(f"{shown_path(path)}, line {number}: {error}") from None
        for correction in corrections:
            tell(f"{shown_path(path)}, line {number}: {correction}")
        if Board(variant, fen).is_game_over():
            raise WormholeError(f"{shown_path(path)}, line {number}: the game is over")
        found.append(Opening(fen))
    return tuple(found)


def _score(board: Board) -> int:
    """Centipawns for the side to move, by a quick search."""
    thinker = Thinker(board.variant, fast=SEARCH.use(), table_entries=OPENING_TABLE_ENTRIES)
    thinker.think(board, OPENING_LIMIT)
    return thinker.thought().score_centipawns

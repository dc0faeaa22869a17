"""Positions to learn from: a record of few bytes for each, and files to which games are appended.

A record is as long as the positions of a game need that begin with its start, 27 bytes for FIDE chess and 31
for Wormhole Chess:

* two bytes: the score in centipawns for the side to move, by the search that chose the move
* a byte of flags: the side to move; whether it is the last position of its game; the game's result
* a byte with the checks that both sides have to give yet, if checks are counted
* a byte with the number of pieces in hand, in a game with hands
* a bit for each square, set if a piece is there
* for each square in order: the piece; where there is none, and squares may be holes, whether it is one
* the pieces in hand

A file is a sequence of blocks, each the games of one job: a header, then the records. A block that was cut
off by the end of the program is removed with the next reading.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

import numpy as np

from wormhole.rules.tables import GONE, WALL
from wormhole.rules.variant import LeftSquare, Variant
from wormhole.training.loops.packing import (
    BLACK_TO_MOVE,
    BODY,
    FLAGS,
    FORM,
    LAST_OF_GAME,
    RESULT_SHIFT,
    SCORE,
    unpack,
)

HEADER = struct.Struct("<4sHHIQ")
"""Of a block: the mark, the bytes of a record, the games, the records, and the number of the job."""
MARK = b"WHP1"
SUFFIX = ".positions"


def kinds_held(variant: Variant) -> int:
    """The number of kinds of pieces that may be in a hand, each side's counted; 0 without hands."""
    return 2 * len(variant.piece_types) if variant.hands else 0


def most_pieces(variant: Variant) -> int:
    """The most pieces on the board and in hands in a game from the start: no more than there are."""
    return sum(map(str.isalpha, variant.start + variant.hands.start))


def form_of(variant: Variant) -> np.ndarray:
    """int64[6]: the form of a game's records, see :mod:`.loops.packing`."""
    squares, kinds = variant.geometry.squares, 2 * len(variant.piece_types)
    width, hole_bits = max(1, (kinds - 1).bit_length()), int(variant.has_holes)
    pieces = most_pieces(variant)
    on_board = min(squares, pieces)
    bits = squares + on_board * width + (squares - on_board) * hole_bits + (pieces - on_board) * width
    if variant.hands:  # squares without a piece may be holes while all pieces are in hands
        bits = squares + pieces * width + squares * hole_bits
    checks = bool(variant.endings.checks)
    length = BODY + checks + bool(variant.hands) + -(-bits // 8)
    hole = 0
    if variant.has_holes:
        hole = WALL if variant.left_square is LeftSquare.STAYS else GONE
    form = np.array([length, squares, width, hole, kinds_held(variant), checks], np.int64)
    assert len(form) == FORM
    return form


@dataclass(frozen=True)
class Batch:
    """Quiet positions of so many games, in the order of play, as ``records`` uint8[n, length]."""

    games: int
    records: np.ndarray

    def __len__(self) -> int:
        return len(self.records)

    @property
    def scores(self) -> np.ndarray:
        """int16[n]: centipawns for the side to move, by a search."""
        return np.ascontiguousarray(self.records[:, SCORE : SCORE + 2]).view("<i2").ravel()

    @cached_property
    def lengths(self) -> np.ndarray:
        """int64: the number of positions of each game that has any."""
        return np.diff(self._ends, prepend=-1)

    @property
    def results(self) -> np.ndarray:
        """int64: the result of each of these games for White, 1, 0 or -1."""
        return (self.records[self._ends, FLAGS] >> RESULT_SHIFT).astype(np.int64) - 1

    @cached_property
    def _ends(self) -> np.ndarray:
        return np.flatnonzero(self.records[:, FLAGS] & LAST_OF_GAME)

    @property
    def chances(self) -> np.ndarray:
        """float32[n]: the results for the side to move, from 0 for a loss to 1 for a win."""
        return self.turned((np.repeat(self.results, self.lengths).astype(np.float32) + 1) / 2)

    def turned(self, chances: np.ndarray) -> np.ndarray:
        """White's ``chances`` float[n] as those of the side to move, or the other way round."""
        return np.where(self.records[:, FLAGS] & BLACK_TO_MOVE, 1 - chances, chances)

    def row(self, form: np.ndarray, index: int) -> np.ndarray:
        """uint8: the pieces on all squares, how many of each kind are in hand, and the side to move."""
        _, squares, _, _, held, _ = form
        row = np.zeros(squares + held + 1, np.uint8)
        unpack(*map(memoryview, (self.records[index].tobytes(), form, row)))  # type: ignore[arg-type]
        return row

    @staticmethod
    def of_games(games: Sequence[tuple[np.ndarray, int]]) -> Batch:
        """The games with these records, whose flags are completed, and these results for White."""
        for records, result in games:
            records[:, FLAGS] |= (result + 1) << RESULT_SHIFT
            records[-1:, FLAGS] |= LAST_OF_GAME
        return Batch(len(games), np.concatenate([records for records, _ in games]))

    @staticmethod
    def joined(batches: Iterable[Batch]) -> Batch:
        """All batches as one."""
        batches = list(batches)
        return Batch(
            sum(batch.games for batch in batches), np.concatenate([batch.records for batch in batches])
        )

    def to_bytes(self, job: int) -> bytes:
        """A block of a file."""
        count, length = self.records.shape
        return HEADER.pack(MARK, length, self.games, count, job) + self.records.tobytes()


def blocks_of(content: bytes, length: int) -> dict[int, Batch]:
    """The games of each job, of blocks with records of ``length`` bytes, up to the first that is damaged."""
    file, array = io.BytesIO(content), np.frombuffer(content, np.uint8)
    return {
        job: Batch(games, array[start : start + count * length].reshape(count, length))
        for job, start, games, count in _blocks(file, len(content), length)
    }


def _blocks(file: BinaryIO, size: int, length: int) -> Iterator[tuple[int, int, int, int]]:
    """Of each block: its job, where its records begin, how many games it has, and how many records."""
    place = 0
    while place + HEADER.size <= size:
        file.seek(place)
        mark, width, games, count, job = HEADER.unpack(file.read(HEADER.size))
        start = place + HEADER.size
        if mark != MARK or width != length or start + count * length > size:
            return
        yield job, start, games, count
        place = start + count * length


class PositionFile:
    """A file of positions with records of ``length`` bytes. ``jobs`` are those of its blocks.

    Raises :class:`OSError`.
    """

    def __init__(self, path: Path, length: int) -> None:
        self._path, self._length = path, length
        self.jobs: set[int] = set()

    def read(self) -> dict[int, Batch]:
        """The games of each job, mapped into memory. What follows the last whole block is removed."""
        if not self._path.exists():
            return {}
        with self._path.open("r+b") as file:
            size = os.fstat(file.fileno()).st_size
            blocks = list(_blocks(file, size, self._length))
            end = max((start + count * self._length for _, start, _, count in blocks), default=0)
            if end < size:
                file.truncate(end)
        self.jobs |= {job for job, _, _, _ in blocks}
        content = np.memmap(self._path, np.uint8, "r") if end else np.zeros(0, np.uint8)
        return {
            job: Batch(games, content[start : start + count * self._length].reshape(count, self._length))
            for job, start, games, count in blocks
        }

    def append(self, job: int, batch: Batch) -> None:
        """Add the games of a job."""
        with self._path.open("ab") as file:
            file.write(batch.to_bytes(job))
        self.jobs.add(job)

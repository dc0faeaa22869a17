"""A simple opponent for the computer player: full-width search of depth 3 that counts material only.

    python -m benchmarks.plain_searcher
    python main.py match ours "uci,seconds=1:python -m benchmarks.plain_searcher"
    python main.py match ours "uci,Depth=0:python -m benchmarks.plain_searcher"    # random moves

It supports as much of the Universal Chess Interface as a match needs. ``UCI_Variant`` names the game,
``Seed`` seeds the choice among moves of the same score, ``Depth`` is another depth. It ignores the limits of
``go``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import numpy as np

from wormhole import Board, Move
from wormhole.base.errors import WormholeError
from wormhole.compiling.fingerprint import Loop
from wormhole.compiling.groups import LoopGroup
from wormhole.engine.piece_values import usual_value
from wormhole.rules.catalogue_files import variants
from wormhole.rules.game_file import variant
from wormhole.rules.geometry import OFF
from wormhole.rules.loop_groups import start_blocks
from wormhole.rules.loops.calls import Buffers, new_buffers
from wormhole.rules.loops.legal import legal_moves
from wormhole.rules.loops.play_and_undo import play, undo
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import SLOTS, SLOTS_USED, TURN, Position, Scratch
from wormhole.rules.tables import (
    PIECE_NUMBERS,
    Tables,
    piece_number,
)
from wormhole.rules.tabulation import blocks
from wormhole.rules.undo_record import SAVED
from wormhole.rules.variant import Variant

DEPTH = 3
MATE = 1_000_000
"""Score of an immediate win; a win in n plies scores n less."""


def search(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    buffers: Buffers,
    piece_square_table: np.ndarray,
    start: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Alpha-beta over every move, ``depth`` plies deep: https://www.chessprogramming.org/Alpha-Beta.

    The score is for the side to move, in centipawns; ``buffers.moves`` is written from ``start``.
    """
    moves, saved, side = buffers.moves, buffers.saved, position.state[TURN]
    king = position.squares[side * SLOTS]
    if king == OFF:
        return -MATE - depth
    end = legal_moves(tables, position, scratch, moves, start)
    if end == start:
        checked = is_in_check(tables, position, scratch, side)
        if not checked and tables.options.stalemate_draws:
            return 0
        if not checked and tables.options.stalemate_wins:
            return MATE + depth
        return -MATE - depth
    if depth == 0:
        return material(position, piece_square_table)
    for index in range(start, end):
        move = moves[index]
        play(tables, position, scratch, move, saved, depth * SAVED)
        score = -search(tables, position, scratch, buffers, piece_square_table, end, depth - 1, -beta, -alpha)
        undo(tables, position, move, saved, depth * SAVED)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha


def material(position: Position, piece_square_table: np.ndarray) -> int:
    """Material of the side to move less the other's, in centipawns."""
    balance = 0
    for side in range(2):
        sign = 1 if side == position.state[TURN] else -1
        for slot in range(side * SLOTS + 1, side * SLOTS + position.state[SLOTS_USED + side]):
            square = position.squares[slot]
            if square != OFF:
                balance += sign * piece_square_table[position.pieces[square]]
    return balance


def _call_search(twin: Callable[[Loop], Loop]) -> None:
    values = piece_values_of(variant("wormhole"))
    twin(search)(*start_blocks(), new_buffers(), values, 0, 0, 0, 0)


LOOPS = LoopGroup(f"{__name__}:LOOPS", [search], _call_search)


def piece_values_of(variant: Variant) -> np.ndarray:
    """int64[64]: the value of each piece in centipawns."""
    found = np.zeros(PIECE_NUMBERS, np.int64)
    for piece_type in variant.piece_types.values():
        for side in (0, 1):
            found[piece_number(variant, piece_type.letter, side)] = usual_value(variant, piece_type)
    return found


def best_move(board: Board, dice: random.Random, depth: int = DEPTH) -> Move | None:
    """A move with the best score at ``depth`` plies, a random one of several; None if there is no move.

    Depth 0 is a random move.
    """
    moves = board.legal_moves
    dice.shuffle(moves)
    if depth == 0:
        return moves[0] if moves else None
    piece_square_table, buffers = piece_values_of(board.variant), new_buffers()
    best, best_score = None, -2 * MATE
    for move in moves:
        board.push(move)
        arrays = blocks(board.variant, board.position, fast=True)
        score = -LOOPS.twin(search)(
            *arrays, buffers, piece_square_table, 0, depth - 1, -2 * MATE, -best_score
        )
        board.pop()
        if score > best_score:
            best, best_score = move, score
    return best


class PlainSearcher:
    """The searcher as a UCI engine."""

    def __init__(self) -> None:
        self._board = Board("chess")
        self._dice = random.Random(0)
        self._depth = DEPTH

    def answers(self, line: str) -> list[str]:
        """The answer to a line. Raises WormholeError for a bad game, position or move."""
        words = line.split() or [""]
        if words[0] == "uci":
            names = " ".join(f"var {name}" for name in variants())
            return [
                "id name Plain searcher",
                f"option name UCI_Variant type combo default chess {names}",
                "option name Seed type spin default 0 min 0 max 1000000",
                f"option name Depth type spin default {DEPTH} min 0 max 9",
                "uciok",
            ]
        if words[0] == "isready":
            best_move(self._board, random.Random(0))
            return ["readyok"]
        if words[0] == "setoption":
            name, value = words[2], words[-1]
            if name == "UCI_Variant":
                self._board = Board(value)
            elif name == "Seed":
                self._dice = random.Random(int(value))
            elif name == "Depth":
                self._depth = int(value)
        elif words[0] == "position":
            before, _, moves = line.partition(" moves ")
            kind, _, fen = before.removeprefix("position ").partition(" ")
            self._board = Board(self._board.variant, fen if kind == "fen" else None)
            for move in moves.split():
                self._board.push_uci(move)
        elif words[0] == "go":
            return [f"bestmove {best_move(self._board, self._dice, self._depth) or '0000'}"]
        return []


def main() -> None:
    """Answer standard input until ``quit``."""
    searcher = PlainSearcher()
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        try:
            for answer in searcher.answers(line):
                print(answer, flush=True)
        except WormholeError as error:
            print(f"info string {error}", flush=True)


if __name__ == "__main__":
    main()

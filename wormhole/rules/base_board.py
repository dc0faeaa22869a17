"""The board without routes, notation and outcome: position, legal moves, push and pop, repetitions."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from wormhole.rules import board_loops
from wormhole.rules import fen as fens
from wormhole.rules.arrays import block, shared, views
from wormhole.rules.board_loops import BoardLoops
from wormhole.rules.errors import MoveError
from wormhole.rules.gamefile import variant
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.board import NO_ROLL, NULL_MOVE, SAVED_OF_BOARD
from wormhole.rules.loops.moves import CASTLING, EN_PASSANT
from wormhole.rules.loops.play import roll
from wormhole.rules.move import Move, moves_by_number
from wormhole.rules.piece import BLACK, WHITE, Piece
from wormhole.rules.position import (
    CLOCK,
    EP_VICTIM,
    MAX_MOVES,
    SAVED,
    SLOTS,
    TURN,
    Position,
    Scratch,
    new_scratch,
)
from wormhole.rules.routes import walked
from wormhole.rules.tables import CAPTURES, FIRST_PIECE, FROM_HOME, GONE, piece_letter
from wormhole.rules.tabulation import GAMES_KEPT, plain_tables, table_block
from wormhole.rules.variant import Goal, LeftSquare, Variant

if TYPE_CHECKING:
    from typing import Self

ROWS_AT_FIRST = 64
"""Initial room for undo records, in moves."""

PLIES_REMEMBERED = 512
"""For so many plies a board remembers which moves were legal; a list of a thousand plies takes a megabyte."""

CHECK_SIGNS = ("", "+", "#")


class BaseBoard:
    """A position of a game and the moves that led to it. See :class:`wormhole.Board` for its use.

    The position is one block of memory; the compiled loops take it directly, the plain loops by memoryviews.
    """

    def __init__(
        self, game: str | Variant = "wormhole", fen: str | None = None, *, seed: int | None = None
    ) -> None:
        self.variant = variant(game) if isinstance(game, str) else game
        self.seed = secrets.randbits(32) if seed is None else seed
        position, self._first_number = _read(self.variant, fen) if fen else _start(self.variant)
        self._stack: list[tuple[Move, int, list[int] | None]] = []
        """The moves played, their numbers, and the numbers of what was legal, if that is remembered."""
        self._numbers: list[int] | None = None
        self._is_busy = False
        """Whether a call is reading or changing the arrays, see :func:`_busy_error`."""
        self._take(position.copy(), np.zeros(ROWS_AT_FIRST * SAVED_OF_BOARD, np.int64))
        self._first_turn = self._plain.state[TURN]

    def _take(self, position: np.ndarray, saved: np.ndarray) -> None:
        """Use these arrays from now on."""
        self._block = position
        self._plain: Position = views(shared(Position, position[0]))
        self._moves_buffer = memoryview(np.zeros(MAX_MOVES, np.int64))
        self._scratch = block(new_scratch())
        self._moves_by_number = moves_by_number(self.variant)
        self._pieces_by_number = _pieces_by_number(self.variant)
        self._call(board_loops.current())
        self._save_in(saved)

    def _call(self, loops: BoardLoops) -> None:
        """Call these loops from now on."""
        self._loops = loops
        self._arguments: tuple[Any, Any]
        self._buffers: tuple[Any, Any]
        if loops.is_compiled:
            self._arguments = table_block(self.variant), self._block
            self._buffers = self._scratch, self._moves_buffer.obj
        else:
            self._arguments = (plain_tables(self.variant),), (self._plain,)
            self._buffers = (self._plain_scratch(),), self._moves_buffer

    def _save_in(self, saved: np.ndarray) -> None:
        self._saved = saved
        self._saved_argument: Any = saved if self._loops.is_compiled else memoryview(saved)

    # --- position ---

    @property
    def turn(self) -> bool:
        """The side to move: ``WHITE`` (True) or ``BLACK``."""
        return WHITE if self._plain.state[TURN] == 0 else BLACK

    @property
    def fullmove_number(self) -> int:
        """The move number; it increases after each move of Black."""
        return self._first_number + (self._first_turn + len(self._stack)) // 2

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return self._plain.state[CLOCK]

    @property
    def holes(self) -> frozenset[int]:
        """The squares that have been removed."""
        pieces = self._plain.pieces[: self.variant.geometry.squares].tolist()
        return frozenset(square for square, piece in enumerate(pieces) if piece == GONE)

    @property
    def counters(self) -> frozenset[int]:
        """The squares with counters in a game with dice: wormholes, and counters under pieces."""
        return frozenset(
            square for square in range(self.variant.geometry.squares) if self._plain.counters[square]
        )

    @property
    def move_stack(self) -> list[Move]:
        """The moves played on this board, oldest first."""
        return [move for move, _, _ in self._stack]

    @property
    def has_dice(self) -> bool:
        """Whether dice are rolled after each move."""
        return self.variant.left_square is LeftSquare.RANDOM

    @property
    def position(self) -> Position:
        """A copy of the arrays, for a search."""
        return shared(Position, self._block.copy()[0])

    @property
    def past_keys(self) -> list[int]:
        """The keys of the positions since the last capture or pawn move, oldest first, for a search.

        They are all 0 in a game without a draw by repetition.
        """
        plies = len(self._stack)
        first = max(0, plies - self.halfmove_clock)
        return self._saved[SAVED::SAVED_OF_BOARD][first:plies].tolist()

    def ply(self) -> int:
        """Plies since the start of the game, derived from the move number."""
        return 2 * (self.fullmove_number - 1) + (self.turn is BLACK)

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square."""
        return self._pieces_by_number[self._plain.pieces[square]]

    def piece_map(self) -> dict[int, Piece]:
        """All pieces, by square."""
        pieces = self._plain.pieces[: self.variant.geometry.squares].tolist()
        named = self._pieces_by_number
        return {square: named[piece] for square, piece in enumerate(pieces) if piece >= FIRST_PIECE}

    def king(self, color: bool) -> int | None:
        """The square of a side's royal piece."""
        square = self._plain.squares[0 if color is WHITE else SLOTS]
        return None if square == OFF else square

    def attacks(self, square: int) -> frozenset[int]:
        """The squares that the piece on ``square`` attacks; own pieces on them count as enemies.

        First-move powers do not attack, because they give no check.
        """
        if self.piece_at(square) is None:
            return frozenset()
        tables = plain_tables(self.variant)
        return frozenset(
            steps[-1][-1]
            for node, steps in walked(tables, self._plain, self._plain_scratch(), square)
            if tables.node_flags[node] & CAPTURES and not tables.node_flags[node] & FROM_HOME
        )

    # --- moves ---

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move, in the order of the pieces; draws (see ``outcome``) do not matter here."""
        named = self._moves_by_number
        return [named[number] for number in self.legal_numbers]

    @property
    def legal_numbers(self) -> list[int]:
        """The legal moves as numbers (:mod:`wormhole.rules.loops.moves`); do not change the list."""
        numbers = self._numbers
        if numbers is None:
            if self._is_busy:
                raise _busy_error()
            self._is_busy = True
            try:
                count = self._loops.list_legal(*self._arguments, *self._buffers)
                self._numbers = numbers = self._moves_buffer[:count].tolist()
            finally:
                self._is_busy = False
        return numbers

    def number_of(self, move: Move) -> int:
        """The number of a legal move. Raises :class:`MoveError` if it is not legal."""
        number = move.number
        if number in self.legal_numbers and self._moves_by_number[number] == move:
            return number
        for number in self.legal_numbers:
            if self._moves_by_number[number] == move:
                return number
        raise MoveError("{move} is not legal here", move=move)

    def move_numbered(self, number: int) -> Move:
        """The move with that number."""
        return self._moves_by_number[number]

    def legal_move(self, text: str) -> Move | None:
        """The legal move with that text, without a roll."""
        numbers = self.legal_numbers
        for move in self._moves_by_number.by_text.get(text, ()):
            if move.number in numbers:
                return move
        # A move that was never made before is not found by its text.
        return next((move for move in self.legal_moves if move.text == text), None)

    def is_legal(self, move: Move) -> bool:
        """Whether ``move`` is legal."""
        return any(self._moves_by_number[number] == move for number in self.legal_numbers)

    def is_check(self) -> bool:
        """Whether the side to move is in check; always False if the goal is to capture the royal piece."""
        return self._is_attacked(self.king(self.turn), not self.turn)

    def is_capture(self, move: Move) -> bool:
        """Whether a legal ``move`` captures a piece."""
        return self.captured_square(move) is not None

    def captured_square(self, move: Move) -> int | None:
        """The square of the piece that a legal ``move`` captures, not the target if en passant; or None."""
        return self.captured_by(self.number_of(move)) if move else None

    def captured_by(self, number: int) -> int | None:
        """As :meth:`captured_square`, for the move with that number."""
        if number >> 24 == EN_PASSANT:
            return self._plain.state[EP_VICTIM]
        target = number >> 8 & 255
        return target if self._plain.pieces[target] >= FIRST_PIECE and number >> 24 < CASTLING else None

    def push(self, move: Move) -> None:
        """Play a legal move; in a game with dice, with its roll or, if it has none, with a new one.

        A null move is played, too, without a roll. Raises :class:`MoveError` if the move is not legal, if its
        roll leaves its own king in check, or if it is null where :meth:`check_null` refuses it.
        """
        numbers = self._numbers
        if numbers is None:
            numbers = self.legal_numbers
        number = move.number
        if number not in numbers or self._moves_by_number[number] is not move:
            number = self._number_to_push(move)
        if self._is_busy:
            raise _busy_error()
        self._is_busy = True
        try:
            plies = len(self._stack)
            row = plies * SAVED_OF_BOARD
            if plies % PLIES_REMEMBERED == 0 and plies:
                self._lighten(plies)
            if row + 2 * SAVED_OF_BOARD > len(self._saved):
                self._save_in(np.concatenate([self._saved, np.zeros_like(self._saved)]))
            may_pass = self._plain.state[EP_VICTIM] != OFF and _has_en_passant(numbers)
            self._loops.push(*self._arguments, number, self._saved_argument, row)
            if may_pass:  # unlike the key of the same pieces without
                self._saved[row + SAVED] = ~self._saved[row + SAVED]
            if self.has_dice and number != NULL_MOVE:
                move = self._rolled(move, number, row)
            self._stack.append((move, number, numbers))
            self._numbers = None
        finally:
            self._is_busy = False

    def pop(self) -> Move:
        """Undo the last move and return it. Raises :class:`IndexError` if there is none."""
        if self._is_busy:
            raise _busy_error()
        self._is_busy = True
        try:
            move, number, self._numbers = self._stack.pop()
            if move.roll is not None:
                roll(self._plain, move.roll)
            row = len(self._stack) * SAVED_OF_BOARD
            self._loops.pop(*self._arguments, number, self._saved_argument, row)
        finally:
            self._is_busy = False
        return move

    def peek(self) -> Move:
        """The last move. Raises :class:`IndexError` if there is none."""
        return self._stack[-1][0]

    def check_null(self) -> None:
        """Raise :class:`MoveError` if a null move is impossible here: in check, or without a legal move.

        After a null move in check the king could be captured, and no FEN could describe the position.
        """
        if self.is_check():
            raise MoveError("a null move is impossible in check")
        if not self.legal_numbers:
            raise MoveError("a null move is impossible: the game is over")

    def check_sign(self, move: Move) -> str:
        """``+`` if a legal move, with its roll, gives check, ``#`` if it gives mate, else an empty text."""
        rolled = NO_ROLL if move.roll is None else move.roll
        row = len(self._stack) * SAVED_OF_BOARD
        found = self._loops.check_after(
            *self._arguments, *self._buffers, self.number_of(move), rolled, self._saved_argument, row
        )
        return CHECK_SIGNS[found]

    def after(self, from_square: int, to_square: int, *, en_passant: bool = False) -> Self:
        """The board after the piece on a square went to another, legal or not; its side stays to move.

        A promotion and a roll of the dice are left out. Its moves are meaningless: it is for asking what is
        attacked.
        """
        twin = self.copy()
        twin._numbers = []
        number = from_square | to_square << 8 | (EN_PASSANT << 24 if en_passant else 0)
        twin._loops.push(*twin._arguments, number, twin._saved_argument, 0)
        twin._loops.push(*twin._arguments, NULL_MOVE, twin._saved_argument, SAVED_OF_BOARD)
        return twin

    def repetitions(self) -> int:
        """The number of occurrences of this position in the game, including now.

        With a legal en passant capture it is 1, since that right lasts for one move.
        """
        if _has_en_passant(self.legal_numbers):
            return 1
        past = self._saved[SAVED::SAVED_OF_BOARD][: len(self._stack)]
        return 1 + int(np.count_nonzero(past == self.key()))

    def key(self) -> int:
        """The Zobrist key of the position, without en passant."""
        return self._loops.key(*self._arguments)

    def copy(self) -> Self:
        """An independent copy of the board with its moves."""
        twin = object.__new__(type(self))
        twin.variant, twin.seed = self.variant, self.seed
        twin._first_number, twin._first_turn = self._first_number, self._first_turn
        if self._is_busy:
            raise _busy_error()
        twin._is_busy = False
        twin._stack, twin._numbers = list(self._stack), self._numbers
        twin._take(self._block.copy(), self._saved.copy())
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What :mod:`pickle` keeps: the position, the moves with their undo records, and the seed."""
        if self._is_busy:
            raise _busy_error()
        return {name: getattr(self, name) for name in _PICKLED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        position, saved = state.pop("_block"), state.pop("_saved")
        vars(self).update(state, _is_busy=False)
        self._take(position, saved)

    def root(self) -> Self:
        """A new board with the position where this game began."""
        root = self.copy()
        while root._stack:
            root.pop()
        return root

    # --- private ---

    def _passed(self) -> Self:
        """A copy with the other side to move, even if that could then capture the king."""
        twin = self.copy()
        twin._loops.push(*twin._arguments, NULL_MOVE, twin._saved_argument, 0)
        twin._numbers = None
        return twin

    def _lighten(self, plies: int) -> None:
        """Forget what was legal long ago, and call the compiled loops if they are loaded by now."""
        first = max(0, plies - 2 * PLIES_REMEMBERED)
        for ply in range(first, plies - PLIES_REMEMBERED):
            move, number, _ = self._stack[ply]
            self._stack[ply] = move, number, None
        if not self._loops.is_compiled:
            self._call(board_loops.current())
            self._save_in(self._saved)

    def _plain_scratch(self) -> Scratch:
        return views(shared(Scratch, self._scratch[0]))

    def _is_attacked(self, square: int | None, by: bool) -> bool:
        if square is None or self.variant.endings.goal is Goal.CAPTURE:
            return False
        return self._loops.attacks(*self._arguments, self._buffers[0], square, 0 if by is WHITE else 1)

    def _number_to_push(self, move: Move) -> int:
        """The number of a legal or null move. Raises :class:`MoveError` if it is neither."""
        if move:
            return self.number_of(move)
        self.check_null()
        return NULL_MOVE

    def _rolled(self, move: Move, number: int, row: int) -> Move:
        """Carry out the roll of the move just played; returns the move with its roll.

        Undoes the move and raises :class:`MoveError` if the roll is not allowed.
        """
        square = self._dice(move) if move.roll is None else move.roll
        if self._exposes_mover(square):
            self._loops.pop(*self._arguments, number, self._saved_argument, row)
            raise MoveError(
                "{move}: this roll is not allowed, it leaves the mover's king in check", move=move
            )
        roll(self._plain, square)
        return self._moves_by_number[number].rolled(square, self.variant.geometry.names[square])

    def _dice(self, last: Move) -> int:
        """The roll after the move just played; rolled again while it leaves the mover's king in check."""
        moves = " ".join([*(move.text for move, _, _ in self._stack), last.text])
        dice = random.Random(f"{self.seed} {moves}")
        while self._exposes_mover(square := dice.randrange(self.variant.geometry.squares)):
            pass
        return square

    def _exposes_mover(self, square: int) -> bool:
        """Whether a roll of ``square`` would leave the king of the side that just moved in check."""
        roll(self._plain, square)
        exposes = self._is_attacked(self.king(not self.turn), self.turn)
        roll(self._plain, square)
        return exposes


def _has_en_passant(numbers: Sequence[int]) -> bool:
    return any(number >> 24 == EN_PASSANT for number in numbers)


_PICKLED = ("variant", "seed", "_first_number", "_first_turn", "_stack", "_numbers", "_block", "_saved")


def _busy_error() -> RuntimeError:
    """The error of a thread that uses a board while another thread does.

    Compiled loops run without the interpreter's lock, so two threads could change the arrays at once.
    """
    return RuntimeError("this board is in use by another thread; give each thread its own copy")


def _read(game: Variant, fen: str) -> tuple[np.ndarray, int]:
    position, number = fens.read(game, fen)
    return block(position), number


@lru_cache(maxsize=GAMES_KEPT)
def _start(game: Variant) -> tuple[np.ndarray, int]:
    """The start position of a game, and its move number."""
    return _read(game, fens.start(game))


@lru_cache(maxsize=GAMES_KEPT)
def _pieces_by_number(game: Variant) -> tuple[Piece | None, ...]:
    """The pieces by their numbers in the loops; None for empty and removed squares."""
    numbers = range(FIRST_PIECE, FIRST_PIECE + 2 * len(game.piece_types))
    pieces = (Piece(piece_letter(game, number), WHITE if number % 2 == 0 else BLACK) for number in numbers)
    return (None,) * FIRST_PIECE + tuple(pieces)

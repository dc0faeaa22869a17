"""A game being played: the position, its legal moves, and the moves that led to it.

The vocabulary is python-chess's.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, replace

import numpy as np

from wormhole.rules import coordinates
from wormhole.rules import fen as fens
from wormhole.rules import san as sans
from wormhole.rules.arrays import copy, record, views
from wormhole.rules.betza import Path
from wormhole.rules.compiled import available, compiled
from wormhole.rules.ending import outcome_of
from wormhole.rules.errors import MoveError
from wormhole.rules.gamefile import variant
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, is_attacked
from wormhole.rules.loops.key import position_key
from wormhole.rules.loops.moves import CASTLING, EN_PASSANT, legal_moves
from wormhole.rules.loops.perft import new_buffers, perft
from wormhole.rules.loops.play import play, roll, undo
from wormhole.rules.move import Move, Steps
from wormhole.rules.outcome import Outcome
from wormhole.rules.piece import BLACK, WHITE, Piece
from wormhole.rules.position import (
    CLOCK,
    EP_VICTIM,
    MAX_MOVES,
    SAVED,
    SLOTS,
    TURN,
    Position,
    new_scratch,
)
from wormhole.rules.room import plies_with_room
from wormhole.rules.tables import EMPTY, FIRST_PIECE, GONE, piece_letter
from wormhole.rules.tabulation import blocks, tables
from wormhole.rules.variant import Goal, LeftSquare, Variant
from wormhole.rules.ways import ways


@dataclass(frozen=True)
class _Played:
    """A move on the stack, with what takes it back and the key of the position before it."""

    move: Move
    number: int
    saved: np.ndarray
    key: int


class Board:
    """A position of a game and the moves that led to it.

    ``Board()`` is the start of Wormhole Chess; another game is named, and a position given as a FEN.
    Where dice are rolled, they come from ``seed``: the same moves bring the same rolls, also after a move is
    taken back. Raises :class:`FenError` for a text that is no position, :class:`VariantError` for a game that
    there is not.

    >>> board = Board()
    >>> len(board.legal_moves)
    31
    >>> board.push_san("e4").text
    'e2e4'
    >>> board.pop().text
    'e2e4'
    """

    def __init__(
        self, game: str | Variant = "wormhole", fen: str | None = None, *, seed: int | None = None
    ) -> None:
        self.variant = variant(game) if isinstance(game, str) else game
        self.seed = secrets.randbits(32) if seed is None else seed
        self._position, self._first_number = fens.read(self.variant, fen or fens.start(self.variant))
        self._first_turn = int(self._position.state[TURN])
        self._stack: list[_Played] = []
        self._prepare()

    def _prepare(self) -> None:
        self._tables = tables(self.variant)
        self._plain_tables, self._plain = views(self._tables), views(self._position)
        self._scratch = views(new_scratch())
        self._moves: dict[Move, int] | None = None

    # --- what is there ---

    @property
    def turn(self) -> bool:
        """Who is to move: ``WHITE`` (True) or ``BLACK``."""
        return WHITE if self._plain.state[TURN] == 0 else BLACK

    @property
    def fullmove_number(self) -> int:
        """The number of the move, as a score sheet counts: one up after each of Black's."""
        return self._first_number + (self._first_turn + len(self._stack)) // 2

    @property
    def halfmove_clock(self) -> int:
        """Single moves since the last capture or pawn move."""
        return self._plain.state[CLOCK]

    @property
    def holes(self) -> frozenset[int]:
        """The squares that have been removed."""
        return frozenset(square for square in range(self.variant.geometry.squares) if self._is_hole(square))

    @property
    def move_stack(self) -> list[Move]:
        """The moves played on this board, oldest first."""
        return [played.move for played in self._stack]

    @property
    def has_dice(self) -> bool:
        """Whether dice are rolled after each move."""
        return self.variant.left_square is LeftSquare.RANDOM

    @property
    def position(self) -> Position:
        """A copy of the arrays, for who searches."""
        return copy(self._position)

    @property
    def past_keys(self) -> list[int]:
        """The keys of the positions since the last capture or pawn move, oldest first, for who searches."""
        return [played.key for played in self._stack[max(0, len(self._stack) - self.halfmove_clock) :]]

    def ply(self) -> int:
        """Single moves since the start of the game, counted by the move number."""
        return 2 * (self.fullmove_number - 1) + (self.turn is BLACK)

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square."""
        piece = self._plain.pieces[square]
        if piece < FIRST_PIECE:
            return None
        return Piece(piece_letter(self.variant, piece), WHITE if piece % 2 == 0 else BLACK)

    def piece_map(self) -> dict[int, Piece]:
        """All pieces, by square."""
        found = ((square, self.piece_at(square)) for square in range(self.variant.geometry.squares))
        return {square: piece for square, piece in found if piece}

    def king(self, color: bool) -> int | None:
        """The square of a side's royal piece."""
        square = self._plain.squares[0 if color is WHITE else SLOTS]
        return None if square == OFF else square

    def attacks(self, square: int) -> frozenset[int]:
        """Where the piece on ``square`` could capture, were an enemy there (its own pieces count as that).

        First-move powers attack nothing: they give no check.
        """
        piece = self.piece_at(square)
        if piece is None:
            return frozenset()
        found = ways(self.variant, self._plain.pieces, self._paths(piece), square)
        return frozenset(way[-1][-1] for path, way in found if path.captures and not path.from_home)

    # --- moves ---

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move, in the order of the pieces; that a game is drawn is for :meth:`outcome` to
        tell."""
        return list(self._numbered_moves())

    def is_legal(self, move: Move) -> bool:
        """Whether ``move`` may be played now."""
        return move in self._numbered_moves()

    def is_check(self) -> bool:
        """Whether the side to move stands in check. Where royal pieces are captured, there is no check."""
        return self._is_attacked(self.king(self.turn), not self.turn)

    def is_capture(self, move: Move) -> bool:
        """Whether ``move`` takes a piece."""
        return move.taken is not None

    def push(self, move: Move) -> None:
        """Play a legal move; where dice are rolled, with its roll or with one that the dice give now.

        Raises :class:`MoveError` if the move is not legal, or bares its own king by its roll.
        """
        numbers = self._numbered_moves()
        if move not in numbers:
            raise MoveError(f"{move} is not legal here")
        legal = next(found for found in numbers if found == move)
        saved = np.zeros(SAVED, np.int64)
        key = self.key() if self.variant.endings.repetitions else 0
        played = _Played(legal, numbers[move], saved, key)
        play(self._plain_tables, self._plain, played.number, memoryview(saved), 0)
        if self.has_dice:
            square = self._rolled(played) if move.roll is None else move.roll
            if self._bares_mover(square):
                undo(self._plain_tables, self._plain, played.number, memoryview(saved), 0)
                raise MoveError(f"{move}: that roll bares the mover's own king, and is rolled again")
            roll(self._plain, square)
            text = f"{legal.text}@{self.variant.geometry.names[square]}"
            played = replace(played, move=replace(legal, roll=square, text=text))
        self._stack.append(played)
        self._moves = None

    def pop(self) -> Move:
        """Take the last move back and return it. Raises :class:`IndexError` if there is none."""
        played = self._stack.pop()
        if played.move.roll is not None:
            roll(self._plain, played.move.roll)
        undo(self._plain_tables, self._plain, played.number, memoryview(played.saved), 0)
        self._moves = None
        return played.move

    def peek(self) -> Move:
        """The last move. Raises :class:`IndexError` if there is none."""
        return self._stack[-1].move

    def parse_uci(self, text: str) -> Move:
        """The legal move written like ``e2e4`` or ``a7b8l``. Raises :class:`MoveError`."""
        return coordinates.parse(self, text)

    def push_uci(self, text: str) -> Move:
        """Play the move written like ``e2e4`` and return it, roll and all. Raises :class:`MoveError`."""
        self.push(self.parse_uci(text))
        return self.peek()

    def san(self, move: Move) -> str:
        """A legal move as people write it, such as ``Lxd5+``. Raises :class:`MoveError`."""
        return sans.write(self, move)

    def parse_san(self, text: str) -> Move:
        """The legal move that SAN ``text`` means. Raises :class:`MoveError` if none or several are meant."""
        return sans.parse(self, text)

    def push_san(self, text: str) -> Move:
        """Play the move that SAN ``text`` means and return it. Raises :class:`MoveError`."""
        self.push(self.parse_san(text))
        return self.peek()

    def check_sign(self, move: Move) -> str:
        """``+`` if a legal move gives check, ``#`` if mate, else nothing; after its roll, if it has one."""
        saved = memoryview(np.zeros(SAVED, np.int64))
        number = self._numbered_moves()[move]
        play(self._plain_tables, self._plain, number, saved, 0)
        if move.roll is not None:
            roll(self._plain, move.roll)
        sign = "" if not self.is_check() else "+" if self._count_moves() else "#"
        if move.roll is not None:
            roll(self._plain, move.roll)
        undo(self._plain_tables, self._plain, number, saved, 0)
        return sign

    # --- the end, and the whole ---

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome_of(self)

    def repetitions(self) -> int:
        """How often this position has stood since the last capture or pawn move, counting now.

        One with a legal capture en passant stands for the first time: that right lasts for one move.
        """
        if any(number >> 24 == EN_PASSANT for number in self._numbered_moves().values()):
            return 1
        return 1 + self.past_keys.count(self.key())

    def key(self) -> int:
        """A number that tells this position from others, all but surely; en passant is left out."""
        return position_key(self._plain_tables, self._plain)

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

    def fen(self) -> str:
        """The position as a FEN of six fields."""
        return fens.write(self.variant, self._position, self.fullmove_number)

    def copy(self) -> Board:
        """The same game on a board of its own."""
        twin = object.__new__(Board)
        twin.variant, twin.seed = self.variant, self.seed
        twin._position = copy(self._position)
        twin._first_number, twin._first_turn = self._first_number, self._first_turn
        twin._stack = list(self._stack)
        twin._prepare()
        twin._moves = self._moves
        return twin

    def perft(self, depth: int, *, fast: bool = True) -> int:
        """How many lines of ``depth`` plies there are from here. ``fast`` compiles, where numba is there.

        >>> Board().perft(2, fast=False)
        959
        """
        if depth < 1:
            return 1
        most = plies_with_room(self.variant, self.position)
        if depth > most:
            raise ValueError(f"perft counts {most} plies at most here, not {depth}")
        is_fast = fast and available()
        loop, form = (compiled(perft), record) if is_fast else (perft, views)
        return loop(*blocks(self.variant, self.position, fast=is_fast), form(new_buffers()), 0, depth)

    def number_of(self, move: Move) -> int:
        """A legal move as the loops write it, see :mod:`wormhole.rules.loops.moves`."""
        return self._numbered_moves()[move]

    def __repr__(self) -> str:
        return f"Board({self.variant.name!r}, {self.fen()!r})"

    # --- within ---

    def _is_hole(self, square: int) -> bool:
        return self._plain.pieces[square] == GONE

    def _is_attacked(self, square: int | None, by: bool) -> bool:
        if square is None or self.variant.endings.goal is Goal.CAPTURE:
            return False
        side = 0 if by is WHITE else 1
        return is_attacked(self._plain_tables, self._plain, self._scratch, square, side, NONE_GONE)

    def _paths(self, piece: Piece) -> tuple[Path, ...]:
        paths = self.variant.piece_types[piece.letter].paths
        return paths if piece.color is WHITE else tuple(path.turned() for path in paths)

    def _numbered_moves(self) -> dict[Move, int]:
        """Every legal move, with its number in the loops."""
        if self._moves is None:
            numbers = memoryview(np.zeros(MAX_MOVES, np.int64))
            count = legal_moves(self._plain_tables, self._plain, self._scratch, numbers, 0)
            ways_of: dict[int, dict[int, Steps]] = {}
            self._moves = {}
            for number in numbers[:count]:
                origin = number & 255
                if origin not in ways_of:
                    ways_of[origin] = self._ways(origin)
                self._moves[self._move(number, ways_of[origin])] = number
        return self._moves

    def _ways(self, square: int) -> dict[int, Steps]:
        """The shortest way to each square that the piece on ``square`` may reach."""
        pieces = self._plain.pieces
        found: dict[int, Steps] = {}
        for path, way in ways(self.variant, pieces, self._paths(self.piece_at(square)), square):
            target = way[-1][-1]
            if path.moves if pieces[target] == EMPTY else path.captures:
                found.setdefault(target, way)
        return found

    def _move(self, number: int, way_to: dict[int, Steps]) -> Move:
        origin, target, promoted, kind = number & 255, number >> 8 & 255, number >> 16 & 255, number >> 24
        promotion = piece_letter(self.variant, promoted) if promoted else None
        text = coordinates.move_text(self.variant, number)
        if kind >= CASTLING:
            row = (2 * self._plain.state[TURN] + kind - CASTLING) * 4
            rook_from, rook_to = self._plain_tables.castle[row + 2], self._plain_tables.castle[row + 3]
            return Move(origin, target, None, text, ((rook_to,), (target,)), beside=(rook_from, rook_to))
        if kind == EN_PASSANT:
            return Move(origin, target, None, text, ((target,),), taken=self._plain.state[EP_VICTIM])
        taken = target if self._plain.pieces[target] >= FIRST_PIECE else None
        return Move(origin, target, promotion, text, way_to[target], taken)

    def _count_moves(self) -> int:
        numbers = memoryview(np.zeros(MAX_MOVES, np.int64))
        return legal_moves(self._plain_tables, self._plain, self._scratch, numbers, 0)

    def _rolled(self, last: _Played) -> int:
        """The square that the dice name after the move just played: rolled until it bares no king."""
        moves = " ".join(played.move.text for played in [*self._stack, last])
        dice = random.Random(f"{self.seed} {moves}")
        while self._bares_mover(square := dice.randrange(self.variant.geometry.squares)):
            pass
        return square

    def _bares_mover(self, square: int) -> bool:
        """Whether a roll of ``square`` would let the side that just moved be captured."""
        roll(self._plain, square)
        bares = self._is_attacked(self.king(not self.turn), self.turn)
        roll(self._plain, square)
        return bares

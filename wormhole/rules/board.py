"""A game being played: the position, its legal moves, and the moves that led to it.

The vocabulary is python-chess's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from wormhole.rules import fen as fens
from wormhole.rules import san as sans
from wormhole.rules.betza import Path
from wormhole.rules.compiled import available, compiled
from wormhole.rules.errors import FenError, MoveError
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import is_attacked
from wormhole.rules.loops.moves import legal_moves
from wormhole.rules.loops.perft import perft
from wormhole.rules.loops.play import play, take_back
from wormhole.rules.move import Move, Steps
from wormhole.rules.outcome import Outcome, Termination
from wormhole.rules.piece import BLACK, WHITE, Piece, side_name
from wormhole.rules.position import (
    CLOCK,
    MAX_MOVES,
    SLOTS,
    TURN,
    UNDO,
    Position,
    copy,
    new_scratch,
    views,
)
from wormhole.rules.tables import EMPTY, FIRST_MAN, GONE, man_letter, man_number, tables
from wormhole.rules.variant import Stalemate, Variant, variant
from wormhole.rules.ways import ways


@dataclass(frozen=True)
class _Played:
    """A move on the stack, with what takes it back."""

    move: Move
    number: int
    undo: np.ndarray


class Board:
    """A position of a game and the moves that led to it.

    ``Board()`` is the start of Wormhole Chess; another game is named, and a position given as a FEN.
    Raises :class:`FenError` for a text that is none, :class:`VariantError` for a game that there is not.

    >>> board = Board()
    >>> len(board.legal_moves)
    31
    >>> board.push_san("e4").text
    'e2e4'
    >>> board.pop().text
    'e2e4'
    """

    def __init__(self, game: str | Variant = "wormhole", fen: str | None = None) -> None:
        self.variant = variant(game) if isinstance(game, str) else game
        self._position, self._first_number = fens.read(self.variant, fen or self.variant.start)
        self._first_turn = int(self._position.state[TURN])
        self._stack: list[_Played] = []
        self._prepare()
        if self._is_attacked(self.king(not self.turn), self.turn):
            raise FenError(
                f"{side_name(self.turn)} is to move, but {side_name(not self.turn)}'s "
                f"{self.variant.royal.name.lower()} stands in check"
            )

    def _prepare(self) -> None:
        self._tables = tables(self.variant)
        self._plain_tables, self._plain = views(self._tables), views(self._position)
        self._scratch = views(new_scratch())
        self._moves: tuple[Move, ...] | None = None

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
    def position(self) -> Position:
        """A copy of the arrays, for who searches."""
        return copy(self._position)

    def ply(self) -> int:
        """Single moves since the start of the game, counted by the move number."""
        return 2 * (self.fullmove_number - 1) + (self.turn is BLACK)

    def piece_at(self, square: int) -> Piece | None:
        """The man on a square."""
        man = self._plain.men[square]
        if man < FIRST_MAN:
            return None
        return Piece(man_letter(self.variant, man), WHITE if man % 2 == 0 else BLACK)

    def pieces(self) -> dict[int, Piece]:
        """All men, by square."""
        found = ((square, self.piece_at(square)) for square in range(self.variant.geometry.squares))
        return {square: piece for square, piece in found if piece}

    def king(self, color: bool) -> int | None:
        """The square of a side's royal man."""
        square = self._plain.squares[0 if color is WHITE else SLOTS]
        return None if square == OFF else square

    def attacks(self, square: int) -> frozenset[int]:
        """Where the man on ``square`` could capture, were an enemy there (its own men count as that)."""
        piece = self.piece_at(square)
        if piece is None:
            return frozenset()
        found = ways(self.variant.geometry, self._plain.men, self._paths(piece), square)
        return frozenset(way[-1][-1] for path, way in found if path.captures)

    # --- moves ---

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move, in the order of the men."""
        if self._moves is None:
            self._moves = self._list_moves()
        return list(self._moves)

    def is_legal(self, move: Move) -> bool:
        """Whether ``move`` may be played now."""
        return move in self.legal_moves

    def is_check(self) -> bool:
        """Whether the side to move stands in check."""
        return self._is_attacked(self.king(self.turn), not self.turn)

    def is_capture(self, move: Move) -> bool:
        """Whether ``move`` takes a man."""
        return self._plain.men[move.to_square] >= FIRST_MAN

    def push(self, move: Move) -> None:
        """Play a legal move. Raises :class:`MoveError` if it is none."""
        legal = next((found for found in self.legal_moves if found == move), None)
        if legal is None:
            raise MoveError(f"{move} is not legal here")
        number = self.number_of(legal)
        undo = np.zeros(UNDO, np.int64)
        play(self._plain_tables, self._plain, number, memoryview(undo), 0)
        self._stack.append(_Played(legal, number, undo))
        self._moves = None

    def pop(self) -> Move:
        """Take the last move back and return it. Raises :class:`IndexError` if there is none."""
        played = self._stack.pop()
        take_back(self._plain_tables, self._plain, played.number, memoryview(played.undo), 0)
        self._moves = None
        return played.move

    def peek(self) -> Move:
        """The last move. Raises :class:`IndexError` if there is none."""
        return self._stack[-1].move

    def parse_uci(self, text: str) -> Move:
        """The legal move written like ``e2e4`` or ``a7b8l``. Raises :class:`MoveError`."""
        wanted = text.strip().lower()
        for move in self.legal_moves:
            if move.text == wanted:
                return move
        raise MoveError(self._why_not(wanted, text))

    def push_uci(self, text: str) -> Move:
        """Play the move written like ``e2e4``. Raises :class:`MoveError`."""
        move = self.parse_uci(text)
        self.push(move)
        return move

    def san(self, move: Move) -> str:
        """A legal move as people write it, such as ``Lxd5+``. Raises :class:`MoveError`."""
        if not self.is_legal(move):
            raise MoveError(f"{move} is not legal here")
        piece = self._piece(move.from_square)
        names = self.variant.geometry.names
        rivals = {
            names[other.from_square]
            for other in self.legal_moves
            if other.to_square == move.to_square
            and other.from_square != move.from_square
            and self._piece(other.from_square) == piece
        }
        text = sans.write(
            self._san_letter(piece),
            names[move.from_square],
            names[move.to_square],
            rivals,
            self.is_capture(move),
            move.promotion,
        )
        return text + self._check_sign(move)

    def parse_san(self, text: str) -> Move:
        """The legal move that SAN ``text`` means. Raises :class:`MoveError` if none or several are meant."""
        parts = sans.parse(text)
        names = self.variant.geometry.names
        meant = []
        for move in self.legal_moves:
            piece = self._piece(move.from_square)
            if (
                names[move.to_square] == parts["target"]
                and self._san_letter(piece) == (parts["letter"] or "")
                and sans.fits(names[move.from_square], parts["origin"])
                and (move.promotion or "") == (parts["promotion"] or "")
            ):
                meant.append(move)
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise MoveError(f"{text!r} could mean {' or '.join(move.text for move in meant)}")
        raise MoveError(f"{text!r} is not legal here")

    def push_san(self, text: str) -> Move:
        """Play the move that SAN ``text`` means. Raises :class:`MoveError`."""
        move = self.parse_san(text)
        self.push(move)
        return move

    # --- the end, and the whole ---

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        drawn_stalemate = self.variant.stalemate is Stalemate.DRAW
        if not self.legal_moves:
            if self.is_check():
                return Outcome(Termination.CHECKMATE, not self.turn)
            return Outcome(Termination.STALEMATE, None if drawn_stalemate else not self.turn)
        if drawn_stalemate and len(self.pieces()) == 2:
            return Outcome(Termination.BARE_KINGS, None)
        return None

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

    def fen(self) -> str:
        """The position as a FEN of six fields."""
        return fens.write(self.variant, self._position, self.fullmove_number)

    def copy(self) -> Board:
        """The same game on a board of its own."""
        twin = object.__new__(Board)
        twin.variant = self.variant
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
        moves = np.zeros(MAX_MOVES * depth, np.int64)
        undo = np.zeros(UNDO * (depth + 1), np.int64)
        if fast and available():
            return compiled(perft)(self._tables, self.position, new_scratch(), moves, 0, undo, depth)
        position = views(self.position)
        return perft(
            self._plain_tables, position, self._scratch, memoryview(moves), 0, memoryview(undo), depth
        )

    def number_of(self, move: Move) -> int:
        """A move as the loops write it: from | to << 8 | man promoted to << 16."""
        side = 0 if self.turn is WHITE else 1
        promoted = man_number(self.variant, move.promotion, side) if move.promotion else 0
        return move.from_square | move.to_square << 8 | promoted << 16

    def __repr__(self) -> str:
        return f"Board({self.variant.name!r}, {self.fen()!r})"

    # --- within ---

    def _is_hole(self, square: int) -> bool:
        return self._plain.men[square] == GONE

    def _is_attacked(self, square: int | None, by: bool) -> bool:
        if square is None:
            return False
        side = 0 if by is WHITE else 1
        return is_attacked(self._plain_tables, self._plain, self._scratch, square, side, OFF)

    def _piece(self, square: int) -> Piece:
        piece = self.piece_at(square)
        if piece is None:
            raise MoveError(f"nobody stands on {self.variant.geometry.names[square]}")
        return piece

    def _san_letter(self, piece: Piece) -> str:
        return "" if self.variant.men[piece.letter].promotes_to else piece.letter

    def _paths(self, piece: Piece) -> tuple[Path, ...]:
        paths = self.variant.men[piece.letter].paths
        return paths if piece.color is WHITE else tuple(path.turned() for path in paths)

    def _list_moves(self) -> tuple[Move, ...]:
        numbers = memoryview(np.zeros(MAX_MOVES, np.int64))
        count = legal_moves(self._plain_tables, self._plain, self._scratch, numbers, 0)
        ways_of: dict[int, dict[int, Steps]] = {}
        moves = []
        for number in numbers[:count]:
            origin = number & 255
            if origin not in ways_of:
                ways_of[origin] = self._ways(origin)
            moves.append(self._move(number, ways_of[origin]))
        return tuple(moves)

    def _ways(self, square: int) -> dict[int, Steps]:
        """The shortest way to each square that the man on ``square`` may reach."""
        men = self._plain.men
        found: dict[int, Steps] = {}
        for path, way in ways(self.variant.geometry, men, self._paths(self._piece(square)), square):
            target = way[-1][-1]
            if path.moves if men[target] == EMPTY else path.captures:
                found.setdefault(target, way)
        return found

    def _move(self, number: int, way_to: dict[int, Steps]) -> Move:
        origin, target, promoted = number & 255, number >> 8 & 255, number >> 16
        promotion = man_letter(self.variant, promoted) if promoted else None
        names = self.variant.geometry.names
        text = names[origin] + names[target] + (promotion or "").lower()
        return Move(origin, target, promotion, text, way_to[target])

    def _why_not(self, wanted: str, text: str) -> str:
        """What is wrong with a move text that no legal move is written like."""
        names = self.variant.geometry.names
        match = re.fullmatch(r"([a-z]\d{1,2})([a-z]\d{1,2})([a-z]?)", wanted)
        if match is None or match[1] not in names or match[2] not in names:
            return f"{text!r} is no move; moves are written like e2e4, promotions like a7b8l"
        piece = self.piece_at(names.index(match[1]))
        if piece is None:
            return f"{text}: nobody stands on {match[1]}"
        if piece.color is not self.turn:
            return f"{text}: {side_name(self.turn)} is to move, and the man on {match[1]} is not its own"
        if any(move.text[: len(match[1] + match[2])] == match[1] + match[2] for move in self.legal_moves):
            return f"{text}: say which man the pawn becomes, as in {match[1]}{match[2]}l"
        return f"{text} is not legal here"

    def _check_sign(self, move: Move) -> str:
        self.push(move)
        sign = "" if not self.is_check() else "+" if self.legal_moves else "#"
        self.pop()
        return sign

"""The board: position, moves, routes, notation and outcome. Its API follows python-chess."""

from __future__ import annotations

import random
import re
import secrets
from collections import Counter, deque
from collections.abc import Callable, Iterator, KeysView, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from wormhole.base.errors import Message, MoveError
from wormhole.base.quoting import quoted
from wormhole.compiling.arrays import block, copy_of_block, shared, views, views_of_block
from wormhole.rules import fen as fens
from wormhole.rules.capacity import plies_that_fit
from wormhole.rules.described_moves import DescribedMoves, described_sans, described_ucis
from wormhole.rules.endings import DrawGoesTo, Endings, Goal, NoMove
from wormhole.rules.game_file import variant
from wormhole.rules.geometry import OFF
from wormhole.rules.insufficient_material import has_insufficient_material, is_dead
from wormhole.rules.loop_groups import BOARD, PERFT
from wormhole.rules.loops.calls import (
    KEY,
    NO_ROLL,
    NULL_MOVE,
    OVERFULL,
    PAST_KEY,
    SAVED_OF_BOARD,
    Buffers,
    attacks,
    check_after,
    key,
    list_legal,
    new_buffers,
    perft,
    pop,
    push,
)
from wormhole.rules.loops.described_line import push_line
from wormhole.rules.loops.judgement import awaits_answer, count_of, result_of_draw, result_of_mate
from wormhole.rules.loops.move_encoding import (
    CASTLING,
    DROP,
    EN_PASSANT,
    NORMAL,
    PASS,
    PROMOTION_IN_PLACE,
    corner_of,
    entering,
    from_square,
    is_castling,
    kind_of,
    move_of_kind,
    to_square,
    with_promotion,
)
from wormhole.rules.loops.play_and_undo import roll
from wormhole.rules.loops.promotion import may_end
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.move import DROP_START, Move, moves_in
from wormhole.rules.outcome import Outcome, Termination
from wormhole.rules.piece import BLACK, WHITE, Piece, side_name
from wormhole.rules.position import (
    BY_CHECKS,
    BY_DECLARED_RULE,
    BY_EXPLOSION,
    BY_EXTINCTION,
    BY_FACING,
    BY_GOAL,
    BY_PASSES,
    CHECKS_LEFT,
    CLOCK,
    COUNT_LIMIT,
    COUNTED,
    ENDED,
    EP_VICTIM,
    NO_SLOT,
    ROOM,
    SLOTS,
    TOKEN,
    TURN,
    WOULD_BE_DRAWN,
    Position,
    Scratch,
    new_scratch,
)
from wormhole.rules.routes import Route, Way, walked, ways
from wormhole.rules.rule import reasons_of
from wormhole.rules.san import (
    DROP_SAN,
    NULL,
    NULLS,
    SAN,
    castling_in,
    is_called,
    moves_like,
    roll_of,
    told_apart,
)
from wormhole.rules.tables import (
    CAPTURES,
    DRAWN,
    EMPTY,
    FIRST_PIECE,
    FROM_HOME,
    GONE,
    HAND,
    LOST,
    PIECE_NUMBERS,
    REPEATS_DECIDE,
    SHORT,
    WALL,
    WON,
    piece_letter,
    piece_number,
)
from wormhole.rules.tabulation import GAMES_KEPT, blocks, plain_tables, table_block
from wormhole.rules.variant import LeftSquare, Variant

if TYPE_CHECKING:
    from typing import Self

ROWS_AT_FIRST = 64
"""Initial room for undo records, in moves."""

PLIES_REMEMBERED = 512
"""For so many plies a board remembers which moves were legal; a list of a thousand plies takes a megabyte."""

FEW_POSITIONS = 300
"""If no more positions can arise, all of them are looked at for a win; that takes some 0.2 s without compiled
loops."""

_ENDINGS = {
    BY_GOAL: Termination.GOAL,
    BY_EXTINCTION: Termination.EXTINCTION,
    BY_CHECKS: Termination.CHECKS,
    BY_EXPLOSION: Termination.EXPLOSION,
    BY_PASSES: Termination.PASSES,
    BY_FACING: Termination.FACING,
}

CHECK_SIGNS = ("", "+", "#")

_HYPHEN = re.compile("(?<=[0-9])-(?=[a-z][0-9])")
"""What some players write between two squares."""

_NEW_SCRATCH = block(new_scratch())

_PICKLED = ("variant", "seed", "_first_number", "_first_turn", "_block", "_saved")


LegalMoves = dict[int, Move]
"""Legal moves by their numbers."""


class BoardLoops(NamedTuple):
    """The loops of :mod:`wormhole.rules.loops.calls`, all compiled or all plain."""

    is_compiled: bool
    list_legal: Callable[..., int]
    push: Callable[..., None]
    pop: Callable[..., None]
    attacks: Callable[..., bool]
    key: Callable[..., int]
    check_after: Callable[..., int]
    push_line: Callable[..., int]


PLAIN = BoardLoops(False, list_legal, push, pop, attacks, key, check_after, push_line)


def current() -> BoardLoops:
    """The loops for a new board.

    The first board of a program loads or compiles them, unless :func:`.compiled.never_wait` was called.
    """
    return _compiled() if BOARD.use() else PLAIN


@cache
def _compiled() -> BoardLoops:
    return BoardLoops(True, *map(BOARD.entry, PLAIN[1:]))


class Board:
    """A position of a game and the moves that led to it.

    ``Board()`` is the start position of Wormhole Chess; the arguments choose another game, by name, and
    another position, by its FEN. In a game with dice, ``seed`` determines the rolls: the same moves give the
    same rolls, also after an undo. Raises :class:`FenError` for an invalid FEN and :class:`VariantError` for
    an unknown game.

    One thread at a time may use a board; a second one gets a :class:`RuntimeError`. :meth:`copy` makes a
    board for it.

    The position is one block of memory; the compiled loops take it directly, the plain loops by memoryviews.

    >>> board = Board()
    >>> len(board.legal_moves)
    31
    >>> board.push_san("e4").text
    'e2e4'
    >>> board.pop().text
    'e2e4'
    """

    drawn: ClassVar[Callable[[Board], str] | None] = None
    """Draws a board as SVG for notebooks; the package sets it, since the rules know no pictures."""

    def __init__(
        self, game: str | Variant = "wormhole", fen: str | None = None, *, seed: int | None = None
    ) -> None:
        self.variant = variant(game) if isinstance(game, str) else game
        self.seed = secrets.randbits(32) if seed is None else seed
        position, self._first_number = _read(self.variant, fen) if fen else _start(self.variant)
        self._stack: list[tuple[Move, int, LegalMoves | None]] = []
        """The moves played, their numbers, and what was legal, if that is remembered."""
        self._legal: LegalMoves | None = None
        self._is_busy = False
        """Whether a call is reading or changing the arrays, see :func:`_busy_error`."""
        self._use_arrays(copy_of_block(position), np.zeros(ROWS_AT_FIRST * SAVED_OF_BOARD, np.int64))
        self._saved[KEY] = self._loops.key(*self._arguments)
        self._first_turn = self._plain.state[TURN]

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
        """The squares that have been removed, or have turned to stone."""
        pieces = self._plain.pieces[: self.variant.geometry.squares].tolist()
        return frozenset(square for square, piece in enumerate(pieces) if piece in (GONE, WALL))

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
        return self._has_dice

    @property
    def position(self) -> Position:
        """A copy of the arrays, for a search."""
        return shared(Position, copy_of_block(self._block)[0])

    @property
    def past_keys(self) -> list[int]:
        """The keys of the positions since the last capture or pawn move, oldest first, for a search.

        They are all 0 in a game without a draw by repetition. In a game with hands they are those of all
        positions, since captured pieces come back.
        """
        plies = len(self._stack)
        first = 0 if self.variant.hands else max(0, plies - self.halfmove_clock)
        return self._saved[PAST_KEY::SAVED_OF_BOARD][first:plies].tolist()

    @property
    def past_checks(self) -> list[bool]:
        """Whether the side to move was in check at each of :attr:`past_keys`; empty if repetition draws."""
        if plain_tables(self.variant).options.repeats != REPEATS_DECIDE:
            return []
        before, checks = self.copy(), []
        for _ in range(min(self.halfmove_clock, len(self._stack))):
            before.pop()
            checks.append(before.is_check())
        return checks[::-1]

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
        standing = (
            (square, piece) for square, piece in enumerate(pieces) if piece not in (EMPTY, GONE, WALL)
        )
        return {square: named[piece] for square, piece in standing}

    @property
    def pockets(self) -> dict[bool, Counter[str]]:
        """What each side has in hand: the number of each piece, by its letter.

        >>> import wormhole
        >>> board = wormhole.Board("crazyhouse")
        >>> for move in ("e4", "d5", "exd5"):
        ...     _ = board.push_san(move)
        >>> board.pockets[wormhole.WHITE]["P"], board.pockets[wormhole.BLACK]["P"]
        (1, 0)
        """
        pockets: dict[bool, Counter[str]] = {WHITE: Counter(), BLACK: Counter()}
        if not self.variant.hands:
            return pockets
        held = self._plain.hands.tolist()
        named = self._pieces_by_number
        for number, piece in enumerate(named):
            if piece is not None and held[number]:
                pockets[piece.color][piece.letter] = held[number]
        return pockets

    @property
    def promoted(self) -> frozenset[int]:
        """The squares of promoted pieces that become in a hand what they were.

        >>> import wormhole
        >>> board = wormhole.Board("crazyhouse", "k7/7P/8/8/8/8/8/K7[] w - - 0 1")
        >>> _ = board.push_san("h8=N")
        >>> [board.variant.geometry.names[square] for square in board.promoted]
        ['h8']
        """
        if not self.variant.hands:
            return frozenset()
        was, slots = self._plain.was, self._plain.slots
        return frozenset(square for square in self.piece_map() if was[slots[square]])

    @property
    def remaining_checks(self) -> dict[bool, int]:
        """How many checks each side has yet to give to win; 0 where checks are not counted.

        >>> import wormhole
        >>> wormhole.Board("3check").remaining_checks[wormhole.WHITE]
        3
        """
        left = self._plain.state[CHECKS_LEFT]
        return {WHITE: left & 15, BLACK: left >> 4}

    def king(self, color: bool) -> int | None:
        """The square of a side's royal piece; None if it has none, or may have several."""
        square = self._plain.squares[0 if color is WHITE else SLOTS]
        if square == OFF and self._plain.state[ENDED]:  # its slot is empty, but it still stands there
            royal = Piece(self.variant.royal.letter, color)
            return next((square for square, piece in self.piece_map().items() if piece == royal), None)
        return None if square in (OFF, TOKEN) else square

    @property
    def checked(self) -> int | None:
        """The square of a royal piece of the side to move that is in check; None if the side is not.

        >>> import wormhole
        >>> board = wormhole.Board("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
        >>> board.variant.geometry.names[board.checked]
        'e1'
        """
        if not self.is_check():
            return None
        king = self.king(self.turn)
        if king is not None:
            return king
        return next((each for each in self.crowned(self.turn) if self.attackers(not self.turn, each)), None)

    def crowned(self, color: bool) -> tuple[int, ...]:
        """The squares of a side's royal pieces where it may have several; else empty."""
        letters, pieces = self.variant.crowned, self.piece_map().items()
        return tuple(square for square, piece in pieces if piece.color is color and piece.letter in letters)

    @property
    def gates(self) -> frozenset[int]:
        """The squares where a piece from the hand may still come in."""
        if not self.variant.gates:
            return frozenset()
        hands, gates = self.pockets, self._plain.gates
        return frozenset(
            square for square, piece in self.piece_map().items() if gates[square] and hands[piece.color]
        )

    def attacks(self, square: int) -> frozenset[int]:
        """The squares that the piece on ``square`` attacks; own pieces on them count as enemies.

        First-move powers do not attack, because they give no check.
        """
        if self.piece_at(square) is None:
            return frozenset()
        tables, piece = plain_tables(self.variant), self._plain.pieces[square]
        home = self.variant.piece_types[piece_letter(self.variant, piece)].home_attacks
        return frozenset(
            steps[-1][-1]
            for node, steps, _over in walked(tables, self._plain, self._plain_scratch(), square)
            if tables.node_flags[node] & CAPTURES
            and (home or not tables.node_flags[node] & FROM_HOME)
            and may_end(tables, piece, square, steps[-1][-1], True)
        )

    def attackers(self, color: bool, square: int) -> frozenset[int]:
        """The squares of the pieces of that side that attack ``square``.

        >>> import wormhole
        >>> board = wormhole.Board("chess")
        >>> sorted(board.attackers(wormhole.WHITE, board.variant.geometry.parse("e2")))
        [3, 4, 5, 6]
        """
        return frozenset(
            origin
            for origin, piece in self.piece_map().items()
            if piece.color == color and square in self.attacks(origin)
        )

    def attacked_by(self, color: bool) -> dict[int, int]:
        """The squares that a side attacks, each with the number of its attackers."""
        attacked: dict[int, int] = {}
        for origin, piece in self.piece_map().items():
            if piece.color == color:
                for square in self.attacks(origin):
                    attacked[square] = attacked.get(square, 0) + 1
        return attacked

    def repetitions(self) -> int:
        """The number of occurrences of this position in the game, including now.

        With a legal en passant capture it is 1, since that right lasts for one move.
        """
        self._listed()
        plies, past = len(self._stack), self._saved[PAST_KEY::SAVED_OF_BOARD]
        is_alike = past[plies] == self.key()
        return 1 + int(np.count_nonzero(past[:plies] == self.key())) if is_alike else 1

    def key(self) -> int:
        """The Zobrist key of the position, without en passant."""
        return int(self._saved[len(self._stack) * SAVED_OF_BOARD + KEY])

    def keys(self) -> np.ndarray:
        """The keys of all positions since the start, this one last."""
        return self._saved[KEY::SAVED_OF_BOARD][: len(self._stack) + 1].copy()

    # --- moves ---

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move, in the order of the pieces; draws (see ``outcome``) do not matter here."""
        return list((self._legal or self._listed()).values())

    @property
    def legal_numbers(self) -> KeysView[int]:
        """The legal moves as numbers (:mod:`wormhole.rules.loops.moves`)."""
        return (self._legal or self._listed()).keys()

    def _listed(self) -> LegalMoves:
        """The legal moves by their numbers."""
        if self._legal is not None:
            return self._legal
        if self._is_busy:
            raise _busy_error()
        self._is_busy = True
        try:
            row = len(self._stack) * SAVED_OF_BOARD
            count = self._loops.list_legal(*self._arguments, *self._buffers, self._saved_argument, row)
            named = self._moves_by_number
            numbers = self._moves_buffer[:count].tolist() if count > 0 else ()
            self._legal = {number: named[number] for number in numbers}
        finally:
            self._is_busy = False
        return self._legal

    def _check_roll(self, move: Move) -> None:
        """Raise :class:`MoveError` for a roll of dice that the game lacks, or of no square."""
        if not self._has_dice:
            raise MoveError("{move}: there are no dice in this game", move=move)
        if move.roll not in range(self.variant.geometry.squares):
            raise MoveError("{move}: the dice name a square of the board", move=move)

    def _is_overfull(self) -> bool:
        """Whether there are more moves than can be listed."""
        if self.legal_numbers:
            return False
        row = len(self._stack) * SAVED_OF_BOARD
        return self._loops.list_legal(*self._arguments, *self._buffers, self._saved_argument, row) == OVERFULL

    def _illegal(self, move: object) -> MoveError:
        """The error of a move that is not legal."""
        move = str(move) or repr(move)
        if self._is_overfull():
            return MoveError("{move}: there are more moves here than the program can list", move=move)
        return MoveError("{move} is not legal here", move=move)

    def number_of(self, move: Move) -> int:
        """The number of a legal move. Raises :class:`MoveError` if it, or its roll, is not legal."""
        if move.roll is not None:
            self._check_roll(move)
        number = move.number
        legal = self._legal or self._listed()
        if legal.get(number) == move:
            return number
        for number, other in legal.items():
            if other == move:
                return number
        raise self._illegal(move)

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
        """Whether ``move`` is legal, with its roll if it has one."""
        try:
            self.number_of(move)
        except MoveError:
            return False
        return True

    def is_check(self) -> bool:
        """Whether the side to move is in check; always False if the goal is to capture the royal piece."""
        return self._is_in_check(self.turn)

    def is_capture(self, move: Move) -> bool:
        """Whether a legal ``move`` captures a piece."""
        return self.captured_square(move) is not None

    def captured_square(self, move: Move) -> int | None:
        """The square of the piece that a legal ``move`` captures, not the target if en passant; or None."""
        return self.captured_by(self.number_of(move)) if move else None

    def captured_by(self, number: int) -> int | None:
        """The square of the piece that the legal move with that number captures; or None."""
        if kind_of(number) == EN_PASSANT:
            return self._plain.state[EP_VICTIM]
        target = to_square(number)
        return target if kind_of(number) == NORMAL and self._plain.pieces[target] >= FIRST_PIECE else None

    def push(self, move: Move) -> None:
        """Play a legal move; in a game with dice, with its roll or, if it has none, with a new one.

        A null move is played, too, without a roll. Raises :class:`MoveError` if the move is not legal, if its
        roll leaves its own king in check, or if it is null where :meth:`check_null` refuses it.
        """
        legal = self._legal
        if legal is None:
            legal = self._listed()
        number = move.number
        try:
            is_listed = legal[number] is move
        except KeyError:
            is_listed = False
        if not is_listed:
            number = self._number_to_push(move)
        if self._is_busy:
            raise _busy_error()
        self._is_busy = True
        try:
            stack = self._stack
            plies = len(stack)
            if plies >= self._room:
                self._prepare(plies, 1)
            row = plies * SAVED_OF_BOARD
            self._push(number, self._saved_argument, row)
            if self._has_dice and number != NULL_MOVE:
                move = self._rolled(move, number, row)
            stack.append((move, number, legal))
            self._legal = None
        finally:
            self._is_busy = False

    def push_sans(self, texts: Sequence[str]) -> int:
        """Play moves in SAN, much faster than :meth:`push_san` one after the other; returns how many.

        It ends before the first text that is not the one legal move in plain SAN, or whose roll must be made.

        >>> board = Board("chess")
        >>> board.push_sans(["e4", "e5", "Ke3", "Nc6"]), board.peek().text
        (2, 'e7e5')
        """
        return self._push_line(described_sans(self.variant), texts)

    def push_ucis(self, texts: Sequence[str]) -> int:
        """Play moves in UCI notation, with the same limits as :meth:`push_sans`; returns how many."""
        return self._push_line(described_ucis(self.variant), texts)

    def _push_line(self, described: DescribedMoves, texts: Sequence[str]) -> int:
        descriptions, rows, rolls = described.rows(texts)
        line, rolled = np.array(rows, np.int64), np.array(rolls, np.int64)
        if self._is_busy:
            raise _busy_error()
        self._is_busy = True
        try:
            plies = len(self._stack)
            self._prepare(plies, len(rows))
            given: tuple[Any, Any, Any] = descriptions, line, rolled
            if not self._loops.is_compiled:
                given = memoryview(descriptions), memoryview(line), memoryview(rolled)
            count = self._loops.push_line(
                *self._arguments,
                *self._buffers,
                *given,
                len(rows),
                self._saved_argument,
                plies * SAVED_OF_BOARD,
            )
            numbers = line[:count].tolist()
            moves = [self._moves_by_number[number] for number in numbers]
            if self._has_dice:
                names = self.variant.geometry.names
                moves = [move.rolled(roll, names[roll]) for move, roll in zip(moves, rolls, strict=False)]
            self._stack += zip(moves, numbers, repeat(None, count), strict=True)
            self._legal = self._legal if count == 0 else None
        finally:
            self._is_busy = False
        return count

    def pop(self) -> Move:
        """Undo the last move and return it. Raises :class:`IndexError` if there is none."""
        if self._is_busy:
            raise _busy_error()
        self._is_busy = True
        try:
            move, number, self._legal = self._stack.pop()
            if move.roll is not None:
                roll(self._plain, move.roll)
            self._pop(number, self._saved_argument, len(self._stack) * SAVED_OF_BOARD)
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

    def passed(self) -> Self | None:
        """A copy of the board after a null move; None if that is impossible."""
        board = self.copy()
        try:
            board.push(Move.null())
        except MoveError:
            return None
        return board

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

        From a number of a piece in hand it is a drop. A promotion and a roll of the dice are left out. Its
        moves are meaningless: it is for asking what is attacked.
        """
        twin = self.copy()
        twin._legal = {}
        kind = DROP if from_square >= self.variant.geometry.squares else EN_PASSANT if en_passant else NORMAL
        number = move_of_kind(from_square, to_square, kind)
        twin._loops.push(*twin._arguments, twin._buffers[0], number, twin._saved_argument, 0)
        twin._loops.push(*twin._arguments, twin._buffers[0], NULL_MOVE, twin._saved_argument, SAVED_OF_BOARD)
        return twin

    def ahead(self, move: Move) -> Self | None:
        """A board after a premove of the side that is not to move; the same side as here is to move.

        The move need not be legal: an own piece on its target is taken as gone by then. The dice are not
        rolled. None where nothing can be said of what follows: the move drops a piece on another one, takes a
        royal piece or ends the game.
        """
        twin = self._passed()
        twin._stack, twin._first_turn = [], twin._plain.state[TURN]
        number = next((number for number, legal in twin._listed().items() if legal == move), None)
        if number is None:
            number = twin._number_ahead(move)
        if number is None:
            return None
        twin._loops.push(*twin._arguments, twin._buffers[0], number, twin._saved_argument, 0)
        twin._legal, twin._first_turn = None, twin._plain.state[TURN]
        has_lost = OFF in (twin._plain.squares[0], twin._plain.squares[SLOTS])
        return None if has_lost or twin._plain.state[ENDED] else twin

    def perft(self, depth: int, *, fast: bool = True) -> int:
        """The number of leaf nodes at ``depth`` plies. ``fast`` uses the compiled loops, if numba is there.

        >>> Board().perft(2, fast=False)
        959
        """
        if depth < 1:
            return 1
        most = plies_that_fit(self.variant, self.position)
        if depth > most:
            raise ValueError(f"perft can count at most {most} plies here, not {depth}")
        is_fast = fast and PERFT.use()
        loop = PERFT.twin(perft) if is_fast else perft
        buffers: Any = new_buffers() if is_fast else views(shared(Buffers, new_buffers()))
        arguments = blocks(self.variant, self.position, fast=is_fast)
        count = loop(*arguments, buffers, 0, depth)
        scratch = arguments[-1]
        if (scratch["overfull"] if is_fast else scratch.overfull)[0]:
            raise ValueError("a position has more moves than perft can list")
        return count

    def last_moves(self, count: int) -> list[Move]:
        """The last moves played, oldest first."""
        return [move for move, _, _ in self._stack[len(self._stack) - count :]]

    # --- the end ---

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""
        endings = self.variant.endings
        ended = self._plain.state[ENDED]
        if ended:
            goes_to = endings.draw_goes_to if ended & WOULD_BE_DRAWN else DrawGoesTo.NOBODY
            royal = self.variant.royal.name.lower()
            reason = ended & ~WOULD_BE_DRAWN
            if reason >= BY_DECLARED_RULE:
                why = reasons_of(Endings)[reason - BY_DECLARED_RULE]
                return Outcome(
                    Termination.DECLARED_RULE, self._winner(), royal, draw_goes_to=goes_to, declared=why
                )
            return Outcome(_ENDINGS[reason], self._winner(), royal, draw_goes_to=goes_to)
        if self._plain.squares[0 if self.turn is WHITE else SLOTS] == OFF:
            return Outcome(Termination.ROYAL_CAPTURE, not self.turn, self.variant.royal.name.lower())
        if not self.legal_numbers:
            return self._outcome_without_move()
        if is_dead(self.variant, self.piece_map(), self.pockets):
            return self.as_drawn(Outcome(Termination.DEAD_POSITION, None))
        if endings.repetitions and self.repetitions() >= endings.repetitions:
            return self.as_drawn(self._repeated())
        if endings.quiet_moves and self.halfmove_clock >= endings.quiet_moves:
            return self.as_drawn(Outcome(Termination.QUIET_MOVES, None))
        if self._plain.state[COUNTED] > self._plain.state[COUNT_LIMIT] > 0:
            return self.as_drawn(Outcome(Termination.COUNTED_MOVES, None))
        return None

    def has_insufficient_material(self, color: bool) -> bool:
        """Whether a side cannot win with its material, however the other side plays.

        >>> import wormhole
        >>> board = wormhole.Board("chess", "8/8/8/8/8/4k3/8/Q3K3 w - - 0 1")
        >>> board.has_insufficient_material(wormhole.WHITE), board.has_insufficient_material(wormhole.BLACK)
        (False, True)
        """
        return has_insufficient_material(self.variant, self.piece_map(), self.pockets, self.holes, color)

    def outcome_on_time(self, late: bool) -> Outcome:
        """How the game ends when the time of a side is over.

        It has lost; but the game is drawn if the other side cannot win by any series of legal moves
        (article 6.9 of the FIDE Laws of Chess).

        >>> import wormhole
        >>> wormhole.Board("chess", "8/8/8/8/8/4k3/8/Q3K3 w - - 0 1").outcome_on_time(wormhole.WHITE).result()
        '1/2-1/2'
        """
        if self._can_win(not late):
            return Outcome(Termination.TIME_FORFEIT, winner=not late)
        return self.as_drawn(Outcome(Termination.TIME_FORFEIT, None))

    def _can_win(self, color: bool) -> bool:
        """Whether a side might win by some series of legal moves of both sides.

        False if its material is insufficient; also if so few positions can still arise that all of them are
        looked at, and it wins in none of them, as where most squares are gone.
        """
        if self.has_insufficient_material(color):
            return False
        if self.has_dice or self.variant.hands.from_partner:
            return True
        start = type(self)(self.variant, self.fen())  # without what was repeated
        seen, waiting = {start.key()}, deque([start])
        while waiting:
            board = waiting.popleft()
            outcome = board.outcome()
            if outcome is not None:
                if outcome.winner is color:
                    return True
                continue
            for move in board.legal_moves:
                board.push(move)
                if board.key() not in seen:
                    if len(seen) == FEW_POSITIONS:
                        return True
                    seen.add(board.key())
                    waiting.append(board.copy())
                board.pop()
        return False

    def as_drawn(self, outcome: Outcome) -> Outcome:
        """The outcome of a game that the rules draw: in some games one side wins it all the same."""
        result = result_of_draw(plain_tables(self.variant), self._plain, 0)
        if outcome.winner is not None or result == DRAWN:
            return outcome
        winner = WHITE if result == WON else BLACK
        return replace(outcome, winner=winner, draw_goes_to=self.variant.endings.draw_goes_to)

    def _repeated(self) -> Outcome:
        """The end by repetition, from the checks since the position first occurred of those that count."""
        endings = self.variant.endings
        if endings.perpetual_check_loses:
            key, before, left = self.key(), self.copy(), endings.repetitions - 1
            checks = [before.is_check()]
            while left:
                before.pop()
                checks.append(before.is_check())
                left -= before.key() == key
            suffers, gives = all(checks[::2]), all(checks[1::2])
            if suffers != gives:
                return Outcome(Termination.PERPETUAL_CHECK, self.turn if suffers else not self.turn)
        options = plain_tables(self.variant).options
        result = options.repeated_for_white if self.turn is WHITE else options.repeated_for_black
        winner = {LOST: not self.turn, DRAWN: None, WON: self.turn}[result]
        return Outcome(Termination.REPETITION, winner, repetitions=endings.repetitions)

    def _winner(self) -> bool | None:
        """The winner where another ending than mate ended the game; None for a draw."""
        lost = [self._plain.squares[slot] == OFF for slot in (0, SLOTS)]
        return None if all(lost) else WHITE if lost[1] else BLACK

    def _outcome_without_move(self) -> Outcome:
        if self._is_overfull():
            return Outcome(Termination.OVERFULL, None)
        endings = self.variant.endings
        winners = {NoMove.LOSS: not self.turn, NoMove.WIN: self.turn, NoMove.DRAW: None}
        if self.is_check():
            result = result_of_mate(plain_tables(self.variant), self._plain)
            winner = {LOST: not self.turn, DRAWN: None, WON: self.turn}[result]
            given = Termination.GAVE_MATE if winner is self.turn else Termination.CHECKMATE
            return self.as_drawn(Outcome(given, winner))
        if awaits_answer(plain_tables(self.variant), self._plain):
            return Outcome(Termination.GOAL, not self.turn)
        winner = winners[endings.stalemate]
        if endings.stalemate_counts:
            own, other = (count_of(self._plain, 0, side) for side in (0, 1)[:: 1 if self.turn else -1])
            winner = None if own == other else winner if own < other or winner is None else not winner
            return self.as_drawn(Outcome(Termination.COUNTED_STALEMATE, winner))
        given = Termination.NO_MOVE_WINS if winner is self.turn else Termination.STALEMATE
        return self.as_drawn(Outcome(given, winner))

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

    # --- routes ---

    def route(self, move: Move) -> Route:
        """The squares that a legal move passes. Raises :class:`MoveError` if it is not legal, or null."""
        number = self.number_of(move)
        return self._route(number, {} if move.drop else self._shortest_ways(move.from_square))

    def last_route(self) -> Route | None:
        """The route of the last move; None before the first move and after a null move."""
        if not self._stack or not self.peek():
            return None
        before = self.copy()
        return before.route(before.pop())

    def routes(self, square: int) -> dict[Move, Route]:
        """Every legal move of the piece on ``square`` with its shortest route.

        If its side is not to move: what it could play if it were. With the number of a piece in hand: its
        drops.
        """
        piece = self.piece_at(square)
        if piece is not None and piece.color != self.turn:
            return self._passed().routes(square)
        numbers = [number for number in self.legal_numbers if from_square(number) == square]
        ways = self._shortest_ways(square) if numbers else {}
        return {self._moves_by_number[number]: self._route(number, ways) for number in numbers}

    def ways(self, square: int) -> tuple[Way, ...]:
        """Everywhere that the steps of the piece on ``square`` lead, also if its side is not to move.

        Castling is a way of the king if it is legal, or were legal if its side were to move.
        """
        piece = self.piece_at(square)
        if piece is None:
            return ()
        ways = tuple(self._ways(square))
        if not self.variant.piece_types[piece.letter].castles_with:
            return ways
        board = self if piece.color == self.turn else self._passed()
        numbers = (number for number in board.legal_numbers if is_castling(number) and not entering(number))
        return *ways, *(board._castling(number) for number in numbers if from_square(number) == square)

    # --- notation ---

    def parse_uci(self, text: str) -> Move:
        """The legal move, or null move, written like ``e2e4`` or ``a7b8l``.

        Raises :class:`MoveError`, which says what is wrong.
        """
        wanted, rolled = roll_of(self.variant, text.strip().lower())
        if DROP_START.match(wanted):
            wanted = wanted[: wanted.index("@")].upper() + wanted[wanted.index("@") :]
        move = self.legal_move(wanted)
        if move is not None:
            return move if rolled is None else move.rolled(rolled, self.variant.geometry.names[rolled])
        if wanted == Move.null().text and rolled is None:
            self.check_null()
            return Move.null()
        raise MoveError(_why_not(self, wanted, text))

    def push_uci(self, text: str) -> Move:
        """Play the move written like ``e2e4`` and return it with its roll. Raises :class:`MoveError`."""
        self.push(self.parse_uci(text))
        return self.peek()

    def san(self, move: Move) -> str:
        """The SAN of a legal move, such as ``Lxd5+``; ``--`` for the null move. Raises :class:`MoveError`."""
        if not move:
            self.check_null()
            return NULL
        number = self.number_of(move)
        rolled = "" if move.roll is None else f"@{self.variant.geometry.names[move.roll]}"
        return _san_without_check(self, number) + rolled + self.check_sign(move)

    def parse_san(self, text: str) -> Move:
        """The legal move with SAN ``text``. Raises :class:`MoveError` if no move or several moves match.

        The null move is ``--``; ``Z0``, ``0000`` and ``@@@@`` are read, too.
        """
        if text in NULLS:
            self.check_null()
            return Move.null()
        text, rolled = roll_of(self.variant, text)
        stripped = text.strip()
        parts = SAN.fullmatch(stripped)
        dropped = DROP_SAN.fullmatch(stripped)
        if dropped is not None:
            meant: list[int] | None = _fitting_drops(self, dropped)
        else:
            meant = _castling_moves(self, stripped) if parts is None else _fitting_or_alike(self, parts)
        if meant is None:
            raise MoveError(
                "{text} is not a move in algebraic notation such as e4, Nf3, Lxd5 or bxa8=L",
                text=quoted(text),
            )
        moves = [self.move_numbered(number) for number in meant]
        if len(moves) == 1:
            return (
                moves[0] if rolled is None else moves[0].rolled(rolled, self.variant.geometry.names[rolled])
            )
        if moves:
            raise MoveError(
                "{text} could mean {words}", text=quoted(text), words=" or ".join(move.text for move in moves)
            )
        raise self._illegal(quoted(text))

    def parse_played(self, text: str) -> Move:
        """The legal move that a player has written, in UCI notation or in SAN, perhaps as ``Ng1-f3``.

        A null move is a pass where the rules have one. Elsewhere it is not legal; only lines that are shown
        have it. Raises :class:`MoveError`.

        >>> Board("chess").parse_played("Nf3").text, Board("janggi").parse_played("0000").text
        ('g1f3', 'e2e2')
        """
        if text.strip() in NULLS:
            passes = [move for move in self.legal_moves if move.is_pass]
            if len(passes) == 1:
                return passes[0]
            raise MoveError("a null move is not legal here")
        joined = _HYPHEN.sub("", text)
        forms = (self.parse_san, self.parse_uci) if text[:1].isupper() else (self.parse_uci, self.parse_san)
        for parse in forms:
            with suppress(MoveError):
                return parse(joined)
        return self.parse_uci(text)

    def push_san(self, text: str) -> Move:
        """Play the move with SAN ``text`` and return it. Raises :class:`MoveError`."""
        self.push(self.parse_san(text))
        return self.peek()

    def fen(self) -> str:
        """The FEN of the position: six fields, or seven in a game with dice."""
        return fens.write(self.variant, self._plain, self.fullmove_number)

    def __str__(self) -> str:
        """The board as text, Black above: ``.`` is an empty square, ``x`` a removed one or a wormhole.

        >>> board = Board()
        >>> _ = board.push_san("e4")
        >>> print(board)
        c n w l k w n c
        p p p p p p p p
        . . . . . . . .
        . . . . . . . .
        . . . . P . . .
        . . . . . . . .
        P P P P x P P P
        C N W L K W N C
        """
        geometry, pieces, holes = self.variant.geometry, self.piece_map(), self.holes

        def sign(x: int, y: int) -> str:
            square = geometry.square_at.get((x, y), OFF)
            if square >= geometry.squares:
                return " "
            return pieces[square].symbol() if square in pieces else "x" if square in holes else "."

        rows = ([sign(x, y) for x in range(geometry.columns)] for y in reversed(range(geometry.rows)))
        return "\n".join(" ".join(row).rstrip() for row in rows)

    def __repr__(self) -> str:
        return f"Board({self.variant.name!r}, {self.fen()!r})"

    def _repr_svg_(self) -> str | None:
        """The board as a notebook shows it; None where nothing can draw it."""
        return None if Board.drawn is None else Board.drawn(self)

    # --- copies ---

    def copy(self) -> Self:
        """An independent copy of the board with its moves."""
        twin = object.__new__(type(self))
        twin.variant, twin.seed = self.variant, self.seed
        twin._first_number, twin._first_turn = self._first_number, self._first_turn
        if self._is_busy:
            raise _busy_error()
        twin._is_busy = False
        twin._stack, twin._legal = list(self._stack), self._legal
        twin._use_arrays(copy_of_block(self._block), self._saved.copy())
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What :mod:`pickle` keeps: the position, the moves with their undo records, and the seed."""
        if self._is_busy:
            raise _busy_error()
        stack = [(move, number, None) for move, number, _ in self._stack]
        return {"_stack": stack, **{name: getattr(self, name) for name in _PICKLED}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        position, saved = state.pop("_block"), state.pop("_saved")
        vars(self).update(state, _is_busy=False, _legal=None)
        self._use_arrays(position, saved)

    def is_at_start(self) -> bool:
        """Whether this is the usual start position of its game, before any move."""
        start, number = _start(self.variant)
        return not self._stack and number == self._first_number and self._block.tobytes() == start.tobytes()

    def root(self) -> Self:
        """A new board with the position where this game began."""
        root = self.copy()
        while root._stack:
            root.pop()
        return root

    # --- private ---

    def _use_arrays(self, position: np.ndarray, saved: np.ndarray) -> None:
        """Use these arrays from now on."""
        self._block = position
        self._plain: Position = views_of_block(Position, position)
        self._moves_buffer = memoryview(np.empty(ROOM, np.int64))
        self._scratch = copy_of_block(_NEW_SCRATCH)
        self._moves_by_number = moves_in(self.variant, self._plain)
        self._has_dice = self.variant.left_square is LeftSquare.RANDOM
        self._pieces_by_number = _pieces_by_number(self.variant)
        self._use_loops(current())
        self._save_in(saved)

    def _use_loops(self, loops: BoardLoops) -> None:
        """Use these loops from now on."""
        self._loops = loops
        self._arguments: tuple[Any, Any]
        self._buffers: tuple[Any, Any]
        if loops.is_compiled:
            self._arguments = table_block(self.variant), self._block
            self._buffers = self._scratch, self._moves_buffer.obj
        else:
            self._arguments = (plain_tables(self.variant),), (self._plain,)
            self._buffers = (self._plain_scratch(),), self._moves_buffer
        self._push = partial(loops.push, *self._arguments, self._buffers[0])
        self._pop = partial(loops.pop, *self._arguments)

    def _save_in(self, saved: np.ndarray) -> None:
        self._saved = saved
        self._saved_argument: Any = saved if self._loops.is_compiled else memoryview(saved)
        self._room = self._rows_left(0)
        """At so many plies, the next move needs `_prepare`."""

    def _rows_left(self, plies: int) -> int:
        """For how many moves there are rows, or up to the next ply at which moves are forgotten.

        The position after the last move has a row for its key.
        """
        next_time = plies // PLIES_REMEMBERED * PLIES_REMEMBERED + PLIES_REMEMBERED - 1
        return min(len(self._saved) // SAVED_OF_BOARD - 1, next_time)

    def _passed(self) -> Self:
        """A copy with the other side to move, even if that could then capture the king."""
        twin = self.copy()
        twin._loops.push(*twin._arguments, twin._buffers[0], NULL_MOVE, twin._saved_argument, 0)
        twin._legal = None
        return twin

    def _prepare(self, plies: int, more: int) -> None:
        """Make room for ``more`` moves after ``plies``, forget what was legal long ago, and call the compiled
        loops if they are loaded by now."""
        for ply in range(plies - PLIES_REMEMBERED):
            move, number, _ = self._stack[ply]
            self._stack[ply] = move, number, None
        if not self._loops.is_compiled and plies + more >= PLIES_REMEMBERED:
            self._use_loops(current())
        rows = len(self._saved) // SAVED_OF_BOARD
        missing = max(plies + more + 1 - rows, rows // 2) if plies + more >= rows else 0
        self._save_in(np.append(self._saved, np.zeros(missing * SAVED_OF_BOARD, np.int64)))
        self._room = self._rows_left(plies + more)

    def _plain_scratch(self) -> Scratch:
        return views_of_block(Scratch, self._scratch)

    def _is_attacked(self, square: int | None, by: bool) -> bool:
        if square is None or self.variant.endings.goal is Goal.CAPTURE:
            return False
        return self._loops.attacks(*self._arguments, self._buffers[0], square, 0 if by is WHITE else 1)

    def _is_in_check(self, color: bool) -> bool:
        if self.variant.endings.royal.is_several:
            side = 0 if color is WHITE else 1
            return is_in_check(plain_tables(self.variant), self._plain, self._plain_scratch(), side)
        return self._is_attacked(self.king(color), not color)

    def _number_ahead(self, move: Move) -> int | None:
        """The number of a move that is not legal, after taking its side's own piece from the target.

        None if it cannot be played.
        """
        side, plain = self._plain.state[TURN], self._plain
        standing, slot = plain.pieces[move.to_square], plain.slots[move.to_square]
        if standing >= FIRST_PIECE and (move.drop is not None or slot in (0, SLOTS)):
            return None
        if standing >= FIRST_PIECE and standing & 1 == side:
            plain.squares[slot] = OFF
            plain.pieces[move.to_square], plain.slots[move.to_square] = EMPTY, NO_SLOT
        number = move_of_kind(move.from_square, move.to_square, NORMAL)
        if move.drop is not None:
            number = move_of_kind(HAND + piece_number(self.variant, move.drop, side), move.to_square, DROP)
        promoted = 0 if move.promotion is None else piece_number(self.variant, move.promotion, side)
        return with_promotion(number, promoted)

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
        self._saved[row + SAVED_OF_BOARD + KEY] = self._loops.key(*self._arguments)
        return self._moves_by_number[number].rolled(square, self.variant.geometry.names[square])

    def _dice(self, last: Move) -> int:
        """The roll after the move just played; rolled again while it leaves the mover's king in check."""
        moves = " ".join([*(move.text for move, _, _ in self._stack), last.text])
        dice = random.Random(f"{self.seed} {moves}")
        while self._exposes_mover(square := dice.randrange(self.variant.geometry.squares)):
            pass
        return square

    def _exposes_mover(self, square: int) -> bool:
        """Whether a roll of ``square`` would leave the king of the side that just moved in check.

        Once the game is over, no roll matters: a side in check may have exploded the other king.
        """
        if self._plain.state[ENDED]:
            return False
        roll(self._plain, square)
        exposes = self._is_in_check(not self.turn)
        roll(self._plain, square)
        return exposes

    def _ways(self, square: int) -> Iterator[Way]:
        return ways(self.variant, self._plain, self._plain_scratch(), square)

    def _shortest_ways(self, square: int) -> dict[int, Way]:
        """The shortest way of the piece on ``square`` to each square where it may end."""
        found: dict[int, Way] = {}
        for way in self._ways(square):
            target = way.to_square
            if way.ends and (target not in found or len(way.steps) < len(found[target].steps)):
                found[target] = way
        return found

    def _route(self, number: int, ways: Mapping[int, Way]) -> Route:
        origin, target, kind = from_square(number), to_square(number), kind_of(number)
        if kind in (DROP, PASS, PROMOTION_IN_PLACE):
            return Route(target, ((target,),))
        if is_castling(number):
            row = corner_of(self._plain, number)
            rook_from, rook_to = self._plain.castle[row + 2 : row + 4].tolist()
            return Route(origin, ((rook_to,), (target,)), castled=(rook_from, rook_to))
        way, captured = ways.get(target), self.captured_by(number)
        if way is None:
            return Route(origin, ((target,),), captured)
        return Route(origin, way.steps, captured, over=way.over)

    def _castling(self, number: int) -> Way:
        """Castling as a way of the king."""
        route, place = self._route(number, {}), self.variant.geometry.place
        across = 1 if place[route.to_square][0] > place[route.from_square][0] else -1
        vectors = ((across, 0),) * len(route.steps)
        return Way(route.from_square, route.steps, vectors, True, False, True, route.castled)


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
    known = (None,) * FIRST_PIECE + tuple(pieces)
    return known + (None,) * (PIECE_NUMBERS - len(known))


def _why_not(board: Board, wanted: str, text: str) -> Message:
    """Why a text is not a legal move, in words for a user."""
    squares = board.variant.geometry.numbers
    match = re.fullmatch(r"([a-z]\d{1,2})([a-z]\d{1,2})([a-z+-]?)", wanted)
    if match is None or match[1] not in squares or match[2] not in squares:
        return Message(
            "{text} is not a move; write moves like e2e4 and promotions like a7b8l", text=quoted(text)
        )
    piece = board.piece_at(squares[match[1]])
    if piece is None:
        return Message("{move}: no piece stands on {square}", move=wanted, square=match[1])
    if piece.color is not board.turn:
        return Message(
            "{move}: {side} is to move, and the piece on {square} is not its own",
            move=wanted,
            side=side_name(board.turn),
            square=match[1],
        )
    origin_and_target = match[1] + match[2]
    choices = [
        move.text for move in board.legal_moves if move.promotion and move.text[:-1] == origin_and_target
    ]
    if choices:
        return Message(
            "{move}: name the piece that the pawn becomes, as in {example}", move=wanted, example=choices[0]
        )
    return board._illegal(wanted).message


def _san_without_check(board: Board, number: int) -> str:
    """SAN without roll and check sign."""
    kind = kind_of(number)
    names = board.variant.geometry.names
    move = board.move_numbered(number)
    if kind == DROP:
        return _san_of_drop(board, move)
    entered = f"/{move.enters}" if move.enters else ""
    if is_castling(number):
        gate = "" if move.gate is None else names[move.gate]
        return ("O-O" if kind == CASTLING + SHORT else "O-O-O") + entered + gate
    piece = board.piece_at(move.from_square)
    assert piece is not None
    letter = "" if board.variant.piece_types[piece.letter].pawn else piece.letter
    rivals = [
        names[from_square(other)]
        for other in board.legal_numbers
        if to_square(other) == move.to_square
        and from_square(other) != move.from_square
        and kind_of(other) != DROP
        and board.piece_at(from_square(other)) == piece
    ]
    shown = told_apart(names[move.from_square], rivals)
    if move.promotion and board.variant.piece_types[piece.letter].promotes_in_place:
        shown = names[move.from_square] if move.from_square != move.to_square else ""
    if board.captured_by(number) is not None:
        shown = (shown or (names[move.from_square][0] if not letter else "")) + "x"
    promotion = f"={move.promotion}" if move.promotion else ""
    return f"{letter}{shown}{names[move.to_square]}{promotion}{entered}"


def _san_of_drop(board: Board, move: Move) -> str:
    """SAN of a drop, such as ``N@f3``; that of a pawn has no letter."""
    letter = move.drop or ""
    if not move.promotion and letter and board.variant.piece_types[letter].pawn:
        letter = ""
    return f"{'+' if move.promotion else ''}{letter}@{board.variant.geometry.names[move.to_square]}"


def _castling_moves(board: Board, text: str) -> list[int] | None:
    """The legal moves that a text such as ``O-O+`` or ``0-0-0`` means; None if it is another text."""
    castling = castling_in(text)
    if castling is None:
        return None
    return [
        number
        for number in board.legal_numbers
        if is_castling(number) and _san_without_check(board, number) == castling
    ]


def _fitting_drops(board: Board, parts: re.Match[str]) -> list[int]:
    """The legal drops that match the parts of a SAN; without a letter, of pawns."""
    names, piece_types = board.variant.geometry.names, board.variant.piece_types
    fitting = []
    for number in [number for number in board.legal_numbers if kind_of(number) == DROP]:
        move = board.move_numbered(number)
        same = move.drop == parts["letter"] or (not parts["letter"] and piece_types[move.drop or ""].pawn)
        if same and names[move.to_square] == parts["target"] and bool(move.promotion) == bool(parts["other"]):
            fitting.append(number)
    return fitting


def _fitting_or_alike(board: Board, parts: re.Match[str]) -> list[int]:
    """The legal moves that match the parts of a SAN.

    If there are none, a piece that is another one's other side may have the letter of one that moves alike:
    others write a gold's letter for all golds of Shogi.
    """
    return _fitting(board, parts, is_called) or _fitting(board, parts, moves_like)


def _fitting(board: Board, parts: re.Match[str], is_meant: Callable[[Variant, str, str], bool]) -> list[int]:
    """The legal moves that match the parts of a SAN; the origin may be missing, partial or complete."""
    letter, origin, target, promotion = parts.group("letter", "origin", "target", "promotion")
    names, piece_types = board.variant.geometry.names, board.variant.piece_types
    wanted = board.variant.geometry.numbers.get(target)
    fitting = []
    for number in [number for number in board.legal_numbers if to_square(number) == wanted]:
        if kind_of(number) == DROP or (board.variant.castles_anywhere and is_castling(number)):
            continue
        square = from_square(number)
        piece = board.piece_at(square)
        assert piece is not None
        named = names[square]
        becomes = board.move_numbered(number).promotion
        if (
            (is_meant(board.variant, piece.letter, letter) if letter else piece_types[piece.letter].pawn)
            and origin in ("", named, named[0], named[1:])
            and (
                is_meant(board.variant, becomes, promotion) if becomes and promotion else becomes == promotion
            )
            and board.move_numbered(number).enters == parts["enters"]
        ):
            fitting.append(number)
    return fitting

"""The public board: position, moves, attackers, notation and outcome. Its API follows python-chess."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from wormhole.rules import coordinates
from wormhole.rules import fen as fens
from wormhole.rules import san as sans
from wormhole.rules.arrays import record, views
from wormhole.rules.capacity import plies_that_fit
from wormhole.rules.ending import outcome_of
from wormhole.rules.geometry import OFF
from wormhole.rules.loop_groups import PERFT
from wormhole.rules.loops.perft import new_buffers, perft
from wormhole.rules.move import Move
from wormhole.rules.outcome import Outcome
from wormhole.rules.routed_board import RoutedBoard
from wormhole.rules.tabulation import blocks


class Board(RoutedBoard):
    """A position of a game and the moves that led to it.

    ``Board()`` is the start position of Wormhole Chess; the arguments choose another game, by name, and
    another position, by its FEN. In a game with dice, ``seed`` determines the rolls: the same moves give the
    same rolls, also after an undo. Raises :class:`FenError` for an invalid FEN and :class:`VariantError` for
    an unknown game.

    One thread at a time may use a board; a second one gets a :class:`RuntimeError`. :meth:`copy` makes a
    board for it.

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

    def parse_uci(self, text: str) -> Move:
        """The legal move written like ``e2e4`` or ``a7b8l``. Raises :class:`MoveError`."""
        return coordinates.parse(self, text)

    def push_uci(self, text: str) -> Move:
        """Play the move written like ``e2e4`` and return it with its roll. Raises :class:`MoveError`."""
        self.push(self.parse_uci(text))
        return self.peek()

    def san(self, move: Move) -> str:
        """The SAN of a legal move, such as ``Lxd5+``. Raises :class:`MoveError`."""
        return sans.write(self, move)

    def parse_san(self, text: str) -> Move:
        """The legal move with SAN ``text``. Raises :class:`MoveError` if no move or several moves match."""
        return sans.parse(self, text)

    def push_san(self, text: str) -> Move:
        """Play the move with SAN ``text`` and return it. Raises :class:`MoveError`."""
        self.push(self.parse_san(text))
        return self.peek()

    def fen(self) -> str:
        """The FEN of the position: six fields, or seven in a game with dice."""
        return fens.write(self.variant, self._plain, self.fullmove_number)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""
        return outcome_of(self)

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

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
        buffers: Any = record(new_buffers()) if is_fast else views(new_buffers())
        return loop(*blocks(self.variant, self.position, fast=is_fast), buffers, 0, depth)

    def _repr_svg_(self) -> str | None:
        """The board as a notebook shows it; None where nothing can draw it."""
        return None if Board.drawn is None else Board.drawn(self)

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

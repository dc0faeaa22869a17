"""A game being played: the position, its legal moves, the moves that led to it, their notation, and the end.

The vocabulary is python-chess's.
"""

from __future__ import annotations

from wormhole.rules import coordinates
from wormhole.rules import fen as fens
from wormhole.rules import san as sans
from wormhole.rules.arrays import record, views
from wormhole.rules.base_board import BaseBoard
from wormhole.rules.ending import outcome_of
from wormhole.rules.loop_groups import PERFT
from wormhole.rules.loops.perft import new_buffers, perft
from wormhole.rules.move import Move
from wormhole.rules.outcome import Outcome
from wormhole.rules.room import plies_with_room
from wormhole.rules.tabulation import blocks


class Board(BaseBoard):
    """A position of a game and the moves that led to it.

    ``Board()`` is the start of Wormhole Chess; another game is named, and a position given as a FEN.
    Where dice are rolled, they come from ``seed``: the same moves bring the same rolls, also after a move is
    undone. Raises :class:`FenError` for a text that is no position, :class:`VariantError` for a game that
    there is not.

    >>> board = Board()
    >>> len(board.legal_moves)
    31
    >>> board.push_san("e4").text
    'e2e4'
    >>> board.pop().text
    'e2e4'
    """

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

    def fen(self) -> str:
        """The position as a FEN of six fields, or seven where dice are rolled."""
        return fens.write(self.variant, self._plain, self.fullmove_number)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome_of(self)

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

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
        is_fast = fast and PERFT.use()
        loop, form = (PERFT.twin(perft), record) if is_fast else (perft, views)
        return loop(*blocks(self.variant, self.position, fast=is_fast), form(new_buffers()), 0, depth)

    def __repr__(self) -> str:
        return f"Board({self.variant.name!r}, {self.fen()!r})"

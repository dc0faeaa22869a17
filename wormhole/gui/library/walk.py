"""A walk through the main line of a kept game, for the preview."""

from __future__ import annotations

from dataclasses import dataclass, field

from wormhole import Board, Move
from wormhole.gui.language import _, _n, said
from wormhole.gui.match.move_words import Notation
from wormhole.library.comment_commands import Shape
from wormhole.library.record import Game


@dataclass
class Walk:
    """A game of the library and a position of its main line. Making one takes long for a long game."""

    number: int
    game: Game
    moves: tuple[Move, ...] = ()
    ending: str = ""
    """How it ended, in a sentence."""
    board: Board = field(default_factory=Board)
    """The position shown. Never change it."""
    _end: Board = field(default_factory=Board)

    @classmethod
    def at_end(cls, number: int, game: Game) -> Walk:
        """The last position of the game."""
        end = game.end().board()
        return cls(number, game, tuple(end.move_stack), ending_of(game, end), end, end)

    @property
    def ply(self) -> int:
        """The number of moves played on the board that is shown."""
        return len(self.board.move_stack)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The circles and arrows of the position that is shown."""
        return self.game.at((0,) * self.ply).shapes()

    def step(self, plies: int) -> bool:
        """Go on by that many moves, or back; returns whether it went there."""
        ply = self.ply + plies
        if not 0 <= ply <= len(self.moves):
            return False
        board = self.board.copy()
        while len(board.move_stack) > ply:
            board.pop()
        while len(board.move_stack) < ply:
            board.push(self.moves[len(board.move_stack)])
        self.board = board
        return True

    def to_start(self) -> None:
        """Show the first position."""
        self.board = self._end.root()

    def to_end(self) -> None:
        """Show the last position."""
        self.board = self._end

    def words(self, notation: Notation = Board.san) -> str:
        """Which move was the last one."""
        if not self.moves:
            return _("No moves")
        if not self.ply:
            return _n("Start of {count} move", "Start of {count} moves", (len(self.moves) + 1) // 2)
        before = self.board.copy()
        move = before.pop()
        dots = "." if before.turn else "…"
        return f"{before.fullmove_number}{dots} {notation(before, move)}"


def ending_of(game: Game, end: Board) -> str:
    """How a game ended, in a sentence.

    >>> ending_of(Game(), Board())
    'Not finished'
    """
    outcome = end.outcome()
    if outcome is not None and outcome.result() == game.result:
        return said(outcome.reason()).rstrip(".")
    how = {"1-0": _("White wins"), "0-1": _("Black wins"), "1/2-1/2": _("A draw")}.get(
        game.result, _("Not finished")
    )
    why = game.termination
    if not why or why in ("normal", "unterminated"):
        return how
    return _("{result}: {why}").format(result=how, why=_(why))

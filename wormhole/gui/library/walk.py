"""A walk through the main line of a kept game, for the preview."""

from __future__ import annotations

from dataclasses import dataclass, field

from wormhole import Board, Move
from wormhole.gui.library.rows import counted
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

    def words(self) -> str:
        """Which move was the last one."""
        if not self.moves:
            return "No moves"
        if not self.ply:
            return f"Start of {counted((len(self.moves) + 1) // 2, 'move')}"
        before = self.board.copy()
        move = before.pop()
        dots = "." if before.turn else "…"
        return f"{before.fullmove_number}{dots} {before.san(move)}"


def ending_of(game: Game, end: Board) -> str:
    """How a game ended, in a sentence.

    >>> ending_of(Game(), Board())
    'Not finished'
    """
    outcome = end.outcome()
    if outcome is not None and outcome.result() == game.result:
        return outcome.reason().rstrip(".")
    how = {"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "A draw"}.get(game.result, "Not finished")
    why = game.termination
    return f"{how}: {why}" if why and why not in ("normal", "unterminated") else how

"""Mates that no roll of the dice prevents, with one solution, found by trying every move and every roll."""

from __future__ import annotations

from collections.abc import Iterator

from wormhole.rules.board import Board
from wormhole.rules.errors import MoveError
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant
from wormhole.training.forced import Forced, NotKnownError


class DiceProver:
    """Finds sure mates in positions of one game with dice."""

    longest_mate = 2
    """A longer mate takes too long to prove."""

    def __init__(self, variant: Variant) -> None:
        self._names = variant.geometry.names
        self._squares = range(variant.geometry.squares)
        self._last_mates: list[Move] = []
        self._is_stopped = False

    def mate(self, board: Board, most_moves: int) -> Forced | None:
        """The shortest sure mate, if its first move is the only one that is sure to mate so soon.

        If the rest of the solution depends on the dice, it is that after one roll.
        """
        board = board.copy()
        try:
            for moves in range(1, most_moves + 1):
                sure = self.sure_mates(board, moves)
                if len(sure) > 1:
                    return None
                if sure:
                    rest = () if moves == 1 else self._rest(board, sure[0])
                    return None if rest is None else Forced(rest or (sure[0].text,), moves)
        except NotKnownError:
            pass
        return None

    def sure_mates(self, board: Board, moves: int) -> list[Move]:
        """The moves that mate within so many moves, whatever the dice say."""
        return [move for move in board.legal_moves if self._is_sure(board, move, moves)]

    def win(self, board: Board) -> None:
        """Nothing: a game with dice has no proven results."""

    def stop(self) -> None:
        """Stop the search in progress and each later one. Any thread may call it."""
        self._is_stopped = True

    def close(self) -> None:
        """Nothing is held."""

    def _is_sure(self, board: Board, move: Move, moves: int) -> bool:
        """Whether a move mates within so many moves, whatever the dice say."""
        return all(self._is_mated(after, moves - 1) for after in self._rolled(board, move))

    def _is_mated(self, board: Board, moves: int) -> bool:
        """Whether the side to move is mated, or sure to be within so many moves of the other side."""
        if not board.legal_numbers:
            return board.is_check()
        if not moves or board.is_game_over():
            return False
        return all(
            self._mates_surely(after) for reply in board.legal_moves for after in self._rolled(board, reply)
        )

    def _mates_surely(self, board: Board) -> bool:
        """Whether the side to move has a move that mates whatever the dice say; the last ones come first."""
        legal = board.legal_moves
        for move in self._last_mates:
            if move in legal and self._is_sure(board, move, 1):
                return True
        for move in legal:
            if self._is_sure(board, move, 1):
                self._last_mates = [move, *self._last_mates[:3]]
                return True
        return False

    def _rest(self, board: Board, move: Move) -> tuple[str, ...] | None:
        """The solution with rolls: one after which there is a reply, and the mate after that."""
        for after in self._rolled(board, move):
            first = after.peek()
            for reply in after.legal_moves:
                for final in self._rolled(after, reply):
                    mates = self.sure_mates(final, 1)
                    if mates:
                        return first.text, final.peek().text, mates[0].text
        return None

    def _rolled(self, board: Board, move: Move) -> Iterator[Board]:
        """The board after the move, once for each roll that is allowed; the same board each time."""
        for square in self._squares:
            if self._is_stopped:
                raise NotKnownError
            try:
                board.push(move.rolled(square, self._names[square]))
            except MoveError:
                continue
            try:
                yield board
            finally:
                board.pop()

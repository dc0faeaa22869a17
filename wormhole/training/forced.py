"""Forced wins with one solution, found by searching every move of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormhole.base.errors import MoveError
from wormhole.engine.search_loops import SOLVER
from wormhole.engine.solver import Solution, Solver
from wormhole.learn.puzzle import WIN
from wormhole.rules.board import Board
from wormhole.rules.endings import NoMove
from wormhole.rules.move import Move
from wormhole.rules.outcome import Termination
from wormhole.rules.variant import Variant

NODES_OF_A_MATE = 3_000_000
"""Nodes for one question about a mate."""

QUICK_NODES, RESULT_NODES = 12_000, 100_000
"""Nodes for the result of one position: of any position, and of positions near one that is known to be
won."""

ENDS = (Termination.CHECKMATE, Termination.ROYAL_CAPTURE)
"""The ends that count as mate."""


class NotKnownError(Exception):
    """A proof that exceeded its nodes or was stopped."""


@dataclass(frozen=True)
class ForcedWin:
    """A win that only these moves force, the winner's move first and last.

    ``win_in`` counts the winner's moves to the end of the game; it is None if a proven win needs more moves.
    """

    moves: tuple[str, ...]
    win_in: int | None
    is_mate: bool = True
    """Whether the game ends with mate, if ``win_in`` is known."""

    @property
    def goal(self) -> str:
        """The goal in a puzzle's form."""
        return WIN if self.win_in is None else f"{'mate' if self.is_mate else 'win'} in {self.win_in}"


def plies_after_last_move(variant: Variant) -> int:
    """How many plies may follow the winner's last move: one where a side can lose by its own move."""
    endings = variant.endings
    results = {endings.stalemate, endings.checkmate, *(rule.result for rule in endings.extinct)}
    return int(NoMove.WIN in results)


class ForcedWins:
    """Finds forced wins in positions of one game without dice."""

    longest_mate = 5
    """A longer mate takes too long to prove."""

    def __init__(self, variant: Variant) -> None:
        self._solver = Solver(variant, fast=SOLVER.use())
        self._plies_after = plies_after_last_move(variant)
        self._is_stopped = False

    def mate(self, board: Board, most_moves: int) -> ForcedWin | None:
        """The shortest mate, if each of its moves except the last is the only one that wins so soon.

        Also any other win that ends the game so soon, such as a king on its goal. None if there is no win
        within ``most_moves``, or if the proof takes too long.
        """
        board = board.copy()
        try:
            for moves in range(1, most_moves + 1):
                if self._wins_within(board, board.turn, moves):
                    return self._unique_mate(board, moves)
        except NotKnownError:
            pass
        return None

    def win(self, board: Board) -> ForcedWin | None:
        """The proven win, if its first move is the only one that wins.

        The line continues as long as there is one winning move; the loser resists as long as possible.
        """
        known = self._solve(board, QUICK_NODES)
        if known is None or known.winner is not board.turn:
            return None
        copy, line = board.copy(), []
        try:
            move = self._only_winning_move(copy)
            while move is not None:
                line.append(move.text)
                copy.push(move)
                answer = self._answer_with_one_win(copy)
                if answer is None:
                    break
                reply, move = answer
                line.append(reply.text)
                copy.push(reply)
        except NotKnownError:
            line = line[: (len(line) - 1) | 1] if line else []
        return ForcedWin(tuple(line), None) if line else None

    def stop(self) -> None:
        """Stop the proof in progress and each later one. Any thread may call it."""
        self._is_stopped = True
        self._solver.stop()

    def close(self) -> None:
        """End all threads."""
        self._solver.close()

    # --- mates ---

    def _unique_mate(self, board: Board, moves: int) -> ForcedWin | None:
        winners = list(self._winners(board, moves, at_most=2))
        if len(winners) != 1:
            return None
        copy = board.copy()
        copy.push(winners[0])
        rest = self._rest(copy, moves - 1)
        if rest is None:
            return None
        for text in rest:
            copy.push_uci(text)
        outcome = copy.outcome()
        is_mate = outcome is not None and outcome.termination in ENDS
        return ForcedWin((winners[0].text, *rest), moves, is_mate)

    def _rest(self, board: Board, moves: int) -> tuple[str, ...] | None:
        """A reply that holds out longest and the only win after it; None if several moves win after each."""
        if not moves:
            return ()
        for reply in self._longest_replies(board, moves):
            board.push(reply)
            winners = list(self._winners(board, moves, at_most=2))
            if len(winners) == 1 or (winners and moves == 1):
                for winner in winners:
                    board.push(winner)
                    rest = self._rest(board, moves - 1)
                    board.pop()
                    if rest is not None:
                        board.pop()
                        return (reply.text, winner.text, *rest)
            board.pop()
        return None

    def _winners(self, board: Board, moves: int, at_most: int) -> Iterator[Move]:
        """The moves that win within so many moves."""
        side = board.turn
        for move in board.legal_moves:
            board.push(move)
            wins = self._wins_within(board, side, moves - 1)
            board.pop()
            if wins:
                yield move
                at_most -= 1
                if not at_most:
                    return

    def _longest_replies(self, board: Board, moves: int) -> Iterator[Move]:
        """The replies after which the win takes ``moves`` moves."""
        winner = not board.turn
        for reply in board.legal_moves:
            board.push(reply)
            is_shorter = moves > 1 and self._wins_within(board, winner, moves - 1)
            board.pop()
            if not is_shorter:
                yield reply

    def _wins_within(self, board: Board, side: bool, moves: int) -> bool:
        """Whether ``side`` wins within so many moves of its own, the next ones."""
        plies = 2 * moves - (board.turn is side) + self._plies_after
        found = self._solver.wins_within(board, side, plies, NODES_OF_A_MATE)
        if found is None or self._is_stopped:
            raise NotKnownError
        return found

    # --- proven wins ---

    def _solve(self, board: Board, nodes: int) -> Solution | None:
        return self._solver.solve(board, nodes=nodes, wanted=lambda: not self._is_stopped)

    def _only_winning_move(self, board: Board) -> Move | None:
        """The only move that wins; None if there is none or another one."""
        solution = self._solve(board, RESULT_NODES)
        if solution is None:
            raise NotKnownError
        if solution.winner is not board.turn:
            return None
        best = board.parse_uci(solution.line[0])
        if any(self._wins_with(board, move) for move in board.legal_moves if move != best):
            return None
        return best

    def _answer_with_one_win(self, board: Board) -> tuple[Move, Move] | None:
        """A reply, the one that resists longest first, after which only one move wins, and that move."""
        if board.is_game_over():
            return None
        for reply in sorted(board.legal_moves, key=lambda reply: -self._result_after(board, reply).moves):
            board.push(reply)
            move = None if board.is_game_over() else self._only_winning_move(board)
            board.pop()
            if move is not None:
                return reply, move
        return None

    def _wins_with(self, board: Board, move: Move) -> bool:
        return self._result_after(board, move).winner is board.turn

    def _result_after(self, board: Board, move: Move) -> Solution:
        board.push(move)
        try:
            outcome = board.outcome()
            if outcome is not None:
                return Solution(outcome.winner, 0, ())
            solution = self._solve(board, RESULT_NODES)
        finally:
            board.pop()
        if solution is None:
            raise NotKnownError
        return solution


class DiceProver:
    """Finds sure mates in positions of one game with dice."""

    longest_mate = 2
    """A longer mate takes too long to prove."""

    def __init__(self, variant: Variant) -> None:
        self._names = variant.geometry.names
        self._squares = range(variant.geometry.squares)
        self._last_mates: list[Move] = []
        self._is_stopped = False

    def mate(self, board: Board, most_moves: int) -> ForcedWin | None:
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
                    return None if rest is None else ForcedWin(rest or (sure[0].text,), moves)
        except NotKnownError:
            pass
        return None

    def sure_mates(self, board: Board, moves: int) -> list[Move]:
        """The moves that mate within so many moves after any roll."""
        return [move for move in board.legal_moves if self._is_sure(board, move, moves)]

    def win(self, board: Board) -> None:
        """None: a game with dice has no proven results."""

    def stop(self) -> None:
        """Stop the search in progress and each later one. Any thread may call it."""
        self._is_stopped = True

    def close(self) -> None:
        """Nothing is held."""

    def _is_sure(self, board: Board, move: Move, moves: int) -> bool:
        """Whether a move mates within so many moves after any roll."""
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
        """Whether the side to move has a move that mates after any roll; the last moves of the list are tried
        first."""
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

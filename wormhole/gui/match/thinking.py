"""What the computer player of a match is asked for: one move at a time, or to ponder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole import Board
from wormhole.library.record import GameNode

if TYPE_CHECKING:
    from wormhole.engine.clock import Clock
    from wormhole.engine.levels import Level
    from wormhole.engine.player import Answer, Player


@dataclass(frozen=True)
class Question:
    """What the computer thinks about."""

    ticket: int
    node: GameNode
    color: bool


class Thinking:
    """The question to the computer player, if there is one. Without a player nothing is ever asked."""

    def __init__(self, player: Player | None) -> None:
        self._player = player
        self.question: Question | None = None
        self.trouble: str | None = None
        """What went wrong when the computer last thought."""
        self._is_pondering = False

    @property
    def can_ask(self) -> bool:
        """Whether there is a player, who has not been asked yet."""
        return self._player is not None and self.question is None

    def ask(self, node: GameNode, board: Board, level: Level, clock: Clock | None) -> None:
        """Ask for the move at ``node``, whose position is ``board``."""
        self.trouble = None
        assert self._player is not None
        self.question = Question(self._player.think(board, level, clock), node, board.turn)

    def awaits(self, answer: Answer) -> bool:
        """Whether this is the answer to the question."""
        return self.question is not None and answer.ticket == self.question.ticket

    def take(self, answer: Answer) -> Question:
        """The question to this answer, which is awaited; from now on there is none."""
        question, self.question = self.question, None
        assert question is not None
        return question

    def ponder(self, board: Board | None) -> None:
        """Think on the opponent's time about ``board``, or not with None. Repeated calls do no harm."""
        assert self._player is not None or board is None
        if self._player is not None and board is not None and not self._is_pondering:
            self._player.ponder(board)
        elif self._player is not None and board is None and self._is_pondering:
            self._player.stop()
        self._is_pondering = board is not None

    def stop(self) -> None:
        """Stop thinking and pondering; forget the question and any trouble."""
        self.trouble = None
        if self.question is not None or self._is_pondering:
            assert self._player is not None
            self.question, self._is_pondering = None, False
            self._player.stop()

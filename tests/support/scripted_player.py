"""A player for tests: it answers at once by a rule, or when the test calls `answer`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wormhole.players.player import Answer, MoveRequest, Player, ThinkingInfo, ignore
from wormhole.rules.board import Board
from wormhole.rules.move import Move

if TYPE_CHECKING:
    from wormhole.engine.time_management import Clock
    from wormhole.players.spec import PlayerSpec

Rule = Callable[[Board], Answer | Move]


class ScriptedPlayer(Player):
    """Has no thread. With a ``rule`` it answers as soon as it is asked, else by :meth:`answer`.

    The attributes record all calls. One script may take both seats: see :meth:`seated`.
    """

    def __init__(self, rule: Rule | None = None, on_answer: Callable[[Answer], None] = ignore) -> None:
        super().__init__(on_answer)
        self._rule = rule
        self.requests: list[MoveRequest] = []
        """All that it was asked."""
        self.pondered: list[str] = []
        """The positions to ponder about, as FEN."""
        self.pondered_on: str | None = None
        """The position that it ponders about."""
        self.games: list[str] = []
        """The starts of its games, as FEN, and their results."""
        self.stops = 0
        self.is_closed = False
        self.says = ThinkingInfo(depth=5, score_centipawns=80)
        """Its report while it thinks."""

    @property
    def name(self) -> str:
        """Its name."""
        return "Script"

    @property
    def asked(self) -> MoveRequest | None:
        """The request that it has not answered; None if there is none."""
        return self._asked

    def seated(self, spec: PlayerSpec, on_answer: Callable[[Answer], None]) -> Player:
        """Take a seat: this player, whatever the seat's spec."""
        self.on_answer = on_answer
        return self

    def begin(self, board: Board) -> None:
        """Record the start of the game."""
        self.games.append(board.root().fen())

    def finish(self, result: str) -> None:
        """Record the result."""
        self.games.append(result)

    def ask(self, board: Board, clock: Clock | None = None, other_clock: Clock | None = None) -> MoveRequest:
        """Answer by the rule, if there is one."""
        asked = self._asked = MoveRequest(board.copy(), clock, other_clock)
        self.requests.append(asked)
        if self._rule is not None:
            self._give(self._answer(asked))
        return asked

    def ponder(self, board: Board, clock: Clock | None = None, other_clock: Clock | None = None) -> None:
        """Record the position."""
        self.pondered_on = board.fen()
        self.pondered.append(self.pondered_on)

    def stop(self) -> None:
        """Count the call."""
        self.stops += 1
        self._asked = self.pondered_on = None

    def close(self) -> None:
        """Record the call."""
        self._asked = self.pondered_on = None
        self.is_closed = True

    def info(self) -> ThinkingInfo:
        """Its report."""
        return replace(self.says, asked=self._asked)

    def answer(self, move: Move | str | None = None, **more: Any) -> None:
        """Answer what was asked: with a move, or the first legal one, or with other fields of an answer."""
        asked = self.requests[-1]
        if move is None and not more:
            move = asked.board.legal_moves[0]
        if isinstance(move, str):
            move = asked.board.parse_uci(move)
        self._give(replace(Answer(asked, move), **more))

    def _answer(self, asked: MoveRequest) -> Answer:
        assert self._rule is not None, "there is a rule for whoever waits"
        found = self._rule(asked.board)
        return replace(found, asked=asked) if isinstance(found, Answer) else Answer(asked, found)

    def _give(self, answer: Answer) -> None:
        if answer.asked is self._asked:
            self._asked = None
        self.on_answer(answer)
